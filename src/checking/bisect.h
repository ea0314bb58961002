// Finding the execution of a pass after which a program is wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checking/opt_bisect.h"
#include "checking/program_test.h"
#include "diagnostics/message.h"
#include "ir/module.h"
#include "schema/record.h"

namespace passcope {

// Tells how the results of two runs of a pipeline differ.
class RunDiffer {
 public:
  virtual ~RunDiffer() = default;
  // Called before each of the two runs with the program that it begins with: what is to watch it.
  virtual std::vector<InstrumentPtr> Watch(const IRModule& program) = 0;
  // The difference of the results' texts, as unified diff.
  virtual std::string Diff(const IRModule& before, const IRModule& after) = 0;
};

struct BisectOptions {
  // Looks at one execution after the other instead of halving, which finds the first guilty one
  // also where a later one makes the program right again.
  bool linear = false;
  // Called before each run of the pipeline, with its number from 1 and its limit; what it throws
  // ends the bisection.
  std::function<void(int64_t run, int64_t limit)> progress;
  // Of what the guilty execution changed; without it the texts tell (ProgramDiff).
  std::unique_ptr<RunDiffer> differ;
};

struct BisectResult {
  enum class Outcome : uint8_t {
    kFound,          // `execution` is guilty.
    kAlwaysGood,     // The test does not fail after the whole pipeline.
    kAlwaysBad,      // It fails before any pass has run.
    kUnresolved,     // It says nothing of the whole pipeline, or of the program before it.
    kNotRepeatable,  // Running the same executions twice had two results.
  };
  Outcome outcome = Outcome::kAlwaysGood;
  Message sentence;  // What came out.
  std::optional<OptBisectInstrument::Execution> execution;
  // The limit of OptBisect with which the pipeline ends behind it; 0 when nothing was found.
  int64_t limit = 0;
  // What is wrong after it.
  std::optional<Message> explanation;
  // What it changed, as unified diff of the programs' texts; empty when it threw.
  std::string diff;
  int64_t executions = 0;  // Of the whole pipeline.
  int64_t runs = 0;        // Of pipelines, for the search.

  // Not part of the record: the programs before and after the execution; `after` is null when it
  // threw.
  IRModule before, after;
};

// Runs the pipeline under OptBisect with different limits, as with LLVM's -opt-bisect-limit: first
// with everything and with nothing, then by halving. Executions that no other is around are told
// apart first, then those inside of the guilty one; where leaving those out makes a pass fail, the
// one around them is the answer. So the answer is an execution before which the test does not fail
// and after which it does, which was tried; about log2(executions) + 4 runs.
BisectResult Bisect(const IRModule& program, const Pipeline& pipeline, ProgramTest* test,
                    const BisectOptions& options = {});

std::span<const char* const> LiteralsOf(BisectResult::Outcome);
template <>
const RecordSchema& SchemaOf<BisectResult>();

}  // namespace passcope
