// Checks that expressions and modules obey the rules of the IR.
#include "analysis/well_formed.h"

#include <algorithm>

#include "analysis/type_vars.h"
#include "ir/origin_name.h"
#include "ir/unique_binders.h"
#include "ir/visitor.h"

namespace passcope {
namespace {

constexpr size_t kLimit = 10;

class Checker {
 public:
  // `module` is null for an expression without a module, which can have free variables.
  Checker(const IRModuleNode* module, std::vector<Diagnostic>* found)
      : module_(module), found_(*found) {}

  void Run(const ExprNode* root) {
    Visit(root);
    while (!stack_.empty() && found_.size() < kLimit) {
      Frame& frame = stack_.back();
      const ExprNode* node = frame.node;
      if (frame.next == node->children().size()) {
        Unbind(frame.vars);
        type_params_.resize(frame.type_params);
        stack_.pop_back();
        continue;
      }
      size_t at = frame.next++;
      const ExprNode* child = node->child(at).get();
      if (BeginsClause(node, at)) Unbind(frame.vars);
      if (IsBinder(node, at)) {
        Bind(As<VarNode>(child));
      } else {
        Visit(child);
      }
    }
  }

 private:
  enum class State : uint8_t { kFree, kBound, kPast };
  struct Frame {
    const ExprNode* node;
    size_t next = 0;
    // The numbers of variables and type parameters that were in scope before.
    size_t vars, type_params;
  };

  void Visit(const ExprNode* node) {
    if (const auto* var = As<VarNode>(node)) return Use(var);
    if (const auto* global = As<GlobalVarNode>(node)) {
      if (module_ && !module_->Find(global->name.view())) {
        Report(DiagKind::kUnknownGlobal,
               MSG(kModuleLacksFunction, "the module has no function @{name}", global->name.view()),
               node);
      }
      return;
    }
    if (node->children().empty()) return;
    // A node with one reference is visited only once.
    if (node->ref_count() > 1 && !visited_.Insert(node)) return;
    stack_.push_back({node, 0, scope_.size(), type_params_.size()});
    if (const auto* function = As<FunctionNode>(node)) {
      for (const Type& param : function->type_params) {
        if (InScope(param.get(), stack_.back().type_params)) {
          Report(DiagKind::kIllFormed,
                 MSG(kTypeParameterRepeated,
                     "a function declares the type parameter '{type}' twice", TypeText(param)),
                 node);
        }
        type_params_.push_back(param.get());
      }
      CheckType(function->ret_type, node);
    } else if (const auto* call = As<CallNode>(node)) {
      for (const Type& type : call->type_args) CheckType(type, node);
    }
  }

  void Bind(const VarNode* var) {
    auto [state, fresh] = states_.Insert(var->vid.get());
    if (!fresh) {
      std::string_view name = var->name().view();
      Report(DiagKind::kIllFormed,
             *state == State::kFree ? MSG(kVariableUsedBeforeBinding,
                                          "the variable %{name} is used before it is bound", name)
                                    : MSG(kVariableBoundRepeatedly,
                                          "the variable %{name} is bound more than once", name),
             var);
    }
    *state = State::kBound;
    scope_.push_back(var->vid.get());
    CheckType(var->type_annotation, var);
  }

  void Unbind(size_t vars) {
    for (; scope_.size() > vars; scope_.pop_back()) states_[scope_.back()] = State::kPast;
  }

  void Use(const VarNode* var) {
    auto [state, fresh] = states_.Insert(var->vid.get());
    if (fresh) {
      *state = State::kFree;
      if (!module_) return;
      Report(DiagKind::kUnboundVar,
             MSG(kVariableBoundNowhere, "the variable %{name} is not bound in its function",
                 var->name().view()),
             var);
    } else if (*state == State::kPast) {
      Report(
          DiagKind::kIllFormed,
          MSG(kVariableOutOfBinderScope,
              "the variable %{name} is used outside the scope of its binding", var->name().view()),
          var);
    }
  }

  bool InScope(const TypeNode* param, size_t from) const {
    return std::find(type_params_.begin() + static_cast<std::ptrdiff_t>(from), type_params_.end(),
                     param) != type_params_.end();
  }

