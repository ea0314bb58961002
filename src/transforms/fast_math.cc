// FastMath: replaces exp, erf, tanh and softmax by faster approximations.
//
//   before  exp(%x)
//   after   fast_exp(%x)
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"

namespace passcope::transform {

Pass FastMath() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) {
        return RewritePostOrder(function, [](const ExprNode* node, std::span<const Expr> children) {
          const auto* call = As<CallNode>(node);
          const auto* op = call ? As<OpNode>(call->op()) : nullptr;
          const char* fast = op ? op->decl->traits.fast_form.op : nullptr;
          return fast ? CallOp(fast, {children[1]}, call->attrs) : WithChildren(node, children);
        });
      },
      TableInfo("FastMath"));
}

}  // namespace passcope::transform
