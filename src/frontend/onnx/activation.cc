// Activation functions and softmax.
#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {
namespace {

// alpha * (exp(x) - 1) below zero, else x. TVM writes it with two rectifiers.
Expr EluOf(const Expr& x, double alpha) {
  Expr below = Mul(RealLike(-alpha, x), Relu(Sub(RealLike(1, x), Op("exp", {x}))));
  return Add(below, Relu(x));
}

Results Elu(Node& node) { return EluOf(node.In(0), node.Real("alpha", 1)); }

Results Selu(Node& node) {
  double alpha = node.Real("alpha", 1.67326319217681884765625);
  double gamma = node.Real("gamma", 1.05070102214813232421875);
  return Mul(RealLike(gamma, node.In(0)), EluOf(node.In(0), alpha));
}

Results Celu(Node& node) {
  const Expr& x = node.In(0);
  DataType dtype = DtypeOf(x);
  Expr alpha = Const(node.Real("alpha", 1), dtype);
  Expr zero = Const(0, dtype);
  Expr one = Const(1, dtype);
  Expr above = Op("maximum", {zero, x});
  Expr below = Op("minimum", {zero, Mul(alpha, Sub(Op("exp", {Div(x, alpha)}), one))});
  return Add(above, below);
}

Results LeakyRelu(Node& node) {
  return Op("nn.leaky_relu", {node.In(0)}, {{"alpha", node.Real("alpha", 0.01)}});
}

Results ParametricRelu(Node& node) {
  node.TakesInputs(2, 2);
  const Expr& x = node.In(0);
  Expr shape = ShapeTensor(x);
  Expr slope = node.In(1);
  // Before version 7, a vector has a slope for each channel.
  if (node.opset < 7 && RankOf(slope) == 1 && RankOf(x) > 2) {
    slope = ExpandDims(slope, 1, RankOf(x) - 2);
  }
  Expr alpha = Reshape(Op("broadcast_to_like", {slope, x}), Ints{-1});
  Expr output = Op("nn.prelu", {Reshape(x, Ints{-1}), alpha}, {{"axis", int64_t{0}}});
  return Reshape(output, shape, MayBeEmpty(x));
}

Results ThresholdedRelu(Node& node) {
  const Expr& x = node.In(0);
  Expr alpha = Op("full_like", {x, RealLike(node.Real("alpha", 1), x)});
  // TVM multiplies with the condition, so infinity times 0 gives NaN.
  return Where(Greater(x, alpha), x, Op("zeros_like", {x}));
}

Results HardSigmoid(Node& node) {
  const Expr& x = node.In(0);
  Expr line =
      Add(Mul(x, RealLike(node.Real("alpha", 0.2), x)), RealLike(node.Real("beta", 0.5), x));
  return Clip(line, 0, 1);
}

Results HardSwish(Node& node) {
  const Expr& x = node.In(0);
  Expr line =
      Add(Mul(x, RealLike(node.Real("alpha", 1.0 / 6), x)), RealLike(node.Real("beta", 0.5), x));
  return Mul(x, Clip(line, 0, 1));
}

Results Shrink(Node& node) {
  const Expr& x = node.In(0);
  DataType dtype = DtypeOf(x);
  Expr lambda = Const(node.Real("lambd", 0.5), dtype);
  Expr bias = Const(node.Real("bias", 0), dtype);
  Expr above = Where(Greater(x, lambda), Sub(x, bias), Op("zeros_like", {x}));
  // No unsigned number is below zero.
  if (dtype.is_uint()) return above;
  return Where(Less(x, Negative(lambda)), Add(x, bias), above);
}

Results Softsign(Node& node) {
  const Expr& x = node.In(0);
  return Div(x, Add(RealLike(1, x), Op("abs", {x})));
}

// log(1 + exp(x)) as max(x, 0) + log(1 + y) for y = exp(-|x|), which does not overflow. With
// log(1 + y) = 2 atanh(y / (2 + y)), it is precise for a small y, too.
Expr SoftplusOf(const Expr& x) {
  Expr y = Op("exp", {Negative(Op("abs", {x}))});
  Expr rest = Op("atanh", {Div(y, Add(y, RealLike(2, x)))});
  return Add(Relu(x), Mul(RealLike(2, x), rest));
}

Results Softplus(Node& node) { return SoftplusOf(node.In(0)); }

Results Mish(Node& node) {
  const Expr& x = node.In(0);
  return Mul(x, Op("tanh", {SoftplusOf(x)}));
}

Results ParametricSoftplus(Node& node) {
  const Expr& x = node.In(0);
  Expr alpha = RealLike(node.Real("alpha", 1), x);
  Expr beta = RealLike(node.Real("beta", 1), x);
  return Mul(SoftplusOf(Mul(beta, x)), alpha);
}

Results ScaledTanh(Node& node) {
  const Expr& x = node.In(0);
  Expr alpha = RealLike(node.Real("alpha", 1), x);
  Expr beta = RealLike(node.Real("beta", 1), x);
  return Mul(Op("tanh", {Mul(beta, x)}), alpha);
}

// Before version 13: over all axes from `axis` on, as the rows of a matrix.
Expr AlongRows(Node& node, const char* op) {
  const Expr& x = node.In(0);
  int64_t rank = RankOf(x);
  int64_t axis = CheckedAxis(node, node.Int("axis", 1), rank);
  Ints newshape = {-1};
  auto along = [&](const Expr& data, int64_t at) { return Op(op, {data}, {{"axis", at}}); };
  if (axis == rank - 1 && axis != 0) return along(x, axis);
  Ints shape = StaticShapeOf(x);
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return x;
  if (axis != 0) {
    int64_t rows = 1;
    for (int64_t i = 0; i < axis; ++i) {
      CheckMeasure(node, "axis", {rows, shape[static_cast<size_t>(i)]});
      rows *= shape[static_cast<size_t>(i)];
    }
    newshape = {rows, -1};
  }
  return Reshape(along(Reshape(x, newshape), -1), shape);
}

Expr AlongAxis(Node& node, const char* op) {
  int64_t rank = RankOf(node.In(0));
  return Op(op, {node.In(0)}, {{"axis", CheckedAxis(node, node.Int("axis", -1), rank)}});
}

Results SoftmaxOfRows(Node& node) { return AlongRows(node, "nn.softmax"); }
Results SoftmaxOfAxis(Node& node) { return AlongAxis(node, "nn.softmax"); }
// TVM takes the logarithm of softmax, which gives -inf where softmax is 0.
Results LogSoftmaxOfRows(Node& node) { return AlongRows(node, "nn.log_softmax"); }
Results LogSoftmaxOfAxis(Node& node) { return AlongAxis(node, "nn.log_softmax"); }

Results HardmaxOfRows(Node& node) {
  const Expr& data = node.In(0);
  int64_t axis = CheckedAxis(node, node.Int("axis", 1), RankOf(data));
  DataType dtype = DtypeOf(data);
  Expr before = axis == 0 ? ConstInts(Ints{1}, DataType::Int(64))
                          : Reduce("prod", StridedSlice(ShapeTensor(data), Ints{0}, Ints{axis}),
                                   Ints{0}, true);
  Expr behind =
      Reduce("prod", StridedSlice(ShapeTensor(data), Ints{axis}, Ints{2147483647}), Ints{0}, true);
  Expr rows = Reshape(data, FoldConstant(Concatenate({before, behind}, 0)));
  Expr argmax = Op("argmax", {rows}, {{"axis", Ints{1}}});
  Expr depth = FoldConstant(Take(ShapeTensor(rows), ConstInts(Ints{1}, DataType::Int(64))));
  Expr onehot = OneHot(argmax, Const(1, dtype), Const(0, dtype), depth, 1, dtype);
  return Reshape(onehot, ShapeTensor(data));
}

Results HardmaxOfAxis(Node& node) {
  const Expr& data = node.In(0);
  int64_t axis = CheckedAxis(node, node.Int("axis", -1), RankOf(data));
  DataType dtype = DtypeOf(data);
  Expr argmax = Op("argmax", {data}, {{"axis", Ints{axis}}});
  Expr depth = FoldConstant(Take(ShapeTensor(data), ConstInts(Ints{axis}, DataType::Int(64))));
  return OneHot(argmax, Const(1, dtype), Const(0, dtype), depth, axis, dtype);
}

}  // namespace

