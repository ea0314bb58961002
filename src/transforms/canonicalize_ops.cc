// CanonicalizeOps: replaces operators by equivalent simpler ones.
//
// Why: a pass that knows add and expand_dims need not know nn.bias_add, the only replaced operator.
//
//   before  nn.bias_add(%x, %bias)
//   after   add(%x, expand_dims(%bias, axis=1, num_newaxis=2))
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

class BiasAddCanonicalizer : public Rewriter {
 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* call = As<CallNode>(node);
    if (!call || call->op() != bias_add_) return WithChildren(node, children);
    const auto* type = As<TensorTypeNode>(call->arg(0)->checked_type());
    const auto* attrs = As<BiasAddAttrs>(call->attrs);
    PASSCOPE_CHECK(type && attrs);
    auto axis = static_cast<int64_t>(NormalizeAxis(attrs->axis, type->rank()));
    return MakeAdd(children[1], ExpandBiasToMatchAxis(children[2], type->rank(), axis));
  }

 private:
  const ExprNode* bias_add_ = FindOp("nn.bias_add");
};

}  // namespace

namespace transform {

Pass CanonicalizeOps() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule& module, PassContext&) {
        return BiasAddCanonicalizer().Run(EnsureTyped(function, module));
      },
      TableInfo("CanonicalizeOps"));
}

}  // namespace transform
}  // namespace passcope
