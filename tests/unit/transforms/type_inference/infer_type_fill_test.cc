// Type inference: types that are unknown at first are filled in at their places, also in nodes that
// are already typed.
#include <catch2/catch.hpp>
#include <string>

#include "op/op.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

IRModule Parse(const std::string& text) {
  return ParseModule("#[version = \"0.0.5\"]\n" + text, "test");
}

TEST_CASE("a function that finds its parameters out can be called before and after",
          "[infer_type]") {
  IRModule typed =
      InferTypes(Parse("def @first(%x: Tensor[(2, 3), float32]) { @weighted(%x, ones(shape=[3], "
                       "dtype=\"float32\")) }\n"
                       "def @weighted(%a: Tensor[(2, 3), float32], %b) { nn.bias_add(%a, %b) }\n"
                       "def @last(%x: Tensor[(2, 3), float32]) { @weighted(%x, ones(shape=[3], "
                       "dtype=\"float32\")) }\n"));
  Type matrix = TensorType(Shape{2, 3}, DataType::Float(32));
  Type vector = TensorType(Shape{3}, DataType::Float(32));
  const FunctionNode* weighted = typed->Find("weighted");
  CHECK(weighted->checked_type() == FuncType({matrix, vector}, matrix));
  CHECK(weighted->params()[1]->checked_type() == vector);
  CHECK(As<VarNode>(weighted->params()[1])->type_annotation == vector);
  CHECK(weighted->ret_type == matrix);
  for (const char* name : {"first", "last"}) {
    const FunctionNode* caller = typed->Find(name);
    CHECK(caller->ret_type == matrix);
    const auto* call = As<CallNode>(caller->body());
    CHECK(call->op()->checked_type() == weighted->checked_type());
  }
}

TEST_CASE("a function that is not called by those before it keeps its type for those after it",
          "[infer_type]") {
  IRModule typed =
      InferTypes(Parse("def @weighted(%a: Tensor[(2, 3), float32], %b) { nn.bias_add(%a, %b) }\n"
                       "def @main(%x: Tensor[(2, 3), float32], %w) { @weighted(%x, %w) }\n"));
  const FunctionNode* main = typed->Find("main");
  CHECK(main->params()[1]->checked_type() == TensorType(Shape{3}, DataType::Float(32)));
  CHECK(As<CallNode>(main->body())->arg(1) == main->params()[1]);
}

TEST_CASE("functions inside of functions say what they were found to take", "[infer_type]") {
  IRModule typed =
      InferTypes(Parse("def @main(%x: Tensor[(2, 3), float32]) {\n"
                       "  let %f = fn (%a, %b) { nn.bias_add(%a, %b) };\n"
                       "  %f(%x, ones(shape=[3], dtype=\"float32\"))\n}\n"));
  Type matrix = TensorType(Shape{2, 3}, DataType::Float(32));
  const auto* let = As<LetNode>(typed->Find("main")->body());
  const auto* function = As<FunctionNode>(let->value());
  CHECK(function->ret_type == matrix);
  CHECK(As<VarNode>(function->params()[0])->type_annotation == matrix);
  CHECK(let->var()->checked_type() == function->checked_type());
  // The variable in the body is the parameter.
  CHECK(As<CallNode>(function->body())->arg(0) == function->params()[0]);
}

TEST_CASE("a type that stayed open is filled in when more is known", "[infer_type]") {
  const std::string list = "type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}\n";
  IRModule open = InferTypes(Parse(list + "def @main(%x: float32) {\n  let %l = Nil;\n  %x\n}\n"));
  const FunctionNode* main = open->Find("main");
  const auto* let = As<LetNode>(main->body());
  REQUIRE(let->value()->fully_typed());
  REQUIRE(let->value()->checked_type()->has_incomplete());
  // Cons(%x, %l) determines the element type of the list.
  Expr cons = Constructor(TypeData(open->types[0].get()), 0);
  Expr used = Let(let->var(), let->value(), Call(cons, {main->params()[0], let->var()}));
  IRModule typed =
      InferTypes(WithFunction(open, "main", Function(std::vector<Expr>{main->params()[0]}, used)));
  const auto* filled = As<LetNode>(typed->Find("main")->body());
  Type floats = TypeCall(GlobalTypeVar("List"), {ScalarType(DataType::Float(32))});
  CHECK(typed->Find("main")->ret_type == floats);
  CHECK(filled->value()->checked_type() == floats);
  CHECK(filled->var()->checked_type() == floats);
  // The already typed node does not change.
  CHECK(let->value()->checked_type()->has_incomplete());
}

TEST_CASE("a call of an operator over typed arguments is typed by itself", "[infer_type]") {
  Type matrix = TensorType(Shape{2, 3}, DataType::Float(32));
  Expr x = VarWith(VarId(new VarIdNode(Name("x"))), matrix, matrix);
  Expr typed = InferTypes(CallOp("nn.relu", {x}));
  CHECK(typed->checked_type() == matrix);
  CHECK(As<CallNode>(typed)->arg(0) == x);
  CHECK_THROWS_AS(InferTypes(CallOp("nn.bias_add", {x, x})), DiagnosticError);
  // As elsewhere, a type that stays unknown is an error.
  CHECK_THROWS_AS(InferTypes(CallOp("nn.relu", {Var("y")})), DiagnosticError);
}

}  // namespace
}  // namespace passcope
