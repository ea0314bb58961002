// The parser's results, and that printing them gives the same text.
#include "text/parser.h"

#include <catch2/catch.hpp>
#include <string>

#include "diagnostics/diagnostic.h"
#include "op/op.h"
#include "text/printer.h"
#include "unit/deep.h"

namespace passcope {
namespace {

constexpr const char* kVersion = "#[version = \"0.0.5\"]\n";

std::string WithoutInfo(std::string text) {
  for (size_t at; (at = text.find(" /* span=")) != text.npos;) {
    text.erase(at, text.find("*/", at) + 2 - at);
  }
  return text;
}

std::string RoundTrip(const std::string& body) {
  return WithoutInfo(PrintModule(ParseModule(kVersion + body, "test")))
      .substr(std::string(kVersion).size());
}

Expr Parse(const std::string& text) { return ParseExpr(text, "test"); }

// The printed expression without version and spans.
std::string Text(const std::string& text) {
  std::string printed = WithoutInfo(PrintExpr(Parse(text)));
  return printed.substr(printed.find('\n') + 1);
}

TEST_CASE("Calls share attributes that are spelled alike, and nothing else changes", "[parser]") {
  // The first function is read token by token; in the others the attributes are cached. Each
  // function is on one line, where wrong places after attributes are visible.
  std::string text = kVersion;
  for (const char* name : {"a", "b", "c"}) {
    text += std::string("def @") + name + "(%x: Tensor[(2, 2), float32], %i: int32) { ";
    text += "(nn.leaky_relu(%x, alpha=0.5f), mean(%x, axis=[1], keepdims=True), ";
    text += "sum(%x, axis=[1], keepdims=True), max(%x, axis=[-1]), %i) }\n";
  }
  IRModule module = ParseModule(text, "test");
  auto attrs = [&](const char* name, size_t item) {
    const Expr& tuple = As<FunctionNode>(module->Lookup(name))->body();
    return As<CallNode>(tuple->child(item))->attrs;
  };
  for (size_t item : {0, 1, 3}) {
    CAPTURE(item);
    CHECK(attrs("a", item) == attrs("b", item));
    CHECK(attrs("b", item) == attrs("c", item));
  }
  // Another operator has its own attributes, even with the same text.
  CHECK(!(attrs("b", 1) == attrs("b", 2)));
  // The places in the lines of the functions, as TVM counts them.
  const std::string printed = PrintModule(module);
  auto columns = [&](const std::string& line) {
    std::string found;
    const std::string mark = "span=test:" + line + ":";
    for (size_t at = 0; (at = printed.find(mark, at)) != printed.npos;) {
      at += mark.size();
      found += printed.substr(at, printed.find(' ', at) - at) + " ";
    }
    return found;
  };
  CHECK(!columns("2").empty());
  CHECK(columns("2") == columns("3"));
  CHECK(columns("2") == columns("4"));

  // Errors in attributes are reported for each call that has them.
  try {
    ParseModule(std::string(kVersion) +
                    "def @main(%x: int32) {\n  %0 = sum(%x, axes=[1]);\n"
                    "  %1 = sum(%x, axes=[1]);\n  (%0, %1)\n}\n",
                "test");
    FAIL("it has mistakes");
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics().size() == 2);
  }
}

TEST_CASE("modules come back as they are", "[parser]") {
  for (const char* body : {
           "def @main(%x: Tensor[(1, 3), float32], %w: Tensor[(4, 3), float32]) {\n"
           "  %0 = nn.dense(%x, %w, units=4);\n"
           "  %1 = (%0, %x);\n"
           "  %2 = %1.0;\n"
           "  add(%2, %0)\n"
           "}\n",
           "def @f(%x: int32) -> int32 {\n  %x\n}\n\n"
           "def @main(%y: int32) -> int32 {\n  @f(%y)\n}\n",
           "def @main(%x: Tensor[(?, 3), float32]) {\n"
           "  %0 = fn (%p: Tensor[(?, 3), float32], Primitive=1) -> Tensor[(?, 3), float32] {\n"
           "    nn.relu(%p)\n"
           "  };\n"
           "  %0(%x)\n"
           "}\n",
           "def @main(%c: bool, %x: int32) -> int32 {\n"
           "  if (%c) {\n"
           "    %x\n"
           "  } else {\n"
           "    1\n"
           "  }\n"
           "}\n",
           "def @main(%x: int32) -> int32 {\n"
           "  let %r = ref(%x);\n"
           "  let %u = ref_write(%r, 2);\n"
           "  ref_read(%r)\n"
           "}\n",
           "def @id[A](%x: A) -> A {\n  %x\n}\n",
           "def @main(%f: fn (int32, (int32, bool)) -> (), %r: ref(float16)) {\n  %f\n}\n",
       }) {
    CHECK(RoundTrip(body) == body);
  }
}

TEST_CASE("literals keep their types", "[parser]") {
  for (const char* text : {"1", "-100", "2147483648i64", "-42i16", "2f", "0.5f16", "1e-05f", "3f64",
                           "True", "False", "()"}) {
    CHECK(Text(text) == text);
  }
}

TEST_CASE("infix operators bind as in TVM", "[parser]") {
  const std::string vars = "free_var %a: int32; free_var %b: int32; free_var %c: int32; ";
  auto calls = [&](const std::string& text) {
    Expr expr = Parse(vars + text);
    std::string out;
    // Preorder, the left side first.
    std::vector<const ExprNode*> stack = {expr.get()};
    while (!stack.empty()) {
      const ExprNode* node = stack.back();
      stack.pop_back();
      if (const auto* call = As<CallNode>(node)) {
        out += std::string(As<OpNode>(call->op())->name()) + "(";
        stack.push_back(call->arg(1).get());
        stack.push_back(call->arg(0).get());
      } else if (const auto* var = As<VarNode>(node)) {
        out += std::string(var->name().view()) + " ";
      }
    }
    return out;
  };
  CHECK(calls("%a + %b * %c") == "add(a multiply(b c ");
  CHECK(calls("%a * %b + %c") == "add(multiply(a b c ");
  CHECK(calls("%a - %b - %c") == "subtract(subtract(a b c ");
  CHECK(calls("%a / (%b - %c)") == "divide(a subtract(b c ");
  CHECK(calls("%a + %b < %c") == "less(add(a b c ");
  CHECK(calls("%a >= %b == %c") == "equal(greater_equal(a b c ");
  CHECK(calls("%a != %b - %c") == "not_equal(a subtract(b c ");
}

TEST_CASE("a graph variable is one shared node", "[parser]") {
  Expr tuple = Parse("%0 = (); (%0, %0)");
  CHECK(tuple->child(0) == tuple->child(1));
}

TEST_CASE("graph variables belong to their function", "[parser]") {
  CHECK_NOTHROW(ParseModule(std::string(kVersion) + "def @a(%x: int32) { %0 = negative(%x); %0 }\n"
                                                    "def @b(%x: int32) { %0 = abs(%x); %0 }",
                            "test"));
}

TEST_CASE("inner bindings hide outer ones until their scope ends", "[parser]") {
  Expr function = Parse("fn (%x) { %0 = ({ let %x = 1; %x }); (%0, %x) }");
  const auto* node = As<FunctionNode>(function);
  CHECK(node->body()->child(1) == node->params()[0]);
  const auto* let = As<LetNode>(node->body()->child(0));
  REQUIRE(let);
  CHECK(let->body() == let->var());
}

TEST_CASE("a let-bound function can call itself", "[parser]") {
  Expr let = Parse("let %f = fn (%n) { %f(%n) }; %f");
  const auto* function = As<FunctionNode>(As<LetNode>(let)->value());
  CHECK(As<CallNode>(function->body())->op() == As<LetNode>(let)->var());
}

TEST_CASE("expressions in sequence become lets without a name", "[parser]") {
  Expr expr = Parse("1; 2");
  const auto* let = As<LetNode>(expr);
  REQUIRE(let);
  CHECK(As<VarNode>(let->var())->name().empty());
}

TEST_CASE("parentheses: unit, grouping and tuples", "[parser]") {
  CHECK(Parse("()")->kind() == ExprKind::kTuple);
  CHECK(Parse("(1)")->kind() == ExprKind::kConstant);
  CHECK(As<TupleNode>(Parse("(1,)"))->fields().size() == 1);
  CHECK(As<TupleNode>(Parse("(1, 2,)"))->fields().size() == 2);
  CHECK(As<TupleGetItemNode>(Parse("((1, 2), 3).0.1"))->index == 1);
}

TEST_CASE("calls can be curried", "[parser]") {
  Expr expr = Parse("free_var %f: _; %f(1)(2)");
  const auto* call = As<CallNode>(expr);
  REQUIRE(call);
  CHECK(call->op()->kind() == ExprKind::kCall);
}

TEST_CASE("attributes that are left out have their defaults", "[parser]") {
  Expr expr = Parse("free_var %x: int32; nn.softmax(%x)");
  const auto* call = As<CallNode>(expr);
  REQUIRE(call->attrs);
  CHECK(*call->attrs->Get("axis").get<int64_t>() == -1);
  expr = Parse("free_var %x: int32; nn.softmax(%x, axis=1)");
  call = As<CallNode>(expr);
  CHECK(*call->attrs->Get("axis").get<int64_t>() == 1);
}

TEST_CASE("function attributes keep numbers, strings and lists", "[parser]") {
  Expr function =
      Parse(R"(fn (%x, Primitive=1, Compiler="a\"b\\c\x41", relay.t=[1, (2f), None]) { %x })");
  const DictAttrs& attrs = As<FunctionNode>(function)->attrs;
  CHECK(*attrs->Find("Primitive")->get<int64_t>() == 1);
  CHECK(*attrs->Find("Compiler")->get<std::string>() == "a\"b\\cA");
  REQUIRE(attrs->Find("relay.t")->array());
  CHECK(attrs->Find("relay.t")->array()->size() == 3);
}

