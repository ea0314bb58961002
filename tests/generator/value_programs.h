// Random programs through random passes: their values must not change.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "checking/check_values.h"
#include "ir/module.h"
#include "pass/registry.h"

namespace passcope {

// A pass or a sequence of passes that changes the program's values.
struct ValueFinding {
  std::string passes;  // In the notation of --passes.
  IRModule program;
  std::string explanation;
};

// Counts of programs and pipelines.
struct ValueCounts {
  int64_t programs = 0;
  int64_t compared = 0;   // Passes and sequences with equal results.
  int64_t unchanged = 0;  // Passes and sequences that did not change the program.
  int64_t sensitive = 0;  // Of `compared`, those that were equal except for amplified rounding.
  int64_t refused = 0;    // Passes and sequences that a diagnostic ended.
  std::map<std::string, int64_t> not_checked;  // By reason.
  // Programs that cannot run, by reason: an operator can accept less than its type relation does.
  std::map<std::string, int64_t> not_run;
  std::set<std::string> operators;  // Those that compared programs called.
};

// The operators that programs are expected to call at some time: those with a kernel.
std::vector<std::string> RunnableOperators();

// Runs a random program through ten pipelines: single passes with random options, and sequences.
std::optional<ValueFinding> CheckValues(uint64_t seed, ValueCounts* counts);

// True if a pipeline is known to change a program's values: TVM's passes do it, too
// (docs/differences-from-tvm.md), or rounding to smaller types does.
bool IsKnownToDiffer(const IRModule& program, std::string_view pipeline, PassValues values,
                     const ValueCheck& check);

// The program with smaller real constants where a square overflows the type; nullopt if it has no
// such constants.
std::optional<IRModule> WithSmallerConstants(const IRModule& program);

}  // namespace passcope
