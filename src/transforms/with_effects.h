// Passes over functions that need the effects of calls (analysis/effects.h).
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "analysis/effects.h"
#include "pass/pass.h"

namespace passcope {

// `effects` knows the module's functions. The pass gets from it the effects in the function that it
// changes.
using EffectsPassFunction =
    std::function<Expr(const Expr& function, const IRModule&, LazyEffects& effects, PassContext&)>;

inline Pass CreateFunctionPassWithEffects(EffectsPassFunction run, PassInfo info) {
  return CreateFunctionPassPerModule(
      [run = std::move(run)](const IRModule& module) {
        auto effects = std::make_shared<LazyEffects>(module);
        return [run, effects](const Expr& function, const IRModule& whole, PassContext& context) {
          return run(function, whole, *effects, context);
        };
      },
      std::move(info));
}

}  // namespace passcope
