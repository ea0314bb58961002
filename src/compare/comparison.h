// What several pipelines, contexts or options make of a program, side by side: times of passes,
// operators, remarks, sizes, and what running the results costs and computes.
//
// A comparison is made in pieces, so that whoever asks for it can show progress and stop:
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

// One of the things that are compared: a program and what is done with it.
struct CompareVariant {
  std::string name;
  IRModule program;
  // Values of parameters of @main, by name.
  std::vector<std::pair<std::string, NDArray>> params;
  Pipeline pipeline;
  PassValues values = PassValues::kKeeps;  // What the pipeline does to values.
};

struct CompareOptions {
  int64_t repeat = 5;  // How often pipelines are timed, and results are run.
  bool run = false;    // Whether results are run.
  int64_t seed = 0;    // Of the random inputs.
  // How far reals may differ, relative to themselves and at all; below 0: derived (Tolerance).
  double rtol = -1;
  double atol = -1;
  int64_t dynamic_size = 1;  // For dimensions that are not integers.
};

// All executions of the passes of one name in one run of a pipeline.
struct ComparePass {
  std::string name;
  int64_t runs = 0;
  double own = 0;  // Microseconds without the passes inside; the median of the repetitions.
};

struct CompareRemarks {
  // The kinds of the table by "PASS.NAME", and what users' passes say.
  struct Kind {
    RemarkType type = RemarkType::kPassed;
    std::string pass, name;
    int64_t count = 0;
  };
  int64_t passed = 0, missed = 0, analysis = 0;
  std::vector<Kind> kinds;  // In the order in which they came up.
};

struct CompareSize {
  int64_t text_bytes = 0;  // As `astext(show_meta_data=False)` prints it, UTF-8.
  int64_t lines = 0;       // Of this text.
  int64_t nodes = 0;       // Distinct expressions.
  int64_t functions = 0;
  int64_t weight_bytes = 0;  // Constants, and parameters of @main that have values.
};

struct CompareRun {
  ExecutorKind executor = ExecutorKind::kGraph;
  // Of one run, in seconds: the median, the least and the largest of the repetitions.
  double median = 0, min = 0, max = 0;
  int64_t repeat = 0;  // How many repetitions there are.
  int64_t number = 0;  // Of how many runs each is the mean.
};

// What came of a variant. What is not known (yet, or because it failed) is absent.
struct VariantFigures {
  std::string name;
  std::optional<Message> failure;      // Why the pipeline, or describing its result, failed.
  std::optional<double> duration;      // Of the whole pipeline in microseconds; the median.
  std::vector<double> durations;       // Each repetition, in microseconds.
  std::vector<ComparePass> passes;     // In the order in which they first began.
  std::map<std::string, int64_t> ops;  // Calls of each operator in the result.
  std::optional<CompareRemarks> remarks;
  std::optional<CompareSize> size;
  std::optional<ModuleEffects> effects;
  std::optional<CompareRun> run;
  std::optional<Message> run_failure;  // Why it was not run.
  // Whether it computes what `against` computes: the variant of that name, or the program before
  // its own pipeline where there is no name.
  std::optional<ValueCheck> values;
  std::optional<std::string> against;
  // Whether the result is structurally that of the first variant; absent for the first one.
  std::optional<bool> same_result;
};

struct CompareProgress {
  // Runs pipelines, looks at what they made, compares values, runs the results.
  enum class Step : uint8_t { kPasses, kResult, kValues, kRun };
  Step step = Step::kPasses;
  std::string variant;  // The one that is worked on next.
  int64_t done = 0, total = 0;
};

class Comparison {
 public:
  // Variants are compared with the first one. Throws DiagnosticError (kUsage): no variants, two of
  // one name, numbers out of range.
  Comparison(std::vector<CompareVariant> variants, CompareOptions options);
  ~Comparison();

  // Does the next piece of work, one pass of a pipeline or one run of a result at least; false when
  // there is none left. What a pipeline throws becomes the variant's failure, but for
  // InternalError.
  bool Advance();
  // Of the next piece.
  CompareProgress progress() const;

  const std::vector<VariantFigures>& figures() const { return figures_; }
  // What the pipeline made; null while it has not run, and when it failed.
  const IRModule& result(size_t variant) const;
  // The difference of two results' texts (ProgramDiff); empty where one is missing. Of variants
  // that begin with the same program, lines belong together that are about the same expression of
  // it.
  std::string Diff(size_t before, size_t after) const;
  // What lines and constants of a result's text were in the program that the variant begins with,
  // and the first variant that begins with the same one.
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

// A table of the figures, a column for each variant, for terminals: what differs from the first
// variant has the difference in percent behind it, and operators, passes and kinds of remarks whose
// numbers agree everywhere are left out unless `all` says otherwise.
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
