// Algebraic data types from text to value: definitions, constructors, match.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "../transforms/on_text.h"
#include "analysis/match_cases.h"
#include "diagnostics/diagnostic.h"
#include "ir/free_vars.h"
#include "ir/structural.h"
#include "ir/visitor.h"

namespace passcope {
namespace {

const std::string kVersion = "#[version = \"0.0.5\"]\n";
const std::string kList = "type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}\n\n";

std::vector<Diagnostic> ErrorsOf(const std::string& functions) {
  try {
    Read(functions);
  } catch (const DiagnosticError& error) {
    return error.diagnostics();
  }
  return {};
}

void CheckError(const std::string& functions, DiagKind kind, const std::string& part) {
  std::vector<Diagnostic> errors = ErrorsOf(functions);
  INFO(functions);
  REQUIRE(errors.size() == 1);
  INFO(errors[0].message.text());
  CHECK(errors[0].kind == kind);
  CHECK(errors[0].span);
  CHECK(errors[0].message.text().find(part) != std::string::npos);
}

std::string InMain(const std::string& body) {
  return kList + "def @main(%l: List[int32], %t: (List[int32], bool)) {\n" + body + "\n}\n";
}

double RunMain(const std::string& functions) {
  return Evaluate(Read(functions), "main", {}).tensor()->ToDouble(0);
}

TEST_CASE("type definitions come back sorted by name", "[adt][parser][printer]") {
  std::string text =
      kVersion +
      "type A[X, Y] {\n  Both(X, B[Y]),\n  One(fn (X) -> Y, (X,)),\n  Neither,\n}\n\n"
      "type B[Z] {\n  \n}\n\n"
      "type C {\n  MakeC(Tensor[(?, 1), uint16]),\n}\n";
  CHECK(PrintModule(ParseModule(text, "test")) == text);
  CHECK(PrintModule(ParseModule(kVersion + "extern type T type S { }", "test")) ==
        kVersion + "type S {\n  \n}\n\ntype T {\n  \n}\n");
}

TEST_CASE("a type argument that nothing tells comes back", "[adt][parser][printer]") {
  PrintOptions options;
  options.show_meta_data = true;
  auto print = [&](const std::string& text) {
    return PrintModule(InferTypes(ParseModule(text, "test")), options);
  };
  std::string text = kVersion + kList +
                     "def @main(%x: int32) -> int32 {\n"
                     "  let %a = Nil;\n  let %b = Nil;\n  let %c = Cons(%x, Nil);\n  %x\n}\n";
  options.show_spans = false;
  std::string typed = print(text);
  INFO(typed);
  CHECK(typed.find("let %a: List[meta[IncompleteType][0]]") != std::string::npos);
  CHECK(typed.find("let %b: List[meta[IncompleteType][1]]") != std::string::npos);
  CHECK(print(typed) == typed);
  // The reference alone is enough: the text can be read without the section.
  std::string alone = typed.substr(0, typed.find("#[metadata]"));
  CHECK(print(alone) == typed);
  // Two mentions with the same index are the same type.
  std::string shared = kVersion + kList +
                       "def @main(%x: meta[IncompleteType][0], %y: meta[IncompleteType][0]) {\n"
                       "  let %z: int32 = %x;\n  %y\n}\n";
  CHECK(print(shared).find("%y: int32") != std::string::npos);
  CheckError("def @main(%x: meta[relay.Constant][0]) { %x }", DiagKind::kSyntax, "a type");
}

TEST_CASE("a match comes back as it is", "[adt][parser][printer]") {
  std::string text = kList +
                     "def @len[A](%l: List[A]) -> int32 {\n"
                     "match (%l) {\n"
                     "Cons(_, %rest: List[A]) => {\n%0 = @len(%rest);\nadd(1, %0)\n},\n"
                     "Nil => {\n0\n},\n"
                     "}\n}\n\n"
                     "def @main() -> List[(int32, ())] {\n"
                     "let %x: List[(int32, ())] = Nil;\n"
                     "%1 = Nil;\n%2 = (%x, %1);\n"
                     "match? (%2) {\n"
                     "(Cons((_, ()), Nil), %y: List[(int32, ())]) => {\n%y\n},\n"
                     "}\n}\n";
  IRModule module = Read(text);
  std::string printed = Write(module);
  // Without the blanks at the start of lines, which Write removes.
  std::string expected = text;
  for (size_t at; (at = expected.find("\n  ")) != expected.npos;) expected.erase(at + 1, 2);
  CHECK(printed.substr(printed.find("type")) == expected);
  IRModule again = ParseModule(PrintModule(module), "again");
  CHECK(StructuralEqual(module, again));
  CHECK(StructuralHash(module) == StructuralHash(again));
  CHECK(PrintModule(InferTypes(again)).size() > 0);
}

TEST_CASE("the clauses of a match are scopes", "[adt][printer]") {
  IRModule module =
      Read(InMain("  %0 = match (%l) { Cons(%x, Cons(%y, _)) => abs(abs(%x)), _ => 2 };\n"
                  "  add(%0, match (%l) { Cons(%x, _) => %x, Nil => { let %z = 3; %z } })"));
  CHECK(Write(module).find("%1 = match (%l) {\n"
                           "Cons(%x: int32, Cons(%y: int32, _)) => {\n"
                           "%0 = abs(%x);\nabs(%0)\n},\n"
                           "_ => {\n2\n},\n};\n"
                           "%2 = match (%l) {\n"
                           "Cons(%x1: int32, _) => {\n%x1\n},\n"
                           "Nil => {\nlet %z: int32 = 3;\n%z\n},\n};\n"
                           "add(%1, %2)\n") != std::string::npos);
}

TEST_CASE("constructors are functions", "[adt][infer_type]") {
  IRModule module = Read(kList +
                         "def @main() -> fn (bool, List[bool]) -> List[bool] { Cons }\n"
                         "def @apply(%f: fn (int32, List[int32]) -> List[int32]) { %f(1, Nil) }\n"
                         "def @list() { @apply(Cons) }\n");
  auto type = [&](const char* name) {
    return TypeText(As<FunctionNode>(module->Lookup(name))->body()->checked_type());
  };
  CHECK(type("list") == "List[int32]");
  CHECK(type("main") == "fn [A](A, List[A]) -> List[A]");
}

TEST_CASE("a constructor without fields is told from its call", "[adt][parser][printer]") {
  const std::string text =
      kVersion + kList +
      "def @main() {\n  let %f = fn Nil;\n  %0 = %f();\n  %1 = Nil;\n  %2 = fn Nil.0;\n"
      "  (%0, %1, %2, Cons)\n}\n";
  auto printed = [](const std::string& from) {
    PrintOptions options;
    options.show_spans = false;
    return PrintModule(ParseModule(from, "test"), options);
  };
  CHECK(printed(text) == text);
  IRModule typed = Read(kList +
                        "def @main() -> List[int32] {\n"
                        "  let %f: fn () -> List[int32] = fn Nil;\n  %f()\n}\n");
  CHECK(As<ConstructorNode>(As<LetNode>(typed->Find("main")->body())->value()));
  CHECK(printed(kVersion + kList + "def @main() { (Nil) }") ==
        kVersion + kList + "def @main() {\n  Nil\n}\n");
  // A call with too many arguments keeps them.
  CHECK_THAT(printed(kVersion + kList + "def @main() { Nil(1) }"), Catch::Contains("Nil(1)"));
  CheckError(kList + "def @main() { fn Nul }", DiagKind::kUnknownConstructor, "`Nul`");
}

TEST_CASE("generic functions agree with instances of them", "[infer_type]") {
  IRModule module = Read(
      "def @id[A](%x: A) -> A { %x }\n"
      "def @twice(%f: fn (int32) -> int32, %x: int32) { %f(%f(%x)) }\n"
      "def @main() { @twice(@id, 3) }\n");
  CHECK(TypeText(module->Find("main")->body()->checked_type()) == "int32");
  CHECK(Evaluate(module, "main", {}).tensor()->ToInt(0) == 3);
}

TEST_CASE("mistakes in definitions", "[adt][diagnostics]") {
  CheckError(kList + "type List { }", DiagKind::kDuplicateName, "type `List`");
  CheckError(kList + "type L { Nil }", DiagKind::kDuplicateName, "constructor `Nil`");
  CheckError("type L { Nil, Nil }", DiagKind::kDuplicateName, "constructor `Nil`");
  CheckError("extern type T { MakeT }", DiagKind::kSyntax, "extern");
  CheckError("type T { 1 }\ndef @main() { 1 }", DiagKind::kSyntax, "constructor");
  CheckError("extern def @main() { 1 }", DiagKind::kSyntax, "extern");
  CheckError(kList + "type T { MakeT(Lust[int32]) }", DiagKind::kUnknownType, "Lust");
  CheckError(kList + "def @main(%x: List) { 1 }", DiagKind::kArity, "takes 1 type, not 0");
}

TEST_CASE("unknown-constructor suggests the nearest", "[adt][diagnostics]") {
  std::vector<Diagnostic> errors = ErrorsOf(InMain("  match (%l) { Nill => 1, _ => 2 }"));
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].kind == DiagKind::kUnknownConstructor);
  CHECK(TextsOf(errors[0].notes) == std::vector<std::string>{"did you mean `Nil`?"});
  CheckError(kList + "def @main() { Con(1, Nil) }", DiagKind::kUnknownOperator, "Con");
}

