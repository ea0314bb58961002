#include "pass/node_limit.h"

#include <algorithm>
#include <utility>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"

namespace passcope {

void NodeScope::Reached(void* self) {
  auto* scope = static_cast<NodeScope*>(self);
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
