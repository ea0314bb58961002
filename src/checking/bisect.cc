// Bisection over the numbers of executions.
#include "checking/bisect.h"

#include <memory>

#include "diagnostics/message_record.h"
#include "text/program_diff.h"

namespace passcope {
namespace {

using Execution = OptBisectInstrument::Execution;
using Outcome = BisectResult::Outcome;

class Bisection {
 public:
  Bisection(const IRModule& program, const Pipeline& pipeline, ProgramTest* test,
            const BisectOptions& options)
      : program_(program), pipeline_(pipeline), test_(test), options_(options) {}

  BisectResult Find() {
    Search();
    result_.sentence = Sentence();
    return std::move(result_);
  }

 private:
  struct Run {
    TestOutcome outcome;
    PipelineResult result;
    std::vector<Execution> executions;
  };

  Run RunTo(int64_t limit, std::vector<InstrumentPtr> watchers = {}) {
    ++result_.runs;
    if (options_.progress) options_.progress(result_.runs, limit);
    auto numbers = std::make_shared<OptBisectInstrument>(
        OptBisectOptions{limit}, [](const std::string&, const std::string&) {});
    Run run;
    watchers.insert(watchers.begin(), numbers);
    run.result = RunPipeline(pipeline_, program_, watchers);
    run.executions = numbers->executions();
    run.outcome = test_->Try(program_, run.result);
    return run;
  }

  void Search() {
    Run whole = RunTo(-1);
    result_.executions = static_cast<int64_t>(whole.executions.size());
    if (whole.outcome != TestOutcome::kBad) {
      result_.outcome =
          whole.outcome == TestOutcome::kGood ? Outcome::kAlwaysGood : Outcome::kUnresolved;
      if (!whole.result.module) unresolved_ = whole.result.error;
      return;
    }
    result_.explanation = test_->explanation();
    Run nothing = RunTo(0);
    if (nothing.outcome != TestOutcome::kGood) {
      result_.outcome =
          nothing.outcome == TestOutcome::kBad ? Outcome::kAlwaysBad : Outcome::kUnresolved;
      if (!nothing.result.module) unresolved_ = nothing.result.error;
      return;
    }
    // The limits that include all nested executions of an execution: `ends[i]` is the last number
    // of the i-th outermost execution.
    std::vector<int64_t> ends;
    for (const Execution& execution : whole.executions) {
      if (execution.depth == 0) {
        ends.push_back(execution.number);
      } else if (!ends.empty()) {
        ends.back() = execution.number;
      }
    }
    ends.insert(ends.begin(), 0);
    size_t guilty = Between(ends);
    int64_t good = ends[guilty - 1], bad = ends[guilty];
    int64_t first = good + 1;
    if (bad > first) {
      // The guilty execution is inside of it, unless its own execution alone is already bad.
      std::vector<int64_t> inner;
      for (int64_t limit = good; limit <= bad; ++limit) inner.push_back(limit);
      size_t found = Between(inner);
      good = inner[found - 1], bad = inner[found];
    }
    Confirm(whole.executions, good, bad);
  }

  // Returns the index of a bad limit after a good one. The first limit must be good and the last
  // one bad. Removes unresolved limits, so that they belong to the next one.
  size_t Between(std::vector<int64_t>& limits) {
    while (limits.size() > 2) {
      size_t middle = options_.linear ? 1 : limits.size() / 2;
      switch (RunTo(limits[middle]).outcome) {
        case TestOutcome::kGood:
          limits.erase(limits.begin(), limits.begin() + static_cast<int64_t>(middle));
          break;
        case TestOutcome::kBad:
          limits.resize(middle + 1);
          break;
        case TestOutcome::kUnresolved:
          limits.erase(limits.begin() + static_cast<int64_t>(middle));
          break;
      }
    }
    return 1;
  }

