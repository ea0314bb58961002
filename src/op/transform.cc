// Operators that change the shape, type or layout of tensors.
#include <algorithm>
#include <cmath>

#include "ir/dim_arith.h"
#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

// An upper limit of the number of axes, so that an attribute cannot exhaust memory.
constexpr int64_t kMaxNewAxes = 1024;

RelStatus CastRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  return context.Return(TensorType(data->shape, context.attrs<CastAttrs>().dtype));
}

RelStatus ReinterpretRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  DataType dtype = context.attrs<CastAttrs>().dtype;
  if (data->dtype.bytes() != dtype.bytes()) {
    return Fail(context, DiagKind::kBadDtype, 0,
                MSG(kReinterpretWidthDiffers,
                    "{from} cannot be reinterpreted as {to}, which has a different width",
                    data->dtype.str(), dtype.str()));
  }
  return context.Return(TensorType(data->shape, dtype));
}

RelStatus CastLikeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(like, 1);
  return context.Return(TensorType(data->shape, like->dtype));
}

RelStatus ExpandDimsRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<ExpandDimsAttrs>();
  if (attrs.num_newaxis < 0 || attrs.num_newaxis > kMaxNewAxes) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kNewAxisCountInvalid, "num_newaxis is {num_newaxis}, but must be 0 to {limit}",
                    attrs.num_newaxis, kMaxNewAxes));
  }
  auto axis = CheckAxis(context, "axis", attrs.axis, data->rank() + 1);
  if (!axis) return RelStatus::kFailed;
  Shape shape = data->shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*axis),
               static_cast<size_t>(attrs.num_newaxis), Dim(1));
  return context.Return(TensorType(std::move(shape), data->dtype));
}

// Reports tensors of different data types or ranks.
bool CheckAlike(TypeRelContext& context, const std::vector<const TensorTypeNode*>& tensors) {
  for (size_t i = 1; i < tensors.size(); ++i) {
    if (tensors[i]->dtype != tensors[0]->dtype) {
      Fail(context, DiagKind::kDtypeMismatch, 0,
           MSG(kStackDtypesDiffer,
               "tensor {index} has the data type {dtype}, but tensor 0 has {first}", i,
               tensors[i]->dtype.str(), tensors[0]->dtype.str()));
      return false;
    }
    if (tensors[i]->rank() != tensors[0]->rank()) {
      Fail(context, DiagKind::kBadRank, 0,
           MSG(kStackShapesDiffer, "tensor {index} has the shape {shape}, but tensor 0 has {first}",
               i, ShapeText(tensors[i]->shape), ShapeText(tensors[0]->shape)));
      return false;
    }
  }
  return true;
}

}  // namespace

RelStatus ConcatenateRel(TypeRelContext& context) {
  RelStatus status;
  std::vector<const TensorTypeNode*> tensors = TupleOfTensors(context, 0, &status);
  if (tensors.empty()) return status;
  if (!CheckAlike(context, tensors)) return RelStatus::kFailed;
  size_t rank = tensors[0]->rank();
  auto axis = CheckAxis(context, "axis", context.attrs<ConcatenateAttrs>().axis, rank);
  if (!axis) return RelStatus::kFailed;
  Shape shape(rank);
  for (const TensorTypeNode* tensor : tensors) {
    shape[*axis] = shape[*axis].is_any() || tensor->shape[*axis].is_any()
                       ? Dim::Any()
                       : shape[*axis] + tensor->shape[*axis];
  }
  for (size_t k = 0; k < rank; ++k) {
    if (k == *axis) continue;
    size_t known = 0;
    size_t first = 0;
    for (size_t i = 0; i < tensors.size(); ++i) {
      Dim size = tensors[i]->shape[k];
      if (size.is_any()) continue;
      if (known++ == 0) {
        first = i;
      } else if (!MayBeEqual(tensors[first]->shape[k], size)) {
        return Fail(
            context, DiagKind::kShapeMismatch, 0,
            MSG(kConcatenateShapesDiffer,
                "the tensors differ in axis {axis}: tensor {first} has the shape {first_shape}, "
                "but tensor {second} has {second_shape}",
                k, first, ShapeText(tensors[first]->shape), i, ShapeText(tensors[i]->shape)));
      }
    }
    // As in TVM: if only some tensors know a size, the result takes it only if the joined axis is
    // unknown, too. Only then is the size checked at run time.
    bool definite = known == tensors.size() || (known > 0 && shape[*axis].is_any());
    shape[k] = definite ? tensors[first]->shape[k] : Dim::Any();
  }
  return context.Return(TensorType(std::move(shape), tensors[0]->dtype));
}

