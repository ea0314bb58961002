// Runs the rules of a pass.
#include "transforms/pattern_rules.h"

#include <memory>

namespace passcope {

PatternRules::PatternRules(const std::vector<PatternRule>& rules) {
  for (const PatternRule& rule : rules) {
    callbacks_.push_back({std::make_shared<CompiledPattern>(rule.pattern), rule.rewrite, true});
    counters_.push_back(rule.counter);
  }
}

Expr PatternRules::Rewrite(const Expr& function, const IRModule& module,
                           PassContext& context) const {
  RewriteSettings settings;
  settings.module = module;
  // Each round undoes at least half of what the rules can, so 64 are enough for any program.
  constexpr int kMaxRounds = 64;
  settings.limit = kMaxRounds * static_cast<int>(callbacks_.size());
  settings.rewritten = [&](size_t rule, int64_t rewrites) {
    context.Count(counters_[rule], rewrites);
  };
  return RewritePatterns(callbacks_, function, settings);
}

}  // namespace passcope
