// A pattern as numbered nodes, and which expressions it can match at all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dataflow_pattern/pattern.h"
#include "support/ptr_map.h"

namespace passcope {

class CompiledPattern {
 public:
  struct Node {
    const DFPatternNode* pattern;
    std::vector<uint32_t> children;  // Numbers of nodes.
    const OpNode* op = nullptr;      // When it is a kExpr of an operator.
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

  // False when `expr` cannot match: a look at its kind and, of a call, at its operator.
  bool MayMatch(const ExprNode* expr) const {
    if ((kinds_ >> static_cast<unsigned>(expr->kind()) & 1) == 0) return false;
    if (expr->kind() != ExprKind::kCall || any_callee_) return true;
    const auto* op = As<OpNode>(static_cast<const CallNode*>(expr)->op());
    return op ? callees_[op->index] : other_callees_;
  }

 private:
  void FindRoots();
  // What a pattern of a callee can match.
  void AddCallees(uint32_t index);

  DFPattern pattern_;
  std::vector<Node> nodes_;
  PtrMap<uint32_t> index_;
  bool has_functions_ = false, has_dominators_ = false;
  uint32_t kinds_ = 0;  // A bit for each ExprKind.
  // Of calls: any callee; those that are no operators; operators by their index.
  bool any_callee_ = false, other_callees_ = false;
  std::vector<bool> callees_;
};

}  // namespace passcope
