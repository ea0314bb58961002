// First visits everything that binds variables. Only if two expressions bind the same variable, a
// second walk renames, with the variables that are in scope.
#include "ir/unique_binders.h"

#include <algorithm>
#include <vector>

#include "ir/lineage.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

bool BindsTwice(const ExprNode* root) {
  PtrSet bound, visited;
  std::vector<const ExprNode*> waiting = {root};
  bool twice = false;
  while (!waiting.empty() && !twice) {
    const ExprNode* node = waiting.back();
    waiting.pop_back();
    ForEachBinder(node,
                  [&](const VarNode* var) { twice = !bound.Insert(var->vid.get()) || twice; });
    for (const Expr& child : node->children()) {
      if (!child->has_scopes()) continue;
      if (child->ref_count() == 1 || visited.Insert(child.get())) waiting.push_back(child.get());
    }
  }
  return twice;
}

// Rewrites an expression with the variables in scope. The result for a shared expression is reused
// wherever the variables that it uses are the same.
class BinderRenamer {
 public:
  Expr Run(const Expr& root) {
    Visit(root);
    while (!stack_.empty()) Step();
    return std::move(values_.back());
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  // A variable in scope. A scope is identified by its depth and a unique number.
  struct Scope {
    const VarIdNode* id;
    Expr outer_var;  // Its value before; null, nearly always.
    uint32_t outer_depth, number;
    uint32_t outer_rebound;  // The earlier value of rebound_.
  };
  struct Binding {
    Expr var;  // Null if it is not in scope.
    uint32_t depth = 0;
  };
  // The scopes that an expression uses: the outermost by its depth, and the innermost.
  struct Uses {
    uint32_t outermost = kNone, innermost = kNone, number = 0;
    void Add(const Uses& other) {
      if (other.outermost == kNone) return;
      if (outermost == kNone || other.innermost > innermost) {
        innermost = other.innermost;
        number = other.number;
      }
      outermost = std::min(outermost, other.outermost);
    }
  };
  struct Done {
    Expr result;
    Uses uses;
  };
  struct Frame {
    const ExprNode* node;
    uint32_t next;
    uint32_t values;  // The index of its children's first value.
    uint32_t scopes;  // The number of scopes before it.
    Uses uses;
  };

  void Return(Expr value, const Uses& uses) {
    values_.push_back(std::move(value));
    if (!stack_.empty()) stack_.back().uses.Add(uses);
  }

  void Visit(const Expr& expr) {
    if (const auto* var = As<VarNode>(expr)) return Use(var);
    if (expr->children().empty()) return Return(expr, {});
    if (expr->ref_count() > 1) {
      if (const Done* done = done_.Find(expr.get()); done && Holds(done->uses)) {
        return Return(done->result, done->uses);
      }
    }
    stack_.push_back({expr.get(),
                      0,
                      static_cast<uint32_t>(values_.size()),
                      static_cast<uint32_t>(scopes_.size()),
                      {}});
  }

  bool Holds(const Uses& uses) const {
    if (uses.outermost == kNone) return true;
    return uses.innermost < scopes_.size() && scopes_[uses.innermost].number == uses.number &&
           (rebound_ == kNone || uses.innermost >= rebound_);
  }

  void Use(const VarNode* var) {
    const Binding* binding = bindings_.Find(var->vid.get());
    if (!binding || !binding->var) return Return(Expr(var), {});
    uint32_t depth = binding->depth;
    Return(AsBound(var, binding->var), {depth, depth, scopes_[depth].number});
  }

  // A use of the variable `bound`.
  static Expr AsBound(const VarNode* var, const Expr& bound) {
    const auto* known = As<VarNode>(bound);
    if (var->vid == known->vid) return Expr(var);
    bool alike = var->type_annotation == known->type_annotation &&
                 var->checked_type() == known->checked_type() && var->span() == known->span();
    return alike ? bound
                 : VarWith(known->vid, var->type_annotation, var->checked_type(), var->span());
  }

  void Bind(const VarNode* var) {
    const VarIdNode* id = var->vid.get();
    LineageSource source(var);
    auto depth = static_cast<uint32_t>(scopes_.size());
    Expr now = taken_.Insert(id) ? Expr(var)
                                 : VarWith(VarId(new VarIdNode(var->name())), var->type_annotation,
                                           var->checked_type(), var->span());
    Binding& binding = bindings_[id];
    scopes_.push_back({id, std::move(binding.var), binding.depth, ++last_number_, rebound_});
    if (scopes_.back().outer_var) rebound_ = depth;
    binding = {now, depth};
    values_.push_back(std::move(now));
  }

  void Unbind(uint32_t scopes) {
    for (; scopes_.size() > scopes; scopes_.pop_back()) {
      Scope& scope = scopes_.back();
      bindings_[scope.id] = {std::move(scope.outer_var), scope.outer_depth};
      rebound_ = scope.outer_rebound;
    }
  }

  void Step() {
    Frame& frame = stack_.back();
    const ExprNode* node = frame.node;
    if (frame.next < node->children().size()) {
      size_t at = frame.next++;
      if (BeginsClause(node, at)) Unbind(frame.scopes);
      if (IsBinder(node, at)) return Bind(As<VarNode>(node->child(at)));
      return Visit(node->child(at));
    }
    Finish();
  }

  void Finish() {
    Frame frame = stack_.back();
    stack_.pop_back();
    Unbind(frame.scopes);
    // Its own variables are not in scope any more. The innermost of the others is unknown.
    if (frame.uses.outermost >= frame.scopes) {
      frame.uses = {};
    } else if (frame.uses.innermost >= frame.scopes) {
      frame.uses.innermost = frame.scopes - 1;
      frame.uses.number = scopes_.back().number;
    }
    const ExprNode* node = frame.node;
    std::span<const Expr> children = std::span<const Expr>(values_).subspan(frame.values);
    bool same = std::equal(children.begin(), children.end(), node->children().begin());
    LineageSource source(node);
    Expr result = same ? Expr(node) : Rebuild(node, children, node->checked_type());
    values_.resize(frame.values);
    if (node->ref_count() > 1) done_[node] = {result, frame.uses};
    Return(std::move(result), frame.uses);
  }

  std::vector<Frame> stack_;
  std::vector<Expr> values_;
  std::vector<Scope> scopes_;
  PtrMap<Binding> bindings_;  // By identity.
  PtrSet taken_;              // Variables that are bound, by identity.
  PtrMap<Done> done_;
  uint32_t last_number_ = 0;
  // The depth of the innermost scope whose variable was already in scope.
  uint32_t rebound_ = kNone;
};

bool HasInnerScopes(const ExprNode* function) {
  return function && As<FunctionNode>(function)->body()->has_inner_scopes();
}

}  // namespace

bool IsBinder(const ExprNode* node, size_t at) {
  if (node->kind() == ExprKind::kFunction) return at + 1 < node->children().size();
  if (node->kind() == ExprKind::kLet) return at == 0;
  const auto* match = As<MatchNode>(node);
  if (!match) return false;
  return std::any_of(
      match->clauses().begin(), match->clauses().end(),
      [at](const MatchClause& clause) { return clause.vars <= at && at < clause.body; });
}

bool BeginsClause(const ExprNode* node, size_t at) {
  const auto* match = As<MatchNode>(node);
  if (!match) return false;
  return std::any_of(match->clauses().begin(), match->clauses().end(),
                     [at](const MatchClause& clause) { return clause.vars == at; });
}

Expr WithUniqueBinders(const ExprNode* before, const Expr& made) {
  if (before == made.get() || (!HasInnerScopes(before) && !HasInnerScopes(made.get()))) return made;
  if (!BindsTwice(made.get()) || (before && BindsTwice(before))) return made;
  return BinderRenamer().Run(made);
}

}  // namespace passcope
