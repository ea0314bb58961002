// The record of a run, pass by pass.
#include "instrument/trace.h"

#include "analysis/count_ops.h"
#include "diagnostics/diagnostic.h"
#include "instrument/chrome_trace.h"
#include "instrument/instruments.h"
#include "instrument/lineage_questions.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

// The entries of a trace, which are described while they are written.
struct Entries {
  const TraceInstrument* trace;
};

const char* EngineVersion(const TraceFile&) { return PASSCOPE_VERSION; }
Entries EntriesOf(const TraceFile& file) { return {file.trace}; }

}  // namespace

template <>
struct JsonTraits<Entries> {
  static std::string Type(RecordList* records) {
    return JsonTraits<std::vector<TraceEntry>>::Type(records);
  }
  static void Write(JsonWriter& json, const Entries& entries) { entries.trace->WriteData(json); }
};

template <>
const RecordSchema& SchemaOf<TraceFile>() {
  static constexpr RecordField kFields[] = {
      Member<&EngineVersion>("passcope", "The engine's version."),
      Member<&TraceFile::opt_level>("optLevel", "The opt level of the last context."),
      Member<&EntriesOf>("passes", "The entries of all contexts."),
  };
  static constexpr RecordSchema schema = {"TraceFile", "What `passcope run --trace` writes.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<TraceEntry>() {
  static constexpr RecordField kFields[] = {
      Member<&TraceEntry::index>("index", "Its index in the trace, from 0."),
      Member<&TraceEntry::parent>("parent",
                                  "The index of the pass that ran this one; -1 if there is none."),
      Member<&TraceEntry::depth>("depth", "The number of passes around it."),
      Member<&TraceEntry::name>("name", "The name of the pass."),
      Member<&TraceEntry::opt_level>("optLevel", "The opt level of the pass."),
      Member<&TraceEntry::required>("required", "The passes that `Sequential` runs before it."),
      Member<&TraceEntry::start>("startUs",
                                 "The start time, since the first pass of the trace started."),
      Member<&TraceEntry::duration>("durationUs", "How long it took."),
      Member<&TraceEntry::own>("ownUs", "The time without nested passes."),
      Member<&TraceEntry::changed>("changed",
                                   "Whether the pass returned a module other than its input."),
      Member<&TraceEntry::ops_before>("opsBefore",
                                      "The number of calls of each operator before the pass."),
      Member<&TraceEntry::ops_after>("opsAfter",
                                     "The number of calls of each operator after the pass."),
      Member<&TraceEntry::op_diff>("opDiff", "`opsAfter` minus `opsBefore`, without zeros."),
      Member<&TraceEntry::status>(
          "status",
          "\"vetoed\": an instrument vetoed it; \"skipped\": a Sequential skipped it or did not "
          "reach it; \"running\": it runs, which only hooks can see."),
      Member<&TraceEntry::error>("error", "Why it failed."),
      Member<&TraceEntry::reason>("reason",
                                  "Why it did not run (\"opt level 3 > 2\"), or why it ran "
                                  "(\"required by ConvertLayout\")."),
      Member<&TraceEntry::decision>("decision", "The message as data."),
  };
  static constexpr RecordSchema schema = {
      "TraceEntry", "What happened in one pass. Times are in microseconds.", kFields};
  return schema;
}

const std::string& TraceInstrument::name() const {
  static const std::string kName = "TraceInstrument";
  return kName;
}

void TraceInstrument::RunBeforePass(const IRModule& module, const PassInfo& info) {
  PassLog::RunBeforePass(module, info);
  if (options_.lineage) record_.Begin(module, current());
}

void TraceInstrument::RunAfterPass(const IRModule& module, const PassInfo& info) {
  if (options_.lineage) record_.End(module, current());
  PassLog::RunAfterPass(module, info);
}

void TraceInstrument::RunAfterFailed(const IRModule& module, const PassInfo& info,
                                     const std::string& error) {
  if (options_.lineage) record_.End(module, current());
  PassLog::RunAfterFailed(module, info, error);
}

void TraceInstrument::Clear() {
  record_.Clear();
  lineage_.reset();
  PassLog::Clear();
}

void TraceInstrument::WriteData(JsonWriter& json) const {
  // A module is the result of one pass and the input of the next. Each is counted once.
  PtrMap<OpCounts> counted;
  auto counts = [&](const IRModule& module) {
    auto [known, fresh] = counted.Insert(module.get());
    if (fresh) *known = CountOps(module);
    return *known;
  };
  json.BeginArray();
  for (const Entry& entry : entries()) {
    TraceEntry told{entry.index,
                    entry.parent,
                    entry.depth,
                    entry.info.name,
                    entry.info.opt_level,
                    entry.info.required,
                    entry.start,
                    entry.duration,
                    entry.own,
                    entry.changed,
                    counts(entry.before),
                    counts(entry.after),
                    {},
                    entry.status,
                    {},
                    {},
                    {}};
    told.op_diff = OpDifference(told.ops_before, told.ops_after);
    if (entry.status == Status::kFailed) told.error = entry.error;
    if (entry.decision.kind != PassDecision::Kind::kRun) {
      told.reason = entry.decision.Text();
      told.decision = entry.decision;
    }
    JsonTraits<TraceEntry>::Write(json, told);
  }
  json.EndArray();
}

InstrumentAnswer TraceInstrument::Ask(std::string_view question, const AttrDict& arguments) const {
  if (question == "chromeTrace") return {ChromeTraceText(entries()), {}};
  if (IsLineageQuestion(question)) {
    return {AskLineage(*this, question, arguments), {}};
  }
  bool after = question == "moduleAfter";
  if (!after && question != "moduleBefore") return PassInstrument::Ask(question, arguments);
  int64_t index = ReadArguments<EntryOfTrace>(name(), question, arguments).index;
  if (index < 0 || static_cast<size_t>(index) >= entries().size()) {
    throw DiagnosticError(DiagKind::kUsage, MSG(kTraceEntryIndexUnknown,
                                                "the trace has no entry {index}; it has {count}",
                                                index, entries().size()));
  }
  const Entry& entry = entries()[static_cast<size_t>(index)];
  return {{}, after ? entry.after : entry.before};
}

std::string TraceFileText(std::span<const InstrumentPtr> instruments, int opt_level) {
  const auto& trace = static_cast<const TraceInstrument&>(*instruments.front());
  return JsonText(TraceFile{&trace, opt_level});
}

std::string ChromeFileText(std::span<const InstrumentPtr> instruments, int) {
  return ChromeTraceText(static_cast<const TraceInstrument&>(*instruments.front()).entries());
}

}  // namespace passcope
