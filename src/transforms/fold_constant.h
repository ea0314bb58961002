// Constant folding.
#pragma once

#include "ir/expr.h"
#include "pass/pass.h"

namespace passcope {

// Evaluates what depends on constants only. `expr` should be typed; the result's new nodes are not.
Expr FoldConstants(const Expr& expr, bool fold_qnn = false);

namespace transform {
// `fold_qnn`: whether quantised operators are folded too.
Pass FoldConstant(bool fold_qnn = false);
}  // namespace transform

}  // namespace passcope
