// Variables and operators of an expression.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// The variables that `expr` uses and does not bind, in order of first use, as TVM's
// relay.analysis.free_vars. Each once.
std::vector<Expr> FreeVars(const Expr& expr);

// How often each operator is called in `expr` (every shared call counts once).
std::map<std::string, int64_t> CountOps(const Expr& expr);
// The sum over all functions of the module.
std::map<std::string, int64_t> CountOps(const IRModule& module);

}  // namespace passcope
