// Passes that are lists of patterns with what replaces them.
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
  // For patterns of calls: `pre` is the typed call that matched, `post` the same over rewritten
  // inputs, without types.
  PatternRule(DFPattern pattern, Expr (*rewrite)(const CallNode* pre, const CallNode* post),
              const char* counter)
      : PatternRule(std::move(pattern), OfCalls(rewrite), counter) {}
  template <class F>
  requires std::is_invocable_r_v<Expr, F, const CallNode*, const CallNode*> PatternRule(
      DFPattern pattern, F rewrite, const char* counter)
      : PatternRule(std::move(pattern), OfCalls(std::move(rewrite)), counter) {}

  DFPattern pattern;
  // What replaces a match; `match.post()` to leave it.
  std::function<Expr(const DFPatternMatch&)> rewrite;
  // What PassStatistics calls its rewrites.
  const char* counter;

 private:
  template <class F>
  static std::function<Expr(const DFPatternMatch&)> OfCalls(F rewrite) {
    return [rewrite = std::move(rewrite)](const DFPatternMatch& match) {
      return rewrite(As<CallNode>(match.pre()), As<CallNode>(match.post()));
    };
  }
};

// Rules that are applied in order, again and again until a round changes nothing.
class PatternRules {
 public:
  explicit PatternRules(const std::vector<PatternRule>& rules);
  // `function` belongs to `module`; it comes back as it is when nothing matches, else rewritten,
  // types missing where the last rule changed it. Rewrites are counted in `context`. Given
  // `effects`, which is needed for rules that drop something, what has some is left alone.
  Expr Rewrite(const Expr& function, const IRModule& module, PassContext& context,
               LazyEffects* effects = nullptr) const;

 private:
  std::vector<DFPatternCallback> callbacks_;
  std::vector<const char*> counters_;
};

}  // namespace passcope
