// Neural-network operators except convolutions and pooling: matrix products, normalizations,
// activations, padding, losses.
#include <algorithm>

#include "ir/dim_arith.h"
#include "op/attrs_nn.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

DataType OutDtype(DataType wanted, DataType data) { return wanted.is_void() ? data : wanted; }

RelStatus BiasAddRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  auto axis = CheckAxis(context, "axis", context.attrs<BiasAddAttrs>().axis, data->rank());
  if (!axis) return RelStatus::kFailed;
  if (!ExpectTensor(context, 1, {data->shape[*axis]}, data->dtype, static_cast<int64_t>(*axis))) {
    return RelStatus::kFailed;
  }
  return context.Return(Type(data));
}

// a (…, m, k) times b (k, n). Either may be transposed.
RelStatus Matmul(TypeRelContext& context, std::optional<int64_t> units, DataType out_dtype,
                 bool transpose_a, bool transpose_b) {
  PASSCOPE_TENSOR_ARG(a, 0);
  size_t rank = a->rank();
  size_t least = transpose_a ? 2 : 1;
  if (rank < least) {
    return Fail(context, DiagKind::kBadRank, 0,
                MSG(kLeastDataAxesByShape,
                    "the data must have at least {least} axes, not the shape {shape}", least,
                    ShapeText(a->shape)));
  }
  const TensorTypeNode* b = context.tensor(1);
  if (!b) {
    RelStatus status = context.NotTensor(1);
    if (status == RelStatus::kFailed || !units) return status;
  }
  size_t a_axis = transpose_a ? rank - 2 : rank - 1;
  size_t b_axis = transpose_b ? 1 : 0;
  Dim inner = a->shape[a_axis];
  Dim outer = units ? Dim(*units) : Dim::Any();
  if (b) {
    if (b->rank() != 2) {
      return Fail(context, DiagKind::kBadRank, 1,
                  MSG(kDenseWeightRank, "the weight must have 2 axes, not the shape {shape}",
                      ShapeText(b->shape)));
    }
    Dim b_inner = b->shape[b_axis];
    Dim b_outer = b->shape[1 - b_axis];
    if (!MayBeEqual(inner, b_inner)) {
      return Fail(context, DiagKind::kShapeMismatch, 1,
                  MSG(kDenseFeaturesMismatch,
                      "the data has {actual} features (shape {data_shape}), but the weight expects "
                      "{expected} (shape {weight_shape})",
                      inner.str(), ShapeText(a->shape), b_inner.str(), ShapeText(b->shape)));
    }
    if (!MayBeEqual(outer, b_outer)) {
      return Fail(
          context, DiagKind::kShapeMismatch, 1,
          MSG(kDenseUnitsMismatch, "units is {units}, but the weight has {actual} (shape {shape})",
              outer.str(), b_outer.str(), ShapeText(b->shape)));
    }
    if (!units) outer = b_outer;
  }
  // As in TVM: if units are given, units and data determine the weight. Otherwise data and weight
  // take the inner size from each other.
  Shape b_shape(2, outer);
  b_shape[b_axis] = inner;
  if (!AssignShape(context, 1, b_shape, b ? b->dtype : a->dtype)) return RelStatus::kFailed;
  if (!units) {
    Shape a_shape = a->shape;
    a_shape[a_axis] = b->shape[b_axis];
    if (!AssignShape(context, 0, a_shape, a->dtype)) return RelStatus::kFailed;
  }
  Shape shape = a->shape;
  if (transpose_a) shape[rank - 2] = shape[rank - 1];
  shape[rank - 1] = outer;
  return context.Return(TensorType(std::move(shape), OutDtype(out_dtype, a->dtype)));
}

}  // namespace

RelStatus DenseRel(TypeRelContext& context) {
  const auto& attrs = context.attrs<DenseAttrs>();
  return Matmul(context, attrs.units, attrs.out_dtype, false, true);
}

