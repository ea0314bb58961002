// AlterOpLayout: lets rules choose other operators or layouts for a target.
//
// Why: a processor computes a convolution faster in a layout with blocks of channels. A rule
// replaces the operator by one in such a layout. The layout flows on through operators that can
// work in it; elsewhere the pass inserts layout transforms. For the target llvm, the engine has its
// own rules: blocks of channels for nn.conv2d, and of units for nn.dense.
//
//   before  nn.conv2d(%x, %w)              with a rule that sets data_layout="NCHW16c"
//   after   layout_transform(nn.conv2d(layout_transform(%x, …), %w, data_layout="NCHW16c"), …)
#include "op/op.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/op_rules.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"
#include "transforms/transform_layout.h"
#include "transforms/with_effects.h"

namespace passcope {
namespace {

class LayoutAlterer : public LayoutRewriter {
 public:
  // `own`: the target's rules; null if it has none.
  LayoutAlterer(const Expr& function, const OpTable<LegalizeRule>* own,
                const transform::OpRules& rules, Effects* effects)
      : LayoutRewriter(effects), own_(own) {
    for (const Expr& param : As<FunctionNode>(function)->params()) params_.Insert(param.get());
    for (const auto& [op, rule] : rules) {
      if (FindOp(op)) table_.Replace(op, &rule);
    }
  }

 protected:
  Expr CallWithNewLayouts(const CallNode* call, const Attrs& attrs,
                          std::span<const Expr> new_args) override {
    const transform::OpRule* rule = table_.Get(call->op());
    LegalizeRule own = rule || !own_ || IsInnerWeight(call) ? nullptr : own_->Get(call->op());
    if (rule || own) {
      // The rule sees the call's types, and the attributes that fit the new arguments.
      Expr seen =
          attrs == call->attrs
              ? Expr(call)
              : WithType(As<CallNode>(Call(call->op(), call->args(), attrs)), call->checked_type());
      const auto* typed = As<CallNode>(seen);
      Expr altered = rule ? (*rule)(typed, new_args) : own(typed, new_args);
      if (altered && RemarksWanted()) {
        EmitRemark(RemarkKind::kOpAltered, call,
                   MSG(kLayoutRuleReplacedOperator, "a rule replaced {operator} by {replacement}",
                       NameInRemark(call), NameInRemark(altered)));
      }
      if (altered) return altered;
    }
    return Call(call->op(), new_args, attrs);
  }

 private:
  // True if the weight is a parameter of an inner function or the variable of a let. Binding the
  // parameters of the program cannot make it a constant, so each call would convert it again.
  bool IsInnerWeight(const CallNode* call) const {
    if (call->args().size() < 2) return false;
    const ExprNode* weight = call->arg(1).get();
    while (const auto* around = As<CallNode>(weight)) {
      if (around->args().size() != 1) return false;
      weight = around->arg(0).get();
    }
    return As<VarNode>(weight) && !params_.Contains(weight);
  }

  PtrSet params_;
  const OpTable<LegalizeRule>* own_;
  OpTable<const transform::OpRule*> table_;
};

}  // namespace

namespace transform {

Pass AlterOpLayout(OpRules rules) {
  return CreateFunctionPassWithEffects(
      [rules = std::move(rules)](const Expr& function, const IRModule& module, LazyEffects& effects,
                                 PassContext& context) {
        Expr typed = EnsureTyped(function, module);
        bool cpu = CurrentTarget() == Target::kLlvm;
        LayoutAlterer alterer(typed, cpu ? &Rules().alter_op_layout : nullptr, rules,
                              effects.For(typed));
        Expr result = alterer.Run(typed);
        context.Count("layout transforms inserted", alterer.transforms());
        return result;
      },
      TableInfo("AlterOpLayout"));
}

}  // namespace transform
}  // namespace passcope
