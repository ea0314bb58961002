// The interpreter.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"
#include "ir/work_budget.h"
#include "runtime/value.h"

namespace passcope {

struct EvaluateOptions {
  // How many calls of the program's own functions may be in progress at once. More is a diagnostic
  // (kEvaluation), so a program that recurses for ever ends.
  int64_t max_depth = 100000;
  // Operations and bytes; more is a diagnostic (kOverBudget). Without a limit of its own an
  // evaluation ends after some minutes at most.
  WorkLimits limits = {.operations = int64_t{1} << 36};
};

// A variable and its value.
struct Binding {
  VarId var;
  Value value;
};

// Calls function `fn` of `module`.
//
// The module should be typed (run InferType first): kernels allocate their results by the checked
// types. A call whose type is missing or has dimensions that are not integers gets its concrete
// type from the operator's type relation and the actual arguments.
//
// A node is evaluated once per call of the function it stands in, however often it is used;
// branches of `if` only when they are taken. Intermediate values are freed after their last use.
// Neither the depth of the program nor that of its recursion touches the machine's stack.
//
// Throws DiagnosticError: kUnknownGlobal; kEvaluation for arguments that do not fit the parameters'
// types or for values that a program cannot be evaluated on; kUnsupported where a kernel is
// missing; kTensorTooLarge and kOverBudget.
Value Evaluate(const IRModule& module, std::string_view fn, std::span<const Value> args,
               const EvaluateOptions& options = {});

// Evaluates an expression whose free variables are bound by `env`. `module` may be null when no
// global function is called.
Value EvaluateExpr(const Expr& expr, std::span<const Binding> env = {},
                   const IRModule& module = nullptr, const EvaluateOptions& options = {});

}  // namespace passcope
