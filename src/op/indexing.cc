// Operators that select, place or sort elements.
#include "ir/dim_arith.h"
#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

bool CheckInteger(TypeRelContext& context, size_t i) {
  DataType dtype = context.tensor(i)->dtype;
  if (dtype.is_int() || dtype.is_uint()) return true;
  Fail(context, DiagKind::kBadDtype, static_cast<int>(i),
       MSG(kArgumentDtypeNotInteger, "{argument} must be integers, not {dtype}",
           As<OpNode>(context.call->op())->decl->args[i].name, dtype.str()));
  return false;
}

RelStatus TakeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(indices, 1);
  if (!CheckInteger(context, 1)) return RelStatus::kFailed;
  const auto& attrs = context.attrs<TakeAttrs>();
  if (!attrs.axis) return context.Return(TensorType(indices->shape, data->dtype));
  auto axis = CheckAxis(context, "axis", *attrs.axis, data->rank());
  if (!axis) return RelStatus::kFailed;
  const size_t rank = indices->rank(), batch = NormalizeAxis(attrs.batch_dims, rank);
  if (batch > rank || batch > *axis) {
    return Fail(
        context, DiagKind::kBadAttribute, -1,
        MSG(kBatchDimsOutOfRange,
            "batch_dims {batch_dims} must not exceed the {rank} axes of the indices or axis {axis}",
            attrs.batch_dims, rank, *axis));
  }
  Shape shape(data->shape.begin(), data->shape.begin() + static_cast<std::ptrdiff_t>(*axis));
  shape.insert(shape.end(), indices->shape.begin() + static_cast<std::ptrdiff_t>(batch),
               indices->shape.end());
  shape.insert(shape.end(), data->shape.begin() + static_cast<std::ptrdiff_t>(*axis) + 1,
               data->shape.end());
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus WhereRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(condition, 0);
  PASSCOPE_TENSOR_ARG(x, 1);
  PASSCOPE_TENSOR_ARG(y, 2);
  if (x->dtype != y->dtype) {
    return Fail(context, DiagKind::kDtypeMismatch, 2,
                MSG(kDtypesDiffer, "the data types must be equal, not {first} and {second}",
                    x->dtype.str(), y->dtype.str()));
  }
  std::optional<Shape> shape = BroadcastShapes(x->shape, y->shape);
  if (shape) shape = BroadcastShapes(condition->shape, *shape);
  if (!shape) {
    return Fail(context, DiagKind::kShapeMismatch, 0,
                MSG(kWhereShapesNotBroadcastable,
                    "the shapes {condition}, {first} and {second} cannot be broadcast",
                    ShapeText(condition->shape), ShapeText(x->shape), ShapeText(y->shape)));
  }
  return context.Return(TensorType(std::move(*shape), x->dtype));
}

RelStatus OneHotRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(indices, 0);
  const auto& attrs = context.attrs<OneHotAttrs>();
  auto axis = CheckAxis(context, "axis", attrs.axis, indices->rank() + 1);
  if (!axis) return RelStatus::kFailed;
  Shape shape = indices->shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*axis), Dim(attrs.depth));
  DataType dtype = attrs.dtype;
  if (dtype.is_void()) {
    PASSCOPE_TENSOR_ARG(on_value, 1);
    dtype = on_value->dtype;
  }
  return context.Return(TensorType(std::move(shape), dtype));
}

RelStatus GatherRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(indices, 1);
  if (!CheckInteger(context, 1)) return RelStatus::kFailed;
  const auto& attrs = context.attrs<GatherAttrs>();
  if (!attrs.axis) {
    return Fail(context, DiagKind::kMissingAttribute, -1,
                MSG(kAttributeRequired, "{attribute} must be given", "axis"));
  }
  auto axis = CheckAxis(context, "axis", *attrs.axis, data->rank());
  if (!axis) return RelStatus::kFailed;
  bool fits = data->rank() == indices->rank();
  for (size_t i = 0; fits && i < data->rank(); ++i) {
    fits = i == *axis || MayBeEqual(data->shape[i], indices->shape[i]);
  }
  if (!fits) {
    return Fail(context, DiagKind::kShapeMismatch, 1,
                MSG(kGatherIndexShapeMismatch,
                    "the indices must have the shape of the data except in axis {axis}, but the "
                    "shapes are {indices_shape} and {data_shape}",
                    *axis, ShapeText(indices->shape), ShapeText(data->shape)));
  }
  return context.Return(TensorType(indices->shape, data->dtype));
}

