// Compares the results of several pipelines, contexts or options on a program: times of passes,
// operators, remarks, sizes, and the cost and values of running the results.
//
// A comparison is made in pieces, so that callers can show progress and stop:
//
//   Comparison comparison(std::move(variants), options);
//   while (comparison.Advance()) { … }
//   comparison.figures();
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checking/check_values.h"
#include "checking/program_test.h"
#include "diagnostics/message.h"
#include "executor/report.h"
#include "instrument/lineage_lines.h"
#include "ir/module.h"
#include "pass/remark.h"
#include "schema/record.h"

namespace passcope {

// A variant: a program, and the pipeline to run on it.
struct CompareVariant {
  std::string name;
  IRModule program;
  // Values of parameters of @main, by name.
  std::vector<std::pair<std::string, NDArray>> params;
  Pipeline pipeline;
  PassValues values = PassValues::kKeeps;  // The effect of the pipeline on values.
};

struct CompareOptions {
  int64_t repeat = 5;  // The number of timings of pipelines, and of runs of results.
  bool run = false;    // True if results are run.
  int64_t seed = 0;    // The seed of the random inputs.
  // The largest relative and absolute differences of reals. A negative number: derived (Tolerance).
  double rtol = -1;
  double atol = -1;
  int64_t dynamic_size = 1;  // For dimensions that are not integers.
};

// All executions of the passes of one name in one run of a pipeline.
struct ComparePass {
  std::string name;
  int64_t runs = 0;
  double own = 0;  // Microseconds without nested passes; the median of the repetitions.
};

struct CompareRemarks {
  // The kinds of the table as "PASS.NAME", and those of users' passes.
  struct Kind {
    RemarkType type = RemarkType::kPassed;
    std::string pass, name;
    int64_t count = 0;
  };
  int64_t passed = 0, missed = 0, analysis = 0;
  std::vector<Kind> kinds;  // In the order of their first remark.
};

struct CompareSize {
  int64_t text_bytes = 0;  // The text of `astext(show_meta_data=False)`, in UTF-8.
  int64_t lines = 0;       // The lines of this text.
  int64_t nodes = 0;       // Distinct expressions.
  int64_t functions = 0;
  int64_t weight_bytes = 0;  // Constants, and parameters of @main that have values.
};

struct CompareRun {
  ExecutorKind executor = ExecutorKind::kGraph;
  // The time of one run in seconds: the median, minimum and maximum of the repetitions.
  double median = 0, min = 0, max = 0;
  int64_t repeat = 0;  // The number of repetitions.
  int64_t number = 0;  // The number of runs in each repetition.
};

// The result of a variant. Unknown or failed figures are absent.
struct VariantFigures {
  std::string name;
  std::optional<Message> failure;      // Why the pipeline or the description of its result failed.
  std::optional<double> duration;      // The median time of the whole pipeline, in microseconds.
  std::vector<double> durations;       // The time of each repetition, in microseconds.
  std::vector<ComparePass> passes;     // In the order of their first begin.
  std::map<std::string, int64_t> ops;  // Calls of each operator in the result.
  std::optional<CompareRemarks> remarks;
  std::optional<CompareSize> size;
  std::optional<ModuleEffects> effects;
  std::optional<CompareRun> run;
  std::optional<Message> run_failure;  // Why it was not run.
  // The comparison of values with `against`: the variant of that name, or the original program if
  // there is no name.
  std::optional<ValueCheck> values;
  std::optional<std::string> against;
  // True if the result is structurally equal to that of the first variant; absent for the first
  // one.
  std::optional<bool> same_result;
};

struct CompareProgress {
  // Runs pipelines, describes their results, compares values, and runs the results.
  enum class Step : uint8_t { kPasses, kResult, kValues, kRun };
  Step step = Step::kPasses;
  std::string variant;  // The next variant.
  int64_t done = 0, total = 0;
};

class Comparison {
 public:
  // Variants are compared with the first one. Throws DiagnosticError (kUsage) without variants, for
  // two variants with the same name, and for numbers out of range.
  Comparison(std::vector<CompareVariant> variants, CompareOptions options);
  ~Comparison();

  // Does the next piece of work, at least one pass of a pipeline or one run of a result. Returns
  // false if none is left. An exception of a pipeline becomes the variant's failure, except
  // InternalError.
  bool Advance();
  // The progress before the next piece.
  CompareProgress progress() const;

  const std::vector<VariantFigures>& figures() const { return figures_; }
  // The result of the pipeline; null if it has not run yet, or if it failed.
  const IRModule& result(size_t variant) const;
  // The difference of two results' texts (ProgramDiff); empty if one is missing. If both variants
  // begin with the same program, lines for the same expression of it are aligned.
  std::string Diff(size_t before, size_t after) const;
  // The origins of lines and constants of a result's text in the variant's program. `program` is
  // the first variant with the same program.
  struct Origins {
    int64_t program = 0;
    LineOrigins of;
  };
  const Origins& origins(size_t variant) const;

 private:
  struct State;
  struct Piece {
    CompareProgress::Step step;
    size_t variant;
    int64_t round;
  };
  void AddRuns();
  void Observe(size_t variant);
  void Time(size_t variant);
  void Look(size_t variant);
  void Check(size_t variant);
  void Run(size_t variant, int64_t round);

  CompareOptions options_;
  std::vector<CompareVariant> variants_;
  std::vector<VariantFigures> figures_;
  std::vector<State> states_;
  ValueChecker checker_;
  std::vector<Piece> pieces_;
  size_t next_ = 0;
};

// A table of the figures for terminals, with a column for each variant. A figure that differs from
// the first variant is followed by the difference in percent. Without `all`, it leaves out
// operators, passes and kinds of remarks with equal numbers everywhere.
std::string ComparisonTable(const std::vector<VariantFigures>& figures, bool all = false);

std::span<const char* const> LiteralsOf(CompareProgress::Step);
template <>
const RecordSchema& SchemaOf<ComparePass>();
template <>
const RecordSchema& SchemaOf<CompareRemarks::Kind>();
template <>
const RecordSchema& SchemaOf<CompareRemarks>();
template <>
const RecordSchema& SchemaOf<CompareSize>();
template <>
const RecordSchema& SchemaOf<CompareRun>();
template <>
const RecordSchema& SchemaOf<VariantFigures>();
template <>
const RecordSchema& SchemaOf<CompareProgress>();
template <>
const RecordSchema& SchemaOf<Comparison::Origins>();

}  // namespace passcope
