// Integers in attributes and their types.
#include "ir/attrs.h"

#include <catch2/catch.hpp>
#include <string>

#include "ir/int_attrs.h"
#include "ir/structural.h"
#include "op/attrs_tensor.h"
#include "text/parser.h"
#include "text/printer.h"

namespace passcope {
namespace {

Attrs Shaped(std::vector<int64_t> shape, bool int64) {
  auto* attrs = MakeAttrs<InitOpAttrs>();
  attrs->shape = std::move(shape);
  attrs->shape_int64 = int64;
  return Attrs(attrs);
}

std::string Printed(const IRModule& module) {
  PrintOptions options;
  options.show_spans = false;
  return PrintModule(module, options);
}

std::string WithBody(const std::string& body) {
  return "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(4, 8), float32]) {\n  " + body + "\n}\n";
}

TEST_CASE("An integer beyond int32 is of type int64, whatever the flag says", "[attrs]") {
  const int64_t large = 3'000'000'000;
  CHECK(AttrsEqual(Shaped({large}, true), Shaped({large}, false)));
  CHECK(AttrsHash(Shaped({large}, true)) == AttrsHash(Shaped({large}, false)));
  CHECK_FALSE(AttrsEqual(Shaped({large, 2}, true), Shaped({large, 2}, false)));
  CHECK_FALSE(AttrsEqual(Shaped({2}, true), Shaped({2}, false)));
  CHECK(IsBeyondInt32(int64_t{1} << 31));
  CHECK_FALSE(IsBeyondInt32(-(int64_t{1} << 31)));
}

TEST_CASE("Integers beyond int32 are printed with their type and read back", "[attrs]") {
  for (const char* shape : {"[3000000000, 2]", "[3000000000i64, 2]"}) {
    IRModule module = ParseModule(
        WithBody("zeros(shape=" + std::string(shape) + ", dtype=\"float32\")"), "input");
    std::string text = Printed(module);
    CAPTURE(text);
    CHECK(text.find("shape=[3000000000i64, 2]") != std::string::npos);
    CHECK(StructuralEqual(module, ParseModule(text, "again")));
  }
  IRModule narrow = ParseModule(WithBody("zeros(shape=[3i64, 2], dtype=\"float32\")"), "input");
  CHECK(Printed(narrow).find("shape=[3i64, 2i64]") != std::string::npos);
}

TEST_CASE("An integer near the least one is no symbolic dimension", "[attrs]") {
  Dim symbol = Dim::Symbol("n");
  CHECK(IsRawOfSymbol(symbol.raw()));
  CHECK_FALSE(IsRawOfSymbol(0));
  IRModule module = ParseModule(WithBody("strided_slice(%x, begin=[-9223372036854775807, 0], "
                                         "end=[4, 8], strides=[1, 1], axes=None)"),
                                "input");
  std::string text = Printed(module);
  CAPTURE(text);
  CHECK(text.find("begin=[-9223372036854775807i64, 0]") != std::string::npos);
  CHECK(StructuralEqual(module, ParseModule(text, "again")));
}

}  // namespace
}  // namespace passcope
