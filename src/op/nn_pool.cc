// Pooling and resizing: operators that change only the spatial axes.
#include <cmath>

#include "ir/dim_arith.h"
#include "ir/int_attrs.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/families.h"
#include "op/relations.h"
#include "op/windows.h"

namespace passcope {
namespace {

// The letters of the spatial axes, indexed by their number minus 1.
constexpr const char* kSpatial[] = {"W", "HW", "DHW"};

// The positions of the spatial axes of `text` in the data. Reports a layout without all of them as
// whole axes, or data of another rank.
std::optional<std::vector<size_t>> SpatialAxes(TypeRelContext& context, const std::string& text,
                                               size_t dims, const Shape& shape) {
  std::optional<Layout> layout = Layout::Parse(text);
  std::string letters = kSpatial[dims - 1];
  std::vector<size_t> axes;
  for (char letter : letters) {
    if (!layout || !layout->Contains(letter) || layout->Contains(SubordinateAxis(letter))) {
      Fail(context, DiagKind::kBadLayout, -1,
           MSG(kLayoutAxesMismatch,
               "layout \"{layout}\" must have the axes {axes}, none of them split", text, letters));
      return std::nullopt;
    }
    axes.push_back(static_cast<size_t>(layout->IndexOf(letter)));
  }
  if (shape.size() != layout->ndim()) {
    Fail(context, DiagKind::kBadRank, 0,
         MSG(kShapeLayoutRankMismatch,
             "the shape {shape} does not fit the layout {layout} of {rank} axes", ShapeText(shape),
             text, layout->ndim()));
    return std::nullopt;
  }
  return axes;
}

// The number of axes of the windows.
size_t NumPoolAxes(const PoolAttrs& attrs) {
  const AttrSchema* schema = attrs.schema();
  if (schema == &MaxPool1DAttrs::Schema() || schema == &AvgPool1DAttrs::Schema()) return 1;
  if (schema == &MaxPool2DAttrs::Schema() || schema == &AvgPool2DAttrs::Schema()) return 2;
  return 3;
}

// True if the attributes describe windows over `dims` axes. Reports the problem otherwise.
bool CheckWindows(TypeRelContext& context, const PoolAttrs& attrs, size_t dims) {
  const std::vector<int64_t>& padding = attrs.padding;
  if (!IsPadding(padding, dims)) {
    Fail(context, DiagKind::kBadAttribute, -1,
         MSG(kPaddingNumberCount,
             "padding is {padding}, but 1, {per_axis} or {per_side} numbers must be given",
             IntsText(padding), dims, 2 * dims));
    return false;
  }
  return true;
}

RelStatus PoolRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const PoolAttrs* attrs = AsPoolAttrs(context.call->attrs);
  PASSCOPE_CHECK(attrs);
  const size_t dims = NumPoolAxes(*attrs);
  auto axes = SpatialAxes(context, attrs->layout, dims, data->shape);
  if (!axes || !CheckWindows(context, *attrs, dims)) return RelStatus::kFailed;
  Shape shape = data->shape;
  for (size_t i = 0; i < dims; ++i) {
    Dim& size = shape[(*axes)[i]];
    if (size.is_any()) continue;
    auto [before, after] = PaddingAt(attrs->padding, dims, i);
    Dim window = WindowSpan(Dim(attrs->pool_size[i]), attrs->dilation[i]);
    Dim room = size + before + after;
    Dim steps = room - window;
    if (attrs->ceil_mode) steps = steps + (attrs->strides[i] - 1);
    // Rounds toward zero, so that a window slightly larger than the data has one position.
    Dim pooled = TruncatedQuotient(steps, attrs->strides[i]) + 1;
    if (pooled.is_const() && pooled.value() < 0) {
      return Fail(context, DiagKind::kShapeMismatch, 0,
                  MSG(kPoolWindowExceedsData,
                      "the window covers {window} elements of axis {axis}, which has only {size} "
                      "with its padding",
                      window.str(), kSpatial[dims - 1][i], room.str()));
    }
    size = pooled;
  }
  return context.Return(TensorType(std::move(shape), data->dtype));
}

// The result has the shape of the data. Argument 0 is the gradient of the pooled data.
RelStatus PoolGradRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 1);
  const PoolAttrs* attrs = AsPoolAttrs(context.call->attrs);
  PASSCOPE_CHECK(attrs);
  const size_t dims = NumPoolAxes(*attrs);
  // TVM does not check these lists, and reads past the end of short ones.
  if (!SpatialAxes(context, attrs->layout, dims, data->shape) ||
      !CheckWindows(context, *attrs, dims)) {
    return RelStatus::kFailed;
  }
  return context.Return(Type(data));
}

