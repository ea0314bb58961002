// Rules of the convolutions.
#include <algorithm>
#include <limits>

#include "op/attrs_nn.h"
#include "op/windows.h"
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"
#include "transforms/no_elements.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// The inputs are data, offset and kernel.
InferredLayouts DeformableConvLayout(const LayoutQuery& query) {
  Layout data = LayoutField(query.attrs, "data_layout");
  return {{data, data, LayoutField(query.attrs, "kernel_layout")},
          {ConvOutLayout(query.attrs)},
          query.attrs};
}

Gradients Conv2DGradient(const GradientSite& s) {
  const auto* attrs = As<Conv2DAttrs>(s.call->attrs);
  if (attrs->data_layout != "NCHW" || attrs->kernel_layout != "OIHW" ||
      (!attrs->out_layout.empty() && attrs->out_layout != "NCHW")) {
    s.Unsupported(MSG(kGradientConvLayouts,
                      "the gradient of '{operator}' supports only the layouts NCHW and OIHW",
                      s.op_name()));
  }
  for (int64_t step : attrs->dilation) {
    if (step != 1)
      s.Unsupported(MSG(kGradientDilatedConvolution,
                        "the gradient of '{operator}' supports only dilation 1, not {dilation}",
                        s.op_name(), step));
  }
  std::vector<int64_t> data = s.ShapeOf(s.x()), weight = s.ShapeOf(s.arg(1));
  // Each result is a sum of nothing, or there is none.
  for (const Expr& tensor : {s.x(), s.arg(1), s.result}) {
    if (HasNoElements(tensor->checked_type())) return {ZerosLike(s.x()), ZerosLike(s.arg(1))};
  }
  // The type relation allows such a result, but nothing can compute it.
  if (weight[0] % std::max<int64_t>(attrs->groups, 1) != 0) {
    s.Unsupported(MSG(kGradientConvChannelsIndivisible,
                      "the gradient of '{operator}' requires the output channels ({channels}) to "
                      "be divisible by the groups ({groups})",
                      s.op_name(), weight[0], attrs->groups));
  }
  std::vector<int64_t> result = s.ShapeOf(s.result), pad = FullPadding(attrs->padding, 2);
  std::vector<int64_t> output_padding;
  for (size_t i = 0; i < 2; ++i) {
    output_padding.push_back(data[i + 2] - TransposedSize(result[i + 2], weight[i + 2],
                                                          pad[i] + pad[i + 2], attrs->strides[i]));
  }
  DataType dtype = attrs->out_dtype.is_void() ? s.TypeOf(s.x())->dtype : attrs->out_dtype;
  AttrValue channels;
  if (attrs->channels) channels = *attrs->channels;
  AttrValue strides = AttrValue::Ints(attrs->strides), padding = AttrValue::Ints(pad),
            dilation = AttrValue::Ints(attrs->dilation);
  // TVM's form of a depthwise convolution: the second axis has the results of each channel.
  const bool depthwise = weight[0] != result[1];
  Expr by_result = depthwise ? MakeReshape(s.arg(1), {result[1], 1, 0, 0}) : s.arg(1);
  Expr of_data = MakeOp("nn.conv2d_transpose", {s.grad, by_result},
                        {{"strides", strides},
                         {"padding", padding},
                         {"dilation", dilation},
                         {"groups", attrs->groups},
                         {"channels", AttrValue()},
                         {"kernel_size", AttrValue()},
                         {"output_padding", AttrValue::Ints(output_padding)},
                         {"kernel_layout", "IOHW"},
                         {"out_dtype", dtype}});
  Expr of_weight = MakeOp("nn.conv2d_backward_weight", {s.grad, s.x()},
                          {{"strides", strides},
                           {"padding", padding},
                           {"dilation", dilation},
                           {"groups", attrs->groups},
                           {"channels", channels},
                           {"kernel_size", AttrValue::Ints({weight[2], weight[3]})},
                           {"data_layout", "NCHW"},
                           {"kernel_layout", "NCHW"},
                           {"out_layout", "OIHW"},
                           {"out_dtype", dtype}});
  if (depthwise) of_weight = MakeOp("reshape_like", {of_weight, s.arg(1)}, {});
  return {of_data, of_weight};
}

