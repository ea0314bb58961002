// Activation functions.
#include <cmath>
#include <numbers>

#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

Expr Sigmoid(const Expr& data) { return Op("sigmoid", {data}); }
Expr Exp(const Expr& data) { return Op("exp", {data}); }

PyValue ReluOf(TorchCall& call) {
  const Expr& data = call.tensor(0);
  if (!IsQuantizedTorch(data)) return Relu(data);
  Require(call, call.size() == 3,
          MSG(kTorchQuantizedArgumentUnknown,
              "the scale and zero point of its quantised argument are not known"));
  return QuantizedTorchRelu(data, ConstInt(call[2].integer()));
}

PyValue PRelu(TorchCall& call) {
  const Expr& data = call.tensor(0);
  Ints shape = TorchShape(data);
  size_t axis = shape.size() == 1 ? 0 : 1;
  Require(call, axis < shape.size(),
          MSG(kTorchArgumentRankTooLow,
              "the rank of its argument must be at least {least}, not {actual}", 1, shape.size()));
  Expr alpha = BroadcastTo(call.tensor(1), Ints{shape[axis]});
  return Op("nn.prelu", {data, alpha}, {{"axis", static_cast<int64_t>(axis)}});
}

// x for positive numbers, otherwise alpha (exp(input_scale x) − 1); both times scale.
PyValue Elu(TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = DtypeOf(data);
  auto times = [&](const Expr& x, const char* name) {
    double factor = TorchNumber(call, name).real();
    return factor == 1 ? x : Mul(Const(factor, dtype), x);
  };
  Expr alpha = Const(-TorchNumber(call, "alpha").real(), dtype);
  Expr below = Sub(ConstInt(1, dtype), Exp(times(data, "input_scale")));
  return times(Add(Mul(alpha, Relu(below)), Relu(data)), "scale");
}

// Elu with exp(x / alpha). For a negative alpha the quotient has the other sign.
PyValue Celu(TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = DtypeOf(data);
  double alpha = TorchNumber(call, "alpha").real();
  if (alpha == 0) FailTorchArgument(call, "alpha");
  Expr exp = Exp(Div(data, Const(alpha, dtype))), one = ConstInt(1, dtype);
  Expr below = alpha > 0 ? Sub(one, exp) : Sub(exp, one);
  return Add(Mul(Const(-std::abs(alpha), dtype), Relu(below)), Relu(data));
}

// x where it is above the threshold, otherwise the value.
PyValue Threshold(TorchCall& call) {
  const Expr& data = call.tensor(0);
  PyValue threshold = TorchNumber(call, "threshold"), value = TorchNumber(call, "value");
  if (threshold.real() == 0 && value.real() == 0) return Relu(data);
  DataType dtype = DtypeOf(data);
  Expr below = Op("less_equal", {data, TorchConst(threshold, dtype)});
  return Where(below, TorchConst(value, dtype), data);
}

// The argument in the type that the call asks for.
Expr OfDtype(const TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = TorchDtype(call, "dtype", DtypeOf(data));
  return dtype == DtypeOf(data) ? data : Cast(data, dtype);
}

// x Φ(x), with the normal distribution Φ by the error function.
PyValue Gelu(TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = call.dtype(0);
  Expr half = Const(0.5, dtype);
  PyValue approximate = call.get("approximate");
  if (approximate.is_text() && approximate.text() == "tanh") {
    Expr cubic = Mul(Const(0.044715, dtype), Mul(data, Mul(data, data)));
    Expr inner = Mul(Const(std::sqrt(2 / std::numbers::pi), dtype), Add(data, cubic));
    return Mul(Mul(half, data), Add(Const(1, dtype), Op("tanh", {inner})));
  }
  if (!approximate.is_none() && approximate.text() != "none") {
    FailTorchArgument(call, "approximate");
  }
  Expr erf = Op("erf", {Mul(data, Const(std::sqrt(0.5), dtype))});
  return Mul(data, Add(half, Mul(erf, Const(0.5, dtype))));
}

PyValue Selu(TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = call.dtype(0);
  Expr alpha = Const(-1.6732632423543772848170429916717, dtype);
  Expr gamma = Const(1.0507009873554804934193349852946, dtype);
  return Mul(gamma, Add(Mul(alpha, Relu(Sub(Const(1, dtype), Exp(data)))), Relu(data)));
}

