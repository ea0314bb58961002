// FoldConstant, FoldScaleAxis, bind_params_by_name, and that passes keep a network's results.
#include <catch2/catch.hpp>
#include <cmath>

#include "analysis/count_ops.h"
#include "diagnostics/diagnostic.h"
#include "models/resnet.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"
#include "support/random.h"
#include "text/printer.h"
#include "transforms/bind_params.h"
#include "transforms/fold_constant.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/deep.h"

namespace passcope {
namespace {

DataType F32() { return DataType::Float(32); }
Type F32(Shape shape) { return TensorType(std::move(shape), DataType::Float(32)); }

NDArray Random(std::vector<int64_t> shape, uint64_t seed, double low = -1, double high = 1) {
  NDArray array = MakeNDArray(std::move(shape), F32());
  SplitMix64 random(seed);
  for (size_t i = 0; i < array->size(); ++i) {
    array->mutable_as<float>()[i] = static_cast<float>(low + (high - low) * random.Uniform());
  }
  return array;
}

Expr Fn(std::initializer_list<Expr> params, Expr body) {
  std::vector<Expr> list = params;
  return Function(list, std::move(body));
}

IRModule Run(const IRModule& module, std::string_view pass, int opt_level = 3) {
  PassContextScope scope(PassContext::Create({.opt_level = opt_level}));
  return CreatePass(pass)(InferTypes(module));
}

size_t CountCalls(const IRModule& module, const char* op) {
  auto counts = CountOps(module);
  auto it = counts.find(op);
  return it == counts.end() ? 0 : static_cast<size_t>(it->second);
}

// The largest difference between two results, relative to the largest value.
double Distance(const NDArray& a, const NDArray& b) {
  REQUIRE(a->shape == b->shape);
  double largest = 0, distance = 0;
  for (size_t i = 0; i < a->size(); ++i) {
    largest = std::max(largest, std::fabs(a->ToDouble(i)));
    distance = std::max(distance, std::fabs(a->ToDouble(i) - b->ToDouble(i)));
    REQUIRE(std::isfinite(b->ToDouble(i)));
  }
  return distance / std::max(largest, 1e-30);
}

NDArray Evaluate(const IRModule& module, const std::vector<NDArray>& inputs) {
  std::vector<Value> values(inputs.begin(), inputs.end());
  return Evaluate(InferTypes(module), "main", values).tensor();
}

TEST_CASE("constants fold through calls, tuples, lets and branches", "[fold_constant]") {
  Expr x = Var("x", F32({2}));
  Expr c = Constant(Random({2}, 1));
  Expr v = Var("v");
  Expr fields[] = {c, x};
  Expr body = CallOp("add", {x, CallOp("multiply", {c, c})});
  body = CallOp("add", {body, TupleGetItem(Tuple(fields), 0)});
  body = Let(v, CallOp("add", {c, c}), CallOp("add", {body, CallOp("tanh", {v})}));
  body = If(ConstantScalar(1, DataType::Bool()), body, x);
  IRModule module = InferTypes(ModuleFromExpr(Fn({x}, body)));
  IRModule folded = Run(module, "FoldConstant");
  CHECK(CountCalls(folded, "add") == 3);
  CHECK(CountCalls(folded, "multiply") == 0);
  CHECK(CountCalls(folded, "tanh") == 0);
  CHECK(As<CallNode>(folded->Find("main")->body()));
  NDArray input = Random({2}, 2);
  CHECK(Distance(Evaluate(module, {input}), Evaluate(folded, {input})) < 1e-6);
  CHECK(Run(folded, "FoldConstant") == folded);
}

TEST_CASE("what does not depend on constants stays, as the same node", "[fold_constant]") {
  Expr x = Var("x", F32({2}));
  IRModule module = InferTypes(ModuleFromExpr(Fn({x}, CallOp("add", {x, x}))));
  CHECK(Run(module, "FoldConstant") == module);
}

TEST_CASE("primitive functions are not looked into", "[fold_constant]") {
  Expr c = Constant(Random({2}, 1));
  std::vector<Expr> none;
  Expr primitive = Function(none, CallOp("add", {c, c}), nullptr, {}, WithAttr({}, "Primitive", 1));
  Expr x = Var("x", F32({2}));
  Expr body = CallOp("add", {x, Call(primitive, std::initializer_list<Expr>{})});
  IRModule folded = Run(ModuleFromExpr(Fn({x}, body)), "FoldConstant");
  CHECK(CountCalls(folded, "add") == 2);
}

TEST_CASE("a deep chain of calls of a constant folds", "[fold_constant][deep]") {
  OnSmallStack([] {
    Expr relu = GetOp("nn.relu");
    Expr body = ConstantScalar(1, F32());
    for (int i = 0; i < DeepLevels(); ++i) body = Call(relu, {body});
    Expr folded = FoldConstants(body, false);
    CHECK(As<ConstantNode>(folded));
    Expr x = Var("x", F32({2}));
    body = x;
    for (int i = 0; i < DeepLevels(); ++i) body = Call(relu, {body});
    IRModule module = InferTypes(ModuleFromExpr(Fn({x}, body)));
    CHECK(CreatePass("FoldConstant")(module) == module);
    CHECK(PrintModule(module, {false}).size() > 10 * static_cast<size_t>(DeepLevels()));
  });
}

TEST_CASE("binding shares the arrays and keeps the other parameters", "[bind_params]") {
  Expr x = Var("x", F32({2}));
  Expr w = Var("w", F32({2}));
  NDArray value = Random({2}, 3);
  Expr bound =
      BindParamsByName(Fn({x, w}, CallOp("add", {x, w})), {{"w", value}, {"other", value}});
  const auto* function = As<FunctionNode>(bound);
  REQUIRE(function->params().size() == 1);
  CHECK(As<ConstantNode>(As<CallNode>(function->body())->arg(1))->data == value);
  Expr same = Fn({x}, x);
  CHECK(BindParamsByName(same, {{"w", value}}) == same);
  CHECK_THROWS_AS(BindParamsByName(Fn({x, w}, x), {{"w", Random({3}, 1)}}), DiagnosticError);
  CHECK_THROWS_AS(BindParamsByName(Fn({w, Var("w", F32({2}))}, w), {{"w", value}}),
                  DiagnosticError);
}

Expr Conv(const Expr& data, const Expr& weight, int64_t channels, int64_t groups = 1) {
  auto* attrs = MakeAttrs<Conv2DAttrs>();
  attrs->strides = {1, 1};
  attrs->padding = {1, 1, 1, 1};
  attrs->dilation = {1, 1};
  attrs->channels = channels;
  attrs->groups = groups;
  attrs->kernel_size = std::vector<int64_t>{3, 3};
  return CallOp("nn.conv2d", {data, weight}, Attrs(attrs));
}

TEST_CASE("a scale after a convolution goes into its weights", "[fold_scale_axis]") {
  for (int64_t groups : {1, 4}) {
    INFO(groups);
    Expr x = Var("x", F32({1, 4, 6, 6}));
    Expr w = Var("w", F32({4, 4 / groups, 3, 3}));
    Expr scale = Constant(Random({4, 1, 1}, 5, 0.5, 2));
    Expr bias = Constant(Random({4, 1, 1}, 6));
    Expr body = Conv(x, w, 4, groups);
    body = CallOp("nn.relu", {CallOp("add", {body, bias})});
    IRModule module = InferTypes(ModuleFromExpr(Fn({x, w}, CallOp("multiply", {body, scale}))));
    IRModule folded = Run(module, "BackwardFoldScaleAxis");
    // The multiplication of the activations is gone; the weight and the bias have one each.
    CHECK(As<CallNode>(folded->Find("main")->body())->op() == GetOp("nn.relu"));
    CHECK(CountCalls(folded, "multiply") == 2);
    std::vector<NDArray> inputs = {Random({1, 4, 6, 6}, 7), Random({4, 4 / groups, 3, 3}, 8)};
    CHECK(Distance(Evaluate(module, inputs), Evaluate(folded, inputs)) < 1e-4);
  }
}

TEST_CASE("a scale before a convolution goes into its weights", "[fold_scale_axis]") {
  for (int64_t groups : {1, 4}) {
    INFO(groups);
    Expr x = Var("x", F32({1, 4, 6, 6}));
    Expr w = Var("w", F32({4, 4 / groups, 3, 3}));
    Expr scale = Constant(Random({4, 1, 1}, 5, 0.5, 2));
    Expr bias = Constant(Random({4, 1, 1}, 6));
    Expr body = CallOp("multiply", {CallOp("nn.relu", {x}), scale});
    body = CallOp("nn.relu", {CallOp("add", {body, bias})});
    IRModule module = InferTypes(ModuleFromExpr(Fn({x, w}, Conv(body, w, 4, groups))));
    IRModule folded = Run(module, "ForwardFoldScaleAxis");
    CHECK(CountCalls(folded, "divide") == 1);
    CHECK(CountCalls(folded, "multiply") == 1);
    std::vector<NDArray> inputs = {Random({1, 4, 6, 6}, 7), Random({4, 4 / groups, 3, 3}, 8)};
    CHECK(Distance(Evaluate(module, inputs), Evaluate(folded, inputs)) < 1e-4);
  }
}

TEST_CASE("a scale of unknown sign does not cross a relu, nor a shared value",
          "[fold_scale_axis]") {
  Expr x = Var("x", F32({1, 4, 6, 6}));
  Expr w = Var("w", F32({4, 4, 3, 3}));
  Expr s = Var("s", F32({4, 1, 1}));
  Expr relu = CallOp("nn.relu", {Conv(x, w, 4)});
  IRModule sign = InferTypes(ModuleFromExpr(Fn({x, w, s}, CallOp("multiply", {relu, s}))));
  CHECK(Run(sign, "BackwardFoldScaleAxis") == sign);
  Expr negative = Constant(Random({4, 1, 1}, 5, -2, -1));
  IRModule below = InferTypes(ModuleFromExpr(Fn({x, w}, CallOp("multiply", {relu, negative}))));
  CHECK(Run(below, "BackwardFoldScaleAxis") == below);
  Expr conv = Conv(x, w, 4);
  Expr both = CallOp("add", {CallOp("multiply", {conv, s}), conv});
  IRModule shared = InferTypes(ModuleFromExpr(Fn({x, w, s}, both)));
  CHECK(Run(shared, "BackwardFoldScaleAxis") == shared);
  // Two convolutions of one scaled value both get the scale. With a third use, none does.
  Expr scaled = CallOp("multiply", {x, s});
  IRModule two = InferTypes(
      ModuleFromExpr(Fn({x, w, s}, CallOp("add", {Conv(scaled, w, 4), Conv(scaled, w, 4)}))));
  CHECK_FALSE(Run(two, "ForwardFoldScaleAxis") == two);
  IRModule three = InferTypes(
      ModuleFromExpr(Fn({x, w, s}, CallOp("add", {Conv(scaled, w, 4), CallOp("tanh", {scaled})}))));
  CHECK(Run(three, "ForwardFoldScaleAxis") == three);
}

TEST_CASE("a scale goes down a deep chain", "[fold_scale_axis][deep]") {
  OnSmallStack([] {
    Expr x = Var("x", F32({1, 4, 6, 6}));
    Expr w = Var("w", F32({4, 4, 3, 3}));
    Expr body = Conv(x, w, 4);
    Expr relu = GetOp("nn.relu");
    for (int i = 0; i < DeepLevels(); ++i) body = Call(relu, {body});
    Expr scale = Constant(Random({4, 1, 1}, 5, 0.5, 2));
    IRModule module = InferTypes(ModuleFromExpr(Fn({x, w}, CallOp("multiply", {body, scale}))));
    IRModule folded = Run(module, "BackwardFoldScaleAxis");
    CHECK(As<CallNode>(folded->Find("main")->body())->op() == relu);
  });
}

TEST_CASE("every pass keeps what ResNet-18 computes", "[preserve]") {
  resnet::Options options;
  options.image_shape = {3, 33, 33};
  options.num_classes = 10;
  Workload workload = resnet::GetWorkload(options);
  // Batch norms with an effect; with default parameters they are the identity.
  for (auto& [name, array] : workload.params) {
    if (array->rank() == 1) {
      bool positive =
          name.find("gamma") != std::string::npos || name.find("var") != std::string::npos;
      array = Random(array->shape, name.size() * 31 + name.back(), positive ? 0.5 : -0.5,
                     positive ? 1.5 : 0.5);
    }
  }
  IRModule bound = InferTypes(WithFunction(
      workload.module, "main", BindParamsByName(workload.module->Lookup("main"), workload.params)));
  std::vector<NDArray> inputs = {Random({1, 3, 33, 33}, 42)};
  NDArray expected = Evaluate(bound, inputs);

  AttrDict layouts = {{"nn.conv2d", AttrValue(AttrArray{AttrValue("NHWC"), AttrValue("HWIO")})}};
  AttrDict convert = {{"desired_layouts", AttrValue(layouts)}};
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  IRModule module = bound;
  for (const char* name : {"InferType", "SimplifyInference", "FoldConstant", "CanonicalizeOps",
                           "FoldScaleAxis", "ConvertLayout", "FoldConstant"}) {
    INFO(name);
    module = CreatePass(
        name, std::string_view(name) == "ConvertLayout" ? convert : AttrDict{})(InferTypes(module));
    CHECK(Distance(expected, Evaluate(module, inputs)) < 1e-4);
  }
  IRModule layout = Sequential({CreatePass("FoldConstant"), CreatePass("ConvertLayout", convert),
                                CreatePass("FoldConstant")})(bound);
  CHECK(Distance(expected, Evaluate(layout, inputs)) < 1e-4);
}

}  // namespace
}  // namespace passcope
