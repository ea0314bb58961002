// Passes that are lists of patterns with replacements.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "analysis/effects.h"
#include "dataflow_pattern/rewrite.h"
#include "pass/pass_context.h"

namespace passcope {

struct PatternRule {
  PatternRule(DFPattern pattern, std::function<Expr(const DFPatternMatch&)> rewrite,
              const char* counter)
      : pattern(std::move(pattern)), rewrite(std::move(rewrite)), counter(counter) {}
  // For patterns of calls. `pre` is the typed call that matched. `post` is the same call over
  // rewritten inputs, untyped.
  PatternRule(DFPattern pattern, Expr (*rewrite)(const CallNode* pre, const CallNode* post),
              const char* counter)
      : PatternRule(std::move(pattern), OfCalls(rewrite), counter) {}
  template <class F>
  requires std::is_invocable_r_v<Expr, F, const CallNode*, const CallNode*> PatternRule(
      DFPattern pattern, F rewrite, const char* counter)
      : PatternRule(std::move(pattern), OfCalls(std::move(rewrite)), counter) {}

  DFPattern pattern;
  // Returns the replacement of a match, or `match.post()` to keep the match.
  std::function<Expr(const DFPatternMatch&)> rewrite;
  // The name of its rewrites in PassStatistics.
  const char* counter;

 private:
  template <class F>
  static std::function<Expr(const DFPatternMatch&)> OfCalls(F rewrite) {
    return [rewrite = std::move(rewrite)](const DFPatternMatch& match) {
      return rewrite(As<CallNode>(match.pre()), As<CallNode>(match.post()));
    };
  }
};

// Rules that are applied in order, repeatedly until a round changes nothing.
class PatternRules {
 public:
  explicit PatternRules(const std::vector<PatternRule>& rules);
  // `function` belongs to `module`. If nothing matches, it is returned unchanged. Otherwise the
  // result is untyped where the last rule changed it. Rewrites are counted in `context`. Pass
  // `effects` for rules that drop something; then expressions with effects stay.
  Expr Rewrite(const Expr& function, const IRModule& module, PassContext& context,
               LazyEffects* effects = nullptr) const;

 private:
  std::vector<DFPatternCallback> callbacks_;
  std::vector<const char*> counters_;
};

}  // namespace passcope
