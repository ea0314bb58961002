// Combining operators that read the same input.
#include "transforms/combine_parallel.h"

#include <algorithm>

#include "ir/lineage.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/remark.h"
#include "support/ptr_map.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

using Replacements = std::vector<std::pair<const CallNode*, Expr>>;

// Replaces expressions by others, which may contain expressions to replace themselves.
Expr ReplaceAll(const Expr& root, const Replacements& replaced) {
  PtrMap<Expr> by_node;
  for (const auto& [node, expr] : replaced) by_node[node] = expr;
  struct Frame {
    const ExprNode* key;   // What was asked for.
    const ExprNode* node;  // It, or what replaces it.
    uint32_t next;
    uint32_t base;
  };
  std::vector<Frame> stack;
  std::vector<Expr> values;
  PtrMap<Expr> done;
  PtrSet open;
  auto push = [&](const ExprNode* key) {
    if (const Expr* value = done.Find(key)) {
      values.push_back(*value);
      return;
    }
    const Expr* replacement = by_node.Find(key);
    // A replacement that depends on what it replaces reads the old value.
    if (replacement && !open.Insert(key)) {
      values.emplace_back(key);
      return;
    }
    const ExprNode* node = replacement ? replacement->get() : key;
    stack.push_back({key, node, 0, static_cast<uint32_t>(values.size())});
  };
  push(root.get());
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next < frame.node->children().size()) {
      push(frame.node->child(frame.next++).get());
      continue;
    }
    Frame finished = frame;
    stack.pop_back();
    Expr value = WithChildren(finished.node, std::span<const Expr>(values).subspan(finished.base));
    values.resize(finished.base);
    if (finished.key != value.get()) AlsoFrom(value, finished.key);
    done[finished.key] = value;
    values.push_back(std::move(value));
  }
  return values.back();
}

}  // namespace

BindingOrder::BindingOrder(const Expr& root) {
  // A let's variable can be used behind its value.
  PtrMap<const ExprNode*> values;
  PostOrderVisit(root, [&](const ExprNode* node) {
    if (const auto* let = As<LetNode>(node)) values[IdentityOf(let->var())] = let->value().get();
    binds_ = binds_ || As<LetNode>(node) || As<MatchNode>(node) ||
             (As<FunctionNode>(node) && node != root.get());
  });
  if (!binds_) return;
  uint32_t next = 0;
  PtrMap<uint32_t> bound;
  PostOrderVisit(root, [&](const ExprNode* node) {
    Place place{++next, 0};
    for (const Expr& child : node->children()) {
      place.bound = std::max(place.bound, places_[child.get()].bound);
    }
    if (As<VarNode>(node)) {
      auto [first, is_new] = bound.Insert(IdentityOf(node));
      if (is_new) *first = next;
      const ExprNode* const* value = values.Find(IdentityOf(node));
      const Place* of_value = value ? places_.Find(*value) : nullptr;
      place.bound = std::max(*first, of_value ? of_value->at : 0);
    }
    places_[node] = place;
  });
}

bool BindingOrder::IsBoundBefore(const Expr& expr, const CallNode* call) const {
  return !binds_ || places_.Find(expr.get())->bound < places_.Find(call)->at;
}

bool ParallelCombiner::IsBoundAt(const CallNode* call, size_t data, const CallNode* first) {
  if (!order_) order_.emplace(program_);
  for (size_t i = 0; i < call->args().size(); ++i) {
    if (i != data && !order_->IsBoundBefore(call->arg(i), first)) return false;
  }
  return true;
}

