// Activation functions.
#include <cmath>

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

PyValue Elu(TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = call.dtype(0);
  Expr alpha = Const(-call[1].real(), dtype);
  return Add(Mul(alpha, Relu(Sub(ConstInt(1, dtype), Exp(data)))), Relu(data));
}

PyValue Celu(TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = call.dtype(0);
  Expr alpha = Const(call[1].real(), dtype);
  return Add(Mul(alpha, Relu(Sub(ConstInt(1, dtype), Exp(Div(data, alpha))))), Relu(data));
}

// x Φ(x), with the normal distribution Φ by the error function.
PyValue Gelu(TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = call.dtype(0);
  Expr half = Const(0.5, dtype);
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

PyValue Softplus(TorchCall& call) {
  DataType dtype = call.dtype(0);
  Expr beta = Const(call[1].real(), dtype);
  Expr sum = Add(Exp(Mul(call.tensor(0), beta)), Const(1, dtype));
  return Div(Op("log", {sum}), beta);
}

Expr HardSigmoidOf(TorchCall& call) {
  const Expr& data = call.tensor(0);
  auto function = [](const Expr& x) { return Div(Clip(Add(x, Const(3)), 0, 6), Const(6)); };
  if (!IsQuantizedTorch(data)) return function(data);
  return WithTorchFloats(data, Const(call[1].real()), ConstInt(call[2].integer()), function, 1);
}

PyValue SigmoidOf(TorchCall& call) {
  const Expr& data = call.tensor(0);
  if (!IsQuantizedTorch(data)) return Sigmoid(data);
  Require(call, call.size() == 5,
          MSG(kTorchQuantizedArgumentUnknown,
              "the scale and zero point of its quantised argument are not known"));
  return QuantizedTorchSigmoid(call);
}

// Only training uses the rate: inference keeps all elements.
PyValue Dropout(TorchCall& call) {
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
  table->Add("aten::threshold", [](TorchCall& call) -> PyValue { return Relu(call.tensor(0)); });
  table->Add("aten::softmax",
             [](TorchCall& call) -> PyValue { return Softmax(call.tensor(0), call[1].integer()); });
  table->Add("aten::log_softmax", [](TorchCall& call) -> PyValue {
    return Op("nn.log_softmax", {call.tensor(0)}, {{"axis", call[1].integer()}});
  });
  for (const char* name : {"aten::dropout", "aten::feature_dropout", "aten::alpha_dropout"}) {
    table->Add(name, Dropout);
  }
}

}  // namespace passcope::frontend
