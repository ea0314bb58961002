// Operators that put tensors side by side: concatenate and stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "executor/scalar_value.h"
#include "ir/expr.h"

namespace passcope {

struct JoinCall {
  size_t axis;                              // Of the result.
  bool stack;                               // The axis is a new one.
  std::vector<std::vector<int64_t>> parts;  // The shapes of the parts, with the axis.
};
// Nullopt for other operators and data types, and for parts that do not fit.
std::optional<JoinCall> JoinOf(const CallNode* call, std::span<const ScalarValue> args,
                               const TensorTypeNode* out);

}  // namespace passcope