RelStatus GlobalPoolRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  auto axes = SpatialAxes(context, context.attrs<GlobalPool2DAttrs>().layout, 2, data->shape);
  if (!axes) return RelStatus::kFailed;
  Shape shape = data->shape;
  for (size_t axis : *axes) shape[axis] = 1;
  return context.Return(TensorType(std::move(shape), data->dtype));
}

RelStatus AdaptivePoolRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const AdaptivePoolAttrs* attrs = AsAdaptivePoolAttrs(context.call->attrs);
  PASSCOPE_CHECK(attrs);
  const AttrSchema* schema = attrs->schema();
  size_t dims = schema == &AdaptivePool1DAttrs::Schema()   ? 1
                : schema == &AdaptivePool2DAttrs::Schema() ? 2
                                                           : 3;
  auto axes = SpatialAxes(context, attrs->layout, dims, data->shape);
  if (!axes) return RelStatus::kFailed;
  const std::vector<int64_t> sizes = attrs->output_size.value_or(std::vector<int64_t>());
  if (sizes.size() > 1 && sizes.size() != dims) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kAdaptivePoolOutputSize,
                    "output_size is {output_size}, but none, one or {count} numbers must be given",
                    IntsText(sizes), dims));
  }
  Shape shape = data->shape;
  for (size_t i = 0; i < dims && !sizes.empty(); ++i) {
    shape[(*axes)[i]] = sizes.size() == 1 ? sizes[0] : sizes[i];
  }
  return context.Return(TensorType(std::move(shape), data->dtype));
}

// Multiplies the spatial axes by `factors`.
RelStatus Scale(TypeRelContext& context, const std::string& layout, const char* canonical,
                std::initializer_list<double> factors) {
  PASSCOPE_TENSOR_ARG(data, 0);
  auto mapping = ReadLayout(context, "layout", layout, canonical);
  auto shape = mapping ? ToCanonical(context, *mapping, data->shape, 0) : std::nullopt;
  if (!shape) return RelStatus::kFailed;
  size_t axis = 2;
  for (double factor : factors) {
    Dim& size = (*shape)[axis++];
    double scaled =
        size.is_const() ? std::nearbyint(static_cast<double>(size.value()) * factor) : 0;
    if (!(factor > 0) || !(scaled < 1e15)) {
      return Fail(
          context, DiagKind::kBadAttribute, -1,
          MSG(kUpsamplingFactorOutOfRange,
              "the factor {factor} of axis {axis} must be positive and make a size below 1e15",
              factor, canonical[axis - 1]));
    }
    size = Dim::Rounded(AsOperand(size), factor);
  }
  return context.Return(TensorType(*mapping->BackwardShape(*shape), data->dtype));
}

RelStatus UpSamplingRel(TypeRelContext& context) {
  const auto& attrs = context.attrs<UpSamplingAttrs>();
  return Scale(context, attrs.layout, "NCHW", {attrs.scale_h, attrs.scale_w});
}
RelStatus UpSampling3DRel(TypeRelContext& context) {
  const auto& attrs = context.attrs<UpSampling3DAttrs>();
  return Scale(context, attrs.layout, "NCDHW", {attrs.scale_d, attrs.scale_h, attrs.scale_w});
}

