// Convolutions and their transposes, in any number of spatial dimensions and any layout.
//
// The relations compute in a canonical order of axes (N, C, spatial… for data; O, I, spatial… for
// weights). At the end they convert to the layouts of the call.
#include "ir/dim_arith.h"
#include "op/attrs_nn.h"
#include "op/attrs_vision.h"
#include "op/families.h"
#include "op/relations.h"
#include "op/windows.h"

namespace passcope {
namespace {

constexpr const char* kDataCanonical[] = {"NCW", "NCHW", "NCDHW"};
// Output channels come first. TVM's transposed convolutions differ: the letter O of a kernel layout
// is the input channels in 1D and 3D, and the output channels in 2D.
constexpr const char* kKernelCanonical[] = {"OIW", "OIHW", "OIDHW"};
constexpr const char* kKernelInputFirst[] = {"OIW", "IOHW", "OIDHW"};

// The attributes that both kinds of convolution share.
struct ConvView {
  size_t dims;
  bool transposed;
  const std::optional<int64_t>& channels;
  const OptInts& kernel_size;
  const std::vector<int64_t>& strides;
  const std::vector<int64_t>& padding;
  const std::vector<int64_t>& dilation;
  int64_t groups;
  const std::string& data_layout;
  const std::string& kernel_layout;
  const std::string& out_layout;
  DataType out_dtype;
  const std::vector<int64_t>* output_padding;
};

ConvView ViewOf(TypeRelContext& context) {
  const Attrs& attrs = context.call->attrs;
  if (const ConvAttrs* a = AsConvAttrs(attrs)) {
    size_t dims = attrs->schema() == &Conv1DAttrs::Schema()   ? 1
                  : attrs->schema() == &Conv2DAttrs::Schema() ? 2
                                                              : 3;
    return {dims,          false,        a->channels, a->kernel_size, a->strides,
            a->padding,    a->dilation,  a->groups,   a->data_layout, a->kernel_layout,
            a->out_layout, a->out_dtype, nullptr};
  }
  if (const WinogradAttrs* a = AsWinogradAttrs(attrs)) {
    size_t dims = attrs->schema() == &Conv2DWinogradAttrs::Schema() ? 2 : 3;
    return {dims,          false,        a->channels, a->kernel_size, a->strides,
            a->padding,    a->dilation,  a->groups,   a->data_layout, a->kernel_layout,
            a->out_layout, a->out_dtype, nullptr};
  }
  if (const auto* a = As<DeformableConv2DAttrs>(attrs)) {
    return {2,           false,     a->channels,    a->kernel_size,   a->strides,    a->padding,
            a->dilation, a->groups, a->data_layout, a->kernel_layout, a->out_layout, a->out_dtype,
            nullptr};
  }
  const ConvTransposeAttrs* a = AsConvTransposeAttrs(attrs);
  PASSCOPE_CHECK(a);
  size_t dims = attrs->schema() == &Conv1DTransposeAttrs::Schema()   ? 1
                : attrs->schema() == &Conv2DTransposeAttrs::Schema() ? 2
                                                                     : 3;
  return {dims,          true,         a->channels,       a->kernel_size, a->strides,
          a->padding,    a->dilation,  a->groups,         a->data_layout, a->kernel_layout,
          a->out_layout, a->out_dtype, &a->output_padding};
}

// Reports padding of the wrong length, and groups that do not divide the channels.
bool CheckAttributes(TypeRelContext& context, const ConvView& conv) {
  auto bad = [&](const Message& problem) {
    Fail(context, DiagKind::kBadAttribute, -1, problem);
    return false;
  };
  if (!IsPadding(conv.padding, conv.dims)) {
    return bad(MSG(kPaddingNumberCount,
                   "padding is {padding}, but 1, {per_axis} or {per_side} numbers must be given",
                   IntsText(conv.padding), conv.dims, 2 * conv.dims));
  }
  if (conv.channels && *conv.channels % conv.groups) {
    Fail(context, DiagKind::kBadAttribute, -1,
         MSG(kConvGroupsIndivisible,
             "groups must divide channels, but groups is {groups} and channels is {channels}",
             conv.groups, *conv.channels));
    return false;
  }
  return true;
}

// The Winograd-like variants accept a weight of any shape.
enum class Weight { kChecked, kAny };

RelStatus ConvRelImpl(TypeRelContext& context, Weight weight_mode, size_t arg = 1) {
  PASSCOPE_TENSOR_ARG(data, 0);
  ConvView conv = ViewOf(context);
  if (!CheckAttributes(context, conv)) return RelStatus::kFailed;
  const char* canonical = kDataCanonical[conv.dims - 1];
  auto data_layout = ReadLayout(context, "data_layout", conv.data_layout, canonical);
  auto kernel_layout =
      data_layout
          ? ReadLayout(context, "kernel_layout", conv.kernel_layout,
                       (conv.transposed ? kKernelInputFirst : kKernelCanonical)[conv.dims - 1])
          : std::nullopt;
  if (!kernel_layout) return RelStatus::kFailed;
  auto out_layout = conv.out_layout.empty()
                        ? data_layout
                        : ReadLayout(context, "out_layout", conv.out_layout, canonical);
  if (!out_layout) return RelStatus::kFailed;
  std::optional<Shape> data_shape = ToCanonical(context, *data_layout, data->shape, 0);
  if (!data_shape) return RelStatus::kFailed;
  Dim in_channels = (*data_shape)[1];

  if (weight_mode == Weight::kAny && !(conv.kernel_size && conv.channels)) {
    return Fail(context, DiagKind::kMissingAttribute, -1,
                MSG(kConvKernelAttributesMissing,
                    "kernel_size and channels must be given, because the weight's shape does not "
                    "give them"));
  }
  const auto* deformable = As<DeformableConv2DAttrs>(context.call->attrs);
  // The weight in canonical order, as far as it is known.
  const TensorTypeNode* weight = nullptr;
  std::optional<Shape> weight_shape;
  if (weight_mode == Weight::kChecked) {
    weight = context.tensor(arg);
    if (!weight) {
      RelStatus status = context.NotTensor(arg);
      // In a grouped convolution the weight's shape tells whether the layout's I or O has the
      // multiplier. So it cannot be inferred.
      bool can_infer = conv.kernel_size && conv.channels &&
                       (conv.groups == 1 || conv.dims != 2 || conv.transposed || deformable);
      if (status == RelStatus::kFailed || !can_infer) return status;
    } else {
      weight_shape = ToCanonical(context, *kernel_layout, weight->shape, static_cast<int>(arg));
      if (!weight_shape) return RelStatus::kFailed;
    }
  }
  if (in_channels.is_const() && in_channels.value() % conv.groups != 0) {
    return Fail(
        context, DiagKind::kShapeMismatch, 0,
        MSG(kConvDataChannelsIndivisible,
            "the {channels} channels of the data (axis {axis} of layout {layout}) must be "
            "divisible by the {groups} groups",
            in_channels.value(), data_layout->src().IndexOf('C'), conv.data_layout, conv.groups));
  }

  // The required weight: O and I in canonical order, then the kernel.
  bool depthwise = conv.dims == 2 && !conv.transposed && !deformable && conv.groups > 1 &&
                   weight_shape && in_channels == Dim(conv.groups) &&
                   (*weight_shape)[0] == Dim(conv.groups);
  Shape wanted(conv.dims + 2, Dim::Any());
  size_t in_axis = conv.transposed ? 0 : 1;
  size_t out_axis = 1 - in_axis;
  wanted[in_axis] = conv.transposed ? in_channels : in_channels / conv.groups;
  if (conv.channels)
    wanted[out_axis] = conv.transposed ? *conv.channels / conv.groups : *conv.channels;
  if (depthwise && conv.channels) {
    wanted[0] = in_channels;
    wanted[1] = Dim(*conv.channels) / in_channels;
  } else if (depthwise) {
    wanted[1] = Dim::Any();
  }
  for (size_t i = 0; conv.kernel_size && i < conv.dims; ++i) wanted[2 + i] = (*conv.kernel_size)[i];
  if (weight_shape) {
    const Shape& actual = *weight_shape;
    if (!MayBeEqual(actual[in_axis], wanted[in_axis])) {
      std::string channels = in_channels.str(), expected = actual[in_axis].str();
      int axis = data_layout->src().IndexOf('C');
      return Fail(
          context, DiagKind::kShapeMismatch, static_cast<int>(arg),
          conv.groups > 1 && !conv.transposed
              ? MSG(kConvGroupedChannelsMismatch,
                    "the data has {channels} channels (axis {axis} of layout {layout}) in {groups} "
                    "groups of {size}, but the weight expects {expected}",
                    channels, axis, conv.data_layout, conv.groups, wanted[in_axis].str(), expected)
              : MSG(kConvDataChannelsMismatch,
                    "the data has {channels} channels (axis {axis} of layout {layout}), but the "
                    "weight expects {expected}",
                    channels, axis, conv.data_layout, expected));
    }
    if (!MayBeEqual(actual[out_axis], wanted[out_axis])) {
      std::string has = actual[out_axis].str(), shape = ShapeText(weight->shape);
      return Fail(context, DiagKind::kShapeMismatch, static_cast<int>(arg),
                  conv.groups > 1 ? MSG(kConvGroupedWeightMismatch,
                                        "channels is {channels} in {groups} groups, but the weight "
                                        "has {actual} (shape {shape} in layout {layout})",
                                        *conv.channels, conv.groups, has, shape, conv.kernel_layout)
                                  : MSG(kConvOutputChannelsMismatch,
                                        "channels is {channels}, but the weight has {actual} "
                                        "(shape {shape} in layout {layout})",
                                        *conv.channels, has, shape, conv.kernel_layout));
    }
    for (size_t i = 0; i < conv.dims; ++i) {
      if (MayBeEqual(actual[2 + i], wanted[2 + i])) continue;
      return Fail(context, DiagKind::kShapeMismatch, static_cast<int>(arg),
                  MSG(kConvKernelSizeMismatch,
                      "kernel_size is {kernel_size}, but the weight has the shape {shape} in "
                      "layout {layout}",
                      IntsText(*conv.kernel_size), ShapeText(weight->shape), conv.kernel_layout));
    }
  }
  // As in TVM, the attributes determine the type of the weight, even if the weight's type is known.
  if (weight_mode == Weight::kChecked && conv.kernel_size && conv.channels) {
    bool known = weight_shape == wanted;
    for (size_t i = 0; known && i < weight->rank(); ++i) known = !weight->shape[i].is_int64();
    // In TVM a size that is computed from an unknown size never equals the weight's. Here it may.
    Dim size = wanted[in_axis];
    bool computed =
        size.is_any() ? conv.groups > 1
                      : size.is_symbol() && size.symbol_kind() != 's' && size.symbol_kind() != 'v';
    if (weight_shape && computed) wanted[in_axis] = (*weight_shape)[in_axis];
    if (!known) {
      std::optional<Shape> shape = kernel_layout->BackwardShape(wanted);
      PASSCOPE_CHECK(shape);
      if (!AssignShape(context, arg, *shape, weight ? weight->dtype : data->dtype)) {
        return RelStatus::kFailed;
      }
    }
  }
  for (size_t i = 0; weight_shape && i < wanted.size(); ++i) {
    wanted[i] = MoreDefinite(wanted[i], (*weight_shape)[i]);
  }

  Shape result(conv.dims + 2);
  result[0] = (*data_shape)[0];
  // The weight of a transposed convolution has the output channels of one group.
  result[1] = conv.channels     ? Dim(*conv.channels)
              : conv.transposed ? wanted[1] * Dim(conv.groups)
              : depthwise       ? wanted[0] * wanted[1]
                                : wanted[0];
  for (size_t i = 0; i < conv.dims; ++i) {
    Dim size = (*data_shape)[2 + i];
    if (size.is_any() && !deformable) {
      result[2 + i] = size;
      continue;
    }
    size = AsOperand(size);
    Dim pad = TotalPadding(conv.padding, conv.dims, i);
    Dim kernel = WindowSpan(AsOperand(wanted[2 + i]), conv.dilation[i]);
    result[2 + i] = conv.transposed ? TransposedSize(size, kernel, pad, conv.strides[i]) +
                                          (*conv.output_padding)[i]
                                    : WindowCount(size + pad, kernel, conv.strides[i]);
    if (result[2 + i].is_const() && result[2 + i].value() < 0) {
      return Fail(context, DiagKind::kShapeMismatch, 0,
                  MSG(kConvKernelExceedsData,
                      "the kernel covers {kernel} elements of axis {axis}, which has only {size} "
                      "with its padding",
                      kernel.str(), canonical[2 + i], (size + pad).str()));
    }
  }
  if (deformable) {
    // Each element of the window has two offsets at each position of the result.
    Dim elements = AsOperand(wanted[2]) * AsOperand(wanted[3]);
    Shape offset = {result[0], AsSize(elements * deformable->deformable_groups * 2), result[2],
                    result[3]};
    if (!ExpectTensor(context, 1, *data_layout->BackwardShape(offset), data->dtype)) {
      return RelStatus::kFailed;
    }
  }
  std::optional<Shape> shape = out_layout->BackwardShape(result);
  PASSCOPE_CHECK(shape);
  return context.Return(
      TensorType(std::move(*shape), conv.out_dtype.is_void() ? data->dtype : conv.out_dtype));
}

}  // namespace

RelStatus ConvRel(TypeRelContext& context) { return ConvRelImpl(context, Weight::kChecked); }

namespace {

RelStatus DeformableConvRel(TypeRelContext& context) {
  return ConvRelImpl(context, Weight::kChecked, 2);
}
// The weight is in blocks and ignores kernel_layout. Its shape has no other meaning.
RelStatus ConvAnyWeightRel(TypeRelContext& context) {
  if (const TensorTypeNode* weight = context.tensor(1)) {
    constexpr size_t kBlocked = 6;
    std::optional<Layout> layout = Layout::Parse(ViewOf(context).kernel_layout);
    bool plain = layout && weight->rank() == layout->ndim();
    if (!plain && weight->rank() != kBlocked) {
      return Fail(context, DiagKind::kBadRank, 1,
                  MSG(kConvWeightRank, "the weight must have {rank} axes, not the shape {shape}",
                      kBlocked, ShapeText(weight->shape)));
    }
  } else if (context.NotTensor(1) == RelStatus::kFailed) {
    return RelStatus::kFailed;
  }
  return ConvRelImpl(context, Weight::kAny);
}

// The gradient of the weight. The attributes are those of the convolution. data_layout is the
// layout of the gradient, kernel_layout that of the data, and out_layout that of the weight.
RelStatus ConvBackwardWeightRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(grad, 0);
  PASSCOPE_TENSOR_ARG(data, 1);
  const auto& attrs = context.attrs<Conv2DAttrs>();
  if (!attrs.kernel_size) {
    return Fail(context, DiagKind::kMissingAttribute, -1,
                MSG(kAttributeRequired, "{attribute} must be given", "kernel_size"));
  }
  if (!CheckAttributes(context, ViewOf(context))) return RelStatus::kFailed;
  auto grad_layout = ReadLayout(context, "data_layout", attrs.data_layout, "NCHW");
  auto data_layout = grad_layout ? ReadLayout(context, "kernel_layout", attrs.kernel_layout, "NCHW")
                                 : std::nullopt;
  auto out_layout =
      data_layout ? ReadLayout(context, "out_layout", attrs.out_layout, "OIHW") : std::nullopt;
  if (!out_layout) return RelStatus::kFailed;
  auto grad_shape = ToCanonical(context, *grad_layout, grad->shape, 0);
  auto data_shape = grad_shape ? ToCanonical(context, *data_layout, data->shape, 1) : std::nullopt;
  if (!data_shape) return RelStatus::kFailed;
  Dim in = (*data_shape)[1];
  Dim out = (*grad_shape)[1];
  if (!in.is_const() || !out.is_const()) {
    return Fail(
        context, DiagKind::kShapeMismatch, 1,
        MSG(kConvChannelsUnknown, "the numbers of channels must be known, but are {in} and {out}",
            in.str(), out.str()));
  }
  Dim per_group = in / attrs.groups;
  if (in == out && in == Dim(attrs.groups) && attrs.channels) {
    per_group = Dim(*attrs.channels) / attrs.groups;
  }
  auto shape =
      out_layout->BackwardShape({out, per_group, (*attrs.kernel_size)[0], (*attrs.kernel_size)[1]});
  PASSCOPE_CHECK(shape);
  return context.Return(
      TensorType(std::move(*shape), attrs.out_dtype.is_void() ? grad->dtype : attrs.out_dtype));
}

// The weight in argument 0, which must have `rank` axes, for operators that transform it ahead of
// time.
const TensorTypeNode* WeightOfRank(TypeRelContext& context, size_t rank, RelStatus* status) {
  const TensorTypeNode* weight = context.tensor(0);
  if (!weight) {
    *status = context.NotTensor(0);
    return nullptr;
  }
  if (weight->rank() == rank) return weight;
  *status = Fail(context, DiagKind::kBadRank, 0,
                 MSG(kWinogradWeightRank, "takes a weight of {rank} axes, not of shape {shape}",
                     rank, ShapeText(weight->shape)));
  return nullptr;
}

// (O, I, H, W) -> (tile + H - 1, tile + W - 1, O, I). With three spatial axes, a depth of 3 to 7 is
// transformed, too. Otherwise the depth comes after the other two.
RelStatus WinogradWeightRel(TypeRelContext& context, size_t dims) {
  RelStatus status;
  const TensorTypeNode* weight = WeightOfRank(context, dims + 2, &status);
  if (!weight) return status;
  int64_t tile = context.attrs<ConvWinogradWeightTransformAttrs>().tile_size;
  auto transformed = [&](size_t axis) { return weight->shape[axis] + (tile - 1); };
  Dim depth = weight->shape[2];
  Shape shape;
  if (dims == 3 && depth.is_const() && depth.value() > 2 && depth.value() < 8) {
    shape = {transformed(2), transformed(3), transformed(4)};
  } else if (dims == 3) {
    shape = {transformed(3), transformed(4), depth};
  } else {
    shape = {transformed(2), transformed(3)};
  }
  shape.push_back(weight->shape[0]);
  shape.push_back(weight->shape[1]);
  return context.Return(TensorType(std::move(shape), weight->dtype));
}
RelStatus Conv2DWinogradWeightRel(TypeRelContext& context) { return WinogradWeightRel(context, 2); }
RelStatus Conv3DWinogradWeightRel(TypeRelContext& context) { return WinogradWeightRel(context, 3); }

// NNPACK transforms all kernels to 8x8.
RelStatus NnpackWeightRel(TypeRelContext& context) {
  RelStatus status;
  const TensorTypeNode* weight = WeightOfRank(context, 4, &status);
  if (!weight) return status;
  DataType dtype = context.attrs<Conv2DWinogradNNPACKWeightTransformAttrs>().out_dtype;
  return context.Return(TensorType({weight->shape[0], weight->shape[1], 8, 8},
                                   dtype.is_void() ? weight->dtype : dtype));
}

// Makes (H, W, I, O) a matrix (H * W * I, O) in transposed tiles: (O / rows, H * W * I / columns,
// rows, columns). Both quotients are rounded up.
RelStatus GemmWeightRel(TypeRelContext& context) {
  RelStatus status;
  const TensorTypeNode* weight = WeightOfRank(context, 4, &status);
  if (!weight) return status;
  const auto& attrs = context.attrs<ConvGemmWeightTransformAttrs>();
  auto tiles = [](Dim size, int64_t tile) {
    return size.is_const() ? (size + (tile - 1)) / tile : Dim::Any();
  };
  const Shape& shape = weight->shape;
  return context.Return(TensorType(
      {tiles(shape[3], attrs.tile_rows), tiles(shape[0] * shape[1] * shape[2], attrs.tile_cols),
       attrs.tile_rows, attrs.tile_cols},
      weight->dtype));
}

struct Row {
  const char* name;
  const AttrSchema& (*schema)();
  TypeRelation relation;
  int level;
  const char* doc;
  OpTraits traits = {};
};

constexpr Row kConvolutions[] = {
    {"nn.conv1d", Conv1DAttrs::Schema, ConvRel, 2, "A convolution over one spatial axis.",
     With(MixedPrecision::kAlways, PadFold::kZero)},
    {"nn.conv2d", Conv2DAttrs::Schema, ConvRel, 2, "A convolution over two spatial axes.",
     With(MixedPrecision::kAlways, ScaleFold::kConv, PadFold::kZero)},
    {"nn.conv3d", Conv3DAttrs::Schema, ConvRel, 2, "A convolution over three spatial axes.",
     With(MixedPrecision::kAlways, ScaleFold::kConv, PadFold::kZero)},
    {"nn.conv3d_transpose", Conv3DTransposeAttrs::Schema, ConvRel, 2,
     "The transpose of a convolution over three spatial axes.", With(MixedPrecision::kAlways)},
    {"nn.conv2d_transpose", Conv2DTransposeAttrs::Schema, ConvRel, 2,
     "The transpose of a convolution over two spatial axes.", With(MixedPrecision::kAlways)},
    {"nn.conv1d_transpose", Conv1DTransposeAttrs::Schema, ConvRel, 2,
     "The transpose of a convolution over one spatial axis.", With(MixedPrecision::kAlways)},
    {"nn.contrib_conv2d_NCHWc", Conv2DAttrs::Schema, ConvAnyWeightRel, 10,
     "A 2D convolution of data with blocked channels, with a weight in matching blocks."},
    {"nn.contrib_depthwise_conv2d_NCHWc", Conv2DAttrs::Schema, ConvRel, 10,
     "A depthwise 2D convolution of data with blocked channels."},
    {"nn.contrib_conv2d_gemm_without_weight_transform", Conv2DAttrs::Schema, ConvAnyWeightRel, 10,
     "A 2D convolution as a matrix product with a tiled weight."},
    {"nn.contrib_conv2d_winograd_without_weight_transform", Conv2DWinogradAttrs::Schema,
     ConvAnyWeightRel, 10, "A 2D convolution by Winograd's algorithm, with a transformed weight."},
    {"nn.contrib_conv3d_winograd_without_weight_transform", Conv3DWinogradAttrs::Schema,
     ConvAnyWeightRel, 10, "A 3D convolution by Winograd's algorithm, with a transformed weight."},
};

}  // namespace