namespace {

RelStatus MatmulRel(TypeRelContext& context) {
  const auto& attrs = context.attrs<MatmulAttrs>();
  return Matmul(context, attrs.units, attrs.out_dtype, attrs.transpose_a, attrs.transpose_b);
}

RelStatus DensePackRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(weight, 1);
  if (data->rank() != 2 || (weight->rank() != 3 && weight->rank() != 4)) {
    return Fail(context, DiagKind::kBadRank, data->rank() != 2 ? 0 : 1,
                MSG(kBatchedDenseShapes,
                    "takes data of 2 axes and a weight of 3 or 4, not of shapes {data_shape} and "
                    "{weight_shape}",
                    ShapeText(data->shape), ShapeText(weight->shape)));
  }
  const auto& attrs = context.attrs<DensePackAttrs>();
  return context.Return(TensorType({data->shape[0], weight->shape[0] * weight->shape[2]},
                                   OutDtype(attrs.out_dtype, data->dtype)));
}

}  // namespace

RelStatus BatchMatmulRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(x, 0);
  PASSCOPE_TENSOR_ARG(y, 1);
  const auto& attrs = context.attrs<BatchMatmulAttrs>();
  if (x->rank() != 3 || y->rank() != 3) {
    return Fail(
        context, DiagKind::kBadRank, x->rank() != 3 ? 0 : 1,
        MSG(kBatchMatmulRank, "takes two tensors of 3 axes, not of shapes {first} and {second}",
            ShapeText(x->shape), ShapeText(y->shape)));
  }
  Dim xb = x->shape[0], yb = y->shape[0];
  Dim xk = x->shape[attrs.transpose_a ? 1 : 2];
  Dim yk = y->shape[attrs.transpose_b ? 2 : 1];
  // As in TVM, the shapes are not compared if any size is unknown.
  auto has_any = [](const TensorTypeNode* tensor) {
    return std::any_of(tensor->shape.begin(), tensor->shape.end(),
                       [](Dim size) { return size.is_any(); });
  };
  bool compared = !has_any(x) && !has_any(y);
  if (compared && (!MayBeEqual(xk, yk) || !(MayBeEqual(xb, yb) || xb == Dim(1) || yb == Dim(1)))) {
    auto operand = [](const Shape& shape, bool transposed) {
      std::string text = ShapeText(shape);
      return transposed ? MSG(kTransposedShape, "{shape} transposed", text) : Say("{shape}", text);
    };
    Message first = operand(x->shape, attrs.transpose_a);
    Message second = operand(y->shape, attrs.transpose_b);
    return Fail(
        context, DiagKind::kShapeMismatch, 1,
        MayBeEqual(xk, yk)
            ? MSG(kBatchSizesDiffer, "the batch sizes of {first} and {second} must be equal or 1",
                  first, second)
            : MSG(kInnerSizesDiffer, "the inner sizes of {first} and {second} must be equal", first,
                  second));
  }
  Dim batch = xb.is_any() || yb.is_any() ? Dim::Any() : Greatest(xb, yb);
  return context.Return(
      TensorType({batch, x->shape[attrs.transpose_a ? 2 : 1], y->shape[attrs.transpose_b ? 1 : 2]},
                 OutDtype(attrs.out_dtype, x->dtype)));
}

namespace {

RelStatus PReluRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  auto axis = CheckAxis(context, "axis", context.attrs<PReluAttrs>().axis, data->rank());
  if (!axis ||
      !ExpectTensor(context, 1, {data->shape[*axis]}, data->dtype, static_cast<int64_t>(*axis))) {
    return RelStatus::kFailed;
  }
  return context.Return(Type(data));
}

RelStatus SoftmaxRel(TypeRelContext& context) {
  const TensorTypeNode* data = context.tensor(0);
  if (!data) return PendingAs(context, 0);
  if (!CheckAxis(context, "axis", context.attrs<SoftmaxAttrs>().axis, data->rank())) {
    return RelStatus::kFailed;
  }
  return context.Return(Type(data));
}

