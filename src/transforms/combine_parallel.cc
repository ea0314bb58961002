// Combining operators that read the same input.
#include "transforms/combine_parallel.h"

#include <algorithm>
#include <optional>

#include "ir/lineage.h"
#include "ir/visitor.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/remark.h"
#include "support/ptr_map.h"
#include "transforms/no_elements.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

using Replacements = std::vector<std::pair<const CallNode*, Expr>>;

// Replaces expressions by others, which can contain expressions to replace too.
Expr ReplaceAll(const Expr& root, const Replacements& replaced) {
  PtrMap<Expr> by_node;
  for (const auto& [node, expr] : replaced) by_node[node] = expr;
  struct Frame {
    const ExprNode* key;   // The expression to replace.
    const ExprNode* node;  // The expression itself, or its replacement.
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
    // A replacement that depends on the expression that it replaces reads the old value.
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

// The places where variables that an expression binds can be used. Places are numbered in the order
// of evaluation.
class BindingPlaces {
 public:
  explicit BindingPlaces(const Expr& root) {
    PtrMap<Range> scopes;
    uint32_t next = 0;
    auto bind = [&](const Expr& var, uint32_t begin, uint32_t end) {
      scopes[As<VarNode>(var)->vid.get()] = {begin, end};
    };
    PostOrderVisit(root, [&](const ExprNode* node) {
      places_[node] = ++next;
      if (const auto* let = As<LetNode>(node)) {
        bind(let->var(), std::max(PlaceOf(let->var().get()), PlaceOf(let->value().get())), next);
      } else if (const auto* match = As<MatchNode>(node)) {
        for (size_t i = 0; i < match->clauses().size(); ++i) {
          uint32_t end = PlaceOf(match->body(i).get()) + 1;
          for (const Expr& var : match->vars(i)) bind(var, PlaceOf(var.get()), end);
        }
      } else if (const auto* fn = As<FunctionNode>(node); fn && node != root.get()) {
        for (const Expr& param : fn->params()) bind(param, PlaceOf(param.get()), next);
      }
    });
    PostOrderVisit(root, [&](const ExprNode* node) {
      Range usable;
      if (const auto* var = As<VarNode>(node)) {
        if (const Range* scope = scopes.Find(var->vid.get())) usable = *scope;
      }
      for (const Expr& child : node->children()) {
        const Range& of_child = *usable_.Find(child.get());
        usable = {std::max(usable.begin, of_child.begin), std::min(usable.end, of_child.end)};
      }
      usable_[node] = usable;
    });
  }

  // True if all variables that `expr` mentions are bound where `place` is evaluated.
  bool AreBound(const Expr& expr, const ExprNode* place) const {
    const Range* usable = usable_.Find(expr.get());
    uint32_t at = PlaceOf(place);
    return !usable || (usable->begin < at && at < usable->end);
  }

 private:
  // After `begin`, before `end`.
  struct Range {
    uint32_t begin = 0;
    uint32_t end = UINT32_MAX;
  };
  uint32_t PlaceOf(const ExprNode* node) const {
    const uint32_t* place = places_.Find(node);
    return place ? *place : 0;
  }
  PtrMap<uint32_t> places_;
  PtrMap<Range> usable_;
};

bool ParallelCombiner::ArgsAreBound(const CallNode* call, size_t parent,
                                    const CallNode* place) const {
  for (size_t i = 0; places_ && i < call->args().size(); ++i) {
    if (i != parent && !places_->AreBound(call->arg(i), place)) return false;
  }
  return true;
}

bool HasRewrittenWeight(const Attrs& attrs) {
  const AttrValue layout = attrs->Get("auto_scheduler_rewritten_layout");
  return layout.get<std::string>() && !layout.get<std::string>()->empty();
}

namespace {

// The position from the end of the combined axis in the result of `call`, if argument `parent` has
// it at `axis`; 0 is a new axis in front. Nullopt if the call does not treat all places of the axis
// alike, or would take another axis for it.
std::optional<size_t> AxisAfter(const CallNode* call, size_t parent, size_t axis) {
  const auto* op = As<OpNode>(call->op());
  const TensorTypeNode *in = TensorOf(call->arg(parent).get()), *out = TensorOf(call);
  if (!in || !out) return std::nullopt;
  const size_t rank = in->rank(), place = rank - axis;
  const LayoutInference kind = op->decl->traits.layout_inference;
  auto keep_if = [&](bool kept) { return kept ? std::optional(axis) : std::nullopt; };
  if (kind == LayoutInference::kElemwise || kind == LayoutInference::kBroadcast ||
      IsCallTo(call, "where")) {
    return keep_if(axis == 0 ? out->rank() == rank
                             : out->shape[out->rank() - axis] == in->shape[place]);
  }
  if (IsCallTo(call, "nn.bias_add") || IsCallTo(call, "nn.prelu")) {
    const int64_t over = *call->attrs->Get("axis").get<int64_t>();
    return keep_if(parent == 0 && axis == 1 && NormalizeAxis(over, rank) == place);
  }
  // The last axes are the same in a stack.
  if (const auto* attrs = As<RepeatAttrs>(call->attrs)) {
    if (!attrs->axis) return std::nullopt;
    return keep_if(axis == 0 ? *attrs->axis < 0 : NormalizeAxis(*attrs->axis, rank) != place);
  }
  if (const auto* attrs = As<ExpandDimsAttrs>(call->attrs)) {
    if (axis == 0) return keep_if(attrs->axis < 0);
    const size_t at = NormalizeAxis(attrs->axis, rank + 1);
    return at <= place ? axis : axis + static_cast<size_t>(attrs->num_newaxis);
  }
  return std::nullopt;
}

}  // namespace

bool ParallelCombiner::CanFollow(const CallNode* call, size_t parent) const {
  const TensorTypeNode *in = TensorOf(call->arg(parent).get()), *out = TensorOf(call);
  for (size_t i = 0; i < call->args().size(); ++i) {
    const TensorTypeNode* arg = TensorOf(call->arg(i).get());
    if (!arg) return false;
    if (axis_ == 0 ? arg->rank() <= out->rank()
                   : arg->rank() >= axis_ &&
                         arg->shape[arg->rank() - axis_] == in->shape[in->rank() - axis_]) {
      continue;
    }
    const bool is_scalar = arg->rank() == 0 && axis_ == 1;
    const bool is_one = arg->rank() >= axis_ && arg->shape[arg->rank() - axis_] == Dim(1);
    if (!repeats_ || !(is_scalar || is_one)) return false;
  }
  return true;
}

bool ParallelCombiner::ArgsAgree(const CallNode* a, const CallNode* b, size_t index) const {
  const TensorTypeNode *s = TensorOf(a->arg(index).get()), *t = TensorOf(b->arg(index).get());
  if (s->dtype != t->dtype || s->rank() != t->rank()) return false;
  for (size_t i = 0; i < s->rank(); ++i) {
    const bool combined = axis_ > 0 && i + axis_ == s->rank();
    if (!combined && !(s->shape[i].is_const() && s->shape[i] == t->shape[i])) return false;
  }
  return true;
}

Expr ParallelCombiner::Combine(const Expr& expr, Effects* effects) {
  // The calls that read each expression. Calls of the combined operator count for their data only.
  struct Readers {
    std::vector<const CallNode*> calls;
    bool is_root = false;
  };
  // True if all arguments can move, apart from the data or the previous call of the branch.
  auto can_move = [&](const CallNode* call, const void* from) {
    auto moves = [&](const Expr& arg) {
      return IdentityOf(arg) == from || effects->Of(arg).can_move();
    };
    return !effects || std::all_of(call->args().begin(), call->args().end(), moves);
  };
  PtrMap<Readers> readers;
  PtrSet candidates;
  std::vector<const void*> roots;
  bool binds = false;
  PostOrderVisit(expr, [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    binds = binds || As<LetNode>(node) || As<MatchNode>(node) ||
            (As<FunctionNode>(node) && node != expr.get());
    if (!call) return;
    // A combined weight can be as empty as its parts.
    if (IsCallTo(call, op_) && !HasNoElements(call->arg(1)->checked_type()) && IsSupported(call) &&
        can_move(call, IdentityOf(call->arg(0)))) {
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
  std::optional<BindingPlaces> places;
  if (binds && !roots.empty()) places.emplace(expr);
  places_ = places ? &*places : nullptr;
  Replacements replaced;
  for (const void* root : roots) {
    std::vector<std::vector<Branch>> groups;
    for (const CallNode* call : readers.Find(root)->calls) {
      if (!candidates.Contains(call)) continue;
      auto fits = [&](const std::vector<Branch>& group) {
        return CanCombine(call, group[0][0]) &&
               std::all_of(group.begin(), group.end(), [&](const Branch& other) {
                 return ArgsAreBound(call, 0, other[0]) && ArgsAreBound(other[0], 0, call);
               });
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
                   MSG(kParallelCallsCombined,
                       "{count} calls of {operator} that read the same data are combined",
                       group.size(), op_));
      } else if (RemarksWanted()) {
        EmitRemark(RemarkKind::kTooFewBranches, group[0][0],
                   MSG(kParallelCallsTooFew,
                       "{count} calls of {operator} that read the same data could be combined, but "
                       "min_num_branches is {needed}",
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
    const std::optional<size_t> axis = AxisAfter(call, parent, axis_);
    bool fits = axis.has_value();
    for (const Branch& branch : branches) {
      const CallNode* other = branch[depth];
      fits = fits && other->op() == call->op() && AttrsEqual(other->attrs, call->attrs) &&
             other->args().size() == call->args().size() &&
             other->arg(parent).get() == branch[depth - 1] &&
             AxisAfter(other, parent, axis_) == axis && CanFollow(other, parent);
      for (size_t i = 0; fits && i < call->args().size(); ++i) {
        fits = i == parent || ArgsAgree(call, other, i);
      }
      for (const Branch& place : branches) {
        fits = fits && ArgsAreBound(other, parent, place[0]);
      }
    }
    if (!fits) {
      if (RemarksWanted()) {
        EmitRemark(RemarkKind::kBranchesEnd, call,
                   MSG(kParallelBranchesEnd,
                       "the calls from {operator} on are not combined: their operators, attributes "
                       "or arguments do not fit together",
                       NameInRemark(call)));
      }
      break;
    }
    std::vector<Expr> args;
    for (size_t i = 0; i < call->args().size(); ++i) {
      args.push_back(i == parent ? combined : CombinedArg(branches, depth, i, parent));
    }
    combined = Call(call->op(), args, call->attrs);
    axis_ = *axis;
    stands_for(depth);
  }
  std::vector<Expr> outputs = Outputs(combined, branches, depth - 1);
  for (size_t i = 0; i < branches.size(); ++i) {
    replaced->emplace_back(branches[i][depth - 1], std::move(outputs[i]));
  }
}

}  // namespace passcope