RelStatus ResizeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const ResizeAttrs* attrs = AsResizeAttrs(context.call->attrs);
  PASSCOPE_CHECK(attrs);
  const AttrSchema* schema = attrs->schema();
  size_t dims = schema == &Resize1DAttrs::Schema() ? 1 : schema == &Resize2DAttrs::Schema() ? 2 : 3;
  constexpr const char* kLayouts[] = {"NCW", "NCHW", "NCDHW"};
  auto mapping = ReadLayout(context, "layout", attrs->layout, kLayouts[dims - 1]);
  auto shape = mapping ? ToCanonical(context, *mapping, data->shape, 0) : std::nullopt;
  if (!shape) return RelStatus::kFailed;
  std::vector<int64_t> size = attrs->size.value_or(std::vector<int64_t>());
  bool good = size.size() == dims;
  for (int64_t each : size) good = good && (each >= 0 || IsRawOfSymbol(each));
  if (!good) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kResizeSizeCount,
                    "size is {size}, but {count} numbers (one per spatial axis) must be given",
                    IntsText(size), dims));
  }
  const AttrArray* roi = attrs->roi.array();
  // Without a region, the whole image is resized.
  if (roi && !roi->empty() && roi->size() != 2 * dims) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kRoiNumberCount, "roi must have {expected} numbers, not {actual}", 2 * dims,
                    roi ? roi->size() : 0));
  }
  for (size_t i = 0; i < dims; ++i) (*shape)[2 + i] = Dim::OfRaw(size[i]);
  return context.Return(TensorType(*mapping->BackwardShape(*shape),
                                   attrs->out_dtype.is_void() ? data->dtype : attrs->out_dtype));
}

RelStatus SubPixel(TypeRelContext& context, bool to_depth) {
  PASSCOPE_TENSOR_ARG(data, 0);
  const auto& attrs = context.attrs<SubPixelAttrs>();
  auto mapping = ReadLayout(context, "layout", attrs.layout, "NCHW");
  auto shape = mapping ? ToCanonical(context, *mapping, data->shape, 0) : std::nullopt;
  if (!shape) return RelStatus::kFailed;
  Dim block = attrs.block_size;
  Dim& channels = (*shape)[1];
  channels = to_depth ? channels * (block * block) : channels / (block * block);
  for (size_t i = 2; i < 4; ++i) (*shape)[i] = to_depth ? (*shape)[i] / block : (*shape)[i] * block;
  return context.Return(TensorType(*mapping->BackwardShape(*shape), data->dtype));
}
RelStatus DepthToSpaceRel(TypeRelContext& context) { return SubPixel(context, false); }
RelStatus SpaceToDepthRel(TypeRelContext& context) { return SubPixel(context, true); }

