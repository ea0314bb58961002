// ToGraphNormalForm: replaces let-bound variables by their values.
//
// Why: passes over dataflow then see through names. The uses of a value share it; it is not copied.
// A recursive function keeps its let. So does a value that has effects or makes a reference: it
// happens at the same place and as often as before. TVM drops it if its variable is not used.
//
//   before  let %a = add(%x, %x); multiply(%a, %a)
//   after   %0 = add(%x, %x); multiply(%0, %0)
#include <memory>

#include "analysis/effects.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/normal_form.h"

namespace passcope {
namespace {

class GraphNormalizer : public Rewriter {
 public:
  // A null `effects` means that nothing has effects.
  explicit GraphNormalizer(Effects* effects) : effects_(effects) {}

 protected:
  void LetValueDone(const LetNode* let, const Expr& value) override {
    if (Stays(let)) return;
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
    const auto* let = As<LetNode>(node);
    return let && !Stays(let) ? children[2] : WithChildren(node, children);
  }

 private:
  // As in TVM, random numbers can be drawn later or not at all.
  bool Stays(const LetNode* let) const {
    if (!effects_) return false;
    Effect effect = effects_->Of(let->value());
    return !effect.can_move() || effect.Has(Effect::kCreates);
  }

  Effects* const effects_;
  VarMap values_;
};

}  // namespace

Expr ToGraphNormalForm(const Expr& function, LazyEffects* effects) {
  return GraphNormalizer(effects->For(function)).Run(function);
}

namespace transform {

Pass ToGraphNormalForm() {
  return CreateFunctionPassPerModule(
      [](const IRModule& module) {
        auto effects = std::make_shared<LazyEffects>(module);
        return [effects](const Expr& function, const IRModule&, PassContext&) {
          return passcope::ToGraphNormalForm(function, effects.get());
        };
      },
      TableInfo("ToGraphNormalForm"));
}

}  // namespace transform
}  // namespace passcope
