// Reductions.
#include <algorithm>
#include <cmath>

#include "frontend/pytorch/converter.h"
#include "op/axes.h"

namespace passcope::frontend {
namespace {

// The argument as sums and products take it: in the type that the call asks for, or integers as
// int64.
Expr Summand(const TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType given = DtypeOf(data);
  DataType dtype = TorchDtype(call, "dtype", IsTorchReal(given) ? given : DataType::Int(64));
  return dtype == given ? data : Cast(data, dtype);
}

// Without arguments for axes, all axes.
PyValue ReduceOf(const TorchCall& call, const char* op, const Expr& data) {
  return Reduce(op, data, TorchAxes(call, "dim"), call.get("keepdim").truth());
}

PyValue Norm(TorchCall& call) {
  const Expr& given = call.tensor(0);
  DataType dtype = TorchDtype(call, "dtype", DtypeOf(given));
  Expr data = dtype == DtypeOf(given) ? given : Cast(given, dtype);
  std::optional<Ints> axes = TorchAxes(call, "dim");
  bool keepdims = call.get("keepdim").truth();
  // The default order is that of the Euclidean norm.
  PyValue p = call.get("p").is_none() ? PyValue(2) : TorchNumber(call, "p");
  double order = p.real();
  Expr abs = Op("abs", {data});
  if (std::isinf(order)) return Reduce(order > 0 ? "max" : "min", abs, axes, keepdims);
  if (order == 0) {
    Expr counted = Cast(Op("not_equal", {data, Const(0, dtype)}), dtype);
    return Reduce("sum", counted, axes, keepdims);
  }
  Expr sum = Reduce("sum", Op("power", {abs, TorchConst(p, dtype)}), axes, keepdims);
  return Op("power", {sum, Const(1.0 / order, dtype)});
}

PyValue FrobeniusNorm(TorchCall& call) {
  const Expr& data = call.tensor(0);
  return Op("sqrt", {ReduceOf(call, "sum", Mul(data, data)).tensor()});
}

// std, var and their pairs with the mean.
class Spread {
 public:
  explicit Spread(const TorchCall& call)
      : data_(call.tensor(0)),
        axes_(TorchAxes(call, "dim")),
        keepdims_(call.get("keepdim").truth()),
        mean_(Reduce("mean", data_, axes_, true)) {
    // The divisor is the number of elements without the correction.
    PyValue correction = call.get("correction"), unbiased = call.get("unbiased");
    double less = unbiased.is_none() || unbiased.truth() ? 1 : 0;
    if (!correction.is_none()) less = TorchNumber(call, "correction").real();
    auto with = [&](bool one_less) {
      return Op("variance", {data_, mean_},
                {{"axis", axes_}, {"keepdims", keepdims_}, {"unbiased", one_less}});
    };
    variance_ = with(less == 1);
    if (less == 0 || less == 1) return;
    Ints shape = TorchShape(data_);
    double count = 1;
    for (size_t i = 0; i < shape.size(); ++i) {
      bool reduced = !axes_ || std::any_of(axes_->begin(), axes_->end(), [&](int64_t axis) {
        return FindAxis(axis, shape.size()) == i;
      });
      if (reduced) count *= static_cast<double>(shape[i]);
    }
    double factor = count / std::max(count - less, 0.0);
    variance_ = Mul(variance_, Const(factor, DtypeOf(data_)));
  }

  const Expr& variance() const { return variance_; }
  Expr deviation() const { return Op("sqrt", {variance_}); }
  Expr mean() const { return keepdims_ ? mean_ : Squeeze(mean_, axes_); }

 private:
  const Expr& data_;
  std::optional<Ints> axes_;
  bool keepdims_;
  Expr mean_, variance_;
};

PyValue Variance(TorchCall& call) { return Spread(call).variance(); }
PyValue StandardDeviation(TorchCall& call) { return Spread(call).deviation(); }

template <bool deviation>
PyValue SpreadAndMean(TorchCall& call) {
  Spread spread(call);
  Expr both = MakeTuple({spread.mean(), deviation ? spread.deviation() : spread.variance()});
  return PyValue::Tuple({Field(both, 1), Field(both, 0)});
}

PyValue Mean(TorchCall& call) {
  Expr data = call.tensor(0);
  DataType dtype = TorchDtype(call, "dtype", DtypeOf(data));
  std::optional<Ints> axes = TorchAxes(call, "dim");
  bool keepdims = call.get("keepdim").truth();
  auto function = [&](const Expr& x) {
    return Op("mean", {x}, {{"axis", axes}, {"keepdims", keepdims}, {"exclude", false}});
  };
  if (dtype != DtypeOf(data)) return function(Cast(data, dtype));
  if (!IsQuantizedTorch(data)) return function(data);
  Require(call, call.has_scale(),
          MSG(kTorchQuantizedArgumentUnknown,
              "the scale and zero point of its quantised argument are not known"));
  return WithTorchFloats(data, Const(call[call.size() - 2].real()),
                         ConstInt(call[call.size() - 1].integer()), function);
}

PyValue AllOrAny(TorchCall& call, const char* op) {
  Expr data = call.tensor(0);
  if (!DtypeOf(data).is_bool()) data = Cast(data, DataType::Bool());
  return ReduceOf(call, op, data);
}

PyValue LogSumExp(TorchCall& call) {
  Expr data = TorchReal(call);
  std::optional<Ints> axes = TorchAxes(call, "dim");
  Expr max = Reduce("max", data, axes, true);
  // An infinite maximum is not subtracted from itself.
  max = Where(Op("isfinite", {max}), max, Const(0, DtypeOf(data)));
  Expr sum = Reduce("sum", Op("exp", {Sub(data, max)}), axes, true);
  Expr result = Add(Op("log", {sum}), max);
  return call.get("keepdim").truth() ? result : Squeeze(result, axes);
}

}  // namespace

void AddReduceConverters(TorchConverterTable* table) {
  table->Add("aten::sum", [](TorchCall& call) { return ReduceOf(call, "sum", Summand(call)); });
  table->Add("aten::prod", [](TorchCall& call) { return ReduceOf(call, "prod", Summand(call)); });
  table->Add("aten::argmin",
             [](TorchCall& call) { return ReduceOf(call, "argmin", call.tensor(0)); });
  table->Add("aten::argmax",
             [](TorchCall& call) { return ReduceOf(call, "argmax", call.tensor(0)); });
  table->Add("aten::norm", Norm);
  table->Add("aten::frobenius_norm", FrobeniusNorm);
  table->Add("aten::std", StandardDeviation);
  table->Add("aten::var", Variance);
  table->Add("aten::std_mean", SpreadAndMean<true>);
  table->Add("aten::var_mean", SpreadAndMean<false>);
  table->Add("aten::mean", Mean);
  table->Add("aten::all", [](TorchCall& call) { return AllOrAny(call, "all"); });
  table->Add("aten::any", [](TorchCall& call) { return AllOrAny(call, "any"); });
  table->Add("aten::logsumexp", LogSumExp);
}

}  // namespace passcope::frontend
