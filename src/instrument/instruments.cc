// The table of built-in instruments.
#include "instrument/instruments.h"

#include "diagnostics/diagnostic.h"
#include "instrument/checks.h"
#include "instrument/chrome_trace.h"
#include "instrument/decisions.h"
#include "instrument/op_diff.h"
#include "reduce/opt_bisect.h"
#include "instrument/statistics.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "instrument/verify_values.h"

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

}  // namespace

const std::vector<InstrumentRow>& InstrumentTable() {
  using Role = InstrumentFlag::Role;
  static const auto* table = new std::vector<InstrumentRow>{
      {"DumpIR",
       "Keeps the program after each pass as a file NNN_PassName.relay.",
       FilterOptions<DumpOptions>(
           {Option<DumpOptions>("directory", &DumpOptions::directory, "",
                                "Where the files go; they are kept in memory if empty.")},
           "Whether passes that change nothing have no file."),
       CreateDump,
       {"dump-ir", "write the program after each pass to DIR/NNN_PassName.relay", Role::kWrite, 2,
        "DIR", "directory"},
       {"files", JsonTraits<std::vector<DumpedFile>>::Type,
        "Those of the last context that was entered, numbered from 000 in the order in which the "
        "passes ended; none when they went into a directory."}},
      {"ImmutableModule",
       "Stops at a pass that changes the module it was given.",
       {},
       Plain<ImmutableInstrument>,
       {"check-immutable", "stop at a pass that changes the module it was given", Role::kCheck, 1}},
      {"OpDiffInstrument",
       "Counts the operators that each pass added or removed.",
       {},
       Plain<OpDiffInstrument>,
       {"op-diff", "print how many calls of each operator each pass added or removed",
        Role::kGather, 2},
       {"diffs", JsonTraits<std::vector<OpDiffInstrument::Entry>>::Type,
        "In the order in which the passes ended; only passes that changed a count."},
       true},
      {"OptBisect",
       "Numbers what passes do and leaves out everything behind a number.",
       {Option<OptBisectOptions>("limit", &OptBisectOptions::limit, -1,
                                 "The last number that is run; below 0 all are.")},
       CreateOptBisect,
       {"opt-bisect-limit",
        "number the executions of passes, run the first N (-1: all) and print\nwhich to the "
        "standard error output",
        Role::kCheck, 2, "N", "limit"},
       {"executions", JsonTraits<std::vector<OptBisectInstrument::Execution>>::Type,
        "Of all passes, run or not, over several contexts until it is cleared."},
       false,
       true},
      {"PassDecisions",
       "Logs for each pass whether it ran, and if not, why.",
       {},
       Plain<PassDecisions>,
       {"why", "print for each pass whether it ran, and if not, why", Role::kGather, 0},
       {"decisions", JsonTraits<std::vector<DecisionEntry>>::Type,
        "Of all passes, until it is cleared."},
       true,
       true},
      {"PassStatistics",
       "Sums what passes count, such as calls folded.",
       {},
       Plain<StatisticsInstrument>,
       {"stats", "print what the passes counted", Role::kGather, 1},
       {"counters", JsonTraits<std::vector<StatisticsInstrument::Entry>>::Type,
        "The sums, kept until a context is entered again."},
       true},
      {"PassTimingInstrument",
       "Times passes, as TVM's instrument of this name.",
       {Option<TimingOptions>(
           "repeat", &TimingOptions::repeat, AttrArray{},
           "How often each pass is run again for its time, in the order in which passes begin.")},
       CreateTiming,
       {"time", "print how long each pass took", Role::kTime, 0},
       {"profiles", JsonTraits<std::vector<PassProfile>>::Type,
        "The passes that ran, kept after the context has been left until one is entered again."},
       true,
       false,
       {{"totals",
         {},
         JsonTraits<std::vector<PassTotal>>::Type,
         "All runs by the passes' names, the one that took longest itself first."},
        {"renderTotals",
         {{"top", "int"}},
         JsonTraits<std::string>::Type,
         "The same as a table of the first `top` names, or of all, with a last line that says what "
         "the instruments took."}}},
      {"PrintAfterAll",
       "Prints the program after each pass.",
       FilterOptions<PrintFilter>({}, "Whether passes that change nothing print nothing."),
       CreatePrint<true>,
       {"print-after-all", "print the program after each pass", Role::kWrite, 1}},
      {"PrintBeforeAll",
       "Prints the program before each pass.",
       FilterOptions<PrintFilter>({},
                                  "Whether a program that was printed last is not printed again."),
       CreatePrint<false>,
       {"print-before-all", "print the program before each pass", Role::kWrite, 0}},
      {"TraceInstrument",
       "Records each pass with the modules before and after it.",
       {},
       Plain<TraceInstrument>,
       {},  // --trace writes a file: tools/run.cc.
       {"entries", JsonTraits<std::vector<TraceEntry>>::Type,
        "In the order in which the passes began, over several contexts until it is cleared."},
       false,
       true,
       {{"chromeTrace",
         {},
         JsonTraits<ChromeTrace>::Type,
         "The trace for Perfetto, speedscope and about:tracing."},
        {"moduleBefore", {{"index", "int", true}}, ModuleType, "The module before a pass."},
        {"moduleAfter",
         {{"index", "int", true}},
         ModuleType,
         "The module after a pass; that before when the pass did not end well."}}},
      {"VerifyValues",
       "Compares what the program computes before and after each pass.",
       {Option<VerifyValuesOptions>("function", &VerifyValuesOptions::function, "main",
                                    "The function that is run."),
        Option<VerifyValuesOptions>("seed", &VerifyValuesOptions::seed, 0,
                                    "Of the random inputs."),
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
       {"verify-values", "compare what the program computes before and after each pass",
        Role::kGather, 3},
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
       Plain<WellFormedInstrument>,
       {"verify-each", "stop at a pass that makes an ill-formed or ill-typed program", Role::kCheck,
        0}},
  };
  return *table;
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
