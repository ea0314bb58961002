// Type inference of types that match without being equal: as in TVM, their common type replaces
// both, everywhere.
#include <catch2/catch.hpp>
#include <string>

#include "ir/structural.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

IRModule Parsed(const std::string& text) {
  return ParseModule("#[version = \"0.0.5\"]\n" + text, "test");
}

std::string Text(const IRModule& module) {
  PrintOptions options = PrintOptions::Str();
  options.show_spans = false;
  return PrintModule(module, options);
}

std::string Typed(const std::string& text) { return Text(InferTypes(Parsed(text))); }

TEST_CASE("the branches of an if have one type", "[infer_type]") {
  CHECK(Typed("def @main(%c: bool, %x: Tensor[(3, 2), float32], %y: Tensor[(?, 2), float32]) {\n"
              "  if (%c) { add(%x, %x) } else { %y }\n}\n") ==
        "def @main(%c: bool /* ty=bool */, %x: Tensor[(3, 2), float32] "
        "/* ty=Tensor[(3, 2), float32] */, %y: Tensor[(?, 2), float32] "
        "/* ty=Tensor[(?, 2), float32] */) -> Tensor[(?, 2), float32] {\n"
        "  if (%c) {\n"
        "    add(%x, %x) /* ty=Tensor[(?, 2), float32] */\n"
        "  } else {\n"
        "    %y\n"
        "  }\n"
        "}\n");
}

TEST_CASE("a variable keeps the type that its branch shares", "[infer_type]") {
  std::string text = Typed(
      "def @main(%c: bool, %x: Tensor[(3, 2), float32], %y: Tensor[(?, 2), float32]) {\n"
      "  let %t = (%x, %y);\n"
      "  if (%c) { %t.0 } else { %t.1 }\n}\n");
  CAPTURE(text);
  CHECK(text.find("%x: Tensor[(?, 2), float32]") != text.npos);
  CHECK(text.find("Tensor[(3, 2)") == text.npos);
}

TEST_CASE("the value of a let has the type that the let declares", "[infer_type]") {
  std::string text = Typed(
      "def @main(%x: Tensor[(3, 2), float32]) {\n"
      "  let %z: Tensor[(?, 2), float32] = add(%x, %x);\n"
      "  add(%z, %z)\n}\n");
  CAPTURE(text);
  CHECK(text.find("= add(%x, %x) /* ty=Tensor[(?, 2), float32] */;") != text.npos);
  CHECK(text.find("  add(%z, %z) /* ty=Tensor[(?, 2), float32] */") != text.npos);
  CHECK(text.find("%x: Tensor[(3, 2), float32]") != text.npos);
}

TEST_CASE("the result of an identity is its argument's type", "[infer_type]") {
  std::string text = Typed(
      "def @main(%x: Tensor[(3, 2), float32]) -> Tensor[(?, 2), float32] {\n"
      "  exp(nn.relu(%x))\n}\n");
  CAPTURE(text);
  CHECK(text.find("(3, 2)") == text.npos);
}

TEST_CASE("the argument of an identity has its result's type", "[infer_type]") {
  CHECK(Typed("def @main(%x) -> Tensor[(3), float32] { nn.relu(exp(%x)) }\n")
            .find("def @main(%x: Tensor[(3), float32]") == 0);
  CHECK(Typed("def @main(%x, %y: Tensor[(3), float32]) {\n"
              "  if (True) { annotation.stop_fusion(copy(%x)) } else { %y }\n}\n")
            .find("def @main(%x: Tensor[(3), float32]") == 0);
  // The operator must still accept it.
  CHECK_THROWS_AS(Typed("def @main(%x) -> (int32, int32) { nn.relu(%x) }\n"), DiagnosticError);
}

TEST_CASE("the clauses of a match have one type", "[infer_type]") {
  std::string text = Typed(
      "type Two { One(Tensor[(?, 2), float32]), Other(Tensor[(3, 2), float32]) }\n"
      "def @main(%t: Two[]) {\n"
      "  match (%t) { One(%a) => add(%a, %a), Other(%b) => add(%b, %b) }\n}\n");
  CAPTURE(text);
  CHECK(text.find("add(%b, %b) /* ty=Tensor[(?, 2), float32] */") != text.npos);
}