void RegisterNNConvOps(OpRegistry& registry) {
  for (const Row& row : kConvolutions) {
    registry.Add({.name = row.name,
                  .doc = row.doc,
                  .args = {kDataArg, {"weight", "Tensor", "The kernel."}},
                  .schema = row.schema,
                  .relation = row.relation,
                  .pattern = OpPattern::kOutEWiseFusable,
                  .support_level = row.level,
                  .traits = row.traits});
  }
  registry.Add({.name = "nn.deformable_conv2d",
                .doc = "A 2D convolution with offsets that move the elements of the window "
                       "(deformable convolution).",
                .args = {kDataArg,
                         {"offset", "Tensor", "The offsets in y and x."},
                         {"weight", "Tensor", "The kernel."}},
                .schema = DeformableConv2DAttrs::Schema,
                .relation = DeformableConvRel,
                .pattern = OpPattern::kOutEWiseFusable,
                .support_level = 5});
  registry.Add({.name = "nn.conv2d_backward_weight",
                .doc = "The gradient of a 2D convolution with respect to its weight.",
                .args = {{"grad", "Tensor", "The gradient of the convolution's result."},
                         {"data", "Tensor", "The convolution's data."}},
                .schema = Conv2DAttrs::Schema,
                .relation = ConvBackwardWeightRel,
                .pattern = OpPattern::kOutEWiseFusable,
                .support_level = 2});
  constexpr OpPattern kFusable = OpPattern::kOutEWiseFusable;
  constexpr ArgDecl kKernel = {"weight", "Tensor", "The kernel."};
  const OpRow transforms[] = {
      {"nn.contrib_conv2d_gemm_weight_transform",
       ConvGemmWeightTransformAttrs::Schema,
       GemmWeightRel,
       kFusable,
       10,
       "The weight of a 2D convolution as a tiled matrix.",
       {kKernel}},
      {"nn.contrib_conv2d_winograd_weight_transform",
       ConvWinogradWeightTransformAttrs::Schema,
       Conv2DWinogradWeightRel,
       kFusable,
       10,
       "The weight of a 2D convolution transformed for Winograd's algorithm.",
       {kKernel}},
      {"nn.contrib_conv3d_winograd_weight_transform",
       ConvWinogradWeightTransformAttrs::Schema,
       Conv3DWinogradWeightRel,
       kFusable,
       10,
       "The weight of a 3D convolution transformed for Winograd's algorithm.",
       {kKernel}},
      {"nn.contrib_conv2d_winograd_nnpack_weight_transform",
       Conv2DWinogradNNPACKWeightTransformAttrs::Schema,
       NnpackWeightRel,
       OpPattern::kOpaque,
       10,
       "The weight of a 2D convolution transformed by NNPACK.",
       {kKernel}},
  };
  registry.Add(transforms);
}

}  // namespace passcope
