// ToGraphNormalForm: replaces variables bound by let by their values.
//
// Why: passes over dataflow see through names. A value is shared by its uses, not copied. A
// function that calls itself by its name keeps a let of its own.
//
//   before  let %a = add(%x, %x); multiply(%a, %a)
//   after   %0 = add(%x, %x); multiply(%0, %0)
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/normal_form.h"

namespace passcope {
namespace {

class GraphNormalizer : public Rewriter {
 protected:
  void LetValueDone(const LetNode* let, const Expr& value) override {
    const VarId& vid = As<VarNode>(let->var())->vid;
    // Only a function can use the variable that it is bound to.
    bool recursive = false;
    if (As<FunctionNode>(value)) {
      PostOrderVisit(value, [&](const ExprNode* node) {
        const auto* var = As<VarNode>(node);
        recursive = recursive || (var && var->vid == vid);
      });
    }
    values_.Set(vid, recursive ? Let(let->var(), value, let->var()) : value);
  }
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (const auto* var = As<VarNode>(node)) {
      const Expr* value = values_.Find(var->vid.get());
      return value ? *value : Expr(node);
    }
    return node->kind() == ExprKind::kLet ? children[2] : WithChildren(node, children);
  }

 private:
  VarMap values_;
};

}  // namespace

Expr ToGraphNormalForm(const Expr& expr) { return GraphNormalizer().Run(expr); }

namespace transform {

Pass ToGraphNormalForm() {
  return CreateFunctionPass([](const Expr& function, const IRModule&,
                               PassContext&) { return GraphNormalizer().Run(function); },
                            TableInfo("ToGraphNormalForm"));
}

}  // namespace transform
}  // namespace passcope
