// The interpreter.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"
#include "ir/work_budget.h"
#include "runtime/value.h"

namespace passcope {

struct EvaluateOptions {
  // The limit of nested calls of the program's functions. Deeper recursion is a diagnostic
  // (kEvaluation), so endless recursion stops.
  int64_t max_depth = 100000;
  // Allows Winograd's algorithms for convolutions.
  bool winograd = true;
  // The limit of operations and bytes. More is a diagnostic (kOverBudget). The default follows from
  // the bytes of the constants and arguments (LimitsForData). It ends an evaluation after some
  // minutes at most, and one without data after some seconds.
  std::optional<WorkLimits> limits;
};

// A variable and its value.
struct Binding {
  VarId var;
  Value value;
};

// Calls function `fn` of `module`.
//
// Run InferType first: kernels allocate their results by the checked types. If the type of a call
// is missing or has unknown dimensions, the operator's type relation gives it from the actual
// arguments.
//
// A node is evaluated once per call of the function around it. Branches of `if` are evaluated only
// if they are taken. Intermediate values are freed after their last use. Neither the depth of the
// program nor that of its recursion uses the machine's stack.
//
// Throws DiagnosticError: kUnknownGlobal; kEvaluation for arguments that do not fit the parameters'
// types or values on which the program fails; kUnsupported for a missing kernel; kTensorTooLarge;
// kOverBudget.
Value Evaluate(const IRModule& module, std::string_view fn, std::span<const Value> args,
               const EvaluateOptions& options = {});

// Evaluates an expression whose free variables are bound in `env`. `module` may be null if no
// global function is called.
Value EvaluateExpr(const Expr& expr, std::span<const Binding> env = {},
                   const IRModule& module = nullptr, const EvaluateOptions& options = {});

}  // namespace passcope