RelStatus GatherNDRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(indices, 1);
  if (indices->rank() == 0 || !indices->shape[0].is_const()) {
    return Fail(
        context, DiagKind::kBadRank, 1,
        MSG(kGatherIndexAxisUnknown,
            "the first axis of the indices must have a known size, but their shape is {shape}",
            ShapeText(indices->shape)));
  }
  int64_t batch = context.attrs<GatherNDAttrs>().batch_dims;
  int64_t depth = indices->shape[0].value();
  auto rank = static_cast<int64_t>(data->rank());
  bool fits = batch >= 0 && depth >= 0 && depth <= rank && batch <= rank - depth &&
              batch < static_cast<int64_t>(indices->rank());
  for (int64_t i = 0; fits && i < batch; ++i) {
    auto k = static_cast<size_t>(i);
    fits = MayBeEqual(data->shape[k], indices->shape[k + 1]);
  }
  if (!fits) {
    return Fail(context, DiagKind::kShapeMismatch, 1,
                MSG(kTakeBatchShapesMisfit,
                    "indices of the shape {indices_shape} cannot index data of the shape "
                    "{data_shape} with batch_dims {batch_dims}",
                    ShapeText(indices->shape), ShapeText(data->shape), batch));
  }
  Shape shape(indices->shape.begin() + 1, indices->shape.end());
  shape.insert(shape.end(), data->shape.begin() + static_cast<std::ptrdiff_t>(depth + batch),
               data->shape.end());
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus DoNotFit(TypeRelContext& context, const TensorTypeNode& indices,
                   const TensorTypeNode& data, const TensorTypeNode& updates) {
  return Fail(context, DiagKind::kShapeMismatch, 1,
              MSG(kScatterShapesMisfit,
                  "indices of the shape {indices_shape} do not fit data of the shape "
                  "{data_shape} and updates of {updates_shape}",
                  ShapeText(indices.shape), ShapeText(data.shape), ShapeText(updates.shape)));
}

RelStatus ScatterRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(indices, 1);
  PASSCOPE_TENSOR_ARG(updates, 2);
  if (!CheckInteger(context, 1)) return RelStatus::kFailed;
  bool fits = indices->rank() == data->rank() && updates->rank() == data->rank();
  for (size_t i = 0; fits && i < data->rank(); ++i) {
    fits = MayBeEqual(indices->shape[i], updates->shape[i]);
  }
  if (!fits) return DoNotFit(context, *indices, *data, *updates);
  return context.Return(Type(data));
}

RelStatus ScatterNDRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(indices, 1);
  PASSCOPE_TENSOR_ARG(updates, 2);
  if (!CheckInteger(context, 1)) return RelStatus::kFailed;
  bool fits = indices->rank() > 0 && indices->shape[0].is_const() &&
              indices->shape[0].value() <= static_cast<int64_t>(data->rank()) &&
              updates->rank() + 1 >= indices->rank();
  for (size_t i = 1; fits && i < indices->rank(); ++i) {
    fits = MayBeEqual(indices->shape[i], updates->shape[i - 1]);
  }
  if (!fits) return DoNotFit(context, *indices, *data, *updates);
  return context.Return(Type(data));
}

RelStatus ReverseSequenceRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(lengths, 1);
  if (!lengths->dtype.is_int()) {
    return Fail(context, DiagKind::kBadDtype, 1,
                MSG(kSequenceLengthsDtype, "seq_lengths must be signed integers, not {dtype}",
                    lengths->dtype.str()));
  }
  const auto& attrs = context.attrs<ReverseSequenceAttrs>();
  auto batch = CheckAxis(context, "batch_axis", attrs.batch_axis, data->rank());
  if (!batch || !CheckAxis(context, "seq_axis", attrs.seq_axis, data->rank())) {
    return RelStatus::kFailed;
  }
  // Two sizes that can be equal are accepted, and neither is inferred from the other.
  bool fits = lengths->rank() == 1 && MayBeEqual(lengths->shape[0], data->shape[*batch]);
  if (!fits && !ExpectTensor(context, 1, {data->shape[*batch]}, lengths->dtype,
                             static_cast<int64_t>(*batch))) {
    return RelStatus::kFailed;
  }
  return context.Return(Type(data));
}

