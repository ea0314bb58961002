// AlterOpLayout: lets rules choose other operators or layouts for a target.
//
// Why: a processor computes a convolution faster in a layout with blocks of channels. A rule
// replaces the operator by one in such a layout. The layout flows on through operators that can
// work in it; elsewhere the pass inserts layout transforms. For the target llvm, the engine has its
// own rules: blocks of channels for nn.conv2d, and of units for nn.dense.
//
//   before  nn.conv2d(%x, %w)              with a rule that sets data_layout="NCHW16c"
//   after   layout_transform(nn.conv2d(layout_transform(%x, …), %w, data_layout="NCHW16c"), …)
#include <algorithm>
#include <optional>

#include "ir/visitor.h"
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

// The expressions of a function that are constants before the program runs. Those of @main may read
// its parameters, which can be bound. But behind a product, parameters are data.
class BuildTimeValues {
 public:
  BuildTimeValues(const Expr& function, bool is_main) {
    PtrSet bound;
    if (is_main) {
      for (const Expr& param : As<FunctionNode>(function)->params()) {
        bound.Insert(As<VarNode>(param)->vid.get());
      }
    }
    PostOrderVisit(function.get(), [&](const ExprNode* node) {
      const auto* var = As<VarNode>(node);
      const Stage stage = var && bound.Contains(var->vid.get()) ? Stage::kBound : StageOf(node);
      if (stage != Stage::kRun) stages_[node] = stage;
    });
  }

  bool Contains(const ExprNode* expr) const { return Find(expr) != Stage::kRun; }

 private:
  // When a value is known: at once, after the parameters are bound, or when the program runs.
  enum class Stage : uint8_t { kAtOnce, kBound, kRun };

  Stage Find(const ExprNode* expr) const {
    if (As<OpNode>(expr)) return Stage::kAtOnce;
    const Stage* stage = stages_.Find(expr);
    return stage ? *stage : Stage::kRun;
  }
  // From the stages of the children.
  Stage StageOf(const ExprNode* node) const {
    if (As<ConstantNode>(node)) return Stage::kAtOnce;
    const auto* call = As<CallNode>(node);
    const auto* op = call ? As<OpNode>(call->op()) : nullptr;
    if (!As<TupleNode>(node) && !As<TupleGetItemNode>(node) && !op) return Stage::kRun;
    if (op && op->decl->traits.Has(OpTrait::kStateful)) return Stage::kRun;
    Stage latest = Stage::kAtOnce;
    for (const Expr& child : node->children()) latest = std::max(latest, Find(child.get()));
    const bool is_product = op && op->decl->pattern > OpPattern::kCommReduce;
    return is_product && latest == Stage::kBound ? Stage::kRun : latest;
  }

  PtrMap<Stage> stages_;
};

class LayoutAlterer : public LayoutRewriter {
 public:
  // `own`: the target's rules; null if it has none.
  LayoutAlterer(const Expr& function, bool is_main, const OpTable<LegalizeRule>* own,
                const transform::OpRules& rules, Effects* effects)
      : LayoutRewriter(effects), own_(own) {
    if (own) known_.emplace(function, is_main);
    for (const auto& [op, rule] : rules) {
      if (FindOp(op)) table_.Replace(op, &rule);
    }
  }

 protected:
  Expr CallWithNewLayouts(const CallNode* call, const Attrs& attrs,
                          std::span<const Expr> new_args) override {
    const transform::OpRule* rule = table_.Get(call->op());
    LegalizeRule own = rule || !own_ || !HasKnownWeight(call) ? nullptr : own_->Get(call->op());
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
  // Each run would convert another weight again.
  bool HasKnownWeight(const CallNode* call) const {
    return call->args().size() < 2 || known_->Contains(call->arg(1).get());
  }

  std::optional<BuildTimeValues> known_;  // Only for the target's rules.
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
        const FunctionNode* main = module->Find("main");
        const bool is_main = !main || main == As<FunctionNode>(function);
        LayoutAlterer alterer(typed, is_main, cpu ? &Rules().alter_op_layout : nullptr, rules,
                              effects.For(typed));
        Expr result = alterer.Run(typed);
        context.Count("layout transforms inserted", alterer.transforms());
        return result;
      },
      TableInfo("AlterOpLayout"));
}

}  // namespace transform
}  // namespace passcope
