// Random programs through random passes, compared by what they compute.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ir/module.h"

namespace passcope {

// A pass, or a sequence of them, after which a program computes something else.
struct ValueFinding {
  std::string passes;  // In the notation of --passes.
  IRModule program;
  std::string explanation;
};

// What was done with the programs.
struct ValueCounts {
  int64_t programs = 0;
  int64_t compared = 0;   // Passes and sequences whose results agree.
  int64_t unchanged = 0;  // Those that left the program as it is.
  int64_t sensitive = 0;  // Of `compared`: by what rounding does to the program.
  int64_t refused = 0;    // By a diagnostic of a pass.
  std::map<std::string, int64_t> not_checked;  // Why.
};

// The program of a seed through ten pipelines: passes by themselves with random options, and
// sequences.
std::optional<ValueFinding> CheckValues(uint64_t seed, ValueCounts* counts);

}  // namespace passcope
