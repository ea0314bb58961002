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
  bool is_float = dtype.is_float() || dtype.is_bfloat();
  if (number.kind() == PyValue::Kind::kReal && !is_float) return DataType::Float(32);
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

std::vector<Expr> PromoteTorch(std::span<const PyValue> inputs, const TorchCall& call) {
  std::optional<DataType> promoted;
  for (const PyValue& input : inputs) {
    if (input.is_scalar()) continue;
    DataType dtype = DtypeOf(input.expr());
    promoted = promoted ? PromoteTorchTypes(*promoted, dtype) : dtype;
  }
  // Without tensors, begin with the smallest type.
  if (!promoted) promoted = DataType::Bool();
  for (const PyValue& input : inputs) {
    if (input.is_scalar()) promoted = WithNumber(*promoted, input);
  }
  std::vector<Expr> results;
  for (const PyValue& input : inputs) {
    if (input.is_scalar()) {
      results.push_back(TorchConst(input, *promoted));
      continue;
    }
    Require(call, input.is_expr(),
            MSG(kTorchArgumentKindInvalid, "an argument is neither a tensor nor a number"));
    const Expr& tensor = input.tensor();
    results.push_back(DtypeOf(tensor) == *promoted ? tensor : Cast(tensor, *promoted));
  }
  return results;
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
