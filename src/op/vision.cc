// Operators on boxes and regions (vision.*), and the rarer ones on images: correlation, dilation,
// bit packing.
#include "ir/dim_arith.h"
#include "op/attrs_vision.h"
#include "op/families.h"
#include "op/relations.h"
#include "op/windows.h"

namespace passcope {
namespace {

const DataType kInt32 = DataType::Int(32);
const DataType kInt64 = DataType::Int(64);
// A limit of window sizes, which keeps arithmetic on attributes from overflowing.
constexpr int64_t kMaxSide = int64_t{1} << 20;

bool CheckRank(TypeRelContext& context, size_t i, size_t rank) {
  const Shape& shape = context.tensor(i)->shape;
  if (shape.size() == rank) return true;
  Fail(context, DiagKind::kBadRank, static_cast<int>(i),
       MSG(kArgumentRankMismatch, "{argument} must have {rank} axes, not the shape {shape}",
           As<OpNode>(context.call->op())->decl->args[i].name, rank, ShapeText(shape)));
  return false;
}

// Checks that a dimension can equal `wanted`, and reports a mismatch.
bool CheckEqual(TypeRelContext& context, size_t i, size_t axis, Dim wanted) {
  Dim actual = context.tensor(i)->shape[axis];
  if (MayBeEqual(actual, wanted)) return true;
  Fail(context, DiagKind::kShapeMismatch, static_cast<int>(i),
       MSG(kArgumentAxisSizeMismatch,
           "axis {axis} of {argument} must have the size {expected}, not {actual}", axis,
           As<OpNode>(context.call->op())->decl->args[i].name, wanted.str(), actual.str()));
  return false;
}

RelStatus MultiBoxPriorRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  if (!CheckRank(context, 0, 4)) return RelStatus::kFailed;
  const auto& attrs = context.attrs<MultiBoxPriorAttrs>();
  size_t sizes = ToReals(attrs.sizes).size(), ratios = ToReals(attrs.ratios).size();
  if (sizes == 0 || ratios == 0) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kAnchorSizesMissing, "sizes and ratios must be given"));
  }
  auto boxes = static_cast<int64_t>(sizes + ratios);
  Dim pixels = AsOperand(data->shape[2]) * AsOperand(data->shape[3]);
  return context.Return(TensorType({1, AsSize(pixels * (boxes - 1)), 4}, data->dtype));
}

RelStatus MultiBoxTransformLocRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(cls_prob, 0);
  PASSCOPE_TENSOR_ARG(loc_pred, 1);
  PASSCOPE_TENSOR_ARG(anchor, 2);
  (void)loc_pred;
  if (!CheckRank(context, 0, 3) || !CheckRank(context, 1, 2) || !CheckRank(context, 2, 3)) {
    return RelStatus::kFailed;
  }
  Dim boxes = cls_prob->shape[2], batch = cls_prob->shape[0];
  if (!CheckEqual(context, 2, 1, boxes) || !CheckEqual(context, 1, 1, boxes * 4) ||
      !CheckEqual(context, 2, 2, 4)) {
    return RelStatus::kFailed;
  }
  return context.Return(TupleType(
      {TensorType({batch, anchor->shape[1], 6}, cls_prob->dtype), TensorType({batch}, kInt32)}));
}

RelStatus GetValidCountsRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  if (!CheckRank(context, 0, 3)) return RelStatus::kFailed;
  return context.Return(TupleType({TensorType({data->shape[0]}, kInt32), Type(data),
                                   TensorType({data->shape[0], data->shape[1]}, kInt32)}));
}

RelStatus NonMaxSuppressionRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(valid_count, 1);
  (void)valid_count;
  if (!CheckRank(context, 0, 3) || !CheckRank(context, 1, 1)) return RelStatus::kFailed;
  if (!context.attrs<NonMaximumSuppressionAttrs>().return_indices) {
    return context.Return(Type(data));
  }
  return context.Return(TupleType({TensorType({data->shape[0], data->shape[1]}, kInt32),
                                   TensorType({data->shape[0], 1}, kInt32)}));
}

RelStatus AllClassNonMaxSuppressionRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(boxes, 0);
  PASSCOPE_TENSOR_ARG(scores, 1);
  if (!CheckRank(context, 0, 3) || !CheckRank(context, 1, 3)) return RelStatus::kFailed;
  Dim batch = boxes->shape[0], classes = scores->shape[1], count = boxes->shape[1];
  Dim each = count.is_any() ? Dim::Any() : AsSize(AsOperand(classes) * count);
  if (context.attrs<AllClassNonMaximumSuppressionAttrs>().output_format == "onnx") {
    Dim all =
        batch.is_any() || count.is_any() ? Dim::Any() : AsSize(batch * AsOperand(classes) * count);
    return context.Return(TupleType({TensorType({all, 3}, kInt64), TensorType({1}, kInt64)}));
  }
  return context.Return(
      TupleType({TensorType({batch, each, 2}, kInt64),
                 TensorType({batch, each}, DataType::Float(32)), TensorType({batch}, kInt64)}));
}

