#include "pass/pass_limits.h"

#include <algorithm>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"

namespace passcope {

PassLimits::PassLimits(const IRModule& module)
    : module_(module),
      outer_nodes_(node_limit),
      outer_steps_(step_limit),
      work_(LimitsForData(LivingBytes(), kOperationsPerByteRun)) {
  node_limit = {kMinNodes, &NodesReached, this};
  step_limit = {kMinSteps, &StepsReached, this};
}

int64_t PassLimits::CountSize() const {
  // The walk takes steps, too.
  const StepLimit limit = std::exchange(step_limit, {});
  int64_t size = 0;
  for (const IRModuleNode::Item& item : module_->functions) {
    PostOrderVisit(item.function, [&](const ExprNode*) { ++size; });
  }
  step_limit = limit;
  return size;
}

void PassLimits::NodesReached(void* self) {
  auto* scope = static_cast<PassLimits*>(self);
  const int64_t size = scope->CountSize();
  const int64_t limit = std::max(kMinNodes, size * kNodesPerNode);
  if (!std::exchange(scope->nodes_raised_, true) && limit > kMinNodes) {
    node_limit.left = limit - kMinNodes;
    return;
  }
  throw DiagnosticError(
      DiagKind::kOverBudget,
      MSG(kPassNodesOverLimit,
          "the pass makes more than {limit} expressions and types from a program of {size} "
          "expressions; leave the pass out, or give it a smaller program",
          limit, size));
}

void PassLimits::StepsReached(void* self) {
  auto* scope = static_cast<PassLimits*>(self);
  const int64_t size = scope->CountSize();
  const int64_t limit = std::max(kMinSteps, size * kStepsPerNode);
  if (!std::exchange(scope->steps_raised_, true) && limit > kMinSteps) {
    step_limit.left = limit - kMinSteps;
    return;
  }
  throw DiagnosticError(
      DiagKind::kOverBudget,
      MSG(kPassStepsOverLimit,
          "the pass takes more than {limit} steps for a program of {size} expressions; leave "
          "the pass out, or give it a smaller program",
          limit, size));
}

}  // namespace passcope
