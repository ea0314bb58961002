// The free variables of an expression.
#pragma once

#include <vector>

#include "ir/expr.h"

namespace passcope {

// The variables that `expr` uses and does not bind, in order of first use, as TVM's
// relay.analysis.free_vars. Each once.
std::vector<Expr> FreeVars(const Expr& expr);

}  // namespace passcope
