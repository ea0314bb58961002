// Operators that make a tensor of a shape, repeat elements to reach a shape, or sum down to a
// shape.
#include <algorithm>
#include <cmath>

#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

// An upper limit of the number of axes, so that an attribute cannot exhaust memory.
constexpr int64_t kMaxAxes = 1024;

Shape ToShape(const std::vector<int64_t>& values) { return Shape(values.begin(), values.end()); }

// The shape in the attribute.
Shape GivenShape(const InitOpAttrs& attrs) {
  Shape shape = ToShape(*attrs.shape);
  for (Dim& dim : shape) {
    if (attrs.shape_int64) dim = Dim::Int64(dim.value());
  }
  return shape;
}

// The same for operators that need a constant shape.
std::optional<Shape> ShapeAttr(TypeRelContext& context) {
  const OptInts& attr = context.attrs<InitOpAttrs>().shape;
  bool good = attr.has_value();
  for (size_t i = 0; good && i < attr->size(); ++i) good = (*attr)[i] >= 0;
  if (good) return GivenShape(context.attrs<InitOpAttrs>());
  Fail(context, DiagKind::kBadAttribute, -1,
       attr ? MSG(kFillShapeNegative, "shape is {shape}, but its sizes cannot be negative",
                  IntsText(*attr))
            : MSG(kAttributeRequired, "{attribute} must be given", "shape"));
  return std::nullopt;
}

RelStatus InitRel(TypeRelContext& context) {
  std::optional<Shape> shape = ShapeAttr(context);
  if (!shape) return RelStatus::kFailed;
  DataType dtype = context.attrs<InitOpAttrs>().dtype;
  if (dtype.is_void()) {
    return Fail(context, DiagKind::kMissingAttribute, -1,
                MSG(kAttributeRequired, "{attribute} must be given", "dtype"));
  }
  return context.Return(TensorType(std::move(*shape), dtype));
}

RelStatus CheckFillValue(TypeRelContext& context, size_t i) {
  const TensorTypeNode* value = context.tensor(i);
  if (!value) return context.NotTensor(i);
  if (value->rank() == 0) return RelStatus::kDone;
  return Fail(context, DiagKind::kBadRank, static_cast<int>(i),
              MSG(kFillValueNotScalar, "the fill value must be a scalar, not of shape {shape}",
                  ShapeText(value->shape)));
}

RelStatus FullRel(TypeRelContext& context) {
  RelStatus status = CheckFillValue(context, 0);
  if (status != RelStatus::kDone) return status;
  std::optional<Shape> shape = ShapeAttr(context);
  if (!shape) return RelStatus::kFailed;
  DataType dtype = context.attrs<InitOpAttrs>().dtype;
  return context.Return(
      TensorType(std::move(*shape), dtype.is_void() ? context.tensor(0)->dtype : dtype));
}

RelStatus FullLikeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  RelStatus status = CheckFillValue(context, 1);
  if (status != RelStatus::kDone) return status;
  return context.Return(Type(data));
}

RelStatus ArangeRel(TypeRelContext& context) {
  const auto& attrs = context.attrs<ArangeAttrs>();
  for (size_t i = 0; i < 3; ++i) {
    if (!ExpectTensor(context, i, {}, attrs.dtype)) return RelStatus::kFailed;
  }
  double bounds[3];
  const AttrValue* values[] = {&attrs.start, &attrs.stop, &attrs.step};
  for (size_t i = 0; i < 3; ++i) {
    const auto* object = values[i]->get<AttrValue::Object>();
    // Objects in attributes are always expressions.
    const auto* constant =
        As<ConstantNode>(object ? static_cast<const ExprNode*>(object->get()) : nullptr);
    if (!constant || constant->data->size() != 1) {
      return context.Return(TensorType({Dim::Any()}, attrs.dtype));
    }
    bounds[i] = constant->data->ToDouble(0);
  }
  double count = std::ceil((bounds[1] - bounds[0]) / bounds[2]);
  if (!(count < 2147483648.0) || bounds[2] == 0) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kArangeTooLong,
                    "the range from {start} to {stop} in steps of {step} does not end within 2^31 "
                    "elements",
                    bounds[0], bounds[1], bounds[2]));
  }
  return context.Return(TensorType({Dim(static_cast<int64_t>(std::max(count, 0.0)))}, attrs.dtype));
}

