// FuseOps: puts operators that can be computed together into functions marked "Primitive".
//
// Why: a kernel is generated for each primitive function, so an addition after a convolution needs
// no extra pass through memory. The algorithm is TVM's: a node is fused into its immediate
// post-dominator if every operator on every path between them fits into one kernel. It has three
// phases: operators after convolutions and reductions, then chains of injective operators, then
// inputs of tuples that were fused. Level 0 gives each operator its own function.
//
// The arguments of the new function that have effects keep their order. Not done: nothing is fused
// across let, if, match, references and function boundaries, nor into functions that are primitive
// already or belong to an external compiler.
//
//   before  %0 = add(%x, 1f); nn.relu(%0)
//   after   %1 = fn (%p0, Primitive=1) { %0 = add(%p0, 1f); nn.relu(%0) }; %1(%x)
#include "transforms/fuse_ops.h"

#include <string>
#include <utility>

#include "ir/lineage.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "support/sorting.h"
#include "transforms/fusion_graph.h"
#include "transforms/fusion_groups.h"
#include "transforms/with_effects.h"

namespace passcope {
namespace {

constexpr uint32_t kNone = FusionGraph::kNone;
constexpr int64_t kMaxFusedOps = 256;

bool IsReshape(const Expr& callee) {
  const auto* op = As<OpNode>(callee);
  return op && op->decl->Has(OpTrait::kReshape);
}

class Fuser : public Rewriter {
 public:
  // A null `effects` means that the function has no effects.
  Fuser(const ExprNode* root, int64_t opt_level, int64_t max_depth, bool link_params,
        Effects* effects)
      : graph_(root),
        partition_(graph_, opt_level, max_depth),
        link_params_(link_params),
        effects_(effects) {
    functions_.resize(graph_.post_order.size());
  }
  int64_t groups() const { return groups_; }
  int64_t calls() const { return calls_; }

 protected:
  Expr Enter(const ExprNode* node) override {
    const auto* function = As<FunctionNode>(node);
    bool external = function && function->attrs && function->attrs->Find("Compiler");
    return function && (function->is_primitive() || external) ? Expr(node) : Expr();
  }

  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (effects_) {
      const Effect effect = effects_->Of(Expr(node));
      if (!effect.none()) evaluated_[node] = {++evaluations_, effect};
    }
    switch (node->kind()) {
      case ExprKind::kCall:
        return FuseCall(As<CallNode>(node), children);
      case ExprKind::kTuple: {
        uint32_t self = OrderOf(node), group = partition_.Root(self);
        if (group == self) return WithChildren(node, children);
        Join(node, group);
        return Rebuild(node, NewArguments(node->children(), children, group), nullptr);
      }
      case ExprKind::kTupleGetItem: {
        uint32_t self = OrderOf(node), group = partition_.Root(self);
        if (group == self && GroupOf(node->child(0).get()) != group) {
          return WithChildren(node, children);
        }
        Join(node, group);
        std::vector<Expr> tuple = NewArguments(node->children(), children, group);
        Expr item = TupleGetItem(tuple[0], As<TupleGetItemNode>(node)->index);
        return group == self ? CallFunction(group, node->checked_type(), item) : item;
      }
      default:
        return WithChildren(node, children);
    }
  }

 private:
  struct NewFunction {
    std::vector<Expr> params;
    std::vector<Expr> arguments;
    PtrMap<uint32_t> index;                // By argument.
    std::vector<const ExprNode*> sources;  // The arguments before the pass, if there are effects.
    std::vector<const ExprNode*> members;  // For lineage.
  };

  void Join(const ExprNode* node, uint32_t group) {
    if (LineageWanted()) functions_[group].members.push_back(node);
  }

  uint32_t OrderOf(const ExprNode* node) const { return graph_.nodes[graph_.Find(node)].order; }
  uint32_t GroupOf(const ExprNode* node) {
    uint32_t id = graph_.Find(node);
    uint32_t order = id == kNone ? kNone : graph_.nodes[id].order;
    return order == kNone ? kNone : partition_.Root(order);
  }

  Expr FuseCall(const CallNode* call, std::span<const Expr> children) {
    const auto* op = As<OpNode>(call->op());
    if (!op) return WithChildren(call, children);
    if (IsCallTo(call, "annotation.stop_fusion")) return children[1];
    if (op->decl->Has(OpTrait::kNonComputational) && !op->decl->Has(OpTrait::kQnn)) {
      return WithChildren(call, children);
    }
    uint32_t self = OrderOf(call), group = partition_.Root(self);
    Join(call, group);
    std::vector<Expr> args = NewArguments(call->args(), children.subspan(1), group);
    Expr result = Call(call->op(), args, call->attrs, call->type_args, call->span());
    ++calls_;
    return group == self ? CallFunction(group, call->checked_type(), result) : result;
  }

