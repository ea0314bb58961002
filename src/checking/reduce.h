// Making a program small while a pipeline still does something wrong with it.
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

// A pipeline of which passes can be left out.
struct ReduciblePipeline {
  size_t passes = 0;
  // The pipeline of the passes for which `keep` is true.
  std::function<Pipeline(const std::vector<bool>& keep)> with;
};

// What a reduction has done so far.
struct ReduceProgress {
  // What it tries: the passes of the pipeline, the result, calls, lets and branches, inputs, sizes,
  // attributes.
  enum class Step : uint8_t { kPasses, kResult, kCalls, kInputs, kSizes, kAttributes };
  Step step = Step::kPasses;
  int64_t candidates = 0;  // Programs and pipelines that were tried.
  int64_t accepted = 0;    // Those that were smaller and still wrong.
  int64_t calls = 0;       // Of the smallest program so far.
};

struct ReduceOptions {
  // 0: no limit.
  double max_seconds = 60;
  int64_t max_candidates = 0;
  // Called now and then; what it throws ends the reduction.
  std::function<void(const ReduceProgress&)> progress;
};

struct ReduceResult {
  enum class Outcome : uint8_t {
    kReduced,     // To where nothing that is tried makes it smaller.
    kStopped,     // By the limits; the smallest program so far.
    kNotFailing,  // The test does not fail on the program as it was given.
  };
  Outcome outcome = Outcome::kReduced;
  Message sentence;
  std::vector<bool> kept;  // Which passes of the pipeline are needed.
  int64_t calls_before = 0, calls_after = 0;
  int64_t candidates = 0, accepted = 0;

  IRModule module;  // The smallest program; not part of the record.
};

// As llvm-reduce and mlir-reduce: applies one kind of change after the other, to as much at once as
// possible and then to less (A. Zeller, R. Hildebrandt: "Simplifying and Isolating Failure-Inducing
// Input", IEEE Trans. Software Eng. 28(2), 2002), and begins again until no change is left that
// keeps the test failing. A candidate that is ill-typed or ill-formed is no candidate.
//
// The result can have other inputs than the program, and fewer results.
ReduceResult Reduce(const IRModule& program, const ReduciblePipeline& pipeline, ProgramTest* test,
                    const ReduceOptions& options = {});

// How many calls the functions of a module have, shared ones counted once.
int64_t CountCalls(const IRModule& module);

std::span<const char* const> LiteralsOf(ReduceProgress::Step);
std::span<const char* const> LiteralsOf(ReduceResult::Outcome);
template <>
const RecordSchema& SchemaOf<ReduceProgress>();
template <>
const RecordSchema& SchemaOf<ReduceResult>();

}  // namespace passcope
