// Running a program on given inputs: the one place that says with what.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "runtime/value.h"

namespace passcope {

// What a function of the module computes by the evaluator, which runs every program, tuples
// flattened. Infers types first. Throws as Evaluate
// (runtime/evaluator.h), and DiagnosticError (kEvaluation) for results that are no tensors.
std::vector<NDArray> RunFunction(const IRModule& module, std::string_view function,
                                 std::span<const Value> inputs);

// The same by the graph executor, which takes a fraction of the time for a program that is large.
// Nullopt for what it does not run or where it fails: the evaluator then says what is wrong.
std::optional<std::vector<NDArray>> RunByExecutor(const IRModule& module, std::string_view function,
                                                  std::span<const Value> inputs);

// The module with all its types, without any instrument hearing of it.
IRModule Typed(const IRModule& module);

}  // namespace passcope
