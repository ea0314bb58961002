// The layers of networks, from relay.testing.layers. Each makes the variables of its parameters,
// whose names begin with the layer's name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/expr.h"

namespace passcope::layers {

using Ints = std::vector<int64_t>;

// The index of the channels' axis in a layout such as NCHW.
int64_t ChannelAxis(std::string_view layout);
// The layout of a convolution's weight for the layout of its data. With channels first: OIHW,
// OIDHW. With channels last: HWIO, DHWIO, and HWOI for a depthwise convolution.
std::string KernelLayout(std::string_view layout, bool depthwise = false);

struct BatchNorm {
  int64_t axis = 1;
  double epsilon = 1e-5;
  bool scale = true;
};
// Field 0 of nn.batch_norm, with NAME_gamma, NAME_beta, NAME_moving_mean and NAME_moving_var.
Expr BatchNormInfer(Expr data, std::string_view name, const BatchNorm& options = {});

// A convolution with NAME_weight, over the axes of the kernel: two or three.
struct Convolution {
  int64_t channels = 0;
  Ints kernel_size;
  Ints strides = {};  // All 1 if empty.
  Ints padding = {};  // One size per axis, for both sides; all 0 if empty.
  std::string layout = "NCHW";
  int64_t groups = 1;
  Expr weight = nullptr;  // Replaces NAME_weight.
};
Expr Conv(Expr data, std::string_view name, const Convolution& options);
// Over two axes; ignores `groups`.
Expr Conv2DTranspose(Expr data, std::string_view name, const Convolution& options,
                     const Ints& output_padding, std::string kernel_layout);

// Adds the vector NAME along an axis.
Expr BiasAdd(Expr data, std::string_view name, int64_t axis = 1);
// nn.dense with NAME_weight.
Expr Dense(Expr data, std::string_view name, int64_t units);
// The same with the given variables, and nn.bias_add along the last axis.
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
// Over two axes, or over three if the layout has a D.
Expr GlobalAvgPool(Expr data, const std::string& layout = "NCHW");

Expr Relu(Expr data);
Expr BatchFlatten(Expr data);
// Along the last axis.
Expr Softmax(Expr data);
Expr Dropout(Expr data, double rate);
Expr Reshape(Expr data, Ints newshape);
Expr Concatenate(std::span<const Expr> tensors, int64_t axis);

// A function over the free variables of an expression, in order of first use.
Expr FunctionOf(const Expr& body);

}  // namespace passcope::layers
