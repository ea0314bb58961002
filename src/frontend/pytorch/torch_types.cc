// PyTorch's rules for data types, and queries of shapes and constants.
#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/converter.h"
#include "op/axes.h"

namespace passcope::frontend {
namespace {

// torch.promote_types. Rows and columns are in the order of kTypes.
constexpr DataType kTypes[] = {DataType::UInt(8),   DataType::Int(8),    DataType::Int(16),
                               DataType::Int(32),   DataType::Int(64),   DataType::Float(16),
                               DataType::Float(32), DataType::Float(64), DataType::Bool(),
                               DataType::BFloat(16)};
constexpr int kU1 = 0, kI1 = 1, kI2 = 2, kI4 = 3, kI8 = 4, kF2 = 5, kF4 = 6, kF8 = 7, kB1 = 8,
              kBF = 9;
constexpr int kPromotions[10][10] = {{kU1, kI2, kI2, kI4, kI8, kF2, kF4, kF8, kU1, kBF},
                                     {kI2, kI1, kI2, kI4, kI8, kF2, kF4, kF8, kI1, kBF},
                                     {kI2, kI2, kI2, kI4, kI8, kF2, kF4, kF8, kI2, kBF},
                                     {kI4, kI4, kI4, kI4, kI8, kF2, kF4, kF8, kI4, kBF},
                                     {kI8, kI8, kI8, kI8, kI8, kF2, kF4, kF8, kI8, kBF},
                                     {kF2, kF2, kF2, kF2, kF2, kF2, kF4, kF8, kF2, kF4},
                                     {kF4, kF4, kF4, kF4, kF4, kF4, kF4, kF8, kF4, kF4},
                                     {kF8, kF8, kF8, kF8, kF8, kF8, kF8, kF8, kF8, kF8},
                                     {kU1, kI1, kI2, kI4, kI8, kF2, kF4, kF8, kB1, kBF},
                                     {kBF, kBF, kBF, kBF, kBF, kF4, kF4, kF8, kBF, kBF}};

int IndexOf(DataType dtype) {
  auto it = std::find(std::begin(kTypes), std::end(kTypes), dtype);
  if (it == std::end(kTypes)) {
    throw DiagnosticError(DiagKind::kBadDtype,
                          MSG(kTorchDtypeNotComputable,
                              "PyTorch does not compute with the type {dtype}", dtype.str()));
  }
  return static_cast<int>(it - std::begin(kTypes));
}

// The type of an operation on a tensor of `dtype` and a number.
DataType WithNumber(DataType dtype, const PyValue& number) {
  if (number.kind() == PyValue::Kind::kReal && !IsTorchReal(dtype)) return DataType::Float(32);
  if (number.kind() == PyValue::Kind::kInt && dtype.is_bool()) return DataType::Int(64);
  return dtype;
}

}  // namespace

DataType PromoteTorchTypes(DataType a, DataType b) {
  if (a == b) return a;
  return kTypes[kPromotions[IndexOf(a)][IndexOf(b)]];
}

DataType DtypeOfTorchNumber(const PyValue& number) {
  if (number.is_none()) return DataType::Int(64);
  switch (number.integer()) {
    case 0:
      return DataType::UInt(8);
    case 1:
      return DataType::Int(8);
    case 2:
      return DataType::Int(16);
    case 3:
      return DataType::Int(32);
    case 4:
      return DataType::Int(64);
    case 5:
      return DataType::Float(16);
    case 6:
      return DataType::Float(32);
    case 7:
      return DataType::Float(64);
    case 11:
      return DataType::Bool();
    case 15:
      return DataType::BFloat(16);
    default:
      throw DiagnosticError(DiagKind::kUnsupported,
                            MSG(kTorchDtypeNumberUnsupported,
                                "PyTorch's data type {number} is not supported", number.integer()));
  }
}

Expr TorchConst(const PyValue& number, DataType dtype) {
  if (number.is_int()) return ConstInt(number.integer(), dtype);
  return Const(number.real(), dtype);
}

bool IsTorchReal(DataType dtype) { return dtype.is_float() || dtype.is_bfloat(); }

namespace {

// The type with which PyTorch computes. Tensors with axes decide it, unless the others are of a
// wider kind: bools, then integers, then reals. Likewise tensors without axes come before numbers.
DataType TypeOfOperands(std::span<const PyValue> inputs, const TorchCall& call) {
  std::optional<DataType> ranked, scalars;
  for (const PyValue& input : inputs) {
    if (input.is_scalar()) continue;
    Require(call, input.is_expr(),
            MSG(kTorchArgumentKindInvalid, "an argument is neither a tensor nor a number"));
    DataType dtype = DtypeOf(input.tensor());
    std::optional<DataType>& promoted = RankOf(input.tensor()) > 0 ? ranked : scalars;
    promoted = promoted ? PromoteTorchTypes(*promoted, dtype) : dtype;
  }
  if (ranked && scalars && !IsTorchReal(*ranked) && (ranked->is_bool() || IsTorchReal(*scalars))) {
    ranked = PromoteTorchTypes(*ranked, *scalars);
  }
  // Without tensors, begin with the smallest type.
  DataType promoted = ranked ? *ranked : scalars.value_or(DataType::Bool());
  for (const PyValue& input : inputs) {
    if (input.is_scalar()) promoted = WithNumber(promoted, input);
  }
  return promoted;
}

std::vector<Expr> OfType(std::span<const PyValue> inputs, DataType dtype) {
  std::vector<Expr> results;
  for (const PyValue& input : inputs) {
    if (input.is_scalar()) {
      results.push_back(TorchConst(input, dtype));
      continue;
    }
    const Expr& tensor = input.tensor();
    results.push_back(DtypeOf(tensor) == dtype ? tensor : Cast(tensor, dtype));
  }
  return results;
}

}  // namespace

std::vector<Expr> PromoteTorch(std::span<const PyValue> inputs, const TorchCall& call) {
  return OfType(inputs, TypeOfOperands(inputs, call));
}

std::vector<Expr> PromoteTorchToReals(const TorchCall& call, size_t count) {
  std::span<const PyValue> inputs = call.some(0, count);
  DataType dtype = TypeOfOperands(inputs, call);
  return OfType(inputs, IsTorchReal(dtype) ? dtype : DataType::Float(32));
}

PyValue TorchNumber(const TorchCall& call, std::string_view name) {
  PyValue value = call.get(name);
  if (value.is_scalar()) return value;
  NDArray known = TryInfer(value);
  if (!known || known->size() != 1) FailTorchArgument(call, name);
  if (IsTorchReal(known->dtype)) return FirstReal(known);
  return known->dtype.is_bool() ? PyValue(FirstInt(known) != 0) : PyValue(FirstInt(known));
}

DataType TorchDtype(const TorchCall& call, std::string_view name, DataType otherwise) {
  PyValue number = call.get(name);
  return number.is_none() ? otherwise : DtypeOfTorchNumber(number);
}

std::optional<Ints> TorchAxes(const TorchCall& call, std::string_view name) {
  PyValue axes = call.get(name);
  if (axes.is_none()) return std::nullopt;
  if (!axes.is_list()) return Ints{axes.integer()};
  if (axes.list().empty()) return std::nullopt;
  return axes.ints();
}

bool IsQuantizedTorch(const Expr& data) { return DtypeOf(data) == DataType::UInt(8); }

Ints TorchShape(const Expr& data) { return StaticShapeOf(data); }

std::vector<Expr> FieldsOfTuple(const Expr& tuple) {
  const auto* type = As<TupleTypeNode>(tuple->checked_type());
  if (!type) {
    throw DiagnosticError(
        DiagKind::kNotATuple,
        MSG(kTorchUnpackedValueNotTuple, "only a tuple can be unpacked, not {type}",
            TypeText(tuple->checked_type())),
        {}, tuple);
  }
  std::vector<Expr> fields;
  for (size_t i = 0; i < type->fields.size(); ++i)
    fields.push_back(Field(tuple, static_cast<int>(i)));
  return fields;
}

NDArray TryInfer(const PyValue& value) {
  return value.is_expr() ? TryEvaluate(value.tensor()) : nullptr;
}

Expr Unbind(const Expr& data, int64_t axis) {
  Shape shape = ShapeOf(data);
  auto at = FindAxis(axis, shape.size());
  if (!at || !shape[*at].is_const()) {
    throw DiagnosticError(DiagKind::kUnsupported,
                          MSG(kTorchUnpackAxisLengthUnknown,
                              "a tensor can only be unpacked along an axis of known length, not "
                              "axis {axis} of {type}",
                              axis, TypeText(data->checked_type())),
                          {}, data);
  }
  axis = static_cast<int64_t>(*at);
  int64_t parts = shape[*at].value();
  if (parts < 1 || parts > kMaxTorchParts) {
    throw DiagnosticError(
        DiagKind::kUnsupported,
        MSG(kTorchSplitPartsImpossible, "the number of parts must be 1 to {limit}, not {count}",
            kMaxTorchParts, parts),
        {}, data);
  }
  std::vector<Expr> results;
  Expr split = SplitParts(data, parts, axis);
  for (int64_t i = 0; i < parts; ++i) {
    Expr part = Field(split, static_cast<int>(i));
    results.push_back(Squeeze(part, Ints{axis}));
  }
  return MakeTuple(results);
}

}  // namespace passcope::frontend
