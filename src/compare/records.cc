// What leaves the engine of a comparison.
#include "checking/value_check_fields.h"
#include "compare/comparison.h"

namespace passcope {
namespace {

// A check of values with what it is about.
struct CompareCheck {
  ValueCheck check;
  std::optional<std::string> against;
};

std::optional<CompareCheck> CheckOf(const VariantFigures& figures) {
  if (!figures.values) return std::nullopt;
  return CompareCheck{*figures.values, figures.against};
}

}  // namespace

template <>
const RecordSchema& SchemaOf<CompareCheck>() {
  using Check = ValueCheckFields<CompareCheck, &CompareCheck::check>;
  static constexpr RecordField kFields[] = {
      Member<&CompareCheck::against>(
          "against",
          "The variant that it is compared with; absent: the program before the passes."),
      Check::Outcome("Whether the programs are the same, the results agree, they do not, or "
                     "nothing could be compared."),
      Check::Reason(),
      Check::Comparison(),
      Check::Sensitive(),
  };
  static constexpr RecordSchema schema = {
      "CompareCheck", "Whether a variant computes what another one computes.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ComparePass>() {
  static constexpr RecordField kFields[] = {
      Member<&ComparePass::name>("name", "The pass's name."),
      Member<&ComparePass::runs>("runs", "How often it ran, inside of others too."),
      Member<&ComparePass::own>(
          "own", "Microseconds of all of them without the passes inside; the median."),
  };
  static constexpr RecordSchema schema = {
      "ComparePass", "All executions of the passes of one name in a run of a pipeline.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<CompareRemarks::Kind>() {
  using K = CompareRemarks::Kind;
  static constexpr RecordField kFields[] = {
      Member<&K::type>("type", "What was done, what was not, or what was found out."),
      Member<&K::pass>("pass", "The pass that says it."),
      Member<&K::name>("name", "What the pass calls it."),
      Member<&K::count>("count", "How many there are."),
  };
  static constexpr RecordSchema schema = {"CompareRemarkKind", "The remarks of one kind.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<CompareRemarks>() {
  using R = CompareRemarks;
  static constexpr RecordField kFields[] = {
      Member<&R::passed>("passed", "How many say what was done."),
      Member<&R::missed>("missed", "How many say what was not done."),
      Member<&R::analysis>("analysis", "How many say what was found out."),
      Member<&R::kinds>("kinds", "In the order in which they came up."),
  };
  static constexpr RecordSchema schema = {"CompareRemarks", "How many remarks passes made.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<CompareSize>() {
  using S = CompareSize;
  static constexpr RecordField kFields[] = {
      Member<&S::text_bytes>("textBytes", "Of the text without metadata, in UTF-8."),
      Member<&S::lines>("lines", "Of this text."),
      Member<&S::nodes>("nodes", "Distinct expressions."),
      Member<&S::functions>("functions", "Global functions."),
      Member<&S::weight_bytes>("weightBytes",
                               "Constants, and parameters of @main that have values."),
  };
  static constexpr RecordSchema schema = {"CompareSize", "How large a program is.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<CompareRun>() {
  using R = CompareRun;
  static constexpr RecordField kFields[] = {
      Member<&R::executor>("executor", "What runs the program."),
      Member<&R::median>("median", "Seconds of a run: the median of the repetitions."),
      Member<&R::min>("min", "The least of them, in seconds."),
      Member<&R::max>("max", "The largest of them, in seconds."),
      Member<&R::repeat>("repeat", "How many repetitions there are."),
      Member<&R::number>("number", "Of how many runs each is the mean."),
  };
  static constexpr RecordSchema schema = {"CompareRun", "How long running a program takes.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<VariantFigures>() {
  using V = VariantFigures;
  static constexpr RecordField kFields[] = {
      Member<&V::name>("name", "The variant's name."),
      Member<&V::failure>("failure", "Why the pipeline failed."),
      Member<&V::duration>("duration",
                           "Microseconds of the passes of a run of the pipeline: the median."),
      Member<&V::durations>("durations", "Each repetition, in microseconds."),
      Member<&V::passes>("passes", "In the order in which they first began."),
      Member<&V::ops>("ops", "How often each operator is called in the result."),
      Member<&V::remarks>("remarks", "What the passes had to say."),
      Member<&V::size>("size", "How large the result is."),
      Member<&V::effects>("effects", "What running the result costs."),
      Member<&V::run>("run", "How long it takes; only if results are run."),
      Member<&V::run_failure>("runFailure", "Why the result cannot be run."),
      Member<&CheckOf>("values", "Whether it computes the same; only if results are run."),
      Member<&V::same_result>(
          "sameResult",
          "Whether the result is structurally that of the first variant; absent for the first."),
  };
  static constexpr RecordSchema schema = {"VariantFigures", "What came of a variant.", kFields};
  return schema;
}

std::span<const char* const> LiteralsOf(CompareProgress::Step) {
  static constexpr const char* kSteps[] = {"passes", "result", "values", "run"};
  return kSteps;
}

template <>
const RecordSchema& SchemaOf<CompareProgress>() {
  using P = CompareProgress;
  static constexpr RecordField kFields[] = {
      Member<&P::step>("step",
                       "What comes next: running pipelines, looking at what they made, comparing "
                       "values, running the results."),
      Member<&P::variant>("variant", "Of which variant."),
      Member<&P::done>("done", "How many pieces of work are done."),
      Member<&P::total>("total", "Of so many."),
  };
  static constexpr RecordSchema schema = {"CompareProgress", "How far a comparison is.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<Comparison::Origins>() {
  using Origins = Comparison::Origins;
  static constexpr RecordField kFields[] = {
      Member<&Origins::program>(
          "program", "The number of the first variant that begins with the same program."),
      Member<&Origins::of>("of", "Those of the result's text."),
  };
  static constexpr RecordSchema schema = {
      "VariantOrigins",
      "What the lines of a variant's result were in the program that it begins with.", kFields};
  return schema;
}

}  // namespace passcope