namespace {

RelStatus StackRel(TypeRelContext& context) {
  RelStatus status;
  std::vector<const TensorTypeNode*> tensors = TupleOfTensors(context, 0, &status);
  if (tensors.empty()) return status;
  if (!CheckAlike(context, tensors)) return RelStatus::kFailed;
  Shape shape = tensors[0]->shape;
  auto axis = CheckAxis(context, "axis", context.attrs<StackAttrs>().axis, shape.size() + 1);
  if (!axis) return RelStatus::kFailed;
  for (size_t i = 1; i < tensors.size(); ++i) {
    for (size_t k = 0; k < shape.size(); ++k) {
      // TVM does not check the axis before which they are stacked.
      if (k == *axis || MayBeEqual(shape[k], tensors[i]->shape[k])) continue;
      return Fail(
          context, DiagKind::kShapeMismatch, 0,
          MSG(kStackShapesDiffer, "tensor {index} has the shape {shape}, but tensor 0 has {first}",
              i, ShapeText(tensors[i]->shape), ShapeText(tensors[0]->shape)));
    }
  }
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*axis),
               static_cast<int64_t>(tensors.size()));
  return context.Return(TensorType(std::move(shape), tensors[0]->dtype));
}

RelStatus TransposeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const OptInts& axes = context.attrs<TransposeAttrs>().axes;
  if (axes && axes->size() != data->rank()) {
    return Fail(
        context, DiagKind::kBadAttribute, -1,
        MSG(kTransposeAxesIncomplete, "axes {axes} must name each axis of the shape {shape} once",
            IntsText(*axes), ShapeText(data->shape)));
  }
  if (axes && !CheckAxes(context, "axes", *axes, data->rank())) return RelStatus::kFailed;
  const std::vector<int64_t> order = *TransposedAxes(axes, data->rank());
  Shape shape;
  for (int64_t axis : order) shape.push_back(data->shape[static_cast<size_t>(axis)]);
  return context.Return(TensorType(std::move(shape), data->dtype));
}

Dim Product(const Shape& shape) {
  Dim product = 1;
  for (Dim size : shape) {
    if (size.is_any()) return Dim::Any();
    product = product * size;
  }
  return product;
}

