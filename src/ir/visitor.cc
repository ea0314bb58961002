// Traversal and rewriting with explicit stacks.
#include "ir/visitor.h"

#include "ir/lineage.h"
#include "support/steps.h"

namespace passcope {
namespace {

// The depth of most small programs.
constexpr size_t kUsualDepth = 16;

}  // namespace

void PostOrderVisitor::Run(const ExprNode* root) {
  struct Frame {
    const ExprNode* node;
    uint32_t next;  // The next child to visit.
  };
  std::vector<Frame> stack;
  // Enters `node` unless it was seen. A run meets a node with one reference only once.
  auto push = [&](const ExprNode* node) {
    if (node->ref_count() > 1 && !visited_.Insert(node)) return;
    if (node->children().empty()) {
      Enter(node);
      Leave(node);
      return;
    }
    if (stack.capacity() == 0) stack.reserve(kUsualDepth);
    uint32_t first = Enter(node) ? 0 : static_cast<uint32_t>(node->children().size());
    stack.push_back({node, first});
  };
  push(root);
  Steps steps;
  while (!stack.empty()) {
    steps.Next();
    Frame& top = stack.back();
    std::span<const Expr> children = top.node->children();
    if (top.next < children.size()) {
      push(children[top.next++].get());
    } else {
      const ExprNode* node = top.node;
      stack.pop_back();
      Leave(node);
    }
  }
}

Expr Rewriter::Run(const Expr& root) {
  struct Frame {
    const ExprNode* node;
    uint32_t next;
    uint32_t base;  // The index of its children's first value on the value stack.
  };
  std::vector<Frame> stack;
  std::vector<Expr> values;
  roots_.push_back(root);
  const bool told = LineageWanted();

  // The result of a hook comes from `node`.
  auto rewrite = [told](const ExprNode* node, auto&& hook) {
    if (!told) return hook();
    LineageSource scope(node);
    Expr result = hook();
    if (result && !(result == node)) AlsoFrom(result, node);
    return result;
  };

  auto finish = [&](const ExprNode* node, Expr result) {
    if (node->ref_count() > 1 && node->kind() != ExprKind::kVar) memo_[node] = result;
    values.push_back(std::move(result));
  };
  auto push = [&](const ExprNode* node) {
    if (node->ref_count() > 1) {
      if (const Expr* done = memo_.Find(node)) {
        values.push_back(*done);
        return;
      }
    }
    if (Expr replacement = rewrite(node, [&] { return Enter(node); })) {
      finish(node, std::move(replacement));
      return;
    }
    if (node->children().empty()) {
      finish(node, rewrite(node, [&] { return Leave(node, {}); }));
      return;
    }
    if (stack.capacity() == 0) {
      stack.reserve(kUsualDepth);
      values.reserve(2 * kUsualDepth);
    }
    stack.push_back({node, 0, static_cast<uint32_t>(values.size())});
  };
  push(root.get());
  Steps steps;
  while (!stack.empty()) {
    steps.Next();
    Frame& top = stack.back();
    std::span<const Expr> children = top.node->children();
    if (top.next < children.size()) {
      if (top.next == 2 && top.node->kind() == ExprKind::kLet) {
        LineageSource scope(top.node);
        LetValueDone(As<LetNode>(top.node), values.back());
      }
      push(children[top.next++].get());
      continue;
    }
    const ExprNode* node = top.node;
    uint32_t base = top.base;
    stack.pop_back();
    Expr result =
        rewrite(node, [&] { return Leave(node, std::span<const Expr>(values).subspan(base)); });
    values.resize(base);
    finish(node, std::move(result));
  }
  return std::move(values.back());
}

void VarMap::Set(const VarId& vid, Expr value) {
  keep_.push_back(vid);
  map_[vid.get()] = std::move(value);
}

Expr SubstituteVars(const Expr& expr, const VarMap& values) {
  if (values.empty()) return expr;
  return RewritePostOrder(expr, [&](const ExprNode* node, std::span<const Expr> children) {
    if (const auto* var = As<VarNode>(node)) {
      const Expr* value = values.Find(var->vid.get());
      return value ? *value : Expr(node);
    }
    return WithChildren(node, children);
  });
}

}  // namespace passcope
