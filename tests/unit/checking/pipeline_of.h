// Passes as pipelines, for bisection, reduction and comparison.
#pragma once

#include <utility>
#include <vector>

#include "checking/reduce.h"
#include "pass/pass_context.h"

namespace passcope {

// Runs the passes one after the other under `opt_level`.
inline Pipeline PipelineOf(std::vector<Pass> passes, int opt_level = 3) {
  return [passes, opt_level](const IRModule& program, const std::vector<InstrumentPtr>& watchers) {
    PassContextOptions options{.opt_level = opt_level};
    options.instruments = watchers;
    PassContextScope scope(PassContext::Create(std::move(options)));
    IRModule module = program;
    for (const Pass& pass : passes) module = pass(module);
    scope.Leave();
    return module;
  };
}

// The same as a pipeline whose passes can be left out.
inline ReduciblePipeline ReduciblePipelineOf(std::vector<Pass> passes) {
  return {passes.size(), [passes](const std::vector<bool>& keep) -> Pipeline {
            std::vector<Pass> kept;
            for (size_t i = 0; i < passes.size(); ++i) {
              if (keep[i]) kept.push_back(passes[i]);
            }
            return PipelineOf(std::move(kept));
          }};
}

}  // namespace passcope
