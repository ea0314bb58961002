// Reductions over axes.
#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

std::optional<Shape> ReducedShape(TypeRelContext& context, const Shape& shape) {
  const AnyReduceAttrs* attrs = AsReduceAttrs(context.call->attrs);
  PASSCOPE_CHECK(attrs);
  if (attrs->axis && !CheckAxes(context, "axis", *attrs->axis, shape.size())) return std::nullopt;
  const std::vector<bool> reduced = *ReducedAxes(attrs->axis, attrs->exclude, shape.size());
  Shape result;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (!reduced[i]) {
      result.push_back(shape[i]);
    } else if (attrs->keepdims) {
      result.push_back(1);
    }
  }
  return result;
}

RelStatus ReduceTo(TypeRelContext& context, const TensorTypeNode* data, DataType dtype) {
  std::optional<Shape> shape = ReducedShape(context, data->shape);
  if (!shape) return RelStatus::kFailed;
  return context.Return(TensorType(std::move(*shape), dtype));
}

RelStatus ReduceRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  return ReduceTo(context, data, data->dtype);
}

RelStatus ArgReduceRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  if (data->rank() == 0) {
    return Fail(
        context, DiagKind::kBadRank, 0,
        MSG(kNonScalarTensorRequired, "takes a tensor with at least one axis, not a scalar"));
  }
  // The index has the type of the sizes.
  bool int64 = data->shape[0].is_int64();
  return ReduceTo(context, data, DataType::Int(int64 ? 64 : 32));
}

RelStatus VarianceRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(mean, 1);
  if (data->rank() == 0 || data->rank() != mean->rank()) {
    return Fail(
        context, DiagKind::kBadRank, 1,
        MSG(kVarianceRanksDiffer,
            "data and mean must have the same rank, at least 1, not {data_rank} and {mean_rank}",
            data->rank(), mean->rank()));
  }
  for (size_t i = 0; i < data->rank(); ++i) {
    if (mean->shape[i] == Dim(1) || MayBeEqual(mean->shape[i], data->shape[i])) continue;
    return Fail(
        context, DiagKind::kShapeMismatch, 1,
        MSG(kTwoShapesNotBroadcastable, "the shapes {first} and {second} cannot be broadcast",
            ShapeText(data->shape), ShapeText(mean->shape)));
  }
  return ReduceTo(context, data, data->dtype);
}

struct Row {
  const char* name;
  bool arg;
  const char* doc;
  OpTraits traits = {};
};

constexpr Row kReductions[] = {
    {"argmax", true, "The index of the largest element; the first one of equal elements.",
     With(MixedPrecision::kFollow, LayoutInference::kReduce)},
    {"argmin", true, "The index of the smallest element; the first one of equal elements.",
     With(MixedPrecision::kFollow, LayoutInference::kReduce)},
    {"sum", false, "The sum.", With(MixedPrecision::kNever, LayoutInference::kReduce)},
    {"all", false, "Whether all elements are true.", With(LayoutInference::kReduce)},
    {"any", false, "Whether any element is true."},
    {"max", false, "The largest element.", With(MixedPrecision::kFollow, LayoutInference::kReduce)},
    {"min", false, "The smallest element.",
     With(MixedPrecision::kFollow, LayoutInference::kReduce)},
    {"prod", false, "The product.", With(LayoutInference::kReduce)},
    {"mean", false, "The average.", With(MixedPrecision::kNever, LayoutInference::kReduce)},
};

}  // namespace

void RegisterReduceOps(OpRegistry& registry) {
  for (const Row& row : kReductions) {
    registry.Add({.name = row.name,
                  .doc = row.doc,
                  .args = {kDataArg},
                  .schema = row.arg ? ArgReduceAttrs::Schema : ReduceAttrs::Schema,
                  .relation = row.arg ? ArgReduceRel : ReduceRel,
                  .pattern = OpPattern::kCommReduce,
                  .support_level = 4,
                  .traits = row.traits});
  }
  registry.Add({.name = "variance",
                .doc = "The variance: the average squared distance from the mean.",
                .args = {kDataArg, {"mean", "Tensor", "The mean over the same axes."}},
                .schema = VarianceAttrs::Schema,
                .relation = VarianceRel,
                .pattern = OpPattern::kCommReduce,
                .support_level = 4,
                .traits = With(MixedPrecision::kNever, LayoutInference::kReduce)});
}

}  // namespace passcope
