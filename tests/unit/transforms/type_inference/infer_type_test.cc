// Type inference: inferred types, reused nodes, and reported errors.
#include "transforms/type_inference/infer_type.h"

#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "models/resnet.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "unit/deep.h"

namespace passcope {
namespace {

DataType F32() { return DataType::Float(32); }
Type F32(Shape shape) { return TensorType(std::move(shape), DataType::Float(32)); }

Expr Fn(std::initializer_list<Expr> params, Expr body, Type ret = nullptr) {
  std::vector<Expr> list = params;
  return Function(list, std::move(body), std::move(ret));
}

// The kinds of all diagnostics of a program that must be rejected.
std::vector<DiagKind> Reject(const Expr& function) {
  try {
    InferTypes(ModuleFromExpr(function));
  } catch (const DiagnosticError& error) {
    std::vector<DiagKind> kinds;
    for (const Diagnostic& diagnostic : error.diagnostics()) kinds.push_back(diagnostic.kind);
    return kinds;
  }
  return {};
}
using Kinds = std::vector<DiagKind>;

TEST_CASE("everything gets a type, and typing again is the same module", "[infer_type]") {
  Expr x = Var("x", F32({2, 3}));
  IRModule typed = InferTypes(ModuleFromExpr(Fn({x}, CallOp("nn.relu", {x}))));
  const FunctionNode* main = typed->Find("main");
  CHECK(main->fully_typed());
  CHECK(main->ret_type == F32({2, 3}));
  CHECK(main->checked_type() == FuncType({F32({2, 3})}, F32({2, 3})));
  CHECK(InferTypes(typed) == typed);
}

TEST_CASE("typed parts are reused", "[infer_type]") {
  Expr x = Var("x", F32({2}));
  IRModule typed = InferTypes(ModuleFromExpr(Fn({x}, CallOp("nn.relu", {x}))));
  const FunctionNode* main = typed->Find("main");
  Expr longer = Fn({main->params()[0]}, CallOp("tanh", {main->body()}));
  IRModule again = InferTypes(ModuleFromExpr(longer));
  CHECK(As<CallNode>(again->Find("main")->body())->arg(0) == main->body());
}

TEST_CASE("weights without a type take the one the operator needs", "[infer_type]") {
  Expr x = Var("x", F32({1, 3, 8, 8}));
  Expr w = Var("w");
  auto* attrs = MakeAttrs<Conv2DAttrs>();
  attrs->channels = 4;
  attrs->kernel_size = std::vector<int64_t>{3, 3};
  IRModule typed =
      InferTypes(ModuleFromExpr(Fn({x, w}, CallOp("nn.conv2d", {x, w}, Attrs(attrs)))));
  const FunctionNode* main = typed->Find("main");
  CHECK(main->params()[1]->checked_type() == F32({4, 3, 3, 3}));
  CHECK(As<VarNode>(main->params()[1])->type_annotation == F32({4, 3, 3, 3}));
  CHECK(main->ret_type == F32({1, 4, 6, 6}));
  // The variable in the body is the parameter.
  CHECK(As<CallNode>(main->body())->arg(1) == main->params()[1]);
}

TEST_CASE("let, if, tuples and references", "[infer_type]") {
  Expr x = Var("x", F32({2}));
  Expr c = Var("c", ScalarType(DataType::Bool()));
  Expr v = Var("v");
  Expr fields[] = {x, c};
  Expr let = Let(v, Tuple(fields), If(TupleGetItem(v, 1), TupleGetItem(v, 0), x));
  IRModule typed = InferTypes(ModuleFromExpr(Fn({x, c}, let)));
  CHECK(typed->Find("main")->ret_type == F32({2}));
  const auto* typed_let = As<LetNode>(typed->Find("main")->body());
  CHECK(typed_let->var()->checked_type() == TupleType({F32({2}), ScalarType(DataType::Bool())}));

  Expr r = Var("r");
  Expr u = Var("u");
  Expr refs = Let(r, RefCreate(x), Let(u, RefWrite(r, x), RefRead(r)));
  CHECK(InferTypes(ModuleFromExpr(Fn({x}, refs)))->Find("main")->ret_type == F32({2}));
}

TEST_CASE("recursive functions and calls between functions", "[infer_type]") {
  // let f = fn (n: float32) { if (n < 0) n else f(n - 1) }; f(x)
  Expr n = Var("n", ScalarType(F32()));
  Expr f = Var("f");
  Expr one = ConstantScalar(1, F32());
  Expr body = If(CallOp("less", {n, one}), n, Call(f, {CallOp("subtract", {n, one})}));
  Expr x = Var("x", ScalarType(F32()));
  IRModule local = InferTypes(ModuleFromExpr(Fn({x}, Let(f, Fn({n}, body), Call(f, {x})))));
  CHECK(local->Find("main")->ret_type == ScalarType(F32()));

  // @main calls @g, which is typed later and has no annotations.
  Expr y = Var("y", F32({3}));
  Expr v = Var("v");
  IRModule module = ModuleFromExpr(Fn({y}, Let(v, Call(GlobalVar("g"), {y}), y)));
  Expr z = Var("z", F32({3}));
  module = WithFunction(module, "g", Fn({z}, CallOp("nn.relu", {z})));
  IRModule typed = InferTypes(module);
  auto type_of_call = [](const IRModule& of) {
    return As<LetNode>(of->Find("main")->body())->value()->checked_type();
  };
  CHECK(type_of_call(typed) == F32({3}));
  // If the type of @g changes, calls of it are typed again.
  Expr w = Var("w", F32({3}));
  IRModule changed = WithFunction(typed, "g", Fn({w}, CallOp("nn.batch_flatten", {w})));
  CHECK_THROWS_AS(InferTypes(changed), DiagnosticError);
  changed = WithFunction(typed, "g", Fn({w}, CallOp("less", {w, w})));
  // As in TVM, the variable keeps the annotation from inference, so this is now an error.
  CHECK_THROWS_AS(InferTypes(changed), DiagnosticError);
}

TEST_CASE("generic functions are instantiated at each call", "[infer_type]") {
  Type t = TypeVar("t");
  Expr a = Var("a", t);
  Expr params[] = {a};
  Expr id = Function(params, a, t, {t});
  Expr x = Var("x", F32({2}));
  Expr y = Var("y", ScalarType(DataType::Bool()));
  Expr f = Var("f");
  Expr fields[] = {Call(f, {x}), Call(f, {y})};
  IRModule typed = InferTypes(ModuleFromExpr(Fn({x, y}, Let(f, id, Tuple(fields)))));
  CHECK(typed->Find("main")->ret_type == TupleType({F32({2}), ScalarType(DataType::Bool())}));
}

TEST_CASE("mistakes are diagnostics of their kind", "[infer_type][diagnostics]") {
  Expr x = Var("x", F32({2, 3}));
  Expr y = Var("y", F32({4}));
  CHECK(Reject(Fn({x}, CallOp("add", {x}))) == Kinds{DiagKind::kArity});
  CHECK(Reject(Fn({x, y}, CallOp("add", {x, y}))) == Kinds{DiagKind::kShapeMismatch});
  CHECK(Reject(Fn({x}, TupleGetItem(x, 0))) == Kinds{DiagKind::kNotATuple});
  Expr fields[] = {x};
  CHECK(Reject(Fn({x}, TupleGetItem(Tuple(fields), 1))) == Kinds{DiagKind::kNotATuple});
  CHECK(Reject(Fn({x}, Call(x, {x}))) == Kinds{DiagKind::kNotAFunction});
  CHECK(Reject(Fn({x}, Call(GlobalVar("missing"), {x}))) == Kinds{DiagKind::kUnknownGlobal});
  CHECK(Reject(Fn({x}, If(x, x, x))) == Kinds{DiagKind::kTypeMismatch});
  CHECK(Reject(Fn({x}, CallOp("nn.relu", {x}), F32({9}))) == Kinds{DiagKind::kTypeMismatch});
  CHECK(Reject(Fn({}, CallOp("nn.relu", {Var("free", F32({2}))}))) == Kinds{DiagKind::kUnboundVar});
  CHECK(Reject(Fn({Var("untyped")}, ConstantScalar(1, F32()))) ==
        Kinds{DiagKind::kUnderconstrained});
  CHECK(Reject(Fn({x}, CallOp("nn.conv2d", {x, x}))) == Kinds{DiagKind::kMissingAttribute});
  CHECK(Reject(Fn({x}, CallOp("nn.relu", {Tuple(fields)}))) == Kinds{DiagKind::kTypeMismatch});
}

TEST_CASE("one run reports several mistakes, and each once", "[infer_type][diagnostics]") {
  Expr x = Var("x", F32({2, 3}));
  Expr y = Var("y", F32({4}));
  Expr bad = CallOp("add", {x, y});
  // An error that follows from another one is not reported.
  Expr after = CallOp("nn.relu", {CallOp("multiply", {bad, bad})});
  Expr fields[] = {after, CallOp("add", {x})};
  CHECK(Reject(Fn({x, y}, Tuple(fields))) == Kinds{DiagKind::kShapeMismatch, DiagKind::kArity});
}

TEST_CASE("a message shows the types that came", "[infer_type][diagnostics]") {
  Expr x = Var("x", F32({2, 3}));
  Expr y = Var("y", F32({4}));
  try {
    InferTypes(ModuleFromExpr(Fn({x, y}, CallOp("add", {x, y}))));
    FAIL("no error");
  } catch (const DiagnosticError& error) {
    std::string text = error.what();
    INFO(text);
    CHECK(text.find("Tensor[(2, 3), float32]") != std::string::npos);
    CHECK(text.find("add(") != std::string::npos);
  }
}

TEST_CASE("deep chains of calls and lets are typed", "[infer_type][deep]") {
  OnSmallStack([] {
    Expr x = Var("x", F32({2}));
    Expr relu = GetOp("nn.relu");
    Expr body = x;
    for (int i = 0; i < DeepLevels(); ++i) body = Call(relu, {body});
    IRModule typed = InferTypes(ModuleFromExpr(Fn({x}, body)));
    CHECK(typed->Find("main")->ret_type == F32({2}));

    std::vector<Expr> vars = {x};
    for (int i = 0; i < DeepLevels(); ++i) vars.push_back(Var("v"));
    Expr lets = vars.back();
    for (size_t i = vars.size() - 1; i > 0; --i) {
      lets = Let(vars[i], Call(relu, {vars[i - 1]}), lets);
    }
    CHECK(InferTypes(ModuleFromExpr(Fn({x}, lets)))->Find("main")->ret_type == F32({2}));
  });
}

TEST_CASE("every depth of ResNet is typed", "[infer_type][models]") {
  for (int64_t layers : {18, 34, 50, 101, 152, 200, 269}) {
    INFO(layers);
    resnet::Options options;
    options.num_layers = layers;
    options.batch_size = 2;
    IRModule typed = InferTypes(ModuleFromExpr(resnet::GetNet(options)));
    CHECK(typed->Find("main")->ret_type == F32({2, 1000}));
  }
}

TEST_CASE("a type nests so deep and no deeper", "[infer_type]") {
  auto nested = [](int depth) {
    Expr body = Var("x", F32({1}));
    Expr x = body;
    for (int i = 0; i < depth; ++i) body = Tuple({&body, 1});
    return Fn({x}, body);
  };
  CHECK(Reject(nested(200)).empty());
  CHECK(Reject(nested(100000)) == Kinds{DiagKind::kNestingTooDeep});
  Expr closure = Var("x", F32({1}));
  Expr x = closure;
  for (int i = 0; i < 100000; ++i) closure = Fn({}, closure);
  CHECK(Reject(Fn({x}, closure)) == Kinds{DiagKind::kNestingTooDeep});
}

TEST_CASE("InferTypeLocal takes the types below as they are", "[infer_type]") {
  Type wide = TensorType(Shape{2, 3}, DataType::Float(32));
  Expr x = Var("x", TensorType(Shape{2}, DataType::Float(32)));
  // The node below has another type than inference would give it.
  Expr inner = WithType(CallOp("exp", {x}).get(), wide);
  CHECK(InferTypeLocal(CallOp("negative", {inner})) == wide);
  CHECK(InferTypeLocal(inner) == As<VarNode>(x)->type_annotation);
  Expr pair[] = {inner, x};
  CHECK(InferTypeLocal(TupleGetItem(Tuple(pair), 0)) == wide);
  CHECK(InferTypeLocal(Function({&x, 1}, CallOp("exp", {x}))) ==
        FuncType({As<VarNode>(x)->type_annotation}, As<VarNode>(x)->type_annotation));
}

}  // namespace
}  // namespace passcope
