// Variables that several expressions bind.
#include "ir/unique_binders.h"

#include <catch2/catch.hpp>

#include "analysis/well_formed.h"
#include "ir/structural.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/foreign.h"
#include "pass/registry.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

Expr Scalar() { return ConstantScalar(2, DataType::Float(32)); }
Expr Negative(Expr x) { return Call(GetOp("negative"), {std::move(x)}); }
Expr Add(Expr a, Expr b) { return Call(GetOp("add"), {std::move(a), std::move(b)}); }
Expr Over(Expr body) { return Function({}, std::move(body)); }
Expr Over(const Expr& param, Expr body) { return Function({&param, 1}, std::move(body)); }
Expr Main(Expr body) {
  Expr x = Var("input");
  return Over(x, std::move(body));
}

// The result of WithUniqueBinders, as if a pass had made `made` from a well-formed function.
Expr Mended(const Expr& made) {
  REQUIRE_FALSE(WellFormed(made));
  Expr mended = WithUniqueBinders(nullptr, made);
  INFO(PrintExpr(mended));
  CHECK(WellFormed(mended));
  return mended;
}

size_t CountNodes(const Expr& expr) {
  size_t count = 0;
  PostOrderVisit(expr, [&](const ExprNode*) { ++count; });
  return count;
}

TEST_CASE("expressions know whether functions in them bind variables", "[unique_binders]") {
  Expr x = Var("x"), y = Var("y");
  CHECK_FALSE(Negative(x)->has_scopes());
  Expr let = Let(x, Scalar(), Negative(x));
  CHECK(let->has_scopes());
  CHECK_FALSE(let->has_inner_scopes());
  Expr fused = Over(y, Negative(y));
  CHECK(Negative(fused)->has_scopes());
  CHECK_FALSE(Negative(fused)->has_inner_scopes());
  Expr inner = Over(y, let);
  CHECK(inner->has_inner_scopes());
  CHECK(If(Scalar(), Scalar(), Negative(inner))->has_inner_scopes());
  CHECK(WithType(inner.get(), TupleType({}))->has_inner_scopes());
  CHECK(Over(fused)->has_inner_scopes());
}

TEST_CASE("what binds a variable a second time gets variables of its own", "[unique_binders]") {
  Expr p = Var("p"), k = Var("k");
  Expr value = Add(p, Scalar());  // Shared by both.
  Expr one = Over(p, Let(k, value, Negative(k)));
  Expr other = Over(p, Let(k, value, k));
  Expr made = Main(Add(Call(one, {Scalar()}), Call(other, {Call(one, {Scalar()})})));
  Expr mended = Mended(made);
  // The first one stays at all its places.
  CHECK(As<FunctionNode>(mended)->body()->child(1) == As<FunctionNode>(made)->body()->child(1));
  Expr q = Var("p"), l = Var("k");
  Expr fresh = Over(q, Let(l, Add(q, Scalar()), l));
  CHECK(StructuralEqual(As<FunctionNode>(mended)->body()->child(2)->child(0), fresh));
  CHECK(WithUniqueBinders(nullptr, mended) == mended);
}

TEST_CASE("a variable that is bound again where it is in scope is another one",
          "[unique_binders]") {
  Expr v = Var("v"), c = Var("c");
  Expr shared = Add(v, v);
  Expr inner = Let(v, Scalar(), shared);
  // In the value of a let, next to it and in its body.
  Expr outer = Let(v, Negative(inner), Add(shared, Negative(Let(v, Negative(v), shared))));
  Expr made = Main(Call(Over(c, Add(outer, inner)), {Scalar()}));
  Expr mended = Mended(made);
  CHECK(StructuralEqual(
      WithoutTypes(ParseModule(PrintModule(ModuleFromExpr(mended)), "mended"))->Lookup("main"),
      WithoutTypes(ModuleFromExpr(mended))->Lookup("main")));
}

TEST_CASE("what uses no variable of a scope stays shared", "[unique_binders]") {
  Expr x = Var("x"), p = Var("p"), q = Var("q");
  Expr outside = Negative(Negative(Negative(x)));
  Expr closed = Over(q, Let(Var("l"), Negative(q), Scalar()));
  auto part = [&](Expr last) {
    return Over(p, Add(Add(p, outside), Call(closed, {std::move(last)})));
  };
  Expr made = Over(x, Tuple(std::vector<Expr>{part(p), part(Negative(p)), outside, closed}));
  Expr mended = Mended(made);
  // Only one new variable.
  CHECK(CountNodes(mended) == CountNodes(made) + 1);
  CHECK(As<FunctionNode>(mended)->body()->child(2) == outside);
  CHECK(As<FunctionNode>(mended)->body()->child(3) == closed);
}

