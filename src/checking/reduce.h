// Reduces a program while a pipeline still does something wrong with it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "checking/program_test.h"
#include "diagnostics/message.h"
#include "ir/module.h"
#include "schema/record.h"

namespace passcope {

// A pipeline whose passes can be left out.
struct ReduciblePipeline {
  size_t passes = 0;
  // Returns the pipeline of the passes for which `keep` is true.
  std::function<Pipeline(const std::vector<bool>& keep)> with;
};

// The progress of a reduction.
struct ReduceProgress {
  // The kind of change: passes of the pipeline, the result, calls (also lets and branches), inputs,
  // sizes, attributes.
  enum class Step : uint8_t { kPasses, kResult, kCalls, kInputs, kSizes, kAttributes };
  Step step = Step::kPasses;
  int64_t candidates = 0;  // The number of tried programs and pipelines.
  int64_t accepted = 0;    // The number of those that were smaller and still failed.
  int64_t calls = 0;       // The calls of the smallest program so far.
};

struct ReduceOptions {
  // 0: no limit.
  double max_seconds = 60;
  int64_t max_candidates = 0;
  // Called from time to time. Its exceptions end the reduction.
  std::function<void(const ReduceProgress&)> progress;
};

struct ReduceResult {
  enum class Outcome : uint8_t {
    kReduced,     // No further change makes it smaller.
    kStopped,     // A limit was reached; the program is the smallest so far.
    kNotFailing,  // The test does not fail on the original program.
  };
  Outcome outcome = Outcome::kReduced;
  Message sentence;
  std::vector<bool> kept;  // True for each pass of the pipeline that is needed.
  int64_t calls_before = 0, calls_after = 0;
  int64_t candidates = 0, accepted = 0;

  IRModule module;  // The smallest program; not part of the record.
};

// Like llvm-reduce and mlir-reduce: applies one kind of change after another, to as many items at
// once as possible and then to fewer. (A. Zeller, R. Hildebrandt: "Simplifying and Isolating
// Failure-Inducing Input", IEEE Trans. Software Eng. 28(2), 2002.) It repeats until no change keeps
// the test failing. Ill-typed and ill-formed candidates are skipped.
//
// The result can have other inputs than the program, and fewer results.
ReduceResult Reduce(const IRModule& program, const ReduciblePipeline& pipeline, ProgramTest* test,
                    const ReduceOptions& options = {});

// The number of calls in a module's functions. Shared calls count once.
int64_t CountCalls(const IRModule& module);

std::span<const char* const> LiteralsOf(ReduceProgress::Step);
std::span<const char* const> LiteralsOf(ReduceResult::Outcome);
template <>
const RecordSchema& SchemaOf<ReduceProgress>();
template <>
const RecordSchema& SchemaOf<ReduceResult>();

}  // namespace passcope
