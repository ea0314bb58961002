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

// The operator that does on bools what `op` does on numbers.
std::string_view OnBools(std::string_view op) {
  if (op == "add" || op == "maximum" || op == "bitwise_or") return "logical_or";
  if (op == "multiply" || op == "minimum" || op == "bitwise_and") return "logical_and";
  return op == "bitwise_xor" ? "logical_xor" : op;
}

Expr BinaryOf(const TorchCall& call, std::string_view op) {
  std::vector<Expr> operands = PromoteTorch(call, 2);
  return Op(DtypeOf(operands[0]).is_bool() ? OnBools(op) : op, operands);
}

template <OpName kName>
PyValue Binary(TorchCall& call) {
  return BinaryOf(call, kName.text);
}

template <OpName kName>
PyValue Unary(TorchCall& call) {
  return Op(kName.text, PromoteTorch(call, 1));
}

// A function of real numbers.
template <OpName kName>
PyValue UnaryReal(TorchCall& call) {
  return Op(kName.text, {TorchReal(call)});
}

// A rounding, which leaves integers as they are.
template <OpName kName>
PyValue Rounding(TorchCall& call) {
  Expr data = PromoteTorch(call, 1)[0];
  return IsTorchReal(DtypeOf(data)) ? Op(kName.text, {data}) : data;
}

PyValue RoundOf(TorchCall& call) {
  Expr data = PromoteTorch(call, 1)[0];
  PyValue decimals = call.get("decimals");
  if (!IsTorchReal(DtypeOf(data))) return data;
  if (decimals.is_none() || decimals.integer() == 0) return Op("round", {data});
  // As PyTorch's kernel does.
  int64_t places = decimals.integer();
  double power = std::pow(10.0, std::abs(static_cast<double>(places)));
  Expr scale = Const(power, DtypeOf(data));
  if (places > 0) return Div(Op("round", {Mul(data, scale)}), scale);
  return Mul(Op("round", {Div(data, scale)}), scale);
}

// The rest of a division of reals, exactly: Relay's trunc_mod and floor_mod round the quotient
// first.
PyValue Fmod(TorchCall& call) {
  std::vector<Expr> operands = PromoteTorch(call, 2);
  return Op(IsTorchReal(DtypeOf(operands[0])) ? "mod" : "trunc_mod", operands);
}

// The rest with the sign of the divisor.
Expr FlooredRest(const std::vector<Expr>& operands) {
  const Expr zero = Const(0, DtypeOf(operands[0]));
  Expr rest = Op("mod", operands);
  Expr signs = Op("not_equal", {Less(rest, zero), Less(operands[1], zero)});
  Expr moves = Op("logical_and", {Op("not_equal", {rest, zero}), signs});
  return Where(moves, Add(rest, operands[1]), rest);
}

PyValue Remainder(TorchCall& call) {
  std::vector<Expr> operands = PromoteTorch(call, 2);
  if (!IsTorchReal(DtypeOf(operands[0]))) return Op("floor_mod", operands);
  return FlooredRest(operands);
}

// A quotient of reals near an integer may round to it, so it is computed from the rest.
PyValue FloorDivide(TorchCall& call) {
  std::vector<Expr> operands = PromoteTorch(call, 2);
  DataType dtype = DtypeOf(operands[0]);
  if (!IsTorchReal(dtype)) return Op("floor_divide", operands);
  Expr whole = Div(Sub(operands[0], FlooredRest(operands)), operands[1]);
  Expr by_zero = Op("equal", {operands[1], Const(0, dtype)});
  return Where(by_zero, Div(operands[0], operands[1]), Op("round", {whole}));
}

// The quotient of two integers is a real, as with "/" in Python, unless it is rounded.
PyValue Divide(TorchCall& call) {
  PyValue mode = call.get("rounding_mode");
  if (mode.is_none()) return Op("divide", PromoteTorchToReals(call, 2));
  if (mode.text() == "floor") return FloorDivide(call);
  if (mode.text() != "trunc") FailTorchArgument(call, "rounding_mode");
  Expr quotient = BinaryOf(call, "divide");
  return IsTorchReal(DtypeOf(quotient)) ? Op("trunc", {quotient}) : quotient;
}

