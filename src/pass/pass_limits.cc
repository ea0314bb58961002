#include "pass/pass_limits.h"

#include <algorithm>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"

namespace passcope {

PassLimits::PassLimits(const IRModule& module)
    : module_(module),
      outer_(node_limit),
      work_(LimitsForData(LivingBytes(), kOperationsPerByteRun)) {
  node_limit = {kMinNodes, &Reached, this};
}

void PassLimits::Reached(void* self) {
  auto* scope = static_cast<PassLimits*>(self);
  int64_t size = 0;
  for (const IRModuleNode::Item& item : scope->module_->functions) {
    PostOrderVisit(item.function, [&](const ExprNode*) { ++size; });
  }
  const int64_t limit = std::max(kMinNodes, size * kNodesPerNode);
  if (!std::exchange(scope->raised_, true) && limit > kMinNodes) {
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

}  // namespace passcope
