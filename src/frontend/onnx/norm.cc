// Normalisations.
#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {
namespace {

// All axes except that of the channels.
Ints AxesButChannels(int64_t rank) {
  Ints axes;
  for (int64_t i = 0; i < rank; ++i) {
    if (i != 1) axes.push_back(i);
  }
  return axes;
}

Results BatchNormalization(Node& node) {
  node.TakesInputs(5, 5);
  const Expr& x = node.In(0);
  double epsilon = node.Real("epsilon", 1e-5);
  auto normalised = [&](const Expr& mean, const Expr& var) {
    return Op("nn.batch_norm", {x, node.In(1), node.In(2), mean, var}, {{"epsilon", epsilon}});
  };
  if (node.opset >= 14 && node.Int("training_mode", 0) != 0) {
    // Normalises with the batch's own statistics and moves the running ones towards them. TVM
    // ignores this mode.
    Ints axes = AxesButChannels(RankOf(x));
    Expr mean = Reduce("mean", x, axes);
    Expr var = Op("variance", {x, Reduce("mean", x, axes, true)}, {{"axis", axes}});
    double momentum = node.Real("momentum", 0.9);
    auto running = [&](const Expr& old, const Expr& now) {
      DataType dtype = DtypeOf(old);
      Expr part = DtypeOf(now) == dtype ? now : Cast(now, dtype);
      return Add(Mul(old, Const(momentum, dtype)), Mul(part, Const(1 - momentum, dtype)));
    };
    return Results::Of(
        {Field(normalised(mean, var), 0), running(node.In(3), mean), running(node.In(4), var)});
  }
  Expr result = normalised(node.In(3), node.In(4));
  Expr mean = Field(result, 1);
  Expr var = Field(result, 2);
  // The last two are the saved statistics, which only training needs.
  return Results::Of({Field(result, 0), mean, var, mean, var});
}

Results InstanceNormalization(Node& node) {
  node.TakesInputs(3, 3);
  return Op("nn.instance_norm", {node.In(0), node.In(1), node.In(2)},
            {{"epsilon", node.Real("epsilon", 1e-5)}});
}

Results LayerNormalization(Node& node) {
  const Expr& x = node.In(0);
  double epsilon = node.Real("epsilon", 1e-5);
  int64_t rank = RankOf(x);
  Ints axes;
  for (int64_t i = CheckedAxis(node, node.Int("axis", -1), rank); i < rank; ++i) axes.push_back(i);
  DataType dtype = DtypeOf(x);
  Expr mean = Reduce("mean", x, axes, true);
  Expr var = Variance(x, axes, true, mean);
  Expr inverse = Div(Const(1, dtype), Op("sqrt", {Add(var, Const(epsilon, dtype))}));
  Expr out = Mul(Mul(Sub(x, mean), inverse), node.In(1));
  if (node.Maybe(2)) out = Add(out, node.In(2));
  return Results::Of({out, mean, inverse});
}

Results MeanVarianceNormalization(Node& node) {
  const Expr& x = node.In(0);
  Ints axes = node.GetInts("axes", {0, 2, 3});
  // TVM subtracts the squared mean from the mean of squares, which may be 0 or negative by
  // rounding.
  Expr mean = Reduce("mean", x, axes, true);
  Expr deviation = Op("sqrt", {Variance(x, axes, true, mean)});
  // ONNX adds the number, so that equal elements give 0.
  return Div(Sub(x, mean), Add(deviation, RealLike(1e-9, x)));
}

Results LocalResponseNormalization(Node& node) {
  return Op("nn.lrn", {node.In(0)},
            {{"size", node.Int("size")},
             {"axis", int64_t{1}},
             {"bias", node.Real("bias", 1)},
             {"alpha", node.Real("alpha", 0.0001)},
             {"beta", node.Real("beta", 0.75)}});
}

// x divided by the norm of its elements along an axis; TVM has no converter for it.
Results LpNormalization(Node& node) {
  const Expr& x = node.In(0);
  int64_t axis = CheckedAxis(node, node.Int("axis", -1), RankOf(x));
  int64_t p = node.Int("p", 2);
  if (p != 1 && p != 2) node.FailAttribute("p", std::to_string(p));
  Expr norm = p == 1 ? Reduce("sum", Op("abs", {x}), Ints{axis}, true)
                     : Op("sqrt", {Reduce("sum", Mul(x, x), Ints{axis}, true)});
  // A norm of 0 leaves the zeros.
  Expr zero = RealLike(0, x);
  return Div(x, Where(Op("equal", {norm, zero}), RealLike(1, x), norm));
}

}  // namespace

void AddNormConverters(ConverterTable& table) {
  table.Add("BatchNormalization", {{1, BatchNormalization}});
  table.Add("SpatialBN", {{1, BatchNormalization}});
  table.Add("InstanceNormalization", {{1, InstanceNormalization}});
  table.Add("LayerNormalization", {{17, LayerNormalization}});
  table.Add("MeanVarianceNormalization", {{13, MeanVarianceNormalization}});
  table.Add("LRN", {{1, LocalResponseNormalization}});
  table.Add("LpNormalization", {{1, LpNormalization}});
}

}  // namespace passcope::frontend::onnx
