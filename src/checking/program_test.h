// Tests of a pipeline's result, for bisection and reduction.
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

// Runs a pipeline over a program under these instruments. Exceptions of passes propagate.
using Pipeline =
    std::function<IRModule(const IRModule& program, const std::vector<InstrumentPtr>& watchers)>;

// The result of a pipeline: a module, or an error.
struct PipelineResult {
  IRModule module;    // Null if it threw.
  std::string error;  // The message.
  // The error without the names in it: the kind and the message pattern of the first diagnostic, or
  // the message of another exception.
  std::string error_kind;
};
// The strongest effect on values among the passes.
PassValues ValuesOf(std::span<const Pass> passes);
PipelineResult RunPipeline(const Pipeline& pipeline, const IRModule& program,
                           const std::vector<InstrumentPtr>& watchers);

// The property that makes a pipeline's result bad.
struct TestSpec {
  enum class Kind : uint8_t {
    kValues,      // "values": the results differ from those of the original program.
    kWellFormed,  // "well-formed": the module is ill-formed or ill-typed.
    kThrows,      // "throws": a pass throws.
    kText,        // "text=…": the printed text contains `argument`, and did not before.
    kNoText,      // "no-text=…": the printed text no longer contains it.
    kOp,          // "op=…": the operator `argument` is called, and was not before.
    kNoOp,        // "no-op=…": the operator is no longer called.
    kPredicate,   // A function of the caller decides.
  };
  Kind kind = Kind::kValues;
  std::string argument;
  ValueCheckOptions values;
  std::function<bool(const IRModule&)> predicate;  // Returns true if the module is bad.
};
// Throws DiagnosticError (kUsage) for an unknown form, and kUnknownOperator for an unknown
// operator.
TestSpec ParseTest(std::string_view text);

enum class TestOutcome : uint8_t {
  kGood,
  kBad,
  kUnresolved,  // Another error occurred, or values cannot be computed.
};

// Applies a test to the results of a pipeline.
class ProgramTest {
 public:
  // `values`: the effect of the pipeline on values.
  explicit ProgramTest(TestSpec spec, PassValues values = PassValues::kKeeps);

  // `program` is the input of the pipeline. For kThrows, the first error determines the error that
  // counts; other errors are unresolved.
  TestOutcome Try(const IRModule& program, const PipelineResult& result);
  // The mistake of the last bad result; nullopt for a predicate.
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
