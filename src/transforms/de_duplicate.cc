// Copies functions: first all binders get their counterparts, then one walk replaces them.
#include "transforms/de_duplicate.h"

#include <algorithm>

#include "ir/type_var_kind.h"
#include "ir/visitor.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

class Copier : public Rewriter {
 public:
  Copier(const CopyOptions& options, const FunctionNode* instantiated)
      : options_(options),
        from_(options.from),
        to_(options.to),
        instantiated_(instantiated),
        keeps_types_(options.retyped.empty()) {}

  Expr Copy(const Expr& expr) {
    std::vector<const VarNode*> binders;
    PostOrderVisit(expr, [&](const ExprNode* node) {
      ForEachBinder(node, [&](const VarNode* var) { binders.push_back(var); });
      const auto* function = As<FunctionNode>(node);
      if (!function || function == instantiated_) return;
      for (const Type& param : function->type_params) {
        from_.push_back(param);
        to_.push_back(TypeVar(As<TypeVarNode>(param)->name.view(), KindOf(param.get())));
      }
    });
    for (const auto& [id, type] : options_.retyped)
      vars_[id.get()] = Var(id->name.view(), Renamed(type));
    for (const VarNode* var : binders) {
      Expr& fresh = vars_[var->vid.get()];
      if (!fresh) {
        fresh = VarWith(VarId(new VarIdNode(var->name())), Renamed(var->type_annotation),
                        Renamed(var->checked_type()));
      }
    }
    return Run(expr);
  }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (const auto* var = As<VarNode>(node)) {
      const Expr* fresh = vars_.Find(var->vid.get());
      return fresh ? *fresh : Expr(node);
    }
    if (const auto* function = As<FunctionNode>(node)) {
      std::vector<Type> type_params;
      if (function != instantiated_) type_params = Renamed(function->type_params);
      for (size_t i = 0; i < type_params.size(); ++i) {
        // An enclosing function has the same type parameter, and `from` maps it to another type.
        if (!As<TypeVarNode>(type_params[i])) type_params[i] = function->type_params[i];
      }
      Expr copy = Function(children.first(children.size() - 1), children.back(),
                           Renamed(function->ret_type), std::move(type_params), function->attrs,
                           function->span());
      // The type of a generic instance must be inferred, since the instance has no type parameters.
      bool generic = function == instantiated_ && !function->type_params.empty();
      if (keeps_types_ && !generic) {
        copy = WithType(copy.get(), Renamed(function->checked_type()));
      }
      if (options_.on_function) options_.on_function(function, copy);
      return copy;
    }
    if (const auto* call = As<CallNode>(node); call && !from_.empty() && !call->type_args.empty()) {
      std::vector<Type> type_args = Renamed(call->type_args);
      if (std::find(type_args.begin(), type_args.end(), nullptr) != type_args.end()) {
        type_args.clear();
      }
      Expr copy =
          Call(children[0], children.subspan(1), call->attrs, std::move(type_args), call->span());
      return keeps_types_ ? WithType(copy.get(), Renamed(call->checked_type())) : copy;
    }
    if (node->children().empty()) return Expr(node);
    // As in TVM, copies of variables and lets have no span.
    Type type = keeps_types_ ? Renamed(node->checked_type()) : nullptr;
    if (As<LetNode>(node))
      return WithType(Let(children[0], children[1], children[2]).get(), std::move(type));
    return Rebuild(node, children, std::move(type));
  }

 private:
  // The type after substitution; null, so that it is inferred, if a type argument is not known.
  Type Renamed(const Type& type) const {
    if (!type || from_.empty()) return type;
    Type renamed = SubstituteTypes(type, from_, to_);
    return renamed->has_incomplete() && !type->has_incomplete() ? nullptr : renamed;
  }
  std::vector<Type> Renamed(const std::vector<Type>& types) const {
    std::vector<Type> renamed;
    for (const Type& type : types) renamed.push_back(Renamed(type));
    return renamed;
  }

  const CopyOptions& options_;
  std::vector<Type> from_, to_;
  const FunctionNode* const instantiated_;  // May be null.
  const bool keeps_types_;                  // True if checked types hold for the copy.
  PtrMap<Expr> vars_;                       // By identity.
};

}  // namespace

