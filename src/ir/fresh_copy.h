// A copy of a program fragment that shares nothing with it that could be told apart.
#pragma once

#include "ir/expr.h"

namespace passcope {

// `expr` with new variables for those that are bound in it, and with new nodes wherever one is
// bound, called or referred to: what stands twice in a program is then evaluated twice and binds
// two variables. Free variables stay, and nodes that are shared in it are shared in the copy.
// Linear.
Expr FreshCopy(const Expr& expr);

}  // namespace passcope
