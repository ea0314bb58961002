// Random programs through random passes, compared by what they compute.
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
  // Programs that were made and cannot be run, and why: an operator may take less than its type
  // relation does.
  std::map<std::string, int64_t> not_run;
  std::set<std::string> operators;  // That were called in programs that were compared.
};

// The operators that programs should call sooner or later: those that have a kernel.
std::vector<std::string> RunnableOperators();

// A program of a seed that can be run through ten pipelines: passes by themselves with random
// options, and sequences.
std::optional<ValueFinding> CheckValues(uint64_t seed, ValueCounts* counts);

// Whether a program that a pipeline made may compute something else than the one before for a
// reason that is known: where TVM's passes do it, too (docs/differences-from-tvm.md), and what
// rounding to smaller types does.
bool IsKnownToDiffer(const IRModule& program, std::string_view pipeline, PassValues values,
                     const ValueCheck& check);

// The program with smaller constants in place of real ones whose squares their type does not hold;
// nullopt where it has none.
std::optional<IRModule> WithSmallerConstants(const IRModule& program);

}  // namespace passcope
