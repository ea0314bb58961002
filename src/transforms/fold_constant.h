// Constant folding.
#pragma once

#include <vector>

#include "analysis/effects.h"
#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/work_budget.h"
#include "pass/pass.h"
#include "support/ptr_map.h"

namespace passcope {

// Nodes that are known to have nothing to fold. The memo keeps them alive.
class FoldMemo {
 public:
  bool Contains(const ExprNode* node) const { return nodes_.Contains(node); }
  void Add(const ExprNode* node) {
    if (nodes_.Insert(node)) keep_.emplace_back(node);
  }

 private:
  PtrSet nodes_;
  std::vector<Expr> keep_;
};

struct FoldOptions {
  bool fold_qnn = false;  // Fold quantized operators too.
  // Folds the shape of a non-constant tensor if its type says it.
  bool fold_typed_shapes = true;
  // Folding skips the nodes in it, and adds nodes that have nothing to fold. May be null.
  FoldMemo* memo = nullptr;
};

// Evaluates expressions that depend only on constants. Pass a typed `expr`; new nodes of the result
// are untyped. A null `effects` means that nothing in `expr` has effects.
Expr FoldConstants(const Expr& expr, const FoldOptions& options, Effects* effects = nullptr);
inline Expr FoldConstants(const Expr& expr, bool fold_qnn) {
  return FoldConstants(expr, FoldOptions{.fold_qnn = fold_qnn});
}

// The limits for all that a pass computes from the constants of a module.
WorkLimits FoldLimits(const IRModule& module);

// True if the call must be left to the run after this error, since it cannot be computed here or
// exceeds the limits. Other errors are mistakes in the program.
bool IsLeftToTheRun(const DiagnosticError& error);

namespace transform {
struct FoldConstantOptions {
  bool fold_qnn;
};
Pass FoldConstant(FoldConstantOptions options);
}  // namespace transform

}  // namespace passcope