TEST_CASE("arguments stay what they are where a parameter is less definite", "[infer_type]") {
  std::string text = Typed(
      "def @f(%p: Tensor[(?, 2), float32]) -> Tensor[(?, 2), float32] { exp(%p) }\n"
      "def @main(%x: Tensor[(3, 2), float32]) {\n"
      "  let %g = fn (%q: Tensor[(?, 2), float32]) { %q };\n"
      "  (@f(%x), %g(%x))\n}\n");
  CAPTURE(text);
  CHECK(text.find("def @main(%x: Tensor[(3, 2), float32] /* ty=Tensor[(3, 2), float32] */") !=
        text.npos);
}

TEST_CASE("a function that calls itself sees its own parameters", "[infer_type]") {
  std::string text = Typed(
      "def @main(%i: int32, %x: Tensor[(1, 2), float32]) -> Tensor[(?, 2), float32] {\n"
      "  if (less(%i, 3)) { @main(add(%i, 1), %x) } else { %x }\n}\n");
  CAPTURE(text);
  CHECK(text.find("%x: Tensor[(?, 2), float32] /* ty=Tensor[(?, 2), float32] */") != text.npos);
}

TEST_CASE("so does one that a let binds, and what it is given there is merged", "[infer_type]") {
  std::string text = Typed(
      "def @main(%i: int32, %x: Tensor[(1, 2), float32]) {\n"
      "  let %f = fn (%j: int32, %p: Tensor[(?, 2), float32]) -> Tensor[(?, 2), float32] {\n"
      "    if (less(%j, 3)) { %f(add(%j, 1), %x) } else { %p }\n  };\n"
      "  %f(%i, %x)\n}\n");
  CAPTURE(text);
  CHECK(text.find("%x: Tensor[(?, 2), float32] /* ty=Tensor[(?, 2), float32] */") != text.npos);
}

TEST_CASE("what merging refuses and the usual inference does not stays typed", "[infer_type]") {
  // The first of two calls determines the function's type, before its parameter is checked.
  std::string text = Typed(
      "def @main(%x: Tensor[(1, 2), float32], %y: Tensor[(4, 2), float32]) {\n"
      "  let %f = fn (%p: Tensor[(?, 2), float32]) -> Tensor[(?, 2), float32] {\n"
      "    let %a = %f(%x);\n    %f(%y)\n  };\n"
      "  %f(%x)\n}\n");
  CAPTURE(text);
  CHECK(text.find("%x: Tensor[(1, 2), float32]") != text.npos);
}

TEST_CASE("types of functions are those of their annotations before the last change",
          "[infer_type]") {
  std::string text = Typed(
      "def @main(%x: Tensor[(2), float32]) {\n"
      "  %0 = fn (%p: Tensor[(2i64), float32]) { add(%p, %p) };\n"
      "  %0(%x)\n}\n");
  CAPTURE(text);
  CHECK(text.find("%p: Tensor[(2), float32] /* ty=Tensor[(2), float32] */) -> "
                  "Tensor[(2), float32] {") != text.npos);
  CHECK(text.find("/* ty=fn (Tensor[(2), float32]) -> Tensor[(2i64), float32] */") != text.npos);
}

TEST_CASE("annotations are inferred until they stay", "[infer_type]") {
  std::string text = Typed(
      "def @main(%x: Tensor[(2), float32]) {\n"
      "  let %h = fn (%r: Tensor[(2i64), float32]) { add(%r, %r) };\n"
      "  let %g = fn (%q: Tensor[(2i64), float32]) { %h(add(%q, %q)) };\n"
      "  let %f = fn (%p: Tensor[(2i64), float32]) { %g(add(%p, %p)) };\n"
      "  %f(%x)\n}\n");
  CAPTURE(text);
  for (const char* param : {"%r: ", "%q: ", "%p: "}) {
    CHECK(text.find(param + std::string("Tensor[(2), float32]")) != text.npos);
  }
}

