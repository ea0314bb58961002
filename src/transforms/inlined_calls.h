// Replaces calls by the bodies of the called functions.
#pragma once

#include <span>

#include "analysis/effects.h"
#include "ir/expr.h"
#include "support/ptr_map.h"

namespace passcope {

// For the calls in one function.
class InlinedCalls {
 public:
  // The effects of the arguments; null if the rewritten function has no effects.
  explicit InlinedCalls(Effects* effects) : effects_(effects) {}

  // The body of `function`, which `call` calls, over `args`, the rewritten arguments of `call`. An
  // argument with effects is bound by a let, so that it is evaluated once and before the body.
  Expr Body(const CallNode* call, const FunctionNode* function, std::span<const Expr> args);

  // `part` of a function, such as its body. Each place has its own variables and effects. The first
  // place gets the original if possible.
  Expr Place(const FunctionNode* function, const Expr& part);

 private:
  Effects* const effects_;
  PtrSet used_;  // Functions whose parts are already in the rewritten function.
};

}  // namespace passcope
