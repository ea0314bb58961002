// The free variables of an expression.
#include "ir/free_vars.h"

#include "ir/visitor.h"

namespace passcope {

std::vector<Expr> FreeVars(const Expr& expr) {
  // Scopes nest, and a variable has one binder, so "used somewhere and bound nowhere" is "free".
  struct Known {
    bool used = false, bound = false;
  };
  struct Visitor : PostOrderVisitor {
    bool Enter(const ExprNode* node) override {
      ForEachBinder(node, [this](const VarNode* var) { known[var->vid.get()].bound = true; });
      return true;
    }
    void Leave(const ExprNode* node) override {
      const auto* var = As<VarNode>(node);
      if (!var) return;
      Known& of_var = known[var->vid.get()];
      // What is bound by now will not be free.
      if (!of_var.used && !of_var.bound) used.emplace_back(node);
      of_var.used = true;
    }
    std::vector<Expr> used;  // The first use of each.
    PtrMap<Known> known;
  } visitor;
  visitor.Run(expr.get());
  std::vector<Expr> free;
  for (Expr& var : visitor.used) {
    if (!visitor.known[As<VarNode>(var)->vid.get()].bound) free.push_back(std::move(var));
  }
  return free;
}

}  // namespace passcope
