// Limits what a pass of the engine makes and computes, so that a small program cannot take all
// memory or minutes.
#pragma once

#include "ir/module.h"
#include "ir/work_budget.h"
#include "support/node_memory.h"

namespace passcope {

// Counts the nodes (expressions, types and the like) that the engine makes in this thread while the
// scope lives. A pass may make kMinNodes, or kNodesPerNode for each expression of the module that
// it got. More is a DiagnosticError (kOverBudget). An inner scope has a count of its own. Nodes are
// counted, not their bytes, so results are the same on every machine. The scope also limits the
// values that the pass computes, by the arrays that live before it.
class PassLimits {
 public:
  // At most some hundred megabytes and some seconds in a native build.
  static constexpr int64_t kMinNodes = int64_t{1} << 22;
  static constexpr int64_t kNodesPerNode = 32;

  explicit PassLimits(const IRModule& module);
  ~PassLimits() { node_limit = outer_; }
  PassLimits(const PassLimits&) = delete;
  PassLimits& operator=(const PassLimits&) = delete;

 private:
  static void Reached(void* self);

  const IRModule& module_;
  const NodeLimit outer_;
  WorkScope work_;
  bool raised_ = false;  // To the limit that follows from the module's size.
};

}  // namespace passcope
