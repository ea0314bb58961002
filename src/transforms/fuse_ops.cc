// FuseOps: puts operators that can be computed together into functions marked "Primitive".
//
// Why: a kernel is generated per primitive function, so an addition after a convolution costs no
// trip through memory. The algorithm is TVM's: each node is fused into its immediate post-dominator
// when every operator on every path between them can be computed in one go, in three phases:
// what follows convolutions and reductions, then chains of injective operators, then what feeds
// tuples that were fused. Level 0 gives each operator a function of its own.
//
// Not done: nothing is fused across let, if, match, references and function boundaries, nor into
// functions that are primitive already or belong to an external compiler.
//
//   before  %0 = add(%x, 1f); nn.relu(%0)
//   after   %1 = fn (%p0, Primitive=1) { %0 = add(%p0, 1f); nn.relu(%0) }; %1(%x)
#include "transforms/fuse_ops.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "ir/lineage.h"
#include "ir/visitor.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "support/lca_tree.h"

namespace passcope {
namespace {

constexpr uint32_t kNone = LcaTree::kNone;
constexpr int64_t kMaxFusedOps = 256;

// Whether the shape of the result cannot be known before the values of the arguments are.
bool IsDataDependent(const CallNode* call, const OpNode* op) {
  if (!op->decl->Has(OpTrait::kDataDependent)) return false;
  if (!IsCallTo(call, "strided_slice") || !call->attrs) return true;
  for (const char* key : {"begin", "end", "strides"}) {
    if (call->attrs->Get(key).is_null()) return true;
  }
  return false;
}

bool IsReshape(const Expr& callee) {
  const auto* op = As<OpNode>(callee);
  return op && op->decl->Has(OpTrait::kReshape);
}

// A variable's uses may be different nodes; its identity is one.
const void* Key(const ExprNode* expr) {
  const auto* var = As<VarNode>(expr);
  return var ? static_cast<const void*>(var->vid.get()) : expr;
}

// Who uses the value of an expression, and how. Nodes are numbered twice: by first mention, for
// the tables, and in post-order (`order`), for the algorithm.
class ForwardGraph : public PostOrderVisitor {
 public:
  struct Edge {
    uint32_t node;  // The user.
    OpPattern pattern;
    uint32_t next;  // In `edges`; kNone ends the list.
  };
  struct Node {
    const ExprNode* expr = nullptr;  // Null: mentioned only, such as a function.
    bool extern_ref = false;         // Used by something that nothing is fused into.
    OpPattern pattern = OpPattern::kOpaque;
    uint32_t order = kNone;
    uint32_t first_edge = kNone, last_edge = kNone;
  };

  explicit ForwardGraph(const ExprNode* root) {
    Mention(root);
    Run(root);
  }

  uint32_t Find(const ExprNode* expr) const {
    const uint32_t* id = ids_.Find(Key(expr));
    return id ? *id : kNone;
  }

  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<uint32_t> post_order;

 protected:
  bool Enter(const ExprNode* expr) override {
    uint32_t self = Id(expr);
    switch (expr->kind()) {
      case ExprKind::kFunction: {
        const auto* function = As<FunctionNode>(expr);
        if (function->attrs && function->attrs->Find("Compiler")) return false;
        MentionChildren(expr);
        break;
      }
      case ExprKind::kCall:
        EnterCall(As<CallNode>(expr), self);
        break;
      case ExprKind::kTuple:
        nodes[self].pattern = OpPattern::kTuple;
        for (const Expr& field : expr->children()) {
          if (As<TensorTypeNode>(field->checked_type())) {
            AddEdge(field, self, OpPattern::kInjective);
          } else {
            Mention(field.get());
          }
        }
        break;
      case ExprKind::kTupleGetItem: {
        const Expr& tuple = expr->child(0);
        const auto* type = As<TupleTypeNode>(tuple->checked_type());
        bool tensors = type != nullptr;
        if (type) {
          for (const Type& field : type->fields) tensors = tensors && As<TensorTypeNode>(field);
        }
        if (tensors) {
          nodes[self].pattern = OpPattern::kInjective;
          AddEdge(tuple, self, OpPattern::kInjective);
        } else {
          Mention(tuple.get());
        }
        break;
      }
      case ExprKind::kConstant: {
        const NDArray& data = As<ConstantNode>(expr)->data;
        bool simple = data->dtype == DataType::Int(32) || data->dtype == DataType::Int(64) ||
                      data->dtype == DataType::Float(32) || data->dtype == DataType::Float(64) ||
                      data->dtype == DataType::Bool();
        if (simple && data->shape.empty()) nodes[self].pattern = OpPattern::kElemWise;
        break;
      }
      default:
        MentionChildren(expr);
    }
    return true;
  }

