// A network with its parameters.
#pragma once

#include <cstdint>
#include <string_view>

#include "ir/expr.h"
#include "ir/module.h"
#include "transforms/bind_params.h"

namespace passcope {

struct Workload {
  IRModule module;  // Typed, @main.
  ParamMap params;  // All parameters of @main but %data.
};

// As relay.testing's create_workload: the module of `function`, with inferred types, and values for
// its parameters by the rules of relay.testing.init: weights by Xavier (uniform, factor "avg",
// magnitude 3), gamma and var 1, beta, bias and mean 0. The random numbers are this engine's own,
// the same on every platform for a seed, and differ from NumPy's.
Workload CreateWorkload(const Expr& function, uint64_t seed);

// A value by those rules for one parameter.
NDArray InitialValue(std::string_view name, const TensorTypeNode& type, uint64_t seed);

// The layers of relay.testing.layers, for the models. Parameters are made from `name`.
namespace layers {
// Field 0 of nn.batch_norm.
Expr BatchNormInfer(Expr data, std::string_view name, int64_t axis, double epsilon,
                    bool scale = true);
struct Conv2DOptions {
  int64_t channels = 0;
  std::vector<int64_t> kernel_size;
  std::vector<int64_t> strides = {1, 1};
  std::vector<int64_t> padding = {0, 0};  // Of height and width, both sides alike.
  std::string data_layout = "NCHW";
  std::string kernel_layout = "OIHW";
};
Expr Conv2D(Expr data, std::string_view name, const Conv2DOptions& options);
// nn.dense and nn.bias_add along the last axis.
Expr DenseAddBias(Expr data, std::string_view name, int64_t units);
}  // namespace layers

}  // namespace passcope
