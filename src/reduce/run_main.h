// Running a program on given inputs: the one place that says with what.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "runtime/value.h"

namespace passcope {

// What a function of the module computes, tuples flattened. Infers types first. Throws as Evaluate
// (runtime/evaluator.h), and DiagnosticError (kEvaluation) for results that are no tensors.
std::vector<NDArray> RunFunction(const IRModule& module, std::string_view function,
                                 std::span<const Value> inputs);

// The module with all its types, without any instrument hearing of it.
IRModule Typed(const IRModule& module);

}  // namespace passcope
