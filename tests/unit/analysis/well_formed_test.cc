// The rules of the IR beyond types.
#include "analysis/well_formed.h"

#include <catch2/catch.hpp>

#include "ir/visitor.h"
#include "models/models.h"
#include "models/tutorials.h"
#include "op/op.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/deep.h"

namespace passcope {
namespace {

Expr One() { return ConstantScalar(1, DataType::Float(32)); }

std::string Says(const std::vector<Diagnostic>& found) {
  return found.empty() ? "" : found[0].message.text();
}

TEST_CASE("a variable is bound once", "[well_formed]") {
  // The cases of TVM's test_ir_well_formed.py.
  Expr x = Var("x"), y = Var("y"), z = Var("z"), v = One();
  Expr let = Let(x, v, x);
  CHECK(WellFormed(let));
  CHECK_FALSE(WellFormed(Let(x, v, let)));
  Expr params[] = {x};
  Expr function = Function(params, x);
  CHECK(WellFormed(function));
  CHECK(WellFormed(Let(y, function, Let(z, function, v))));
  Expr twice[] = {let, let}, both[] = {let, Let(x, v, v)}, values[] = {v, v};
  CHECK(WellFormed(Tuple(values)));
  CHECK(WellFormed(Tuple(twice)));
  CHECK_FALSE(WellFormed(Tuple(both)));
  CHECK(WellFormed(TupleGetItem(Var("t"), 2)));
}

TEST_CASE("what is wrong with a variable is said", "[well_formed]") {
  Expr x = Var("x"), v = One();
  CHECK(Says(FindIllFormed(Let(x, v, Let(x, v, x)))) == "the variable %x is bound more than once");
  Expr after[] = {Let(x, v, v), x};
  CHECK(Says(FindIllFormed(Tuple(after))) ==
        "the variable %x is used outside the scope of its binding");
  Expr before[] = {x, Let(x, v, v)};
  CHECK(Says(FindIllFormed(Tuple(before))) == "the variable %x is used before it is bound");
  // Free variables are an error only in a module.
  Expr open = Function({}, x);
  CHECK(WellFormed(open));
  IRModule module = WithFunction(ModuleFromExpr(One()), "main", open);
  std::vector<Diagnostic> found = FindIllFormed(module);
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == DiagKind::kUnboundVar);
  module = WithFunction(module, "main", Function({}, Call(GlobalVar("none"), {})));
  REQUIRE(FindIllFormed(module).size() == 1);
  CHECK(FindIllFormed(module)[0].kind == DiagKind::kUnknownGlobal);
}

TEST_CASE("a variable of a pattern is in scope in its clause only", "[well_formed]") {
  const char* text = R"(#[version = "0.0.5"]
type Option[A] { Some(A), None }
def @main(%o: Option[int32]) -> int32 {
  match (%o) { Some(%a) => %a, None => 0 }
})";
  IRModule module = ParseModule(text, "text");
  CHECK(WellFormed(module));
  const auto* match = As<MatchNode>(As<FunctionNode>(module->Lookup("main"))->body());
  REQUIRE(match);
  std::vector<Expr> children(match->children().begin(), match->children().end());
  children.back() = match->vars(0)[0];
  module = WithFunction(
      module, "main",
      Function(As<FunctionNode>(module->Lookup("main"))->params(), WithChildren(match, children)));
  CHECK(Says(FindIllFormed(module)) == "the variable %a is used outside the scope of its binding");
}

TEST_CASE("type parameters are in scope in their function only", "[well_formed]") {
  Type a = TypeVar("A");
  Expr x = Var("x", a);
  Expr params[] = {x};
  CHECK(WellFormed(Function(params, x, a, {a})));
  CHECK(Says(FindIllFormed(Function(params, x, nullptr, {}))) ==
        "the type 'A' uses a type parameter that no enclosing function declares");
  CHECK(Says(FindIllFormed(Function(params, x, a, {a, a}))) ==
        "a function declares the type parameter 'A' twice");
}

TEST_CASE("the type of a polymorphic function has parameters of its own", "[well_formed]") {
  Type a = TypeVar("A"), b = TypeVar("B");
  auto over = [](const Type& type) {
    Expr params[] = {Var("x", type)};
    return Function(params, Tuple({}), TupleType({}), {});
  };
  CHECK(WellFormed(over(FuncType({a}, a, {a}))));
  CHECK(WellFormed(over(RefType(FuncType({a}, a, {a})))));
  CHECK(WellFormed(over(TupleType({FuncType({FuncType({a}, b, {a})}, b, {b})}))));
  CHECK(Says(FindIllFormed(over(FuncType({a}, b, {a})))) ==
        "the type 'fn [A](A) -> B' uses a type parameter that no enclosing function declares");
  CHECK(Says(FindIllFormed(over(RefType(FuncType({a}, b, {a}))))) ==
        "the type 'ref(fn [A](A) -> B)' uses a type parameter that no enclosing function declares");
}

TEST_CASE("models are well-formed, with the types that inference finds", "[well_formed]") {
  for (const ModelRow& row : ModelTable()) {
    INFO(row.name);
    IRModule module = InferTypes(ModuleFromExpr(ModelNet(row.name)));
    CHECK(WellFormed(module));
    CHECK(FindWrongTypes(module, InferTypes(WithoutTypes(module))).empty());
  }
}

TEST_CASE("a wrong type is found", "[well_formed]") {
  IRModule module = InferTypes(tutorials::UsePassInfra());
  Expr main = RewritePostOrder(
      module->Lookup("main"), [](const ExprNode* node, std::span<const Expr> children) {
        if (IsCallTo(node, "multiply"))
          return Rebuild(node, children, ScalarType(DataType::Int(8)));
        return node->checked_type() ? Rebuild(node, children, node->checked_type())
                                    : WithChildren(node, children);
      });
  module = WithFunction(module, "main", main);
  std::vector<Diagnostic> found = FindWrongTypes(module, InferTypes(WithoutTypes(module)));
  REQUIRE(found.size() == 1);
  CHECK(found[0].message.text() ==
        "the recorded type 'int8' of an expression differs from its inferred type 'Tensor[(1, 64, "
        "54, 54), float32]'");
}

TEST_CASE("a deep chain of calls is looked at without recursion", "[well_formed][deep]") {
  OnSmallStack([] {
    Expr x = Var("x", ScalarType(DataType::Float(32)));
    Expr chain = x, relu = GetOp("nn.relu");
    for (int i = 0; i < DeepLevels(); ++i) chain = Call(relu, {chain});
    CHECK(WellFormed(ModuleFromExpr(chain)));
  });
}

}  // namespace
}  // namespace passcope
