// The free variables of an expression.
#pragma once

#include <vector>

#include "ir/expr.h"

namespace passcope {

// The variables that `expr` uses and does not bind, each once, in order of first use, like TVM's
// relay.analysis.free_vars.
std::vector<Expr> FreeVars(const Expr& expr);

}  // namespace passcope
