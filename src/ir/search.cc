// The search.
#include "ir/search.h"

#include <vector>

#include "support/ptr_map.h"

namespace passcope {

bool ContainsNode(const Expr& root, std::initializer_list<ExprKind> kinds,
                  bool (*wanted)(const ExprNode* node)) {
  uint32_t mask = 0;
  for (ExprKind kind : kinds) mask |= 1u << static_cast<uint32_t>(kind);
  auto is_wanted = [&](const ExprNode* node) {
    return (mask >> static_cast<uint32_t>(node->kind()) & 1) != 0 && wanted(node);
  };
  if (is_wanted(root.get())) return true;
  std::vector<const ExprNode*> stack = {root.get()};
  PtrSet seen;
  while (!stack.empty()) {
    const ExprNode* node = stack.back();
    stack.pop_back();
    for (const Expr& child : node->children()) {
      // Leaves, such as operators and parameters, are looked at sooner than looked up.
      bool leaf = child->children().empty();
      if (!leaf && child->ref_count() > 1 && !seen.Insert(child.get())) continue;
      if (is_wanted(child.get())) return true;
      if (!leaf) stack.push_back(child.get());
    }
  }
  return false;
}

}  // namespace passcope