Expr ParallelCombiner::Combine(const Expr& expr, Effects* effects) {
  program_ = expr;
  order_.reset();
  // The calls that read each expression. Calls of the operator count for their data only.
  struct Readers {
    std::vector<const CallNode*> calls;
    bool is_root = false;
  };
  // Whether all arguments but the one that comes of the data, or of the call before, can move.
  auto can_move = [&](const CallNode* call, const void* from) {
    auto moves = [&](const Expr& arg) {
      return IdentityOf(arg) == from || effects->Of(arg).can_move();
    };
    return !effects || std::all_of(call->args().begin(), call->args().end(), moves);
  };
  PtrMap<Readers> readers;
  PtrSet candidates;
  std::vector<const void*> roots;
  PostOrderVisit(expr, [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    if (!call) return;
    if (IsCallTo(call, op_) && IsSupported(call) && can_move(call, IdentityOf(call->arg(0)))) {
      Readers& data = readers[IdentityOf(call->arg(0))];
      if (!data.is_root) roots.push_back(IdentityOf(call->arg(0)));
      data.is_root = true;
      candidates.Insert(call);
      data.calls.push_back(call);
    } else {
      for (const Expr& arg : call->args()) readers[IdentityOf(arg)].calls.push_back(call);
    }
  });
  auto branch_from = [&](const CallNode* call) {
    Branch branch = {call};
    for (const Readers* next = readers.Find(call); next && next->calls.size() == 1;) {
      const CallNode* reader = next->calls[0];
      const auto* op = As<OpNode>(reader->op());
      if (!op || op->decl->pattern > OpPattern::kBroadcast) break;
      if (!can_move(reader, IdentityOf(branch.back()))) break;
      branch.push_back(reader);
      next = readers.Find(reader);
    }
    return branch;
  };
  Replacements replaced;
  for (const void* root : roots) {
    std::vector<std::vector<Branch>> groups;
    for (const CallNode* call : readers.Find(root)->calls) {
      if (!candidates.Contains(call)) continue;
      auto fits = [&](const std::vector<Branch>& group) {
        return CanCombine(call, group[0][0]) && IsBoundAt(call, 0, group[0][0]);
      };
      auto group = std::find_if(groups.begin(), groups.end(), fits);
      if (group == groups.end()) group = groups.emplace(group);
      group->push_back(branch_from(call));
    }
    for (const std::vector<Branch>& group : groups) {
      if (static_cast<int64_t>(group.size()) >= min_num_branches_) {
        CombineBranches(group, &replaced);
        if (!RemarksWanted()) continue;
        EmitRemark(RemarkKind::kCombined, group[0][0],
                   Say("{count} calls of {operator} that read the same data are combined",
                       group.size(), op_));
      } else if (RemarksWanted()) {
        EmitRemark(RemarkKind::kTooFewBranches, group[0][0],
                   Say("{count} calls of {operator} that read the same data fit each other, and "
                       "{needed} are needed (min_num_branches)",
                       group.size(), op_, min_num_branches_));
      }
    }
  }
  return replaced.empty() ? expr : ReplaceAll(expr, replaced);
}

void ParallelCombiner::CombineBranches(std::span<const Branch> branches, Replacements* replaced) {
  LineageSource source(branches[0][0]);
  Expr combined = CombinedOp(branches);
  auto stands_for = [&](size_t depth) {
    for (const Branch& branch : branches) AlsoFrom(combined, branch[depth]);
  };
  stands_for(0);
  size_t length = branches[0].size();
  for (const Branch& branch : branches) length = std::min(length, branch.size());
  size_t depth = 1;
  for (; depth < length; ++depth) {
    const CallNode* call = branches[0][depth];
    size_t parent = 0;
    while (call->arg(parent).get() != branches[0][depth - 1]) ++parent;
    bool fits = true;
    for (const Branch& branch : branches.subspan(1)) {
      const CallNode* other = branch[depth];
      fits = fits && other->op() == call->op() && AttrsEqual(other->attrs, call->attrs) &&
             other->args().size() == call->args().size() &&
             other->arg(parent).get() == branch[depth - 1];
      for (size_t i = 0; fits && i < call->args().size(); ++i) {
        fits = i == parent || ArgsFit(call, other, i);
      }
    }
    // What is combined is evaluated where the first of the calls is, whichever that may be.
    for (const Branch& branch : branches) {
      for (const Branch& other : branches) {
        fits = fits && IsBoundAt(branch[depth], parent, other[depth]);
      }
    }
    if (!fits) break;
    std::vector<Expr> args;
    for (size_t i = 0; i < call->args().size(); ++i) {
      args.push_back(i == parent ? combined : CombinedArg(branches, depth, i, parent));
    }
    combined = Call(call->op(), args, call->attrs);
    stands_for(depth);
  }
  std::vector<Expr> outputs = Outputs(combined, branches, depth - 1);
  for (size_t i = 0; i < branches.size(); ++i) {
    replaced->emplace_back(branches[i][depth - 1], std::move(outputs[i]));
  }
}

}  // namespace passcope
