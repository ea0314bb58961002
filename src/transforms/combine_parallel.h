// Combining operators that read the same input: what CombineParallelConv2D, CombineParallelDense
// and CombineParallelBatchMatmul share.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analysis/effects.h"
#include "ir/expr.h"
#include "pass/pass.h"

namespace passcope {

// A call of the operator and the elementwise or broadcasting calls that follow it. Each is the only
// user of the previous one.
using Branch = std::vector<const CallNode*>;

// The type of a tensor; null if the expression has another type.
inline const TensorTypeNode* TensorOf(const ExprNode* expr) {
  return As<TensorTypeNode>(expr->checked_type());
}

// True if the auto-scheduler has changed the layout of the weight of a product.
bool HasRewrittenWeight(const Attrs& attrs);

class BindingPlaces;

class ParallelCombiner {
 public:
  ParallelCombiner(const char* op, int64_t min_num_branches)
      : op_(op), min_num_branches_(min_num_branches) {}
  virtual ~ParallelCombiner() = default;
  // `expr` must be typed. A null `effects` means that nothing in it has effects. The combined call
  // is evaluated at the first of the calls, so a call is only combined if its other arguments are
  // available there.
  Expr Combine(const Expr& expr, Effects* effects);

 protected:
  // True if the operator can become part of a group.
  virtual bool IsSupported(const CallNode*) const { return true; }
  virtual bool CanCombine(const CallNode* a, const CallNode* b) const = 0;
  // The combined call of the first calls of all branches. Sets `axis_`.
  virtual Expr CombinedOp(std::span<const Branch> branches) = 0;
  // Argument `index` of the combined call at `depth`. The argument is not the branch itself.
  virtual Expr CombinedArg(std::span<const Branch> branches, size_t depth, size_t index,
                           size_t parent_index) = 0;
  // The replacements of each branch's call at `depth`, from the combined result.
  virtual std::vector<Expr> Outputs(const Expr& combined, std::span<const Branch> branches,
                                    size_t depth) = 0;

  // The axis along which the branches' values are combined, counted from the end (1 is the last).
  // 0 if they are stacked along a new axis in front.
  size_t axis_ = 0;
  // True if arguments that broadcast along the axis are repeated.
  bool repeats_ = false;

 private:
  // True if the arguments of `call`, without the `parent`-th, can be used where `place` is
  // evaluated.
  bool ArgsAreBound(const CallNode* call, size_t parent, const CallNode* place) const;
  // True if the combined value can stand for argument `parent` of `call`, with `axis_` as the axis,
  // and the other arguments can be combined, too.
  bool CanFollow(const CallNode* call, size_t parent) const;
  // True if argument `index` of two calls can be combined: the types agree apart from the axis.
  bool ArgsAgree(const CallNode* a, const CallNode* b, size_t index) const;
  void CombineBranches(std::span<const Branch> branches,
                       std::vector<std::pair<const CallNode*, Expr>>* replaced);

  const char* const op_;
  const int64_t min_num_branches_;
  const BindingPlaces* places_ = nullptr;  // Null if nothing is bound inside.
};

namespace transform {
struct CombineParallelOptions {
  int64_t min_num_branches;
};
struct CombineParallelDenseOptions {
  int64_t min_num_branches;
  bool to_batch;
};
Pass CombineParallelBatchMatmul(CombineParallelOptions options);
Pass CombineParallelConv2D(CombineParallelOptions options);
Pass CombineParallelDense(CombineParallelDenseOptions options);
}  // namespace transform

}  // namespace passcope
