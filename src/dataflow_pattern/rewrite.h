// Rewriting and partitioning of matches, as in TVM's relay.dataflow_pattern.
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

// The data of a match for a callback.
class DFPatternMatch {
 public:
  virtual ~DFPatternMatch() = default;
  // The expression that matched, and the same expression over rewritten inputs.
  virtual const ExprNode* pre() const = 0;
  virtual const Expr& post() const = 0;
  virtual const CompiledPattern& pattern() const = 0;
  // The expressions that the node `index` of the pattern matched, before and after rewriting.
  virtual std::span<const ExprNode* const> Before(uint32_t index) const = 0;
  virtual std::vector<Expr> After(uint32_t index) const = 0;

  // The first match of a part of the pattern; null if it matched nothing.
  const ExprNode* Before(const DFPattern& pattern) const;
  Expr After(const DFPattern& pattern) const;
};

struct DFPatternCallback {
  std::shared_ptr<const CompiledPattern> pattern;
  // Returns the replacement of the match, or `match.post()` to keep it. Must not be null.
  std::function<Expr(const DFPatternMatch& match)> rewrite;
  // Infer types before the search for the pattern.
  bool require_type = false;
  // Only read for the last callback: apply all callbacks only once.
  bool rewrite_once = false;
};

struct RewriteSettings {
  // The module with the global functions that the expression calls, for type inference; can be
  // null. A function of the module is typed as part of it.
  IRModule module;
  // The largest number of applications of callbacks in total.
  int limit = 100;
  // Called with the number of replaced matches of a callback, if there are any.
  std::function<void(size_t callback, int64_t rewrites)> rewritten;
  // A callback that left an expression unchanged need not be called for it again.
  bool same_answers = false;
};

// Applies the callbacks in order, repeatedly until a round changes nothing. A callback is called
// for the inputs of a match first. Throws DiagnosticError (kUsage) if callbacks still change
// something at the limit. Exceptions of callbacks and type inference propagate.
Expr RewritePatterns(std::span<const DFPatternCallback> callbacks, const Expr& expr,
                     const RewriteSettings& settings = {});

// Moves each match into its own function and replaces it by a call of that. The inputs become
// parameters; constants that the pattern requires stay. The function has the attribute
// "PartitionedFromPattern", which names its contents, and `attrs`. If `check` is not empty, it
// accepts or rejects each match. A pattern that is a function pattern changes nothing.
Expr PartitionPattern(const DFPattern& pattern, const Expr& expr, const AttrDict& attrs = {},
                      const std::function<bool(const Expr& pre)>& check = {});

}  // namespace passcope
