// Let-binding of intermediate results, in three steps. First it finds the dependencies. Then it
// finds the scope of every expression: the lowest common ancestor of the scopes of its uses. Then
// it rewrites, with one list of bindings for each scope. Scopes are those of function bodies,
// branches, clauses and lets. All three steps have their own stacks.
#include "transforms/normal_form.h"

#include <iterator>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/intermediate_var.h"
#include "ir/lineage.h"
#include "ir/typed.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "support/lca_tree.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

constexpr uint32_t kNone = LcaTree::kNone;

const void* Key(const ExprNode* expr) {
  const auto* var = As<VarNode>(expr);
  return var ? static_cast<const void*>(var->vid.get()) : expr;
}

// The attributes of a call of `on_device` that constrains both its argument and its result; null
// for all other expressions.
const OnDeviceAttrs* FixedDevice(const ExprNode* expr) {
  const auto* call = As<CallNode>(expr);
  if (!call || !IsCallTo(call, "on_device")) return nullptr;
  const auto* attrs = As<OnDeviceAttrs>(call->attrs);
  return attrs && attrs->constrain_result && attrs->constrain_body ? attrs : nullptr;
}

// The number of children of a match that are expressions: the data, then the clauses' bodies.
size_t NumMatchChildren(const MatchNode* match) { return 1 + match->clauses().size(); }
size_t MatchChild(const MatchNode* match, size_t i) {
  return i == 0 ? 0 : match->clauses()[i - 1].body;
}

// The scope of every expression of one function.
class ScopePlan {
 public:
  explicit ScopePlan(const ExprNode* root) {
    FindDependencies(root);
    FindScopes();
  }

  struct Node {
    bool new_scope = false;
    bool may_lift = false;  // An expression other than an operator.
    bool lifted = false;    // It belongs further out than its first use.
    uint32_t first_edge = kNone, last_edge = kNone;
    uint32_t scope = kNone;
  };

  // The nodes of blocks follow the node of their function, if, let or match: Find(e) + 1 is the
  // body, the true branch or the first clause, and Find(e) + 2 is the false branch or the second
  // clause.
  uint32_t Find(const ExprNode* expr) const { return *ids_.Find(Key(expr)); }
  // Null for expressions outside the dataflow, such as bound variables.
  const uint32_t* FindOrNull(const ExprNode* expr) const { return ids_.Find(Key(expr)); }
  const Node& node(uint32_t id) const { return nodes_[id]; }
  size_t num_nodes() const { return nodes_.size(); }
  uint32_t num_scopes() const { return num_scopes_; }

 private:
  struct Edge {
    uint32_t parent;
    uint32_t next;
  };
  struct Frame {
    const ExprNode* expr;
    uint32_t id;
    uint32_t next;
  };

  void Link(uint32_t parent, uint32_t child) {
    Node& node = nodes_[child];
    auto edge = static_cast<uint32_t>(edges_.size());
    edges_.push_back({parent, kNone});
    (node.last_edge == kNone ? node.first_edge : edges_[node.last_edge].next) = edge;
    node.last_edge = edge;
  }
  uint32_t NewBlock(uint32_t parent) {
    auto id = static_cast<uint32_t>(nodes_.size());
    nodes_.emplace_back();
    nodes_.back().new_scope = true;
    Link(parent, id);
    return id;
  }

  void FindDependencies(const ExprNode* root) {
    std::vector<Frame> stack;
    auto enter = [&](const ExprNode* expr) {
      auto [id, fresh] = ids_.Insert(Key(expr));
      if (!fresh) return;
      *id = static_cast<uint32_t>(nodes_.size());
      uint32_t self = *id;
      nodes_.emplace_back();
      nodes_.back().may_lift = expr->kind() != ExprKind::kOp;
      switch (expr->kind()) {
        case ExprKind::kIf:
          NewBlock(self);
          NewBlock(self);
          break;
        case ExprKind::kFunction:
        case ExprKind::kLet:
          NewBlock(self);
          break;
        case ExprKind::kMatch:
          for (size_t i = 0; i < As<MatchNode>(expr)->clauses().size(); ++i) NewBlock(self);
          break;
        default:
          break;
      }
      stack.push_back({expr, self, 0});
    };
    enter(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const ExprNode* expr = frame.expr;
      uint32_t self = frame.id;
      std::span<const Expr> children = expr->children();
      ExprKind kind = expr->kind();
      const auto* match = As<MatchNode>(expr);
      size_t count = match ? NumMatchChildren(match) : children.size();
      auto child_at = [&](uint32_t i) { return children[match ? MatchChild(match, i) : i].get(); };
      bool dataflow =
          kind == ExprKind::kCall || kind == ExprKind::kTuple || kind == ExprKind::kTupleGetItem;
      if (frame.next > 0 && !dataflow) {
        uint32_t done = frame.next - 1;
        uint32_t parent = self;
        if (kind == ExprKind::kFunction || kind == ExprKind::kLet) parent = self + 1;
        if (kind == ExprKind::kIf || match) parent = self + done;
        Link(parent, Find(child_at(done)));
      }
      if (frame.next < count) {
        enter(child_at(frame.next++));
        continue;
      }
      stack.pop_back();
      if (dataflow) {
        for (const Expr& child : children) Link(self, Find(child.get()));
      } else if (kind == ExprKind::kIf || match) {
        for (size_t i = count; i-- > 1;) order_.push_back(self + static_cast<uint32_t>(i));
      } else if (kind == ExprKind::kFunction || kind == ExprKind::kLet) {
        order_.push_back(self + 1);
      }
      order_.push_back(self);
    }
  }

