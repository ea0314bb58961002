// FastMath: replaces exp, erf, tanh and softmax by faster operators that compute them roughly.
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
        constexpr const char* kFast[][2] = {{"exp", "fast_exp"},
                                            {"erf", "fast_erf"},
                                            {"tanh", "fast_tanh"},
                                            {"nn.softmax", "nn.fast_softmax"}};
        return RewritePostOrder(function,
                                [&](const ExprNode* node, std::span<const Expr> children) {
                                  for (auto [slow, fast] : kFast) {
                                    if (IsCallTo(node, slow))
                                      return CallOp(fast, {children[1]}, As<CallNode>(node)->attrs);
                                  }
                                  return WithChildren(node, children);
                                });
      },
      TableInfo("FastMath"));
}

}  // namespace passcope::transform
