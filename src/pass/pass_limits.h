// Limits what a pass of the engine makes and computes, so that a small program cannot take all
// memory or minutes.
#pragma once

#include "ir/module.h"
#include "ir/work_budget.h"
#include "support/node_memory.h"
#include "support/steps.h"

namespace passcope {

// Counts the nodes (expressions, types and the like) that the engine makes in this thread while the
// scope lives. A pass may make kMinNodes, or kNodesPerNode for each expression of the module that
// it got. More is a DiagnosticError (kOverBudget). An inner scope has a count of its own. Nodes are
// counted, not their bytes, so results are the same on every machine. The scope also limits the
// values that the pass computes, by the arrays that live before it, and the steps of its walks over
// programs: kMinSteps, or kStepsPerNode for each expression.
class PassLimits {
 public:
  // At most some hundred megabytes and some seconds in a native build.
  static constexpr int64_t kMinNodes = int64_t{1} << 22;
  static constexpr int64_t kNodesPerNode = 32;
  static constexpr int64_t kMinSteps = int64_t{1} << 28;
  static constexpr int64_t kStepsPerNode = int64_t{1} << 13;

  explicit PassLimits(const IRModule& module);
  ~PassLimits() {
    node_limit = outer_nodes_;
    step_limit = outer_steps_;
  }
  PassLimits(const PassLimits&) = delete;
  PassLimits& operator=(const PassLimits&) = delete;

 private:
  static void NodesReached(void* self);
  static void StepsReached(void* self);
  // The number of expressions of the module.
  int64_t CountSize() const;

  const IRModule& module_;
  const NodeLimit outer_nodes_;
  const StepLimit outer_steps_;
  WorkScope work_;
  // The limits are those that follow from the module's size.
  bool nodes_raised_ = false, steps_raised_ = false;
};

}  // namespace passcope
