// A pattern as numbered nodes, and which expressions it can match at all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dataflow_pattern/pattern.h"
#include "support/ptr_map.h"

namespace passcope {

// Which expressions a pattern can match at all: by their kind, and of operators and their calls by
// the operator.
struct DFPatternFilter {
  uint32_t kinds = 0;  // A bit for each ExprKind.
  bool any_op = false, any_callee = false;
  bool other_callees = false;      // Calls of what is no operator.
  std::vector<bool> ops, callees;  // By the operator's index.

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
  // The same of any of several expressions, of which the kinds and the operators are known.
  bool AdmitsOneOf(uint32_t kinds, std::span<const OpNode* const> ops) const;
};

class CompiledPattern {
 public:
  struct Node {
    const DFPatternNode* pattern;
    std::vector<uint32_t> children = {};  // Numbers of nodes.
    const OpNode* op = nullptr;           // When it is a kExpr of an operator.
    bool commutes = false;  // A call of an operator whose operands are tried both ways.
    bool regroups = false;  // A product of a quotient or a quotient of a product.
    DFPatternFilter filter = {};
  };
  static constexpr uint32_t kNone = ~0u;

  explicit CompiledPattern(DFPattern root);

  const DFPattern& pattern() const { return pattern_; }
  // Each pattern once, those below first; the root is the last one.
  const std::vector<Node>& nodes() const { return nodes_; }
  uint32_t root() const { return static_cast<uint32_t>(nodes_.size() - 1); }
  // kNone when `pattern` is no part of this one.
  uint32_t IndexOf(const DFPatternNode* pattern) const;
  bool has_functions() const { return has_functions_; }
  bool has_dominators() const { return has_dominators_; }

  // False when `expr` cannot match.
  bool MayMatch(const ExprNode* expr) const;
  // False when `expr` cannot match a node, by what it is and what its children are.
  bool MayMatch(const Node& node, const ExprNode* expr) const {
    return node.filter.Admits(expr) &&
           (node.pattern->kind() != DFPatternKind::kCall || MayMatchCall(node, expr));
  }
  // False when nothing that consists of such expressions can match.
  bool MayMatchOneOf(uint32_t kinds, std::span<const OpNode* const> ops) const {
    return nodes_.back().filter.AdmitsOneOf(kinds, ops);
  }
  // By operators' indices, of which of them what matches is a call; null when it may be something
  // else.
  const std::vector<bool>* OnlyCallees() const;

 private:
  // Of a node whose children have theirs.
  DFPatternFilter FilterOf(const Node& node) const;
  bool IsCallOf(uint32_t node, const OpNode* op) const;
  // Whether the arguments of a call that the filter admits can match.
  bool MayMatchCall(const Node& node, const ExprNode* expr) const;
  void FindAlternatives();

  DFPattern pattern_;
  std::vector<Node> nodes_;
  // The patterns one of which matches what the root does; none where they are many.
  std::vector<uint32_t> alternatives_;
  PtrMap<uint32_t> index_;
  bool has_functions_ = false, has_dominators_ = false;
};

}  // namespace passcope
