// The interpreter: results of programs, when values are freed, limits.
#include "runtime/evaluator.h"

#include <catch2/catch.hpp>

#include "kernel_fixture.h"
#include "op/attrs_nn.h"
#include "runtime/kernel.h"
#include "text/parser.h"
#include "unit/deep.h"

namespace passcope {
namespace {

Type F32(Shape shape) { return TensorType(std::move(shape), DataType::Float(32)); }
Expr Number(double value) { return ConstantScalar(value, DataType::Float(32)); }
double Result(const Value& value) { return value.tensor()->ToDouble(0); }
IRModule ModuleOf(std::vector<Expr> params, Expr body) {
  return InferTypes(ModuleFromExpr(Function(params, std::move(body))));
}

TEST_CASE("a function of its arguments", "[evaluator]") {
  Expr x = Var("x", F32({2})), y = Var("y", F32({2}));
  IRModule module = ModuleOf({x, y}, CallOp("add", {CallOp("multiply", {x, y}), x}));
  NDArray a = Reals({2}, {2, 3}), b = Reals({2}, {5, 7});
  Value args[] = {a, b};
  NDArray out = Evaluate(module, "main", args).tensor();
  CHECK(out->ToDouble(0) == 12);
  CHECK(out->ToDouble(1) == 24);
}

TEST_CASE("arguments must fit the parameters", "[evaluator]") {
  Expr x = Var("x", F32({2}));
  IRModule module = ModuleOf({x}, x);
  auto fails = [&](std::vector<Value> args) {
    return Throws(DiagKind::kEvaluation, [&] { Evaluate(module, "main", args); });
  };
  CHECK(fails({}));
  CHECK(fails({Reals({3}, {1, 2, 3})}));
  CHECK(fails({Ints({2}, {1, 2})}));
  CHECK(fails({Reals({2, 1}, {1, 2})}));
  CHECK(fails({Value::Tuple({})}));
  CHECK(fails({Value()}));
  CHECK_FALSE(fails({Reals({2}, {1, 2})}));
  CHECK(Throws(DiagKind::kUnknownGlobal, [&] { Evaluate(module, "other", {}); }));
}

TEST_CASE("let, if, tuples", "[evaluator]") {
  Expr x = Var("x", F32({})), v = Var("v");
  Expr fields[] = {CallOp("add", {v, v}), x};
  Expr body = Let(v, CallOp("add", {x, Number(1)}), TupleGetItem(Tuple(fields), 0));
  Expr cond = CallOp("less", {x, Number(10)});
  IRModule module = ModuleOf({x}, If(cond, body, Number(-1)));
  Value small[] = {Reals({}, {3})}, large[] = {Reals({}, {30})};
  CHECK(Result(Evaluate(module, "main", small)) == 8);
  CHECK(Result(Evaluate(module, "main", large)) == -1);
}

TEST_CASE("functions are values and capture their variables", "[evaluator]") {
  // let a = x + 1; let f = fn (y) { y * a }; f(f(2))
  Expr x = Var("x", F32({})), a = Var("a"), f = Var("f"), y = Var("y", F32({}));
  Expr params[] = {y};
  Expr body =
      Let(a, CallOp("add", {x, Number(1)}),
          Let(f, Function(params, CallOp("multiply", {y, a})), Call(f, {Call(f, {Number(2)})})));
  IRModule module = ModuleOf({x}, body);
  Value args[] = {Reals({}, {4})};
  CHECK(Result(Evaluate(module, "main", args)) == 50);
}

TEST_CASE("a function may be called in place and be shared", "[evaluator]") {
  Expr x = Var("x", F32({})), y = Var("y", F32({}));
  Expr params[] = {y};
  Expr f = Function(params, CallOp("add", {y, x}));
  IRModule module = ModuleOf({x}, CallOp("multiply", {Call(f, {Number(1)}), Call(f, {Number(2)})}));
  Value args[] = {Reals({}, {3})};
  CHECK(Result(Evaluate(module, "main", args)) == 20);
}

// let loop = fn (i, acc) { if (i < n) { loop(i + 1, acc + i) } else { acc } }; loop(0, 0)
IRModule Loop(double n) {
  Type scalar = F32({});
  Expr loop = Var("loop", FuncType({scalar, scalar}, scalar));
  Expr i = Var("i", scalar), acc = Var("acc", scalar);
  Expr next = Call(loop, {CallOp("add", {i, Number(1)}), CallOp("add", {acc, i})});
  Expr params[] = {i, acc};
  Expr function = Function(params, If(CallOp("less", {i, Number(n)}), next, acc), scalar);
  return ModuleOf({}, Let(loop, function, Call(loop, {Number(0), Number(0)})));
}

TEST_CASE("local recursion", "[evaluator]") {
  CHECK(Result(Evaluate(Loop(100), "main", {})) == 4950);
  // Deeper than a machine stack allows for an interpreter that recurses.
  CHECK(Result(Evaluate(Loop(50000), "main", {})) > 1e9);
}

TEST_CASE("recursion that does not end is a diagnostic", "[evaluator]") {
  EvaluateOptions options;
  options.max_depth = 1000;
  CHECK(Throws(DiagKind::kOverBudget, [&] { Evaluate(Loop(1e9), "main", {}, options); }));
}

TEST_CASE("global functions", "[evaluator]") {
  Expr x = Var("x", F32({})), y = Var("y", F32({}));
  Expr px[] = {x}, py[] = {y};
  Expr twice = Function(px, CallOp("add", {x, x}), F32({}));
  IRModule module = ModuleFromExpr(Function(py, Call(GlobalVar("twice"), {y}), F32({})));
  module = InferTypes(WithFunction(module, "twice", twice));
  Value args[] = {Reals({}, {21})};
  CHECK(Result(Evaluate(module, "main", args)) == 42);
}

TEST_CASE("references change", "[evaluator]") {
  // let r = ref(1); let u = (r := !r + 2); !r
  Expr r = Var("r"), u = Var("u");
  Expr write = RefWrite(r, CallOp("add", {RefRead(r), Number(2)}));
  Expr body = Let(r, RefCreate(Number(1)), Let(u, write, RefRead(r)));
  CHECK(Result(Evaluate(ModuleOf({}, body), "main", {})) == 3);
}

TEST_CASE("a cycle through a reference is freed with the evaluation", "[evaluator]") {
  // let r = ref(fn () { 1 }); let u = (r := fn () { (!r)() }); 2
  NDArray held = Reals({}, {1});
  uint32_t before = held->ref_count();
  {
    Expr r = Var("r"), u = Var("u");
    Expr first = Function({}, Constant(held));
    Expr second = Function({}, Call(RefRead(r), {}));
    Expr body = Let(r, RefCreate(first), Let(u, RefWrite(r, second), Number(2)));
    CHECK(Result(Evaluate(ModuleOf({}, body), "main", {})) == 2);
  }
  CHECK(held->ref_count() == before);
}

TEST_CASE("a shared node is evaluated once", "[evaluator]") {
  // 64 doublings of one value by sharing. Evaluating a node per use takes exponential time.
  Expr x = Var("x", F32({}));
  Expr sum = x;
  for (int i = 0; i < 64; ++i) sum = CallOp("add", {sum, sum});
  Value args[] = {Reals({}, {1})};
  CHECK(Result(Evaluate(ModuleOf({x}, sum), "main", args)) == std::ldexp(1.0, 64));
}

TEST_CASE("a shared node in two branches is evaluated in the one that is taken", "[evaluator]") {
  Expr x = Var("x", F32({}));
  Expr shared = CallOp("add", {x, Number(1)});
  Expr body = CallOp(
      "add",
      {If(CallOp("less", {x, Number(5)}), CallOp("multiply", {shared, shared}), shared), shared});
  IRModule module = ModuleOf({x}, body);
  Value small[] = {Reals({}, {2})}, large[] = {Reals({}, {9})};
  CHECK(Result(Evaluate(module, "main", small)) == 12);
  CHECK(Result(Evaluate(module, "main", large)) == 20);
}

TEST_CASE("an if's branches are lazy", "[evaluator]") {
  Expr zero = Constant(Ints({}, {0}));
  Expr one = Constant(Ints({}, {1}));
  Expr crash = CallOp("divide", {one, zero});
  Expr cond = Constant(Ints({}, {1}, DataType::Bool()));
  CHECK(EvaluateExpr(InferTypes(If(cond, one, crash))).tensor()->ToInt(0) == 1);
}

TEST_CASE("a deep chain of calls", "[evaluator][deep]") {
  OnSmallStack([] {
    Expr x = Var("x", F32({}));
    Expr sum = x;
    for (int i = 0; i < DeepLevels(); ++i) sum = CallOp("negative", {sum});
    Binding env[] = {{As<VarNode>(x)->vid, Reals({}, {3})}};
    CHECK(Result(EvaluateExpr(sum, env)) == 3);
  });
}

TEST_CASE("a deep chain of lets", "[evaluator][deep]") {
  OnSmallStack([] {
    Expr one = Number(1);
    std::vector<Expr> vars;
    for (int i = 0; i < DeepLevels(); ++i) vars.push_back(Var("v"));
    Expr body = vars.back();
    for (size_t i = vars.size(); i-- > 0;) {
      body = Let(vars[i], i ? CallOp("negative", {vars[i - 1]}) : one, body);
    }
    CHECK(Result(EvaluateExpr(body)) == -1);
  });
}

TEST_CASE("untyped calls and dynamic shapes get their concrete type from the arguments",
          "[evaluator]") {
  Expr x = Var("x", TensorType({Dim::Any(), 3}, DataType::Float(32)));
  IRModule module = ModuleOf({x}, CallOp("add", {x, x}));
  Value args[] = {Reals({2, 3}, {1, 2, 3, 4, 5, 6})};
  NDArray out = Evaluate(module, "main", args).tensor();
  CHECK(out->shape == std::vector<int64_t>{2, 3});
  CHECK(out->ToDouble(5) == 12);
}

TEST_CASE("what is computed has the type that the call has", "[evaluator]") {
  // TVM's type relation gives this convolution a height of 0, but its kernel does not.
  IRModule module = InferTypes(ParseModule(
      "#[version = \"0.0.5\"]\n"
      "def @main(%x: Tensor[(4, 4, 2, 1), float32], %w: Tensor[(4, 6, 1, 1), float32]) {"
      "  %0 = nn.contrib_conv2d_NCHWc(%x, %w, channels=2, kernel_size=[3, 1]);"
      "  nn.avg_pool2d(%0, pool_size=[2, 1], padding=[2, 1]) }",
      "test"));
  Value args[] = {MakeNDArray({4, 4, 2, 1}, DataType::Float(32)),
                  MakeNDArray({4, 6, 1, 1}, DataType::Float(32))};
  CHECK(Throws(DiagKind::kEvaluation, [&] { Evaluate(module, "main", args); }));
}

TEST_CASE("shapes that are known late and do not fit are refused", "[evaluator]") {
  IRModule module =
      InferTypes(ParseModule("#[version = \"0.0.5\"]\n"
                             "def @main(%c: Tensor[(3), bool], %x: Tensor[(3), float32], "
                             "%y: Tensor[(?), float32]) { where(%c, %x, %y) }",
                             "test"));
  Value args[] = {MakeNDArray({3}, DataType::Bool()), Reals({3}, {1, 2, 3}),
                  Reals({5}, {1, 2, 3, 4, 5})};
  CHECK(Throws(DiagKind::kEvaluation, [&] { Evaluate(module, "main", args); }));
}

TEST_CASE("free variables without a value", "[evaluator]") {
  CHECK(Throws(DiagKind::kUnboundVar, [] { EvaluateExpr(Var("x", F32({}))); }));
}

TEST_CASE("values are freed after their last use", "[evaluator]") {
  // The first sum is used once and must be freed when the last one is made. Otherwise each result
  // adds a reference to the constant that a reshape shares.
  NDArray big = Reals({4}, {1, 2, 3, 4});
  uint32_t before = big->buffer()->ref_count();
  Expr x = Var("x", F32({4}));
  Expr y = x;
  for (int i = 0; i < 100; ++i) y = CallOp("copy", {y});
  Binding env[] = {{As<VarNode>(x)->vid, big}};
  Value out = EvaluateExpr(InferTypes(y), env);
  CHECK(out.tensor()->data() == big->data());
  CHECK(big->buffer()->ref_count() == before);
}

TEST_CASE("batch_norm gives a tuple", "[evaluator]") {
  NDArray x = Reals({1, 2}, {3, 8}), one = Reals({2}, {1, 1}), zero = Reals({2}, {0, 0});
  NDArray mean = Reals({2}, {1, 2}), var = Reals({2}, {4, 9});
  auto attrs = With<BatchNormAttrs>([](auto& a) { a.epsilon = 0; });
  Value out = RunOp("nn.batch_norm", {x, one, zero, mean, var}, attrs);
  REQUIRE(out.fields().size() == 3);
  CHECK(out.fields()[0].tensor()->ToDouble(0) == 1);
  CHECK(out.fields()[0].tensor()->ToDouble(1) == 2);
  CHECK(out.fields()[1].tensor()->data() == mean->data());
}

}  // namespace
}  // namespace passcope
