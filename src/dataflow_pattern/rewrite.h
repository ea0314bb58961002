// Rewriting and partitioning what matches a pattern, as TVM's relay.dataflow_pattern.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "dataflow_pattern/compiled_pattern.h"
#include "dataflow_pattern/pattern.h"
#include "ir/module.h"

namespace passcope {

// What a callback is told of a match.
class DFPatternMatch {
 public:
  virtual ~DFPatternMatch() = default;
  // The expression that matched, and the same over rewritten inputs.
  virtual const ExprNode* pre() const = 0;
  virtual const Expr& post() const = 0;
  virtual const CompiledPattern& pattern() const = 0;
  // What the node `index` of the pattern matched, as it was and as it has been rewritten.
  virtual std::span<const ExprNode* const> Before(uint32_t index) const = 0;
  virtual std::vector<Expr> After(uint32_t index) const = 0;

  // The first of them for a part of the pattern; null when it matched nothing.
  const ExprNode* Before(const DFPattern& pattern) const;
  Expr After(const DFPattern& pattern) const;
};

struct DFPatternCallback {
  std::shared_ptr<const CompiledPattern> pattern;
  // What replaces the match; `match.post()` to leave it. Not null.
  std::function<Expr(const DFPatternMatch& match)> rewrite;
  // Whether types are inferred before the pattern is looked for.
  bool require_type = false;
  // Of the last callback: whether all are applied one time only.
  bool rewrite_once = false;
};

struct RewriteSettings {
  // Has the global functions that the expression calls, for inferring types; may be null. A
  // function of the module is typed in its place.
  IRModule module;
  // How often callbacks are applied at most, all together.
  int limit = 100;
  // Told how many matches a callback has replaced by something else, when there were some.
  std::function<void(size_t callback, int64_t rewrites)> rewritten;
  // Whether a callback that has left an expression as it is need not be asked about it again.
  bool same_answers = false;
};

// Applies the callbacks in order, again and again until a round changes nothing. A callback is
// called for the inputs of a match before it. Throws DiagnosticError (kUsage) when the limit is
// reached and callbacks still change something, and what callbacks and type inference throw.
Expr RewritePatterns(std::span<const DFPatternCallback> callbacks, const Expr& expr,
                     const RewriteSettings& settings = {});

// Puts each match into a function of its own, which it is replaced by a call of: the inputs become
// parameters, constants that the pattern asks for stay. The function has the attribute
// "PartitionedFromPattern", which names what is in it, and `attrs`. `check`, if it is given, is
// asked about each match before. A pattern of a function itself changes nothing.
Expr PartitionPattern(const DFPattern& pattern, const Expr& expr, const AttrDict& attrs = {},
                      const std::function<bool(const Expr& pre)>& check = {});

}  // namespace passcope
