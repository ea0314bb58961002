// The metadata section, byte for byte as TVM writes it.
#include "text/metadata.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "diagnostics/diagnostic.h"
#include "ir/structural.h"
#include "ir/virtual_device.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "text/base64.h"
#include "text/parser.h"
#include "text/printer.h"

namespace passcope {
namespace {

std::string Base64(std::string_view bytes, size_t block) {
  std::string out;
  Base64Encoder encoder(&out);
  for (size_t i = 0; i < bytes.size(); i += block) {
    encoder.Append(bytes.data() + i, std::min(block, bytes.size() - i));
  }
  encoder.Finish();
  return out;
}

NDArray Floats(std::initializer_list<float> values) {
  NDArray array = MakeNDArray({static_cast<int64_t>(values.size())}, DataType::Float(32));
  std::memcpy(array->mutable_data(), values.begin(), values.size() * sizeof(float));
  return array;
}

}  // namespace

TEST_CASE("base64", "[metadata]") {
  // The examples of RFC 4648, with blocks of every size.
  for (size_t block = 1; block < 8; ++block) {
    CHECK(Base64("", block).empty());
    CHECK(Base64("f", block) == "Zg==");
    CHECK(Base64("fo", block) == "Zm8=");
    CHECK(Base64("foo", block) == "Zm9v");
    CHECK(Base64("foob", block) == "Zm9vYg==");
    CHECK(Base64("fooba", block) == "Zm9vYmE=");
    CHECK(Base64("foobar", block) == "Zm9vYmFy");
    CHECK(Base64("\xFB\xEF\xBE\xFF\xFF\xFF", block) == "++++////");
  }
}

TEST_CASE("constants share a device, not their types", "[metadata]") {
  // Arrays and text recorded from TVM.
  Expr a = Constant(Floats({0.5f, 0.3f, 0.4f}));
  Expr b = Constant(Floats({0.25f, 0.15f, 0.2f}));
  Expr fields[] = {a, b, a};
  CHECK(PrintExpr(Tuple(fields)) == R"(#[version = "0.0.5"]
(meta[relay.Constant][0], meta[relay.Constant][1], meta[relay.Constant][0])
#[metadata]
{
  "root": 1, 
  "nodes": [
    {
      "type_key": ""
    }, 
    {
      "type_key": "Map", 
      "keys": [
        "relay.Constant"
      ], 
      "data": [2]
    }, 
    {
      "type_key": "Array", 
      "data": [3, 6]
    }, 
    {
      "type_key": "relay.Constant", 
      "attrs": {
        "_checked_type_": "0", 
        "data": "0", 
        "span": "0", 
        "virtual_device_": "4"
      }
    }, 
    {
      "type_key": "VirtualDevice", 
      "attrs": {
        "device_type_int": "-1", 
        "memory_scope": "5", 
        "target": "0", 
        "virtual_device_id": "-1"
      }
    }, 
    {
      "type_key": "runtime.String"
    }, 
    {
      "type_key": "relay.Constant", 
      "attrs": {
        "_checked_type_": "0", 
        "data": "1", 
        "span": "0", 
        "virtual_device_": "4"
      }
    }
  ], 
  "b64ndarrays": [
    "P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQADAAAAAAAAAAwAAAAAAAAAAAAAP5qZmT7NzMw+", 
    "P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQADAAAAAAAAAAwAAAAAAAAAAACAPpqZGT7NzEw+"
  ], 
  "attrs": {"tvm_version": "0.11.dev0"}
})");
}

TEST_CASE("types and spans of constants", "[metadata]") {
  Span span(new SpanNode(Name("from_string"), 6, 6, 22, 40));
  Expr a = WithType(Constant(Floats({1}), span).get(), TensorType(Shape{1}, DataType::Float(32)));
  std::string text = PrintExpr(a);
  CHECK(
      text.find(R"(meta[relay.Constant][0] /* ty=Tensor[(1), float32] span=from_string:6:22 */)") !=
      std::string::npos);
  CHECK(text.find(R"(      "attrs": {
        "_checked_type_": "8", 
        "data": "0", 
        "span": "6", 
        "virtual_device_": "4"
      }
)") != std::string::npos);
  CHECK(text.find(R"(    {
      "type_key": "Span", 
      "attrs": {
        "column": "22", 
        "end_column": "40", 
        "end_line": "6", 
        "line": "6", 
        "source_name": "7"
      }
    }, 
    {
      "type_key": "SourceName", 
      "repr_str": "from_string"
    }, 
    {
      "type_key": "relay.TensorType", 
      "attrs": {
        "dtype": "float32", 
        "shape": "9", 
        "span": "0"
      }
    }, 
    {
      "type_key": "Array", 
      "data": [10]
    }, 
    {
      "type_key": "IntImm", 
      "attrs": {
        "dtype": "int32", 
        "span": "0", 
        "value": "1"
      }
    }
  ])") != std::string::npos);
}

