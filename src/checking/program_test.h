// Tests of what a pipeline makes of a program, for bisection and reduction.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checking/check_values.h"
#include "ir/module.h"
#include "pass/pass.h"

namespace passcope {

// Runs a pipeline over a program under these instruments. Throws what passes throw.
using Pipeline =
    std::function<IRModule(const IRModule& program, const std::vector<InstrumentPtr>& watchers)>;

// What a pipeline made of a program: a module, or what it threw.
struct PipelineResult {
  IRModule module;    // Null when it threw.
  std::string error;  // The message.
  // What the error is, whatever names stand in it: the kind and the pattern of the first
  // diagnostic, or the message of another exception.
  std::string error_kind;
};
// What passes do to values: the most that one of them does.
PassValues ValuesOf(std::span<const Pass> passes);
PipelineResult RunPipeline(const Pipeline& pipeline, const IRModule& program,
                           const std::vector<InstrumentPtr>& watchers);

// What must not come of a pipeline.
struct TestSpec {
  enum class Kind : uint8_t {
    kValues,      // "values": the results differ from those of the program before.
    kWellFormed,  // "well-formed": the module is ill-formed or ill-typed.
    kThrows,      // "throws": a pass throws.
    kText,        // "text=…": the text, as it is printed, contains `argument`, which it did not.
    kNoText,      // "no-text=…": it contains it no more.
    kOp,          // "op=…": the operator `argument` is called, which it was not.
    kNoOp,        // "no-op=…": it is called no more.
    kPredicate,   // A function of the caller's says so.
  };
  Kind kind = Kind::kValues;
  std::string argument;
  ValueCheckOptions values;
  std::function<bool(const IRModule&)> predicate;  // True: the module is bad.
};
// Throws DiagnosticError (kUsage) for another text, kUnknownOperator for the name of no operator.
TestSpec ParseTest(std::string_view text);

enum class TestOutcome : uint8_t {
  kGood,
  kBad,
  kUnresolved,  // It says nothing: something else went wrong, or values cannot be computed.
};

// Applies a test to what a pipeline makes of programs.
class ProgramTest {
 public:
  // `values`: what the pipeline does to values.
  explicit ProgramTest(TestSpec spec, PassValues values = PassValues::kKeeps);

  // `program`: what the pipeline was given. The first error that is seen is the one that kThrows is
  // about; another one is unresolved.
  TestOutcome Try(const IRModule& program, const PipelineResult& result);
  // What was wrong with the last bad result; of a predicate nothing is known.
  const std::optional<Message>& explanation() const { return explanation_; }

 private:
  TestOutcome TryModule(const IRModule& program, const IRModule& module);

  TestSpec spec_;
  PassValues values_;
  ValueChecker checker_;
  std::string error_kind_;
  std::optional<Message> explanation_;
};

}  // namespace passcope