  void CheckType(const Type& type, const ExprNode* node) {
    if (!type) return;
    struct Finder : TypeSubstitution {
      explicit Finder(const Checker& checker) : checker(checker) {}
      Type Replace(const TypeNode* leaf) override {
        if (leaf->kind() == TypeKind::kTypeVar && !checker.InScope(leaf, 0)) free = leaf;
        return nullptr;
      }
      const Checker& checker;
      const TypeNode* free = nullptr;
    } finder(*this);
    finder.Apply(type);
    if (!finder.free) return;
    // The types of polymorphic functions have their own type parameters.
    for (const Type& var : FindTypeVars(type).Free()) {
      if (InScope(var.get(), 0)) continue;
      Report(DiagKind::kIllFormed,
             MSG(kTypeParameterUnbound,
                 "the type '{type}' uses a type parameter that no enclosing function declares",
                 TypeText(type)),
             node);
      return;
    }
  }

  void Report(DiagKind kind, Message message, const ExprNode* node) {
    if (found_.size() == kLimit) return;
    Diagnostic diagnostic;
    diagnostic.kind = kind;
    diagnostic.message = std::move(message);
    diagnostic.span = PlaceIn(node->span());
    diagnostic.node = Expr(node);
    found_.push_back(std::move(diagnostic));
  }

  const IRModuleNode* const module_;
  std::vector<Diagnostic>& found_;
  PtrSet visited_;
  PtrMap<State> states_;  // By variable.
  std::vector<const VarIdNode*> scope_;
  std::vector<const TypeNode*> type_params_;
  std::vector<Frame> stack_;
};

}  // namespace

std::vector<Diagnostic> FindIllFormed(const Expr& expr) {
  std::vector<Diagnostic> found;
  Checker(nullptr, &found).Run(expr.get());
  return found;
}

std::vector<Diagnostic> FindIllFormed(const IRModule& module) {
  std::vector<Diagnostic> found;
  for (const IRModuleNode::Item& item : module->functions) {
    Checker(module.get(), &found).Run(item.function.get());
  }
  return found;
}

Expr WithoutTypes(const Expr& expr) {
  return RewritePostOrder(expr, [](const ExprNode* node, std::span<const Expr> children) {
    return node->checked_type() ? Rebuild(node, children, nullptr) : WithChildren(node, children);
  });
}

IRModule WithoutTypes(const IRModule& module) {
  std::vector<IRModuleNode::Item> functions = module->functions;
  for (IRModuleNode::Item& item : functions) item.function = WithoutTypes(item.function);
  return WithFunctions(module, std::move(functions));
}

std::vector<Diagnostic> FindWrongTypes(const IRModule& module, const IRModule& inferred) {
  std::vector<Diagnostic> found;
  for (const IRModuleNode::Item& item : module->functions) {
    // Inference keeps sharing, so both walks visit the same expressions in the same order.
    // Variables are left out, since a variable can have several nodes.
    std::vector<const ExprNode*> nodes, others;
    auto collect = [](const Expr& root, std::vector<const ExprNode*>* list) {
      PostOrderVisit(root, [list](const ExprNode* node) {
        if (!node->children().empty()) list->push_back(node);
      });
    };
    collect(item.function, &nodes);
    collect(inferred->Lookup(item.name.view()), &others);
    for (size_t i = 0; i < nodes.size() && nodes.size() == others.size(); ++i) {
      const ExprNode *node = nodes[i], *other = others[i];
      if (other->kind() != node->kind() || found.size() == kLimit) break;
      const Type &type = node->checked_type(), &right = other->checked_type();
      // Polymorphic types have different type variables.
      if (!type || !right || As<FuncTypeNode>(type) || type == right) continue;
      Diagnostic diagnostic;
      diagnostic.kind = DiagKind::kTypeMismatch;
      diagnostic.message = MSG(
          kMarkedTypeMismatch,
          "the recorded type '{marked}' of an expression differs from its inferred type '{actual}'",
          TypeText(type), TypeText(right));
      diagnostic.span = PlaceIn(node->span());
      diagnostic.node = Expr(node);
      found.push_back(std::move(diagnostic));
    }
  }
  return found;
}

}  // namespace passcope
