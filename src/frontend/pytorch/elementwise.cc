// Arithmetic, comparisons and functions of elements.
#include <cmath>
#include <limits>

#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

// The name of a Relay operator as an argument of a template.
template <size_t N>
struct OpName {
  consteval OpName(const char (&name)[N]) {  // NOLINT(google-explicit-constructor)
    for (size_t i = 0; i < N; ++i) text[i] = name[i];
  }
  char text[N];
};

// The first two arguments as expressions of one type.
std::vector<Expr> TwoOperands(TorchCall& call) {
  std::vector<Expr> operands = PromoteTorch(call, std::min<size_t>(call.size(), 2));
  Require(call, operands.size() == 2,
          MSG(kTorchArgumentCountMismatch, "it takes {expected} arguments, not {actual}", 2,
              operands.size()));
  return operands;
}

template <OpName kName>
PyValue Binary(TorchCall& call) {
  return Op(kName.text, TwoOperands(call));
}

template <OpName kName>
PyValue Unary(TorchCall& call) {
  return Op(kName.text, PromoteTorch(call, 1));
}

bool IsIntegerName(const std::string& type) { return type.find("int") != std::string::npos; }

// The quotient of two integers is a real, as with "/" in Python.
PyValue Divide(TorchCall& call) {
  call[1];
  if (IsIntegerName(call.types[0]) && IsIntegerName(call.types[1])) {
    for (size_t i = 0; i < 2; ++i) {
      PyValue& input = call.inputs[i];
      input = input.is_scalar() ? Const(input.real()) : Cast(input.tensor(), DataType::Float(32));
    }
  }
  return Binary<"divide">(call);
}

PyValue AddOf(TorchCall& call) {
  if (!call.types.empty() && call.types[0] == "ListType") return ConcatTorchLists(call);
  return Binary<"add">(call);
}

PyValue Subtract(TorchCall& call) {
  std::vector<Expr> operands = PromoteTorch(call, call.size());
  Require(call, operands.size() == 2 || operands.size() == 3,
          MSG(kTorchArgumentCountOutsideRange, "it takes {least} to {most} arguments, not {actual}",
              2, 3, operands.size()));
  if (operands.size() == 2) return Sub(operands[0], operands[1]);
  return Sub(operands[0], Mul(operands[2], operands[1]));
}

PyValue ReverseSubtract(TorchCall& call) {
  std::vector<Expr> operands = PromoteTorch(call, call.size());
  Require(call, operands.size() == 3,
          MSG(kTorchArgumentCountMismatch, "it takes {expected} arguments, not {actual}", 3,
              operands.size()));
  return Sub(operands[1], Mul(operands[2], operands[0]));
}

// torch.max and torch.min are reductions, or elementwise on two tensors.
PyValue MinMax(TorchCall& call, const char* elementwise, const char* reduction) {
  if (call.size() == 1) return Reduce(reduction, PromoteTorch(call, 1)[0], std::nullopt);
  if (call[1].is_list() || call[1].is_int()) {
    Ints axes = call[1].is_list() ? call[1].ints() : Ints{call[1].integer()};
    Expr reduced = Reduce(reduction, PromoteTorch(call, 1)[0], axes, call.get(2).truth());
    // The indices are not computed, so the second result is None.
    return PyValue::Tuple({reduced, PyValue()});
  }
  return Op(elementwise, PromoteTorch(call, 2));
}

PyValue Addc(TorchCall& call, const char* op) {
  std::vector<Expr> operands = PromoteTorch(call, 4);
  return Add(operands[0], Mul(operands[3], Op(op, {operands[1], operands[2]})));
}

PyValue Clamp(const Expr& data, const PyValue& min, const PyValue& max) {
  DataType dtype = DtypeOf(data);
  double lowest = 0;
  double highest = 0;
  if (dtype == DataType::Float(64)) {
    highest = std::numeric_limits<double>::max();
    lowest = -highest;
  } else if (dtype == DataType::Float(16)) {
    highest = 65504;
    lowest = -highest;
  } else if (dtype.is_float()) {
    highest = std::numeric_limits<float>::max();
    lowest = -highest;
  } else {
    highest = std::ldexp(1.0, dtype.is_int() ? dtype.bits - 1 : dtype.bits) - 1;
    lowest = dtype.is_int() ? -std::ldexp(1.0, dtype.bits - 1) : 0;
  }
  return Clip(data, min.is_none() ? lowest : min.real(), max.is_none() ? highest : max.real());
}

