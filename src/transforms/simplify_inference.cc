// SimplifyInference: replaces operators that differ between training and inference by their
// inference form.
//
// Why: a batch_norm with fixed statistics is one multiplication and one addition for each channel.
// Other passes can fold them into weights. A dropout does nothing. Layer, group, instance and L2
// normalization become the arithmetic that defines them. Not done: if other results of a batch_norm
// are used, it stays for those. A group_norm over an unknown shape stays.
//
//   before  nn.batch_norm(%x, %gamma, %beta, %mean, %var).0
//   after   add(multiply(%x, expand_dims(%scale, axis=1, num_newaxis=2)), expand_dims(%shift, …))
//           where %scale = 1 / sqrt(%var + epsilon) * %gamma, %shift = -%mean * %scale + %beta
#include "ir/lineage.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

class InferenceSimplifier : public Rewriter {
 public:
  int64_t replaced() const { return replaced_; }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    Expr rebuilt = WithChildren(node, children);
    if (const auto* call = As<CallNode>(node)) {
      return Replaced(rules_.simplify_inference, call, rebuilt.get(), rebuilt);
    }
    if (const auto* item = As<TupleGetItemNode>(node); item && item->index == 0) {
      // The rules only replace calls of these operators, so the old tuple is that call, with types.
      return Replaced(rules_.simplify_first_result, As<CallNode>(item->tuple()), children[0].get(),
                      rebuilt);
    }
    return rebuilt;
  }

 private:
  // The result of the rule for `now`, the rewritten form of `call`; `otherwise` if no rule applies.
  Expr Replaced(const OpTable<InferenceRule>& rules, const CallNode* call, const ExprNode* now,
                const Expr& otherwise) {
    // The replacement of a projection also derives from the call.
    LineageSource source(call);
    const auto* now_call = As<CallNode>(now);
    InferenceRule rule = now_call ? rules.Get(now_call->op()) : nullptr;
    Expr simple = rule ? rule(call, now_call) : nullptr;
    replaced_ += simple ? 1 : 0;
    if (simple) AlsoFrom(simple, call);
    if (rule && RemarksWanted()) Tell(call, simple != nullptr);
    return simple ? simple : otherwise;
  }

  PASSCOPE_REMARKS static void Tell(const CallNode* call, bool replaced) {
    if (replaced) {
      EmitRemark(RemarkKind::kInferenceReplaced, call,
                 MSG(kInferenceFormReplaced, "replaced {operator} by its inference form",
                     NameInRemark(call)));
    } else {
      EmitRemark(
          RemarkKind::kInferenceKept, call,
          MSG(kInferenceRuleInapplicable,
              "{operator} is kept: its rule does not apply to these arguments and attributes",
              NameInRemark(call)));
    }
  }

  const RuleTables& rules_ = Rules();
  int64_t replaced_ = 0;
};

}  // namespace

namespace transform {

Pass SimplifyInference() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule& module, PassContext& context) {
        InferenceSimplifier simplifier;
        Expr result = simplifier.Run(EnsureTyped(function, module));
        context.Count("operators replaced", simplifier.replaced());
        return result;
      },
      TableInfo("SimplifyInference"));
}

}  // namespace transform
}  // namespace passcope
