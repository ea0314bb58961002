// The free variables of an expression.
#include "ir/free_vars.h"

#include <utility>

#include "support/ptr_map.h"
#include "support/steps.h"

namespace passcope {
namespace {

class FreeVarFinder {
 public:
  std::vector<Expr> Run(const ExprNode* root) {
    Visit(root, false);
    Steps steps;
    while (!stack_.empty()) {
      steps.Next();
      Frame& top = stack_.back();
      std::span<const Expr> children = top.node->children();
      if (top.next == children.size()) {
        stack_.pop_back();
      } else {
        Visit(children[top.next++].get(), top.binds);
      }
    }
    std::vector<Expr> free;
    for (Expr& var : used_) {
      const Known* known = known_.Find(As<VarNode>(var)->vid.get());
      if (!known || !known->bound) free.push_back(std::move(var));
    }
    return free;
  }

 private:
  // A variable has one binder, so a variable is free if it is used somewhere and bound nowhere.
  struct Known {
    bool used = false, bound = false;
  };
  struct Frame {
    const ExprNode* node;
    uint32_t next;
    bool binds;
  };

  // `of_binder` is true if the parent of `node` binds variables.
  void Visit(const ExprNode* node, bool of_binder) {
    if (const auto* var = As<VarNode>(node)) return Use(var, of_binder);
    if (node->children().empty()) return;
    if (node->ref_count() > 1 && !visited_.Insert(node)) return;
    bool binds = false;
    ForEachBinder(node, [&](const VarNode* var) {
      known_[var->vid.get()].bound = true;
      binds = true;
    });
    stack_.push_back({node, 0, binds});
  }

  void Use(const VarNode* var, bool of_binder) {
    // A variable that nothing else refers to is used once and not bound.
    bool alone = !of_binder && var->ref_count() == 1 && var->vid->ref_count() == 1;
    if (!alone) {
      Known& known = known_[var->vid.get()];
      // A variable that is already bound cannot become free.
      if (std::exchange(known.used, true) || known.bound) return;
    }
    used_.emplace_back(var);
  }

  std::vector<Frame> stack_;
  std::vector<Expr> used_;  // The first use of each variable.
  PtrSet visited_;
  PtrMap<Known> known_;
};

}  // namespace

std::vector<Expr> FreeVars(const Expr& expr) { return FreeVarFinder().Run(expr.get()); }

}  // namespace passcope