PyValue Bitwise(TorchCall& call, const char* op) {
  std::vector<Expr> operands;
  for (size_t i = 0; i < 2; ++i) {
    bool is_bool = call.dtype(i).is_bool();
    operands.push_back(Cast(call[i].expr(), is_bool ? DataType::Bool() : DataType::Int(32)));
  }
  return Op(op, operands);
}

PyValue Logical(TorchCall& call, const char* op) {
  return Op(op, {Cast(call[0].expr(), DataType::Bool()), Cast(call[1].expr(), DataType::Bool())});
}

PyValue BitwiseNot(TorchCall& call) {
  if (call.dtype(0).is_bool()) {
    return Op("logical_not", {Cast(call[0].expr(), DataType::Bool())});
  }
  return Op("bitwise_not", {Cast(call[0].expr(), DataType::Int(32))});
}

// torch.Tensor.to: the first arguments tell the overload.
PyValue To(TorchCall& call) {
  const PyValue& first = call[1];
  PyValue number = !first.is_none() && !first.is_text() ? first : call.get(2);
  std::optional<DataType> dtype;
  if (number.is_int()) {
    switch (number.integer()) {
      case 3:
      case 4:
      case 5:
      case 6:
      case 7:
        dtype = DtypeOfTorchNumber(number);
        break;
      default:
        break;
    }
  }
  const PyValue& data = call[0];
  if (data.is_expr()) {
    bool same = !dtype || *dtype == DtypeOf(data.tensor());
    return same ? data.tensor() : Cast(data.tensor(), *dtype);
  }
  if (!dtype) return data;
  return dtype->is_float() ? PyValue(data.real()) : PyValue(data.integer());
}

PyValue Identity(TorchCall& call) { return call[0]; }

}  // namespace