PyValue Glu(TorchCall& call) {
  Expr halves = SplitParts(call.tensor(0), 2, call[1].integer());
  return Mul(Field(halves, 0), Sigmoid(Field(halves, 1)));
}

PyValue LogSigmoid(TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = call.dtype(0);
  Expr min = Op("minimum", {ConstInt(0, dtype), data});
  Expr z = Exp(Negative(Op("abs", {data})));
  return Sub(min, Op("log", {Add(z, ConstInt(1, dtype))}));
}

// Beyond the threshold, the function is the identity.
PyValue Softplus(TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = DtypeOf(data);
  Expr beta = TorchConst(TorchNumber(call, "beta"), dtype);
  Expr scaled = Mul(data, beta);
  Expr soft = Div(Op("log", {Add(Exp(scaled), Const(1, dtype))}), beta);
  return Where(Greater(scaled, TorchConst(TorchNumber(call, "threshold"), dtype)), data, soft);
}

Expr HardSigmoidOf(TorchCall& call) {
  const Expr& data = call.tensor(0);
  auto function = [](const Expr& x) { return Div(Clip(Add(x, Const(3)), 0, 6), Const(6)); };
  if (!IsQuantizedTorch(data)) return function(data);
  return WithTorchFloats(data, Const(call[1].real()), ConstInt(call[2].integer()), function, 1);
}

PyValue SigmoidOf(TorchCall& call) {
  const Expr& data = call.tensor(0);
  if (!IsQuantizedTorch(data)) return Sigmoid(TorchReal(call));
  Require(call, call.size() == 5,
          MSG(kTorchQuantizedArgumentUnknown,
              "the scale and zero point of its quantised argument are not known"));
  return QuantizedTorchSigmoid(call);
}

// Only training uses the rate: inference keeps all elements.
PyValue Dropout(TorchCall& call) {
  if (call.get("train").truth() && call[1].real() != 0) FailTorchArgument(call, "train");
  Expr both = Op("nn.dropout", {call.tensor(0)}, {{"rate", call[1].real()}});
  return Field(both, 0);
}

}  // namespace

void AddActivationConverters(TorchConverterTable* table) {
  table->Add("aten::relu", ReluOf);
  table->Add("aten::relu6", [](TorchCall& call) -> PyValue { return Clip(call.tensor(0), 0, 6); });
  table->Add("aten::prelu", PRelu);
  table->Add("aten::leaky_relu", [](TorchCall& call) -> PyValue {
    return Op("nn.leaky_relu", {call.tensor(0)}, {{"alpha", call[1].real()}});
  });
  table->Add("aten::elu", Elu);
  table->Add("aten::celu", Celu);
  table->Add("aten::gelu", Gelu);
  table->Add("aten::selu", Selu);
  table->Add("aten::silu", [](TorchCall& call) -> PyValue {
    return Mul(call.tensor(0), Sigmoid(call.tensor(0)));
  });
  table->Add("aten::glu", Glu);
  table->Add("aten::log_sigmoid", LogSigmoid);
  table->Add("aten::sigmoid", SigmoidOf);
  table->Add("aten::softplus", Softplus);
  table->Add("aten::hardsigmoid", [](TorchCall& call) -> PyValue { return HardSigmoidOf(call); });
  table->Add("aten::hardswish",
             [](TorchCall& call) -> PyValue { return Mul(call.tensor(0), HardSigmoidOf(call)); });
  table->Add("aten::hardtanh", [](TorchCall& call) -> PyValue {
    return Clip(call.tensor(0), call[1].real(), call[2].real());
  });
  table->Add("aten::threshold", Threshold);
  table->Add("aten::softmax",
             [](TorchCall& call) -> PyValue { return Softmax(OfDtype(call), call[1].integer()); });
  table->Add("aten::log_softmax", [](TorchCall& call) -> PyValue {
    return Op("nn.log_softmax", {OfDtype(call)}, {{"axis", call[1].integer()}});
  });
  for (const char* name : {"aten::dropout", "aten::feature_dropout", "aten::alpha_dropout"}) {
    table->Add(name, Dropout);
  }
}

}  // namespace passcope::frontend
