// Counting operators.
#include "analysis/count_ops.h"

#include "ir/visitor.h"

namespace passcope {

std::map<std::string, int64_t> CountOps(const Expr& expr) {
  PtrMap<int64_t> counts;
  PostOrderVisit(expr, [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    if (call && As<OpNode>(call->op())) ++counts[call->op().get()];
  });
  std::map<std::string, int64_t> result;
  for (const auto& entry : counts.entries()) {
    result[static_cast<const OpNode*>(static_cast<const ExprNode*>(entry.key))->name()] +=
        entry.value;
  }
  return result;
}

std::map<std::string, int64_t> CountOps(const IRModule& module) {
  std::map<std::string, int64_t> result;
  for (const IRModuleNode::Item& item : module->functions) {
    for (const auto& [name, count] : CountOps(item.function)) result[name] += count;
  }
  return result;
}

}  // namespace passcope