RelStatus MeshgridRel(TypeRelContext& context) {
  RelStatus status;
  std::vector<const TensorTypeNode*> tensors = TupleOfTensors(context, 0, &status);
  if (tensors.empty()) return status;
  Shape grid;
  for (const TensorTypeNode* tensor : tensors) {
    if (tensor->rank() > 1 || tensor->dtype != tensors[0]->dtype) {
      return Fail(
          context, DiagKind::kShapeMismatch, 0,
          MSG(kMeshgridInputType, "takes scalars and vectors of one data type, but one is {type}",
              TypeText(Type(tensor))));
    }
    grid.push_back(tensor->rank() ? tensor->shape[0] : Dim(1));
  }
  if (context.attrs<MeshgridAttrs>().indexing == "xy" && grid.size() >= 2) {
    std::swap(grid[0], grid[1]);
  }
  return context.Return(
      TupleType(std::vector<Type>(tensors.size(), TensorType(grid, tensors[0]->dtype))));
}

RelStatus RepeatRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<RepeatAttrs>();
  if (!attrs.axis) {
    return Fail(context, DiagKind::kMissingAttribute, -1,
                MSG(kAttributeRequired, "{attribute} must be given", "axis"));
  }
  auto axis = CheckAxis(context, "axis", *attrs.axis, data->rank());
  if (!axis) return RelStatus::kFailed;
  Shape shape = data->shape;
  shape[*axis] = shape[*axis] * attrs.repeats;
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus TileRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const std::vector<int64_t>& given = context.attrs<TileAttrs>().reps;
  const std::vector<int64_t> reps = TileRepetitions(given, data->rank());
  Shape shape(reps.size(), Dim(1));
  std::copy(data->shape.rbegin(), data->shape.rend(), shape.rbegin());
  for (size_t i = 0; i < reps.size(); ++i) {
    // As in TVM, the size becomes unknown, even if it is not repeated.
    shape[i] = shape[i].is_const() ? shape[i] * reps[i] : Dim::Any();
  }
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus ReverseRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const std::optional<int64_t>& axis = context.attrs<ReverseAttrs>().axis;
  if (!CheckAxis(context, "axis", axis.value_or(0), data->rank())) return RelStatus::kFailed;
  return context.Return(Type(data));
}

// Checks that `from` can be broadcast to `to`, and reports a mismatch.
bool CheckBroadcastTo(TypeRelContext& context, const Shape& from, const Shape& to) {
  std::optional<Shape> shape = BroadcastShapes(from, to);
  bool fits = shape && shape->size() == to.size();
  for (size_t i = 0; fits && i < to.size(); ++i) fits = MayBeEqual((*shape)[i], to[i]);
  if (!fits) {
    Fail(context, DiagKind::kShapeMismatch, 0,
         MSG(kShapeNotBroadcastableToTarget, "the shape {shape} cannot be broadcast to {target}",
             ShapeText(from), ShapeText(to)));
  }
  return fits;
}

RelStatus BroadcastToRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  std::optional<Shape> shape = ShapeAttr(context);
  if (!shape || !CheckBroadcastTo(context, data->shape, *shape)) return RelStatus::kFailed;
  return context.Return(TensorType(std::move(*shape), data->dtype));
}

// With `to_like`, broadcasts to the shape of the other argument. Otherwise sums over the axes that
// broadcasting from it repeats.
RelStatus BroadcastLike(TypeRelContext& context, bool to_like) {
  const TensorTypeNode* data = context.tensor(0);
  const TensorTypeNode* like = context.tensor(1);
  // The result always has the type of the second argument.
  if (!like) return PendingAs(context, 1);
  if (!data) {
    context.result = Type(like);
    return context.NotTensor(0);
  }
  if (data->dtype != like->dtype) {
    return Fail(context, DiagKind::kDtypeMismatch, 1,
                MSG(kDtypesDiffer, "the data types must be equal, not {first} and {second}",
                    data->dtype.str(), like->dtype.str()));
  }
  const Shape& from = to_like ? data->shape : like->shape;
  const Shape& to = to_like ? like->shape : data->shape;
  if (!CheckBroadcastTo(context, from, to)) return RelStatus::kFailed;
  return context.Return(Type(like));
}
RelStatus BroadcastToLikeRel(TypeRelContext& context) { return BroadcastLike(context, true); }
RelStatus CollapseSumLikeRel(TypeRelContext& context) { return BroadcastLike(context, false); }