RelStatus SequenceMaskRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(lengths, 1);
  int64_t axis = context.attrs<SequenceMaskAttrs>().axis;
  if (axis < 0 || axis > 1 || data->rank() < 2) {
    return Fail(
        context, DiagKind::kBadAttribute, -1,
        MSG(kSequenceMaskAxisInvalid,
            "axis must be 0 or 1, not {axis}, and the data must have at least 2 axes, not {rank}",
            axis, data->rank()));
  }
  if (!ExpectTensor(context, 1, {data->shape[static_cast<size_t>(1 - axis)]}, lengths->dtype,
                    1 - axis)) {
    return RelStatus::kFailed;
  }
  return context.Return(Type(data));
}

RelStatus UnravelIndexRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(indices, 0);
  PASSCOPE_TENSOR_ARG(shape, 1);
  if (!CheckInteger(context, 0) || !CheckInteger(context, 1)) return RelStatus::kFailed;
  if (shape->rank() == 0) {
    return Fail(context, DiagKind::kBadRank, 1,
                MSG(kUnravelShapeNotVector, "the shape must be a vector, not a scalar"));
  }
  Shape result = {shape->shape[0]};
  if (indices->rank()) result.push_back(indices->shape[0]);
  return context.Return(TensorType(std::move(result), indices->dtype));
}

RelStatus ScanRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<ScanopAttrs>();
  DataType dtype = attrs.dtype.is_void() ? data->dtype : attrs.dtype;
  if (attrs.axis) {
    if (!CheckAxis(context, "axis", *attrs.axis, data->rank())) return RelStatus::kFailed;
    return context.Return(TensorType(data->shape, dtype));
  }
  Dim count = 1;
  for (Dim size : data->shape) count = count * AsOperand(size);
  return context.Return(TensorType({AsSize(count)}, dtype));
}

RelStatus ArgsortRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<ArgsortAttrs>();
  return context.Return(TensorType(data->shape, attrs.dtype.is_void() ? data->dtype : attrs.dtype));
}

RelStatus TopKRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<TopKAttrs>();
  auto axis = CheckAxis(context, "axis", attrs.axis, data->rank());
  if (!axis) return RelStatus::kFailed;
  Shape shape = data->shape;
  // As in TVM, `k` may exceed the number of elements; the kernel then fails.
  if (attrs.k.value_or(0) >= 1) shape[*axis] = *attrs.k;
  Type values = TensorType(shape, data->dtype);
  Type indices = TensorType(shape, attrs.dtype);
  if (attrs.ret_type == "both") return context.Return(TupleType({values, indices}));
  if (attrs.ret_type == "values") return context.Return(values);
  if (attrs.ret_type == "indices") return context.Return(indices);
  return Fail(context, DiagKind::kBadAttribute, -1,
              MSG(kTopkReturnTypeUnknown,
                  "ret_type must be both, values or indices, not \"{ret_type}\"", attrs.ret_type));
}

RelStatus MatrixSetDiagRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(input, 0);
  PASSCOPE_TENSOR_ARG(diagonal, 1);
  const auto& attrs = context.attrs<MatrixSetDiagAttrs>();
  if (attrs.k1 > attrs.k2) {
    return Fail(
        context, DiagKind::kBadAttribute, -1,
        MSG(kDiagonalRangeReversed, "k1 is {k1} and k2 is {k2}, but k1 must not be greater than k2",
            attrs.k1, attrs.k2));
  }
  if (input->rank() < 2 || diagonal->rank() == 0) {
    return Fail(context, DiagKind::kBadRank, input->rank() < 2 ? 0 : 1,
                MSG(kSetDiagonalShapes,
                    "takes matrices and their diagonals, not tensors of shapes {input_shape} and "
                    "{diagonal_shape}",
                    ShapeText(input->shape), ShapeText(diagonal->shape)));
  }
  return context.Return(Type(input));
}

RelStatus ArgwhereRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  return context.Return(
      TensorType({Dim::Any(), static_cast<int64_t>(data->rank())}, DataType::Int(32)));
}

}  // namespace

