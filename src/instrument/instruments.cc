// The table of built-in instruments.
#include "instrument/instruments.h"

#include "diagnostics/diagnostic.h"
#include "instrument/checks.h"
#include "instrument/chrome_trace.h"
#include "instrument/decisions.h"
#include "instrument/op_diff.h"
#include "instrument/statistics.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "support/format.h"

namespace passcope {
namespace {

template <class T>
InstrumentPtr Plain(const AttrDict&, PrintSink) {
  return std::make_shared<T>();
}

PrintFilter FilterOf(const char* instrument, const AttrDict& options) {
  PrintFilter filter;
  filter.passes = StringsOption(instrument, options, "passes", {});
  filter.changed_only = BoolOption(instrument, options, "changed_only", false);
  filter.show_meta_data = BoolOption(instrument, options, "show_meta_data", false);
  return filter;
}

template <bool kAfter>
InstrumentPtr CreatePrint(const AttrDict& options, PrintSink sink) {
  const char* name = kAfter ? "PrintAfterAll" : "PrintBeforeAll";
  return std::make_shared<PrintInstrument>(kAfter, FilterOf(name, options), std::move(sink));
}

InstrumentPtr CreateDump(const AttrDict& options, PrintSink sink) {
  std::string directory = StringOption("DumpIR", options, "directory", "");
#ifndef __EMSCRIPTEN__
  // In WebAssembly the caller brings the sink: not every module has a file system.
  if (!sink && !directory.empty()) sink = DirectorySink(directory);
#endif
  return std::make_shared<DumpInstrument>(FilterOf("DumpIR", options), std::move(sink));
}

std::vector<PassOption> PrintOptionsBut(std::vector<PassOption> more, const char* changed_doc) {
  more.push_back(
      {"passes", "list[string]", AttrArray{}, "The passes to write about; all if empty."});
  more.push_back({"changed_only", "bool", false, changed_doc});
  more.push_back({"show_meta_data", "bool", false, "Whether constants are printed too."});
  return more;
}

std::string ModuleType(RecordList*) { return "module"; }

}  // namespace

const std::vector<InstrumentRow>& InstrumentTable() {
  static const auto* table = new std::vector<InstrumentRow>{
      {"DumpIR",
       "Keeps the program after each pass as a file NNN_PassName.relay.",
       PrintOptionsBut(
           {{"directory", "string", "", "Where the files go; they are kept in memory if empty."}},
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
       {},
       Plain<PassTimingInstrument>,
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
      {"PrintAfterAll", "Prints the program after each pass.",
       PrintOptionsBut({}, "Whether passes that change nothing print nothing."), CreatePrint<true>},
      {"PrintBeforeAll", "Prints the program before each pass.",
       PrintOptionsBut({}, "Whether a program that was printed last is not printed again."),
       CreatePrint<false>},
      {"TraceInstrument",
       "Records each pass with the modules before and after it.",
       {},
       Plain<TraceInstrument>,
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
      {"WellFormed",
       "Stops at a pass that makes an ill-formed or ill-typed module.",
       {},
       Plain<WellFormedInstrument>},
  };
  return *table;
}

InstrumentPtr CreateInstrument(std::string_view name, const AttrDict& options, PrintSink sink) {
  std::vector<std::string> names;
  for (const InstrumentRow& row : InstrumentTable()) {
    if (name == row.name) {
      CheckOptions(name, row.options, options);
      return row.create(options, std::move(sink));
    }
    names.emplace_back(row.name);
  }
  std::vector<std::string> notes;
  for (const std::string& near : DidYouMean(name, names)) {
    notes.push_back("did you mean " + near + "?");
  }
  throw DiagnosticError(DiagKind::kUsage, Format("there is no instrument '{}'", name),
                        std::move(notes));
}

}  // namespace passcope