constexpr GradientRow kNnConvGradients[] = {
    {"nn.conv2d", Conv2DGradient},
};

// The block size if `layout` is `prefix`, a block size and `block`; otherwise 0.
int64_t BlockAfter(std::string_view layout, std::string_view prefix, char block) {
  if (layout.substr(0, prefix.size()) != prefix) return 0;
  int64_t size = 0;
  for (char c : layout.substr(prefix.size())) {
    if (c == block) return size;
    if (c < '0' || c > '9') return 0;
    size = size * 10 + (c - '0');
  }
  return 0;
}

// Sets `channels` and `kernel_size` from the weight if they are missing.
Attrs WithWeightSizes(const LayoutConversion& c, Attrs attrs) {
  auto bijection = BijectiveLayout::Make(
      Layout::Parse(StringField(attrs, "kernel_layout")).value_or(Layout()), Layout::Of("OIHW"));
  const TensorTypeNode* weight = c.tensor(1);
  std::optional<Shape> oihw;
  if (bijection && weight) oihw = bijection->ForwardShape(weight->shape);
  if (!oihw) return attrs;
  if ((*oihw)[0].is_const() && attrs->Get("channels").is_null()) {
    attrs = WithField(attrs, "channels", (*oihw)[0].value());
  }
  if ((*oihw)[2].is_const() && (*oihw)[3].is_const() && attrs->Get("kernel_size").is_null()) {
    attrs =
        WithField(attrs, "kernel_size", AttrValue::Ints({(*oihw)[2].value(), (*oihw)[3].value()}));
  }
  return attrs;
}

constexpr DefaultKernel kConv2D[] = {{"NCHW", "OIHW"}, {"NHWC", "HWIO", "HWOI"}, {"HWNC", "HWOI"}};

constexpr DefaultKernel kConv3D[] = {{"NCDHW", "OIDHW"}, {"NDHWC", "DHWIO"}};

constexpr DefaultKernel kDeformable[] = {{"NCHW", "OIHW"}, {"NHWC", "HWIO"}};

Expr ConvertConv2D(const LayoutConversion& c) {
  CheckCount(c, 2);
  Attrs attrs = WithFullPadding(c.attrs, 2);
  int64_t block = BlockAfter(c.desired[0], "NCHW", 'c');
  if (block == 0) return ConvertedCall(c, WithDesiredLayouts(c, attrs, kConv2D));

  // Channels in blocks need another operator. A program input whose channels do not divide into
  // blocks stays unchanged.
  if (c.desired[1] == "default") {
    FailConversion(c, MSG(kBlockedKernelLayoutDefaultMissing,
                          "blocked channels have no default kernel layout: give one"));
  }
  if (HasNoElements(c.call->arg(1)->checked_type())) return ConvertedCall(c, attrs);
  if (const auto* var = As<VarNode>(c.args[0])) {
    const auto* type = As<TensorTypeNode>(var->checked_type());
    if (type && type->rank() > 1 && type->shape[1].is_const() &&
        type->shape[1].value() % block != 0) {
      return ConvertedCall(c, attrs);
    }
  }
  return Call(GetOp("nn.contrib_conv2d_NCHWc"), c.args,
              WithLayouts(WithWeightSizes(c, attrs), c.desired[0], c.desired[1]));
}

Expr ConvertConv3D(const LayoutConversion& c) {
  return ConvertedCall(c, WithDesiredLayouts(c, WithFullPadding(c.attrs, 3), kConv3D));
}

Expr ConvertDeformableConv2D(const LayoutConversion& c) {
  return ConvertedCall(c, WithDesiredLayouts(c, WithFullPadding(c.attrs, 2), kDeformable));
}