TEST_CASE("long lists break into lines from eleven elements on", "[metadata]") {
  auto section = [](size_t count) {
    std::vector<Expr> fields;
    for (size_t i = 0; i < count; ++i) fields.push_back(Constant(Floats({1})));
    return PrintExpr(Tuple(fields));
  };
  CHECK(section(10).find("\"data\": [3, 6, 7, 8, 9, 10, 11, 12, 13, 14]\n") != std::string::npos);
  CHECK(section(11).find("\"data\": [\n        3, \n        6, \n") != std::string::npos);
}

TEST_CASE("symbolic dimensions", "[metadata]") {
  Type type = TensorType(Shape{Dim::Symbol("n"), Dim::Symbol("t"), 100}, DataType::Float(32));
  Expr x = Var("x", type);
  Expr y = Var("y", type);
  Expr params[] = {x, y};
  std::string text = PrintExpr(Function(params, x));
  CHECK(
      text.substr(21) ==
      R"(fn (%x: Tensor[(meta[tir.SizeVar][0], meta[tir.SizeVar][1], 100), float32], %y: Tensor[(meta[tir.SizeVar][0], meta[tir.SizeVar][1], 100), float32]) {
  %x
}
#[metadata]
{
  "root": 1, 
  "nodes": [
    {
      "type_key": ""
    }, 
    {
      "type_key": "Map", 
      "keys": [
        "tir.SizeVar"
      ], 
      "data": [2]
    }, 
    {
      "type_key": "Array", 
      "data": [3, 6]
    }, 
    {
      "type_key": "tir.SizeVar", 
      "attrs": {
        "dtype": "int32", 
        "name": "4", 
        "span": "0", 
        "type_annotation": "5"
      }
    }, 
    {
      "type_key": "runtime.String", 
      "repr_str": "n"
    }, 
    {
      "type_key": "PrimType", 
      "attrs": {"dtype": "int32"}
    }, 
    {
      "type_key": "tir.SizeVar", 
      "attrs": {
        "dtype": "int32", 
        "name": "7", 
        "span": "0", 
        "type_annotation": "8"
      }
    }, 
    {
      "type_key": "runtime.String", 
      "repr_str": "t"
    }, 
    {
      "type_key": "PrimType", 
      "attrs": {"dtype": "int32"}
    }
  ], 
  "b64ndarrays": [], 
  "attrs": {"tvm_version": "0.11.dev0"}
})");
}

TEST_CASE("integers at the ends of 64 bits", "[metadata]") {
  for (const char* axis : {"9223372036854775807", "-9223372036854775808", "4611686018427387905"}) {
    CAPTURE(axis);
    std::string text = std::string(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2), float32], %i: Tensor[(2), int32]) {
  scatter_add(%x, %i, %x, axis=)") +
                       axis + ")\n}\n";
    IRModule module = ParseModule(text, "input");
    std::string printed = PrintModule(module);
    CHECK(printed.find(axis) != std::string::npos);
    CHECK(StructuralEqual(ParseModule(printed, "again"), module));
  }
  // Larger integers are not accepted.
  std::string text = PrintModule(ParseModule(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2), float32], %i: Tensor[(2), int32]) {
  scatter_add(%x, %i, %x, axis=9223372036854775807)
}
)",
                                             "input"));
  text.replace(text.find("9223372036854775807"), 19, "9223372036854775808");
  CHECK_THROWS_AS(ParseModule(text, "input"), DiagnosticError);
}

