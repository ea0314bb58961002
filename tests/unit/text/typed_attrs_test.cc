// Attributes that contain their own type, and fields that are nodes of the metadata.
#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

IRModule Read(const std::string& functions) {
  return ParseModule("#[version = \"0.0.5\"]\n" + functions, "test");
}

TEST_CASE("a call of a local function has attributes of a type that it names", "[parser]") {
  IRModule module = Read(
      "def @main(%f: fn (int32) -> int32, %x: int32) {"
      "  %f(%x, axis=2, attrs_type_key=\"relay.attrs.SoftmaxAttrs\") }");
  const auto* call = As<CallNode>(module->Find("main")->body());
  REQUIRE(As<SoftmaxAttrs>(call->attrs));
  CHECK(As<SoftmaxAttrs>(call->attrs)->axis == 2);
  std::string text = PrintModule(InferTypes(module));
  CHECK(text.find("%f(%x, axis=2, attrs_type_key=\"relay.attrs.SoftmaxAttrs\")") !=
        std::string::npos);
  CHECK(StructuralEqual(InferTypes(ParseModule(text, "test")), InferTypes(module)));
}

TEST_CASE("attributes of a call of a local function need a type", "[parser]") {
  for (const char* attrs : {"axis=2", "axis=2, attrs_type_key=\"relay.attrs.NoSuchAttrs\"",
                            "no=2, attrs_type_key=\"relay.attrs.SoftmaxAttrs\"",
                            "axis=\"x\", attrs_type_key=\"relay.attrs.SoftmaxAttrs\""}) {
    CAPTURE(attrs);
    CHECK_THROWS_AS(Read(std::string("def @main(%f: fn (int32) -> int32, %x: int32) { %f(%x, ") +
                         attrs + ") }"),
                    DiagnosticError);
  }
}

TEST_CASE("integers that TVM keeps as objects are nodes of the metadata", "[metadata]") {
  IRModule module = InferTypes(
      Read("def @main(%x: Tensor[(2, 2), float32], %i: Tensor[(2, 2), int64]) {"
           "  scatter_add(%x, %i, %x, meta[relay.attrs.ScatterAddAttrs][0]) }\n"
           "#[metadata]\n"
           "{\"root\": 1, \"nodes\": [{\"type_key\": \"\"},"
           " {\"type_key\": \"Map\", \"keys\": [\"relay.attrs.ScatterAddAttrs\"], \"data\": [2]},"
           " {\"type_key\": \"Array\", \"data\": [3]},"
           " {\"type_key\": \"relay.attrs.ScatterAddAttrs\", \"attrs\": {\"axis\": \"4\"}},"
           " {\"type_key\": \"IntImm\", \"attrs\": {\"dtype\": \"int32\", \"span\": \"0\","
           " \"value\": \"1\"}}],"
           " \"b64ndarrays\": [], \"attrs\": {\"tvm_version\": \"0.11.0\"}}"));
  const auto* call = As<CallNode>(module->Find("main")->body());
  CHECK(As<ScatterAddAttrs>(call->attrs)->axis == 1);
  IRModule again = InferTypes(ParseModule(PrintModule(module), "test"));
  const auto* read = As<CallNode>(again->Find("main")->body());
  CHECK(As<ScatterAddAttrs>(read->attrs)->axis == 1);
}

}  // namespace
}  // namespace passcope