  void Leave(const ExprNode* expr) override {
    ExprKind kind = expr->kind();
    if (kind == ExprKind::kFunction || kind == ExprKind::kGlobalVar || kind == ExprKind::kOp ||
        kind == ExprKind::kConstructor) {
      return;
    }
    uint32_t id = Id(expr);
    Node& node = nodes[id];
    if (node.expr) return;  // Another node of the same variable.
    node.expr = expr;
    node.order = static_cast<uint32_t>(post_order.size());
    post_order.push_back(id);
  }

 private:
  uint32_t Id(const ExprNode* expr) {
    auto [id, fresh] = ids_.Insert(Key(expr));
    if (fresh) {
      *id = static_cast<uint32_t>(nodes.size());
      nodes.emplace_back();
    }
    return *id;
  }
  void Mention(const ExprNode* expr) { nodes[Id(expr)].extern_ref = true; }
  void MentionChildren(const ExprNode* expr) {
    for (const Expr& child : expr->children()) Mention(child.get());
  }
  void AddEdge(const Expr& from, uint32_t to, OpPattern pattern) {
    Node& node = nodes[Id(from.get())];
    auto edge = static_cast<uint32_t>(edges.size());
    edges.push_back({to, pattern, kNone});
    (node.last_edge == kNone ? node.first_edge : edges[node.last_edge].next) = edge;
    node.last_edge = edge;
  }
  void EnterCall(const CallNode* call, uint32_t self) {
    OpPattern pattern = OpPattern::kOpaque;
    if (const auto* op = As<OpNode>(call->op())) {
      const Type& type = call->checked_type();
      bool waits = type && type->is_dynamic() && IsDataDependent(call, op);
      if (!waits) pattern = op->decl->pattern;
    } else {
      Mention(call->op().get());
    }
    nodes[self].pattern = pattern;
    const auto* result = As<TensorTypeNode>(call->checked_type());
    for (const Expr& arg : call->args()) {
      const auto* type = As<TensorTypeNode>(arg->checked_type());
      bool same_shape =
          pattern == OpPattern::kBroadcast && type && result && type->shape == result->shape;
      AddEdge(arg, self, same_shape ? OpPattern::kElemWise : pattern);
    }
  }

  PtrMap<uint32_t> ids_;
};

// Decides which nodes go together. All indices are positions in the graph's post-order.
class Partitioner {
 public:
  Partitioner(const ForwardGraph& graph, int64_t opt_level, int64_t max_depth)
      : graph_(graph), max_depth_(static_cast<uint64_t>(std::max<int64_t>(max_depth, 0))) {
    size_t count = graph.post_order.size();
    groups_.resize(count);
    for (size_t i = 0; i < count; ++i) {
      const ForwardGraph::Node& node = NodeAt(static_cast<uint32_t>(i));
      groups_[i].pattern = node.pattern;
      groups_[i].anchored = node.pattern == OpPattern::kOutEWiseFusable;
    }
    if (opt_level == 0) {
      if (RemarksWanted()) ExplainLevel();
      return;
    }
    FindPostDominators();
    visited_.assign(count, 0);
    for (int phase = 0; phase < 3; ++phase) {
      for (uint32_t i = 0; i < count; ++i) TryToFuse(i, phase);
    }
    if (RemarksWanted()) Explain();
  }

  uint32_t Root(uint32_t i) {
    uint32_t root = i;
    while (groups_[root].parent != kNone) root = groups_[root].parent;
    while (i != root) i = std::exchange(groups_[i].parent, root);
    return root;
  }

 private:
  struct Group {
    uint32_t parent = kNone;
    OpPattern pattern = OpPattern::kOpaque;
    bool anchored = false;  // Has a convolution or the like already.
    uint64_t num_nodes = 1;
  };
  enum Allowed : uint8_t { kToBroadcast, kToInjective, kBroadcastChain };