RelStatus BatchFlattenRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  if (data->rank() == 0) {
    return Fail(
        context, DiagKind::kBadRank, 0,
        MSG(kNonScalarTensorRequired, "takes a tensor with at least one axis, not a scalar"));
  }
  Dim rest = 1;
  for (size_t i = 1; i < data->rank(); ++i) {
    if (data->shape[i].is_any()) {
      rest = Dim::Any();
      break;
    }
    rest = rest * data->shape[i];
  }
  return context.Return(TensorType({data->shape[0], rest}, data->dtype));
}

RelStatus DropoutRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  return context.Return(TupleType({Type(data), Type(data)}));
}

// The parameters of a normalization are vectors with one element per channel.
RelStatus Normalize(TypeRelContext& context, size_t parameters, int64_t axis_attr,
                    size_t min_rank) {
  PASSCOPE_TENSOR_ARG(data, 0);
  if (data->rank() < min_rank) {
    return Fail(
        context, DiagKind::kBadRank, 0,
        MSG(kDataShapeTooFewAxes, "takes data of at least {least} axes, not of shape {shape}",
            min_rank, ShapeText(data->shape)));
  }
  auto axis = CheckAxis(context, "axis", axis_attr, data->rank());
  if (!axis) return RelStatus::kFailed;
  Shape vector = {data->shape[*axis]};
  Type vector_type = TensorType(vector, data->dtype);
  for (size_t i = 1; i <= parameters; ++i) {
    if (context.arg_types[i] == vector_type) continue;
    if (context.arg_types[i]->kind() == TypeKind::kIncomplete) {
      if (!context.Assign(i, vector_type)) return RelStatus::kFailed;
      continue;
    }
    if (!ExpectTensor(context, i, vector, data->dtype, static_cast<int64_t>(*axis))) {
      return RelStatus::kFailed;
    }
  }
  if (parameters == 2) return context.Return(Type(data));
  return context.Return(TupleType({Type(data), vector_type, vector_type}));
}

RelStatus BatchNormRel(TypeRelContext& context) {
  return Normalize(context, 4, context.attrs<BatchNormAttrs>().axis, 1);
}
RelStatus InstanceNormRel(TypeRelContext& context) {
  return Normalize(context, 2, context.attrs<InstanceNormAttrs>().axis, 3);
}
RelStatus LayerNormRel(TypeRelContext& context) {
  return Normalize(context, 2, context.attrs<LayerNormAttrs>().axis, 1);
}
RelStatus GroupNormRel(TypeRelContext& context) {
  const auto& attrs = context.attrs<GroupNormAttrs>();
  RelStatus status = Normalize(context, 2, attrs.axis, 1);
  if (status != RelStatus::kDone) return status;
  const auto* data = As<TensorTypeNode>(context.arg_types[0]);
  auto axis = CheckAxis(context, "axis", attrs.axis, data->rank());
  Dim channels = data->shape[*axis];
  // As in TVM, 0 groups are accepted, and mean that none are given.
  if (attrs.num_groups == 0 || !channels.is_const() || channels.value() % attrs.num_groups == 0) {
    return status;
  }
  return Fail(
      context, DiagKind::kBadAttribute, -1,
      MSG(kGroupsDoNotDivideChannels, "num_groups {groups} must divide the {channels} channels",
          attrs.num_groups, channels.str()));
}

