// Constant folding.
#pragma once

#include <vector>

#include "analysis/effects.h"
#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "pass/pass.h"
#include "support/ptr_map.h"

namespace passcope {

// Nodes that are known to have nothing to fold. They live as long as this.
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
  bool fold_qnn = false;  // Quantised operators too.
  // The shape of what is no constant is one where its type tells it.
  bool fold_typed_shapes = true;
  // What is in it is not visited, and what turns out to have nothing to fold is added; may be null.
  FoldMemo* memo = nullptr;
};

// Evaluates what depends on constants only. `expr` should be typed; the result's new nodes are not.
// `effects` may be null: nothing in `expr` has any.
Expr FoldConstants(const Expr& expr, const FoldOptions& options, Effects* effects = nullptr);
inline Expr FoldConstants(const Expr& expr, bool fold_qnn) {
  return FoldConstants(expr, FoldOptions{.fold_qnn = fold_qnn});
}

// Whether a failed evaluation says that the call is to be left to the run: it cannot be computed
// here, or not within the limits. Anything else is the program's mistake.
bool IsLeftToTheRun(const DiagnosticError& error);

namespace transform {
struct FoldConstantOptions {
  bool fold_qnn;
};
Pass FoldConstant(FoldConstantOptions options);
}  // namespace transform

}  // namespace passcope
