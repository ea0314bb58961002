// Searches for nodes.
#include "ir/search.h"

#include <vector>

#include "support/ptr_map.h"
#include "support/steps.h"

namespace passcope {
namespace {

constexpr uint32_t Bit(ExprKind kind) { return 1u << static_cast<uint32_t>(kind); }

}  // namespace

bool ContainsNode(const Expr& root, std::initializer_list<ExprKind> kinds,
                  bool (*wanted)(const ExprNode* node), std::span<const uint8_t> ops) {
  uint32_t mask = 0;
  for (ExprKind kind : kinds) mask |= Bit(kind);
  auto is_wanted = [&](const ExprNode* node) {
    ExprKind kind = node->kind();
    if (kind == ExprKind::kOp && !ops.empty()) {
      const uint32_t index = static_cast<const OpNode*>(node)->index;
      if (index < ops.size() && ops[index] != 0) return true;
    }
    return (mask & Bit(kind)) != 0 && wanted(node);
  };
  if (is_wanted(root.get())) return true;
  // Enough for most searches.
  constexpr size_t kFewNodes = 64;
  std::vector<const ExprNode*> stack;
  stack.reserve(kFewNodes);
  stack.push_back(root.get());
  PtrMap<bool> seen;
  seen.Reserve(kFewNodes);
  const bool wants_vars = (mask & Bit(ExprKind::kVar)) != 0;
  Steps steps;
  while (!stack.empty()) {
    steps.Next();
    const ExprNode* node = stack.back();
    stack.pop_back();
    std::span<const Expr> children = node->children();
    // The parameters of a function are variables.
    if (!wants_vars && node->kind() == ExprKind::kFunction) children = children.last(1);
    for (const Expr& child : children) {
      // For leaves, such as operators and parameters, `is_wanted` is faster than a lookup in
      // `seen`.
      bool leaf = child->children().empty();
      if (!leaf && child->ref_count() > 1 && !seen.Insert(child.get()).second) continue;
      if (is_wanted(child.get())) return true;
      if (!leaf) stack.push_back(child.get());
    }
  }
  return false;
}

}  // namespace passcope
