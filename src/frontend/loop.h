// Loops as a function that calls itself, as TVM's frontends write them
// (python/tvm/relay/loops.py).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "ir/expr.h"

namespace passcope::frontend {

// `let %while_loop = fn (vars…) { if (condition) { %while_loop(body…) } else { (vars…) } };
// %while_loop(initial…)`: a tuple of the last values. `vars` are typed variables that name the
// variables of the loop. `condition` and `body` get the loop's own variables. `body` returns one
// value for each.
Expr WhileLoop(std::span<const Expr> vars, std::span<const Expr> initial,
               const std::function<Expr(std::span<const Expr>)>& condition,
               const std::function<std::vector<Expr>(std::span<const Expr>)>& body);

}  // namespace passcope::frontend
