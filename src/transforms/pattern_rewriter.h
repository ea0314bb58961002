// Rewriting of small patterns of calls until nothing changes.
#pragma once

#include <span>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"
#include "pass/pass_context.h"

namespace passcope {

// The nodes that a rule found below a call and that go away with it; its inputs are not among them.
using PatternInterior = std::vector<const ExprNode*>;

struct PatternRule {
  // Whether the call is the root of the pattern.
  bool (*match)(const CallNode* root, PatternInterior* interior);
  // What replaces it; `post` itself to leave it. `pre` is the typed call that matched, `post` the
  // same call over rewritten inputs, without types; both have the pattern's shape.
  Expr (*rewrite)(const CallNode* pre, const CallNode* post);
  // What PassStatistics calls its rewrites.
  const char* counter;
};

// Applies the rules in order, again and again until a round changes nothing. Within one application
// of a rule, calls are matched from the result towards the inputs, and no node is part of two
// matches, as in TVM's RewritePatterns. A match is dropped when a node inside
// it is used outside in a way that does not lead back to the root. `function` belongs to `module`;
// it comes back as it is when nothing matches, else rewritten, types missing where it changed.
// Rewrites are counted in `context`.
Expr RewritePatterns(std::span<const PatternRule> rules, const Expr& function,
                     const IRModule& module, PassContext& context);

}  // namespace passcope
