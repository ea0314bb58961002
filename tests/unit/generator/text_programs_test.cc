// The text of a module of any kind reads back as the same module and prints as the same text.
//
// PASSCOPE_TEXTS is the number of random modules (default 1000).
#include "generator/text_programs.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "diagnostics/diagnostic.h"
#include "generator/module_generator.h"
#include "ir/structural.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

TEST_CASE("Programs of all kinds survive printing and parsing", "[round-trip]") {
  const char* text = std::getenv("PASSCOPE_TEXTS");
  const uint64_t count = text ? std::strtoull(text, nullptr, 10) : 1000;
  for (uint64_t seed = 0; seed < count; ++seed) {
    const std::string finding = CheckTextProgram(seed);
    if (!finding.empty()) FAIL("seed " << seed << ": " << finding);
  }
}

PrintOptions Exact() {
  PrintOptions options;
  options.show_spans = false;
  options.all_digits = true;
  return options;
}

// Prints a module, checks that its text reads back as `same`, and returns the text.
std::string ReadBack(const IRModule& module, const IRModule& same) {
  const std::string text = PrintModule(module, Exact());
  INFO(text);
  const IRModule read = ParseModule(text, "again");
  CHECK(StructuralEqual(same, read));
  CHECK(PrintModule(read, Exact()) == text);
  return text;
}
std::string ReadBack(const IRModule& module) { return ReadBack(module, module); }

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

IRModule Read(std::string_view body) {
  return ParseModule("#[version = \"0.0.5\"]\n" + std::string(body), "test");
}

IRModule OneFunction(std::string_view name, const Expr& body, std::vector<TypeData> types = {}) {
  return IRModule(new IRModuleNode({{Name(name), Function({}, body)}}, nullptr, std::move(types)));
}

TEST_CASE("A field of a literal is not a real number", "[round-trip]") {
  CHECK(Has(ReadBack(Read("def @main() { (1).0 }")), "  (1).0\n"));
  CHECK(Has(ReadBack(Read("def @main() { (-1).2 }")), "  (-1).2\n"));
  CHECK(Has(ReadBack(Read("def @main() { (1i64).0 }")), "  1i64.0\n"));
  CHECK(Has(ReadBack(Read("def @main() { True.0 }")), "  True.0\n"));
}

TEST_CASE("The value of a let can use the variable of the let", "[round-trip]") {
  CHECK(Has(ReadBack(Read("def @main() { let %c = negative(copy(%c)); %c }")),
            "  let %c = (\n    %0 = copy(%c);\n    negative(%0)\n  );\n  %c\n"));
  // What does not use the variable stays above the let.
  CHECK(Has(ReadBack(Read("def @main(%x) { let %a = %x; let %c = add(copy(%x), copy(%c)); %c }")),
            "  %0 = copy(%x);\n  let %c = (\n    %1 = copy(%c);\n    add(%0, %1)\n  );\n"));
  ReadBack(Read(
      "def @main(%x) { add(%x, let %c = add(copy(%c), if (%x) { copy(%c) } else { %x }); %c) }"));
  // A function that calls itself needs no other place.
  CHECK(Has(ReadBack(Read("def @main() { let %f = fn (%x) { %f(%x) }; %f }")),
            "  let %f = fn (%x) {\n"));
}

TEST_CASE("Names with other characters stay apart", "[round-trip]") {
  Expr zero = ConstantScalar(0, DataType::Int(32));
  const std::string odd = "x() {\n  0\n}\n\ndef @b";
  auto module = [&](const char* first, const char* second) {
    return IRModule(new IRModuleNode(
        {{Name(second), Function({}, GlobalVar(first))}, {Name(first), Function({}, zero)}}));
  };
  CHECK(Has(ReadBack(module(odd.c_str(), "a"), module("x_______0____def__b", "a")),
            "def @x_______0____def__b() {"));
  ReadBack(module("\u53d8", "\u91cf"), module("____1", "___"));
}

