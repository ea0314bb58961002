// PartialEvaluate.
#include "pass/registry.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

IRModule Evaluated(const IRModule& module) {
  return InferTypes(RunPass(CreatePass("PartialEvaluate"), module));
}

// The remaining @main, without unused values.
std::string Left(const std::string& functions) {
  IRModule module = Evaluated(Read(functions));
  module =
      RunPass(CreatePass("DeadCodeElimination", {{"inline_once", true}, {"ignore_impurity", true}}),
              module);
  module = RunPass(CreatePass("RemoveUnusedFunctions"), module);
  std::string text = Write(module);
  return text.substr(text.find("def @main"));
}

const char kNat[] =
    "type Nat { Z, S(Nat) }"
    "def @double(%x: Nat) -> Nat { match (%x) { Z => Z, S(%y) => S(S(@double(%y))) } }";

TEST_CASE("PartialEvaluate takes tuples apart and computes constants", "[partial_evaluate]") {
  CHECK(Left("def @main(%x: int32) { (4f, %x).1 }") == "def @main(%x: int32) -> int32 {\n%x\n}\n");
  CHECK(Left("def @main() { (fn (%d: float32) { add(%d, %d) })(4f) }") ==
        "def @main() -> float32 {\n8f\n}\n");
}

TEST_CASE("PartialEvaluate resolves references", "[partial_evaluate]") {
  CHECK(Left("def @main(%d: float32) {"
             "  let %r = ref(%d); let %u = ref_write(%r, multiply(ref_read(%r), ref_read(%r)));"
             "  ref_read(%r) }") == "def @main(%d: float32) -> float32 {\nmultiply(%d, %d)\n}\n");
}

TEST_CASE("PartialEvaluate forgets references where somebody may have written",
          "[partial_evaluate]") {
  for (const char* text : {
           "def @main(%d: float32) { let %r = ref(1f);"
           "  let %u = fn () { ref_write(%r, add(ref_read(%r), ref_read(%r))) };"
           "  let %e = if (less(%d, 0.5f)) { %u() } else { %u() }; ref_read(%r) }",
           "def @main(%d: float32) { let %r = ref(0f); let %fetch = fn () { ref_read(%r) };"
           "  let %other = if (less(%d, 0.5f)) { %fetch } else { %fetch };"
           "  let %u = ref_write(%r, 1f);"
           "  if (less(%d, 0.5f)) { %other() } else { %other() } }",
           "def @main(%d: float32) { let %r = ref(1f);"
           "  let %w = fn (%i: int32) -> () { if (less(%i, 3)) { ref_write(%r, %d) } else { () } };"
           "  let %f = if (less(%d, 0.5f)) { %w } else { %w };"
           "  let %u = %f(1); ref_read(%r) }",
           // A loop that is not resolved, because %d is unknown.
           "def @main(%d: float32) { let %r = ref(0f);"
           "  let %w = fn (%i: float32) -> () {"
           "    if (less(%i, 3f)) { let %u = ref_write(%r, %i); %w(add(%i, 1f)) } else { () } };"
           "  let %u = %w(%d); ref_read(%r) }",
       }) {
    CAPTURE(text);
    IRModule before = Read(text);
    CheckSameResults(before, Evaluated(before));
  }
}

TEST_CASE("PartialEvaluate decides matches", "[partial_evaluate]") {
  std::string nat = kNat;
  CHECK(Left(nat + "def @main() { @double(S(S(Z))) }") ==
        "def @main() -> Nat[] {\n%0 = Z;\n%1 = S(%0);\n%2 = S(%1);\n%3 = S(%2);\nS(%3)\n}\n");
  CHECK(Left("type List[A] { Nil, Cons(A, List[A]) }"
             "def @hd[A](%l: List[A]) -> A { match? (%l) { Cons(%x, _) => %x } }"
             "def @main(%x: int32) { @hd(Cons(%x, Nil)) }") ==
        "def @main(%x: int32) -> int32 {\n%x\n}\n");
  CHECK(Left("def @main() { match ((1, 1)) { (%a, %b) => add(%a, %b) } }") ==
        "def @main() -> int32 {\n2\n}\n");
  // Here the value is known only at run time.
  std::string left = Left(nat + "def @main(%n: Nat) { @double(%n) }");
  CHECK(left.find("match (%n)") != left.npos);
}