  void FindScopes() {
    LcaTree tree;
    uint32_t global = tree.Add(kNone);
    num_scopes_ = 1;
    for (size_t i = order_.size(); i-- > 0;) {
      Node& node = nodes_[order_[i]];
      uint32_t scope = global, edge = node.first_edge;
      if (edge != kNone) {
        uint32_t first = nodes_[edges_[edge].parent].scope;
        scope = first;
        uint8_t unused = 0;
        while ((edge = edges_[edge].next) != kNone) {
          scope = tree.Lca(scope, nodes_[edges_[edge].parent].scope, &unused);
        }
        node.lifted = node.may_lift && scope != first;
      }
      if (node.new_scope) {
        scope = tree.Add(scope);
        ++num_scopes_;
      }
      node.scope = scope;
    }
    edges_.clear();
  }

  PtrMap<uint32_t> ids_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<uint32_t> order_;  // Post-order.
  uint32_t num_scopes_ = 0;
};

class Binder {
 public:
  // A null `effects` means that nothing has effects. `typed`: new expressions are typed.
  Binder(const ExprNode* root, NormalForm form, bool typed, uint32_t* counter, Effects* effects)
      : plan_(root),
        form_(form),
        typed_(typed),
        counter_(counter),
        effects_(effects),
        lists_(plan_.num_scopes()),
        memo_(plan_.num_nodes()) {}

