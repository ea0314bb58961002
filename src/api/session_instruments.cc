// Instruments of a session and what they gathered.

#include "analysis/well_formed.h"
#include "api/describe.h"
#include "api/json.h"
#include "api/session.h"
#include "instrument/hook_log.h"
#include "instrument/instruments.h"
#include "instrument/op_diff.h"
#include "instrument/statistics.h"
#include "instrument/timing.h"
#include "instrument/trace.h"
#include "support/format.h"
#include "transforms/transforms.h"

namespace passcope {
namespace {

using Kind = PassInstrument::Kind;

[[noreturn]] void RefuseKind() {
  throw DiagnosticError(DiagKind::kUsage, "this instrument is of another kind");
}

template <class T>
const T& Of(const InstrumentPtr& instrument) {
  return static_cast<const T&>(*instrument);
}

// A PassDecisions is a trace too.
TraceInstrument& TraceOf(const InstrumentPtr& instrument) {
  if (instrument->kind() != Kind::kTrace && instrument->kind() != Kind::kDecisions) RefuseKind();
  return static_cast<TraceInstrument&>(*instrument);
}

}  // namespace

Handle Session::MakeForeignInstrument(uint32_t object, const std::string& name) {
  return AddSlot(passcope::MakeForeignInstrument(host_, object, name));
}

Handle Session::MakeInstrument(const std::string& name, const std::string& options_json,
                               uint32_t sink) {
  PrintSink write = MakeForeignSink(host_, sink);
  return AddSlot(CreateInstrument(name, ReadJsonObject(options_json, name), std::move(write)));
}

Handle Session::MakeHookLog() { return AddSlot(InstrumentPtr(std::make_shared<HookLog>())); }

Handle Session::WatchHooks(Handle log, Handle instrument) {
  const InstrumentPtr& target = Get<InstrumentPtr>(log);
  if (target->kind() != Kind::kHookLog) RefuseKind();
  return AddSlot(static_cast<HookLog&>(*target).Watch(Get<InstrumentPtr>(instrument)));
}

std::string Session::InstrumentText(Handle handle) const {
  const InstrumentPtr& instrument = Get<InstrumentPtr>(handle);
  switch (instrument->kind()) {
    case Kind::kTiming:
      return Of<PassTimingInstrument>(instrument).Render();
    case Kind::kOpDiff:
      return Of<OpDiffInstrument>(instrument).Render();
    case Kind::kDecisions:
      return Of<PassDecisions>(instrument).Render();
    case Kind::kStatistics:
      return Of<StatisticsInstrument>(instrument).Render();
    case Kind::kHookLog:
      return Of<HookLog>(instrument).Render();
    default:
      RefuseKind();
  }
}

std::string Session::InstrumentData(Handle handle) const {
  const InstrumentPtr& instrument = Get<InstrumentPtr>(handle);
  switch (instrument->kind()) {
    case Kind::kTiming:
      return DescribeProfiles(Of<PassTimingInstrument>(instrument).profiles());
    case Kind::kOpDiff:
      return DescribeOpDiffs(Of<OpDiffInstrument>(instrument).entries());
    case Kind::kTrace:
      return DescribeTrace(Of<TraceInstrument>(instrument).entries());
    case Kind::kDecisions:
      return DescribeDecisions(Of<PassDecisions>(instrument).entries());
    case Kind::kStatistics:
      return DescribeStatistics(Of<StatisticsInstrument>(instrument).entries());
    case Kind::kHookLog:
      return DescribeHooks(Of<HookLog>(instrument));
    case Kind::kDump: {
      const auto& dump = Of<DumpInstrument>(instrument);
      JsonWriter json;
      json.BeginArray();
      for (const DumpInstrument::File& file : dump.files()) {
        json.BeginObject().Key("name").String(file.name);
        json.Key("text").String(dump.Text(file)).EndObject();
      }
      return json.EndArray().Take();
    }
    default:
      RefuseKind();
  }
}

std::string Session::TimingTotals(Handle timing) const {
  const InstrumentPtr& instrument = Get<InstrumentPtr>(timing);
  if (instrument->kind() != Kind::kTiming) RefuseKind();
  return DescribeTotals(Of<PassTimingInstrument>(instrument).profiles());
}

std::string Session::TimingTotalsText(Handle timing, int top) const {
  const InstrumentPtr& instrument = Get<InstrumentPtr>(timing);
  if (instrument->kind() != Kind::kTiming) RefuseKind();
  return RenderTotals(Of<PassTimingInstrument>(instrument).profiles(), top);
}

std::string Session::ChromeTrace(Handle trace) const {
  const InstrumentPtr& instrument = Get<InstrumentPtr>(trace);
  if (instrument->kind() != Kind::kTrace) RefuseKind();
  return DescribeChromeTrace(TraceOf(instrument).entries());
}

Handle Session::TraceModule(Handle trace, uint32_t index, bool after) {
  const InstrumentPtr& instrument = Get<InstrumentPtr>(trace);
  if (instrument->kind() != Kind::kTrace) RefuseKind();
  const std::vector<TraceInstrument::Entry>& entries = TraceOf(instrument).entries();
  if (index >= entries.size()) {
    throw DiagnosticError(DiagKind::kUsage,
                          Format("the trace has no entry {}; it has {}", index, entries.size()));
  }
  return AddSlot(after ? entries[index].after : entries[index].before);
}

void Session::TraceClear(Handle trace) {
  const InstrumentPtr& instrument = Get<InstrumentPtr>(trace);
  if (instrument->kind() == Kind::kHookLog) return static_cast<HookLog&>(*instrument).Clear();
  TraceOf(instrument).Clear();
}

void Session::CountInContext(Handle context, const std::string& counter, double n) {
  GetContext(context)->Count(counter, static_cast<int64_t>(n));
}

Handle Session::MakePrintIR(const std::string& header, bool show_meta_data, uint32_t sink) {
  PrintSink write = MakeForeignSink(host_, sink);
  return AddSlot(transform::PrintIR(header, show_meta_data,
                                    [write](const std::string& text) { write({}, text); }));
}

std::string Session::IllFormed(Handle module_or_expr) const {
  const Slot* slot = module_or_expr != 0 && module_or_expr <= slots_.size()
                         ? &slots_[module_or_expr - 1]
                         : nullptr;
  const auto* expr = slot ? std::get_if<Expr>(slot) : nullptr;
  return DescribeDiagnostics(
      expr ? FindIllFormed(*expr) : FindIllFormed(Get<IRModule>(module_or_expr)), texts_);
}

}  // namespace passcope