  const ForwardGraph::Node& NodeAt(uint32_t i) const { return graph_.nodes[graph_.post_order[i]]; }
  template <class F>
  void ForEachUser(uint32_t i, F&& f) const {
    for (uint32_t e = NodeAt(i).first_edge; e != kNone; e = graph_.edges[e].next) {
      f(graph_.nodes[graph_.edges[e].node].order, graph_.edges[e].pattern);
    }
  }

  void FindPostDominators() {
    auto count = static_cast<uint32_t>(graph_.post_order.size());
    dominator_.assign(count, kNone);
    path_pattern_.assign(count, OpPattern::kOpaque);
    LcaTree tree;  // Node k stands for post-order position count - 1 - k.
    for (uint32_t k = 0; k < count; ++k) {
      uint32_t i = count - 1 - k;
      if (NodeAt(i).extern_ref) {
        tree.Add(kNone, static_cast<uint8_t>(OpPattern::kOpaque));
        continue;
      }
      auto weight = static_cast<uint8_t>(OpPattern::kElemWise);
      uint32_t parent = kNone;
      bool first = true;
      ForEachUser(i, [&](uint32_t user, OpPattern pattern) {
        weight = std::max(weight, static_cast<uint8_t>(pattern));
        uint32_t node = count - 1 - user;
        parent = first ? node : tree.Lca(parent, node, &weight);
        first = false;
      });
      tree.Add(parent, weight);
      if (parent != kNone) dominator_[i] = count - 1 - parent;
      path_pattern_[i] = static_cast<OpPattern>(weight);
    }
  }

  // Walks from the users of `from` to `sink`, each node once, as long as `f` says yes. Nodes at
  // the sink are shown and not passed.
  template <class F>
  bool WalkToSink(uint32_t from, uint32_t sink, F&& f) {
    ++epoch_;
    stack_.clear();
    auto push_users = [&](uint32_t i) {
      size_t base = stack_.size();
      ForEachUser(i, [&](uint32_t user, OpPattern) { stack_.push_back(user); });
      std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(base), stack_.end());
    };
    push_users(from);
    while (!stack_.empty()) {
      uint32_t i = stack_.back();
      stack_.pop_back();
      if (std::exchange(visited_[i], epoch_) == epoch_) continue;
      if (!f(i)) return false;
      if (i != sink) push_users(i);
    }
    return true;
  }

  bool PathAllows(uint32_t from, uint32_t sink, Allowed allowed) {
    return WalkToSink(from, sink, [&](uint32_t i) {
      OpPattern pattern = groups_[Root(i)].pattern;
      switch (allowed) {
        case kToBroadcast:
          return pattern <= OpPattern::kBroadcast;
        case kToInjective:
          return pattern <= OpPattern::kInjective;
        case kBroadcastChain:
          // Injective operators beside the path may join; the end may be a convolution's group.
          return pattern <= OpPattern::kInjective ||
                 (i == sink &&
                  (pattern == OpPattern::kCommReduce || pattern == OpPattern::kOutEWiseFusable));
      }
      return false;
    });
  }

  bool WithinDepth(uint32_t child, uint32_t sink) {
    uint64_t count = groups_[Root(sink)].num_nodes + groups_[child].num_nodes;
    return count <= max_depth_ && WalkToSink(child, sink, [&](uint32_t i) {
             if (i != sink) count += groups_[i].num_nodes;
             return count <= max_depth_;
           });
  }

  void Merge(uint32_t child, uint32_t into) {
    child = Root(child);
    into = Root(into);
    if (child == into) return;
    Group &from = groups_[child], &to = groups_[into];
    to.num_nodes += from.num_nodes;
    from.parent = into;
    if (from.anchored) {
      to.anchored = true;
      to.pattern = std::max(from.pattern, to.pattern);
    }
  }

  void FuseIf(uint32_t i, uint32_t sink, Allowed allowed) {
    if (!PathAllows(i, sink, allowed)) return;
    Merge(i, sink);
    WalkToSink(i, sink, [&](uint32_t on_path) {
      if (on_path != sink) Merge(on_path, sink);
      return true;
    });
  }