// `data` times the number in the argument `name`. Without `keep_one`, 1 is left out.
Expr TimesNumber(const TorchCall& call, const Expr& data, std::string_view name,
                 bool keep_one = false) {
  PyValue factor = TorchNumber(call, name);
  // PyTorch refuses to multiply integers with a real here, too.
  if (!IsTorchReal(DtypeOf(data)) && !factor.is_int()) FailTorchArgument(call, name);
  if (factor.real() == 1 && !keep_one) return data;
  return Mul(TorchConst(factor, DtypeOf(data)), data);
}

// log(1 + x), also exact for numbers that vanish beside 1: the error of the sum is divided out.
PyValue Log1p(TorchCall& call) {
  Expr data = TorchReal(call);
  DataType dtype = DtypeOf(data);
  Expr sum = Add(data, ConstInt(1, dtype));
  Expr log = Op("log", {sum}), rounded = Sub(sum, ConstInt(1, dtype));
  Expr exact = Where(Op("isfinite", {sum}), Div(Mul(log, data), rounded), log);
  return Where(Op("equal", {rounded, ConstInt(0, dtype)}), data, exact);
}

bool HasAlpha(const TorchCall& call) { return !call.get("alpha").is_none(); }

PyValue AddOf(TorchCall& call) {
  if (!call.types.empty() && call.types[0] == "ListType") return ConcatTorchLists(call);
  std::vector<Expr> operands = PromoteTorch(call, 2);
  if (HasAlpha(call)) operands[1] = TimesNumber(call, operands[1], "alpha");
  return Op(DtypeOf(operands[0]).is_bool() ? "logical_or" : "add", operands);
}

PyValue Subtract(TorchCall& call) {
  std::vector<Expr> operands = PromoteTorch(call, 2);
  if (!HasAlpha(call)) return Sub(operands[0], operands[1]);
  return Sub(operands[0], TimesNumber(call, operands[1], "alpha", true));
}

PyValue ReverseSubtract(TorchCall& call) {
  std::vector<Expr> operands = PromoteTorch(call, 2);
  return Sub(operands[1], TimesNumber(call, operands[0], "alpha", true));
}

// torch.max and torch.min are reductions, or elementwise on two tensors.
PyValue MinMax(TorchCall& call, const char* elementwise, const char* reduction) {
  if (call.size() == 1) return Reduce(reduction, PromoteTorch(call, 1)[0], std::nullopt);
  if (!call[1].is_list() && !call[1].is_int()) return BinaryOf(call, elementwise);
  std::optional<Ints> axes = TorchAxes(call, "dim");
  bool keepdims = call.get("keepdim").truth();
  Expr data = PromoteTorch(call, 1)[0];
  PyList results = {Reduce(reduction, data, axes, keepdims)};
  const std::vector<TorchValue*>& outputs = call.node->outputs;
  if (outputs.size() > 1 && !outputs[1]->uses().empty()) {
    Expr places = Reduce(std::string("arg") + reduction, data, axes, keepdims);
    results.emplace_back(Cast(places, DataType::Int(64)));
  }
  return PyValue::Tuple(std::move(results));
}

PyValue Addc(TorchCall& call, const char* op) {
  std::vector<Expr> operands = PromoteTorch(call, 3);
  Expr both = Op(op, {operands[1], operands[2]});
  return Add(operands[0], TimesNumber(call, both, "value", true));
}

// The bounds may be numbers, tensors or None. A lower bound above the upper one gives the upper.
PyValue Clamp(const TorchCall& call, const PyValue& min, const PyValue& max) {
  std::vector<PyValue> operands = {call[0]};
  for (const PyValue* bound : {&min, &max}) {
    if (!bound->is_none()) operands.push_back(*bound);
  }
  std::vector<Expr> promoted = PromoteTorch(operands, call);
  Expr data = promoted[0];
  if (min.is_expr() || max.is_expr()) {
    if (!min.is_none()) data = Op("maximum", {data, promoted[1]});
    return max.is_none() ? data : Op("minimum", {data, promoted.back()});
  }
  DataType dtype = DtypeOf(data);
  double lowest = 0;
  double highest = 0;
  if (IsTorchReal(dtype)) {
    highest = std::numeric_limits<double>::infinity();
    lowest = -highest;
  } else {
    highest = std::ldexp(1.0, dtype.is_int() ? dtype.bits - 1 : dtype.bits) - 1;
    lowest = dtype.is_int() ? -std::ldexp(1.0, dtype.bits - 1) : 0;
  }
  double upper = max.is_none() ? highest : max.real();
  // Relay's operator applies the lower bound last.
  return Clip(data, std::min(min.is_none() ? lowest : min.real(), upper), upper);
}

