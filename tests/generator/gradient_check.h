// Compares gradients with finite differences.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace passcope {

// The result of one comparison.
struct GradientCheck {
  double error = 0;  // Relative to the sum of all parts of the difference.
  // Why the gradient is wrong, with the program; nullopt if it is right.
  std::optional<std::string> finding;
};

// Differentiates a random call of `op` by FirstOrderGradient and HigherOrderGradient. Compares the
// derivative in a random direction with central differences, which the evaluator computes in
// float64; for some seeds, the call is in float32.
GradientCheck CheckGradient(std::string_view op, uint64_t seed);

}  // namespace passcope