// Its inputs are a gradient and data, and its result is a kernel. `data_layout` is the gradient's
// layout, `kernel_layout` the data's, and `out_layout` the kernel's.
Expr ConvertConv2DBackwardWeight(const LayoutConversion& c) {
  CheckCount(c, 2);
  Attrs attrs = WithLayouts(WithFullPadding(c.attrs, 2), c.desired[0], c.desired[0]);
  return ConvertedCall(c, WithField(attrs, "out_layout", c.desired[1]));
}

// The gradient of a convolution's weight, as a convolution. Its kernel is the gradient of the
// result, with one group for each image and channel. Null if a shape is unknown. Also null for
// sizes of 0, and for sizes beyond 31 bits, whose products could exceed 63 bits.
Expr LegalizeConv2DBackwardWeight(const CallNode* call, std::span<const Expr> args) {
  const ConvAttrs* attrs = AsConvAttrs(call->attrs);
  auto grad = StaticShape(call->arg(0)->checked_type());
  auto data = StaticShape(call->arg(1)->checked_type());
  auto weight = StaticShape(call->checked_type());
  if (!attrs || !grad || !data || !weight || grad->size() != 4 || data->size() != 4 ||
      weight->size() != 4 || attrs->groups < 1 || !IsPadding(attrs->padding, 2)) {
    return nullptr;
  }
  auto is_odd = [](int64_t size) {
    return size == 0 || size > std::numeric_limits<int32_t>::max();
  };
  for (const std::vector<int64_t>* sizes : {&*grad, &*data, &*weight}) {
    if (std::any_of(sizes->begin(), sizes->end(), is_odd)) return nullptr;
  }
  std::vector<int64_t> pad = FullPadding(attrs->padding, 2);
  int64_t batch = (*data)[0], in_channels = (*data)[1], out_channels = (*grad)[1];
  int64_t per_group = in_channels / attrs->groups;
  Expr kernel = MakeOp("tile", {args[0]}, {{"reps", AttrValue::Ints({1, per_group, 1, 1})}});
  kernel = MakeReshape(kernel, {-1, 1, 0, 0});
  Expr images = args[1];
  if (attrs->groups > 1 && per_group > 1) {
    // The kernel's channels have the places within a group first, and so have the images'.
    images = MakeReshapeTo(images, {batch, attrs->groups, per_group, (*data)[2], (*data)[3]});
    images = MakeTranspose(images, {0, 2, 1, 3, 4});
    images = MakeReshape(images, {1, -1, (*data)[2], (*data)[3]});
  } else {
    images = MakeReshape(images, {1, -1, 0, 0});
  }
  Expr conv = MakeOp("nn.conv2d", {images, kernel},
                     {{"strides", AttrValue::Ints(attrs->dilation)},
                      {"padding", AttrValue::Ints(pad)},
                      {"dilation", AttrValue::Ints(attrs->strides)},
                      {"groups", in_channels * batch},
                      {"out_dtype", attrs->out_dtype}});
  int64_t size[2];
  for (size_t i = 0; i < 2; ++i) {
    size[i] = WindowCount((*data)[i + 2] + pad[i] + pad[i + 2],
                          WindowSpan((*grad)[i + 2], attrs->strides[i]), attrs->dilation[i]);
    if (size[i] < (*weight)[i + 2]) return nullptr;
  }
  Expr result = MakeReshapeTo(conv, {batch, per_group, out_channels, size[0], size[1]});
  result = MakeReduce("sum", result, std::vector<int64_t>{0}, false);
  result = MakeTranspose(result, {1, 0, 2, 3});
  if (size[0] > (*weight)[2] || size[1] > (*weight)[3]) {
    result =
        MakeOp("strided_slice", {result},
               {{"begin", AttrValue::Ints({0, 0, 0, 0})},
                {"end", AttrValue::Ints({out_channels, per_group, (*weight)[2], (*weight)[3]})},
                {"strides", AttrValue::Ints({1})}});
  }
  return result;
}