Expr DeDup(const Expr& expr, const CopyOptions& options) {
  return Copier(options, nullptr).Copy(expr);
}

Expr WithoutTypesOfUnused(const Expr& expr) {
  PtrMap<int64_t> uses;  // By identity; binding places do not count.
  PostOrderVisit(expr, [&](const ExprNode* node) {
    for (const Expr& child : node->children()) {
      if (const auto* var = As<VarNode>(child)) ++uses[var->vid.get()];
    }
    ForEachBinder(node, [&](const VarNode* var) { --uses[var->vid.get()]; });
  });
  bool all_used = std::all_of(uses.entries().begin(), uses.entries().end(),
                              [](const auto& entry) { return entry.value > 0; });
  if (all_used) return expr;
  return RewritePostOrder(expr, [&](const ExprNode* node, std::span<const Expr> children) {
    const auto* var = As<VarNode>(node);
    bool unused = var && var->checked_type() && *uses.Find(var->vid.get()) == 0;
    return unused ? VarWith(var->vid, var->type_annotation, nullptr, var->span())
                  : WithChildrenKeepingType(node, children);
  });
}

Expr Instantiate(const FunctionNode* function, const std::vector<Type>& type_args,
                 CopyOptions options) {
  for (size_t i = 0; i < function->type_params.size(); ++i) {
    options.from.push_back(function->type_params[i]);
    bool known = i < type_args.size() && type_args[i];
    options.to.push_back(known ? type_args[i] : IncompleteType());
  }
  return Copier(options, function).Copy(Expr(function));
}

namespace {

// Collects the types of the type variables `params` in `declared`, of which `actual` is an
// instance.
void MatchTypes(const Type& declared, const Type& actual, const std::vector<Type>& params,
                std::vector<Type>* found) {
  auto all = [&](const std::vector<Type>& a, const std::vector<Type>& b) {
    for (size_t i = 0; i < a.size() && i < b.size(); ++i) MatchTypes(a[i], b[i], params, found);
  };
  if (!declared || !actual) return;
  for (size_t i = 0; i < params.size(); ++i) {
    if (declared == params[i] && !(*found)[i]) (*found)[i] = actual;
  }
  if (declared->kind() != actual->kind()) return;
  if (const auto* tuple = As<TupleTypeNode>(declared)) {
    all(tuple->fields, As<TupleTypeNode>(actual)->fields);
  } else if (const auto* ref = As<RefTypeNode>(declared)) {
    MatchTypes(ref->value, As<RefTypeNode>(actual)->value, params, found);
  } else if (const auto* call = As<TypeCallNode>(declared)) {
    all(call->args, As<TypeCallNode>(actual)->args);
  } else if (const auto* function = As<FuncTypeNode>(declared)) {
    // The type parameters of a generic function that is passed as a value are its own.
    if (!As<FuncTypeNode>(actual)->type_params.empty()) return;
    all(function->arg_types, As<FuncTypeNode>(actual)->arg_types);
    MatchTypes(function->ret_type, As<FuncTypeNode>(actual)->ret_type, params, found);
  }
}

}  // namespace

std::vector<Type> TypeArgsOf(const FuncTypeNode* declared, const CallNode* call) {
  std::vector<Type> found(declared->type_params.size());
  for (size_t i = 0; i < declared->arg_types.size() && i < call->args().size(); ++i)
    MatchTypes(declared->arg_types[i], call->arg(i)->checked_type(), declared->type_params, &found);
  MatchTypes(declared->ret_type, call->checked_type(), declared->type_params, &found);
  return found;
}

bool HasSharing(const Expr& expr) {
  std::vector<const ExprNode*> stack = {expr.get()};
  PtrSet seen;
  while (!stack.empty()) {
    const ExprNode* node = stack.back();
    stack.pop_back();
    for (const Expr& child : node->children()) {
      ExprKind kind = child->kind();
      if (child->children().empty() && kind != ExprKind::kTuple) continue;
      if (child->ref_count() > 1 && !seen.Insert(child.get())) return true;
      stack.push_back(child.get());
    }
  }
  return false;
}

}  // namespace passcope