  void TryToFuse(uint32_t i, int phase) {
    OpPattern pattern = groups_[i].pattern;
    uint32_t sink = dominator_[i];
    if (pattern == OpPattern::kOpaque || sink == kNone || !WithinDepth(i, sink)) return;
    OpPattern sink_pattern = groups_[sink].pattern;
    if (phase == 2) {
      // What feeds a tuple that was fused into the injective operators after it.
      OpPattern root_pattern = groups_[Root(sink)].pattern;
      if (pattern <= OpPattern::kInjective && sink_pattern == OpPattern::kTuple &&
          root_pattern <= OpPattern::kInjective) {
        FuseIf(i, sink, kToInjective);
      }
      return;
    }
    if (Root(i) == Root(sink) || sink_pattern == OpPattern::kTuple) return;
    OpPattern path = path_pattern_[i];
    if (pattern == OpPattern::kOutEWiseFusable) {
      if (phase == 0 && path == OpPattern::kElemWise) FuseIf(i, sink, kToBroadcast);
    } else if (pattern <= OpPattern::kBroadcast) {
      if (path <= OpPattern::kCommReduce) FuseIf(i, sink, kBroadcastChain);
    } else if (pattern == OpPattern::kInjective || pattern == OpPattern::kTuple) {
      // After the convolutions had their turn.
      if (phase == 1) FuseIf(i, sink, kToInjective);
    }
  }

  // What TVM calls a pattern.
  static const char* NameOf(OpPattern pattern) {
    switch (pattern) {
      case OpPattern::kElemWise:
        return "kElemWise";
      case OpPattern::kBroadcast:
        return "kBroadcast";
      case OpPattern::kInjective:
        return "kInjective";
      case OpPattern::kCommReduce:
        return "kCommReduce";
      case OpPattern::kOutEWiseFusable:
        return "kOutEWiseFusable";
      case OpPattern::kTuple:
        return "kTuple";
      default:
        return "kOpaque";
    }
  }

  static bool IsComputed(const ExprNode* expr) {
    const auto* call = As<CallNode>(expr);
    const auto* op = call ? As<OpNode>(call->op()) : nullptr;
    return op && (!op->decl->Has(OpTrait::kNonComputational) || op->decl->Has(OpTrait::kQnn));
  }

  PASSCOPE_REMARKS static void ExplainLevel() {
    EmitRemark(RemarkKind::kFuseLevel, nullptr,
               Say("at level 0 each operator has a function of its own"));
  }

  // Says of each group what is in it, and of each operator whose value leaves its group why.
  PASSCOPE_REMARKS void Explain() {
    auto count = static_cast<uint32_t>(graph_.post_order.size());
    std::vector<MessageList> names(count);
    for (uint32_t i = 0; i < count; ++i) {
      const ExprNode* expr = NodeAt(i).expr;
      if (!IsComputed(expr)) continue;
      names[Root(i)].items.push_back(NameInRemark(expr));
      if (Root(i) == i) ExplainEnd(i);
    }
    for (uint32_t i = 0; i < count; ++i) {
      size_t calls = names[i].items.size();
      if (calls < 2) continue;
      EmitRemark(
          RemarkKind::kFused, NodeAt(i).expr,
          Say("{count} operators are computed in one function: {operators}", calls, names[i]));
    }
  }

  // Why the group of `i` ends there.
  PASSCOPE_REMARKS void ExplainEnd(uint32_t i) {
    const ExprNode* expr = NodeAt(i).expr;
    const std::string name = NameInRemark(expr);
    // Of the operator itself: what was fused into it may have made its group another's.
    OpPattern pattern = groups_[i].pattern;
    uint32_t sink = dominator_[i];
    if (NodeAt(i).pattern == OpPattern::kOpaque) {
      EmitRemark(RemarkKind::kFuseOpaque, expr,
                 Say("{operator} is opaque: nothing is fused with it", name));
    } else if (NodeAt(i).extern_ref) {
      EmitRemark(RemarkKind::kFuseResult, expr,
                 Say("the value of {operator} is needed as a whole, as a result or by something "
                     "that nothing is fused into",
                     name));
    } else if (sink == kNone) {
      EmitRemark(
          RemarkKind::kFuseDiverges, expr,
          Say("what uses {operator} does not lead to one operator behind all of its uses", name));
    } else if (!WithinDepth(i, sink)) {
      EmitRemark(RemarkKind::kFuseTooMany, expr,
                 Say("{operator} is not fused into {user}: the function would have more than "
                     "{limit} operators (relay.FuseOps.max_depth)",
                     name, NameInRemark(NodeAt(sink).expr), max_depth_));
    } else if (NodeAt(sink).pattern == OpPattern::kTuple) {
      EmitRemark(RemarkKind::kFuseTuple, expr,
                 Say("{operator} becomes a field of a tuple, which is not fused", name));
    } else {
      ExplainPath(i, sink, pattern);
    }
  }