// The shape that `newshape` describes, with its codes resolved against `from`. Reports a mismatch
// and returns nullopt.
std::optional<Shape> ResolveReshape(TypeRelContext& context, const Shape& from,
                                    const std::vector<int64_t>& newshape, bool allowzero) {
  auto bad = [&](Phrase problem) -> std::optional<Shape> {
    Fail(context, DiagKind::kBadAttribute, -1,
         MSG(kReshapeNotApplicable,
             "newshape {newshape} cannot be applied to the shape {shape}: {problem}",
             IntsText(newshape), ShapeText(from), problem.message()));
    return std::nullopt;
  };
  Shape shape;
  // Marks sizes that are copied, so that they do not count for -1.
  std::vector<bool> used_from(from.size());
  std::vector<bool> used_to;
  auto push = [&](Dim size, bool used) {
    shape.push_back(size);
    used_to.push_back(used);
  };
  size_t source = 0;
  std::optional<size_t> inferred;
  auto take = [&] {
    used_from[source] = true;
    return from[source++];
  };
  for (size_t i = 0; i < newshape.size(); ++i) {
    int64_t code = newshape[i];
    if (code > 0 || (code == 0 && allowzero)) {
      push(code, false);
      ++source;
    } else if (code == 0) {
      if (source >= from.size())
        return bad(PHRASE(kReshapeCopySourceMissing, "0 copies a size, but none is left"));
      push(take(), true);
    } else if (code == -1) {
      if (inferred) return bad(PHRASE(kReshapeInferredSizeRepeated, "only one size can be -1"));
      inferred = shape.size();
      push(1, false);
      ++source;
    } else if (code == -2) {
      while (source < from.size()) push(take(), true);
    } else if (code == -3) {
      if (source + 1 >= from.size())
        return bad(
            PHRASE(kReshapeMergeSizesMissing, "-3 multiplies two sizes, but fewer are left"));
      Dim first = take();
      Dim second = take();
      push(first.is_any() || second.is_any() ? Dim::Any() : first * second, true);
    } else if (code == -4) {
      if (source >= from.size())
        return bad(PHRASE(kReshapeSplitSourceMissing, "-4 splits a size, but none is left"));
      if (i + 2 >= newshape.size())
        return bad(PHRASE(kReshapeSplitNumbersMissing, "two numbers must follow a -4"));
      Dim whole = take();
      int64_t first = newshape[++i];
      int64_t second = newshape[++i];
      if (first == -1 && second == -1)
        return bad(
            PHRASE(kReshapeSplitInferredRepeated, "only one of the numbers after -4 can be -1"));
      if (first == 0 || second == 0 || first < -1 || second < -1) {
        return bad(
            PHRASE(kReshapeSplitNumbersInvalid, "the numbers after -4 must be positive or -1"));
      }
      push(first == -1 ? whole / second : Dim(first), true);
      push(second == -1 ? whole / first : Dim(second), true);
    } else {
      return bad(PHRASE(kReshapeCodeUnknown, "no size can be below -4"));
    }
  }
  if (inferred) {
    Dim rest = 1;
    for (size_t i = 0; i < from.size() && !rest.is_any(); ++i) {
      if (!used_from[i]) rest = from[i].is_any() ? Dim::Any() : rest * from[i];
    }
    for (size_t i = 0; i < shape.size() && !rest.is_any(); ++i) {
      if (!used_to[i]) rest = shape[i].is_any() ? Dim::Any() : rest / shape[i];
    }
    shape[*inferred] = Simplified(rest);
  }
  return shape;
}

RelStatus CheckedReshape(TypeRelContext& context, const TensorTypeNode* data, Shape shape) {
  Dim before = Product(data->shape);
  Dim after = Product(shape);
  if (!MayBeEqual(before, after)) {
    return Fail(context, DiagKind::kShapeMismatch, 0,
                MSG(kReshapeElementCountDiffers,
                    "the shape {data_shape} has {before} elements, but {new_shape} has {after}",
                    ShapeText(data->shape), before.str(), ShapeText(shape), after.str()));
  }
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus Reshape(TypeRelContext& context, bool reverse) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<ReshapeAttrs>();
  Shape from = data->shape;
  std::vector<int64_t> newshape = attrs.newshape;
  if (reverse) {
    from.assign(data->shape.rbegin(), data->shape.rend());
    newshape.assign(attrs.newshape.rbegin(), attrs.newshape.rend());
  }
  std::optional<Shape> shape = ResolveReshape(context, from, newshape, attrs.allowzero);
  if (!shape) return RelStatus::kFailed;
  if (reverse) std::reverse(shape->begin(), shape->end());
  return CheckedReshape(context, data, std::move(*shape));
}
RelStatus ReshapeRel(TypeRelContext& context) { return Reshape(context, false); }
RelStatus ReverseReshapeRel(TypeRelContext& context) { return Reshape(context, true); }

