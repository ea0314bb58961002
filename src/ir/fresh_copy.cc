// Copies program fragments.
#include "ir/fresh_copy.h"

#include "ir/visitor.h"

namespace passcope {
namespace {

class Copier : public Rewriter {
 protected:
  Expr Enter(const ExprNode* node) override {
    ForEachBinder(node, [this](const VarNode* var) {
      Expr fresh = VarWith(VarId(new VarIdNode(var->name())), var->type_annotation,
                           var->checked_type(), var->span());
      vars_.Set(var->vid, std::move(fresh));
    });
    return nullptr;
  }
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (const auto* var = As<VarNode>(node)) {
      const Expr* fresh = vars_.Find(var->vid.get());
      return fresh ? *fresh : Expr(node);
    }
    if (children.empty() && node->kind() != ExprKind::kCall) return Expr(node);
    return Rebuild(node, children, node->checked_type());
  }

 private:
  VarMap vars_;
};

}  // namespace

Expr FreshCopy(const Expr& expr) { return Copier().Run(expr); }

}  // namespace passcope
