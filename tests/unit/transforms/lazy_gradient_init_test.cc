// LazyGradientInit.
#include "pass/registry.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

IRModule Lazy(const IRModule& module) { return RunPass(CreatePass("LazyGradientInit"), module); }

TEST_CASE("LazyGradientInit keeps what a program computes", "[lazy_gradient_init]") {
  for (const char* text : {
           "def @main(%x: Tensor[(3, 4), float32]) { add(%x, multiply(%x, ones_like(%x))) }",
           "def @main(%x: Tensor[(3, 4), float32]) { add(multiply(%x, zeros_like(%x)), %x) }",
           "def @main(%x: Tensor[(3, 4), float32]) { multiply(zeros_like(%x), exp(%x)) }",
           "def @main(%x: Tensor[(3, 4), float32], %y: Tensor[(4), float32]) {"
           "  let %a = add(%x, %y); (%a, multiply(%a, 2f)) }",
           "def @main(%x: (Tensor[(2), float32], Tensor[(2), float32])) { add(%x.0, %x.1) }",
           "def @main(%x: Tensor[(4), float32]) {"
           "  %0 = split(%x, indices_or_sections=2); concatenate((%0.1, %0.0)) }",
           "def @main(%x: Tensor[(2), float32], %y: float32) {"
           "  if (less(%y, 0.5f)) { %x } else { add(%x, %x) } }",
       }) {
    CAPTURE(text);
    IRModule before = Read(text);
    IRModule after = Lazy(before);
    CHECK(after->FindType(Name("GradCell")));
    CHECK(As<FunctionNode>(after->Lookup("main"))->checked_type() ==
          As<FunctionNode>(before->Lookup("main"))->checked_type());
    CHECK(Lazy(after) == after);
    if (std::string(text).find("%x: (") == std::string::npos) CheckSameResults(before, after);
  }
}

TEST_CASE("LazyGradientInit makes zeros and ones only by functions", "[lazy_gradient_init]") {
  std::string text = Write(
      Lazy(Read("def @main(%x: Tensor[(3), float32]) { multiply(zeros_like(%x), ones(shape=[3], "
                "dtype=\"float32\")) }")));
  CHECK(text.find("Zero(%") != std::string::npos);
  CHECK(text.find("One(%") != std::string::npos);
  CHECK(text.find("@MultiplyGradCell(") != std::string::npos);
}

TEST_CASE("LazyGradientInit leaves functions of references and functions alone",
          "[lazy_gradient_init]") {
  IRModule before = Read(
      "def @write(%r: ref(Tensor[(2), float32]), %x: Tensor[(2), float32]) { "
      "ref_write(%r, add(%x, %x)) } "
      "def @apply(%f: fn (Tensor[(2), float32]) -> Tensor[(2), float32], "
      "%x: Tensor[(2), float32]) { %f(%x) } "
      "def @make(%x: Tensor[(2), float32]) { ref(%x) } "
      "def @nested(%x: (Tensor[(2), float32], ref(float32))) { %x.0 } "
      "def @main(%x: Tensor[(2), float32]) { add(%x, %x) }");
  IRModule after = Lazy(before);
  for (const char* name : {"write", "apply", "make", "nested"}) {
    CAPTURE(name);
    CHECK(after->Find(name) == before->Find(name));
  }
  CHECK(after->Find("main") != before->Find("main"));
}

}  // namespace
}  // namespace passcope
