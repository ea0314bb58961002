// DefuseOps: undoes FuseOps.
//
// Why: other passes work on plain operators. The pass replaces every call of a function that is
// written in place by the function's body over the arguments. Calls of global functions and of
// variables stay.
//
//   before  %0 = fn (%p0, Primitive=1) { nn.relu(%p0) }; %0(%x)
//   after   nn.relu(%x)
#include "ir/visitor.h"
#include "pass/registry.h"
#include "pass/remark.h"

namespace passcope {
namespace {

class Defuser : public Rewriter {
 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* function = As<CallNode>(node) ? As<FunctionNode>(children[0]) : nullptr;
    if (!function || function->params().size() + 1 != children.size()) {
      return WithChildren(node, children);
    }
    if (RemarksWanted()) {
      EmitRemark(RemarkKind::kDefused, node,
                 MSG(kFusedFunctionInlined, "inlined a function that ends in {operator}",
                     NameInRemark(function->body())));
    }
    VarMap arguments;
    for (size_t i = 0; i < function->params().size(); ++i) {
      arguments.Set(As<VarNode>(function->params()[i])->vid, children[i + 1]);
    }
    return SubstituteVars(function->body(), arguments);
  }
};

}  // namespace

namespace transform {

Pass DefuseOps() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) { return Defuser().Run(function); },
      TableInfo("DefuseOps"));
}

}  // namespace transform
}  // namespace passcope
