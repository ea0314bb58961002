// Numbers the nodes of a pattern and finds the expressions that its root can match.
#include "dataflow_pattern/compiled_pattern.h"

#include <algorithm>

#include "op/op.h"

namespace passcope {
namespace {

constexpr uint32_t Bit(ExprKind kind) { return 1u << static_cast<unsigned>(kind); }
constexpr uint32_t kAllKinds = (1u << kNumExprKinds) - 1;
// Patterns with more alternatives are not filtered by alternative before matching.
constexpr size_t kMaxAlternatives = 8;

}  // namespace

bool DFPatternFilter::AdmitsOneOf(uint32_t present,
                                  std::span<const OpNode* const> mentioned) const {
  constexpr uint32_t kByOperator = Bit(ExprKind::kCall) | Bit(ExprKind::kOp);
  if ((kinds & present & ~kByOperator) != 0) return true;
  auto any_of = [&](const std::vector<bool>& wanted) {
    return !wanted.empty() && std::any_of(mentioned.begin(), mentioned.end(),
                                          [&](const OpNode* op) { return wanted[op->index]; });
  };
  if ((kinds & present & Bit(ExprKind::kOp)) != 0 && (any_op || any_of(ops))) return true;
  return (kinds & present & Bit(ExprKind::kCall)) != 0 &&
         (any_callee || other_callees || any_of(callees));
}

CompiledPattern::CompiledPattern(DFPattern root) : pattern_(std::move(root)) {
  struct Frame {
    const DFPatternNode* node;
    size_t next;
  };
  std::vector<Frame> stack = {{pattern_.get(), 0}};
  PtrSet visited;
  visited.Insert(pattern_.get());
  while (!stack.empty()) {
    const DFPatternNode* node = stack.back().node;
    if (stack.back().next < node->children().size()) {
      const DFPatternNode* child = node->children()[stack.back().next++].get();
      if (visited.Insert(child)) stack.push_back({child, 0});
      continue;
    }
    stack.pop_back();
    Node made{node};
    for (const DFPattern& child : node->children()) {
      made.children.push_back(*index_.Find(child.get()));
    }
    if (node->kind() == DFPatternKind::kExpr) made.op = As<OpNode>(node->fields.expr);
    has_functions_ = has_functions_ || node->kind() == DFPatternKind::kFunction;
    has_dominators_ = has_dominators_ || node->kind() == DFPatternKind::kDominator;
    if (node->kind() == DFPatternKind::kCall) {
      const OpNode *multiply = FindOp("multiply"), *divide = FindOp("divide");
      const OpNode* op = nodes_[made.children[0]].op;
      made.commutes = op && (op == multiply || op == FindOp("add"));
      if (made.children.size() == 3 && op && op == multiply) {
        made.regroups = IsCallOf(made.children[1], divide) || IsCallOf(made.children[2], divide);
      } else if (made.children.size() == 3 && op && op == divide) {
        made.regroups = IsCallOf(made.children[1], multiply);
      }
    }
    made.filter = FilterOf(made);
    index_[node] = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back(std::move(made));
  }
  FindAlternatives();
}

bool CompiledPattern::IsCallOf(uint32_t node, const OpNode* op) const {
  const Node& what = nodes_[node];
  return what.pattern->kind() == DFPatternKind::kCall && what.children.size() == 3 &&
         nodes_[what.children[0]].op == op;
}

void CompiledPattern::FindAlternatives() {
  std::vector<uint32_t> waiting = {root()};
  while (!waiting.empty() && waiting.size() + alternatives_.size() <= kMaxAlternatives) {
    uint32_t next = waiting.back();
    waiting.pop_back();
    if (nodes_[next].pattern->kind() == DFPatternKind::kAlt) {
      waiting.insert(waiting.end(), nodes_[next].children.begin(), nodes_[next].children.end());
    } else {
      alternatives_.push_back(next);
    }
  }
  if (!waiting.empty()) alternatives_.clear();
}

bool CompiledPattern::MayMatch(const ExprNode* expr) const {
  if (!nodes_.back().filter.Admits(expr)) return false;
  return alternatives_.empty() ||
         std::any_of(alternatives_.begin(), alternatives_.end(),
                     [&](uint32_t node) { return MayMatch(nodes_[node], expr); });
}

const std::vector<bool>* CompiledPattern::OnlyCallees() const {
  const DFPatternFilter& filter = nodes_.back().filter;
  const bool only = filter.kinds == Bit(ExprKind::kCall) && !filter.any_callee &&
                    !filter.other_callees && !filter.callees.empty();
  return only ? &filter.callees : nullptr;
}

bool CompiledPattern::MayMatchCall(const Node& node, const ExprNode* expr) const {
  std::span<const Expr> children = expr->children();
  // A call that matches as the other form of product or quotient is not checked further.
  if (!nodes_[node.children[0]].filter.Admits(children[0].get())) return node.regroups;
  if (node.pattern->fields.any) return true;
  if (children.size() != node.children.size()) return false;
  auto admits = [&](size_t pattern, size_t child) {
    return nodes_[node.children[pattern]].filter.Admits(children[child].get());
  };
  const size_t size = children.size();
  bool straight = true, reversed = node.commutes;
  for (size_t i = 1; i < size; ++i) straight = straight && admits(i, i);
  for (size_t i = 1; i < size && !straight; ++i) reversed = reversed && admits(size - i, i);
  return straight || reversed;
}

uint32_t CompiledPattern::IndexOf(const DFPatternNode* pattern) const {
  const uint32_t* index = index_.Find(pattern);
  return index ? *index : kNone;
}

DFPatternFilter CompiledPattern::FilterOf(const Node& node) const {
  DFPatternFilter filter;
  auto unite = [](std::vector<bool>* into, const std::vector<bool>& from) {
    if (into->size() < from.size()) into->resize(from.size());
    for (size_t i = 0; i < from.size(); ++i) {
      if (from[i]) (*into)[i] = true;
    }
  };
  auto child = [&](size_t i) -> const DFPatternFilter& { return nodes_[node.children[i]].filter; };
  switch (node.pattern->kind()) {
    case DFPatternKind::kExpr:
      filter.kinds = Bit(node.pattern->fields.expr->kind());
      filter.any_callee = true;
      if (node.op) {
        filter.ops.resize(AllOps().size());
        filter.ops[node.op->index] = true;
      }
      break;
    case DFPatternKind::kVar:
      filter.kinds = Bit(ExprKind::kVar);
      break;
    case DFPatternKind::kConstant:
      filter.kinds = Bit(ExprKind::kConstant);
      break;
    case DFPatternKind::kWildcard:
      filter.kinds = kAllKinds;
      filter.any_callee = filter.any_op = true;
      break;
    case DFPatternKind::kCall: {
      const DFPatternFilter& callee = child(0);
      filter.kinds = Bit(ExprKind::kCall);
      filter.any_callee = callee.any_op;
      filter.other_callees = (callee.kinds & ~Bit(ExprKind::kOp)) != 0;
      filter.callees = callee.ops;
      // A product of a quotient can also match as a quotient of a product.
      if (node.regroups) {
        for (const char* op : {"multiply", "divide"}) filter.callees[FindOp(op)->index] = true;
      }
      break;
    }
    case DFPatternKind::kFunction:
      filter.kinds = Bit(ExprKind::kFunction);
      break;
    case DFPatternKind::kTuple:
      filter.kinds = Bit(ExprKind::kTuple);
      break;
    case DFPatternKind::kTupleGetItem:
      filter.kinds = Bit(ExprKind::kTupleGetItem);
      break;
    case DFPatternKind::kIf:
      filter.kinds = Bit(ExprKind::kIf);
      break;
    case DFPatternKind::kLet:
      filter.kinds = Bit(ExprKind::kLet);
      break;
    case DFPatternKind::kDominator:
      filter = child(2);
      break;
    case DFPatternKind::kAlt:
      filter = child(0);
      filter.kinds |= child(1).kinds;
      filter.any_op = filter.any_op || child(1).any_op;
      filter.any_callee = filter.any_callee || child(1).any_callee;
      filter.other_callees = filter.other_callees || child(1).other_callees;
      unite(&filter.ops, child(1).ops);
      unite(&filter.callees, child(1).callees);
      // An alternative that never matches a call does not affect callees.
      if ((child(0).kinds & Bit(ExprKind::kCall)) == 0) filter.any_callee = child(1).any_callee;
      if ((child(1).kinds & Bit(ExprKind::kCall)) == 0) filter.any_callee = child(0).any_callee;
      break;
    case DFPatternKind::kAttr: {
      filter = child(0);
      filter.kinds &= Bit(ExprKind::kOp) | Bit(ExprKind::kCall) | Bit(ExprKind::kFunction);
      if ((filter.kinds & Bit(ExprKind::kOp)) == 0) break;
      std::span<const Expr> all = AllOps();
      std::vector<bool> ops(all.size());
      for (size_t i = 0; i < all.size(); ++i) {
        bool admitted = filter.any_op || (!filter.ops.empty() && filter.ops[i]);
        ops[i] = admitted && HasAttrs(node.pattern->fields.attrs, all[i].get());
      }
      filter.any_op = false;
      filter.ops = std::move(ops);
      break;
    }
    case DFPatternKind::kType:
    case DFPatternKind::kDataType:
    case DFPatternKind::kShape:
      filter = child(0);
      break;
  }
  return filter;
}

}  // namespace passcope
