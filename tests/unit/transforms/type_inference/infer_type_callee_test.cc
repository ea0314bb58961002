// Type inference of calls of local functions whose parameter types match their arguments without
// being equal.
#include <catch2/catch.hpp>
#include <string>

#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

std::string Typed(const std::string& text) {
  PrintOptions options;
  options.show_spans = false;
  return PrintModule(InferTypes(ParseModule("#[version = \"0.0.5\"]\n" + text, "test")), options);
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a parameter takes the width of the sizes that it is given", "[infer_type]") {
  std::string text = Typed(
      "def @main(%x: Tensor[(2, 3), float32]) {\n"
      "  %0 = fn (%p: Tensor[(2i64, 3i64), float32]) { nn.relu(%p) };\n"
      "  %0(%x)\n}\n");
  CAPTURE(text);
  CHECK(Has(text,
            "fn (%p: Tensor[(2, 3), float32] /* ty=Tensor[(2, 3), float32] */) -> "
            "Tensor[(2, 3), float32] {"));
  CHECK(Has(text, "nn.relu(%p) /* ty=Tensor[(2, 3), float32] */"));
  CHECK(Has(text, "%0(%x) /* ty=Tensor[(2, 3), float32] */"));
}

TEST_CASE("so does that of a function that a let binds", "[infer_type]") {
  std::string text = Typed(
      "def @main(%x: Tensor[(2, 3), float32]) {\n"
      "  let %f = fn (%p: Tensor[(2i64, 3i64), float32]) { nn.relu(%p) };\n"
      "  %f(%x)\n}\n");
  CAPTURE(text);
  CHECK(Has(text, "%f(%x) /* ty=Tensor[(2, 3), float32] */"));
  CHECK(!Has(text, "nn.relu(%p) /* ty=Tensor[(2i64, 3i64), float32] */"));
}

TEST_CASE("what a body gives takes the place of what is declared and agrees", "[infer_type]") {
  std::string text = Typed(
      "def @main(%x: Tensor[(2, 3), float32]) -> Tensor[(2i64, 3), float32] {\n"
      "  nn.relu(%x)\n}\n");
  CAPTURE(text);
  CHECK(Has(text, ") -> Tensor[(2, 3), float32] {"));
}

TEST_CASE("calls that disagree about a width end the inference", "[infer_type]") {
  std::string text = Typed(
      "def @main(%x: Tensor[(2), float32], %y: Tensor[(2i64), float32]) {\n"
      "  let %f = fn (%p: Tensor[(2), float32]) { nn.relu(%p) };\n"
      "  add(%f(%x), %f(%y))\n}\n");
  CAPTURE(text);
  CHECK(Has(text, "add("));
}

}  // namespace
}  // namespace passcope