TEST_CASE("PartialEvaluate hands functions to functions", "[partial_evaluate]") {
  CHECK(Left("type List[A] { Nil, Cons(A, List[A]) }"
             "def @map[A, B](%f: fn(A) -> B, %l: List[A]) -> List[B] {"
             "  match (%l) { Nil => Nil, Cons(%x, %r) => Cons(%f(%x), @map(%f, %r)) } }"
             "def @twice(%x: int32) -> int32 { add(%x, %x) }"
             "def @main() { @map(@twice, Cons(1, Cons(2, Nil))) }") ==
        "def @main() -> List[int32] {\n%0 = Nil;\n%1 = Cons(4, %0);\nCons(2, %1)\n}\n");
}

TEST_CASE("PartialEvaluate unrolls what ends and leaves what does not", "[partial_evaluate]") {
  CHECK(Left("def @main() { let %f = fn (%x: int32) -> int32 {"
             "    if (equal(%x, 0)) { 0 } else { add(%x, %f(subtract(%x, 1))) } };"
             "  %f(10) }") == "def @main() -> int32 {\n55\n}\n");
  CHECK(Left("def @loop(%x: int32) -> int32 { @loop(%x) } def @main() { @loop(1) }") ==
        "def @main() -> int32 {\n@loop(1)\n}\n");
  CHECK(Left(std::string(kNat) + "def @swap(%x: Nat, %y: Nat) -> Nat { @swap(%y, %x) }"
                                 "def @main() { @swap(Z, S(Z)) }")
            .find("@swap(") != std::string::npos);
}

TEST_CASE("PartialEvaluate keeps what a program computes", "[partial_evaluate]") {
  for (const char* text : {
           "def @main(%x: Tensor[(2, 3), float32]) { let %f = fn (%y: Tensor[(2, 3), float32]) {"
           "    multiply(%y, add(1f, 1f)) }; add(%f(%x), %f(%f(%x))) }",
           "def @main(%x: float32) { if (less(%x, 0.5f)) { exp(%x) } else { (%x, 2f).0 } }",
           "def @main(%x: float32) { %0 = exp(%x); add(%0, %0) }",
           "def @main(%x: Tensor[(4), float32]) { %0 = split(%x, indices_or_sections=2); "
           "concatenate((%0.1, %0.0)) }",
       }) {
    CAPTURE(text);
    IRModule before = Read(text);
    IRModule after = Evaluated(before);
    CheckSameResults(before, after);
    // A second run changes nothing except names.
    IRModule again = Evaluated(after);
    CheckSameResults(before, again);
    CHECK(StructuralEqual(Evaluated(again), again));
  }
}

TEST_CASE("PartialEvaluate leaves primitive functions that call global ones to the run",
          "[partial_evaluate]") {
  IRModule module = Read(
      "def @part(%x: float32, Primitive=1, Compiler=\"accel\") -> float32 { exp(%x) } "
      "def @main() { fn (%y: float32, Primitive=1) { @part(%y) }(0f) }");
  IRModule after = Evaluated(module);
  CHECK(Write(after).find("@part(%y)") != std::string::npos);
  CHECK(Evaluate(after, "main", {}).tensor()->ToDouble(0) == 1);
}

TEST_CASE("PartialEvaluate minds no depth", "[partial_evaluate]") {
  std::string nat = "Z";
  for (int i = 0; i < 2000; ++i) nat = "S(" + nat + ")";
  std::string sum = "%x";
  for (int i = 0; i < 2000; ++i) sum = "negative(" + sum + ")";
  CHECK(Left("def @main(%x: float32) { " + sum + " }").find("negative(") != std::string::npos);
  CHECK(Left(std::string(kNat) + "def @main() { @double(" + nat + ") }").find("match") ==
        std::string::npos);
}

}  // namespace
}  // namespace passcope