// roi_align and roi_pool.
RelStatus RoiRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(rois, 1);
  if (!CheckRank(context, 0, 4) || !CheckRank(context, 1, 2)) return RelStatus::kFailed;
  auto size = context.call->attrs->Get("pooled_size").ints();
  AttrValue layout = context.call->attrs->Get("layout");
  const std::string& text = *layout.get<std::string>();
  if (text != "NCHW" && text != "NHWC") {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kLayoutNotNhwcOrNchw, "layout must be NHWC or NCHW, not {layout}", text));
  }
  Shape shape = {rois->shape[0], (*size)[0], (*size)[1]};
  bool first = text == "NCHW";
  shape.insert(first ? shape.begin() + 1 : shape.end(), data->shape[first ? 1 : 3]);
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus YoloReorgRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  int64_t stride = context.attrs<YoloReorgAttrs>().stride;
  if (!CheckRank(context, 0, 4)) return RelStatus::kFailed;
  if (stride > kMaxSide) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kProposalStrideOutOfRange, "stride is {stride}, but must be at most {limit}",
                    stride, kMaxSide));
  }
  Shape shape = data->shape;
  shape[1] = AsSize(AsOperand(shape[1]) * stride * stride);
  for (size_t i : {2, 3}) shape[i] = AsSize(AsOperand(shape[i]) / stride);
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus ProposalRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(cls_prob, 0);
  PASSCOPE_TENSOR_ARG(bbox_pred, 1);
  PASSCOPE_TENSOR_ARG(im_info, 2);
  (void)bbox_pred, (void)im_info;
  if (!CheckRank(context, 0, 4) || !CheckRank(context, 1, 4) || !CheckRank(context, 2, 2) ||
      !CheckEqual(context, 2, 1, 3)) {
    return RelStatus::kFailed;
  }
  Dim count = AsOperand(cls_prob->shape[0]) * context.attrs<ProposalAttrs>().rpn_post_nms_top_n;
  return context.Return(TensorType({AsSize(count), 5}, cls_prob->dtype));
}

// The total padding of height (axis 0) or width (axis 1). Reports a wrong number of entries and
// returns nullopt.
std::optional<Dim> PaddingOf(TypeRelContext& context, const std::vector<int64_t>& padding,
                             size_t axis) {
  if (IsPadding(padding, 2)) return TotalPadding(padding, 2, axis);
  Fail(context, DiagKind::kBadAttribute, -1,
       MSG(kVisionPaddingCount, "padding is {padding}, but 1, 2 or 4 numbers must be given",
           IntsText(padding)));
  return std::nullopt;
}

// The number of windows; `?` remains `?`.
Dim CountWindows(Dim size, Dim padding, Dim window, int64_t stride) {
  return size.is_any() ? size : WindowCount(size + padding, window, stride);
}

RelStatus Dilation2DRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  PASSCOPE_TENSOR_ARG(weight, 1);
  const auto& attrs = context.attrs<Dilation2DAttrs>();
  auto data_layout = ReadLayout(context, "data_layout", attrs.data_layout, "NCHW");
  auto kernel_layout =
      data_layout ? ReadLayout(context, "kernel_layout", attrs.kernel_layout, "IHW") : std::nullopt;
  if (!kernel_layout) return RelStatus::kFailed;
  // Further numbers are ignored.
  if (attrs.strides.size() < 2 || attrs.dilations.size() < 2) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kDilation2dStepsMissing,
                    "strides and dilations must have 2 numbers each, not {strides} and {dilations}",
                    IntsText(attrs.strides), IntsText(attrs.dilations)));
  }
  auto shape = ToCanonical(context, *data_layout, data->shape, 0);
  auto window = shape ? ToCanonical(context, *kernel_layout, weight->shape, 1) : std::nullopt;
  if (!window) return RelStatus::kFailed;
  (*shape)[1] = (*window)[0];
  for (size_t i = 0; i < 2; ++i) {
    auto padding = PaddingOf(context, attrs.padding, i);
    if (!padding) return RelStatus::kFailed;
    (*shape)[2 + i] =
        CountWindows((*shape)[2 + i], *padding, WindowSpan((*window)[1 + i], attrs.dilations[i]),
                     attrs.strides[i]);
  }
  return context.Return(TensorType(*data_layout->BackwardShape(*shape),
                                   attrs.out_dtype.is_void() ? data->dtype : attrs.out_dtype));
}

