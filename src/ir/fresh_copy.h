// Copies program fragments so that the copy binds its own variables.
#pragma once

#include "ir/expr.h"

namespace passcope {

// Copies `expr` with new variables for its bound variables, and with new nodes except for leaves
// such as free variables and constants. A fragment and its copy are then evaluated separately, and
// bind different variables. Nodes that are shared in `expr` are shared in the copy. Takes linear
// time.
Expr FreshCopy(const Expr& expr);

}  // namespace passcope
