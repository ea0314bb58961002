// Grouping: the inside of a match, its inputs, and whether it can become one expression.
#include "dataflow_pattern/grouper.h"

#include <algorithm>

#include "ir/identity.h"
#include "ir/visitor.h"

namespace passcope {

namespace {

// A set that is cleared often and usually small.
class SmallSet {
 public:
  bool Contains(const void* key) const {
    if (items_.size() > kSmall) return set_.Contains(key);
    return std::find(items_.begin(), items_.end(), key) != items_.end();
  }
  bool Insert(const void* key) {
    if (Contains(key)) return false;
    items_.push_back(key);
    if (items_.size() == kSmall + 1) {
      for (const void* item : items_) set_.Insert(item);
    } else if (items_.size() > kSmall) {
      set_.Insert(key);
    }
    return true;
  }
  void Clear() {
    if (items_.size() > kSmall) set_.Clear();
    items_.clear();
  }

 private:
  static constexpr size_t kSmall = 16;
  std::vector<const void*> items_;
  PtrSet set_;
};

}  // namespace

class DFPatternGrouper {
 public:
  DFPatternGrouper(const CompiledPattern& pattern, ExprGraph& graph)
      : pattern_(pattern), graph_(graph), matcher_(pattern, graph) {}

  DFPatternGroups Run() {
    std::span<const ExprNode* const> order = graph_.order();
    if (!pattern_.MayMatchOneOf(graph_.kinds(), graph_.ops())) return std::move(groups_);
    const std::vector<bool>* callees = graph_.has_partitioned() ? nullptr : pattern_.OnlyCallees();
    if (callees) {
      std::span<const ExprGraph::OpCall> calls = graph_.op_calls();
      for (size_t i = calls.size(); i-- > 0;) {
        if ((*callees)[calls[i].op]) TryAt(order[calls[i].place]);
      }
      return std::move(groups_);
    }
    for (size_t i = order.size(); i-- > 0;) {
      const ExprNode* expr = order[i];
      if (expr->kind() == ExprKind::kFunction) SkipPartitioned(As<FunctionNode>(expr));
      TryAt(expr);
    }
    return std::move(groups_);
  }

 private:
  void TryAt(const ExprNode* expr) {
    if (!pattern_.MayMatch(expr)) return;
    if (taken_.Contains(IdentityOf(expr)) || partitioned_.Contains(expr)) return;
    if (matcher_.Match(expr)) AddGroup(expr);
  }

  void SkipPartitioned(const FunctionNode* function) {
    if (!ExprGraph::IsPartitioned(function)) return;
    if (taken_.Contains(function)) return;
    partitioned_.Insert(function);
    PostOrderVisit(function->body(), [&](const ExprNode* node) { partitioned_.Insert(node); });
  }

  // Expressions in the middle of a dominator or function pattern are not inputs, whichever node
  // matched them.
  void FindMiddle() {
    middle_.Clear();
    if (!pattern_.has_dominators() && !pattern_.has_functions()) return;
    for (uint32_t i = 0; i < pattern_.nodes().size(); ++i) {
      const CompiledPattern::Node& node = pattern_.nodes()[i];
      if (node.pattern->kind() == DFPatternKind::kDominator) {
        for (uint32_t part : {node.children[0], node.children[1]}) {
          for (const ExprNode* expr : matcher_.Matched(part)) middle_.Insert(IdentityOf(expr));
        }
      } else if (node.pattern->kind() == DFPatternKind::kFunction) {
        for (const ExprNode* function : matcher_.Matched(i)) {
          PostOrderVisit(As<FunctionNode>(function)->body(),
                         [&](const ExprNode* expr) { middle_.Insert(IdentityOf(expr)); });
        }
      }
    }
  }