RelStatus CorrelationRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data1, 0);
  PASSCOPE_TENSOR_ARG(data2, 1);
  const auto& attrs = context.attrs<CorrelationAttrs>();
  if (!CheckRank(context, 0, 4) || !CheckRank(context, 1, 4)) return RelStatus::kFailed;
  if (attrs.layout != "NCHW") {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kLayoutNotNchw, "layout must be NCHW, not {layout}", attrs.layout));
  }
  if (attrs.max_displacement > kMaxSide || attrs.kernel_size > kMaxSide) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kCorrelationSidesTooLarge,
                    "kernel_size and max_displacement must be at most {limit}, but are {kernel} "
                    "and {displacement}",
                    kMaxSide, attrs.kernel_size, attrs.max_displacement));
  }
  int64_t border = attrs.max_displacement + (attrs.kernel_size - 1) / 2;
  int64_t displacements = 2 * (attrs.max_displacement / attrs.stride2) + 1;
  Shape shape = {data1->shape[0], Dim(displacements) * displacements};
  for (size_t i = 0; i < 2; ++i) {
    auto padding = PaddingOf(context, attrs.padding, i);
    if (!padding) return RelStatus::kFailed;
    Dim size = AsOperand((i ? data2 : data1)->shape[2 + i]) + *padding;
    shape.push_back(AsSize((size - Dim(border) * 2 + attrs.stride1 - 1) / attrs.stride1));
  }
  return context.Return(TensorType(std::move(shape), data1->dtype));
}

RelStatus BitPackRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<BitPackAttrs>();
  auto rank = static_cast<int64_t>(data->rank());
  if (attrs.pack_type.bits == 0 || attrs.bit_axis > rank) {
    return Fail(
        context, DiagKind::kBadAttribute, -1,
        MSG(kBitpackAttributesInvalid,
            "pack_type must be given, and bit_axis must name one of {count} axes, not {bit_axis}",
            rank + 1, attrs.bit_axis));
  }
  Shape shape = data->shape;
  if (attrs.pack_axis >= 0 && attrs.pack_axis < rank) {
    Dim& packed = shape[static_cast<size_t>(attrs.pack_axis)];
    packed = AsSize(AsOperand(packed) / attrs.pack_type.bits);
  }
  if (attrs.bit_axis >= 0) {
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(attrs.bit_axis), Dim(attrs.bits));
  }
  return context.Return(TensorType(std::move(shape), attrs.pack_type));
}

RelStatus BitserialConv2DRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<BinaryConv2DAttrs>();
  auto layout = ReadLayout(context, "data_layout", attrs.data_layout, "NCHW");
  auto shape = layout ? ToCanonical(context, *layout, data->shape, 0) : std::nullopt;
  if (!shape) return RelStatus::kFailed;
  if (!attrs.channels) {
    return Fail(context, DiagKind::kMissingAttribute, -1,
                MSG(kAttributeRequired, "{attribute} must be given", "channels"));
  }
  (*shape)[1] = *attrs.channels;
  for (size_t i = 0; i < 2; ++i) {
    auto padding = PaddingOf(context, attrs.padding, i);
    if (!padding) return RelStatus::kFailed;
    (*shape)[2 + i] =
        CountWindows((*shape)[2 + i], *padding, attrs.kernel_size[i], attrs.strides[i]);
  }
  return context.Return(TensorType(*layout->BackwardShape(*shape), attrs.out_dtype));
}

RelStatus BitserialDenseRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<BinaryDenseAttrs>();
  if (data->rank() == 0 || !attrs.units) {
    return Fail(context, DiagKind::kMissingAttribute, -1,
                MSG(kBitserialDenseUnitsMissing,
                    "units must be given, and the data must have at least one axis"));
  }
  Shape shape = data->shape;
  shape.back() = *attrs.units;
  return context.Return(
      TensorType(std::move(shape), attrs.out_dtype.is_void() ? data->dtype : attrs.out_dtype));
}

}  // namespace