  PASSCOPE_REMARKS void ExplainPath(uint32_t i, uint32_t sink, OpPattern pattern) {
    OpPattern most =
        pattern == OpPattern::kOutEWiseFusable ? OpPattern::kBroadcast : OpPattern::kInjective;
    uint32_t blocker = kNone;
    WalkToSink(i, sink, [&](uint32_t on_path) {
      // Of the operator itself: it may have joined a simpler group since.
      if (on_path == sink || NodeAt(on_path).pattern <= most) return true;
      blocker = on_path;
      return false;
    });
    const ExprNode* expr = NodeAt(i).expr;
    const ExprNode* user = NodeAt(sink).expr;
    if (blocker != kNone) {
      EmitRemark(RemarkKind::kFusePath, expr,
                 Say("{operator} is not fused into {user}: {blocker}, which is between them, is "
                     "{pattern}",
                     NameInRemark(expr), NameInRemark(user), NameInRemark(NodeAt(blocker).expr),
                     NameOf(NodeAt(blocker).pattern)));
      return;
    }
    EmitRemark(RemarkKind::kFusePattern, expr,
               Say("{operator} is not fused into {user}: its group is {pattern}, the other's is "
                   "{user_pattern}",
                   NameInRemark(expr), NameInRemark(user), NameOf(pattern),
                   NameOf(groups_[Root(sink)].pattern)));
  }

  const ForwardGraph& graph_;
  const uint64_t max_depth_;
  std::vector<Group> groups_;
  std::vector<uint32_t> dominator_;
  std::vector<OpPattern> path_pattern_;  // The most complex use between a node and its dominator.
  std::vector<uint32_t> visited_;
  uint32_t epoch_ = 0;
  std::vector<uint32_t> stack_;
};

class Fuser : public Rewriter {
 public:
  Fuser(const ExprNode* root, int64_t opt_level, int64_t max_depth, bool link_params)
      : graph_(root), partition_(graph_, opt_level, max_depth), link_params_(link_params) {
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
    PtrMap<uint32_t> index;                // Of an argument.
    std::vector<const ExprNode*> members;  // For who listens for lineage.
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
      auto [index, fresh] = function.index.Insert(Key(result[i].get()));
      if (fresh) {
        *index = static_cast<uint32_t>(function.params.size());
        LineageSource source(old_args[i]);
        function.params.push_back(Var("p" + std::to_string(*index), old_args[i]->checked_type()));
        function.arguments.push_back(result[i]);
      }
      result[i] = function.params[*index];
    }
    return result;
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

  ForwardGraph graph_;
  Partitioner partition_;
  const bool link_params_;
  int64_t groups_ = 0;                  // Functions made.
  int64_t calls_ = 0;                   // Calls of operators in them.
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
  return CreateFunctionPass(
      [options](const Expr& function, const IRModule&, PassContext& context) {
        int64_t level = options.fuse_opt_level == -1 ? context.opt_level() : options.fuse_opt_level;
        int64_t max_depth = ConfigInt(context, "relay.FuseOps.max_depth", kMaxFusedOps);
        bool link_params = ConfigInt(context, "relay.FuseOps.link_params", 0) != 0;
        Fuser fuser(function.get(), level, max_depth, link_params);
        Expr result = fuser.Run(function);
        context.Count("functions made", fuser.groups());
        context.Count("calls fused", fuser.calls());
        return result;
      },
      TableInfo("FuseOps"));
}

}  // namespace transform
}  // namespace passcope