TEST_CASE("constants come from the metadata, and back", "[parser]") {
  NDArray data = MakeNDArray({3}, DataType::Float(32));
  for (size_t i = 0; i < 3; ++i) StoreDouble(data, i, 0.5 * static_cast<double>(i));
  Expr x = Var("x", TensorType(Shape{3}, DataType::Float(32)));
  Expr constant = Constant(data);
  Expr params[] = {x};
  IRModule module =
      ModuleFromExpr(Function(params, CallOp("add", {CallOp("add", {x, constant}), constant})));
  std::string text = PrintModule(module);
  IRModule parsed = ParseModule(text, "test");
  const auto* outer = As<CallNode>(parsed->Find("main")->body());
  const auto* read = As<ConstantNode>(outer->arg(1));
  REQUIRE(read);
  CHECK(NDArrayEqual(read->data, data));
  // Two mentions are the same constant.
  CHECK(As<CallNode>(outer->arg(0))->arg(1) == outer->arg(1));
  std::string again = WithoutInfo(PrintModule(parsed));
  // The section now also contains the places of the constants.
  CHECK(again.substr(0, again.find("#[metadata]")) == text.substr(0, text.find("#[metadata]")));
}

TEST_CASE("every expression knows its place", "[parser]") {
  std::string text =
      std::string(kVersion) + "def @main(%x: int32) {\n  %0 = add(%x,\n    1);\n  abs(%0)\n}\n";
  IRModule module = ParseModule(text, "a.relay");
  const auto* abs = As<CallNode>(module->Find("main")->body());
  const SpanNode* span = abs->span().get();
  REQUIRE(span);
  CHECK(span->source.view() == "a.relay");
  CHECK(text.substr(span->begin, span->end - span->begin) == "abs(%0)");
  span = abs->arg(0)->span().get();
  CHECK(text.substr(span->begin, span->end - span->begin) == "add(%x,\n    1)");
  CHECK(span->line == 3);
  CHECK(span->column == 8);
  CHECK(span->end_line == 4);
  CHECK(span->end_column == 7);
}