PyValue Logical(TorchCall& call, const char* op) {
  return Op(op, {Cast(call[0].expr(), DataType::Bool()), Cast(call[1].expr(), DataType::Bool())});
}

PyValue BitwiseNot(TorchCall& call) {
  Expr data = PromoteTorch(call, 1)[0];
  bool is_bool = DtypeOf(data).is_bool();
  return is_bool ? Op("logical_not", {Cast(data, DataType::Bool())}) : Op("bitwise_not", {data});
}

// On bools, the casts are those of TVM.
PyValue And(TorchCall& call) {
  bool is_bool = DtypeOf(PromoteTorch(call, 2)[0]).is_bool();
  return is_bool ? Logical(call, "logical_and") : Binary<"bitwise_and">(call);
}

PyValue ExclusiveOr(TorchCall& call) {
  std::vector<Expr> operands = PromoteTorch(call, 2);
  if (DtypeOf(operands[0]).is_bool()) {
    for (Expr& operand : operands) operand = Cast(operand, DataType::Bool());
  }
  return Op("bitwise_xor", operands);
}

PyValue To(TorchCall& call) {
  const PyValue& data = call[0];
  PyValue other = call.get("other"), number = call.get("dtype");
  std::optional<DataType> dtype;
  if (other.is_expr()) dtype = DtypeOf(other.tensor());
  if (!number.is_none()) dtype = DtypeOfTorchNumber(number);
  if (data.is_expr()) {
    bool same = !dtype || *dtype == DtypeOf(data.tensor());
    return same ? data.tensor() : Cast(data.tensor(), *dtype);
  }
  if (!dtype) return data;
  if (dtype->is_bool()) return data.truth();
  return IsTorchReal(*dtype) ? PyValue(data.real()) : PyValue(data.integer());
}

PyValue BoolOf(TorchCall& call) {
  const PyValue& value = call[0];
  if (!value.is_expr()) return value.truth();
  bool is_bool = DtypeOf(value.tensor()).is_bool();
  return is_bool ? value.tensor() : Cast(value.tensor(), DataType::Bool());
}

PyValue IntOf(TorchCall& call) {
  const PyValue& value = call[0];
  if (!value.is_expr()) return value.integer();
  return IsTorchReal(DtypeOf(value.tensor())) ? Cast(value.tensor(), DataType::Int(64))
                                              : value.tensor();
}

