// Syntax errors of places that other tests do not reach: programs and a part of their messages.
#include <catch2/catch.hpp>
#include <string>

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

}  // namespace
}  // namespace passcope
