// The records of a comparison.
#include "checking/value_check_fields.h"
#include "compare/comparison.h"

namespace passcope {
namespace {

// A check of values, and its reference.
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
          "The variant that it is compared with; if absent, the program before the passes."),
      Check::Outcome("Whether the programs are the same, the results agree, the results differ, or "
                     "no comparison was possible."),
      Check::Reason(),
      Check::Comparison(),
      Check::Sensitive(),
  };
  static constexpr RecordSchema schema = {
      "CompareCheck", "Whether a variant computes the same values as another one.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ComparePass>() {
  static constexpr RecordField kFields[] = {
      Member<&ComparePass::name>("name", "The name of the pass."),
      Member<&ComparePass::runs>("runs", "How many times it ran, nested runs included."),
      Member<&ComparePass::own>(
          "own", "The total time without nested passes, in microseconds; the median."),
  };
  static constexpr RecordSchema schema = {
      "ComparePass", "All executions of the passes with one name in a run of a pipeline.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<CompareRemarks::Kind>() {
  using K = CompareRemarks::Kind;
  static constexpr RecordField kFields[] = {
      Member<&K::type>(
          "type", "Whether the pass transformed something, missed something, or found something."),
      Member<&K::pass>("pass", "The pass that emits it."),
      Member<&K::name>("name", "The name of the kind."),
      Member<&K::count>("count", "The number of these remarks."),
  };
  static constexpr RecordSchema schema = {"CompareRemarkKind", "The number of remarks of one kind.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<CompareRemarks>() {
  using R = CompareRemarks;
  static constexpr RecordField kFields[] = {
      Member<&R::passed>("passed", "The number of remarks of type passed."),
      Member<&R::missed>("missed", "The number of remarks of type missed."),
      Member<&R::analysis>("analysis", "The number of remarks of type analysis."),
      Member<&R::kinds>("kinds", "The kinds, in the order of their first remark."),
  };
  static constexpr RecordSchema schema = {"CompareRemarks", "The number of remarks of the passes.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<CompareSize>() {
  using S = CompareSize;
  static constexpr RecordField kFields[] = {
      Member<&S::text_bytes>("textBytes",
                             "The size of the text without metadata, in bytes of UTF-8."),
      Member<&S::lines>("lines", "The number of lines of this text."),
      Member<&S::nodes>("nodes", "Distinct expressions."),
      Member<&S::functions>("functions", "Global functions."),
      Member<&S::weight_bytes>(
          "weightBytes",
          "The size of the constants, and of the parameters of @main that have values."),
  };
  static constexpr RecordSchema schema = {"CompareSize", "The size of a program.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<CompareRun>() {
  using R = CompareRun;
  static constexpr RecordField kFields[] = {
      Member<&R::executor>("executor", "The executor that runs the program."),
      Member<&R::median>("median", "The time of a run in seconds: the median of the repetitions."),
      Member<&R::min>("min", "The smallest time, in seconds."),
      Member<&R::max>("max", "The largest time, in seconds."),
      Member<&R::repeat>("repeat", "The number of repetitions."),
      Member<&R::number>("number", "The number of runs that each repetition averages."),
  };
  static constexpr RecordSchema schema = {"CompareRun", "The time of running a program.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<VariantFigures>() {
  using V = VariantFigures;
  static constexpr RecordField kFields[] = {
      Member<&V::name>("name", "The name of the variant."),
      Member<&V::failure>("failure", "Why the pipeline failed."),
      Member<&V::duration>(
          "duration",
          "The time of the passes in a run of the pipeline, in microseconds: the median."),
      Member<&V::durations>("durations", "The time of each repetition, in microseconds."),
      Member<&V::passes>("passes", "The passes, in the order in which they first started."),
      Member<&V::ops>("ops", "The number of calls of each operator in the result."),
      Member<&V::remarks>("remarks", "The numbers of remarks of the passes."),
      Member<&V::size>("size", "The size of the result."),
      Member<&V::effects>("effects", "The cost of running the result."),
      Member<&V::run>("run", "The time of running the result; only if results are run."),
      Member<&V::run_failure>("runFailure", "Why the result cannot be run."),
      Member<&CheckOf>("values", "Whether it computes the same values; only if results are run."),
      Member<&V::same_result>("sameResult",
                              "Whether the result is structurally equal to the result of the first "
                              "variant; absent for the first."),
  };
  static constexpr RecordSchema schema = {"VariantFigures", "The figures of a variant.", kFields};
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
                       "The next step: running pipelines, measuring their results, comparing "
                       "values, or running the results."),
      Member<&P::variant>("variant", "The variant of the next step."),
      Member<&P::done>("done", "The number of completed pieces of work."),
      Member<&P::total>("total", "The number of all pieces of work."),
  };
  static constexpr RecordSchema schema = {"CompareProgress", "The progress of a comparison.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<Comparison::Origins>() {
  using Origins = Comparison::Origins;
  static constexpr RecordField kFields[] = {
      Member<&Origins::program>(
          "program", "The number of the first variant that starts with the same program."),
      Member<&Origins::of>("of", "The origins of lines and constants in the text of the result."),
  };
  static constexpr RecordSchema schema = {
      "VariantOrigins",
      "The origins of the lines of the result of a variant, in the program that it starts with.",
      kFields};
  return schema;
}

}  // namespace passcope
