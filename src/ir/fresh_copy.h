// A copy of a program fragment that shares no variables with the original.
#pragma once

#include "ir/expr.h"

namespace passcope {

// Copies `expr` with new variables for its bound variables, and with new nodes for all expressions
// that use or contain them. A fragment and its copy are then evaluated separately, and bind
// different variables. Free variables stay. Nodes that are shared in `expr` are shared in the copy.
// Takes linear time.
Expr FreshCopy(const Expr& expr);

}  // namespace passcope
