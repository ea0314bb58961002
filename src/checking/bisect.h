// Finds the execution of a pass that makes a program wrong.
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

// Describes the difference between the results of two runs of a pipeline.
class RunDiffer {
 public:
  virtual ~RunDiffer() = default;
  // Called before each of the two runs, with its input program. Returns the instruments for the
  // run.
  virtual std::vector<InstrumentPtr> Watch(const IRModule& program) = 0;
  // The difference of the results' texts as a unified diff.
  virtual std::string Diff(const IRModule& before, const IRModule& after) = 0;
};

struct BisectOptions {
  // Tests one execution after another instead of halving. This finds the first guilty one even if a
  // later one makes the program right again.
  bool linear = false;
  // Called before each run of the pipeline, with its number from 1 and its limit. Its exceptions
  // end the bisection.
  std::function<void(int64_t run, int64_t limit)> progress;
  // Describes the change of the guilty execution. If null, texts are compared (ProgramDiff).
  std::unique_ptr<RunDiffer> differ;
};

struct BisectResult {
  enum class Outcome : uint8_t {
    kFound,          // `execution` is guilty.
    kAlwaysGood,     // The test does not fail after the whole pipeline.
    kAlwaysBad,      // The test already fails before any pass has run.
    kUnresolved,     // The test is unresolved after the whole pipeline, or before it.
    kNotRepeatable,  // Running the same executions again had another outcome.
  };
  Outcome outcome = Outcome::kAlwaysGood;
  Message sentence;  // The result as a sentence.
  std::optional<OptBisectInstrument::Execution> execution;
  // The limit of OptBisect with which the pipeline ends after this execution; 0 if nothing was
  // found.
  int64_t limit = 0;
  // The mistake after this execution.
  std::optional<Message> explanation;
  // The change as a unified diff of the programs' texts; empty if it threw.
  std::string diff;
  int64_t executions = 0;  // In the whole pipeline.
  int64_t runs = 0;        // Runs of the pipeline during the search.

  // The programs before and after the execution, which are not part of the record. `after` is null
  // if it threw.
  IRModule before, after;
};

// Runs the pipeline under OptBisect with different limits, like LLVM's -opt-bisect-limit: first
// with all executions and with none, then by halving. It first separates the outermost executions,
// then those inside of the guilty one. If leaving those out makes a pass fail, the result is the
// enclosing execution. The test was run on both sides of the result: it passes before the execution
// and fails after it. A bisection needs about log2(executions) + 4 runs.
BisectResult Bisect(const IRModule& program, const Pipeline& pipeline, ProgramTest* test,
                    const BisectOptions& options = {});

std::span<const char* const> LiteralsOf(BisectResult::Outcome);
template <>
const RecordSchema& SchemaOf<BisectResult>();

}  // namespace passcope
