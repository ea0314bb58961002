// Normalisation.
#include <algorithm>

#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

Expr Constants(const Ints& shape, double value, DataType dtype) {
  return ConstReals(std::vector<double>(static_cast<size_t>(shape[0]), value), dtype);
}

// Scale and offset of a normalisation; a missing one is 1 or 0.
struct Affine {
  Affine(const TorchCall& call, const Ints& shape, bool needed = false) {
    PyValue weight = call.get("weight"), bias = call.get("bias");
    scales = needed || weight.is_expr();
    shifts = needed || bias.is_expr();
    DataType dtype = DtypeOf(call.tensor(0));
    gamma = weight.is_expr() ? weight.tensor() : Constants(shape, 1, dtype);
    beta = bias.is_expr() ? bias.tensor() : Constants(shape, 0, dtype);
  }
  Expr gamma, beta;
  bool scales, shifts;
};

// The number of channels, as a shape.
Ints Channels(const TorchCall& call) {
  Ints shape = TorchShape(call.tensor(0));
  Require(call, shape.size() > 1,
          MSG(kTorchArgumentRankTooLow,
              "the rank of its argument must be at least {least}, not {actual}", 2, shape.size()));
  return {shape[1]};
}

PyValue WithStatistics(const TorchCall& call, const Expr& mean, const Expr& variance) {
  Affine affine(call, Channels(call));
  Expr all = Op("nn.batch_norm", {call.tensor(0), affine.gamma, affine.beta, mean, variance},
                {{"axis", 1},
                 {"epsilon", call.get("eps").real()},
                 {"center", affine.shifts},
                 {"scale", affine.scales}});
  return Field(all, 0);
}

// Training, or a layer without running statistics, uses those of the data.
PyValue BatchNorm(TorchCall& call) {
  PyValue mean = call.get("running_mean"), variance = call.get("running_var");
  if (!call.get("training").truth() && mean.is_expr() && variance.is_expr()) {
    return WithStatistics(call, mean.tensor(), variance.tensor());
  }
  const Expr& data = call.tensor(0);
  Ints axes = {0};
  for (int64_t axis = 2; axis < RankOf(data); ++axis) axes.push_back(axis);
  return WithStatistics(call, Reduce("mean", data, axes),
                        Op("variance", {data, Reduce("mean", data, axes, true)},
                           {{"axis", axes}, {"keepdims", false}, {"unbiased", false}}));
}

PyValue InstanceNorm(TorchCall& call) {
  if (!call.get("use_input_stats").truth()) {
    return WithStatistics(call, call.tensor(3), call.tensor(4));
  }
  call.get("running_mean");
  call.get("running_var");
  Affine affine(call, Channels(call));
  return Op("nn.instance_norm", {call.tensor(0), affine.gamma, affine.beta},
            {{"axis", 1},
             {"epsilon", call.get("eps").real()},
             {"center", affine.shifts},
             {"scale", affine.scales}});
}

// Normalises over the last axes. Relay takes one axis, so several become one.
PyValue LayerNorm(TorchCall& call) {
  Expr data = call.tensor(0);
  Ints lengths = call[1].is_list() ? call[1].ints() : TorchShape(call.tensor(1));
  const bool one = lengths.size() == 1;
  Ints shape = one ? Ints{} : TorchShape(data);
  const Shape& whole = ShapeOf(data);
  bool last =
      !one || (!whole.empty() && whole.back().is_const() && whole.back().value() == lengths[0]);
  Require(call,
          last && !lengths.empty() &&
              (one || (lengths.size() <= shape.size() &&
                       std::equal(lengths.rbegin(), lengths.rend(), shape.rbegin()))),
          MSG(kTorchNormShapeMisfit, "its normalized_shape must be the last lengths of its data"));
  int64_t count = 1;
  for (int64_t length : lengths) count *= length;
  Affine affine(call, {count}, true);
  if (!shape.empty()) {
    Ints rows(shape.begin(), shape.end() - static_cast<ptrdiff_t>(lengths.size()));
    rows.push_back(count);
    data = Reshape(data, rows);
    if (RankOf(affine.gamma) != 1) affine.gamma = Reshape(affine.gamma, Ints{count});
    if (RankOf(affine.beta) != 1) affine.beta = Reshape(affine.beta, Ints{count});
  }
  Expr result =
      Op("nn.layer_norm", {data, affine.gamma, affine.beta},
         {{"axis", -1}, {"epsilon", call.get("eps").real()}, {"center", true}, {"scale", true}});
  return shape.empty() ? result : Reshape(result, shape);
}

PyValue GroupNorm(TorchCall& call) {
  Affine affine(call, Channels(call), true);
  return Op("nn.group_norm", {call.tensor(0), affine.gamma, affine.beta},
            {{"num_groups", call[1].integer()},
             {"axis", 1},
             {"epsilon", call.get("eps").real()},
             {"center", true},
             {"scale", true}});
}

}  // namespace

void AddNormConverters(TorchConverterTable* table) {
  table->Add("aten::batch_norm", BatchNorm);
  table->Add("aten::instance_norm", InstanceNorm);
  table->Add("aten::layer_norm", LayerNorm);
  table->Add("aten::group_norm", GroupNorm);
}

}  // namespace passcope::frontend
