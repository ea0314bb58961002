// Implements the tests of bisection and reduction.
#include "checking/program_test.h"

#include <algorithm>

#include "analysis/count_ops.h"
#include "analysis/well_formed.h"
#include "checking/run_main.h"
#include "diagnostics/diagnostic.h"
#include "op/op.h"
#include "pass/pass_context.h"
#include "text/printer.h"

namespace passcope {
namespace {

using Kind = TestSpec::Kind;

struct TestName {
  const char* name;
  Kind kind;
  bool takes_argument;
};
constexpr TestName kTests[] = {
    {"values", Kind::kValues, false}, {"well-formed", Kind::kWellFormed, false},
    {"throws", Kind::kThrows, false}, {"text", Kind::kText, true},
    {"no-text", Kind::kNoText, true}, {"op", Kind::kOp, true},
    {"no-op", Kind::kNoOp, true},
};

// Prints without the data of constants, which can be large.
std::string TextOf(const IRModule& module) {
  return PrintModule(module, {false, false, false, false});
}

// The first mistake of a module; nullopt if there is none.
std::optional<Message> Mistake(const IRModule& module) {
  std::vector<Diagnostic> found = FindIllFormed(module);
  if (found.empty()) {
    try {
      found = FindWrongTypes(module, Typed(WithoutTypes(module)));
    } catch (const DiagnosticError& error) {
      found = error.diagnostics();
    }
  }
  if (found.empty()) return std::nullopt;
  return found.front().message;
}

}  // namespace

PassValues ValuesOf(std::span<const Pass> passes) {
  PassValues most = PassValues::kKeeps;
  for (const Pass& pass : passes) {
    most = std::max({most, ValuesOf(pass.info()), ValuesOf(pass->parts())});
  }
  return most;
}

PipelineResult RunPipeline(const Pipeline& pipeline, const IRModule& program,
                           const std::vector<InstrumentPtr>& watchers) {
  PipelineResult result;
  try {
    result.module = pipeline(program, watchers);
  } catch (const DiagnosticError& error) {
    const Diagnostic& first = error.diagnostics().front();
    result.error = first.message.text();
    result.error_kind =
        std::string(DiagKindName(first.kind)) + ": " + std::string(first.message.pattern);
  } catch (const std::exception& error) {
    result.error = error.what();
    result.error_kind = result.error;
  }
  return result;
}

TestSpec ParseTest(std::string_view text) {
  size_t equals = text.find('=');
  std::string_view name = text.substr(0, equals);
  TestSpec spec;
  std::vector<std::string> names;
  for (const TestName& test : kTests) {
    names.emplace_back(test.name);
    if (name != test.name || test.takes_argument != (equals != std::string_view::npos)) continue;
    spec.kind = test.kind;
    if (test.takes_argument) spec.argument = std::string(text.substr(equals + 1));
    if ((spec.kind == Kind::kOp || spec.kind == Kind::kNoOp) && !FindOp(spec.argument)) {
      throw DiagnosticError(
          DiagKind::kUnknownOperator,
          MSG(kLayersOperatorUnknown, "unknown operator '{operator}'", spec.argument));
    }
    return spec;
  }
  throw DiagnosticError(DiagKind::kUsage, MSG(kProgramTestUnknown, "unknown test '{test}'", text),
                        {MSG(kProgramTestsAvailable,
                             "the tests are values, well-formed, throws, text=TEXT, no-text=TEXT, "
                             "op=NAME and no-op=NAME")});
}

ProgramTest::ProgramTest(TestSpec spec, PassValues values)
    : spec_(std::move(spec)), values_(values), checker_(spec_.values) {}

TestOutcome ProgramTest::Try(const IRModule& program, const PipelineResult& result) {
  explanation_.reset();
  if (result.module) return TryModule(program, result.module);
  if (spec_.kind != Kind::kThrows) return TestOutcome::kUnresolved;
  if (error_kind_.empty()) error_kind_ = result.error_kind;
  if (result.error_kind != error_kind_) return TestOutcome::kUnresolved;
  explanation_ = Say("{error}", result.error);
  return TestOutcome::kBad;
}

TestOutcome ProgramTest::TryModule(const IRModule& program, const IRModule& module) {
  auto bad_if = [this](bool bad, Message explanation) {
    if (!bad) return TestOutcome::kGood;
    explanation_ = std::move(explanation);
    return TestOutcome::kBad;
  };
  const std::string& argument = spec_.argument;
  switch (spec_.kind) {
    case Kind::kThrows:
      return TestOutcome::kGood;
    case Kind::kPredicate:
      return spec_.predicate(module) ? TestOutcome::kBad : TestOutcome::kGood;
    case Kind::kValues: {
      ValueCheck check = checker_.Check(program, module, values_);
      if (check.outcome == ValueCheck::Outcome::kNotChecked) return TestOutcome::kUnresolved;
      if (check.outcome != ValueCheck::Outcome::kDiffers) return TestOutcome::kGood;
      explanation_ = check.Explanation();
      return TestOutcome::kBad;
    }
    case Kind::kWellFormed: {
      std::optional<Message> mistake = Mistake(module);
      if (!mistake) return TestOutcome::kGood;
      explanation_ = std::move(mistake);
      return TestOutcome::kBad;
    }
    case Kind::kText:
      return bad_if(TextOf(module).find(argument) != std::string::npos,
                    MSG(kTestTextFound, "the text contains '{text}'", argument));
    case Kind::kNoText:
      return bad_if(TextOf(module).find(argument) == std::string::npos,
                    MSG(kTestTextAbsent, "the text does not contain '{text}'", argument));
    case Kind::kOp:
      return bad_if(CountOps(module).count(argument) != 0,
                    MSG(kTestOperatorCalled, "{operator} is called", argument));
    case Kind::kNoOp:
      return bad_if(CountOps(module).count(argument) == 0,
                    MSG(kTestOperatorNotCalled, "{operator} is not called", argument));
  }
  return TestOutcome::kUnresolved;
}

}  // namespace passcope