RelStatus Pad(TypeRelContext& context, const AttrValue& width, bool mirror) {
  PASSCOPE_TENSOR_ARG(data, 0);
  std::optional<PadPairs> pairs = ToPadPairs(width);
  if (!pairs || pairs->size() != data->rank()) {
    std::string shape = ShapeText(data->shape);
    return Fail(context, DiagKind::kBadAttribute, -1,
                pairs ? MSG(kPadWidthPairCount,
                            "pad_width must have one pair of integers for each of the {rank} axes "
                            "of the shape {shape}, not {count}",
                            data->rank(), shape, pairs->size())
                      : MSG(kPadWidthNotPairs,
                            "pad_width must have one pair of integers for each of the {rank} axes "
                            "of the shape {shape}",
                            data->rank(), shape));
  }
  if (auto axis = TooWide(*pairs)) return FailTooWide(context, "pad_width", *axis, (*pairs)[*axis]);
  Shape shape = data->shape;
  for (size_t i = 0; i < shape.size(); ++i) {
    auto [before, after] = (*pairs)[i];
    if (mirror && (before < 0 || after < 0)) {
      return Fail(context, DiagKind::kBadAttribute, -1,
                  MSG(kPadWidthNegative,
                      "pad_width of axis {axis} is ({before}, {after}), but cannot be negative", i,
                      before, after));
    }
    if (shape[i].is_any() && !mirror) continue;
    Dim padded = AsSize(AsOperand(shape[i]) + (Dim(before) + Dim(after)));
    if (padded.is_const() && padded.value() < 0) {
      return Fail(context, DiagKind::kBadAttribute, -1,
                  MSG(kPadWidthLeavesNothing,
                      "pad_width of axis {axis} is ({before}, {after}), which removes more than "
                      "its {size} elements",
                      i, before, after, shape[i].str()));
    }
    shape[i] = padded;
  }
  return context.Return(TensorType(std::move(shape), data->dtype));
}
RelStatus PadRel(TypeRelContext& context) {
  return Pad(context, context.attrs<PadAttrs>().pad_width, false);
}
RelStatus MirrorPadRel(TypeRelContext& context) {
  return Pad(context, context.attrs<MirrorPadAttrs>().pad_width, true);
}

RelStatus CrossEntropyRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(x, 0);
  PASSCOPE_TENSOR_ARG(y, 1);
  if (x->rank() != 2 || y->rank() != 2 || !MayBeEqual(x->shape[0], y->shape[0]) ||
      !MayBeEqual(x->shape[1], y->shape[1])) {
    return Fail(context, DiagKind::kShapeMismatch, 1,
                MSG(kTwoMatricesShapesDiffer,
                    "takes two matrices of one shape, not of shapes {first} and {second}",
                    ShapeText(x->shape), ShapeText(y->shape)));
  }
  return context.Return(ScalarType(x->dtype));
}

RelStatus NLLLossRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(predictions, 0);
  PASSCOPE_TENSOR_ARG(targets, 1);
  PASSCOPE_TENSOR_ARG(weights, 2);
  if (predictions->rank() < 2 || predictions->rank() != targets->rank() + 1 ||
      weights->rank() != 1 || !MayBeEqual(predictions->shape[1], weights->shape[0])) {
    return Fail(
        context, DiagKind::kShapeMismatch, 0,
        MSG(kNllLossShapes,
            "takes predictions (N, C, …), targets (N, …) and weights (C), not tensors of shapes "
            "{predictions_shape}, {targets_shape} and {weights_shape}",
            ShapeText(predictions->shape), ShapeText(targets->shape), ShapeText(weights->shape)));
  }
  bool real = predictions->dtype.is_float() || predictions->dtype.is_bfloat();
  if (predictions->dtype != weights->dtype || !real || !targets->dtype.is_int()) {
    return Fail(context, DiagKind::kBadDtype, -1,
                MSG(kNllLossDtypes,
                    "takes predictions and weights of one floating-point type and integer targets, "
                    "not {predictions_dtype}, {weights_dtype} and {targets_dtype}",
                    predictions->dtype.str(), weights->dtype.str(), targets->dtype.str()));
  }
  bool each = context.attrs<NLLLossAttrs>().reduction == "none";
  return context.Return(TensorType(each ? targets->shape : Shape(), predictions->dtype));
}

RelStatus DilateRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const std::vector<int64_t>& strides = context.attrs<DilateAttrs>().strides;
  if (strides.size() != data->rank()) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kStridesPerAxisInvalid,
                    "strides is {strides}, but {count} numbers (one per axis) must be given",
                    IntsText(strides), data->rank()));
  }
  Shape shape = data->shape;
  for (size_t i = 0; i < shape.size(); ++i) {
    // An empty axis remains empty.
    if (!shape[i].is_any() && shape[i] != Dim(0)) shape[i] = (shape[i] - 1) * strides[i] + 1;
  }
  return context.Return(TensorType(std::move(shape), data->dtype));
}

}  // namespace

