// The layers that networks are made of, after relay.testing.layers: each makes the variables of its
// parameters, whose names begin with that of the layer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/expr.h"

namespace passcope::layers {

using Ints = std::vector<int64_t>;

// The axis of the channels in a layout such as NCHW.
int64_t ChannelAxis(std::string_view layout);
// The layout of a convolution's weight for that of its data: OIHW, OIDHW for channels in front;
// HWIO, DHWIO, and HWOI of a depthwise one, for channels at the end.
std::string KernelLayout(std::string_view layout, bool depthwise = false);

struct BatchNorm {
  int64_t axis = 1;
  double epsilon = 1e-5;
  bool scale = true;
};
// Field 0 of nn.batch_norm, with NAME_gamma, NAME_beta, NAME_moving_mean and NAME_moving_var.
Expr BatchNormInfer(Expr data, std::string_view name, const BatchNorm& options = {});

// A convolution over as many axes as the kernel has, two or three, with NAME_weight.
struct Convolution {
  int64_t channels = 0;
  Ints kernel_size;
  Ints strides = {};  // All 1 when it is empty.
  Ints padding = {};  // One size per axis, for both sides; all 0 when it is empty.
  std::string layout = "NCHW";
  int64_t groups = 1;
  Expr weight = nullptr;  // In place of NAME_weight.
};
Expr Conv(Expr data, std::string_view name, const Convolution& options);
// Over two axes; groups are not looked at.
Expr Conv2DTranspose(Expr data, std::string_view name, const Convolution& options,
                     const Ints& output_padding, std::string kernel_layout);

// Adds the vector NAME along an axis.
Expr BiasAdd(Expr data, std::string_view name, int64_t axis = 1);
// nn.dense with NAME_weight.
Expr Dense(Expr data, std::string_view name, int64_t units);
// The same with variables of one's own, and nn.bias_add along the last axis.
Expr DenseAddBias(Expr data, Expr weight, Expr bias, int64_t units);
// With NAME_weight and NAME_bias.
Expr DenseAddBias(Expr data, std::string_view name, int64_t units);

struct Pooling {
  int64_t size;
  int64_t stride;
  int64_t padding = 0;
  std::string layout = "NCHW";
};
Expr MaxPool2D(Expr data, const Pooling& options);
Expr AvgPool2D(Expr data, const Pooling& options, bool count_include_pad = false);
// Over two axes, or three of a layout with D.
Expr GlobalAvgPool(Expr data, const std::string& layout = "NCHW");

Expr Relu(Expr data);
Expr BatchFlatten(Expr data);
// Along the last axis.
Expr Softmax(Expr data);
Expr Dropout(Expr data, double rate);
Expr Reshape(Expr data, Ints newshape);
Expr Concatenate(std::span<const Expr> tensors, int64_t axis);

// The function of an expression's free variables, in order of first use.
Expr FunctionOf(const Expr& body);

}  // namespace passcope::layers
