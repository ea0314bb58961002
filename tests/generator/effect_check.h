// Compares passes on programs with effects, by an interpreter of its own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ir/module.h"

namespace passcope {

// A pass that changed the results, with the program.
struct EffectFinding {
  std::string passes;  // In the notation of --passes; empty for the evaluator.
  std::string explanation;
  IRModule program;
};

struct EffectCounts {
  int64_t programs = 0;  // Those that ran.
  struct Passes {
    int64_t compared = 0, unchanged = 0, refused = 0;
  };
  std::map<std::string, Passes> passes;
  std::map<std::string, int64_t> refusals;  // Of passes, by their messages.
  std::map<std::string, int64_t> limits;    // Programs that could not be interpreted, by reason.
};

// Runs the program of a seed before and after passes: each pass alone, or some of them chosen by
// the seed, and some pipelines. All results must be those that the reference interpreter computes,
// also those of the evaluator.
std::optional<EffectFinding> CheckEffects(uint64_t seed, bool all_passes, EffectCounts* counts);
// The same for one program.
std::optional<EffectFinding> CheckEffectsOf(const IRModule& program, const std::string& passes,
                                            EffectCounts* counts);

}  // namespace passcope
