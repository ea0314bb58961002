// The dataflow of a function for FuseOps: the users of each expression's value, and how they use
// it.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/visitor.h"
#include "op/op.h"
#include "support/lca_tree.h"

namespace passcope {

// Nodes have two numbers: by first mention, for the tables, and in post-order (`order`), for the
// algorithm.
class FusionGraph : public PostOrderVisitor {
 public:
  static constexpr uint32_t kNone = LcaTree::kNone;
  struct Edge {
    uint32_t node;  // The user.
    OpPattern pattern;
    uint32_t next;  // In `edges`; kNone ends the list.
  };
  struct Node {
    const ExprNode* expr = nullptr;  // Null for a node that is only mentioned, such as a function.
    bool extern_ref = false;         // Used by something that nothing is fused into.
    OpPattern pattern = OpPattern::kOpaque;
    uint32_t order = kNone;
    uint32_t first_edge = kNone, last_edge = kNone;
  };

  explicit FusionGraph(const ExprNode* root);

  // Uses of a variable can be different nodes, but have one identity.
  static const void* Key(const ExprNode* expr) {
    const auto* var = As<VarNode>(expr);
    return var ? static_cast<const void*>(var->vid.get()) : expr;
  }
  uint32_t Find(const ExprNode* expr) const {
    const uint32_t* id = ids_.Find(Key(expr));
    return id ? *id : kNone;
  }

  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<uint32_t> post_order;

 protected:
  bool Enter(const ExprNode* expr) override;
  void Leave(const ExprNode* expr) override;

 private:
  uint32_t Id(const ExprNode* expr);
  void Mention(const ExprNode* expr) { nodes[Id(expr)].extern_ref = true; }
  void MentionChildren(const ExprNode* expr);
  void AddEdge(const Expr& from, uint32_t to, OpPattern pattern);
  void EnterCall(const CallNode* call, uint32_t self);

  PtrMap<uint32_t> ids_;
};

}  // namespace passcope
