// The counters.
#include "pass/nesting.h"

#include "diagnostics/diagnostic.h"

namespace passcope {
namespace {

thread_local int passes = 0, callbacks = 0;

}  // namespace

NestingScope::NestingScope(Kind kind) : kind_(kind) {
  if (kind == Kind::kPass) {
    if (passes >= kMaxPasses) {
      throw DiagnosticError(
          DiagKind::kNestingTooDeep,
          MSG(kPassesNestedTooDeeply, "passes call passes more than {limit} deep", kMaxPasses));
    }
    ++passes;
    return;
  }
  if (callbacks >= kMaxCallbacks) {
    throw DiagnosticError(
        DiagKind::kNestingTooDeep,
        MSG(kCallbacksNestedTooDeeply,
            "hooks and other callbacks call each other more than {limit} deep", kMaxCallbacks),
        {MSG(kHookRecursionHint, "check whether a hook runs a pass that calls the hook again")});
  }
  ++callbacks;
}

NestingScope::~NestingScope() { --(kind_ == Kind::kPass ? passes : callbacks); }

}  // namespace passcope