TEST_CASE("clauses of matches have scopes of their own", "[unique_binders]") {
  IRModule module = ParseModule(R"(#[version = "0.0.5"]
type List[A] { Cons(A, List[A]), Nil }
def @main(%l: List[int32], %d: int32) -> int32 {
  %0 = fn (%m: List[int32]) -> int32 {
    match (%m) { Cons(%a, %b) => add(%a, %d), Nil => %d }
  };
  %0(%l)
})",
                                "text");
  const auto* main = module->Find("main");
  // The inner function, and the same with another result for an empty list.
  Expr inner = main->body()->child(0);
  const auto* match = As<MatchNode>(As<FunctionNode>(inner)->body());
  std::vector<Expr> children(match->children().begin(), match->children().end());
  children.back() = Negative(children.back());
  Expr other = Over(inner->child(0), WithChildren(match, children));
  Expr made = Function(main->params(), Add(main->body(), Call(other, {main->params()[0]})));
  Mended(made);
}

TEST_CASE("chains of thousands of variables are renamed in linear time", "[unique_binders]") {
  constexpr int kDepth = 20000;
  Expr p = Var("p");
  std::vector<Expr> vars;
  for (int i = 0; i < kDepth; ++i) vars.push_back(Var("v"));
  auto chain = [&](Expr last) {
    for (int i = kDepth; i-- > 0;)
      last = Let(vars[i], Negative(i == 0 ? p : vars[i - 1]), std::move(last));
    return Over(p, std::move(last));
  };
  Expr made = Main(Add(Call(chain(vars.back()), {Scalar()}), Call(chain(p), {Scalar()})));
  Expr mended = Mended(made);
  CHECK(CountNodes(mended) <= 2 * CountNodes(made));

  // Each is inside of the next.
  Expr x = Scalar(), v = Var("v");
  for (int i = 0; i < kDepth; ++i) x = Let(v, Negative(x), Add(v, v));
  mended = Mended(Main(Call(Over(p, x), {Scalar()})));
  CHECK(CountNodes(mended) <= 2 * CountNodes(x) + kDepth + 10);
}

TEST_CASE("what a program binds twice from the beginning stays", "[unique_binders]") {
  Expr p = Var("p"), k = Var("k");
  Expr made = Main(Tuple(std::vector<Expr>{Over(p, Let(k, p, k)), Over(p, Let(k, p, p))}));
  REQUIRE_FALSE(WellFormed(made));
  CHECK(WithUniqueBinders(made.get(), made) == made);
  Expr before = Main(Tuple(std::vector<Expr>{Over(p, Let(k, p, k)), Over(p, p)}));
  CHECK(WithUniqueBinders(before.get(), made) == made);
}

TEST_CASE("what passes make binds each variable once, unless others than the engine wrote them",
          "[unique_binders]") {
  IRModule module = InferTypes(ParseModule(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2), float32]) {
  %0 = fn (%p: Tensor[(2), float32]) {
    let %k = add(%p, 2f);
    multiply(%k, add(1f, 2f))
  };
  %1 = fn (%r: Tensor[(2), float32], Primitive=1) {
    %2 = %0(%r);
    negative(%2)
  };
  %3 = %1(%0(%x));
  exp(%3)
})",
                                           "text"));
  CHECK(WellFormed(CreatePass("FoldConstant")(module)));
  // Replaces a sum outside of primitive functions.
  auto fold = [](const Expr& function, const IRModule&, PassContext&) -> Expr {
    struct Folder : Rewriter {
      Expr Enter(const ExprNode* node) override {
        const auto* inner = As<FunctionNode>(node);
        return inner && inner->is_primitive() ? Expr(node) : nullptr;
      }
      Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
        bool constant = IsCallTo(node, "add") && As<ConstantNode>(children[1]);
        return constant ? Add(children[1], children[2]) : WithChildren(node, children);
      }
    };
    return Folder().Run(function);
  };
  PassInfo info{0, "MyFold", {}, false};
  CHECK(WellFormed(CreateFunctionPass(fold, info)(module)));
  CHECK_FALSE(WellFormed(CreateForeignFunctionPass(fold, info)(module)));
  auto fold_all = [&](const IRModule& all, PassContext& context) {
    return WithFunction(all, "main", fold(all->Lookup("main"), all, context));
  };
  CHECK(WellFormed(CreateModulePass(fold_all, info)(module)));
  CHECK_FALSE(WellFormed(CreateForeignModulePass(fold_all, info)(module)));
}

}  // namespace
}  // namespace passcope
