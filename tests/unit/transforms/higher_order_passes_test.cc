// ToCPS, UnCPS, Defunctionalization and HigherOrderGradient.
#include "pass/registry.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

const char kList[] =
    "type List[A] { Nil, Cons(A, List[A]) }"
    "def @map[A, B](%f: fn(A) -> B, %l: List[A]) -> List[B] {"
    "  match (%l) { Nil => Nil, Cons(%x, %r) => Cons(%f(%x), @map(%f, %r)) } }"
    "def @sum(%l: List[float32]) -> float32 {"
    "  match (%l) { Nil => 0f, Cons(%x, %r) => add(%x, @sum(%r)) } }";

const std::vector<std::string>& Programs() {
  static const auto* programs = new std::vector<std::string>{
      "def @main(%x: float32) { add(exp(%x), 1f) }",
      "def @main(%x: float32) { %0 = exp(%x); multiply(%0, %0) }",
      "def @f(%x: float32, %n: int32) -> float32 {"
      "  if (less_equal(%n, 3)) { multiply(%x, @f(%x, add(%n, 1))) } else { %x } }"
      "def @main(%x: float32) { @f(%x, 0) }",
      "def @main(%x: float32) { let %f = fn (%y: float32) { multiply(%x, %y) };"
      "  let %g = fn (%h: fn(float32) -> float32, %z: float32) { %h(%h(%z)) }; %g(%f, %x) }",
      "def @main(%x: float32) { let %r = ref(%x);"
      "  let %u = ref_write(%r, multiply(ref_read(%r), ref_read(%r)));"
      "  let %v = if (less_equal(%x, 0.5f)) { ref_write(%r, exp(ref_read(%r))) } else { () };"
      "  add(ref_read(%r), %x) }",
      std::string(kList) +
          "def @main(%x: float32) { @sum(@map(fn (%y: float32) { multiply(%x, %y) },"
          "  Cons(%x, Cons(2f, Nil)))) }",
      "def @main(%x: float32) { let %t = (%x, exp(%x)); match (%t) { (%a, %b) => add(%a, %b) } }",
  };
  return *programs;
}

IRModule Ran(const char* pass, const IRModule& module) { return RunPass(CreatePass(pass), module); }

TEST_CASE("ToCPS and UnCPS keep what a program computes", "[to_cps]") {
  for (const std::string& text : Programs()) {
    CAPTURE(text);
    IRModule before = Read(text);
    IRModule cps = Ran("ToCPS", before);
    const auto* type = As<FuncTypeNode>(cps->Find("main")->checked_type());
    CHECK(type->type_params.size() == 1);
    CHECK(type->ret_type == type->type_params[0]);
    IRModule after = Ran("UnCPS", cps);
    CHECK(after->Find("main")->checked_type() == before->Find("main")->checked_type());
    CheckSameResults(before, after);
  }
}

TEST_CASE("ToCPS makes every call the last", "[to_cps]") {
  IRModule module = Ran("ToCPS", Read("def @f(%x: int32) -> int32 { %x }"
                                      "def @main(%x: int32) { add(@f(%x), @f(1)) }"));
  CHECK(module->Find("f_cps"));
  std::string text = Write(module);
  CHECK(text.find("add(%arg, %arg1)") != text.npos);
  CHECK_THROWS_AS(Ran("ToCPS", Read("type L { N, C(int32) } def @f(%g: fn(int32) -> L) { %g(1) }"
                                    "def @main() { @f(C) }")),
                  DiagnosticError);
}

TEST_CASE("UnCPS leaves functions without continuations", "[to_cps]") {
  IRModule module = Read("def @main(%x: int32) { add(%x, 1) }");
  CHECK(Ran("UnCPS", module) == module);
}

TEST_CASE("ToCPS and PartialEvaluate undo each other", "[to_cps]") {
  IRModule before = Read(Programs()[2]);
  IRModule after = InferTypes(Ran("PartialEvaluate", Ran("UnCPS", Ran("ToCPS", before))));
  CheckSameResults(before, after);
}

// True if a function of the module takes or returns functions.
bool IsHigherOrder(const IRModule& module) {
  for (const auto& item : module->functions) {
    const auto* type = As<FuncTypeNode>(item.function->checked_type());
    for (const Type& arg : type->arg_types) {
      if (As<FuncTypeNode>(arg)) return true;
    }
    if (As<FuncTypeNode>(type->ret_type)) return true;
  }
  return false;
}

