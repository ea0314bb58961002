// Layers from relay.testing.layers.
#include "models/layers.h"

#include "ir/free_vars.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/op.h"

namespace passcope::layers {
namespace {

Expr VarOf(std::string_view name, const char* suffix) { return Var(std::string(name) + suffix); }

// The padding for both sides of each axis.
Ints Twice(Ints padding, size_t rank) {
  padding.resize(rank);
  padding.insert(padding.end(), padding.begin(), padding.begin() + static_cast<ptrdiff_t>(rank));
  return padding;
}

Ints OnesIfEmpty(const Ints& values, size_t rank) {
  return values.empty() ? Ints(rank, 1) : values;
}

void SetPool(PoolAttrs* attrs, const Pooling& options) {
  attrs->pool_size = {options.size, options.size};
  attrs->strides = {options.stride, options.stride};
  attrs->dilation = {1, 1};
  attrs->padding = Ints(4, options.padding);
  attrs->layout = options.layout;
}

}  // namespace

int64_t ChannelAxis(std::string_view layout) { return static_cast<int64_t>(layout.find('C')); }

std::string KernelLayout(std::string_view layout, bool depthwise) {
  std::string spatial = layout.size() == 5 ? "DHW" : "HW";
  if (ChannelAxis(layout) == 1) return "OI" + spatial;
  return spatial + (depthwise ? "OI" : "IO");
}

Expr BatchNormInfer(Expr data, std::string_view name, const BatchNorm& options) {
  auto* attrs = MakeAttrs<BatchNormAttrs>();
  attrs->axis = options.axis;
  attrs->epsilon = options.epsilon;
  attrs->scale = options.scale;
  return TupleGetItem(CallOp("nn.batch_norm",
                             {std::move(data), VarOf(name, "_gamma"), VarOf(name, "_beta"),
                              VarOf(name, "_moving_mean"), VarOf(name, "_moving_var")},
                             Attrs(attrs)),
                      0);
}

Expr Conv(Expr data, std::string_view name, const Convolution& options) {
  size_t rank = options.kernel_size.size();
  ConvAttrs* attrs;
  if (rank == 3) {
    attrs = MakeAttrs<Conv3DAttrs>();
  } else {
    attrs = MakeAttrs<Conv2DAttrs>();
  }
  attrs->strides = OnesIfEmpty(options.strides, rank);
  attrs->padding = Twice(options.padding, rank);
  attrs->dilation = Ints(rank, 1);
  attrs->groups = options.groups;
  attrs->channels = options.channels;
  attrs->kernel_size = options.kernel_size;
  attrs->data_layout = options.layout;
  attrs->kernel_layout = KernelLayout(options.layout, options.groups > 1);
  Expr weight = options.weight ? options.weight : VarOf(name, "_weight");
  return CallOp(rank == 3 ? "nn.conv3d" : "nn.conv2d", {std::move(data), std::move(weight)},
                Attrs(attrs));
}

Expr Conv2DTranspose(Expr data, std::string_view name, const Convolution& options,
                     const Ints& output_padding, std::string kernel_layout) {
  auto* attrs = MakeAttrs<Conv2DTransposeAttrs>();
  attrs->channels = options.channels;
  attrs->kernel_size = options.kernel_size;
  attrs->strides = OnesIfEmpty(options.strides, 2);
  attrs->output_padding = output_padding;
  attrs->padding = Twice(options.padding, 2);
  attrs->data_layout = options.layout;
  attrs->kernel_layout = std::move(kernel_layout);
  return CallOp("nn.conv2d_transpose", {std::move(data), VarOf(name, "_weight")}, Attrs(attrs));
}

Expr BiasAdd(Expr data, std::string_view name, int64_t axis) {
  auto* attrs = MakeAttrs<BiasAddAttrs>();
  attrs->axis = axis;
  return CallOp("nn.bias_add", {std::move(data), Var(name)}, Attrs(attrs));
}

Expr Dense(Expr data, std::string_view name, int64_t units) {
  auto* attrs = MakeAttrs<DenseAttrs>();
  attrs->units = units;
  return CallOp("nn.dense", {std::move(data), VarOf(name, "_weight")}, Attrs(attrs));
}

Expr DenseAddBias(Expr data, Expr weight, Expr bias, int64_t units) {
  auto* dense = MakeAttrs<DenseAttrs>();
  dense->units = units;
  auto* add = MakeAttrs<BiasAddAttrs>();
  add->axis = -1;
  return CallOp(
      "nn.bias_add",
      {CallOp("nn.dense", {std::move(data), std::move(weight)}, Attrs(dense)), std::move(bias)},
      Attrs(add));
}

Expr DenseAddBias(Expr data, std::string_view name, int64_t units) {
  return DenseAddBias(std::move(data), VarOf(name, "_weight"), VarOf(name, "_bias"), units);
}

Expr MaxPool2D(Expr data, const Pooling& options) {
  auto* attrs = MakeAttrs<MaxPool2DAttrs>();
  SetPool(attrs, options);
  return CallOp("nn.max_pool2d", {std::move(data)}, Attrs(attrs));
}

Expr AvgPool2D(Expr data, const Pooling& options, bool count_include_pad) {
  auto* attrs = MakeAttrs<AvgPool2DAttrs>();
  SetPool(attrs, options);
  attrs->count_include_pad = count_include_pad;
  return CallOp("nn.avg_pool2d", {std::move(data)}, Attrs(attrs));
}

Expr GlobalAvgPool(Expr data, const std::string& layout) {
  if (layout.size() == 5) {
    auto* attrs = MakeAttrs<AdaptivePool3DAttrs>();
    attrs->output_size = Ints(3, 1);
    attrs->layout = layout;
    return CallOp("nn.adaptive_avg_pool3d", {std::move(data)}, Attrs(attrs));
  }
  auto* attrs = MakeAttrs<GlobalPool2DAttrs>();
  attrs->layout = layout;
  return CallOp("nn.global_avg_pool2d", {std::move(data)}, Attrs(attrs));
}

Expr Relu(Expr data) { return CallOp("nn.relu", {std::move(data)}); }

Expr BatchFlatten(Expr data) { return CallOp("nn.batch_flatten", {std::move(data)}); }

Expr Softmax(Expr data) {
  auto* attrs = MakeAttrs<SoftmaxAttrs>();
  attrs->axis = -1;
  return CallOp("nn.softmax", {std::move(data)}, Attrs(attrs));
}

Expr Dropout(Expr data, double rate) {
  auto* attrs = MakeAttrs<DropoutAttrs>();
  attrs->rate = rate;
  return TupleGetItem(CallOp("nn.dropout", {std::move(data)}, Attrs(attrs)), 0);
}

Expr Reshape(Expr data, Ints newshape) {
  auto* attrs = MakeAttrs<ReshapeAttrs>();
  attrs->newshape = std::move(newshape);
  return CallOp("reshape", {std::move(data)}, Attrs(attrs));
}

Expr Concatenate(std::span<const Expr> tensors, int64_t axis) {
  auto* attrs = MakeAttrs<ConcatenateAttrs>();
  attrs->axis = axis;
  return CallOp("concatenate", {Tuple(tensors)}, Attrs(attrs));
}

Expr FunctionOf(const Expr& body) { return Function(FreeVars(body), body); }

}  // namespace passcope::layers