TEST_CASE("the remark stands only where there is metadata", "[metadata]") {
  Expr c = Constant(Floats({1}));
  PrintOptions without = PrintOptions::WithoutMetaData();
  CHECK(PrintModule(ModuleFromExpr(c), without) ==
        "#[version = \"0.0.5\"]\n"
        "def @main() {\n"
        "  meta[relay.Constant][0]\n"
        "}\n"
        "\n"
        "/* For debugging purposes the metadata section has been omitted.\n"
        " * If you would like to see the full metadata section you can set the \n"
        " * option to `True` when invoking `astext`. \n"
        " */");
  CHECK(PrintModule(ModuleFromExpr(Var("x")), without) ==
        "#[version = \"0.0.5\"]\ndef @main(%x) {\n  %x\n}\n");
}

TEST_CASE("virtual devices are nodes of their own", "[metadata]") {
  AttrsNode* attrs = MakeAttrs<DeviceCopyAttrs>();
  Attrs keep(attrs);
  const AttrField* from = attrs->schema()->Find("src_virtual_device");
  const AttrField* to = attrs->schema()->Find("dst_virtual_device");
  REQUIRE(attrs->Set(*from, ToAttrValue(VirtualDevice{1, 0, ""})));
  REQUIRE(attrs->Set(*to, ToAttrValue(VirtualDevice{2, 3, "global"})));
  IRModule module =
      ModuleFromExpr(CallOp("device_copy", {Var("x", ScalarType(DataType::Int(32)))}, keep));
  std::string text = PrintModule(module);
  CHECK(text.find("device_copy(%x, src_virtual_device=meta[VirtualDevice][0], "
                  "dst_virtual_device=meta[VirtualDevice][1])") != std::string::npos);
  CHECK(StructuralEqual(ParseModule(text, "text"), module));
  CHECK(PrintExpr(module->Lookup("main"), PrintOptions::WithoutMetaData())
            .find("src_virtual_device=VirtualDevice(device_type=1, virtual_device_id=0), "
                  "dst_virtual_device=VirtualDevice(device_type=2, virtual_device_id=3, "
                  "memory_scope='global'))") != std::string::npos);
}

TEST_CASE("dictionaries become maps", "[metadata]") {
  DictAttrs attrs = WithAttr(
      nullptr, "config",
      AttrValue(AttrDict{{"a", AttrValue(1)}, {"b", AttrValue("\n")}, {"c", AttrValue()}}));
  std::string text = PrintExpr(Function({}, Var("x"), nullptr, {}, attrs));
  CHECK(text.find("fn (config=meta[Map][0]) {") != std::string::npos);
  CHECK(text.find(R"(    {
      "type_key": "Map", 
      "keys": [
        "a", 
        "b", 
        "c"
      ], 
      "data": [
)") == std::string::npos);
  CHECK(text.find(R"("data": [4, 5, 0])") != std::string::npos);
  // Not printable: base64 of the length and the bytes.
  CHECK(text.find(R"("repr_b64": "AQAAAAAAAAAK")") != std::string::npos);
}

TEST_CASE("a text without its metadata is read back with another module's constants",
          "[metadata]") {
  Expr a = Constant(Floats({1, 2}));
  Expr b = Constant(Floats({3, 4}));
  IRModule module = ModuleFromExpr(Function({}, CallOp("add", {a, b})));
  std::string text = PrintModule(module, PrintOptions::WithoutMetaData());
  std::vector<NDArray> constants = PrintedConstants(module);
  REQUIRE(constants.size() == 2);

  IRModule back = ParseModule(text, "edited", constants);
  PrintOptions spanless;
  spanless.show_spans = false;
  CHECK(PrintModule(back, spanless) == PrintModule(module, spanless));
  // Shared, not copied.
  CHECK(PrintedConstants(back)[1].get() == constants[1].get());

  CHECK_THROWS_AS(ParseModule(text, "edited"), DiagnosticError);
  std::string beyond = "#[version = \"0.0.5\"]\ndef @main() { meta[relay.Constant][2] }";
  CHECK_THROWS_AS(ParseModule(beyond, "edited", constants), DiagnosticError);
  // The text's own section has priority.
  std::string full = PrintModule(module);
  std::vector<NDArray> others = {Floats({9, 9}), Floats({9, 9})};
  CHECK(PrintModule(ParseModule(full, "full", others), spanless) == full);
}

}  // namespace passcope