RelStatus ReshapeLikeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(like, 1);
  const auto& attrs = context.attrs<ReshapeLikeAttrs>();
  // An end may be the rank itself, so check it against one more axis.
  struct Range {
    size_t begin, end;
  };
  auto range = [&](const char* names[2], int64_t begin, std::optional<int64_t> end,
                   size_t rank) -> std::optional<Range> {
    auto size = static_cast<int64_t>(rank);
    int64_t first = begin < 0 ? begin + size : begin;
    int64_t last = end ? (*end < 0 ? *end + size : *end) : size;
    if (begin < -size || first > size || (end && *end < -size) || last > size || first > last) {
      Fail(context, DiagKind::kBadAttribute, -1,
           MSG(kAxisRangeInvalid,
               "{first_name} {first} and {second_name} {second} must be an ascending range within "
               "{rank} axes",
               names[0], begin, names[1], end.value_or(size), rank));
      return std::nullopt;
    }
    return Range{static_cast<size_t>(first), static_cast<size_t>(last)};
  };
  const char* lhs_names[] = {"lhs_begin", "lhs_end"};
  const char* rhs_names[] = {"rhs_begin", "rhs_end"};
  auto left = range(lhs_names, attrs.lhs_begin, attrs.lhs_end, data->rank());
  auto right = left ? range(rhs_names, attrs.rhs_begin, attrs.rhs_end, like->rank()) : std::nullopt;
  if (!right) return RelStatus::kFailed;
  Shape shape(data->shape.begin(), data->shape.begin() + static_cast<std::ptrdiff_t>(left->begin));
  for (size_t i = right->begin; i < right->end; ++i) shape.push_back(like->shape[i]);
  for (size_t i = left->end; i < data->rank(); ++i) shape.push_back(data->shape[i]);
  return CheckedReshape(context, data, std::move(shape));
}

RelStatus SqueezeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const OptInts& attr = context.attrs<SqueezeAttrs>().axis;
  std::vector<bool> removed(data->rank());
  if (attr) {
    for (int64_t given : *attr) {
      // An axis may be named twice.
      auto axis = CheckAxis(context, "axis", given, data->rank());
      if (!axis) return RelStatus::kFailed;
      removed[*axis] = true;
      if (MayBeEqual(data->shape[*axis], 1)) continue;
      return Fail(context, DiagKind::kShapeMismatch, 0,
                  MSG(kSqueezeAxisNotOne,
                      "axis {axis} of the shape {shape} is {size}, but only an axis of size 1 can "
                      "be removed",
                      *axis, ShapeText(data->shape), data->shape[*axis].str()));
    }
  } else {
    for (size_t i = 0; i < data->rank(); ++i) {
      if (!data->shape[i].is_const()) {
        return Fail(
            context, DiagKind::kMissingAttribute, 0,
            MSG(kSqueezeAxisMissing,
                "axis must be given for the shape {shape}, because not all of its sizes are known",
                ShapeText(data->shape)));
      }
      removed[i] = data->shape[i] == Dim(1);
    }
  }
  Shape shape;
  for (size_t i = 0; i < data->rank(); ++i) {
    if (!removed[i]) shape.push_back(data->shape[i]);
  }
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus LayoutTransformRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<LayoutTransformAttrs>();
  auto src = Layout::Parse(attrs.src_layout);
  auto dst = Layout::Parse(attrs.dst_layout);
  auto mapping = src && dst ? BijectiveLayout::Make(*src, *dst) : std::nullopt;
  if (!mapping) {
    return Fail(
        context, DiagKind::kBadLayout, -1,
        MSG(kLayoutNotConvertible, "the layout \"{layout}\" cannot be converted to \"{target}\"",
            attrs.src_layout, attrs.dst_layout));
  }
  std::optional<Shape> shape = ToCanonical(context, *mapping, data->shape, 0);
  if (!shape) return RelStatus::kFailed;
  return context.Return(TensorType(std::move(*shape), data->dtype));
}

RelStatus AutoSchedulerLayoutRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<AutoSchedulerLayoutTransformAttrs>();
  auto axes = ParseSizedLayout(attrs.dst_layout);
  if (!axes) {
    return Fail(
        context, DiagKind::kBadLayout, -1,
        MSG(kAxisLayoutListMalformed,
            "\"{layout}\" must be a list of axes with sizes, such as \"1n8c\"", attrs.dst_layout));
  }
  Shape shape;
  for (const SizedAxis& axis : *axes) shape.push_back(axis.size);
  return context.Return(TensorType(std::move(shape), data->dtype));
}

}  // namespace

