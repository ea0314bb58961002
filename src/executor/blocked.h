// Operators on blocks of channels, in layouts such as NCHW4c. They run as the same operators on
// plain layouts. Layouts of values change by the order in which expressions read tensors
// (scalar_value.h). So tensors between two such operators remain plain in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "executor/scalar_value.h"
#include "ir/expr.h"
#include "op/layout.h"

namespace passcope {

// The value in another layout: splits axes into blocks, reorders them, and merges them. Nullopt if
// the layouts have other axes, or if sizes or factors do not divide each other.
std::optional<ScalarValue> ConvertLayout(ScalarPool& pool, const ScalarValue& value,
                                         const Layout& src, const Layout& dst);

// A call in plain layouts that computes the same as a call in blocks.
struct PlainCall {
  Expr call;  // Typed. Its arguments are variables.
  std::vector<ScalarValue> args;
  // The layouts of its result, and of the result in blocks. Undefined if they are the same.
  Layout plain, blocked;
};
// Nullopt if the call has no blocks, or if the plan must compute an argument before it can change
// its layout.
std::optional<PlainCall> PlainCallOf(ScalarPool& pool, const CallNode* call,
                                     std::span<const ScalarValue> args);

// A tensor that exists only as a view of another one, with its axes in another order.
struct ReorderedTensor {
  TensorId base = -1;
  std::vector<std::vector<int64_t>> axes;  // As in ScalarValue, …
  std::vector<int64_t> strides;            // … with the strides of all factors in `base`.
};

// The order of axes in which some leaf of the value is a whole tensor, row-major. Computed in this
// order, the value is in the order of that tensor. Nullopt if there is none, or if the value's own
// order is such an order. Only for values with blocks, which have at least five axes.
std::optional<std::vector<int64_t>> StorageOrder(const ScalarPool& pool, const ScalarValue& value,
                                                 const Plan& plan);
// The order that undoes `order`.
std::vector<int64_t> InverseOrder(std::span<const int64_t> order);
// The shape of a tensor with its axes in this order.
std::vector<int64_t> Reordered(std::span<const int64_t> shape, std::span<const int64_t> order);

// A constant tensor with the elements of a value that reads a constant in another order. The
// executor makes it when its first reader begins, so that only one is in memory twice. Nullopt for
// other values.
std::optional<ScalarValue> ReorderConstant(ScalarPool& pool, const ScalarValue& value, Plan* plan);

}  // namespace passcope
