// Reductions.
#include <cmath>

#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

// One axis, several, or nullopt for all.
std::optional<Ints> AxesOf(const PyValue& value) {
  if (value.is_none()) return std::nullopt;
  return value.is_list() ? value.ints() : Ints{value.integer()};
}

// sum, prod, argmin and argmax. Without arguments for axes they reduce all axes.
PyValue ReduceOf(TorchCall& call, const char* op) {
  std::optional<Ints> axes;
  bool keepdims = false;
  if (call.size() > 2) {
    if (call[1].is_int()) {
      axes = Ints{call[1].integer()};
    } else if (call[1].is_int_list()) {
      axes = call[1].ints();
    } else if (call[1].is_expr()) {
      axes = TorchShape(call.tensor(1));
    } else if (!call[1].is_none()) {
      axes = call[1].ints();
    }
    keepdims = call[2].truth();
  }
  return Reduce(op, call.tensor(0), axes, keepdims);
}

PyValue Norm(TorchCall& call) {
  const Expr& data = call.tensor(0);
  std::optional<Ints> axes;
  bool keepdims = false;
  if (call.size() > 3) {
    axes = AxesOf(call[2]);
    keepdims = call[3].truth();
  }
  // The default order is that of the Euclidean norm.
  double order = call[1].is_none() ? 2 : call[1].real();
  Expr abs = Op("abs", {data});
  if (std::isinf(order)) return Reduce(order > 0 ? "max" : "min", abs, axes, keepdims);
  Expr exponent = TorchConst(call[1].is_none() ? PyValue(2) : call[1], call.dtype(0));
  Expr sum = Reduce("sum", Op("power", {abs, exponent}), axes, keepdims);
  return Op("power", {sum, Const(1.0 / order, call.dtype(0))});
}

PyValue FrobeniusNorm(TorchCall& call) {
  const Expr& data = call.tensor(0);
  std::optional<Ints> axes;
  bool keepdims = false;
  if (call.size() > 2) {
    if (!call[1].list().empty()) axes = call[1].ints();
    keepdims = call[2].truth();
  }
  return Op("sqrt", {Reduce("sum", Mul(data, data), axes, keepdims)});
}

// The arguments of std, var and var_mean.
struct Spread {
  std::optional<Ints> axes;
  bool keepdims = false;
  bool unbiased = false;
};
Spread SpreadOf(const TorchCall& call) {
  if (call.size() == 2) return {std::nullopt, false, call[1].truth()};
  return {AxesOf(call[1]), call[3].truth(), call[2].truth()};
}

Expr VarianceOf(const Expr& data, const Expr& mean, const Spread& spread) {
  return Op("variance", {data, mean},
            {{"axis", spread.axes}, {"keepdims", spread.keepdims}, {"unbiased", spread.unbiased}});
}

PyValue Variance(TorchCall& call) {
  Spread spread = SpreadOf(call);
  return VarianceOf(call.tensor(0), Reduce("mean", call.tensor(0), spread.axes, true), spread);
}

PyValue StandardDeviation(TorchCall& call) { return Op("sqrt", {Variance(call).expr()}); }

PyValue VarianceAndMean(TorchCall& call) {
  Spread spread = SpreadOf(call);
  const Expr& data = call.tensor(0);
  Expr mean = Reduce("mean", data, spread.axes, true);
  Expr variance = VarianceOf(data, mean, spread);
  if (!spread.keepdims) mean = Squeeze(mean, spread.axes);
  Expr both = MakeTuple({mean, variance});
  return PyValue::Tuple({Field(both, 1), Field(both, 0)});
}

PyValue Mean(TorchCall& call) {
  const Expr& data = call.tensor(0);
  std::optional<Ints> axes;
  if (call[1].truth()) axes = AxesOf(call[1]);
  bool keepdims = call.get(2).truth();
  bool exclude = call.get(3).truth();
  auto function = [&](const Expr& x) {
    return Op("mean", {x}, {{"axis", axes}, {"keepdims", keepdims}, {"exclude", exclude}});
  };
  if (!IsQuantizedTorch(data)) return function(data);
  Require(call, call.size() == 6,
          MSG(kTorchQuantizedArgumentUnknown,
              "the scale and zero point of its quantised argument are not known"));
  return WithTorchFloats(data, Const(call[4].real()), ConstInt(call[5].integer()), function);
}

PyValue AllOrAny(TorchCall& call, const char* op) {
  std::optional<Ints> axes;
  if (call.size() >= 2) axes = AxesOf(call[1]);
  Expr data = call.tensor(0);
  if (!DtypeOf(data).is_bool()) data = Cast(data, DataType::Bool());
  return Reduce(op, data, axes, call.get(2).truth());
}

PyValue LogSumExp(TorchCall& call) {
  Expr data = PromoteTorch(call, 1)[0];
  Ints axes = call[1].ints();
  Expr max = Reduce("max", data, axes, true);
  Expr sum = Reduce("sum", Op("exp", {Sub(data, max)}), axes, true);
  Expr result = Add(Op("log", {sum}), max);
  return call.get(2).truth() ? result : Squeeze(result, axes);
}

}  // namespace

void AddReduceConverters(TorchConverterTable* table) {
  table->Add("aten::sum", [](TorchCall& call) { return ReduceOf(call, "sum"); });
  table->Add("aten::prod", [](TorchCall& call) { return ReduceOf(call, "prod"); });
  table->Add("aten::argmin", [](TorchCall& call) { return ReduceOf(call, "argmin"); });
  table->Add("aten::argmax", [](TorchCall& call) { return ReduceOf(call, "argmax"); });
  table->Add("aten::norm", Norm);
  table->Add("aten::frobenius_norm", FrobeniusNorm);
  table->Add("aten::std", StandardDeviation);
  table->Add("aten::var", Variance);
  table->Add("aten::var_mean", VarianceAndMean);
  table->Add("aten::mean", Mean);
  table->Add("aten::all", [](TorchCall& call) { return AllOrAny(call, "all"); });
  table->Add("aten::any", [](TorchCall& call) { return AllOrAny(call, "any"); });
  table->Add("aten::logsumexp", LogSumExp);
}

}  // namespace passcope::frontend
