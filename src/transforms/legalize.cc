// Legalize: replaces operators that the target does not support by equivalent ones.
//
// Why: a back end implements few operators. Rules, one for each operator, make the others of them.
// Users add their own rules. The engine has rules for FTVMLegalize. nn.conv2d_backward_weight
// becomes a grouped convolution. nn.conv2d_transpose works in NCHW and IOHW, nn.conv3d_transpose in
// NCDHW. A take from data of unknown size is not fused with the data. On a processor, erf is
// computed in float32.
//
//   before  myop(%x)                       with a rule that says exp(arg)
//   after   exp(%x)
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/op_rules.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// The engine's rules of this name; null if it has none.
const OpTable<LegalizeRule>* RulesOf(std::string_view name) {
  if (name == "FTVMLegalize") return &Rules().legalize;
  if (name == "FTVMQnnLegalize") return &Rules().qnn_legalize;
  if (name == "FTVMQnnCanonicalize") return &Rules().qnn_canonicalize;
  return nullptr;
}

}  // namespace

namespace transform {

Pass Legalize(LegalizeOptions options, OpRules rules, const char* row) {
  OpRules all;
  if (const OpTable<LegalizeRule>* own = RulesOf(options.legalize_map_attr_name)) {
    for (const Expr& node : AllOps()) {
      const auto* op = As<OpNode>(node);
      if (LegalizeRule rule = own->Get(op)) all.emplace_back(op->name(), rule);
    }
  }
  all.insert(all.end(), std::make_move_iterator(rules.begin()),
             std::make_move_iterator(rules.end()));
  return CreateFunctionPass(
      [rules = std::move(all)](const Expr& function, const IRModule& module, PassContext&) {
        OpTable<const OpRule*> table;
        for (const auto& [op, rule] : rules) {
          if (FindOp(op)) table.Replace(op, &rule);
        }
        return RewritePostOrder(EnsureTyped(function, module), [&](const ExprNode* node,
                                                                   std::span<const Expr> children) {
          const auto* call = As<CallNode>(node);
          const OpRule* rule = call ? table.Get(call->op()) : nullptr;
          Expr replaced = rule ? (*rule)(call, children.subspan(1)) : nullptr;
          if (rule && RemarksWanted()) {
            if (replaced) {
              EmitRemark(RemarkKind::kLegalized, call,
                         MSG(kOperatorLegalized, "{operator} is replaced by {replacement}",
                             NameInRemark(call), NameInRemark(replaced)));
            } else {
              EmitRemark(RemarkKind::kLegalizeDeclined, call,
                         MSG(kOperatorLegalizationDeclined,
                             "the rule for {operator} keeps it as it is", NameInRemark(call)));
            }
          }
          return replaced ? replaced : WithChildren(node, children);
        });
      },
      TableInfo(row));
}

}  // namespace transform
}  // namespace passcope
