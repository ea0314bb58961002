// Normalisation.
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

// `value`, repeated `channels` times.
Expr Constants(int64_t channels, double value, DataType dtype) {
  return ConstReals(std::vector<double>(static_cast<size_t>(channels), value), dtype);
}

// Scale and offset of batch and instance normalisation; PyTorch gives both or neither.
struct Affine {
  Expr gamma;
  Expr beta;
  bool given;
};
Affine AffineOf(const TorchCall& call) {
  if (call[1].is_expr() && call[2].is_expr()) return {call.tensor(1), call.tensor(2), true};
  Ints shape = TorchShape(call.tensor(0));
  Require(call, shape.size() > 1,
          MSG(kTorchArgumentRankTooLow,
              "the rank of its argument must be at least {least}, not {actual}", 2, shape.size()));
  DataType dtype = call.dtype(0);
  return {Constants(shape[1], 1, dtype), Constants(shape[1], 0, dtype), false};
}

PyValue BatchNorm(TorchCall& call) {
  Affine affine = AffineOf(call);
  Expr all = Op("nn.batch_norm",
                {call.tensor(0), affine.gamma, affine.beta, call.tensor(3), call.tensor(4)},
                {{"axis", 1},
                 {"epsilon", call[7].real()},
                 {"center", affine.given},
                 {"scale", affine.given}});
  return Field(all, 0);
}

PyValue InstanceNorm(TorchCall& call) {
  Affine affine = AffineOf(call);
  return Op("nn.instance_norm", {call.tensor(0), affine.gamma, affine.beta},
            {{"axis", 1},
             {"epsilon", call[7].real()},
             {"center", affine.given},
             {"scale", affine.given}});
}

PyValue LayerNorm(TorchCall& call) {
  size_t axes = call[1].is_list() ? call[1].list().size() : TorchShape(call.tensor(1)).size();
  Require(call, axes == 1,
          MSG(kTorchNormBeyondLastAxis,
              "it normalises over {axes} axes, but only the last axis is supported", axes));
  return Op("nn.layer_norm", {call.tensor(0), call.tensor(2), call.tensor(3)},
            {{"axis", -1}, {"epsilon", call[4].real()}, {"center", true}, {"scale", true}});
}

PyValue GroupNorm(TorchCall& call) {
  return Op("nn.group_norm", {call.tensor(0), call.tensor(2), call.tensor(3)},
            {{"num_groups", call[1].integer()},
             {"axis", 1},
             {"epsilon", call[4].real()},
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
