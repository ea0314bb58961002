// Algorithms: einsum, searching, sets of elements, Fourier transforms of windows.
#include "op/attrs_algorithm.h"
#include "op/einsum.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

const DataType kInt32 = DataType::Int(32);
const DataType kInt64 = DataType::Int(64);

RelStatus EinsumRel(TypeRelContext& context) {
  RelStatus status;
  std::vector<const TensorTypeNode*> tensors = TupleOfTensors(context, 0, &status);
  if (tensors.empty()) return status;
  std::vector<Shape> operands;
  for (const TensorTypeNode* tensor : tensors) {
    if (tensor->dtype != tensors[0]->dtype) {
      return Fail(context, DiagKind::kDtypeMismatch, 0,
                  MSG(kDtypesDiffer, "the data types must be equal, not {first} and {second}",
                      tensors[0]->dtype.str(), tensor->dtype.str()));
    }
    operands.push_back(tensor->shape);
  }
  Message problem;
  auto equation = ParseEinsum(context.attrs<EinsumAttrs>().equation, &problem);
  if (!equation) return Fail(context, DiagKind::kBadAttribute, -1, problem);
  auto shapes = InferEinsum(*equation, operands, &problem);
  if (!shapes) return Fail(context, DiagKind::kShapeMismatch, 0, problem);
  return context.Return(TensorType(std::move(shapes->output), tensors[0]->dtype));
}

RelStatus AdvIndexRel(TypeRelContext& context) {
  RelStatus status;
  std::vector<const TensorTypeNode*> tensors = TupleOfTensors(context, 0, &status);
  if (tensors.empty()) return status;
  const TensorTypeNode* data = tensors[0];
  size_t count = tensors.size() - 1;
  if (count == 0 || count > data->rank()) {
    return Fail(context, DiagKind::kShapeMismatch, 0,
                MSG(kIndexTensorCount,
                    "takes data and up to one tensor of indices for each of its axes, not {count} "
                    "for {rank} axes",
                    static_cast<int64_t>(count), static_cast<int64_t>(data->rank())));
  }
  Shape shape = tensors[1]->shape;
  for (size_t i = 1; i <= count; ++i) {
    if (!tensors[i]->dtype.is_int() && !tensors[i]->dtype.is_uint()) {
      return Fail(context, DiagKind::kBadDtype, 0,
                  MSG(kArgumentDtypeNotInteger, "{argument} must be integers, not {dtype}",
                      "indices", tensors[i]->dtype.str()));
    }
    std::optional<Shape> common = BroadcastShapes(shape, tensors[i]->shape);
    if (!common) {
      return Fail(
          context, DiagKind::kShapeMismatch, 0,
          MSG(kTwoShapesNotBroadcastable, "the shapes {first} and {second} cannot be broadcast",
              ShapeText(shape), ShapeText(tensors[i]->shape)));
    }
    shape = std::move(*common);
  }
  shape.insert(shape.end(), data->shape.begin() + static_cast<std::ptrdiff_t>(count),
               data->shape.end());
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus UniqueRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  if (data->rank() != 1) {
    return Fail(context, DiagKind::kBadRank, 0,
                MSG(kVectorShapeRequired, "takes a vector, not a tensor of shape {shape}",
                    ShapeText(data->shape)));
  }
  std::vector<Type> fields = {Type(data), TensorType(data->shape, kInt32),
                              TensorType(data->shape, kInt32), TensorType({1}, kInt32)};
  if (context.attrs<UniqueAttrs>().return_counts) fields.push_back(fields[1]);
  return context.Return(TupleType(std::move(fields)));
}

RelStatus SearchSortedRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(sequence, 0);
  PASSCOPE_TENSOR_ARG(values, 1);
  bool fits = values->rank() > 0 && sequence->rank() > 0 &&
              (sequence->rank() == 1 || sequence->rank() == values->rank());
  if (fits && sequence->rank() > 1) {
    for (size_t i = 0; fits && i + 1 < values->rank(); ++i) {
      fits = MayBeEqual(sequence->shape[i], values->shape[i]);
    }
  }
  if (!fits) {
    return Fail(context, DiagKind::kShapeMismatch, 1,
                MSG(kSearchSortedShapes,
                    "takes one sequence, or one per row of the values, not tensors of shapes "
                    "{first} and {second}",
                    ShapeText(sequence->shape), ShapeText(values->shape)));
  }
  return context.Return(TensorType(values->shape, context.attrs<SearchSortedAttrs>().dtype));
}