RelStatus BlockND(TypeRelContext& context, const std::vector<int64_t>& blocks,
                  const AttrValue& margins, const char* name, bool to_batch) {
  PASSCOPE_TENSOR_ARG(data, 0);
  std::optional<PadPairs> pairs = ToPadPairs(margins);
  if (!pairs || pairs->size() != blocks.size()) {
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kBlockShapeInvalid,
                    "block_shape {block_shape} must have as many numbers as {attribute} has pairs",
                    IntsText(blocks), name));
  }
  if (data->rank() < blocks.size() + 1) {
    return Fail(context, DiagKind::kBadRank, 0,
                MSG(kLeastDataAxesByRank, "the data must have at least {least} axes, not {rank}",
                    blocks.size() + 1, data->rank()));
  }
  if (auto index = TooWide(*pairs)) return FailTooWide(context, name, *index + 1, (*pairs)[*index]);
  Shape shape = data->shape;
  Dim all = 1;
  for (size_t i = 0; i < blocks.size(); ++i) {
    all = all * blocks[i];
    auto [before, after] = (*pairs)[i];
    Dim& size = shape[i + 1];
    Dim whole = AsOperand(size);
    size = AsSize(to_batch ? TruncatedQuotient(whole + (Dim(before) + Dim(after)), blocks[i])
                           : whole * blocks[i] - before - after);
    if (size.is_const() && size.value() < 0) {
      return Fail(
          context, DiagKind::kBadAttribute, -1,
          MSG(kAxisLeftEmpty, "{attribute} leaves nothing of axis {axis} of the shape {shape}",
              name, i + 1, ShapeText(data->shape)));
    }
  }
  if (!to_batch && shape[0].is_const() && all.is_const() &&
      (all.value() == 0 || shape[0].value() % all.value() != 0)) {
    return Fail(
        context, DiagKind::kShapeMismatch, 0,
        MSG(kBatchNotMultipleOfBlocks,
            "the batch size of {shape} must be a multiple of the {count} elements of a block",
            ShapeText(data->shape), all.value()));
  }
  Dim batch = AsOperand(shape[0]);
  shape[0] = AsSize(to_batch ? batch * all : TruncatedQuotient(batch, all));
  return context.Return(TensorType(std::move(shape), data->dtype));
}
RelStatus SpaceToBatchRel(TypeRelContext& context) {
  const auto& attrs = context.attrs<SpaceToBatchNDAttrs>();
  return BlockND(context, attrs.block_shape, attrs.paddings, "paddings", true);
}
RelStatus BatchToSpaceRel(TypeRelContext& context) {
  const auto& attrs = context.attrs<BatchToSpaceNDAttrs>();
  return BlockND(context, attrs.block_shape, attrs.crops, "crops", false);
}

struct Row {
  const char* name;
  const AttrSchema& (*schema)();
  TypeRelation relation;
  OpPattern pattern;
  int level;
  const char* doc;
  OpTraits traits = {};
};

constexpr char kMaxDoc[] = "The largest value in each window.";
constexpr char kAvgDoc[] = "The average of each window.";
constexpr char kAdaptiveMaxDoc[] =
    "The largest value in each window, with windows that give the requested size of the result.";
constexpr char kAdaptiveAvgDoc[] =
    "The average of each window, with windows that give the requested size of the result.";
constexpr OpPattern kFusable = OpPattern::kOutEWiseFusable;
constexpr OpPattern kInjective = OpPattern::kInjective;

