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
  // In WebAssembly the caller brings the sink: not every module has a file system.
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

// The options of PrintFilter, for the struct that has them.
template <class Options>
std::vector<AttrField> FilterOptions(std::vector<AttrField> options, const char* changed_doc) {
  options.push_back(Option<Options>("passes", &Options::passes, AttrArray{},
                                    "The passes to write about; all if empty."));
  options.push_back(Option<Options>("changed_only", &Options::changed_only, false, changed_doc));
  options.push_back(Option<Options>("show_meta_data", &Options::show_meta_data, false,
                                    "Whether constants are printed too."));
  return options;
}

std::string ModuleType(RecordList*) { return "module"; }

AttrField EntryIndex() {
  return RequiredOption("index", &EntryOfTrace::index, "Which entry of the trace, from 0.");
}

template <class Arguments>
AttrField EntryIndexOf(int64_t Arguments::*index, const char* doc) {
  return RequiredOption("index", index, doc);
}

// How expressions are named of which the lineage is asked.
constexpr const char* kOffsetDoc =
    "Where the expression stands in the text without metadata, in bytes of UTF-8.";
constexpr const char* kSourceLineDoc =
    "The line, from 1, of `offset` in the text that the program was read from; 0 when `offset` is "
    "one of the text without metadata.";
constexpr const char* kConcernedDoc =
    "Instead of a place, an operator: its calls that the pass made (after), or that it did not "
    "keep (before); all of them when there are none such.";

constexpr FileFormat kTimesFiles[] = {{"json", "", "", TimesFileText}};
constexpr FileFormat kTraceFiles[] = {
    {"json", "", "", TraceFileText},
    {"chrome", ".chrome.json", "about:tracing and Perfetto", ChromeFileText}};

constexpr FileFormat kRemarksFiles[] = {{"yaml", "", "", RemarksFileText, false}};

using Role = InstrumentFlag::Role;
constexpr InstrumentFlag kFlags[] = {
    {"PassTimingInstrument", "time", "print how long each pass took", Role::kTime},
    {"PassTimingInstrument", "time-top",
     "print the N names of passes that took longest themselves (0: all) and what\n"
     "the instruments took",
     Role::kTime, "N", nullptr, "renderTotals"},
    {"PassTimingInstrument", "time-json", "write the times to a JSON file, as a tree and by name",
     Role::kTime, "FILE", nullptr, nullptr, kTimesFiles},
    {"PassDecisions", "why", "print for each pass whether it ran, and if not, why", Role::kGather},
    {"PassStatistics", "stats", "print what the passes counted", Role::kGather},
    {"Remarks", "remarks",
     "print what the passes say they did, did not do and found out, and why; of these\n"
     "types if given: passed,missed,analysis",
     Role::kGather, "[=TYPES]", "types"},
    {"Remarks", "remarks-filter", "only of the passes whose names the regular expression fits",
     Role::kGather, "REGEX", "only"},
    {"Remarks", "remarks-output", "write the remarks to a file, in LLVM's YAML", Role::kGather,
     "FILE", nullptr, nullptr, kRemarksFiles},
    {"OpDiffInstrument", "op-diff",
     "print how many calls of each operator each pass added or removed", Role::kGather},
    {"VerifyValues", "verify-values",
     "compare what the program computes before and after each pass", Role::kGather},
    {"VerifyValues", "verify-stop", "stop at the first pass that changes what the program computes",
     Role::kGather, "", "stop"},
    {"VerifyValues", "verify-seed", "the seed of its random inputs, 0 by default", Role::kGather,
     "N", "seed"},
    {"TraceInstrument", "trace", "write what every pass did to a JSON file", Role::kGather, "FILE",
     nullptr, nullptr, kTraceFiles},
    {"TraceInstrument",
     "diff",
     "print what each pass changed in the text of the program",
     Role::kGather,
     "",
     nullptr,
     "renderDiff",
     {},
     "lineage"},
    {"TraceInstrument",
     "lineage",
     "print which passes did what with the expressions of this operator, or of this line\n"
     "of the program's text",
     Role::kGather,
     "OPERATOR|LINE",
     nullptr,
     "renderLineage",
     {},
     "lineage"},
    {"PrintBeforeAll", "print-before-all", "print the program before each pass", Role::kWrite},
    {"PrintAfterAll", "print-after-all", "print the program after each pass", Role::kWrite},
    {"DumpIR", "dump-ir", "write the program after each pass to DIR/NNN_PassName.relay",
     Role::kWrite, "DIR", "directory"},
    {"WellFormed", "verify-each", "stop at a pass that makes an ill-formed or ill-typed program",
     Role::kCheck},
    {"ImmutableModule", "check-immutable", "stop at a pass that changes the module it was given",
     Role::kCheck},
    {"OptBisect", "opt-bisect-limit",
     "number the executions of passes, run the first N (-1: all) and print\n"
     "which to the standard error output",
     Role::kCheck, "N", "limit"},
};

}  // namespace

