// The limits of an evaluation that follow from the size of its data.
#pragma once

#include <cstdint>
#include <span>

#include "ir/module.h"
#include "ir/work_budget.h"
#include "runtime/evaluator.h"

namespace passcope {

// The bytes of all constants of a module.
int64_t ConstantBytes(const IRModule& module);

// The default limits of evaluating a function of a module, or an expression.
WorkLimits LimitsOfRun(const IRModule& module, std::span<const Value> args);
WorkLimits LimitsOfRun(const Expr& expr, std::span<const Binding> env, const IRModule& module);

}  // namespace passcope
