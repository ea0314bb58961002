// Random inputs on which a program can be run.
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
  // What stands for a dimension that is not an integer.
  int64_t dynamic_size = 1;
  // Every element is this number (converted to the data type), but where the uses of a parameter
  // do not allow it.
  std::optional<double> constant;
};

// The numbers that the elements of a parameter may be.
struct InputRange {
  double low, high;  // Reals in [low, high), integers in [low, high].
  bool nonzero = false;
};

// A value for each parameter of a function of a typed module: tensors, and tuples of such. The same
// on every platform; a parameter's values depend on the seed, its name and its type alone, so that
// they stay when other parameters are removed.
//
// Reals lie in [-1, 1), integers in [-8, 8] or [0, 8], and closer together where the program asks
// for it, as far as can be seen from the operators that a parameter reaches unchanged (by casts,
// operators that only move elements, lets and calls): what is taken as an index lies within the
// axis, what is divided by is not zero, the argument of a root or a logarithm and the variance of a
// batch_norm are positive, and so on.
//
// Throws DiagnosticError: kUnknownGlobal, kEvaluation for a parameter of another type.
std::vector<Value> MakeInputs(const IRModule& module, std::string_view function,
                              const InputOptions& options = {});

// The range of each parameter.
std::vector<InputRange> InputRanges(const IRModule& module, std::string_view function);

}  // namespace passcope