// torch.tensor of a number or a list of numbers. A number without a type stays a number.
PyValue TensorOf(TorchCall& call) {
  const PyValue& data = call[0];
  PyValue number = call.get("dtype");
  if (!data.is_list()) {
    if (number.is_none()) return data;
    DataType dtype = DtypeOfTorchNumber(number);
    return data.is_scalar() ? TorchConst(data, dtype) : Cast(data.tensor(), dtype);
  }
  std::vector<Expr> elements = PromoteTorch(data.list(), call);
  DataType promoted = elements.empty() ? DataType::Float(32) : DtypeOf(elements[0]);
  DataType dtype = number.is_none() ? promoted : DtypeOfTorchNumber(number);
  if (elements.empty()) return Zeros(Ints{0}, dtype);
  Expr stacked = Stack(elements, 0);
  return FoldConstant(promoted == dtype ? stacked : Cast(stacked, dtype));
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
  table->Add("aten::floor_divide", FloorDivide);
  table->Add("aten::pow", Binary<"power">);
  table->Add("aten::floordiv", FloorDivide);
  table->Add("aten::fmod", Fmod);
  table->Add("aten::remainder", Remainder);
  table->Add("aten::lt", Binary<"less">);
  table->Add("aten::gt", Binary<"greater">);
  table->Add("aten::le", Binary<"less_equal">);
  table->Add("aten::ge", Binary<"greater_equal">);
  table->Add("aten::ne", Binary<"not_equal">);
  table->Add("aten::eq", Binary<"equal">);
  for (const char* name : {"aten::__or__", "aten::__ior__", "aten::bitwise_or"}) {
    table->Add(name, Binary<"bitwise_or">);
  }
  for (const char* name : {"aten::__and__", "aten::__iand__", "aten::bitwise_and"}) {
    table->Add(name, And);
  }
  for (const char* name : {"aten::__xor__", "aten::__ixor__", "aten::bitwise_xor"}) {
    table->Add(name, ExclusiveOr);
  }
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
  table->Add("aten::cos", UnaryReal<"cos">);
  table->Add("aten::cosh", UnaryReal<"cosh">);
  table->Add("aten::sin", UnaryReal<"sin">);
  table->Add("aten::sinh", UnaryReal<"sinh">);
  table->Add("aten::tan", UnaryReal<"tan">);
  table->Add("aten::tanh", UnaryReal<"tanh">);
  table->Add("aten::acos", UnaryReal<"acos">);
  table->Add("aten::asin", UnaryReal<"asin">);
  table->Add("aten::atan", UnaryReal<"atan">);
  table->Add("aten::log", UnaryReal<"log">);
  table->Add("aten::log2", UnaryReal<"log2">);
  table->Add("aten::log10", UnaryReal<"log10">);
  table->Add("aten::exp", UnaryReal<"exp">);
  table->Add("aten::erf", UnaryReal<"erf">);
  table->Add("aten::trunc", Rounding<"trunc">);
  table->Add("aten::sign", Unary<"sign">);
  table->Add("aten::sqrt", UnaryReal<"sqrt">);
  table->Add("aten::rsqrt", UnaryReal<"rsqrt">);
  table->Add("aten::ceil", Rounding<"ceil">);
  table->Add("aten::floor", Rounding<"floor">);
  table->Add("aten::round", RoundOf);
  table->Add("aten::isfinite", UnaryReal<"isfinite">);
  table->Add("aten::isinf", UnaryReal<"isinf">);
  table->Add("aten::isnan", UnaryReal<"isnan">);
  table->Add("aten::log1p", Log1p);
  table->Add("aten::square", [](TorchCall& call) -> PyValue {
    return Op("power", {call.tensor(0), ConstInt(2, call.dtype(0))});
  });
  table->Add("aten::reciprocal", [](TorchCall& call) -> PyValue {
    Expr data = TorchReal(call);
    return Div(Const(1, DtypeOf(data)), data);
  });
  table->Add("aten::lerp", [](TorchCall& call) -> PyValue {
    Expr start = call.tensor(0);
    Expr weight = call[2].is_scalar() ? TorchConst(call[2], DtypeOf(start)) : call.tensor(2);
    return Add(start, Mul(weight, Sub(call.tensor(1), start)));
  });
  table->Add("aten::addcdiv", [](TorchCall& call) { return Addc(call, "divide"); });
  table->Add("aten::addcmul", [](TorchCall& call) { return Addc(call, "multiply"); });

  table->Add("aten::clamp", [](TorchCall& call) { return Clamp(call, call.get(1), call.get(2)); });
  table->Add("aten::clamp_min", [](TorchCall& call) { return Clamp(call, call[1], PyValue()); });
  table->Add("aten::clamp_max", [](TorchCall& call) { return Clamp(call, PyValue(), call[1]); });

  for (const char* name : {"aten::logical_not", "aten::__not__"}) {
    table->Add(name, [](TorchCall& call) -> PyValue {
      return Op("logical_not", {Cast(call[0].expr(), DataType::Bool())});
    });
  }
  table->Add("aten::logical_and", [](TorchCall& call) { return Logical(call, "logical_and"); });
  table->Add("aten::logical_or", [](TorchCall& call) { return Logical(call, "logical_or"); });
  table->Add("aten::logical_xor", [](TorchCall& call) { return Logical(call, "logical_xor"); });
  table->Add("aten::bitwise_not", BitwiseNot);

  for (const char* name : {"aten::detach", "aten::contiguous", "aten::IntImplicit",
                           "prim::ImplicitTensorToNum", "aten::ScalarImplicit"}) {
    table->Add(name, Identity);
  }
  table->Add("aten::clone",
             [](TorchCall& call) -> PyValue { return Op("copy", {call.tensor(0)}); });
  for (const char* name : {"aten::device", "prim::device"}) {
    table->Add(name, [](TorchCall&) { return PyValue(); });
  }
  table->Add("aten::Bool", BoolOf);
  table->Add("aten::Int", IntOf);
  table->Add("aten::tensor", TensorOf);
  table->Add("prim::Uninitialized", [](TorchCall&) { return PyValue(); });
  table->Add("aten::Float",
             [](TorchCall& call) -> PyValue { return Cast(call[0].expr(), DataType::Float(32)); });
  // A number as a tensor stays a number.
  table->Add("prim::NumToTensor", Identity);
  table->Add("aten::to", To);
  table->Add("aten::type_as", [](TorchCall& call) -> PyValue {
    return Cast(call.tensor(0), DtypeOf(call.tensor(1)));
  });
}

}  // namespace passcope::frontend
