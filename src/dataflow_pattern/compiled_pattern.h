// A pattern as numbered nodes, with a filter of the expressions that it can match.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dataflow_pattern/pattern.h"
#include "support/ptr_map.h"

namespace passcope {

// The expressions that a pattern can match at all: by kind, and for operators and their calls by
// operator.
struct DFPatternFilter {
  uint32_t kinds = 0;  // A bit for each ExprKind.
  bool any_op = false, any_callee = false;
  bool other_callees = false;      // Calls of other callees than operators.
  std::vector<bool> ops, callees;  // Indexed by operator.

  bool Admits(const ExprNode* expr) const {
    if ((kinds >> static_cast<unsigned>(expr->kind()) & 1) == 0) return false;
    if (expr->kind() == ExprKind::kCall && !any_callee) {
      const auto* op = As<OpNode>(static_cast<const CallNode*>(expr)->op());
      return op ? !callees.empty() && callees[op->index] : other_callees;
    }
    if (expr->kind() == ExprKind::kOp && !any_op) {
      return !ops.empty() && ops[static_cast<const OpNode*>(expr)->index];
    }
    return true;
  }
  // The same for any of several expressions with these kinds and operators.
  bool AdmitsOneOf(uint32_t kinds, std::span<const OpNode* const> ops) const;
};

class CompiledPattern {
 public:
  struct Node {
    const DFPatternNode* pattern;
    std::vector<uint32_t> children = {};  // Numbers of nodes.
    const OpNode* op = nullptr;           // The operator, if it is a kExpr of one.
    bool commutes = false;  // A call of an operator whose operands are tried in both orders.
    bool regroups = false;  // A product of a quotient, or a quotient of a product.
    DFPatternFilter filter = {};
  };
  static constexpr uint32_t kNone = ~0u;

  explicit CompiledPattern(DFPattern root);

  const DFPattern& pattern() const { return pattern_; }
  // Each pattern occurs once, children first. The root is the last one.
  const std::vector<Node>& nodes() const { return nodes_; }
  uint32_t root() const { return static_cast<uint32_t>(nodes_.size() - 1); }
  // kNone if `pattern` is not part of this one.
  uint32_t IndexOf(const DFPatternNode* pattern) const;
  bool has_functions() const { return has_functions_; }
  bool has_dominators() const { return has_dominators_; }

  // False when `expr` cannot match.
  bool MayMatch(const ExprNode* expr) const;
  // False if `expr` cannot match a node, judging by its kind and its children.
  bool MayMatch(const Node& node, const ExprNode* expr) const {
    return node.filter.Admits(expr) &&
           (node.pattern->kind() != DFPatternKind::kCall || MayMatchCall(node, expr));
  }
  // False if no expression with only these kinds and operators can match.
  bool MayMatchOneOf(uint32_t kinds, std::span<const OpNode* const> ops) const {
    return nodes_.back().filter.AdmitsOneOf(kinds, ops);
  }
  // By operator index: true for operators whose calls can match. Null if other expressions can
  // match too.
  const std::vector<bool>* OnlyCallees() const;

 private:
  // The children of `node` must have their filters.
  DFPatternFilter FilterOf(const Node& node) const;
  bool IsCallOf(uint32_t node, const OpNode* op) const;
  // True if the arguments of a call that passes the filter can match.
  bool MayMatchCall(const Node& node, const ExprNode* expr) const;
  void FindAlternatives();

  DFPattern pattern_;
  std::vector<Node> nodes_;
  // The alternatives of the root; empty if there are too many.
  std::vector<uint32_t> alternatives_;
  PtrMap<uint32_t> index_;
  bool has_functions_ = false, has_dominators_ = false;
};

}  // namespace passcope