RelStatus CollapseSumToRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(target, 1);
  if (target->rank() != 1 || !target->shape[0].is_const()) {
    return Fail(context, DiagKind::kBadRank, 1,
                MSG(kBroadcastTargetNotVector,
                    "the target shape must be a vector of known length, not of shape {shape}",
                    ShapeText(target->shape)));
  }
  const OptInts& attr = context.attrs<InitOpAttrs>().shape;
  Shape shape =
      attr ? GivenShape(context.attrs<InitOpAttrs>())
           : Shape(static_cast<size_t>(std::clamp<int64_t>(target->shape[0].value(), 0, kMaxAxes)),
                   Dim::Any());
  if (!CheckBroadcastTo(context, shape, data->shape)) return RelStatus::kFailed;
  return context.Return(TensorType(std::move(shape), data->dtype));
}

}  // namespace

void RegisterFillOps(OpRegistry& registry) {
  constexpr ArgDecl kTuple = {"data", "Tuple[Tensor]", "The tensors."};
  constexpr ArgDecl kFill = {"fill_value", "Tensor", "The value, a scalar."};
  constexpr OpPattern kElemWise = OpPattern::kElemWise;
  constexpr OpPattern kBroadcast = OpPattern::kBroadcast;
  constexpr OpPattern kInjective = OpPattern::kInjective;
  const OpRow rows[] = {
      {"zeros",
       InitOpAttrs::Schema,
       InitRel,
       kElemWise,
       3,
       "A tensor of zeros.",
       {},
       With(MixedPrecision::kFollow)},
      {"ones", InitOpAttrs::Schema, InitRel, kElemWise, 3, "A tensor of ones.", {}},
      {"full",
       InitOpAttrs::Schema,
       FullRel,
       kElemWise,
       3,
       "A tensor filled with one value.",
       {kFill},
       With(MixedPrecision::kFollow)},
      {"full_like",
       nullptr,
       FullLikeRel,
       kElemWise,
       3,
       "A tensor filled with one value, with the shape and data type of another tensor.",
       {kDataArg, kFill}},
      {"arange",
       ArangeAttrs::Schema,
       ArangeRel,
       OpPattern::kOpaque,
       3,
       "Evenly spaced values.",
       {{"start", "Tensor", "The first value."},
        {"stop", "Tensor", "The end, which is not included."},
        {"step", "Tensor", "The step between values."}},
       With(MixedPrecision::kNever, OpTrait::kDataDependent)},
      {"meshgrid",
       MeshgridAttrs::Schema,
       MeshgridRel,
       kInjective,
       3,
       "The coordinates of a grid, one tensor per axis.",
       {kTuple}},
      {"repeat",
       RepeatAttrs::Schema,
       RepeatRel,
       kBroadcast,
       3,
       "The input with each element repeated along an axis.",
       {kDataArg},
       With(OpTrait::kMovesElements)},
      {"tile",
       TileAttrs::Schema,
       TileRel,
       kBroadcast,
       3,
       "The input repeated side by side.",
       {kDataArg},
       With(MixedPrecision::kFollow)},
      {"reverse",
       ReverseAttrs::Schema,
       ReverseRel,
       kInjective,
       3,
       "The elements in reverse order along an axis.",
       {kDataArg}},
      {"broadcast_to",
       InitOpAttrs::Schema,
       BroadcastToRel,
       kBroadcast,
       4,
       "The input broadcast to a shape.",
       {kDataArg},
       With(OpTrait::kDataDependent)},
      {"broadcast_to_like",
       nullptr,
       BroadcastToLikeRel,
       kBroadcast,
       10,
       "The input broadcast to the shape of another tensor.",
       {kDataArg, {"broadcast_type", "Tensor", "The tensor whose shape is used."}},
       With(MixedPrecision::kFollow)},
      {"collapse_sum_like",
       nullptr,
       CollapseSumLikeRel,
       OpPattern::kCommReduce,
       10,
       "The input summed to the shape of another tensor, the inverse of broadcasting.",
       {kDataArg, {"collapse_type", "Tensor", "The tensor whose shape is used."}}},
      {"collapse_sum_to",
       InitOpAttrs::Schema,
       CollapseSumToRel,
       OpPattern::kCommReduce,
       4,
       "The input summed to a shape, the inverse of broadcasting.",
       {kDataArg, {"shape", "Tensor", "The shape, a vector."}},
       With(OpTrait::kAttrsInMetadata)},
  };
  registry.Add(rows);
}

}  // namespace passcope