void RegisterTransformOps(OpRegistry& registry) {
  constexpr ArgDecl kTuple = {"data", "Tuple[Tensor]", "The tensors."};
  constexpr OpPattern kElemWise = OpPattern::kElemWise;
  constexpr OpPattern kBroadcast = OpPattern::kBroadcast;
  constexpr OpPattern kInjective = OpPattern::kInjective;
  const OpRow rows[] = {
      {"cast",
       CastAttrs::Schema,
       CastRel,
       kElemWise,
       3,
       "The input cast to another data type.",
       {kDataArg},
       With(MixedPrecision::kFollow, LayoutInference::kElemwise)},
      {"cast_like",
       nullptr,
       CastLikeRel,
       kElemWise,
       3,
       "The input cast to the data type of another tensor.",
       {kDataArg, {"dtype_like", "Tensor", "The tensor whose data type is used."}},
       With(MixedPrecision::kFollow, LayoutInference::kElemwise)},
      {"reinterpret",
       CastAttrs::Schema,
       ReinterpretRel,
       kElemWise,
       3,
       "The bits of the input, read as another data type.",
       {kDataArg},
       With(MixedPrecision::kAsBefore, LayoutInference::kElemwise)},
      {"expand_dims",
       ExpandDimsAttrs::Schema,
       ExpandDimsRel,
       kBroadcast,
       1,
       "The input with axes of size 1 added.",
       {kDataArg},
       With(MixedPrecision::kFollow, OpTrait::kReshape, OpTrait::kMovesElements)},
      {"concatenate",
       ConcatenateAttrs::Schema,
       ConcatenateRel,
       kInjective,
       1,
       "The tensors joined along an axis.",
       {kTuple},
       With(MixedPrecision::kFollow)},
      {"stack",
       StackAttrs::Schema,
       StackRel,
       kInjective,
       3,
       "The tensors joined along a new axis.",
       {kTuple}},
      {"transpose",
       TransposeAttrs::Schema,
       TransposeRel,
       kInjective,
       3,
       "The input with its axes in another order.",
       {kDataArg},
       With(MixedPrecision::kFollow, OpTrait::kMovesElements)},
      {"reshape",
       ReshapeAttrs::Schema,
       ReshapeRel,
       kInjective,
       3,
       "The elements of the input in another shape.",
       {kDataArg},
       With(MixedPrecision::kFollow, OpTrait::kReshape, OpTrait::kMovesElements)},
      {"contrib_reverse_reshape",
       ReshapeAttrs::Schema,
       ReverseReshapeRel,
       kInjective,
       10,
       "reshape that reads the codes of newshape from last to first.",
       {kDataArg},
       With(OpTrait::kReshape)},
      {"reshape_like",
       ReshapeLikeAttrs::Schema,
       ReshapeLikeRel,
       kInjective,
       3,
       "The elements of the input in the shape of another tensor.",
       {kDataArg, {"shape_like", "Tensor", "The tensor whose shape is used."}}},
      {"squeeze",
       SqueezeAttrs::Schema,
       SqueezeRel,
       kInjective,
       3,
       "The input without axes of size 1.",
       {kDataArg},
       With(MixedPrecision::kFollow, OpTrait::kReshape, OpTrait::kMovesElements)},
      {"layout_transform",
       LayoutTransformAttrs::Schema,
       LayoutTransformRel,
       kInjective,
       5,
       "The input in another layout.",
       {kDataArg}},
      {"auto_scheduler_layout_transform",
       AutoSchedulerLayoutTransformAttrs::Schema,
       AutoSchedulerLayoutRel,
       kInjective,
       5,
       "The input with its axes split and reordered.",
       {kDataArg}},
  };
  registry.Add(rows);
}

}  // namespace passcope