TEST_CASE("mistakes in patterns", "[adt][diagnostics]") {
  CheckError(InMain("  match (%l) { Cons(%x, %x) => 1, _ => 2 }"), DiagKind::kDuplicateName, "%x");
  CheckError(InMain("  match (%l) { Cons(_) => 1, _ => 2 }"), DiagKind::kArity, "2 fields, not 1");
  CheckError(InMain("  match (%l) { (_, _) => 1, _ => 2 }"), DiagKind::kTypeMismatch,
             "List[int32]");
  CheckError(InMain("  match (%t) { Nil => 1, _ => 2 }"), DiagKind::kTypeMismatch, "List[?]");
  CheckError(InMain("  match (%t) { (_, %b: int32) => 1 }"), DiagKind::kTypeMismatch, "%b");
  CheckError(InMain("  match (%l) { Nil => 1, _ => True }"), DiagKind::kTypeMismatch, "clauses");
  CheckError(InMain("  match (%l) { 1 => 1 }"), DiagKind::kSyntax, "a pattern");
  CheckError(InMain("  match (%l) { Cons(_ _) => 1 }"), DiagKind::kSyntax, "in a pattern");
  CheckError(InMain("  match (%l) { Nil 1 }"), DiagKind::kSyntax, "=>");
  CheckError(InMain("  match (%l) { Nil => 1 _ => 2 }"), DiagKind::kSyntax, "a clause");
  CheckError(InMain("  match %l"), DiagKind::kSyntax, "before a block");
}

