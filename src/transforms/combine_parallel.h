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

// An operator and the elementwise or broadcasting calls that follow it, each the only user of the
// one before.
using Branch = std::vector<const CallNode*>;

// The type of a tensor; null for that of anything else.
inline const TensorTypeNode* TensorOf(const ExprNode* expr) {
  return As<TensorTypeNode>(expr->checked_type());
}

class BindingPlaces;

class ParallelCombiner {
 public:
  ParallelCombiner(const char* op, int64_t min_num_branches)
      : op_(op), min_num_branches_(min_num_branches) {}
  virtual ~ParallelCombiner() = default;
  // `expr` must carry types. `effects` may be null: nothing in it has any. What is combined is
  // evaluated where the first of the calls was, so only calls are whose other arguments can be.
  Expr Combine(const Expr& expr, Effects* effects);

 protected:
  // Whether the operator may become part of a group at all.
  virtual bool IsSupported(const CallNode*) const { return true; }
  virtual bool CanCombine(const CallNode* a, const CallNode* b) const = 0;
  // One call for the first calls of all branches.
  virtual Expr CombinedOp(std::span<const Branch> branches) = 0;
  // Whether argument `index` of two calls at the same place of their branches can be combined.
  virtual bool ArgsFit(const CallNode* a, const CallNode* b, size_t index) const = 0;
  // Argument `index` of the combined call at `depth`, for an argument that is not the branch
  // itself.
  virtual Expr CombinedArg(std::span<const Branch> branches, size_t depth, size_t index,
                           size_t parent_index) = 0;
  // What replaces each branch's call at `depth`, from the combined result.
  virtual std::vector<Expr> Outputs(const Expr& combined, std::span<const Branch> branches,
                                    size_t depth) = 0;

 private:
  // Whether the arguments of `call`, but for the `parent`-th, can be used where `place` is
  // evaluated.
  bool ArgsAreBound(const CallNode* call, size_t parent, const CallNode* place) const;
  void CombineBranches(std::span<const Branch> branches,
                       std::vector<std::pair<const CallNode*, Expr>>* replaced);

  const char* const op_;
  const int64_t min_num_branches_;
  const BindingPlaces* places_ = nullptr;  // Null where nothing is bound inside.
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