constexpr Row kRows[] = {
    {"nn.max_pool2d", MaxPool2DAttrs::Schema, PoolRel, kFusable, 2, kMaxDoc,
     With(MixedPrecision::kFollow, PadFold::kLeast)},
    {"nn.avg_pool2d", AvgPool2DAttrs::Schema, PoolRel, kFusable, 2, kAvgDoc,
     With(MixedPrecision::kFollow, PadFold::kZero)},
    {"nn.max_pool1d", MaxPool1DAttrs::Schema, PoolRel, kFusable, 2, kMaxDoc,
     With(MixedPrecision::kFollow, PadFold::kLeast)},
    {"nn.avg_pool1d", AvgPool1DAttrs::Schema, PoolRel, kFusable, 2, kAvgDoc,
     With(MixedPrecision::kFollow, PadFold::kZero)},
    {"nn.max_pool3d", MaxPool3DAttrs::Schema, PoolRel, kFusable, 2, kMaxDoc,
     With(MixedPrecision::kFollow, PadFold::kLeast)},
    {"nn.avg_pool3d", AvgPool3DAttrs::Schema, PoolRel, kFusable, 2, kAvgDoc,
     With(MixedPrecision::kFollow, PadFold::kZero)},
    {"nn.global_max_pool2d", GlobalPool2DAttrs::Schema, GlobalPoolRel, kFusable, 2,
     "The largest value of each channel.", With(MixedPrecision::kFollow)},
    {"nn.global_avg_pool2d", GlobalPool2DAttrs::Schema, GlobalPoolRel, kFusable, 2,
     "The average of each channel.", With(MixedPrecision::kNever)},
    {"nn.adaptive_max_pool1d", AdaptivePool1DAttrs::Schema, AdaptivePoolRel, kFusable, 10,
     kAdaptiveMaxDoc, With(MixedPrecision::kFollow)},
    {"nn.adaptive_avg_pool1d", AdaptivePool1DAttrs::Schema, AdaptivePoolRel, kFusable, 10,
     kAdaptiveAvgDoc, With(MixedPrecision::kNever)},
    {"nn.adaptive_max_pool2d", AdaptivePool2DAttrs::Schema, AdaptivePoolRel, kFusable, 10,
     kAdaptiveMaxDoc, With(MixedPrecision::kFollow)},
    {"nn.adaptive_avg_pool2d", AdaptivePool2DAttrs::Schema, AdaptivePoolRel, kFusable, 10,
     kAdaptiveAvgDoc, With(MixedPrecision::kNever)},
    {"nn.adaptive_max_pool3d", AdaptivePool3DAttrs::Schema, AdaptivePoolRel, kFusable, 10,
     kAdaptiveMaxDoc, With(MixedPrecision::kFollow)},
    {"nn.adaptive_avg_pool3d", AdaptivePool3DAttrs::Schema, AdaptivePoolRel, kFusable, 10,
     kAdaptiveAvgDoc, With(MixedPrecision::kNever)},
    {"nn.upsampling", UpSamplingAttrs::Schema, UpSamplingRel, kInjective, 2,
     "The data enlarged in height and width by factors."},
    {"nn.upsampling3d", UpSampling3DAttrs::Schema, UpSampling3DRel, kInjective, 2,
     "The data enlarged in depth, height and width by factors."},
    {"image.resize1d", Resize1DAttrs::Schema, ResizeRel, kInjective, 5,
     "The data resized along one spatial axis."},
    {"image.resize2d", Resize2DAttrs::Schema, ResizeRel, kInjective, 5,
     "The data resized along two spatial axes.", With(MixedPrecision::kFollow)},
    {"image.resize3d", Resize3DAttrs::Schema, ResizeRel, kInjective, 5,
     "The data resized along three spatial axes."},
    {"nn.depth_to_space", SubPixelAttrs::Schema, DepthToSpaceRel, kInjective, 5,
     "Channels moved into squares along the height and width.", With(MixedPrecision::kFollow)},
    {"nn.space_to_depth", SubPixelAttrs::Schema, SpaceToDepthRel, kInjective, 5,
     "Squares along the height and width moved into channels."},
    {"nn.space_to_batch_nd", SpaceToBatchNDAttrs::Schema, SpaceToBatchRel, kInjective, 5,
     "Blocks of the spatial axes moved into the batch."},
    {"nn.batch_to_space_nd", BatchToSpaceNDAttrs::Schema, BatchToSpaceRel, kInjective, 5,
     "Parts of the batch moved into blocks of the spatial axes."},
};

}  // namespace

void RegisterNNPoolOps(OpRegistry& registry) {
  for (const Row& row : kRows) {
    registry.Add({.name = row.name,
                  .doc = row.doc,
                  .args = {kDataArg},
                  .schema = row.schema,
                  .relation = row.relation,
                  .pattern = row.pattern,
                  .support_level = row.level,
                  .traits = row.traits});
  }
  for (bool max : {true, false}) {
    registry.Add({.name = max ? "nn.max_pool2d_grad" : "nn.avg_pool2d_grad",
                  .doc = max ? "The gradient of nn.max_pool2d." : "The gradient of nn.avg_pool2d.",
                  .args = {{"out_grad", "Tensor", "The gradient of the pooled data."}, kDataArg},
                  .schema = max ? MaxPool2DAttrs::Schema : AvgPool2DAttrs::Schema,
                  .relation = PoolGradRel,
                  .pattern = kFusable,
                  .support_level = 2,
                  .traits = max ? OpTraits() : With(OpTrait::kAttrsInMetadata)});
  }
}

}  // namespace passcope
