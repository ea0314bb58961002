// A trace as events of Chrome's trace format.
#include "instrument/chrome_trace.h"

#include "analysis/count_ops.h"
#include "support/sorting.h"

namespace passcope {
namespace {

struct Sample {
  double time;
  const IRModule* module;
};

// Counter events of the operator counts, one whenever they change.
void AddCounters(std::vector<Sample> samples, std::vector<ChromeTraceEvent>* events) {
  SortItems(&samples, [](const Sample& a, const Sample& b) { return a.time < b.time; });
  // A removed operator has the count 0 from then on.
  OpCounts counts;
  const IRModuleNode* last = nullptr;
  for (const Sample& sample : samples) {
    if (sample.module->get() == last) continue;
    last = sample.module->get();
    OpCounts now = CountOps(*sample.module);
    bool same = true;
    for (auto& [op, count] : counts) {
      auto found = now.find(op);
      int64_t value = found == now.end() ? 0 : found->second;
      same = same && value == count;
      count = value;
    }
    for (const auto& item : now) same = !counts.insert(item).second && same;
    if (same) continue;
    events->push_back({"operators", "ir", ChromeTraceEvent::Phase::kCounter, sample.time});
    events->back().arguments.counts = counts;
  }
}

}  // namespace

std::span<const char* const> LiteralsOf(ChromeTraceEvent::Phase) {
  static constexpr const char* kNames[] = {"X", "C"};
  return kNames;
}

std::span<const char* const> LiteralsOf(ChromeTrace::TimeUnit) {
  static constexpr const char* kNames[] = {"ms"};
  return kNames;
}

void JsonTraits<ChromeTraceEvent::Arguments>::Write(JsonWriter& json,
                                                    const ChromeTraceEvent::Arguments& arguments) {
  if (arguments.pass) {
    JsonTraits<ChromeTraceEvent::PassArguments>::Write(json, *arguments.pass);
  } else {
    JsonTraits<OpCounts>::Write(json, arguments.counts);
  }
}

template <>
const RecordSchema& SchemaOf<ChromeTraceEvent::PassArguments>() {
  using Arguments = ChromeTraceEvent::PassArguments;
  static constexpr RecordField kFields[] = {
      Member<&Arguments::opt_level>("optLevel", "The opt level of the pass."),
      Member<&Arguments::changed>("changed", "Whether it returned another module than its input."),
      Member<&Arguments::status>("status", "As in a trace."),
  };
  static constexpr RecordSchema schema = {"ChromePassArguments", "Facts about a pass.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ChromeTraceEvent>() {
  using Event = ChromeTraceEvent;
  static constexpr RecordField kFields[] = {
      Member<&Event::name>("name", "The pass's name, or \"operators\"."),
      Member<&Event::category>("cat", "\"pass\" or \"ir\"."),
      Member<&Event::phase>("ph", "A pass is \"X\", numbers of operators are \"C\"."),
      Member<&Event::time>("ts", "Microseconds, as `dur`."),
      Member<&Event::process>("pid", "1."),
      Member<&Event::thread>("tid", "1."),
      Member<&Event::duration>("dur", "How long the pass took."),
      Member<&Event::arguments>("args", "Facts about the pass, or operators and their numbers."),
  };
  static constexpr RecordSchema schema = {
      "ChromeTraceEvent",
      "An event of Chrome's trace format: a pass (`ph` is \"X\") or numbers of operators (\"C\").",
      kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ChromeTrace>() {
  static constexpr RecordField kFields[] = {
      Member<&ChromeTrace::events>("traceEvents", "The passes, and then the operators."),
      Member<&ChromeTrace::unit>("displayTimeUnit", "The unit in which viewers show times."),
  };
  static constexpr RecordSchema schema = {
      "ChromeTrace", "A trace for Perfetto, speedscope and about:tracing.", kFields};
  return schema;
}

std::string ChromeTraceText(std::span<const PassLog::Entry> entries) {
  ChromeTrace trace;
  std::vector<Sample> samples;
  for (const PassLog::Entry& entry : entries) {
    if (!entry.ran()) continue;
    samples.push_back({entry.start, &entry.before});
    samples.push_back({entry.start + entry.duration, &entry.after});
    trace.events.push_back(
        {entry.info.name, "pass", ChromeTraceEvent::Phase::kComplete, entry.start});
    trace.events.back().duration = entry.duration;
    trace.events.back().arguments.pass = {entry.info.opt_level, entry.changed, entry.status};
  }
  AddCounters(std::move(samples), &trace.events);
  return JsonText(trace);
}

}  // namespace passcope