TEST_CASE("what is printed as a span is the place of the last mention", "[parser]") {
  Expr function = Parse("fn (%x, %unused) {\n  %0 = abs(%x);\n  add(%0, 10)\n}");
  const auto* node = As<FunctionNode>(function);
  auto shown = [](const Expr& expr) {
    return std::make_pair(expr->span()->shown_line, expr->span()->shown_column);
  };
  CHECK(shown(node->params()[0]) == std::make_pair(2, 12));
  CHECK(node->params()[1]->span()->shown_line == SpanNode::kNotShown);
  const auto* add = As<CallNode>(node->body());
  // The shown place of a function's body is the start of its block.
  CHECK(shown(node->body()) == std::make_pair(2, 3));
  CHECK(shown(add->arg(0)) == std::make_pair(3, 7));
  // TVM shows the end of a number.
  CHECK(shown(add->arg(1)) == std::make_pair(3, 13));
}

TEST_CASE("deep programs need no deep stack", "[parser][deep]") {
  OnSmallStack([] {
    const int depth = DeepLevels();
    auto repeat = [](const char* piece, int count) {
      std::string out;
      for (int i = 0; i < count; ++i) out += piece;
      return out;
    };
    CHECK_NOTHROW(Parse(repeat("(", depth) + "1" + repeat(")", depth)));
    CHECK_NOTHROW(Parse(repeat("abs(", depth) + "1" + repeat(")", depth)));
    CHECK_NOTHROW(Parse(repeat("let %x = 1;\n", depth) + "%x"));
    CHECK_NOTHROW(Parse(repeat("1 + ", depth) + "1"));
    CHECK_NOTHROW(Parse(repeat("(1,", depth) + "1" + repeat(")", depth)));
    std::string chain = "free_var %x: int32; %0 = abs(%x);\n";
    for (int i = 1; i < depth; ++i) {
      chain += "%" + std::to_string(i) + " = abs(%" + std::to_string(i - 1) + ");\n";
    }
    CHECK_NOTHROW(Parse(chain + "%" + std::to_string(depth - 1)));
  });
}

}  // namespace
}  // namespace passcope