TEST_CASE("Types and constructors have names that the parser can read", "[round-trip]") {
  auto type = [](const char* name, const char* param, const char* constructor) {
    Type var = TypeVar(param);
    return TypeData(new TypeDataNode(Name(name), {var}, {{Name(constructor), {var}}}));
  };
  Expr unit = Tuple({});
  const std::string text = ReadBack(OneFunction("main", unit, {type("int32", "let", "_")}),
                                    OneFunction("main", unit, {type("_int32", "A", "__")}));
  CHECK(Has(text, "type _int32[_let] {\n  __(_let),\n}"));
  // A parameter with the name of a type.
  CHECK(Has(ReadBack(OneFunction("main", unit, {type("A", "A", "B")})), "type A[A1] {\n  B(A1),"));
  // Constructors with one name, and with that of an operator in use.
  CHECK(Has(ReadBack(OneFunction("main", unit, {type("S", "A", "C"), type("T", "A", "C")}),
                     OneFunction("main", unit, {type("S", "A", "S_C"), type("T", "A", "T_C")})),
            "  T_C(A),"));
  Expr copy = CallOp("copy", {unit});
  CHECK(Has(ReadBack(OneFunction("main", copy, {type("S", "A", "copy")}),
                     OneFunction("main", copy, {type("S", "A", "S_copy")})),
            "  S_copy(A),"));
  CHECK(Has(ReadBack(Read("type S {\n  add(int32),\n}\ndef @main(%x) { add(%x) }")), "add(%x)"));
  IRModule sum = Read("type S {\n  add(int32),\n}\ndef @main(%x) { %x + %x }");
  CHECK(As<OpNode>(As<CallNode>(As<FunctionNode>(sum->Lookup("main"))->body())->op()));
}

TEST_CASE("Attribute values in the metadata are read", "[round-trip]") {
  auto module = [](const AttrValue& value, const char* name) {
    DictAttrs attrs(new DictAttrsNode({{Name("v"), value}, {Name("\nw"), 1}}));
    return IRModule(new IRModuleNode({{Name(name), Function({}, Tuple({}), nullptr, {}, attrs)}}));
  };
  ReadBack(module(AttrDict{{"k", "\x01\n\u53d8"}, {"l", ""}}, "main"));
  ReadBack(module(AttrValue::Object(GlobalVar("a b")), "a b"),
           module(AttrValue::Object(GlobalVar("a_b")), "a_b"));
  std::string text = PrintModule(module(AttrDict{{"k", "\x01"}}, "main"), Exact());
  const size_t at = text.find("\"repr_b64\": \"") + 13;
  text.replace(at, text.find('"', at) - at, "AAAA");
  CHECK_THROWS_WITH(ParseModule(text, "test"),
                    Catch::Contains("a text of the metadata section is not base64"));
}

TEST_CASE("The bits of a NaN are kept", "[round-trip]") {
  NDArray odd = MakeNDArray({}, DataType::Float(32));
  *odd->mutable_as<uint32_t>() = 0x7fc01234;
  CHECK(Has(ReadBack(OneFunction("main", Constant(odd))), "meta[relay.Constant][0]"));
  CHECK(Has(ReadBack(Read("def @main() { (nanf, -nanf, -inff64) }")), "(nanf, -nanf, -inff64)"));
}

TEST_CASE("Data types that tensors cannot have are refused", "[round-trip]") {
  for (const char* name : {"float6", "int0", "uint3", "float8", "int2", "bfloat32", "int128"}) {
    CAPTURE(name);
    CHECK(!DataType::Parse(name));
    CHECK_THROWS_AS(Read("def @main() { zeros(shape=[1], dtype=\"" + std::string(name) + "\") }"),
                    DiagnosticError);
  }
  for (const char* name : {"float16", "int4", "uint1", "bool", "float32x4", "bfloat16", "int64"}) {
    CAPTURE(name);
    CHECK(DataType::Parse(name));
  }
}

}  // namespace
}  // namespace passcope