TEST_CASE("a mistake in one clause does not hide one in the next", "[adt][diagnostics]") {
  std::vector<Diagnostic> errors =
      ErrorsOf(InMain("  match (%l) {\n    Cons(_, _) => { %a; 1 },\n    Nil => %b\n  };\n  %c"));
  REQUIRE(errors.size() == 3);
  for (const Diagnostic& error : errors) CHECK(error.kind == DiagKind::kUnboundVar);
  // The scope of a pattern's variables ends with its clause.
  CheckError(InMain("  match (%l) { Cons(%x, _) => %x, Nil => %x }"), DiagKind::kUnboundVar, "%x");
}

TEST_CASE("unmatched-cases names them", "[adt][diagnostics]") {
  CheckError(InMain("  match (%l) { Nil => 1 }"), DiagKind::kUnmatchedCases, "`Cons(_, _)`");
  CheckError(InMain("  match (%l) { Cons(_, Cons(_, _)) => 1, Nil => 1 }"),
             DiagKind::kUnmatchedCases, "`Cons(_, Nil)`");
  CheckError(InMain("  match (%t) { (Nil, %b) => 1, (Cons(_, Cons(_, _)), _) => 1 }"),
             DiagKind::kUnmatchedCases, "`(Cons(_, Nil), _)`");
  CheckError(InMain("  match (%l) { }"), DiagKind::kUnmatchedCases, "`_`");
  CHECK(ErrorsOf(InMain("  match? (%l) { Nil => 1 }")).empty());
  CHECK(ErrorsOf(InMain("  match (%t) { (Nil, _) => 1, (Cons(_, Cons(_, _)), _) => 1, _ => 2 }"))
            .empty());
  CHECK(ErrorsOf(InMain("  match (%t) { (Nil, %x) => 1, (Cons(%y, %z), _) => 1 }")).empty());
}