void AddElementwiseConverters(TorchConverterTable* table) {
  table->Add("aten::add", AddOf);
  table->Add("aten::sub", Subtract);
  table->Add("aten::rsub", ReverseSubtract);
  table->Add("aten::mul", Binary<"multiply">);
  table->Add("aten::div", Divide);
  table->Add("aten::true_divide", Divide);
  table->Add("aten::floor_divide", Binary<"floor_divide">);
  table->Add("aten::pow", Binary<"power">);
  table->Add("aten::fmod", Binary<"trunc_mod">);
  table->Add("aten::remainder", Binary<"floor_mod">);
  table->Add("aten::lt", Binary<"less">);
  table->Add("aten::gt", Binary<"greater">);
  table->Add("aten::le", Binary<"less_equal">);
  table->Add("aten::ge", Binary<"greater_equal">);
  table->Add("aten::ne", Binary<"not_equal">);
  table->Add("aten::eq", Binary<"equal">);
  table->Add("aten::__ior__", Binary<"bitwise_or">);
  table->Add("aten::__iand__", Binary<"bitwise_and">);
  table->Add("aten::__ixor__", Binary<"bitwise_xor">);
  table->Add("aten::__lshift__", Binary<"left_shift">);
  table->Add("aten::__rshift__", Binary<"right_shift">);
  table->Add("aten::maximum", Binary<"maximum">);
  table->Add("aten::minimum", Binary<"minimum">);
  for (const char* name : {"aten::max", "aten::amax"}) {
    table->Add(name, [](TorchCall& call) { return MinMax(call, "maximum", "max"); });
  }
  for (const char* name : {"aten::min", "aten::amin"}) {
    table->Add(name, [](TorchCall& call) { return MinMax(call, "minimum", "min"); });
  }

  table->Add("aten::abs", Unary<"abs">);
  table->Add("aten::neg", Unary<"negative">);
  table->Add("aten::cos", Unary<"cos">);
  table->Add("aten::cosh", Unary<"cosh">);
  table->Add("aten::sin", Unary<"sin">);
  table->Add("aten::sinh", Unary<"sinh">);
  table->Add("aten::tan", Unary<"tan">);
  table->Add("aten::tanh", Unary<"tanh">);
  table->Add("aten::acos", Unary<"acos">);
  table->Add("aten::asin", Unary<"asin">);
  table->Add("aten::atan", Unary<"atan">);
  table->Add("aten::log", Unary<"log">);
  table->Add("aten::log2", Unary<"log2">);
  table->Add("aten::log10", Unary<"log10">);
  table->Add("aten::exp", Unary<"exp">);
  table->Add("aten::erf", Unary<"erf">);
  table->Add("aten::trunc", Unary<"trunc">);
  table->Add("aten::sign", Unary<"sign">);
  table->Add("aten::sqrt", Unary<"sqrt">);
  table->Add("aten::rsqrt", Unary<"rsqrt">);
  table->Add("aten::ceil", Unary<"ceil">);
  table->Add("aten::floor", Unary<"floor">);
  table->Add("aten::round", Unary<"round">);
  table->Add("aten::isfinite", Unary<"isfinite">);
  table->Add("aten::isinf", Unary<"isinf">);
  table->Add("aten::isnan", Unary<"isnan">);
  table->Add("aten::log1p", [](TorchCall& call) -> PyValue {
    return Op("log", {Add(call.tensor(0), ConstInt(1, call.dtype(0)))});
  });
  table->Add("aten::square", [](TorchCall& call) -> PyValue {
    return Op("power", {call.tensor(0), ConstInt(2, call.dtype(0))});
  });
  table->Add("aten::reciprocal", [](TorchCall& call) -> PyValue {
    return Div(Const(1, call.dtype(0)), call.tensor(0));
  });
  table->Add("aten::lerp", [](TorchCall& call) -> PyValue {
    Expr start = call.tensor(0);
    Expr weight = call[2].is_scalar() ? TorchConst(call[2], DtypeOf(start)) : call.tensor(2);
    return Add(start, Mul(weight, Sub(call.tensor(1), start)));
  });
  table->Add("aten::addcdiv", [](TorchCall& call) { return Addc(call, "divide"); });
  table->Add("aten::addcmul", [](TorchCall& call) { return Addc(call, "multiply"); });

  table->Add("aten::clamp",
             [](TorchCall& call) { return Clamp(call.tensor(0), call.get(1), call.get(2)); });
  table->Add("aten::clamp_min",
             [](TorchCall& call) { return Clamp(call.tensor(0), call[1], PyValue()); });
  table->Add("aten::clamp_max",
             [](TorchCall& call) { return Clamp(call.tensor(0), PyValue(), call[1]); });

  for (const char* name : {"aten::logical_not", "aten::__not__"}) {
    table->Add(name, [](TorchCall& call) -> PyValue {
      return Op("logical_not", {Cast(call[0].expr(), DataType::Bool())});
    });
  }
  for (const char* name : {"aten::logical_and", "aten::__and__"}) {
    table->Add(name, [](TorchCall& call) { return Logical(call, "logical_and"); });
  }
  table->Add("aten::logical_xor", [](TorchCall& call) { return Logical(call, "logical_xor"); });
  table->Add("aten::bitwise_not", BitwiseNot);
  table->Add("aten::bitwise_xor", [](TorchCall& call) { return Bitwise(call, "bitwise_xor"); });

  for (const char* name : {"aten::detach", "aten::contiguous", "aten::IntImplicit", "aten::tensor",
                           "aten::Bool", "prim::ImplicitTensorToNum", "aten::ScalarImplicit"}) {
    table->Add(name, Identity);
  }
  table->Add("aten::clone",
             [](TorchCall& call) -> PyValue { return Op("copy", {call.tensor(0)}); });
  for (const char* name : {"aten::device", "prim::device"}) {
    table->Add(name, [](TorchCall&) { return PyValue(); });
  }
  table->Add("aten::Int", [](TorchCall& call) {
    return call[0].is_expr() ? call[0] : PyValue(call[0].integer());
  });
  table->Add("aten::Float",
             [](TorchCall& call) -> PyValue { return Cast(call[0].expr(), DataType::Float(32)); });
  // A number as a tensor stays a number.
  table->Add("prim::NumToTensor", Identity);
  table->Add("aten::to", To);
  table->Add("aten::type_as",
             [](TorchCall& call) -> PyValue { return Cast(call.tensor(0), call.dtype(1)); });
}

}  // namespace passcope::frontend
