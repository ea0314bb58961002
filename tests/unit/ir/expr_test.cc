// Expressions, traversal, rewriting, structural equality and hash, modules.
#include "ir/expr.h"

#include <catch2/catch.hpp>

#include "analysis/count_ops.h"
#include "diagnostics/diagnostic.h"
#include "ir/free_vars.h"
#include "ir/module.h"
#include "ir/structural.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "unit/deep.h"

namespace passcope {
namespace {

Type F32(Shape shape) { return TensorType(std::move(shape), DataType::Float(32)); }

Expr Chain(Expr start, int length) {
  Expr relu = GetOp("nn.relu");
  for (int i = 0; i < length; ++i) start = Call(relu, {start});
  return start;
}

TEST_CASE("every kind keeps its children in one array", "[expr]") {
  Expr x = Var("x", F32({2}));
  Expr c = ConstantScalar(1, DataType::Float(32));
  Expr call = CallOp("add", {x, c});
  CHECK(call->children().size() == 3);
  CHECK(As<CallNode>(call)->arg(1) == c);
  Expr params[] = {x};
  Expr function = Function(params, call);
  CHECK(As<FunctionNode>(function)->params().size() == 1);
  CHECK(As<FunctionNode>(function)->body() == call);
  Expr let = Let(x, c, call);
  CHECK(As<LetNode>(let)->value() == c);
  Expr branch = If(c, x, c);
  CHECK(As<IfNode>(branch)->true_branch() == x);
  Expr fields[] = {x, c};
  Expr tuple = Tuple(fields);
  CHECK(As<TupleGetItemNode>(TupleGetItem(tuple, 1))->index == 1);
  CHECK(As<RefWriteNode>(RefWrite(RefCreate(x), c))->value() == c);
  CHECK(As<RefReadNode>(RefRead(x))->ref() == x);
  CHECK(As<TupleNode>(call) == nullptr);
}

TEST_CASE("rebuilding over the same children is the same node", "[expr]") {
  Expr x = Var("x", F32({2}));
  Expr call = CallOp("add", {x, x});
  CHECK(WithChildren(call.get(), call->children()) == call);
  Expr y = Var("y", F32({2}));
  Expr children[] = {call->child(0), x, y};
  Expr other = WithChildren(call.get(), children);
  CHECK_FALSE(other == call);
  CHECK(other->checked_type() == nullptr);
}

TEST_CASE("post order meets each node once, children first", "[visitor]") {
  Expr x = Var("x", F32({2}));
  Expr shared = CallOp("nn.relu", {x});
  Expr sum = CallOp("add", {shared, shared});
  std::vector<const ExprNode*> order;
  PostOrderVisit(sum, [&](const ExprNode* node) { order.push_back(node); });
  // add's operator, relu's operator, %x, relu, add.
  REQUIRE(order.size() == 5);
  CHECK(order[2] == x.get());
  CHECK(order[3] == shared.get());
  CHECK(order[4] == sum.get());
}

TEST_CASE("a rewriter keeps what does not change and what is shared", "[visitor]") {
  Expr x = Var("x", F32({2}));
  Expr y = Var("y", F32({2}));
  Expr left = CallOp("nn.relu", {x});
  Expr right = CallOp("tanh", {y});
  Expr sum = CallOp("add", {left, right});
  Expr twice = CallOp("multiply", {sum, sum});
  Expr same = RewritePostOrder(twice, [](const ExprNode* node, std::span<const Expr> children) {
    return WithChildren(node, children);
  });
  CHECK(same == twice);

  VarMap map;
  map.Set(As<VarNode>(y)->vid, x);
  Expr changed = SubstituteVars(twice, map);
  const auto* call = As<CallNode>(changed);
  CHECK(call->arg(0) == call->arg(1));
  const auto* inner = As<CallNode>(call->arg(0));
  CHECK(inner->arg(0) == left);
  CHECK(As<CallNode>(inner->arg(1))->arg(0) == x);
}

TEST_CASE("a let's variable can be replaced after its value", "[visitor]") {
  struct Inline : Rewriter {
    void LetValueDone(const LetNode* let, const Expr& value) override {
      values.Set(As<VarNode>(let->var())->vid, value);
    }
    Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
      if (const auto* var = As<VarNode>(node)) {
        const Expr* value = values.Find(var->vid.get());
        return value ? *value : Expr(node);
      }
      if (As<LetNode>(node)) return children[2];
      return WithChildren(node, children);
    }
    VarMap values;
  } rewriter;
  Expr v = Var("v");
  Expr c = ConstantScalar(2, DataType::Float(32));
  Expr result = rewriter.Run(Let(v, c, CallOp("add", {v, v})));
  CHECK(As<CallNode>(result)->arg(0) == c);
  CHECK(As<CallNode>(result)->arg(1) == c);
}

TEST_CASE("a deep chain of calls is walked, rewritten, hashed, compared and freed",
          "[visitor][deep]") {
  OnSmallStack([] {
    const int length = DeepLevels();
    Expr x = Var("x", F32({2}));
    Expr chain = Chain(x, length);
    size_t calls = 0;
    PostOrderVisit(chain, [&](const ExprNode* node) { calls += node->kind() == ExprKind::kCall; });
    CHECK(calls == static_cast<size_t>(length));
    VarMap map;
    Expr y = Var("y", F32({2}));
    map.Set(As<VarNode>(x)->vid, y);
    Expr other = SubstituteVars(chain, map);
    CHECK_FALSE(other == chain);
    Expr px[] = {x};
    Expr py[] = {y};
    CHECK(StructuralEqual(Function(px, chain), Function(py, other)));
    CHECK(StructuralHash(Function(px, chain)) == StructuralHash(Function(py, other)));
    CHECK(CountOps(chain).at("nn.relu") == length);
  });
}

TEST_CASE("structural equality: bound names do not matter, sharing does", "[structural]") {
  Expr x = Var("x", F32({2}));
  Expr y = Var("y", F32({2}));
  auto twice = [](const Expr& var, bool share) {
    Expr a = CallOp("nn.relu", {var});
    Expr b = share ? a : CallOp("nn.relu", {var});
    Expr params[] = {var};
    return Function(params, CallOp("add", {a, b}));
  };
  CHECK(StructuralEqual(twice(x, true), twice(y, true)));
  CHECK(StructuralHash(twice(x, true)) == StructuralHash(twice(y, true)));
  CHECK_FALSE(StructuralEqual(twice(x, true), twice(x, false)));
  CHECK_FALSE(StructuralEqual(twice(x, false), twice(x, true)));
  // Free variables are equal only to themselves, unless they may be mapped.
  CHECK_FALSE(StructuralEqual(CallOp("nn.relu", {x}), CallOp("nn.relu", {y})));
  CHECK(StructuralEqual(CallOp("nn.relu", {x}), CallOp("nn.relu", {y}), true));
  CHECK_FALSE(StructuralEqual(CallOp("add", {x, y}), CallOp("add", {y, y}), true));
  // Parameters with other annotations differ.
  Expr z = Var("z", F32({3}));
  CHECK_FALSE(StructuralEqual(twice(x, true), twice(z, true)));
}

TEST_CASE("structural equality: items of tuples and empty tuples are not shared", "[structural]") {
  Expr x = Var("x", F32({2}));
  Expr one[] = {x, x};
  Expr tuple = Tuple(one);
  auto sum = [&](bool share) {
    Expr item = TupleGetItem(tuple, 0);
    return CallOp("add", {item, share ? item : TupleGetItem(tuple, 0)});
  };
  CHECK(StructuralEqual(sum(true), sum(false)));
  CHECK(StructuralEqual(sum(false), sum(true)));
  CHECK(StructuralHash(sum(true)) == StructuralHash(sum(false)));
  Expr nothing = Tuple(std::span<const Expr>());
  Expr shared[] = {nothing, nothing}, apart[] = {nothing, Tuple(std::span<const Expr>())};
  CHECK(StructuralEqual(Tuple(shared), Tuple(apart)));
  CHECK(StructuralHash(Tuple(shared)) == StructuralHash(Tuple(apart)));
  // The tuple below a field counts.
  Expr y = Var("y", F32({2})), other[] = {x, y};
  CHECK_FALSE(StructuralEqual(TupleGetItem(Tuple(other), 0), TupleGetItem(tuple, 0)));
}

TEST_CASE("structural equality of constants is by value", "[structural]") {
  Expr a = ConstantScalar(1.5, DataType::Float(32));
  Expr b = ConstantScalar(1.5, DataType::Float(32));
  CHECK(StructuralEqual(a, b));
  CHECK(StructuralHash(a) == StructuralHash(b));
  CHECK_FALSE(StructuralEqual(a, ConstantScalar(1.5, DataType::Float(64))));
  CHECK_FALSE(StructuralEqual(a, ConstantScalar(2.5, DataType::Float(32))));
}

TEST_CASE("free variables come in order of first use, each once", "[analysis]") {
  Expr x = Var("x", F32({2}));
  Expr y = Var("y", F32({2}));
  Expr v = Var("v");
  Expr body = Let(v, CallOp("add", {y, x}), CallOp("multiply", {v, x}));
  std::vector<Expr> free = FreeVars(body);
  REQUIRE(free.size() == 2);
  CHECK(free[0] == y);
  CHECK(free[1] == x);
}

TEST_CASE("modules are immutable and keep the order of their functions", "[module]") {
  Expr x = Var("x", F32({2}));
  IRModule module = ModuleFromExpr(CallOp("nn.relu", {x}));
  REQUIRE(module->Find("main"));
  CHECK(module->Find("main")->params().size() == 1);
  Expr params[] = {x};
  IRModule two = WithFunction(module, "f", Function(params, x));
  CHECK(module->functions.size() == 1);
  REQUIRE(two->functions.size() == 2);
  CHECK(two->functions[1].name.view() == "f");
  CHECK(WithFunction(two, "f", two->Lookup("f")) == two);
  CHECK(StructuralEqual(two, WithFunction(module, "f", Function(params, x))));
  CHECK_FALSE(StructuralEqual(two, module));
  CHECK_THROWS_AS(module->Lookup("g"), DiagnosticError);
}

TEST_CASE("arrays convert between data types", "[ndarray]") {
  for (float value : {0.f, 1.f, -2.5f, 65504.f, 5.9604645e-8f, 0.1f}) {
    float half = HalfToFloat(FloatToHalf(value));
    CHECK(half == Approx(value).epsilon(1e-3).margin(1e-7));
  }
  CHECK(FloatToHalf(65520.f) == 0x7C00);
  CHECK(FloatToHalf(-65536.f) == 0xFC00);
  CHECK((FloatToHalf(std::numeric_limits<float>::quiet_NaN()) & 0x7FFF) > 0x7C00);
  // Ties round to even: 2049 is between 2048 and 2050.
  CHECK(HalfToFloat(FloatToHalf(2049.f)) == 2048.f);
  CHECK(HalfToFloat(FloatToHalf(2051.f)) == 2052.f);
  CHECK(BFloatToFloat(FloatToBFloat(1.f + 1.f / 256)) == 1.f);
  NDArray bytes = ScalarIntNDArray(-1, DataType::UInt(8));
  CHECK(bytes->ToInt(0) == 255);
  CHECK(ScalarNDArray(3.9, DataType::Int(32))->ToInt(0) == 3);
  CHECK(ScalarNDArray(0.5, DataType::Bool())->ToInt(0) == 1);
  NDArray matrix = MakeNDArray({2, 3}, DataType::Float(32));
  CHECK(ReshapeNDArray(matrix, {6})->data() == matrix->data());
  CHECK_THROWS_AS(MakeNDArray({int64_t{1} << 20, int64_t{1} << 20}, DataType::Float(32)),
                  DiagnosticError);
  // A size of 0 does not hide the other sizes.
  CHECK(MakeNDArray({int64_t{1} << 20, 0}, DataType::Float(32))->size() == 0);
  CHECK_THROWS_AS(MakeNDArray({int64_t{1} << 40, 0}, DataType::Float(32)), DiagnosticError);
}

}  // namespace
}  // namespace passcope