// `data` with its axes in the order of another layout; null if the layouts differ in more than
// order.
Expr Reordered(const Expr& data, std::string_view layout, std::string_view target) {
  if (layout == target) return data;
  std::vector<int64_t> axes;
  for (char axis : target) {
    size_t at = layout.find(axis);
    if (at == layout.npos) return nullptr;
    axes.push_back(static_cast<int64_t>(at));
  }
  return layout.size() == target.size() ? MakeTranspose(data, std::move(axes)) : nullptr;
}

// Transposed convolutions need kernels in IOHW and data in NCHW.
Expr LegalizeConv2DTranspose(const CallNode* call, std::span<const Expr> args) {
  const auto* attrs = As<Conv2DTransposeAttrs>(call->attrs);
  bool nhwc = attrs && attrs->data_layout == "NHWC";
  if (!attrs || (!nhwc && attrs->data_layout != "NCHW")) return nullptr;
  Expr kernel = Reordered(args[1], attrs->kernel_layout, "IOHW");
  if (!kernel) return nullptr;
  Attrs new_attrs = WithLayouts(WithFullPadding(call->attrs, 2), "NCHW", "IOHW");
  if (!nhwc) return Call(call->op(), {args[0], kernel}, new_attrs);
  Expr result = Call(call->op(), {MakeTranspose(args[0], {0, 3, 1, 2}), kernel}, new_attrs);
  return MakeTranspose(result, {0, 2, 3, 1});
}

// The same in three dimensions. The kernel's layout is written with inputs and outputs exchanged.
Expr LegalizeConv3DTranspose(const CallNode* call, std::span<const Expr> args) {
  const auto* attrs = As<Conv3DTransposeAttrs>(call->attrs);
  if (!attrs || attrs->data_layout != "NDHWC") return nullptr;
  const std::string& layout = attrs->kernel_layout;
  bool known = layout == "DHWIO" || layout == "DHWOI" || layout == "IODHW" || layout == "OIDHW";
  Expr kernel = known ? Reordered(args[1], layout, "OIDHW") : nullptr;
  if (!kernel) return nullptr;
  Attrs new_attrs = WithLayouts(WithFullPadding(call->attrs, 3), "NCDHW", "OIDHW");
  Expr result = Call(call->op(), {MakeTranspose(args[0], {0, 4, 1, 2, 3}), kernel}, new_attrs);
  return MakeTranspose(result, {0, 2, 3, 4, 1});
}

}  // namespace

void RegisterNNConvRules(RuleTables& rules) {
  for (const char* op :
       {"nn.contrib_conv2d_NCHWc", "nn.contrib_depthwise_conv2d_NCHWc",
        "nn.contrib_conv2d_gemm_without_weight_transform",
        "nn.contrib_conv2d_winograd_without_weight_transform",
        "nn.contrib_conv3d_winograd_without_weight_transform", "nn.conv1d", "nn.conv2d",
        "nn.conv2d_backward_weight", "nn.conv2d_transpose", "nn.conv3d", "nn.conv3d_transpose"}) {
    rules.infer_layout.Add(op, ConvLayout);
  }
  rules.infer_layout.Add("nn.deformable_conv2d", DeformableConvLayout);
  AddGradients(rules, kNnConvGradients);
  rules.convert_layout.Add("nn.conv2d", ConvertConv2D);
  rules.convert_layout.Add("nn.conv2d_backward_weight", ConvertConv2DBackwardWeight);
  rules.convert_layout.Add("nn.conv2d_transpose", ConvertConv2DTranspose);
  rules.convert_layout.Add("nn.conv3d", ConvertConv3D);
  rules.convert_layout.Add("nn.deformable_conv2d", ConvertDeformableConv2D);
  rules.legalize.Add("nn.conv2d_backward_weight", LegalizeConv2DBackwardWeight);
  rules.legalize.Add("nn.conv2d_transpose", LegalizeConv2DTranspose);
  rules.legalize.Add("nn.conv3d_transpose", LegalizeConv3DTranspose);
}

}  // namespace passcope