const std::vector<InstrumentRow>& InstrumentTable() {
  static const auto* table = new std::vector<InstrumentRow>{
      {"DumpIR",
       "Keeps the program after each pass as a file NNN_PassName.relay.",
       FilterOptions<DumpOptions>(
           {Option<DumpOptions>("directory", &DumpOptions::directory, "",
                                "Where the files go; they are kept in memory if empty.")},
           "Whether passes that change nothing have no file."),
       CreateDump,
       {"files", JsonTraits<std::vector<DumpedFile>>::Type,
        "Those of the last context that was entered, numbered from 000 in the order in which the "
        "passes ended; none when they went into a directory."}},
      {"ImmutableModule",
       "Stops at a pass that changes the module it was given.",
       {},
       Plain<ImmutableInstrument>},
      {"OpDiffInstrument",
       "Counts the operators that each pass added or removed.",
       {},
       Plain<OpDiffInstrument>,
       {"diffs", JsonTraits<std::vector<OpDiffInstrument::Entry>>::Type,
        "In the order in which the passes ended; only passes that changed a count."},
       true},
      {"OptBisect",
       "Numbers what passes do and leaves out everything behind a number.",
       {Option<OptBisectOptions>("limit", &OptBisectOptions::limit, -1,
                                 "The last number that is run; below 0 all are.")},
       CreateOptBisect,
       {"executions", JsonTraits<std::vector<OptBisectInstrument::Execution>>::Type,
        "Of all passes, run or not, over several contexts until it is cleared."},
       false,
       true},
      {"PassDecisions",
       "Logs for each pass whether it ran, and if not, why.",
       {},
       Plain<PassDecisions>,
       {"decisions", JsonTraits<std::vector<DecisionEntry>>::Type,
        "Of all passes, until it is cleared."},
       true,
       true},
      {"PassStatistics",
       "Sums what passes count, such as calls folded.",
       {},
       Plain<StatisticsInstrument>,
       {"counters", JsonTraits<std::vector<StatisticsInstrument::Entry>>::Type,
        "The sums, kept until a context is entered again."},
       true},
      {"PassTimingInstrument",
       "Times passes, as TVM's instrument of this name.",
       {Option<TimingOptions>(
           "repeat", &TimingOptions::repeat, AttrArray{},
           "How often each pass is run again for its time, in the order in which passes begin.")},
       CreateTiming,
       {"profiles", JsonTraits<std::vector<PassProfile>>::Type,
        "The passes that ran, kept after the context has been left until one is entered again."},
       true,
       false,
       {{"totals",
         {},
         JsonTraits<std::vector<PassTotal>>::Type,
         "All runs by the passes' names, the one that took longest itself first."},
        {"renderTotals",
         {Option("top", &TotalsTable::top, 0, "How many names there are to be; all if below 1.")},
         JsonTraits<std::string>::Type,
         "The same as a table of the first `top` names, or of all, with a last line that says what "
         "the instruments took."}}},
      {"PrintAfterAll", "Prints the program after each pass.",
       FilterOptions<PrintFilter>({}, "Whether passes that change nothing print nothing."),
       CreatePrint<true>},
      {"PrintBeforeAll", "Prints the program before each pass.",
       FilterOptions<PrintFilter>({},
                                  "Whether a program that was printed last is not printed again."),
       CreatePrint<false>},
      {"Remarks",
       "Gathers what passes say they did, did not do and found out, and why.",
       {Option<RemarksOptions>("types", &RemarksOptions::types, AttrArray{},
                               "The types of remarks that are kept, of \"passed\", \"missed\" and "
                               "\"analysis\"; all if empty."),
        Option<RemarksOptions>("only", &RemarksOptions::only, AttrArray{},
                               "The passes whose remarks are kept; all if empty."),
        Option<RemarksOptions>("limit", &RemarksOptions::limit, 0,
                               "How many remarks are kept at most; those beyond are counted only. "
                               "0 for all.")},
       CreateRemarks,
       {"remarks", JsonTraits<std::vector<RemarksInstrument::Entry>>::Type,
        "In the order in which they were said, over several contexts until it is cleared."},
       true,
       true,
       {{"counts",
         {},
         JsonTraits<std::vector<RemarksInstrument::Counts>>::Type,
         "How many remarks each pass said that said any, also of those beyond the limit."},
        {"places",
         {RequiredOption("entry", &RemarksOfPass::entry,
                         "Which pass: its index in a trace of the same contexts.")},
         JsonTraits<std::vector<RemarkPlace>>::Type,
         "Where the expressions of a pass's remarks stand in the text of the program that it was "
         "given, printed without metadata."},
        {"yaml",
         {Option<RemarksByIndex>("remarks", &RemarksByIndex::remarks, AttrArray{},
                                 "The indices of those that are written; all if empty.")},
         JsonTraits<std::string>::Type,
         "The remarks in LLVM's YAML, which opt-viewer and other tools read."}}},
      {"TraceInstrument",
       "Records each pass with the modules before and after it.",
       {Option<TraceOptions>("lineage", &TraceOptions::lineage, false,
                             "Whether it keeps of what the expressions of the modules are made.")},
       CreateTrace,
       {"entries", JsonTraits<std::vector<TraceEntry>>::Type,
        "In the order in which the passes began, over several contexts until it is cleared."},
       false,
       true,
       {{"alignment",
         {EntryIndexOf(&AlignmentQuestion::index, "A pass, whose program is the earlier one."),
          Option("from_after", &AlignmentQuestion::from_after, false,
                 "Whether the earlier program is that after the pass."),
          Option("to", &AlignmentQuestion::to, -1,
                 "A pass, whose program is the later one; the same pass if below 0."),
          Option("to_after", &AlignmentQuestion::to_after, true,
                 "Whether the later program is that after its pass.")},
         JsonTraits<std::vector<AlignedExpression>>::Type,
         "What became of each expression of a program in a later one. The trace must keep the "
         "lineage."},
        {"chromeTrace",
         {},
         JsonTraits<ChromeTrace>::Type,
         "The trace for Perfetto, speedscope and about:tracing."},
        {"lineage",
         {EntryIndexOf(&LineageQuestion::index, "The pass whose program the expression is in."),
          Option("after", &LineageQuestion::after, false,
                 "Whether it is the program after the pass."),
          Option("offset", &LineageQuestion::offset, 0, kOffsetDoc),
          Option("source_line", &LineageQuestion::source_line, 0, kSourceLineDoc),
          Option("op", &LineageQuestion::op, "", kConcernedDoc)},
         [](RecordList* records) { return JsonTraits<OrNull<ExpressionLineage>>::Type(records); },
         "Where an expression came from and what became of it; null when there is none at the "
         "place. The trace must keep the lineage."},
        {"moduleBefore", {EntryIndex()}, ModuleType, "The module before a pass."},
        {"moduleAfter",
         {EntryIndex()},
         ModuleType,
         "The module after a pass; that before when the pass did not end well."},
        {"relatedLines",
         {EntryIndexOf(&RelatedLinesQuestion::index, "The pass whose program the one text is of."),
          Option("after", &RelatedLinesQuestion::after, false,
                 "Whether it is the program after the pass."),
          Option("other", &RelatedLinesQuestion::other, 0,
                 "The pass whose program the other text is of."),
          Option("other_after", &RelatedLinesQuestion::other_after, false,
                 "Whether that is the program after the pass.")},
         JsonTraits<RelatedLines>::Type,
         "Which lines of the texts of two programs are about the same expressions, whichever of "
         "the "
         "programs is the later one. The trace must keep the lineage."},
        {"relatives",
         {EntryIndexOf(&RelativesQuestion::index, "The pass whose program the expression is in."),
          Option("after", &RelativesQuestion::after, false,
                 "Whether it is the program after the pass."),
          Option("offset", &RelativesQuestion::offset, 0, kOffsetDoc),
          Option("other", &RelativesQuestion::other, 0, "The pass whose program is looked at."),
          Option("other_after", &RelativesQuestion::other_after, false,
                 "Whether that is the program after the pass."),
          Option("source_line", &RelativesQuestion::source_line, 0, kSourceLineDoc),
          Option("op", &RelativesQuestion::op, "", kConcernedDoc),
          Option("other_source", &RelativesQuestion::other_source, false,
                 "Whether places are told in the text that the program was read from.")},
         JsonTraits<std::vector<TextRange>>::Type,
         "Where the ancestors or descendants of an expression stand in another program's text, "
         "or itself in its own. The trace must keep the lineage."},
        {"renderDiff",
         {},
         JsonTraits<std::string>::Type,
         "What each pass changed in the text of the program, as `diff -u` writes it but with lines "
         "that are about the same expression side by side, and without those of which only numbers "
         "of variables and constants differ. The trace must keep the lineage."},
        {"renderLineage",
         {Option("of", &RenderLineageQuestion::of, "",
                 "The name of an operator, or the number of a line, from 1, of the first program's "
                 "text without metadata; all calls if empty.")},
         JsonTraits<std::string>::Type,
         "What became of expressions of the first program, or where those of the last came from, "
         "as "
         "text. The trace must keep the lineage."}}},
      {"VerifyValues",
       "Compares what the program computes before and after each pass.",
       {Option<VerifyValuesOptions>("function", &VerifyValuesOptions::function, "main",
                                    "The function that is run."),
        Option<VerifyValuesOptions>("seed", &VerifyValuesOptions::seed, 0, "Of the random inputs."),
        Option<VerifyValuesOptions>(
            "constant", &VerifyValuesOptions::constant, AttrValue(),
            "A number that all inputs consist of instead, where the program allows it."),
        Option<VerifyValuesOptions>("dynamic_size", &VerifyValuesOptions::dynamic_size, 1,
                                    "What stands for a dimension that is not an integer."),
        Option<VerifyValuesOptions>(
            "rtol", &VerifyValuesOptions::rtol, -1.0,
            "How far reals may differ, relative to themselves; below 0: derived from the data type "
            "and the length of the program."),
        Option<VerifyValuesOptions>(
            "atol", &VerifyValuesOptions::atol, -1.0,
            "How far reals may differ at all; below 0: derived from the size of the tensor."),
        Option<VerifyValuesOptions>("stop", &VerifyValuesOptions::stop, false,
                                    "Whether the first pass whose results differ is an error.")},
       CreateVerifyValues,
       {"checks", JsonTraits<std::vector<VerifyValuesInstrument::Entry>>::Type,
        "In the order in which the passes ended; kept until a context is entered again."},
       true,
       false,
       {{"firstDifference",
         {},
         [](RecordList* records) {
           return JsonTraits<OrNull<VerifyValuesInstrument::Entry>>::Type(records);
         },
         "The first pass whose results differ; null when there is none."}}},
      {"WellFormed",
       "Stops at a pass that makes an ill-formed or ill-typed module.",
       {},
       Plain<WellFormedInstrument>},
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
  throw DiagnosticError(DiagKind::kUsage, Say("there is no instrument '{instrument}'", name),
                        Suggestions(name, names));
}

}  // namespace passcope