  Expr Run(const ExprNode* root) {
    Visit(root, nullptr);
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      if (frame.next < NumVisited(frame)) {
        uint32_t child = ChildAt(frame.expr, frame.next++);
        const auto* let = As<LetNode>(frame.expr);
        Expr var = let && child == 1 ? let->var() : Expr();
        if (frame.device) var = frame.var;
        Visit(frame.expr->child(child).get(), var);
      } else {
        Frame done = stack_.back();
        stack_.pop_back();
        Finish(done);
      }
    }
    return values_.back();
  }

 private:
  struct Binding {
    Expr var;
    Expr value;
    uint32_t next;
  };
  struct List {
    uint32_t head = kNone, tail = kNone;
  };
  struct Frame {
    const ExprNode* expr;
    uint32_t id;
    uint32_t next;
    uint32_t base;
    Expr var;             // The variable that the result must be bound to; may be null.
    bool device = false;  // True for a call of `on_device` around a computed expression.
  };

  static uint32_t NumVisited(const Frame& frame) {
    if (frame.device) return 1;
    const ExprNode* expr = frame.expr;
    switch (expr->kind()) {
      case ExprKind::kFunction:
        return 1;
      case ExprKind::kLet:
        return 2;
      case ExprKind::kMatch:
        return static_cast<uint32_t>(NumMatchChildren(As<MatchNode>(expr)));
      default:
        return static_cast<uint32_t>(expr->children().size());
    }
  }
  // A call's arguments come before its callee.
  static uint32_t ChildAt(const ExprNode* expr, uint32_t i) {
    auto count = static_cast<uint32_t>(expr->children().size());
    switch (expr->kind()) {
      case ExprKind::kCall:
        return i + 1 < count ? i + 1 : 0;
      case ExprKind::kFunction:
        return count - 1;
      case ExprKind::kLet:
        return i + 1;
      case ExprKind::kMatch:
        return static_cast<uint32_t>(MatchChild(As<MatchNode>(expr), i));
      default:
        return i;
    }
  }

  void Bind(uint32_t scope, const Expr& var, Expr value) {
    auto index = static_cast<uint32_t>(bindings_.size());
    bindings_.push_back({var, std::move(value), kNone});
    Append(&lists_[scope], {index, index});
  }
  void Append(List* list, List more) {
    if (more.head == kNone) return;
    (list->head == kNone ? list->head : bindings_[list->tail].next) = more.head;
    list->tail = more.tail;
  }
  List Take(uint32_t scope) { return std::exchange(lists_[scope], {}); }
  // `body` with the bindings as lets around it.
  Expr Wrap(List list, Expr body) {
    std::vector<uint32_t> order;
    for (uint32_t i = list.head; i != kNone; i = bindings_[i].next) order.push_back(i);
    for (size_t i = order.size(); i-- > 0;) {
      const auto& [var, value, next] = bindings_[order[i]];
      LineageSource source(value);
      body = typed_ ? TypedLet(var, value, std::move(body)) : Let(var, value, std::move(body));
    }
    return body;
  }
  Expr WrapBlock(uint32_t block, Expr body) {
    return Wrap(Take(plan_.node(block).scope), std::move(body));
  }

  // False for random numbers: drawn earlier, they are as random.
  static bool HasOrder(Effect effect) { return !(effect.none() || effect == Effect::kRandom); }

  void Visit(const ExprNode* expr, const Expr& var) {
    uint32_t id = plan_.Find(expr);
    if (const Expr& done = memo_[id]) {
      if (var) Bind(plan_.node(id).scope, var, done);
      values_.push_back(done);
      return;
    }
    if (effects_ && plan_.node(id).lifted && HasOrder(effects_->Of(Expr(expr)))) {
      throw DiagnosticError(
          DiagKind::kUnsupported,
          MSG(kSharedEffectOrderChanges,
              "several blocks share an expression with effects, so the order of "
              "the effects would change"),
          {MSG(kLetBindingHint, "bind it with `let` where it is to be evaluated")}, Expr(expr));
    }
    switch (expr->kind()) {
      case ExprKind::kVar:
      case ExprKind::kGlobalVar:
      case ExprKind::kOp:
      case ExprKind::kConstructor:
        if (var) Bind(plan_.node(id).scope, var, Expr(expr));
        Return(id, var ? var : Expr(expr));
        return;
      case ExprKind::kConstant: {
        LineageSource source(expr);
        Return(id, Compound(id, Expr(expr), var));
        return;
      }
      case ExprKind::kFunction:
        if (As<FunctionNode>(expr)->is_primitive()) {
          Return(id, nesting_ == 0 ? Expr(expr) : Compound(id, Expr(expr), var));
          return;
        }
        ++nesting_;
        break;
      default:
        break;
    }
    // Basic blocks are also made before PlanDevices, when only some expressions have such calls.
    bool device = form_ == NormalForm::kA && FixedDevice(expr);
    if (device) devices_.emplace_back(As<CallNode>(expr));
    stack_.push_back({expr, id, 0, static_cast<uint32_t>(values_.size()), var, device});
  }

  // An expression within `on_device` gets its own annotation when it is bound, since it is then
  // outside.
  Expr OnDevice(Expr expr) const {
    if (devices_.empty()) return expr;
    switch (expr->kind()) {
      case ExprKind::kVar:
      case ExprKind::kGlobalVar:
      case ExprKind::kOp:
      case ExprKind::kConstructor:
      case ExprKind::kFunction:
        return expr;
      default:
        return IsCallTo(expr, "on_device") ? expr : OnDeviceLike(devices_.back(), std::move(expr));
    }
  }
  static Expr OnDeviceLike(const CallNode* call, Expr expr) {
    return Call(call->op(), {std::move(expr)}, call->attrs);
  }

  void Return(uint32_t id, Expr value) {
    memo_[id] = value;
    values_.push_back(std::move(value));
  }

  bool Included(uint32_t id) const { return form_ == NormalForm::kA || plan_.node(id).lifted; }

  // Binds the result to `var`, or to a fresh variable if the form requires one.
  Expr Compound(uint32_t id, Expr now, Expr var) {
    if (!var) {
      if (!Included(id)) return now;
      const Type type = typed_ ? now->checked_type() : nullptr;
      var = IntermediateVar((*counter_)++, type, type);
    }
    uint32_t scope = plan_.node(id).scope;
    while (const auto* let = As<LetNode>(now)) {
      Bind(scope, let->var(), let->value());
      now = let->body();
    }
    Bind(scope, var, OnDevice(std::move(now)));
    return var;
  }

  void Finish(const Frame& frame) {
    const ExprNode* expr = frame.expr;
    std::vector<Expr> results = std::move(spare_);
    results.assign(std::make_move_iterator(values_.begin() + frame.base),
                   std::make_move_iterator(values_.end()));
    values_.resize(frame.base);
    LineageSource source(expr);
    if (frame.device) {
      devices_.pop_back();
      Return(frame.id, OnDeviceLike(As<CallNode>(expr), results[0]));
      return;
    }
    Expr now;
    switch (expr->kind()) {
      case ExprKind::kCall: {
        const auto* call = As<CallNode>(expr);
        now = Call(results.back(), std::span<const Expr>(results).first(results.size() - 1),
                   call->attrs, call->type_args);
        break;
      }
      case ExprKind::kTupleGetItem:
        now = TupleGetItem(results[0], As<TupleGetItemNode>(expr)->index);
        break;
      case ExprKind::kIf:
        now = If(results[0], WrapBlock(frame.id + 1, results[1]),
                 WrapBlock(frame.id + 2, results[2]));
        break;
      case ExprKind::kMatch: {
        const auto* match = As<MatchNode>(expr);
        std::vector<Expr> children(expr->children().begin(), expr->children().end());
        children[0] = results[0];
        for (uint32_t i = 1; i < results.size(); ++i) {
          children[MatchChild(match, i)] = WrapBlock(frame.id + i, results[i]);
        }
        now = Match(children, match->patterns, match->complete);
        break;
      }
      case ExprKind::kFunction: {
        std::vector<Expr> children(expr->children().begin(), expr->children().end());
        children.back() = WrapBlock(frame.id + 1, results[0]);
        now = Rebuild(expr, children, expr->checked_type());
        if (--nesting_ == 0) {
          Return(frame.id, now);
          return;
        }
        break;
      }
      case ExprKind::kLet: {
        List list = Take(plan_.node(frame.id + 1).scope);
        if (frame.var || Included(frame.id)) {
          // Flattened at once: otherwise a chain of n lets would be copied n times.
          Append(&lists_[plan_.node(frame.id).scope], list);
          now = results[1];
        } else {
          now = Wrap(list, results[1]);
        }
        break;
      }
      default:
        // Tuples keep their types; references lose them.
        now = Rebuild(expr, results,
                      expr->kind() == ExprKind::kTuple ? expr->checked_type() : nullptr);
    }
    if (typed_ && !now->checked_type()) now = Typed(std::move(now), expr->checked_type());
    Return(frame.id, Compound(frame.id, std::move(now), frame.var));
    results.clear();
    spare_ = std::move(results);
  }

  const ScopePlan plan_;
  const NormalForm form_;
  const bool typed_;
  uint32_t* const counter_;
  Effects* const effects_;
  std::vector<List> lists_;  // By scope.
  std::vector<Binding> bindings_;
  std::vector<Frame> stack_;
  std::vector<Expr> values_;
  std::vector<Expr> spare_;               // Empty, but with allocated memory.
  std::vector<const CallNode*> devices_;  // The calls of `on_device` around the visited expression.
  std::vector<Expr> memo_;  // The results, by the number of the expression in the plan.
  int nesting_ = 0;         // The nesting depth of functions.
};

}  // namespace

Expr ToANormalForm(const Expr& function, uint32_t* counter) {
  return Binder(function.get(), NormalForm::kA, false, counter, nullptr).Run(function.get());
}

Expr FindUnboundSharing(const Expr& expr) {
  ScopePlan plan(expr.get());
  Expr found;
  PostOrderVisit(expr, [&](const ExprNode* node) {
    const uint32_t* id = found ? nullptr : plan.FindOrNull(node);
    if (id && plan.node(*id).lifted) found = Expr(node);
  });
  return found;
}

IRModule ToNormalForm(const IRModule& module, NormalForm form, bool typed) {
  std::vector<IRModuleNode::Item> functions = module->functions;
  uint32_t counter = 0;
  LazyEffects effects(module);
  for (IRModuleNode::Item& item : functions) {
    const auto* function = As<FunctionNode>(item.function);
    if (function->attrs && function->attrs->Find("Compiler")) continue;
    item.function =
        Binder(function, form, typed, &counter, effects.For(item.function)).Run(function);
  }
  return WithFunctions(module, std::move(functions));
}

}  // namespace passcope