TEST_CASE("Defunctionalization makes programs of first order", "[defunctionalization]") {
  std::string list = kList;
  for (const std::string& text : {
           list + "def @main(%x: float32) { @sum(@map(fn (%y: float32) { multiply(%x, %y) },"
                  "  Cons(%x, Cons(2f, Nil)))) }",
           list + "def @twice(%x: float32) -> float32 { add(%x, %x) }"
                  "def @main(%x: float32) { let %f = fn (%y: float32) { multiply(%x, %y) };"
                  "  @sum(@map(%f, @map(@twice, @map(%f, Cons(%x, Nil))))) }",
           list + "def @apply(%f: fn(float32) -> float32, %x: float32) -> float32 { %f(%f(%x)) }"
                  "def @main(%x: float32) {"
                  "  (fn (%g: fn(float32) -> float32) { @apply(%g, %g(%x)) })("
                  "    fn (%y: float32) { add(%y, @apply(fn (%z: float32) { exp(%z) }, %x)) }) }",
           std::string("def @main(%x: float32) { add(%x, %x) }"),
       }) {
    CAPTURE(text);
    IRModule before = Read(text);
    IRModule after = Ran("RemoveUnusedFunctions", Ran("Defunctionalization", before));
    CHECK_FALSE(IsHigherOrder(after));
    CheckSameResults(before, after);
    CheckSameResults(before, Ran("Defunctionalization", after));
    // The parser can read the names.
    CHECK_NOTHROW(Read(Write(after)));
  }
}

TEST_CASE("Defunctionalization says what it does not do", "[defunctionalization]") {
  for (const char* text : {
           "def @main(%f: fn(int32) -> int32) { %f(1) }",
           "def @main() { fn (%x: int32) { %x } }",
           "def @f(%x: int32) { fn (%y: int32) { add(%x, %y) } } def @main() { @f(1)(2) }",
           "def @main() { let %f = fn (%x: int32) -> int32 { %f(%x) }; %f(1) }",
       }) {
    CAPTURE(text);
    CHECK_THROWS_AS(Ran("Defunctionalization", Read(text)), DiagnosticError);
  }
}

NDArray Number(double value) {
  NDArray array = MakeNDArray({}, DataType::Float(32));
  StoreDouble(array, 0, value);
  return array;
}

// Compares the gradient of a program of one number with finite differences.
void CheckGradient(const std::string& text, const char* pass = "HigherOrderGradient") {
  CAPTURE(text);
  IRModule before = Read(text);
  IRModule after = Ran(pass, before);
  auto at = [&](double x) {
    std::vector<Value> args = {Value(Number(x))};
    return Evaluate(before, "main", args).tensor()->ToDouble(0);
  };
  constexpr double kX = 0.7, kStep = 1e-2;
  std::vector<Value> args = {Value(Number(kX))};
  Value result = Evaluate(after, "main", args);
  CHECK(result.fields()[0].tensor()->ToDouble(0) == Approx(at(kX)));
  double gradient = result.fields()[1].fields()[0].tensor()->ToDouble(0);
  CHECK(gradient == Approx((at(kX + kStep) - at(kX - kStep)) / (2 * kStep)).epsilon(0.01));
  // The result of partial evaluation computes the same.
  IRModule evaluated = InferTypes(Ran("PartialEvaluate", after));
  Value again = Evaluate(evaluated, "main", args);
  CHECK(again.fields()[1].fields()[0].tensor()->ToDouble(0) == Approx(gradient));
}

TEST_CASE("HigherOrderGradient finds the gradients of all sorts of programs", "[gradient]") {
  for (const std::string& text : Programs()) CheckGradient(text);
  CheckGradient(
      "def @main(%x: float32) { multiply(annotation.checkpoint(multiply(%x, exp(%x))), %x) }");
  CheckGradient(
      "def @main(%x: float32) {"
      "  annotation.checkpoint(exp(annotation.checkpoint(multiply(%x, %x)))) }");
  CheckGradient(
      "def @main(%x: float32) {"
      "  let %t = annotation.checkpoint((exp(%x), %x)); multiply(%t.0, %t.1) }");
}

TEST_CASE("gradients of slices and reductions whose lists leave something out", "[gradient]") {
  for (const char* of_three : {
           "sum(strided_slice(%1, begin=[], end=[], strides=[-1], axes=None))",
           "sum(strided_slice(%1, begin=[1], end=[], strides=[-1], axes=None))",
           "sum(strided_slice(%1, begin=[1], end=[-2], strides=[1], slice_mode=\"size\","
           "  axes=None))",
           "sum(%1, axis=[])",
           "mean(%1, axis=[])",
           "max(%1, axis=[])",
       }) {
    CheckGradient(std::string("def @main(%x: float32) {"
                              "  %0 = (exp(%x), %x, multiply(%x, %x)); %1 = stack(%0, axis=0); ") +
                  of_three + " }");
  }
}

