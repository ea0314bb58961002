// Constant folding.
#pragma once

#include "ir/expr.h"
#include "pass/pass.h"

namespace passcope {

// Evaluates what depends on constants only; quantised operators too if `fold_qnn`. `expr` should be
// typed; the result's new nodes are not.
Expr FoldConstants(const Expr& expr, bool fold_qnn);

namespace transform {
struct FoldConstantOptions {
  bool fold_qnn;
};
Pass FoldConstant(FoldConstantOptions options);
}  // namespace transform

}  // namespace passcope
