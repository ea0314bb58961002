// DefuseOps: undoes FuseOps.
//
// Why: other passes work on plain operators. The pass replaces every call of a function that is
// written in place by the function's body over the arguments. An argument with effects is bound by
// a let. Calls of global functions and of variables stay.
//
//   before  %0 = fn (%p0, Primitive=1) { nn.relu(%p0) }; %0(%x)
//   after   nn.relu(%x)
#include "ir/visitor.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/inlined_calls.h"
#include "transforms/with_effects.h"

namespace passcope {
namespace {

class Defuser : public Rewriter {
 public:
  explicit Defuser(Effects* effects) : inlined_(effects) {}

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* call = As<CallNode>(node);
    const auto* function = call ? As<FunctionNode>(children[0]) : nullptr;
    if (!function || function->params().size() + 1 != children.size()) {
      return WithChildren(node, children);
    }
    if (RemarksWanted()) {
      EmitRemark(RemarkKind::kDefused, node,
                 MSG(kFusedFunctionInlined, "inlined a function that ends in {operator}",
                     NameInRemark(function->body())));
    }
    return inlined_.Body(call, function, children.subspan(1));
  }

 private:
  InlinedCalls inlined_;
};

}  // namespace

namespace transform {

Pass DefuseOps() {
  return CreateFunctionPassWithEffects(
      [](const Expr& function, const IRModule&, LazyEffects& effects, PassContext&) {
        return Defuser(effects.For(function)).Run(function);
      },
      TableInfo("DefuseOps"));
}

}  // namespace transform
}  // namespace passcope