TEST_CASE("cases that multiply are not looked at for ever", "[adt][diagnostics]") {
  // Each clause distinguishes the constructors of one field: 2^40 cases.
  std::string type = "type B {\n  T,\n  F,\n}\ndef @main(%x: (", clauses;
  for (int i = 0; i < 40; ++i) {
    type += "B, ";
    clauses += "    (";
    for (int k = 0; k < 40; ++k) clauses += k == i ? "T, " : k == (i + 1) % 40 ? "F, " : "_, ";
    clauses += ") => 1,\n";
  }
  CheckError(type + ")) {\n  match (%x) {\n" + clauses + "  }\n}", DiagKind::kUnmatchedCases, "");
}

TEST_CASE("match evaluates the first clause that fits", "[adt][evaluator]") {
  std::string sum = kList +
                    "def @sum(%l: List[float32], %a: float32) -> float32 {\n"
                    "  match (%l) { Cons(%x, %r) => @sum(%r, %a + %x), Nil => %a }\n}\n";
  CHECK(RunMain(sum + "def @main() { @sum(Cons(1f, Cons(2f, Nil)), 0f) }") == 3);
  CHECK(RunMain(sum + "def @main() {\n  let %l = Cons(1f, Cons(2f, Nil));\n"
                      "  match (%l) { Nil => 0f, Cons(%x, Cons(%y, Nil)) => @sum(%l, %x - %y),\n"
                      "  _ => 9f }\n}") == 2);
  CHECK(RunMain(kList +
                "def @map[A, B](%f: fn (A) -> B, %l: List[A]) -> List[B] {\n"
                "  match (%l) { Cons(%x, %r) => Cons(%f(%x), @map(%f, %r)), Nil => Nil }\n}\n"
                "def @main() {\n"
                "  let %k = 10f;\n"
                "  let %l = @map(fn (%x: float32) { (%x + %k, %x) }, Cons(1f, Nil));\n"
                "  match (%l) { Cons((%a, %b), _) => %a - %b, Nil => 0f }\n}") == 10);
  CHECK(RunMain("type Box[T] { Wrap(T) }\n"
                "def @main() {\n  let %f = Wrap;\n"
                "  match (%f(5f)) { Wrap(%x) => %x }\n}") == 5);
  Value data = Evaluate(Read(kList + "def @main() { (Cons(1f, Nil), 2f) }"), "main", {});
  std::vector<NDArray> flat;
  FlattenValue(data, flat);
  CHECK(flat.size() == 2);
  CHECK(data.fields()[0].kind() == Value::Kind::kData);
  CHECK_FALSE(data.type());
  CHECK_THROWS_AS(
      Evaluate(Read(kList + "def @main() { match? (Cons(1, Nil)) { Nil => 1 } }"), "main", {}),
      DiagnosticError);
}