TEST_CASE("merging again changes nothing", "[infer_type]") {
  IRModule once = InferTypes(
      Parsed("def @main(%c: bool, %x: Tensor[(3, 2), float32], %y: Tensor[(?, 2), float32]) {\n"
             "  if (%c) { %x } else { nn.relu(%y) }\n}\n"));
  IRModule again = InferTypes(ParseModule("#[version = \"0.0.5\"]\n" + Text(once), "test"));
  CHECK(Text(once) == Text(again));
}

TEST_CASE("merging keeps functions that were typed before and call no other", "[infer_type]") {
  IRModule typed = InferTypes(
      Parsed("def @f(%x: Tensor[(?, 3), float32]) -> Tensor[(?, 3), float32] { nn.relu(%x) }\n"
             "def @main(%x: Tensor[(?, 3), float32]) -> Tensor[(?, 3), float32] { @f(%x) }\n"));
  IRModule branches = Parsed(
      "def @main(%c: bool, %x: Tensor[(2, 3), float32], %y: Tensor[(?, 3), float32]) {\n"
      "  if (%c) { %x } else { %y }\n"
      "}\n");
  const Expr merging = branches->Lookup("main");
  IRModule after = InferTypes(WithFunction(typed, "g", merging));
  CHECK(after->Lookup("f") == typed->Lookup("f"));
  // The merged type is the same as on its own.
  CHECK(after->Find("g")->checked_type() == InferTypes(branches)->Find("main")->checked_type());
}

TEST_CASE("what a function declares is merged where merging needs annotations that are not there",
          "[infer_type]") {
  // TVM's way of merging does not find %x's type.
  IRModule once =
      InferTypes(Parsed("def @main(%x, %y) -> (Tensor[(3), float32], Tensor[(2, 3), int32]) {\n"
                        "  let %f = fn (%a) -> Tensor[(?, 3), int32] { copy(%a) };\n"
                        "  (nn.softmax(nn.relu(%x)), %f(%y))\n}\n"));
  CHECK(TypeText(As<FunctionNode>(once->Lookup("main"))->ret_type) ==
        "(Tensor[(3), float32], Tensor[(?, 3), int32])");
  IRModule again = InferTypes(ParseModule("#[version = \"0.0.5\"]\n" + Text(once), "test"));
  CHECK(StructuralEqual(once, again));
}

TEST_CASE("tuples of shared parts are merged part by part", "[infer_type]") {
  // (x, x) nested: 2^14 parts, of which few are different.
  std::string text =
      "def @main(%c: bool, %x: Tensor[(3), float32], %y: Tensor[(?), float32]) {\n"
      "  let %a0 = add(%x, %x);\n  let %b0 = add(%y, %y);\n";
  constexpr int kDepth = 14;
  for (int i = 0; i < kDepth; ++i) {
    for (const char* name : {"a", "b"}) {
      std::string var = std::string("%") + name + std::to_string(i);
      text += "  let %" + std::string(name) + std::to_string(i + 1) + " = (" + var + ", " + var +
              ");\n";
    }
  }
  std::string last = std::to_string(kDepth);
  IRModule module =
      InferTypes(Parsed(text + "  if (%c) { %a" + last + " } else { %b" + last + " }\n}\n"));
  const auto* function = As<FunctionNode>(module->Lookup("main"));
  CHECK(TypeText(function->ret_type).find("(3)") == std::string::npos);
}

TEST_CASE("what disagrees is told as before", "[infer_type][diagnostics]") {
  CHECK_THROWS_AS(
      Typed("def @main(%c: bool, %x: Tensor[(3, 2), float32], %y: Tensor[(?, 4), float32]) {\n"
            "  if (%c) { %x } else { %y }\n}\n"),
      DiagnosticError);
}

}  // namespace
}  // namespace passcope
