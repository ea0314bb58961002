// The free variables of an expression.
#include "ir/free_vars.h"

#include "ir/visitor.h"

namespace passcope {

std::vector<Expr> FreeVars(const Expr& expr) {
  // Scopes nest, and a variable has one binder, so "used somewhere and bound nowhere" is "free".
  std::vector<Expr> used;
  PtrSet seen, bound;
  struct Visitor : PostOrderVisitor {
    Visitor(std::vector<Expr>& used, PtrSet& seen, PtrSet& bound)
        : used(used), seen(seen), bound(bound) {}
    bool Enter(const ExprNode* node) override {
      ForEachBinder(node, [this](const VarNode* var) { bound.Insert(var->vid.get()); });
      return true;
    }
    void Leave(const ExprNode* node) override {
      const auto* var = As<VarNode>(node);
      if (var && seen.Insert(var->vid.get())) used.emplace_back(node);
    }
    std::vector<Expr>& used;
    PtrSet &seen, &bound;
  } visitor(used, seen, bound);
  visitor.Run(expr.get());
  std::vector<Expr> free;
  for (Expr& var : used) {
    if (!bound.Contains(As<VarNode>(var)->vid.get())) free.push_back(std::move(var));
  }
  return free;
}

}  // namespace passcope