RelStatus StftRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<StftAttrs>();
  if (data->rank() != 1 && data->rank() != 2) {
    return Fail(context, DiagKind::kBadRank, 0,
                MSG(kStftSignalShape,
                    "takes one signal or a batch of signals, not a tensor of shape {shape}",
                    ShapeText(data->shape)));
  }
  Dim length = data->shape.back();
  if (length.is_const() && length.value() < attrs.n_fft) {
    return Fail(
        context, DiagKind::kBadAttribute, -1,
        MSG(kStftLongerThanSignal, "n_fft is {count}, but the signal has only {length} elements",
            attrs.n_fft, length.value()));
  }
  Shape shape(data->shape.begin(), data->shape.end() - 1);
  shape.push_back(attrs.onesided ? attrs.n_fft / 2 + 1 : attrs.n_fft);
  shape.push_back((length - attrs.n_fft) / attrs.hop_length + 1);
  shape.push_back(2);
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus SparseFillEmptyRowsRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(indices, 0);
  if (indices->rank() != 2) {
    return Fail(
        context, DiagKind::kBadRank, 0,
        MSG(kPositionPerRowShape, "takes one position per row, not a tensor of shape {shape}",
            ShapeText(indices->shape)));
  }
  PASSCOPE_TENSOR_ARG(values, 1);
  Type list = TensorType({Dim::Any()}, kInt64);
  DataType dtype = values->dtype;
  Type contents = dtype.is_int() || dtype.is_uint() ? list : TensorType({Dim::Any()}, dtype);
  return context.Return(
      TupleType({TensorType({Dim::Any(), indices->shape[1]}, kInt64), contents, list}));
}

}  // namespace

void RegisterAlgorithmOps(OpRegistry& registry) {
  constexpr OpPattern kInjective = OpPattern::kInjective;
  constexpr OpPattern kOpaque = OpPattern::kOpaque;
  const OpRow rows[] = {
      {"einsum",
       EinsumAttrs::Schema,
       EinsumRel,
       kInjective,
       11,
       "Sums of products, by an equation in Einstein notation.",
       {{"data", "Tuple[Tensor]", "The operands."}}},
      {"adv_index",
       nullptr,
       AdvIndexRel,
       kInjective,
       3,
       "The elements at given indices into the first axes.",
       {{"inputs", "Tuple[Tensor]", "The data and the indices into its first axes."}}},
      {"invert_permutation",
       nullptr,
       IdentityRel,
       kInjective,
       1,
       "The inverse of a permutation.",
       {kDataArg}},
      {"unique",
       UniqueAttrs::Schema,
       UniqueRel,
       kOpaque,
       3,
       "The distinct elements of a vector, with their positions and their number.",
       {kDataArg},
       With(OpTrait::kAttrsInMetadata)},
      {"searchsorted",
       SearchSortedAttrs::Schema,
       SearchSortedRel,
       kOpaque,
       6,
       "The positions where values belong in a sorted sequence.",
       {{"sorted_sequence", "Tensor", "The sequence, ascending along the last axis."},
        {"values", "Tensor", "The values to find."}}},
      {"stft",
       StftAttrs::Schema,
       StftRel,
       kOpaque,
       3,
       "The Fourier transforms of overlapping windows of a signal.",
       {kDataArg, {"window", "Tensor", "The factors of the elements of a window."}},
       With(OpTrait::kAttrsInMetadata)},
      {"sparse_fill_empty_rows",
       nullptr,
       SparseFillEmptyRowsRel,
       kOpaque,
       3,
       "A sparse matrix with a value written into each empty row.",
       {{"sparse_indices", "Tensor", "The positions of the values, one per row."},
        {"sparse_values", "Tensor", "The values."},
        {"dense_shape", "Tensor", "The shape of the sparse tensor."},
        {"default_value", "Tensor", "The value to write."}}},
  };
  registry.Add(rows);
}

}  // namespace passcope
