// Operators that select parts: split, slices, windows.
#include <algorithm>
#include <limits>

#include "ir/dim_arith.h"
#include "op/attrs_tensor.h"
#include "op/families.h"
#include "op/relations.h"
#include "op/slices.h"

namespace passcope {
namespace {

// A limit for wrong attributes: no real program has a tuple of more fields.
constexpr int64_t kMaxSections = int64_t{1} << 16;

RelStatus SplitRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<SplitAttrs>();
  auto axis = CheckAxis(context, "axis", attrs.axis, data->rank());
  if (!axis) return RelStatus::kFailed;
  Dim size = data->shape[*axis];
  Shape shape = data->shape;
  std::vector<Type> fields;
  if (const int64_t* sections = attrs.indices_or_sections.get<int64_t>()) {
    if (*sections < 1 || *sections > kMaxSections ||
        (size.is_const() && size.value() % *sections != 0)) {
      return Fail(
          context, DiagKind::kBadAttribute, -1,
          MSG(kSplitUnequalParts,
              "axis {axis} of the shape {shape} cannot be split into {sections} equal parts", *axis,
              ShapeText(data->shape), *sections));
    }
    shape[*axis] = size / *sections;
    fields.assign(static_cast<size_t>(*sections), TensorType(shape, data->dtype));
    return context.Return(TupleType(std::move(fields)));
  }
  std::optional<std::vector<int64_t>> indices = attrs.indices_or_sections.ints();
  if (!indices) {
    return Fail(
        context, DiagKind::kBadAttribute, -1,
        MSG(kSplitSectionsType, "indices_or_sections must be an integer or a list of integers"));
  }
  int64_t begin = 0;
  for (int64_t index : *indices) {
    if (index <= begin) {
      return Fail(context, DiagKind::kBadAttribute, -1,
                  MSG(kSplitIndicesNotAscending,
                      "indices_or_sections must be positive and ascending, not {value}",
                      IntsText(*indices)));
    }
    shape[*axis] = index - begin;
    begin = index;
    fields.push_back(TensorType(shape, data->dtype));
  }
  if (size.is_const() && begin >= size.value()) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kSplitIndicesBeyondAxis,
                    "indices_or_sections is {value}, but axis {axis} of the shape {shape} has the "
                    "size {size}",
                    IntsText(*indices), *axis, ShapeText(data->shape), size.value()));
  }
  shape[*axis] = size - begin;
  fields.push_back(TensorType(shape, data->dtype));
  return context.Return(TupleType(std::move(fields)));
}