  // Runs both sides again, to get their results and to check that they are repeatable.
  void Confirm(const std::vector<Execution>& executions, int64_t good, int64_t bad) {
    Run before = RunTo(good, Watchers()), after = RunTo(bad, Watchers());
    if (before.outcome != TestOutcome::kGood || after.outcome != TestOutcome::kBad) {
      result_.outcome = Outcome::kNotRepeatable;
      return;
    }
    result_.outcome = Outcome::kFound;
    result_.explanation = test_->explanation();
    // If executions could not be separated, this is the outermost or first of them.
    result_.execution = executions[static_cast<size_t>(good)];
    result_.limit = bad;
    result_.before = before.result.module;
    result_.after = after.result.module;
    if (!result_.after) return;
    result_.diff = options_.differ ? options_.differ->Diff(result_.before, result_.after)
                                   : ProgramDiff(result_.before, result_.after);
  }

  std::vector<InstrumentPtr> Watchers() {
    return options_.differ ? options_.differ->Watch(program_) : std::vector<InstrumentPtr>();
  }

  Message Sentence() const {
    switch (result_.outcome) {
      case Outcome::kAlwaysGood:
        return MSG(kBisectTestNeverFails, "the test does not fail after the whole pipeline");
      case Outcome::kAlwaysBad:
        return MSG(kBisectTestFailsInitially, "the test fails before any pass has run");
      case Outcome::kNotRepeatable:
        return MSG(kBisectNondeterministic,
                   "the same executions had two results: something in the pipeline is not "
                   "deterministic");
      case Outcome::kUnresolved:
        return unresolved_.empty()
                   ? MSG(kBisectPipelineNotCovered, "the test does not cover this pipeline")
                   : MSG(kBisectPipelineErrorNotCovered,
                         "the test does not cover this pipeline: {error}", unresolved_);
      case Outcome::kFound:
        break;
    }
    const Execution& execution = *result_.execution;
    Message failing =
        execution.function
            ? MSG(kBisectFunctionExecution,
                  "the failing pass is {pass} on @{function}, execution {number} of {count}",
                  execution.pass, *execution.function, execution.number, result_.executions)
            : MSG(kBisectModuleExecution,
                  "the failing pass is {pass} on the module, execution {number} of {count}",
                  execution.pass, execution.number, result_.executions);
    if (!result_.explanation) return failing;
    return Say("{failing}: {explanation}", failing, *result_.explanation);
  }

  const IRModule& program_;
  const Pipeline& pipeline_;
  ProgramTest* test_;
  const BisectOptions& options_;
  BisectResult result_;
  std::string unresolved_;
};

}  // namespace

BisectResult Bisect(const IRModule& program, const Pipeline& pipeline, ProgramTest* test,
                    const BisectOptions& options) {
  return Bisection(program, pipeline, test, options).Find();
}

std::span<const char* const> LiteralsOf(BisectResult::Outcome) {
  static constexpr const char* kOutcomes[] = {"found", "always-good", "always-bad", "unresolved",
                                              "not-repeatable"};
  return kOutcomes;
}

template <>
const RecordSchema& SchemaOf<BisectResult>() {
  using R = BisectResult;
  static constexpr RecordField kFields[] = {
      Member<&R::outcome>("outcome",
                          "Whether the failing pass was found; or the test does not fail, fails "
                          "before any pass, does not cover this pipeline, or is not repeatable."),
      Member<&R::sentence>("sentence", "The outcome in words."),
      Member<&R::execution>("execution", "The execution of the failing pass."),
      Member<&R::limit>("limit",
                        "The limit of `OptBisect` that ends the pipeline after this execution."),
      Member<&R::explanation>("explanation", "What is wrong after this execution."),
      Member<&R::diff>("diff",
                       "What it changed in the text of the program, as a unified diff; empty if it "
                       "threw an error."),
      Member<&R::executions>("executions", "The number of executions in the whole pipeline."),
      Member<&R::runs>("runs", "How many times the search ran a pipeline."),
  };
  static constexpr RecordSchema schema = {"BisectResult", "The result of a bisection.", kFields};
  return schema;
}

}  // namespace passcope
