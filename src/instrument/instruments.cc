// The table of built-in instruments.
#include "instrument/instruments.h"

#include "checking/opt_bisect.h"
#include "diagnostics/diagnostic.h"
#include "instrument/checks.h"
#include "instrument/chrome_trace.h"
#include "instrument/decisions.h"
#include "instrument/lineage_lines.h"
#include "instrument/lineage_questions.h"
#include "instrument/op_diff.h"
#include "instrument/remarks.h"
#include "instrument/report.h"
#include "instrument/statistics.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "instrument/verify_values.h"
#include "support/check.h"

namespace passcope {
namespace {

template <class T>
InstrumentPtr Plain(const InstrumentRow& row, const AttrDict& given, PrintSink) {
  CheckNoOptions(row.name, given);
  return std::make_shared<T>();
}

template <bool kAfter>
InstrumentPtr CreatePrint(const InstrumentRow& row, const AttrDict& given, PrintSink sink) {
  return std::make_shared<PrintInstrument>(
      kAfter, ReadOptions<PrintFilter>(row.options, row.name, given), std::move(sink));
}

InstrumentPtr CreateDump(const InstrumentRow& row, const AttrDict& given, PrintSink sink) {
  auto options = ReadOptions<DumpOptions>(row.options, row.name, given);
#ifndef __EMSCRIPTEN__
  // In WebAssembly, the caller passes the sink, since not every host has a file system.
  if (!sink && !options.directory.empty()) sink = DirectorySink(options.directory);
#endif
  return std::make_shared<DumpInstrument>(std::move(options), std::move(sink));
}

InstrumentPtr CreateTiming(const InstrumentRow& row, const AttrDict& given, PrintSink) {
  return std::make_shared<PassTimingInstrument>(
      ReadOptions<TimingOptions>(row.options, row.name, given));
}

InstrumentPtr CreateOptBisect(const InstrumentRow& row, const AttrDict& given, PrintSink sink) {
  return std::make_shared<OptBisectInstrument>(
      ReadOptions<OptBisectOptions>(row.options, row.name, given), std::move(sink));
}

InstrumentPtr CreateRemarks(const InstrumentRow& row, const AttrDict& given, PrintSink) {
  return std::make_shared<RemarksInstrument>(
      ReadOptions<RemarksOptions>(row.options, row.name, given));
}

InstrumentPtr CreateTrace(const InstrumentRow& row, const AttrDict& given, PrintSink) {
  return std::make_shared<TraceInstrument>(ReadOptions<TraceOptions>(row.options, row.name, given));
}

InstrumentPtr CreateVerifyValues(const InstrumentRow& row, const AttrDict& given, PrintSink) {
  return std::make_shared<VerifyValuesInstrument>(
      ReadOptions<VerifyValuesOptions>(row.options, row.name, given));
}

// The options of PrintFilter, for a struct that derives from it.
template <class Options>
std::vector<AttrField> FilterOptions(std::vector<AttrField> options, const char* changed_doc) {
  options.push_back(Option<Options>("passes", &Options::passes, AttrArray{},
                                    "The passes whose programs are written; all if empty."));
  options.push_back(Option<Options>("changed_only", &Options::changed_only, false, changed_doc));
  options.push_back(Option<Options>("show_meta_data", &Options::show_meta_data, false,
                                    "Whether to print the constants too."));
  return options;
}

std::string ModuleType(RecordList*) { return "module"; }

AttrField EntryIndex() {
  return RequiredOption("index", &EntryOfTrace::index,
                        "The index of the entry in the trace, from 0.");
}

template <class Arguments>
AttrField EntryIndexOf(int64_t Arguments::*index, const char* doc) {
  return RequiredOption("index", index, doc);
}

// The arguments that name an expression in questions about lineage.
constexpr const char* kOffsetDoc =
    "The position of the expression in the text without metadata, in bytes of UTF-8.";
constexpr const char* kSourceLineDoc =
    "The line, from 1, in the text that the program was parsed from; 0 if `offset` is a position "
    "in the text without metadata.";
constexpr const char* kConcernedDoc =
    "An operator instead of a position: the calls that the pass created (after) or did not keep "
    "(before), or all calls if there are none.";

constexpr FileFormat kTimesFiles[] = {{.name = "json", .text = TimesFileText}};
constexpr FileFormat kTraceFiles[] = {{.name = "json", .text = TraceFileText},
                                      {.name = "chrome",
                                       .ending = ".chrome.json",
                                       .doc = "about:tracing and Perfetto",
                                       .text = ChromeFileText}};
constexpr FileFormat kReportFiles[] = {{.name = "html", .text = ReportFileText, .json = false}};
constexpr FileFormat kRemarksFiles[] = {{.name = "yaml", .text = RemarksFileText, .json = false}};

using Role = InstrumentFlag::Role;
constexpr InstrumentFlag kFlags[] = {
    {.instrument = "PassTimingInstrument",
     .name = "time",
     .help = "print how long each pass took",
     .role = Role::kTime},
    {.instrument = "PassTimingInstrument",
     .name = "time-top",
     .help =
         "print the N slowest passes by their own time (0: all), and the time of the instruments",
     .role = Role::kTime,
     .value = "N",
     .question = "renderTotals"},
    {.instrument = "PassTimingInstrument",
     .name = "time-json",
     .help = "write the times to a JSON file, as a tree and by name",
     .role = Role::kTime,
     .value = "FILE",
     .files = kTimesFiles},
    {.instrument = "PassDecisions",
     .name = "why",
     .help = "print for each pass whether it ran, and if not, why",
     .role = Role::kGather},
    {.instrument = "PassStatistics",
     .name = "stats",
     .help = "print the counters of the passes",
     .role = Role::kGather},
    {.instrument = "Remarks",
     .name = "remarks",
     .help = "print the remarks of the passes; only the given types, of passed,missed,analysis",
     .role = Role::kGather,
     .value = "[=TYPES]",
     .option = "types"},
    {.instrument = "Remarks",
     .name = "remarks-filter",
     .help = "only remarks of passes whose names match the regular expression",
     .role = Role::kGather,
     .value = "REGEX",
     .option = "only"},
    {.instrument = "Remarks",
     .name = "remarks-output",
     .help = "write the remarks to a file in LLVM's YAML format",
     .role = Role::kGather,
     .value = "FILE",
     .files = kRemarksFiles},
    {.instrument = "OpDiffInstrument",
     .name = "op-diff",
     .help = "print how many calls of each operator each pass added or removed",
     .role = Role::kGather},
    {.instrument = "VerifyValues",
     .name = "verify-values",
     .help = "compare the results of the program before and after each pass",
     .role = Role::kGather},
    {.instrument = "VerifyValues",
     .name = "verify-stop",
     .help = "stop at the first pass that changes the results of the program",
     .role = Role::kGather,
     .option = "stop"},
    {.instrument = "VerifyValues",
     .name = "verify-seed",
     .help = "the seed of the random inputs of --verify-values; 0 by default",
     .role = Role::kGather,
     .value = "N",
     .option = "seed"},
    {.instrument = "TraceInstrument",
     .name = "trace",
     .help = "write the trace of all passes to a JSON file",
     .role = Role::kGather,
     .value = "FILE",
     .files = kTraceFiles},
    {.instrument = "TraceInstrument",
     .name = "report",
     .help = "write times, operators and changes of all passes to an HTML file",
     .role = Role::kGather,
     .value = "FILE",
     .files = kReportFiles,
     .sets = "lineage"},
    {.instrument = "TraceInstrument",
     .name = "diff",
     .help = "print what each pass changed in the text of the program",
     .role = Role::kGather,
     .question = "renderDiff",
     .sets = "lineage"},
    {.instrument = "TraceInstrument",
     .name = "lineage",
     .help = "print what each pass did with the calls of this operator, or with the expressions\n"
             "on this line of the program",
     .role = Role::kGather,
     .value = "OPERATOR|LINE",
     .question = "renderLineage",
     .sets = "lineage"},
    {.instrument = "PrintBeforeAll",
     .name = "print-before-all",
     .help = "print the program before each pass",
     .role = Role::kWrite},
    {.instrument = "PrintAfterAll",
     .name = "print-after-all",
     .help = "print the program after each pass",
     .role = Role::kWrite},
    {.instrument = "DumpIR",
     .name = "dump-ir",
     .help = "write the program after each pass to DIR/NNN_PassName.relay",
     .role = Role::kWrite,
     .value = "DIR",
     .option = "directory"},
    {.instrument = "WellFormed",
     .name = "verify-each",
     .help = "stop at a pass that returns an ill-formed or ill-typed program",
     .role = Role::kCheck},
    {.instrument = "ImmutableModule",
     .name = "check-immutable",
     .help = "stop at a pass that modifies its input module",
     .role = Role::kCheck},
    {.instrument = "OptBisect",
     .name = "opt-bisect-limit",
     .help = "number the executions of passes, run the first N (-1: all), and list them on the\n"
             "standard error output",
     .role = Role::kCheck,
     .value = "N",
     .option = "limit"},
};

}  // namespace

const std::vector<InstrumentRow>& InstrumentTable() {
  static const auto* table = new std::vector<InstrumentRow>{
      {.name = "DumpIR",
       .summary = "Writes the program after each pass to a file NNN_PassName.relay.",
       .options = FilterOptions<DumpOptions>(
           {Option<DumpOptions>("directory", &DumpOptions::directory, "",
                                "The folder for the files; if empty, they stay in memory.")},
           "Whether to skip passes that change nothing."),
       .create = CreateDump,
       .data = {.name = "files",
                .type = JsonTraits<std::vector<DumpedFile>>::Type,
                .doc = "The files of the last entered context, numbered from 000 in the order in "
                       "which the passes ended; none if they were written to a folder."}},
      {.name = "ImmutableModule",
       .summary = "Stops at a pass that modifies its input module.",
       .create = Plain<ImmutableInstrument>},
      {.name = "OpDiffInstrument",
       .summary = "Counts the operators that each pass added or removed.",
       .create = Plain<OpDiffInstrument>,
       .data = {.name = "diffs",
                .type = JsonTraits<std::vector<OpDiffInstrument::Entry>>::Type,
                .doc = "The passes that changed a count, in the order in which they ended."},
       .text = true},
      {.name = "OptBisect",
       .summary = "Numbers the executions of passes and skips all after a given number.",
       .options = {Option<OptBisectOptions>(
           "limit", &OptBisectOptions::limit, -1,
           "The number of the last execution to run; a negative number runs all.")},
       .create = CreateOptBisect,
       .data = {.name = "executions",
                .type = JsonTraits<std::vector<OptBisectInstrument::Execution>>::Type,
                .doc = "The executions of all passes, skipped ones included, in all contexts until "
                       "the instrument is cleared."},
       .clears = true},
      {.name = "PassDecisions",
       .summary = "Logs for each pass whether it ran, and if not, why.",
       .create = Plain<PassDecisions>,
       .data = {.name = "decisions",
                .type = JsonTraits<std::vector<DecisionEntry>>::Type,
                .doc = "The decisions about all passes, until the instrument is cleared."},
       .text = true,
       .clears = true},
      {.name = "PassStatistics",
       .summary = "Sums the counters of passes, such as the number of folded calls.",
       .create = Plain<StatisticsInstrument>,
       .data = {.name = "counters",
                .type = JsonTraits<std::vector<StatisticsInstrument::Entry>>::Type,
                .doc = "The sums; kept until a context is entered again."},
       .text = true},
      {.name = "PassTimingInstrument",
       .summary = "Measures the time of each pass, like the instrument of the same name in TVM.",
       .options = {Option<TimingOptions>("repeat", &TimingOptions::repeat, AttrArray{},
                                         "How many more times to run each pass to measure it, in "
                                         "the order in which passes start.")},
       .create = CreateTiming,
       .data = {.name = "profiles",
                .type = JsonTraits<std::vector<PassProfile>>::Type,
                .doc = "The passes that ran; kept until a context is entered again."},
       .text = true,
       .questions = {{.name = "totals",
                      .answer = JsonTraits<std::vector<PassTotal>>::Type,
                      .doc = "The total times by name of the pass, the longest own time first."},
                     {.name = "renderTotals",
                      .arguments = {Option("top", &TotalsTable::top, 0,
                                           "The largest number of names; all if less than 1.")},
                      .answer = JsonTraits<std::string>::Type,
                      .doc = "The total times as a table of the first `top` names, or of all. The "
                             "last line is the time of the instruments."}}},
      {.name = "PrintAfterAll",
       .summary = "Prints the program after each pass.",
       .options = FilterOptions<PrintFilter>({}, "Whether to skip passes that change nothing."),
       .create = CreatePrint<true>},
      {.name = "PrintBeforeAll",
       .summary = "Prints the program before each pass.",
       .options = FilterOptions<PrintFilter>(
           {}, "Whether to skip a program that is the same as the last one printed."),
       .create = CreatePrint<false>},
      {.name = "Remarks",
       .summary = "Collects remarks: what passes did, missed or found, and why.",
       .options = {Option<RemarksOptions>("types", &RemarksOptions::types, AttrArray{},
                                          "The types of remarks to keep: \"passed\", \"missed\", "
                                          "\"analysis\"; all if empty."),
                   Option<RemarksOptions>("only", &RemarksOptions::only, AttrArray{},
                                          "The passes whose remarks to keep; all if empty."),
                   Option<RemarksOptions>("limit", &RemarksOptions::limit, 0,
                                          "The largest number of remarks to keep; further ones are "
                                          "only counted. 0 keeps all.")},
       .create = CreateRemarks,
       .data = {.name = "remarks",
                .type = JsonTraits<std::vector<RemarksInstrument::Entry>>::Type,
                .doc = "The remarks in the order in which they were emitted, in all contexts until "
                       "the instrument is cleared."},
       .text = true,
       .clears = true,
       .questions =
           {{.name = "counts",
             .answer = JsonTraits<std::vector<RemarksInstrument::Counts>>::Type,
             .doc = "The number of remarks of each pass that emitted any, including those beyond "
                    "the limit."},
            {.name = "places",
             .arguments = {RequiredOption(
                 "entry", &RemarksOfPass::entry,
                 "The index of the pass in a trace of the same contexts.")},
             .answer = JsonTraits<std::vector<RemarkPlace>>::Type,
             .doc = "The positions of the expressions of the remarks in the text of the input "
                    "program of the pass, printed without metadata."},
            {.name = "yaml",
             .arguments = {Option<RemarksByIndex>(
                 "remarks", &RemarksByIndex::remarks, AttrArray{},
                 "The indices of the remarks to write; all if empty.")},
             .answer = JsonTraits<std::string>::Type,
             .doc = "The remarks in LLVM's YAML format, which opt-viewer and other tools read."}}},
      {.name = "TraceInstrument",
       .summary = "Records each pass with the modules before and after it.",
       .options = {Option<TraceOptions>(
           "lineage", &TraceOptions::lineage, false,
           "Whether to record the lineage: from which expressions each expression was made.")},
       .create = CreateTrace,
       .data = {.name = "entries",
                .type = JsonTraits<std::vector<TraceEntry>>::Type,
                .doc = "The entries in the order in which the passes started, in all contexts "
                       "until the instrument is cleared."},
       .clears = true,
       .questions =
           {{.name = "alignment",
             .arguments = {EntryIndexOf(
                               &AlignmentQuestion::index,
                               "The pass that gives the earlier program."),
                           Option("from_after", &AlignmentQuestion::from_after, false,
                                  "Whether the earlier program is the one after the pass."),
                           Option(
                               "to", &AlignmentQuestion::to, -1,
                               "The pass that gives the later program; the same pass if negative."),
                           Option("to_after", &AlignmentQuestion::to_after, true,
                                  "Whether the later program is the one after its pass.")},
             .answer = JsonTraits<std::vector<AlignedExpression>>::Type,
             .doc = "What each expression of a program became in a later program. The trace must "
                    "record the lineage."},
            {.name = "chromeTrace",
             .answer = JsonTraits<ChromeTrace>::Type,
             .doc = "The trace for Perfetto, speedscope and about:tracing."},
            {.name = "lineage",
             .arguments = {EntryIndexOf(&LineageQuestion::index,
                                        "The pass that gives the program of the expression."),
                           Option("after", &LineageQuestion::after, false,
                                  "Whether it is the program after the pass."),
                           Option("offset", &LineageQuestion::offset, 0, kOffsetDoc),
                           Option("source_line", &LineageQuestion::source_line, 0, kSourceLineDoc),
                           Option("op", &LineageQuestion::op, "", kConcernedDoc)},
             .answer =
                 [](RecordList* records) {
                   return JsonTraits<OrNull<ExpressionLineage>>::Type(records);
                 },
             .doc = "The origins of an expression and what it became; null if there is no "
                    "expression at the position. The trace must record the lineage."},
            {.name = "moduleBefore",
             .arguments = {EntryIndex()},
             .answer = ModuleType,
             .doc = "The module before a pass."},
            {.name = "moduleAfter",
             .arguments = {EntryIndex()},
             .answer = ModuleType,
             .doc = "The module after a pass; the module before it if the pass failed or did not "
                    "run."},
            {.name = "relatedLines",
             .arguments = {EntryIndexOf(&RelatedLinesQuestion::index,
                                        "The pass that gives the program of the first text."),
                           Option("after", &RelatedLinesQuestion::after, false,
                                  "Whether it is the program after the pass."),
                           Option("other", &RelatedLinesQuestion::other, 0,
                                  "The pass that gives the program of the second text."),
                           Option("other_after", &RelatedLinesQuestion::other_after, false,
                                  "Whether it is the program after the pass.")},
             .answer = JsonTraits<RelatedLines>::Type,
             .doc =
                 "The lines in the texts of two programs that correspond to the same expressions, "
                 "in either order of the programs. The trace must record the lineage."},
            {.name = "relatives",
             .arguments =
                 {EntryIndexOf(
                      &RelativesQuestion::index,
                      "The pass that gives the program of the expression."),
                  Option("after", &RelativesQuestion::after, false,
                         "Whether it is the program after the pass."),
                  Option("offset", &RelativesQuestion::offset, 0, kOffsetDoc),
                  Option("other", &RelativesQuestion::other, 0,
                         "The pass that gives the other program."),
                  Option("other_after", &RelativesQuestion::other_after, false,
                         "Whether it is the program after the pass."),
                  Option("source_line", &RelativesQuestion::source_line, 0, kSourceLineDoc),
                  Option("op", &RelativesQuestion::op, "", kConcernedDoc),
                  Option(
                      "other_source", &RelativesQuestion::other_source, false,
                      "Whether to give positions in the text that the program was parsed from.")},
             .answer = JsonTraits<std::vector<TextRange>>::Type,
             .doc = "The positions of the ancestors or descendants of an expression in the text of "
                    "another program, or of the expression itself in its own. The trace must "
                    "record the lineage."},
            {.name = "renderDiff",
             .answer = JsonTraits<std::string>::Type,
             .doc =
                 "What each pass changed in the text of the program, in the format of `diff -u`. "
                 "Lines of the same expression are paired, and lines that only differ in numbers "
                 "of variables and constants are left out. The trace must record the lineage."},
            {.name = "renderLineage",
             .arguments =
                 {Option("of", &RenderLineageQuestion::of, "",
                         "The name of an operator, or the number of a line, from 1, in the text of "
                         "the first program without metadata; all calls if empty.")},
             .answer = JsonTraits<std::string>::Type,
             .doc = "As text, what expressions of the first program became, or the origins of "
                    "those of the last program. The trace must record the lineage."}}},
      {.name = "VerifyValues",
       .summary = "Compares the results of the program before and after each pass.",
       .options =
           {Option<VerifyValuesOptions>("function", &VerifyValuesOptions::function, "main",
                                        "The function to run."),
            Option<VerifyValuesOptions>("seed", &VerifyValuesOptions::seed, 0,
                                        "The seed of the random inputs."),
            Option<VerifyValuesOptions>("constant", &VerifyValuesOptions::constant, AttrValue(),
                                        "A number that fills all inputs instead of random numbers, "
                                        "where the program allows it."),
            Option<VerifyValuesOptions>(
                "dynamic_size", &VerifyValuesOptions::dynamic_size, 1,
                "The size that replaces each dimension that is not an integer."),
            Option<VerifyValuesOptions>(
                "rtol", &VerifyValuesOptions::rtol, -1.0,
                "The relative tolerance for floating-point results; if negative, it is derived "
                "from the data type and the length of the program."),
            Option<VerifyValuesOptions>("atol", &VerifyValuesOptions::atol, -1.0,
                                        "The absolute tolerance for floating-point results; if "
                                        "negative, it is derived from the values of the tensor."),
            Option<VerifyValuesOptions>(
                "stop", &VerifyValuesOptions::stop, false,
                "Whether to stop with an error at the first pass that changes the results.")},
       .create = CreateVerifyValues,
       .data = {.name = "checks",
                .type = JsonTraits<std::vector<VerifyValuesInstrument::Entry>>::Type,
                .doc = "The checks in the order in which the passes ended; kept until a context is "
                       "entered again."},
       .text = true,
       .questions = {{.name = "firstDifference",
                      .answer =
                          [](RecordList* records) {
                            return JsonTraits<OrNull<VerifyValuesInstrument::Entry>>::Type(records);
                          },
                      .doc = "The first pass that changes the results; null if there is none."}}},
      {.name = "WellFormed",
       .summary = "Stops at a pass that returns an ill-formed or ill-typed module.",
       .create = Plain<WellFormedInstrument>},
  };
  return *table;
}

std::span<const InstrumentFlag> InstrumentFlags() { return kFlags; }

const std::vector<AttrField>& ArgumentsOf(std::string_view instrument, std::string_view question) {
  const std::vector<AttrField>* found = nullptr;
  for (const InstrumentRow& row : InstrumentTable()) {
    if (instrument != row.name) continue;
    for (const Question& known : row.questions) {
      if (question == known.name) found = &known.arguments;
    }
  }
  PASSCOPE_CHECK_MSG(found, std::string(question));
  return *found;
}

InstrumentPtr CreateInstrument(std::string_view name, const AttrDict& options, PrintSink sink) {
  std::vector<std::string> names;
  for (const InstrumentRow& row : InstrumentTable()) {
    if (name == row.name) return row.create(row, options, std::move(sink));
    names.emplace_back(row.name);
  }
  throw DiagnosticError(DiagKind::kUsage,
                        MSG(kInstrumentUnknown, "unknown instrument '{instrument}'", name),
                        Suggestions(name, names));
}

}  // namespace passcope