RelStatus StridedSliceRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<StridedSliceAttrs>();
  if (!attrs.begin || !attrs.end || !attrs.strides) {
    return Fail(context, DiagKind::kMissingAttribute, -1,
                MSG(kSliceBoundsMissing, "begin, end and strides must be given"));
  }
  if (attrs.slice_mode != "size" && attrs.slice_mode != "end") {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kSliceModeUnknown, "slice_mode must be end or size, not \"{slice_mode}\"",
                    attrs.slice_mode));
  }
  const std::vector<int64_t>&begin = *attrs.begin, &end = *attrs.end, &strides = *attrs.strides;
  if (attrs.axes) {
    if (!CheckAxes(context, "axes", *attrs.axes, data->rank())) return RelStatus::kFailed;
    if (begin.size() != attrs.axes->size() || end.size() != begin.size() ||
        strides.size() != begin.size()) {
      return Fail(context, DiagKind::kBadAttribute, -1,
                  MSG(kSliceAttributeLengthsDiffer,
                      "axes, begin, end and strides must have the same length, but are {axes}, "
                      "{begin}, {end} and {strides}",
                      IntsText(*attrs.axes), IntsText(begin), IntsText(end), IntsText(strides)));
    }
  }
  const std::vector<size_t> axes = *SlicedAxes(attrs, data->rank());
  Shape shape = data->shape;
  for (size_t i = 0; i < axes.size(); ++i) {
    Dim& size = shape[axes[i]];
    const SliceRange range = RangeOf(attrs, i);
    const int64_t stride = range.stride;
    if (stride == 0 || stride == std::numeric_limits<int64_t>::min()) {
      return Fail(context, DiagKind::kBadAttribute, -1,
                  MSG(kSliceStrideInvalid, "strides is {strides}, but a step cannot be {stride}",
                      IntsText(strides), stride));
    }
    if (!size.is_const()) {
      size = Dim::Any();
      continue;
    }
    Dim sliced = ElementsOf(range, size.value()).count;
    // As in TVM, the type is that of the size at the axis' position in the list of axes.
    size = shape[i].is_int64() ? Dim::Int64(sliced.value()) : sliced;
  }
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus SliceLikeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(like, 1);
  const OptInts& attr = context.attrs<SliceLikeAttrs>().axes;
  std::vector<size_t> axes;
  if (attr && !attr->empty()) {
    auto checked = CheckAxes(context, "axes", *attr, data->rank());
    if (!checked) return RelStatus::kFailed;
    axes = *checked;
  } else {
    for (size_t i = 0; i < std::min(data->rank(), like->rank()); ++i) axes.push_back(i);
  }
  Shape shape = data->shape;
  for (size_t axis : axes) {
    if (axis >= like->rank() || (like->shape[axis].is_const() && shape[axis].is_const() &&
                                 like->shape[axis].value() > shape[axis].value())) {
      return Fail(context, DiagKind::kShapeMismatch, 1,
                  MSG(kSliceLikeNotPossible,
                      "axis {axis} of the shape {shape} cannot be cut to the shape {target}, where "
                      "it is missing or larger",
                      axis, ShapeText(data->shape), ShapeText(like->shape)));
    }
    shape[axis] = like->shape[axis];
  }
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus SlidingWindowRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<SlidingWindowAttrs>();
  auto axis = CheckAxis(context, "axis", attrs.axis, data->rank());
  if (!axis) return RelStatus::kFailed;
  size_t count = data->rank() - *axis;
  if (attrs.window_shape.size() != count || attrs.strides.size() != count) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kWindowAttributesInvalid,
                    "window_shape and strides must have {count} numbers, not "
                    "{window_shape} and {strides}",
                    count, IntsText(attrs.window_shape), IntsText(attrs.strides)));
  }
  Shape shape = data->shape;
  for (size_t i = 0; i < count; ++i) {
    Dim& size = shape[*axis + i];
    Dim room = AsOperand(size) - (attrs.window_shape[i] - 1) + attrs.strides[i] - 1;
    size = AsSize(room / attrs.strides[i]);
    if (size.is_const() && size.value() < 0) {
      return Fail(
          context, DiagKind::kShapeMismatch, 0,
          MSG(kWindowExceedsShape, "the window {window_shape} is larger than the shape {shape}",
              IntsText(attrs.window_shape), ShapeText(data->shape)));
    }
  }
  for (int64_t size : attrs.window_shape) shape.push_back(size);
  return context.Return(TensorType(std::move(shape), data->dtype));
}

}  // namespace

void RegisterSliceOps(OpRegistry& registry) {
  constexpr OpPattern kInjective = OpPattern::kInjective;
  const OpRow rows[] = {
      {"split",
       SplitAttrs::Schema,
       SplitRel,
       kInjective,
       3,
       "The input split along an axis.",
       {kDataArg},
       With(MixedPrecision::kFollow)},
      {"strided_slice",
       StridedSliceAttrs::Schema,
       StridedSliceRel,
       kInjective,
       4,
       "A slice of the input with steps.",
       {kDataArg},
       With(MixedPrecision::kFollow, OpTrait::kDataDependent)},
      {"strided_set",
       nullptr,
       IdentityRel,
       kInjective,
       4,
       "The input with a slice replaced.",
       {kDataArg,
        {"v", "Tensor", "The values to write."},
        {"begin", "Tensor", "The start positions."},
        {"end", "Tensor", "The end positions, which are not included."},
        {"strides", "Tensor", "The steps."}}},
      {"slice_like",
       SliceLikeAttrs::Schema,
       SliceLikeRel,
       kInjective,
       10,
       "The input cut to the shape of another tensor.",
       {kDataArg, {"shape_like", "Tensor", "The tensor whose shape is used."}}},
      {"sliding_window",
       SlidingWindowAttrs::Schema,
       SlidingWindowRel,
       OpPattern::kOpaque,
       10,
       "All positions of a window, each with its elements.",
       {kDataArg}},
  };
  registry.Add(rows);
}

}  // namespace passcope