void AddActivationConverters(ConverterTable& table) {
  table.Add("Relu", {{1, PASSCOPE_ONNX_RENAME("nn.relu")}});
  table.Add("LeakyRelu", {{1, LeakyRelu}});
  table.Add("PRelu", {{1, ParametricRelu}});
  table.Add("ThresholdedRelu", {{1, ThresholdedRelu}});
  table.Add("Elu", {{1, Elu}});
  table.Add("Selu", {{1, Selu}});
  table.Add("Celu", {{12, Celu}});
  table.Add("Sigmoid", {{1, PASSCOPE_ONNX_RENAME("sigmoid")}});
  table.Add("HardSigmoid", {{1, HardSigmoid}});
  table.Add("HardSwish", {{14, HardSwish}});
  table.Add("Tanh", {{1, PASSCOPE_ONNX_RENAME("tanh")}});
  table.Add("ScaledTanh", {{1, ScaledTanh}});
  table.Add("Shrink", {{9, Shrink}});
  table.Add("Softsign", {{1, Softsign}});
  table.Add("Softplus", {{1, Softplus}});
  table.Add("Mish", {{18, Mish}});
  table.Add("ParametricSoftplus", {{1, ParametricSoftplus}});
  table.Add("Softmax", {{1, SoftmaxOfRows}, {13, SoftmaxOfAxis}});
  table.Add("LogSoftmax", {{1, LogSoftmaxOfRows}, {13, LogSoftmaxOfAxis}});
  table.Add("Hardmax", {{1, HardmaxOfRows}, {13, HardmaxOfAxis}});
}

}  // namespace passcope::frontend::onnx
