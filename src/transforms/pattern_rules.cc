// Runs the rules of a pass.
#include "transforms/pattern_rules.h"

#include <memory>

#include "pass/remark.h"

namespace passcope {

PatternRules::PatternRules(const std::vector<PatternRule>& rules) {
  for (const PatternRule& rule : rules) {
    callbacks_.push_back({std::make_shared<CompiledPattern>(rule.pattern), rule.rewrite, true});
    counters_.push_back(rule.counter);
  }
}

Expr PatternRules::Rewrite(const Expr& function, const IRModule& module, PassContext& context,
                           LazyEffects* effects) const {
  RewriteSettings settings;
  settings.module = module;
  settings.same_answers = true;
  // Each round does at least half of the possible rewrites, so 64 rounds are enough for any
  // program.
  constexpr int kMaxRounds = 64;
  settings.limit = kMaxRounds * static_cast<int>(callbacks_.size());
  settings.rewritten = [&](size_t rule, int64_t rewrites) {
    context.Count(counters_[rule], rewrites);
  };
  Effects* known = effects ? effects->For(function) : nullptr;
  if (!known && !RemarksWanted()) return RewritePatterns(callbacks_, function, settings);
  std::vector<DFPatternCallback> guarded = callbacks_;
  if (RemarksWanted()) {
    for (size_t i = 0; i < guarded.size(); ++i) {
      DFPatternCallback& callback = guarded[i];
      callback.rewrite = [rewrite = callback.rewrite,
                          rule = counters_[i]](const DFPatternMatch& match) {
        Expr result = rewrite(match);
        if (result && result != match.post()) {
          EmitRemark(RemarkKind::kRuleApplied, match.pre(),
                     MSG(kPatternRuleReplacedOperator, "the rule \"{rule}\" replaces {operator}",
                         rule, NameInRemark(match.pre())));
        }
        return result;
      };
    }
  }
  if (!known) return RewritePatterns(guarded, function, settings);
  for (DFPatternCallback& callback : guarded) {
    callback.rewrite = [known, rewrite = callback.rewrite](const DFPatternMatch& match) {
      return known->Of(Expr(match.pre())).none() ? rewrite(match) : match.post();
    };
  }
  return RewritePatterns(guarded, function, settings);
}

}  // namespace passcope