  void FindInputs() {
    input_set_.Clear();
    auto add = [&](const ExprNode* expr, const CompiledPattern::Node& node) {
      if (expr->kind() == ExprKind::kOp || expr->kind() == ExprKind::kFunction) return;
      if (expr->kind() == ExprKind::kConstant) {
        // A constant that the pattern requires belongs to the match.
        if (node.pattern->kind() == DFPatternKind::kConstant) return;
        if (As<ConstantNode>(node.pattern->fields.expr)) return;
      }
      if (middle_.Contains(IdentityOf(expr)) || !input_set_.Insert(IdentityOf(expr))) return;
      groups_.inputs_.push_back(expr);
    };
    for (uint32_t i = 0; i < pattern_.nodes().size(); ++i) {
      const CompiledPattern::Node& node = pattern_.nodes()[i];
      if (node.pattern->fields.any && node.pattern->kind() != DFPatternKind::kFunction) {
        // The fields of any tuple, or the arguments of any call.
        for (const ExprNode* expr : matcher_.Matched(i)) {
          std::span<const Expr> children = expr->children();
          if (expr->kind() == ExprKind::kCall) children = children.subspan(1);
          for (const Expr& child : children) add(child.get(), node);
        }
      } else if (node.children.empty()) {
        for (const ExprNode* expr : matcher_.Matched(i)) add(expr, node);
      }
    }
  }

  // Finds the expressions that the root reaches without passing an input.
  void FindInside(const ExprNode* root) {
    inside_.clear();
    inside_set_.Clear();
    auto add = [&](const ExprNode* expr) {
      if (input_set_.Contains(IdentityOf(expr)) || !inside_set_.Insert(IdentityOf(expr))) return;
      inside_.push_back(expr);
    };
    add(root);
    for (size_t i = 0; i < inside_.size(); ++i) {
      for (const Expr& child : inside_[i]->children()) add(child.get());
    }
  }

  bool MayBeReplaced(const ExprNode* root) {
    for (const ExprNode* expr : inside_) {
      ExprKind kind = expr->kind();
      if (kind == ExprKind::kOp || kind == ExprKind::kFunction || kind == ExprKind::kConstant) {
        continue;
      }
      if (taken_.Contains(IdentityOf(expr))) return false;
      // An expression with one reference is only used by the match.
      bool by_name = kind == ExprKind::kVar || kind == ExprKind::kGlobalVar;
      if (expr == root || (!by_name && expr->ref_count() == 1)) continue;
      uint32_t index = graph_.IndexOf(expr), top = graph_.IndexOf(root);
      if (index == ExprGraph::kNone) continue;
      for (uint32_t output : graph_.Outputs(index)) {
        if (inside_set_.Contains(IdentityOf(graph_.order()[output]))) continue;
        if (!graph_.Dominates(top, output)) return false;
      }
    }
    return true;
  }

  void AddGroup(const ExprNode* root) {
    auto first_input = static_cast<uint32_t>(groups_.inputs_.size());
    int number = number_++;
    FindMiddle();
    FindInputs();
    FindInside(root);
    // A match that is only an input, such as that of a wildcard, is not a group.
    if (inside_.empty() || !MayBeReplaced(root)) {
      groups_.inputs_.resize(first_input);
      return;
    }
    for (const ExprNode* expr : inside_) taken_.Insert(IdentityOf(expr));
    groups_.groups_.push_back({root, static_cast<uint32_t>(groups_.begins_.size()), first_input,
                               static_cast<uint32_t>(groups_.inputs_.size()), number});
    std::vector<const ExprNode*>& all = groups_.matched_;
    for (uint32_t i = 0; i < pattern_.nodes().size(); ++i) {
      groups_.begins_.push_back(static_cast<uint32_t>(all.size()));
      std::span<const ExprNode* const> matched = matcher_.Matched(i);
      all.insert(all.end(), matched.begin(), matched.end());
    }
    groups_.begins_.push_back(static_cast<uint32_t>(all.size()));
  }

  const CompiledPattern& pattern_;
  ExprGraph& graph_;
  DFPatternMatcher matcher_;
  DFPatternGroups groups_;
  PtrSet taken_;        // Expressions inside of a group.
  PtrSet partitioned_;  // Expressions that an earlier partitioning made.
  int number_ = 0;
  // For the current match.
  PtrSet middle_;
  SmallSet input_set_, inside_set_;
  std::vector<const ExprNode*> inside_;
};

DFPatternGroup DFPatternGroups::operator[](size_t i) const {
  const Stored& group = groups_[i];
  return {group.root, begins_.data() + group.begin, &matched_,
          std::span<const ExprNode* const>(inputs_).subspan(group.inputs,
                                                            group.inputs_end - group.inputs),
          group.number};
}

DFPatternGroups FindGroups(const CompiledPattern& pattern, ExprGraph& graph) {
  return DFPatternGrouper(pattern, graph).Run();
}

}  // namespace passcope