TEST_CASE("HigherOrderGradient is that of first order where there is one", "[gradient]") {
  IRModule before = Read(
      "def @main(%x: Tensor[(2, 3), float32], %y: Tensor[(3), float32]) {"
      "  %0 = (multiply(%x, %y), exp(%x)); concatenate((%0.1, exp(%0.0)), axis=1) }");
  IRModule higher = Ran("HigherOrderGradient", before), first = Ran("FirstOrderGradient", before);
  first = InferTypes(first);
  std::vector<Value> args;
  for (const auto& shape : {std::vector<int64_t>{2, 3}, std::vector<int64_t>{3}}) {
    NDArray array = MakeNDArray(shape, DataType::Float(32));
    for (size_t i = 0; i < array->size(); ++i)
      StoreDouble(array, i, 0.25 * static_cast<double>(i + 1));
    args.emplace_back(array);
  }
  Value a = Evaluate(higher, "main", args), b = Evaluate(first, "main", args);
  for (size_t i = 0; i < 2; ++i) {
    NDArray x = a.fields()[1].fields()[i].tensor(), y = b.fields()[1].fields()[i].tensor();
    REQUIRE(x->shape == y->shape);
    for (size_t k = 0; k < x->size(); ++k) CHECK(x->ToDouble(k) == Approx(y->ToDouble(k)));
  }
}

TEST_CASE("HigherOrderGradient of another function than @main", "[gradient]") {
  IRModule before = Read(
      "def @f(%x: float32) -> float32 { multiply(%x, %x) } "
      "def @g(%x: float32) -> float32 { @f(%x) } "
      "def @main(%x: float32) -> float32 { @f(%x) }");
  IRModule after = CreatePass("HigherOrderGradient", {{"function", "g"}})(before);
  CHECK(after->Find("main") == before->Find("main"));
  std::vector<Value> args = {Value(ScalarNDArray(3, DataType::Float(32)))};
  Value result = Evaluate(after, "g", args);
  CHECK(result.fields()[0].tensor()->ToDouble(0) == 9);
  CHECK(result.fields()[1].fields()[0].tensor()->ToDouble(0) == 6);
  CHECK_THROWS_AS(CreatePass("HigherOrderGradient", {{"function", "h"}})(before), DiagnosticError);
}

TEST_CASE("what no kernel computes has no gradient", "[gradient]") {
  auto says = [](const std::string& pass, const std::string& main) -> std::string {
    try {
      Ran(pass.c_str(), Read("def @main" + main));
    } catch (const DiagnosticError& error) {
      return error.diagnostics().front().message.text();
    }
    return "";
  };
  for (const char* pass : {"FirstOrderGradient", "HigherOrderGradient"}) {
    std::string two =
        "(%x: Tensor[(6, 3), float32], %y: Tensor[(4, 3), float32]) { %0 = (%x, %y); ";
    CHECK(says(pass, two + "stack(%0) }") ==
          "the gradient of 'stack' requires tensors of one shape");
    CHECK(says(pass, two + "concatenate(%0) }").empty());
    CHECK(says(pass,
               "(%x: Tensor[(1, 6, 6, 6), float32], %w: Tensor[(1, 3, 3, 3), float32]) { "
               "nn.conv2d(%x, %w, groups=2, kernel_size=[3, 3]) }") ==
          "the gradient of 'nn.conv2d' requires the output channels (1) to be divisible by the "
          "groups (2)");
  }
}

TEST_CASE("HigherOrderGradient says what it does not do", "[gradient]") {
  for (const char* text : {
           "def @main(%x: (float32, float32)) { %x.0 }",
           "def @main[A](%x: A) { %x }",
           "def @main(%x: float32) { let %u = ref(%x); %u }",
       }) {
    CAPTURE(text);
    CHECK_THROWS_AS(Ran("HigherOrderGradient", Read(text)), DiagnosticError);
  }
  std::string deep = "%x";
  for (int i = 0; i < 100; ++i) deep = "annotation.checkpoint(exp(" + deep + "))";
  CHECK_THROWS_AS(Ran("HigherOrderGradient", Read("def @main(%x: float32) { " + deep + " }")),
                  DiagnosticError);
}

}  // namespace
}  // namespace passcope
