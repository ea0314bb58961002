// Syntax errors of places that other tests do not reach: programs and a part of their messages.
#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "text/parser.h"

namespace passcope {
namespace {

struct Wrong {
  const char* text;  // Without the version of the text format.
  const char* says;
};

void CheckSays(const Wrong& wrong) {
  INFO(wrong.text);
  try {
    ParseModule(std::string("#[version = \"0.0.5\"]\n") + wrong.text, "test");
  } catch (const DiagnosticError& error) {
    CHECK_THAT(error.what(), Catch::Contains(wrong.says));
    return;
  }
  FAIL("no error");
}

TEST_CASE("syntax errors say in which part of a program they are", "[parser][diagnostics]") {
  for (const Wrong& wrong : std::initializer_list<Wrong>{
           {"def @main() { free_var 1 }", "after `free_var`"},
           {"def @main() { free_var %x: int32 1 }", "after a free variable"},
           {"def @main() { 1.5f7 }", "f, f16, f32 or f64"},
           {"def @main() { 1x }", "after the digits of a number"},
           {"def @main() { nn.relu(1, x=\"a", "no closing quote"},
           {"%99999999999999999999", "2^56"},
           {"def @main(%x: (int32, int32 int32)) { 1 }", "in a type"},
           {"def @main(%x: Tensor[(1), 3]) { 1 }", "a data type such as `float32`"},
           {"def @main(%x: Tensor[(1 2), float32]) { 1 }", "after the shape of a tensor type"},
           {"def @main(%x: Tensor[(1), float32) { 1 }", "after the data type of a tensor type"},
           {"def @main(%x: fn int32) { 1 }", "before the argument types of a function type"},
           {"def @main(%x: fn (int32) int32) { 1 }", "before the result of a function type"},
           {"def @main(%x: ref int32) { 1 }", "after `ref`"},
           {"def @main(%x: ref(int32, int32)) { 1 }", "after the type of a reference"},
           {"type 1", "after `type`"},
           {"type T { A, B", "after the constructors of a type"},
           {"type T[A] { B }\ndef @main(%x: T[int32, int32]) { 1 }", "takes 1 type"},
           {"def @main(%x: ref(int32)) { ref_write(%x 1) }", "between the reference and the value"},
           {"def @main() { ({ 1 ) }", "after a block"},
           {"def @main() { nn.softmax(1f, axis=\"a\") }", "an integer"},
           {"def @main() { cast(1f, dtype=3) }", "a data type in quotes"},
           {"def @main() { nn.dropout(1f, rate=True) }", "a number"},
           {"type T[A, B] { C }\ndef @main(%x: T[int32]) { 1 }", "takes 2 types"},
           {"def @main() { take(1f, 1, axis=\"a\") }", "an integer or None"},
           {"def @main() { sum(1f, keepdims=\"a\") }", "True or False"},
           {"def @main() { squeeze(1f, axis=[0 1]) }", "after the values of an attribute"},
       }) {
    CheckSays(wrong);
  }
}

// A program with a constant or a dimension from a metadata section with these nodes, which follow
// an empty node.
std::string WithNodes(const std::string& type_key, const std::string& nodes) {
  bool is_constant = type_key == "relay.Constant";
  std::string use = "meta[" + type_key + "][0]";
  return (is_constant ? "def @main() { " + use + " }"
                      : "def @main(%x: Tensor[(" + use + "), float32]) { %x }") +
         "\n#[metadata]\n{\"root\": 1, \"nodes\": [{\"type_key\": \"\"}, {\"type_key\": \"Map\", "
         "\"keys\": [\"" +
         type_key + "\"], \"data\": [2]}, {\"type_key\": \"Array\", \"data\": [3]}" + nodes +
         "], \"b64ndarrays\": []}";
}

TEST_CASE("mistakes in a metadata section name its part", "[parser][metadata][diagnostics]") {
  const std::string constant = "def @main() { meta[relay.Constant][0] }\n#[metadata]\n";
  const std::string int_key = R"(, {"type_key": "IntImm", "attrs": {"dtype": "int32", "value": ")";
  std::string deep;
  for (int i = 3; i < 300; ++i) {
    std::string next = std::to_string(i + 1);
    deep += R"(, {"type_key": "tir.Add", "attrs": {"a": ")" + next + R"(", "b": ")" + next + "\"}}";
  }
  const std::pair<std::string, const char*> rows[] = {
      {constant + R"({"root": 0, "nodes": []})", "no nodes"},
      {constant + R"({"root": 0, "nodes": [{"type_key": ""}]})", "it is empty"},
      {constant + R"({"root": 0, "nodes": [{"type_key": ""}]} x)", "after the metadata section"},
      {constant + R"({"root": 0, "nodes": [{"type_key": "", "repr_str": "\q"}]})", "escape `\\q`"},
      {constant + R"({"root": 0, "other": ])", "expected a value"},
      {WithNodes("relay.Constant", R"(, {"type_key": "relay.Constant"})"), "has no `data`"},
      {WithNodes("relay.Constant", int_key + "1\"}}"), "IntImm"},
      {WithNodes("relay.Constant", R"(, {"type_key": "relay.Constant", "attrs": {"data": "7"}})"),
       "tensor 7"},
      {WithNodes("IntImm", int_key + "-1\"}}"), "`-1`"},
      {WithNodes("tir.Call", R"(, {"type_key": "tir.Call"})"), "tir.Call"},
      {WithNodes("tir.Add", deep), "deep"},
  };
  for (const auto& [text, says] : rows) CheckSays({text.c_str(), says});
}

}  // namespace
}  // namespace passcope
