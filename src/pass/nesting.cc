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
      throw DiagnosticError(DiagKind::kNestingTooDeep,
                            MSG(kPassesNestedTooDeeply,
                                "passes are called by passes more than {limit} deep", kMaxPasses));
    }
    ++passes;
    return;
  }
  if (callbacks >= kMaxCallbacks) {
    throw DiagnosticError(
        DiagKind::kNestingTooDeep,
        MSG(kCallbacksNestedTooDeeply,
            "hooks and other callbacks are called by one another more than {limit} deep",
            kMaxCallbacks),
        {MSG(kHookRecursionHint, "does a hook run what it is a hook of?")});
  }
  ++callbacks;
}

NestingScope::~NestingScope() { --(kind_ == Kind::kPass ? passes : callbacks); }

}  // namespace passcope
