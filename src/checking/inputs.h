// Random inputs for running a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "runtime/value.h"

namespace passcope {

struct InputOptions {
  uint64_t seed = 0;
  // The size of dimensions that are not integers.
  int64_t dynamic_size = 1;
  // Every element is this number, converted to the data type and clamped to the range that the type
  // and the uses of the parameter allow.
  std::optional<double> constant;
};

// The allowed range of the elements of a parameter.
struct InputRange {
  double low, high;  // Reals in [low, high), integers in [low, high].
  bool nonzero = false;
};

// Makes a value for each parameter of a function of a typed module: a tensor or a tuple of tensors.
// Values are the same on every platform. They only depend on the seed, the parameter's name and its
// type, so they stay if other parameters are removed.
//
// Reals are in [-1, 1), integers in [-8, 8] or [0, 8]. The range is smaller if an operator needs it
// that the parameter reaches unchanged (through casts, operators that only move elements, lets and
// calls). Indices are within their axis, and divisors are not zero. Arguments of roots and
// logarithms and the variance of a batch_norm are positive, and so on.
//
// Throws DiagnosticError (kUnknownGlobal), or DiagnosticError (kEvaluation) for a parameter of
// another type.
std::vector<Value> MakeInputs(const IRModule& module, std::string_view function,
                              const InputOptions& options = {});

// The range of each parameter.
std::vector<InputRange> InputRanges(const IRModule& module, std::string_view function);

}  // namespace passcope