TEST_CASE("analyses and rewriters see through a match", "[adt][visitor]") {
  IRModule module = Read(InMain("  match (%l) { Cons(%x, _) => %x + 1, Nil => 2 }"));
  Expr body = module->Find("main")->body();
  CHECK(FreeVars(body).size() == 1);
  const auto* match = As<MatchNode>(body);
  REQUIRE(match);
  CHECK(match->vars(0).size() == 1);
  CHECK(match->vars(1).empty());
  Expr other = RewritePostOrder(body, [](const ExprNode* node, std::span<const Expr> children) {
    return As<ConstantNode>(node) ? ConstantScalar(7, DataType::Int(32))
                                  : WithChildren(node, children);
  });
  CHECK_FALSE(other == body);
  CHECK_FALSE(StructuralEqual(other, body));
  CHECK(As<MatchNode>(other)->patterns == match->patterns);
  auto same = [&](const std::string& text) {
    return StructuralEqual(body, Read(InMain(text))->Find("main")->body(), true);
  };
  CHECK(same("  match (%l) { Cons(%y, _) => %y + 1, Nil => 2 }"));
  CHECK_FALSE(same("  match (%l) { Cons(%y, %z) => %y + 1, Nil => 2 }"));
  CHECK_FALSE(same("  match? (%l) { Cons(%y, _) => %y + 1, Nil => 2 }"));
  CHECK_FALSE(same("  match (%l) { Nil => 2, Cons(%y, _) => %y + 1 }"));
}

TEST_CASE("memory operators", "[adt][infer_type]") {
  IRModule module = Read(
      "extern type Storage\n"
      "def @main(%x: Tensor[(2, 8), float32], %y: Tensor[(3), int64]) {\n"
      "  let %z = vm.reshape_tensor(%x, %y, newshape=[2, 4, 2]);\n"
      "  let %u = memory.kill(%x);\n"
      "  (%z, %u)\n}\n"
      "def @alloc(%s: Storage, %y: Tensor[(2), int64]) {\n"
      "  memory.alloc_tensor(%s, 0i64, %y, const_shape=None, assert_shape=[3, 4])\n}\n");
  auto type = [&](const char* name) {
    return TypeText(As<FunctionNode>(module->Lookup(name))->body()->checked_type());
  };
  CHECK(type("main") == "(Tensor[(2, 4, 2), float32], ())");
  CHECK(type("alloc") == "Tensor[(3, 4), float32]");
  Value args[] = {MakeNDArray({2, 8}, DataType::Float(32)), MakeNDArray({3}, DataType::Int(64))};
  CHECK(Evaluate(module, "main", args).fields()[0].tensor()->shape ==
        std::vector<int64_t>{2, 4, 2});
  CheckError(
      "extern type Storage\ndef @main(%s: Storage, %y: Tensor[(1), int64]) {\n"
      "  memory.alloc_tensor(%s, 0i64, %y, const_shape=None, assert_shape=[-3])\n}\n",
      DiagKind::kBadAttribute, "-3");
  CheckError(
      "extern type Storage\ndef @main(%s: bool, %y: Tensor[(1), int64]) {\n"
      "  memory.alloc_tensor(%s, 0i64, %y, const_shape=None, assert_shape=[3])\n}\n",
      DiagKind::kTypeMismatch, "Storage[]");
}

TEST_CASE("a symbolic size agrees with one integer", "[infer_type]") {
  Dim n = Dim::Symbol("n");
  DataType f32 = DataType::Float(32);
  Expr x = Var("x", TensorType(Shape{n, n}, f32));
  auto returns = [&](Dim a, Dim b) {
    Expr params[] = {x};
    return InferTypes(Function(params, x, TensorType(Shape{a, b}, f32)));
  };
  CHECK(returns(4, 4));
  CHECK_THROWS_AS(returns(4, 5), DiagnosticError);
  CHECK_THROWS_AS(returns(n, Dim::Symbol("m")), DiagnosticError);
}