void RegisterNNOps(OpRegistry& registry) {
  constexpr ArgDecl kWeight = {"weight", "Tensor", "The weight, (units, features)."};
  constexpr ArgDecl kGamma = {"gamma", "Tensor", "The factor of each channel."};
  constexpr ArgDecl kBeta = {"beta", "Tensor", "The offset of each channel."};
  constexpr ArgDecl kA = {"tensor_a", "Tensor", "The first matrix."};
  constexpr ArgDecl kB = {"tensor_b", "Tensor", "The second matrix."};
  constexpr OpPattern kFusable = OpPattern::kOutEWiseFusable;
  constexpr OpPattern kElemWise = OpPattern::kElemWise;
  constexpr OpPattern kBroadcast = OpPattern::kBroadcast;
  constexpr OpPattern kInjective = OpPattern::kInjective;
  constexpr OpPattern kOpaque = OpPattern::kOpaque;
  const OpRow rows[] = {
      {"nn.bias_add",
       BiasAddAttrs::Schema,
       BiasAddRel,
       kBroadcast,
       1,
       "A vector added along one axis.",
       {kDataArg, {"bias", "Tensor", "The vector, as long as the axis."}},
       With(MixedPrecision::kFollow, ScaleFold::kBiasAdd)},
      {"nn.matmul",
       MatmulAttrs::Schema,
       MatmulRel,
       kFusable,
       1,
       "The matrix product of a tensor's last two axes with a matrix.",
       {kA, kB}},
      {"nn.dense",
       DenseAttrs::Schema,
       DenseRel,
       kFusable,
       1,
       "The data times the transposed weight.",
       {kDataArg, kWeight},
       With(MixedPrecision::kAlways, ScaleFold::kDense)},
      {"nn.contrib_dense_pack",
       DensePackAttrs::Schema,
       DensePackRel,
       kFusable,
       10,
       "nn.dense with a weight whose output units are blocked.",
       {kDataArg, {"weight", "Tensor", "The weight, in the layout weight_layout."}},
       With(OpTrait::kAttrsInMetadata)},
      {"nn.batch_matmul",
       BatchMatmulAttrs::Schema,
       BatchMatmulRel,
       kFusable,
       10,
       "The matrix products of two batches of matrices.",
       {kA, kB},
       With(MixedPrecision::kAlways)},
      {"nn.relu",
       nullptr,
       IdentityRel,
       kElemWise,
       1,
       "The input, or 0 where it is negative.",
       {kDataArg},
       With(MixedPrecision::kFollow, ScaleFold::kRelu, LayoutInference::kElemwise)},
      {"nn.leaky_relu",
       LeakyReluAttrs::Schema,
       IdentityRel,
       kElemWise,
       3,
       "The input, times alpha where it is negative.",
       {kDataArg},
       With(MixedPrecision::kFollow, ScaleFold::kRelu, LayoutInference::kElemwise)},
      {"nn.prelu",
       PReluAttrs::Schema,
       PReluRel,
       kBroadcast,
       3,
       "The input, times its channel's alpha where it is negative.",
       {kDataArg, {"alpha", "Tensor", "The slope of each channel for negative values."}},
       With(MixedPrecision::kFollow)},
      {"nn.softmax",
       SoftmaxAttrs::Schema,
       SoftmaxRel,
       kFusable,
       1,
       "exp(x), divided by the sum of exp(x) along the axis.",
       {kDataArg},
       With(MixedPrecision::kNever, FastForm{"nn.fast_softmax"})},
      {"nn.fast_softmax",
       SoftmaxAttrs::Schema,
       SoftmaxRel,
       kFusable,
       1,
       "nn.softmax with an approximation of exp.",
       {kDataArg}},
      {"nn.log_softmax",
       SoftmaxAttrs::Schema,
       SoftmaxRel,
       kFusable,
       1,
       "The logarithm of nn.softmax.",
       {kDataArg}},
      {"nn.batch_flatten",
       nullptr,
       BatchFlattenRel,
       kInjective,
       2,
       "The input with all axes except the first merged into one.",
       {kDataArg},
       With(MixedPrecision::kFollow, OpTrait::kReshape)},
      {"nn.lrn",
       LRNAttrs::Schema,
       IdentityRel,
       kOpaque,
       2,
       "The input divided by a sum over neighbouring channels.",
       {kDataArg}},
      {"nn.l2_normalize",
       L2NormalizeAttrs::Schema,
       IdentityRel,
       kOpaque,
       2,
       "The input divided by its Euclidean norm.",
       {kDataArg},
       With(MixedPrecision::kNever)},
      {"nn.dropout",
       DropoutAttrs::Schema,
       DropoutRel,
       kOpaque,
       1,
       "The input with random elements set to zero, and the mask; at inference, the input itself.",
       {kDataArg},
       With(OpTrait::kStateful, MixedPrecision::kFollow)},
      {"nn.batch_norm",
       BatchNormAttrs::Schema,
       BatchNormRel,
       kFusable,
       1,
       "Each channel normalized by the given mean and variance; returns the result, the mean and "
       "the variance.",
       {kDataArg,
        kGamma,
        kBeta,
        {"moving_mean", "Tensor", "The mean of each channel."},
        {"moving_var", "Tensor", "The variance of each channel."}},
       With(MixedPrecision::kFollow)},
      {"nn.instance_norm",
       InstanceNormAttrs::Schema,
       InstanceNormRel,
       kOpaque,
       1,
       "Each channel of each sample normalized to mean 0 and variance 1.",
       {kDataArg, kGamma, kBeta}},
      {"nn.layer_norm",
       LayerNormAttrs::Schema,
       LayerNormRel,
       kOpaque,
       1,
       "Each vector along the axis normalized to mean 0 and variance 1.",
       {kDataArg, kGamma, kBeta},
       With(MixedPrecision::kNever)},
      {"nn.group_norm",
       GroupNormAttrs::Schema,
       GroupNormRel,
       kOpaque,
       1,
       "Each group of channels of each sample normalized to mean 0 and variance 1.",
       {kDataArg, kGamma, kBeta}},
      {"nn.pad",
       PadAttrs::Schema,
       PadRel,
       kInjective,
       2,
       "The data with padding around it.",
       {kDataArg, {"pad_val", "Tensor", "The value of the border, a scalar."}},
       With(MixedPrecision::kFollow)},
      {"nn.mirror_pad",
       MirrorPadAttrs::Schema,
       MirrorPadRel,
       kInjective,
       2,
       "The data with padding that mirrors it.",
       {kDataArg}},
      {"nn.cross_entropy",
       nullptr,
       CrossEntropyRel,
       kOpaque,
       10,
       "The cross entropy of predictions and targets.",
       {{"x", "Tensor", "The predictions."}, {"y", "Tensor", "The targets."}},
       With(MixedPrecision::kNever)},
      {"nn.cross_entropy_with_logits",
       nullptr,
       CrossEntropyRel,
       kOpaque,
       10,
       "The cross entropy of the logarithms of predictions and targets.",
       {{"x", "Tensor", "The logarithms."}, {"y", "Tensor", "The targets."}},
       With(MixedPrecision::kNever)},
      {"nn.nll_loss",
       NLLLossAttrs::Schema,
       NLLLossRel,
       kFusable,
       10,
       "The negative log likelihood of the targets.",
       {{"predictions", "Tensor", "The predictions, (N, C, …)."},
        {"targets", "Tensor", "The class of each prediction, (N, …)."},
        {"weights", "Tensor", "The weight of each class, (C)."}}},
      {"nn.dilate",
       DilateAttrs::Schema,
       DilateRel,
       kInjective,
       10,
       "The data with other values inserted between its elements.",
       {kDataArg},
       With(OpTrait::kAttrsInMetadata)},
  };
  registry.Add(rows);
}

}  // namespace passcope