void RegisterIndexingOps(OpRegistry& registry) {
  constexpr ArgDecl kIndices = {"indices", "Tensor", "The indices."};
  constexpr ArgDecl kUpdates = {"updates", "Tensor", "The values to write."};
  constexpr OpPattern kInjective = OpPattern::kInjective;
  constexpr OpPattern kOpaque = OpPattern::kOpaque;
  const OpRow rows[] = {
      {"take",
       TakeAttrs::Schema,
       TakeRel,
       kInjective,
       3,
       "Elements at indices along an axis.",
       {kDataArg, kIndices},
       With(MixedPrecision::kFollow)},
      {"where",
       nullptr,
       WhereRel,
       OpPattern::kBroadcast,
       4,
       "Elements of one tensor where a condition is true, and of another where it is false.",
       {{"condition", "Tensor", "The condition."},
        {"x", "Tensor", "The values where the condition is true."},
        {"y", "Tensor", "The values where the condition is false."}},
       With(MixedPrecision::kFollow)},
      {"one_hot",
       OneHotAttrs::Schema,
       OneHotRel,
       OpPattern::kOutEWiseFusable,
       10,
       "A one-hot vector for each index: one element is on and the others are off.",
       {kIndices,
        {"on_value", "Tensor", "The value at the index, a scalar."},
        {"off_value", "Tensor", "The value elsewhere, a scalar."}}},
      {"gather",
       GatherAttrs::Schema,
       GatherRel,
       kInjective,
       3,
       "For each position, the element at its index along an axis.",
       {kDataArg, kIndices}},
      {"gather_nd",
       GatherNDAttrs::Schema,
       GatherNDRel,
       kInjective,
       3,
       "Elements or slices at positions given by several indices.",
       {kDataArg, kIndices}},
      {"scatter",
       ScatterAttrs::Schema,
       ScatterRel,
       kOpaque,
       10,
       "The input with values written at indices along an axis.",
       {kDataArg, kIndices, kUpdates},
       With(OpTrait::kAttrsInMetadata, MixedPrecision::kFollow)},
      {"scatter_add",
       ScatterAddAttrs::Schema,
       ScatterRel,
       kOpaque,
       10,
       "The input with values added at indices along an axis.",
       {kDataArg, kIndices, kUpdates},
       With(OpTrait::kAttrsInMetadata)},
      {"scatter_nd",
       ScatterNDAttrs::Schema,
       ScatterNDRel,
       kOpaque,
       3,
       "The input with values written at positions given by several indices.",
       {kDataArg, kIndices, kUpdates},
       With(OpTrait::kAttrsInMetadata)},
      {"reverse_sequence",
       ReverseSequenceAttrs::Schema,
       ReverseSequenceRel,
       kInjective,
       3,
       "Sequences of different lengths, each reversed.",
       {kDataArg, {"seq_lengths", "Tensor", "The length of each sequence."}}},
      {"sequence_mask",
       SequenceMaskAttrs::Schema,
       SequenceMaskRel,
       kInjective,
       10,
       "Sequences with a value written after the end of each.",
       {kDataArg, {"valid_length", "Tensor", "The length of each sequence."}}},
      {"unravel_index",
       nullptr,
       UnravelIndexRel,
       kInjective,
       3,
       "The positions in a shape that flat indices refer to.",
       {kDataArg, {"shape", "Tensor", "The shape, a vector."}}},
      {"cumsum",
       ScanopAttrs::Schema,
       ScanRel,
       kOpaque,
       3,
       "The cumulative sums along an axis.",
       {kDataArg},
       With(OpTrait::kAttrsInMetadata)},
      {"cumprod",
       ScanopAttrs::Schema,
       ScanRel,
       kOpaque,
       3,
       "The cumulative products along an axis.",
       {kDataArg},
       With(OpTrait::kAttrsInMetadata)},
      {"sort",
       ArgsortAttrs::Schema,
       IdentityRel,
       kOpaque,
       6,
       "The elements sorted along an axis.",
       {kDataArg}},
      {"argsort",
       ArgsortAttrs::Schema,
       ArgsortRel,
       kOpaque,
       6,
       "The indices that sort the elements along an axis.",
       {kDataArg}},
      {"topk",
       TopKAttrs::Schema,
       TopKRel,
       kOpaque,
       6,
       "The largest elements along an axis, and their indices.",
       {kDataArg}},
      {"argwhere",
       nullptr,
       ArgwhereRel,
       kOpaque,
       10,
       "The positions of the elements that are true.",
       {{"condition", "Tensor", "The tensor."}},
       With(MixedPrecision::kFollow, OpTrait::kDataDependent)},
      {"matrix_set_diag",
       MatrixSetDiagAttrs::Schema,
       MatrixSetDiagRel,
       kInjective,
       10,
       "Matrices with diagonals replaced.",
       {{"input", "Tensor", "The matrices."}, {"diagonal", "Tensor", "The diagonals."}}},
      {"trilu",
       TriluAttrs::Schema,
       IdentityRel,
       OpPattern::kElemWise,
       3,
       "The upper or lower triangle of matrices.",
       {kDataArg, {"k", "Tensor", "The diagonal of the first input, a scalar."}},
       With(OpTrait::kAttrsInMetadata)},
  };
  registry.Add(rows);
}

}  // namespace passcope