void RegisterVisionOps(OpRegistry& registry) {
  constexpr OpPattern kOpaque = OpPattern::kOpaque;
  constexpr OpPattern kFusable = OpPattern::kOutEWiseFusable;
  constexpr OpPattern kInjective = OpPattern::kInjective;
  constexpr ArgDecl kRois = {"rois", "Tensor", "The regions: image, then x, y, x, y."};
  constexpr ArgDecl kWeight = {"weight", "Tensor", "The weight."};
  constexpr ArgDecl kOverlap = {"iou_threshold", "Tensor",
                                "The overlap from which a box is suppressed."};
  const OpRow rows[] = {
      {"vision.multibox_prior",
       MultiBoxPriorAttrs::Schema,
       MultiBoxPriorRel,
       kOpaque,
       5,
       "Boxes with given sizes and ratios around each pixel.",
       {kDataArg}},
      {"vision.multibox_transform_loc",
       MultiBoxTransformLocAttrs::Schema,
       MultiBoxTransformLocRel,
       kOpaque,
       5,
       "Detections from scores, offsets and anchors.",
       {{"cls_prob", "Tensor", "The score of each class and anchor."},
        {"loc_pred", "Tensor", "The offsets from each anchor."},
        {"anchor", "Tensor", "The anchors."}}},
      {"vision.get_valid_counts",
       GetValidCountsAttrs::Schema,
       GetValidCountsRel,
       kOpaque,
       5,
       "The boxes, with those whose score exceeds a threshold first.",
       {kDataArg, {"score_threshold", "Tensor", "The threshold."}},
       With(OpTrait::kAttrsInMetadata)},
      {"vision.non_max_suppression",
       NonMaximumSuppressionAttrs::Schema,
       NonMaxSuppressionRel,
       kOpaque,
       5,
       "The boxes that do not overlap a box with a higher score (non-maximum suppression).",
       {kDataArg,
        {"valid_count", "Tensor", "The number of valid boxes."},
        {"indices", "Tensor", "The index of each box in the original data."},
        {"max_output_size", "Tensor", "The largest number of boxes."},
        kOverlap},
       With(OpTrait::kAttrsInMetadata)},
      {"vision.all_class_non_max_suppression",
       AllClassNonMaximumSuppressionAttrs::Schema,
       AllClassNonMaxSuppressionRel,
       kOpaque,
       5,
       "For each class, the boxes that do not overlap a box with a higher score.",
       {{"boxes", "Tensor", "The boxes."},
        {"scores", "Tensor", "The score of each class and box."},
        {"max_output_boxes_per_class", "Tensor", "The largest number of boxes of a class."},
        kOverlap,
        {"score_threshold", "Tensor", "The score that a box must exceed."}},
       With(OpTrait::kAttrsInMetadata)},
      {"vision.roi_align",
       ROIAlignAttrs::Schema,
       RoiRel,
       kFusable,
       5,
       "Regions resampled to one size.",
       {kDataArg, kRois},
       With(OpTrait::kAttrsInMetadata)},
      {"vision.roi_pool",
       ROIPoolAttrs::Schema,
       RoiRel,
       kFusable,
       5,
       "Regions pooled to one size.",
       {kDataArg, kRois},
       With(OpTrait::kAttrsInMetadata)},
      {"vision.proposal",
       ProposalAttrs::Schema,
       ProposalRel,
       kOpaque,
       5,
       "Regions proposed from scores and offsets of anchors.",
       {{"cls_prob", "Tensor", "The score of each anchor."},
        {"bbox_pred", "Tensor", "The offsets from each anchor."},
        {"im_info", "Tensor", "The size and scale of each image."}},
       With(OpTrait::kAttrsInMetadata)},
      {"vision.yolo_reorg",
       YoloReorgAttrs::Schema,
       YoloReorgRel,
       kInjective,
       5,
       "Squares along the height and width moved into channels, in Darknet's order.",
       {kDataArg}},
      {"image.dilation2d",
       Dilation2DAttrs::Schema,
       Dilation2DRel,
       kFusable,
       2,
       "The largest sum of window and weight (morphological dilation).",
       {kDataArg, kWeight}},
      {"nn.correlation",
       CorrelationAttrs::Schema,
       CorrelationRel,
       kFusable,
       2,
       "The correlation of the patches of two tensors.",
       {{"data1", "Tensor", "The first tensor."}, {"data2", "Tensor", "The second tensor."}}},
      {"nn.bitpack",
       BitPackAttrs::Schema,
       BitPackRel,
       kInjective,
       2,
       "The bits of the data packed into integers.",
       {kDataArg}},
      {"nn.bitserial_conv2d",
       BinaryConv2DAttrs::Schema,
       BitserialConv2DRel,
       kFusable,
       2,
       "A 2D convolution with low-bit data.",
       {kDataArg, kWeight}},
      {"nn.bitserial_dense",
       BinaryDenseAttrs::Schema,
       BitserialDenseRel,
       kFusable,
       1,
       "nn.dense with low-bit data.",
       {kDataArg, kWeight}},
  };
  registry.Add(rows);
}

}  // namespace passcope