  // Arguments from other groups become parameters of this group's function.
  std::vector<Expr> NewArguments(std::span<const Expr> old_args, std::span<const Expr> new_args,
                                 uint32_t group) {
    std::vector<Expr> result(new_args.begin(), new_args.end());
    for (size_t i = 0; i < result.size(); ++i) {
      if (GroupOf(old_args[i].get()) == group) continue;
      if (link_params_ && As<ConstantNode>(result[i])) continue;
      NewFunction& function = functions_[group];
      auto [index, fresh] = function.index.Insert(FusionGraph::Key(result[i].get()));
      if (fresh) {
        *index = static_cast<uint32_t>(function.params.size());
        LineageSource source(old_args[i]);
        function.params.push_back(Var("p" + std::to_string(*index), old_args[i]->checked_type()));
        function.arguments.push_back(result[i]);
        if (effects_) function.sources.push_back(old_args[i].get());
      }
      result[i] = function.params[*index];
    }
    return result;
  }

  // When an expression is evaluated, and the effects of that.
  struct Evaluation {
    uint32_t time = 0;
    Effect effect;
  };

  // The operators of a group are computed when its last one is. If the order of its arguments'
  // effects matters, they are evaluated in the old order.
  void OrderEffects(NewFunction* function) {
    std::vector<size_t> places;
    std::vector<Evaluation> times;
    bool moved = false;
    for (size_t i = 0; i < function->sources.size(); ++i) {
      const Evaluation* time = evaluated_.Find(function->sources[i]);
      if (!time) continue;
      for (const Evaluation& other : times)
        moved = moved || (other.time > time->time && other.effect.DependsOn(time->effect));
      places.push_back(i);
      times.push_back(*time);
    }
    if (!moved) return;
    const std::vector<uint32_t> order = SortedOrder(
        times.size(), [&](uint32_t a, uint32_t b) { return times[a].time < times[b].time; });
    const std::vector<Expr> params = function->params, arguments = function->arguments;
    for (size_t i = 0; i < places.size(); ++i) {
      function->params[places[i]] = params[places[order[i]]];
      function->arguments[places[i]] = arguments[places[order[i]]];
    }
  }

  Expr CallFunction(uint32_t group, const Type& type, const Expr& body) {
    bool has_call = false, reshape_only = true;
    PostOrderVisit(body, [&](const ExprNode* node) {
      if (const auto* call = As<CallNode>(node)) {
        has_call = true;
        reshape_only = reshape_only && IsReshape(call->op());
      } else if (const auto* var = As<VarNode>(node)) {
        reshape_only = reshape_only && As<TensorTypeNode>(var->type_annotation);
      }
    });
    NewFunction& function = functions_[group];
    OrderEffects(&function);
    DictAttrs attrs = WithAttr(nullptr, "Primitive", int64_t{has_call});
    if (has_call && reshape_only) attrs = WithAttr(attrs, "relay.reshape_only", int64_t{1});
    Expr fused = Function(function.params, body, type, {}, std::move(attrs));
    Expr call = Call(fused, function.arguments);
    for (const ExprNode* member : function.members) {
      AlsoFrom(fused, member);
      AlsoFrom(call, member);
    }
    function = {};
    ++groups_;
    return call;
  }

  FusionGraph graph_;
  FusionGroups partition_;
  const bool link_params_;
  Effects* const effects_;
  PtrMap<Evaluation> evaluated_;  // Of expressions with effects.
  uint32_t evaluations_ = 0;
  int64_t groups_ = 0;                  // The number of new functions.
  int64_t calls_ = 0;                   // The number of operator calls in them.
  std::vector<NewFunction> functions_;  // By the post-order position of the group's root.
};

int64_t ConfigInt(const PassContext& context, std::string_view key, int64_t default_value) {
  const AttrValue* value = context.FindConfig(key);
  if (!value) return default_value;
  if (const bool* flag = value->get<bool>()) return *flag;
  const int64_t* number = value->get<int64_t>();
  return number ? *number : default_value;
}

}  // namespace

namespace transform {

Pass FuseOps(FuseOpsOptions options) {
  return CreateFunctionPassWithEffects(
      [options](const Expr& function, const IRModule&, LazyEffects& effects, PassContext& context) {
        int64_t level = options.fuse_opt_level == -1 ? context.opt_level() : options.fuse_opt_level;
        int64_t max_depth = ConfigInt(context, "relay.FuseOps.max_depth", kMaxFusedOps);
        bool link_params = ConfigInt(context, "relay.FuseOps.link_params", 0) != 0;
        Fuser fuser(function.get(), level, max_depth, link_params, effects.For(function));
        Expr result = fuser.Run(function);
        context.Count("functions made", fuser.groups());
        context.Count("calls fused", fuser.calls());
        return result;
      },
      TableInfo("FuseOps"));
}

}  // namespace transform
}  // namespace passcope
