// Loss functions.
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

const char* ReductionName(const PyValue& reduction) {
  switch (reduction.integer()) {
    case 0:
      return "none";
    case 1:
      return "mean";
    default:
      return "sum";
  }
}

PyValue Reduced(const Expr& loss, const PyValue& reduction) {
  if (reduction.integer() == 0) return loss;
  return Reduce(ReductionName(reduction), loss, std::nullopt);
}

// The loss of `predictions` for the classes `targets`. Without weights, all classes count 1.
Expr NegativeLogLikelihood(const TorchCall& call, const Expr& predictions) {
  Ints shape = TorchShape(predictions);
  Require(call, shape.size() > 1,
          MSG(kTorchArgumentRankTooLow,
              "the rank of its argument must be at least {least}, not {actual}", 2, shape.size()));
  Expr weights =
      call[2].is_none() ? Full(ConstInt(1), Ints{shape[1]}, call.dtype(0)) : call.tensor(2);
  return Op("nn.nll_loss", {predictions, call.tensor(1), weights},
            {{"reduction", ReductionName(call[3])}, {"ignore_index", call[4].integer()}});
}

// Takes data, target, weights, reduction, ignored class, label smoothing.
PyValue CrossEntropy(TorchCall& call) {
  const Expr& data = call.tensor(0);
  // The classes are along axis 1 if there are batches.
  Expr logarithms = Op("nn.log_softmax", {data}, {{"axis", RankOf(data) > 2 ? 1 : -1}});
  if (TorchShape(data) != TorchShape(call.tensor(1))) {
    if (call[5].real() != 0) FailTorchArgument(call, "label_smoothing");
    return NegativeLogLikelihood(call, logarithms);
  }
  bool plain = call[3].integer() == 1 && call[4].integer() == -100 && call[5].real() == 0 &&
               call[2].is_none() && RankOf(data) == 2;
  Require(call, plain,
          MSG(kTorchLossProbabilityOptions,
              "with probabilities as targets, only the default options are supported"));
  return Op("nn.cross_entropy_with_logits", {logarithms, call.tensor(1)});
}

PyValue AbsoluteError(TorchCall& call) {
  return Reduced(Op("abs", {Sub(call.tensor(0), call.tensor(1))}), call[2]);
}

PyValue SquaredError(TorchCall& call) {
  Expr difference = Sub(call.tensor(0), call.tensor(1));
  return Reduced(Op("power", {difference, ConstInt(2, call.dtype(0))}), call[2]);
}

}  // namespace

void AddLossConverters(TorchConverterTable* table) {
  for (const char* name : {"aten::nll_loss", "aten::nll_loss2d", "aten::nll_loss_nd"}) {
    table->Add(name, [](TorchCall& call) -> PyValue {
      return NegativeLogLikelihood(call, call.tensor(0));
    });
  }
  table->Add("aten::cross_entropy_loss", CrossEntropy);
  table->Add("aten::l1_loss", AbsoluteError);
  table->Add("aten::mse_loss", SquaredError);
}

}  // namespace passcope::frontend
