// Operators that make tensors from numbers.
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

// A tensor of `shape` filled with `value`.
PyValue FullOf(const PyValue& shape, const PyValue& value, DataType dtype) {
  bool known = true;
  PyList lengths = shape.list();
  for (PyValue& length : lengths) {
    if (!length.is_expr()) continue;
    if (NDArray array = TryInfer(length)) {
      length = FirstInt(array);
    } else {
      known = false;
    }
  }
  Expr fill;
  if (!value.is_expr()) {
    fill = TorchConst(value, dtype);
  } else {
    NDArray constant = TryInfer(value);
    fill = constant ? ConstArray(constant) : value.tensor();
    if (DtypeOf(fill) != dtype && !DataOf(value.tensor())) fill = Cast(fill, dtype);
  }
  if (known) return Full(fill, PyValue::List(lengths).ints(), dtype);
  std::vector<Expr> parts;
  Ints reshaped;
  for (const PyValue& length : lengths) {
    parts.push_back(Cast(ExpandDims(length.expr(), 0), DataType::Int(64)));
    reshaped.push_back(length.is_expr() ? 0 : length.integer());
  }
  return Reshape(Full(fill, Concatenate(parts, 0), dtype), reshaped);
}

PyValue Shaped(const Expr& data) { return PyValue::List(TorchShape(data)); }

// The type in argument `i`, or `otherwise` if it is None.
DataType DtypeOr(const TorchCall& call, size_t i, DataType otherwise) {
  return call.get(i).is_none() ? otherwise : DtypeOfTorchNumber(call[i]);
}

// zeros and ones take shape and type.
PyValue Filled(TorchCall& call, int64_t value) {
  return FullOf(call[0], PyValue(value), DtypeOr(call, 1, call.converter->default_dtype()));
}

// The argument in the type that zeros_like, ones_like and full_like give the result.
Expr Pattern(const TorchCall& call) {
  const Expr& data = call.tensor(0);
  DataType dtype = TorchDtype(call, "dtype", DtypeOf(data));
  return dtype == DtypeOf(data) ? data : Cast(data, dtype);
}

// Without a type, a tensor has that of the number that fills it.
DataType DtypeOfFill(const TorchCall& call, const PyValue& fill) {
  if (fill.is_expr()) return DtypeOf(fill.tensor());
  if (fill.kind() == PyValue::Kind::kReal) return call.converter->default_dtype();
  return fill.kind() == PyValue::Kind::kBool ? DataType::Bool() : DataType::Int(64);
}

PyValue ArangeOf(TorchCall& call) {
  // After the numbers come data type, layout, device and more.
  Require(call, call.size() >= 5 && call.size() <= 7,
          MSG(kTorchArgumentCountOutsideRange, "it takes {least} to {most} arguments, not {actual}",
              5, 7, call.size()));
  size_t numbers = call.size() - 4;
  bool real = false;
  for (size_t i = 0; i < numbers; ++i) real |= call.types[i].starts_with("float");
  DataType dtype = call[numbers].is_none() ? (real ? DataType::Float(32) : DataType::Int(64))
                                           : DtypeOfTorchNumber(call[numbers]);
  auto value = [&](size_t i) -> Expr {
    if (!call[i].is_expr()) return TorchConst(call[i], dtype);
    Expr cast = Cast(call.tensor(i), dtype);
    NDArray known = TryEvaluate(cast);
    return known ? ConstArray(known) : cast;
  };
  Expr start = numbers > 1 ? value(0) : ConstInt(0, dtype);
  Expr stop = value(numbers > 1 ? 1 : 0);
  Expr step = numbers > 2 ? value(2) : ConstInt(1, dtype);
  return Arange(start, stop, step, dtype);
}

PyValue Fill(TorchCall& call) {
  PyValue value = call[1];
  if (value.is_expr()) value = FoldConstant(value.tensor());
  return FullOf(Shaped(call.tensor(0)), value, call.dtype(0));
}

PyValue ScalarTensor(TorchCall& call) {
  return TorchConst(call[0].is_expr() ? PyValue(call[0].real()) : call[0],
                    DtypeOr(call, 1, call.converter->default_dtype()));
}

}  // namespace

void AddCreationConverters(TorchConverterTable* table) {
  table->Add("aten::arange", ArangeOf);
  table->Add("aten::ones", [](TorchCall& call) { return Filled(call, 1); });
  table->Add("aten::zeros", [](TorchCall& call) { return Filled(call, 0); });
  table->Add("aten::ones_like",
             [](TorchCall& call) -> PyValue { return Op("ones_like", {Pattern(call)}); });
  table->Add("aten::zeros_like",
             [](TorchCall& call) -> PyValue { return Op("zeros_like", {Pattern(call)}); });
  table->Add("aten::full_like", [](TorchCall& call) -> PyValue {
    Expr data = Pattern(call);
    Expr fill = call[1].is_expr() ? call.tensor(1) : TorchConst(call[1], DtypeOf(data));
    return Op("full_like", {data, fill});
  });
  table->Add("aten::new_ones", [](TorchCall& call) {
    return FullOf(call[1], PyValue(1), DtypeOr(call, 2, call.dtype(0)));
  });
  table->Add("aten::new_zeros", [](TorchCall& call) {
    return FullOf(call[1], PyValue(0), DtypeOr(call, 2, call.dtype(0)));
  });
  table->Add("aten::new_full", [](TorchCall& call) {
    return FullOf(call[1], call[2], DtypeOr(call, 3, call.dtype(0)));
  });
  table->Add("aten::full", [](TorchCall& call) {
    return FullOf(call[0], call[1], DtypeOr(call, 2, DtypeOfFill(call, call[1])));
  });
  table->Add("aten::zero_", [](TorchCall& call) {
    return FullOf(Shaped(call.tensor(0)), PyValue(0), call.dtype(0));
  });
  table->Add("aten::fill_", Fill);
  table->Add("aten::empty", [](TorchCall& call) -> PyValue {
    return Zeros(call[0].ints(), DtypeOr(call, 1, call.converter->default_dtype()));
  });
  table->Add("aten::empty_like", [](TorchCall& call) -> PyValue {
    return Zeros(TorchShape(call.tensor(0)), DtypeOr(call, 1, call.dtype(0)));
  });
  table->Add("aten::new_empty", [](TorchCall& call) -> PyValue {
    return Zeros(call[1].ints(), DtypeOr(call, 2, call.dtype(0)));
  });
  table->Add("aten::scalar_tensor", ScalarTensor);
}

}  // namespace passcope::frontend
