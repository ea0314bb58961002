// Programs that the parser refuses, with the kind and a part of each message.
#include <initializer_list>
#include <string>

#include "diagnostics/diagnostic.h"
#include "text/parser.h"
#include "unit/refused.h"

namespace passcope {
namespace {

struct Wrong {
  DiagKind kind;
  std::string text;  // Without the version of the text format.
  const char* says;
};

void CheckParsing(const Wrong& wrong) {
  INFO(wrong.text);
  CheckRefused([&] { ParseModule("#[version = \"0.0.5\"]\n" + wrong.text, "test"); }, wrong.kind,
               wrong.says);
}

TEST_CASE("syntax errors say in which part of a program they are", "[parser][diagnostics]") {
  for (const Wrong& wrong : std::initializer_list<Wrong>{
           {DiagKind::kSyntax, "def @main() { free_var 1 }", "after `free_var`"},
           {DiagKind::kSyntax, "def @main() { free_var %x: int32 1 }", "after a free variable"},
           {DiagKind::kInvalidNumber, "def @main() { 1.5f7 }", "f, f16, f32 or f64"},
           {DiagKind::kInvalidNumber, "def @main() { 1x }", "after the digits of a number"},
           {DiagKind::kSyntax, "def @main() { nn.relu(1, x=\"a", "no closing quote"},
           {DiagKind::kInvalidNumber, "%99999999999999999999", "2^56"},
           {DiagKind::kSyntax, "def @main(%x: (int32, int32 int32)) { 1 }", "in a type"},
           {DiagKind::kSyntax, "def @main(%x: Tensor[(1), 3]) { 1 }",
            "a data type such as `float32`"},
           {DiagKind::kSyntax, "def @main(%x: Tensor[(1 2), float32]) { 1 }",
            "after the shape of a tensor type"},
           {DiagKind::kSyntax, "def @main(%x: Tensor[(1), float32) { 1 }",
            "after the data type of a tensor type"},
           {DiagKind::kSyntax, "def @main(%x: fn int32) { 1 }",
            "before the argument types of a function type"},
           {DiagKind::kSyntax, "def @main(%x: fn (int32) int32) { 1 }",
            "before the result of a function type"},
           {DiagKind::kSyntax, "def @main(%x: ref int32) { 1 }", "after `ref`"},
           {DiagKind::kSyntax, "def @main(%x: ref(int32, int32)) { 1 }",
            "after the type of a reference"},
           {DiagKind::kSyntax, "type 1", "after `type`"},
           {DiagKind::kSyntax, "type T { A, B", "after the constructors of a type"},
           {DiagKind::kArity, "type T[A] { B }\ndef @main(%x: T[int32, int32]) { 1 }",
            "takes 1 type"},
           {DiagKind::kSyntax, "def @main(%x: ref(int32)) { ref_write(%x 1) }",
            "between the reference and the value"},
           {DiagKind::kSyntax, "def @main() { ({ 1 ) }", "after a block"},
           {DiagKind::kBadAttribute, "def @main() { nn.softmax(1f, axis=\"a\") }", "an integer"},
           {DiagKind::kBadAttribute, "def @main() { cast(1f, dtype=3) }", "a data type in quotes"},
           {DiagKind::kBadAttribute, "def @main() { nn.dropout(1f, rate=True) }", "a number"},
           {DiagKind::kArity, "type T[A, B] { C }\ndef @main(%x: T[int32]) { 1 }", "takes 2 types"},
           {DiagKind::kBadAttribute, "def @main() { take(1f, 1, axis=\"a\") }",
            "an integer or None"},
           {DiagKind::kBadAttribute, "def @main() { sum(1f, keepdims=\"a\") }", "True or False"},
           {DiagKind::kSyntax, "def @main() { squeeze(1f, axis=[0 1]) }",
            "after the values of an attribute"},
           {DiagKind::kSyntax, "def @main() { 1\n#[metadata]\n{}", "the metadata section"},
       }) {
    CheckParsing(wrong);
  }
}

// `program` with a metadata section of these nodes, which follow an empty node.
std::string WithNodes(const std::string& program, const std::string& type_key,
                      const std::string& nodes) {
  return program +
         "\n#[metadata]\n{\"root\": 1, \"nodes\": [{\"type_key\": \"\"}, {\"type_key\": \"Map\", "
         "\"keys\": [\"" +
         type_key + "\"], \"data\": [2]}, {\"type_key\": \"Array\", \"data\": [3]}" + nodes +
         "], \"b64ndarrays\": []}";
}
// A program with a constant or a dimension from such a section.
std::string WithNodes(const std::string& type_key, const std::string& nodes) {
  std::string use = "meta[" + type_key + "][0]";
  return WithNodes(type_key == "relay.Constant"
                       ? "def @main() { " + use + " }"
                       : "def @main(%x: Tensor[(" + use + "), float32]) { %x }",
                   type_key, nodes);
}
// A program with a value from such a section.
std::string WithValue(const std::string& type_key, const std::string& nodes) {
  return WithNodes("def @main(given=meta[" + type_key + "][0]) { 1 }", type_key, nodes);
}
// A program with attributes from such a section.
std::string WithAttrs(const std::string& attrs) {
  const std::string type_key = "relay.attrs.SoftmaxAttrs";
  return WithNodes("def @main() { nn.softmax(1f, meta[" + type_key + "][0]) }", type_key,
                   ", {\"type_key\": \"" + type_key + "\", \"attrs\": " + attrs + "}");
}

TEST_CASE("mistakes in a metadata section name its part", "[parser][metadata][diagnostics]") {
  const std::string constant = "def @main() { meta[relay.Constant][0] }\n#[metadata]\n";
  const std::string int_key = R"(, {"type_key": "IntImm", "attrs": {"dtype": "int32", "value": ")";
  std::string deep, nested, shared;
  for (int i = 3; i < 300; ++i) {
    std::string next = std::to_string(i + 1);
    deep += R"(, {"type_key": "tir.Add", "attrs": {"a": ")" + next + R"(", "b": ")" + next + "\"}}";
    nested += R"(, {"type_key": "Array", "data": [)" + next + "]}";
    if (i < 40) shared += R"(, {"type_key": "Array", "data": [)" + next + ", " + next + "]}";
  }
  const std::string device =
      R"(, {"type_key": "VirtualDevice", "attrs": {"device_type_int": "2", "memory_scope": "0", )"
      R"("virtual_device_id": "0"}})";
  const Wrong rows[] = {
      {DiagKind::kBadMetadata, constant + R"({"root": 0, "nodes": []})", "no nodes"},
      {DiagKind::kBadMetadata, constant + R"({"root": 0, "nodes": [{"type_key": ""}]})",
       "it is empty"},
      {DiagKind::kBadMetadata, constant + R"({"root": 0, "nodes": [{"type_key": ""}]} x)",
       "after the metadata section"},
      {DiagKind::kBadMetadata,
       constant + R"({"root": 0, "nodes": [{"type_key": "", "repr_str": "\q"}]})", "escape `\\q`"},
      {DiagKind::kBadMetadata, constant + R"({"root": 0, "other": ])", "expected a value"},
      {DiagKind::kBadMetadata, WithNodes("relay.Constant", R"(, {"type_key": "relay.Constant"})"),
       "has no `data`"},
      {DiagKind::kUnsupported, WithNodes("relay.Constant", int_key + "1\"}}"), "IntImm"},
      {DiagKind::kBadMetadata,
       WithNodes("relay.Constant", R"(, {"type_key": "relay.Constant", "attrs": {"data": "7"}})"),
       "tensor 7"},
      {DiagKind::kBadMetadata, WithNodes("IntImm", int_key + "-1\"}}"), "`-1`"},
      {DiagKind::kUnsupported, WithNodes("tir.Call", R"(, {"type_key": "tir.Call"})"), "tir.Call"},
      {DiagKind::kBadMetadata, WithNodes("tir.Add", deep), "deep"},
      {DiagKind::kUnsupported, WithValue("relay.Call", R"(, {"type_key": "relay.Call"})"),
       "as a value"},
      {DiagKind::kBadMetadata, WithValue("Array", nested), "a value in the metadata section"},
      {DiagKind::kBadMetadata, WithValue("Array", shared + R"(, {"type_key": ""})"),
       "4194304 items"},
      {DiagKind::kBadMetadata,
       WithValue("FloatImm", R"(, {"type_key": "FloatImm", "attrs": {"value": "1.x"}})"),
       "`1.x` in the metadata section is not a number"},
      {DiagKind::kBadMetadata,
       WithValue("Map", R"(, {"type_key": "Map", "keys": ["a"], "data": []})"),
       "1 keys and 0 values"},
      {DiagKind::kBadMetadata, WithAttrs(R"({"axes": "1"})"), "has no attribute `axes`"},
      {DiagKind::kBadMetadata, WithAttrs(R"({"axis": "x"})"), "has the wrong type"},
      {DiagKind::kSyntax,
       WithNodes("def @main(%x {virtual_device=meta[VirtualDevice][0] 1}: int32) { %x }",
                 "VirtualDevice", device),
       "after the device of a parameter"},
  };
  for (const Wrong& wrong : rows) CheckParsing(wrong);
}

}  // namespace
}  // namespace passcope