TEST_CASE("integers of type int64 in types and attributes", "[parser][printer][infer_type]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1i64, 3), float32], %y: Tensor[(2, 3i64), float32]) {\n"
      "  %0 = nn.relu(%x);\n"
      "  %1 = broadcast_to(%0, shape=[2i64, 3i64]);\n"
      "  (concatenate((%1, %y)), argmax(%x), broadcast_to(%x, shape=[2, 3]))\n}\n");
  std::string text = PrintModule(module);
  CHECK(text.find("shape=[2i64, 3i64]) /* ty=Tensor[(2i64, 3i64), float32]") != text.npos);
  CHECK(text.find("shape=[2, 3]) /* ty=Tensor[(2, 3), float32]") != text.npos);
  CHECK(text.find("-> (Tensor[(4i64, 3i64), float32], int64, Tensor[(2, 3), float32])") !=
        text.npos);
  CHECK(StructuralEqual(module, ParseModule(text, "test")));
}

TEST_CASE("each list of an operator can be of int64", "[parser][printer]") {
  for (const char* call :
       {"strided_slice(%x, begin=[0i64], end=[2], strides=[1i64], axes=[1i64])",
        "strided_slice(%x, begin=[0], end=[2i64], strides=[1], axes=[1])",
        "nn.pad(%x, %p, pad_width=[[0i64, 1i64], [0i64, 0i64]])", "tile(%x, reps=[2i64, 1i64])",
        "split(%x, indices_or_sections=[1i64])", "split(%x, indices_or_sections=[1])"}) {
    std::string text = PrintModule(
        Read("def @main(%x: Tensor[(2, 3), float32], %p: float32) { " + std::string(call) + " }"));
    INFO(text);
    CHECK(text.find(call) != text.npos);
  }
}

TEST_CASE("a number that is all but the default is not printed", "[printer]") {
  // The float32 value of 1e-05 in files.
  auto text = [](const char* epsilon) {
    return PrintModule(
        Read("def @main(%x: Tensor[(1, 3, 2, 2), float32], %g: Tensor[(3), float32])"
             " { nn.instance_norm(%x, %g, %g, epsilon=" +
             std::string(epsilon) + ") }"));
  };
  CHECK(text("9.999999747378752e-06f").find("epsilon") == std::string::npos);
  CHECK(text("1.1e-05f").find("epsilon=1.1e-05f") != std::string::npos);
}

TEST_CASE("modules with other types differ", "[adt][structural]") {
  auto same = [](const std::string& a, const std::string& b) {
    return StructuralEqual(Read(a), Read(b));
  };
  CHECK(same("type L[A] { C(A, L[A]), N }", "type L[B] { C(B, L[B]), N }"));
  CHECK_FALSE(same("type L[A] { C(A, L[A]), N }", "type L[A] { C(L[A], A), N }"));
  CHECK_FALSE(same("type L[A] { C(A, L[A]), N }", "type L[A] { C(A, L[A]), M }"));
  CHECK_FALSE(same("type L[A] { C(A) }", "type L { C(int32) }"));
  CHECK_FALSE(same("type L { C }", ""));
}

TEST_CASE("long lists and deep matches need no deep stack", "[adt][deep]") {
  constexpr int kDepth = 50000;
  std::string text = kList + "def @main() {\n  let %l0 = Nil;\n";
  std::string last = "%l0";
  for (int i = 1; i <= kDepth; ++i) {
    std::string next = "%l" + std::to_string(i);
    text += "  let " + next + " = Cons(1, " + last + ");\n";
    last = next;
  }
  IRModule module = Read(text + "  match (" + last + ") { Cons(%x, _) => %x, Nil => 0 }\n}\n");
  CHECK(Evaluate(module, "main", {}).tensor()->ToInt(0) == 1);
  std::string pattern;
  for (int i = 0; i < kDepth; ++i) pattern += "Cons(_, ";
  pattern += "_" + std::string(kDepth, ')');
  CHECK(ErrorsOf(InMain("  match? (%l) { " + pattern + " => 1 }")).empty());
  CheckError(InMain("  match (%l) { " + pattern + " => 1, _ => 2 }"), DiagKind::kUnmatchedCases,
             "too many cases");
}

}  // namespace
}  // namespace passcope
