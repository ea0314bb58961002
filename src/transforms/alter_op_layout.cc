// AlterOpLayout: lets rules choose other operators or layouts for a target.
//
// Why: a processor computes a convolution faster in a layout with blocks of channels. A rule
// replaces the operator by one in such a layout; the layout flows on through the operators that can
// work in it, and transforms are put where it cannot. The engine has no rules of its own: they
// belong to targets.
//
//   before  nn.conv2d(%x, %w)              with a rule that sets data_layout="NCHW16c"
//   after   layout_transform(nn.conv2d(layout_transform(%x, …), %w, data_layout="NCHW16c"), …)
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/op_rules.h"
#include "transforms/pattern_utils.h"
#include "transforms/transform_layout.h"

namespace passcope {
namespace {

class LayoutAlterer : public LayoutRewriter {
 public:
  explicit LayoutAlterer(const transform::OpRules& rules) {
    for (const auto& [op, rule] : rules) {
      if (FindOp(op)) table_.Replace(op, &rule);
    }
  }

 protected:
  Expr CallWithNewLayouts(const CallNode* call, const Attrs& attrs,
                          std::span<const Expr> new_args) override {
    if (const transform::OpRule* rule = table_.Get(call->op())) {
      // The rule sees the call's types, and the attributes that fit the new arguments.
      Expr seen =
          attrs == call->attrs
              ? Expr(call)
              : WithType(As<CallNode>(Call(call->op(), call->args(), attrs)), call->checked_type());
      Expr altered = (*rule)(As<CallNode>(seen), new_args);
      if (altered) return altered;
    }
    return Call(call->op(), new_args, attrs);
  }

 private:
  OpTable<const transform::OpRule*> table_;
};

}  // namespace

namespace transform {

Pass AlterOpLayout(OpRules rules) {
  return CreateFunctionPass(
      [rules = std::move(rules)](const Expr& function, const IRModule& module,
                                 PassContext& context) {
        Expr typed = EnsureTyped(function, module);
        LayoutAlterer alterer(rules);
        Expr result = alterer.Run(typed);
        context.Count("layout transforms inserted", alterer.transforms());
        return result;
      },
      TableInfo("AlterOpLayout"));
}

}  // namespace transform
}  // namespace passcope
