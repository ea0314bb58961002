// Runs a program on given inputs, for all checks.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "runtime/value.h"

namespace passcope {

// The results of a function by the evaluator, which runs every program. Tuples are flattened.
// Infers types first. Throws like Evaluate (runtime/evaluator.h), and DiagnosticError (kEvaluation)
// for results that are not tensors.
std::vector<NDArray> RunFunction(const IRModule& module, std::string_view function,
                                 std::span<const Value> inputs);

// The same by the graph executor, which is much faster for large programs. Nullopt if the executor
// does not support the program or fails; the evaluator then reports the error.
std::optional<std::vector<NDArray>> RunByExecutor(const IRModule& module, std::string_view function,
                                                  std::span<const Value> inputs);

// The typed module. No instrument observes the inference.
IRModule Typed(const IRModule& module);

}  // namespace passcope
