// JSON of the tables and of single facts.
#include "api/describe.h"

#include <algorithm>

#include "analysis/count_ops.h"
#include "api/json.h"
#include "instrument/instruments.h"
#include "models/models.h"
#include "op/op.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

const char* AttrTypeName(AttrType type) {
  switch (type) {
    case AttrType::kBool:
      return "bool";
    case AttrType::kInt:
      return "int";
    case AttrType::kDouble:
      return "float";
    case AttrType::kString:
      return "string";
    case AttrType::kDType:
      return "dtype";
    case AttrType::kInts:
      return "list[int]";
    case AttrType::kOptInt:
      return "optional[int]";
    case AttrType::kOptInts:
      return "optional[list[int]]";
    case AttrType::kAny:
      return "any";
  }
  return "any";
}

const char* StatusName(TraceInstrument::Status status) {
  switch (status) {
    case TraceInstrument::Status::kRunning:
      return "running";
    case TraceInstrument::Status::kOk:
      return "ok";
    case TraceInstrument::Status::kFailed:
      return "failed";
    case TraceInstrument::Status::kVetoed:
      return "vetoed";
    case TraceInstrument::Status::kSkipped:
      return "skipped";
  }
  return "running";
}

// The members that options of passes and models and attributes of operators have in common.
void WriteOption(JsonWriter& json, const char* name, const char* type,
                 const AttrValue& default_value, const char* doc) {
  json.Key("name").String(name).Key("type").String(type);
  json.Key("default").Value(default_value).Key("doc").String(doc);
}

void WriteOptions(JsonWriter& json, const std::vector<PassOption>& options) {
  json.Key("options").BeginArray();
  for (const PassOption& option : options) {
    json.BeginObject();
    WriteOption(json, option.name, option.type, option.default_value, option.doc);
    json.Key("required").Bool(option.required).EndObject();
  }
  json.EndArray();
}

void WriteNames(JsonWriter& json, const std::vector<const char*>& names) {
  json.BeginArray();
  for (const char* name : names) json.String(name);
  json.EndArray();
}

void WriteCounts(JsonWriter& json, const OpCounts& counts) {
  json.BeginObject();
  for (const auto& [name, count] : counts) json.Key(name).Int(count);
  json.EndObject();
}

void WriteProfiles(JsonWriter& json, const std::vector<PassProfile>& profiles) {
  json.BeginArray();
  for (const PassProfile& profile : profiles) {
    json.BeginObject().Key("name").String(profile.name);
    json.Key("durationUs").Real(profile.duration).Key("ownUs").Real(profile.self());
    json.Key("hooksUs").Real(profile.hooks).Key("failed").Bool(profile.failed).Key("children");
    WriteProfiles(json, profile.children);
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

const char* PatternName(OpPattern pattern) {
  switch (pattern) {
    case OpPattern::kElemWise:
      return "elemwise";
    case OpPattern::kBroadcast:
      return "broadcast";
    case OpPattern::kInjective:
      return "injective";
    case OpPattern::kCommReduce:
      return "reduce";
    case OpPattern::kOutEWiseFusable:
      return "out-elemwise-fusable";
    case OpPattern::kTuple:
      return "tuple";
    case OpPattern::kOpaque:
      return "opaque";
  }
  return "opaque";
}

std::string DescribePasses() {
  JsonWriter json;
  json.BeginArray();
  for (const PassRow& row : PassTable()) {
    json.BeginObject().Key("name").String(row.name).Key("optLevel").Int(row.opt_level);
    json.Key("required");
    WriteNames(json, row.required);
    json.Key("summary").String(row.summary);
    WriteOptions(json, row.options);
    json.EndObject();
  }
  return json.EndArray().Take();
}

std::string DescribeOps() {
  JsonWriter json;
  json.BeginArray();
  for (const Expr& node : AllOps()) {
    const OpDecl& decl = *As<OpNode>(node)->decl;
    json.BeginObject().Key("name").String(decl.name).Key("doc").String(decl.doc);
    json.Key("args").BeginArray();
    for (const ArgDecl& arg : decl.args) {
      json.BeginObject().Key("name").String(arg.name).Key("type").String(arg.type);
      json.Key("doc").String(arg.doc).EndObject();
    }
    json.EndArray().Key("attrsType");
    if (decl.schema) {
      json.String(decl.schema().type_key);
    } else {
      json.Null();
    }
    json.Key("attrs").BeginArray();
    if (decl.schema) {
      for (const AttrField& field : decl.schema().fields) {
        if (field.is_int64_flag()) continue;
        json.BeginObject();
        WriteOption(json, field.name, AttrTypeName(field.type),
                    field.required ? AttrValue() : field.default_value, field.doc);
        json.Key("required").Bool(field.required).EndObject();
      }
    }
    json.EndArray().Key("pattern").String(PatternName(decl.pattern));
    json.Key("supportLevel").Int(decl.support_level);
    json.Key("variadic").Bool(decl.variadic).EndObject();
  }
  return json.EndArray().Take();
}

std::string DescribeInstruments() {
  JsonWriter json;
  json.BeginArray();
  for (const InstrumentRow& row : InstrumentTable()) {
    json.BeginObject().Key("name").String(row.name).Key("summary").String(row.summary);
    WriteOptions(json, row.options);
    json.EndObject();
  }
  return json.EndArray().Take();
}

std::string DescribeModels() {
  JsonWriter json;
  json.BeginArray();
  for (const ModelRow& row : ModelTable()) {
    json.BeginObject().Key("name").String(row.name).Key("summary").String(row.summary);
    json.Key("options").BeginArray();
    for (const ModelOption& option : row.options) {
      json.BeginObject();
      WriteOption(json, option.name, option.type, option.default_value, option.doc);
      json.EndObject();
    }
    json.EndArray().EndObject();
  }
  return json.EndArray().Take();
}

std::string DescribeDiagnosticKinds() {
  JsonWriter json;
  json.BeginArray();
  for (const DiagKindInfo& kind : DiagKinds()) {
    json.BeginObject().Key("name").String(kind.name).Key("doc").String(kind.doc).EndObject();
  }
  return json.EndArray().Take();
}

std::string DescribeConfigKeys() {
  JsonWriter json;
  json.BeginArray();
  for (const ConfigKey& key : PassContext::ListConfigs()) {
    json.BeginObject().Key("name").String(key.name).Key("type").String(AttrTypeName(key.type));
    json.Key("doc").String(key.doc).EndObject();
  }
  return json.EndArray().Take();
}

std::string DescribePassInfo(const PassInfo& info) {
  JsonWriter json;
  json.BeginObject().Key("name").String(info.name).Key("optLevel").Int(info.opt_level);
  json.Key("required").Strings(info.required);
  return json.Key("traceable").Bool(info.traceable).EndObject().Take();
}

std::string DescribeType(const Type& type) {
  JsonWriter json;
  json.BeginObject().Key("text").String(TypeText(type));
  if (const auto* tensor = As<TensorTypeNode>(type)) {
    json.Key("shape").BeginArray();
    for (Dim dim : tensor->shape) {
      if (dim.is_const()) {
        json.Int(dim.value());
      } else {
        json.String(dim.str());
      }
    }
    json.EndArray().Key("dtype").String(tensor->dtype.str());
  }
  return json.EndObject().Take();
}

void WriteSpan(JsonWriter& json, const SpanNode& span, const SourceTexts& texts) {
  Utf16Range range = texts.Convert(span);
  json.BeginObject().Key("source").String(span.source.view());
  json.Key("line").Int(range.line).Key("column").Int(range.column);
  json.Key("endLine").Int(range.end_line).Key("endColumn").Int(range.end_column);
  if (range.begin >= 0) json.Key("start").Int(range.begin).Key("end").Int(range.end);
  json.EndObject();
}

std::string DescribeHooks(const HookLog& log) {
  static constexpr const char* kOutcomes[] = {"returned", "vetoed", "threw", "running"};
  JsonWriter json;
  json.BeginObject().Key("instruments").BeginArray();
  for (const std::string& name : log.instruments()) json.String(name);
  json.EndArray().Key("calls").BeginArray();
  for (const HookLog::Entry& entry : log.entries()) {
    json.BeginObject().Key("instrument").Int(entry.instrument);
    json.Key("hook").String(HookName(entry.hook));
    json.Key("outcome").String(kOutcomes[static_cast<size_t>(entry.outcome)]);
    if (!entry.pass.empty()) json.Key("pass").String(entry.pass);
    if (!entry.error.empty()) json.Key("error").String(entry.error);
    json.EndObject();
  }
  json.EndArray().Key("dropped").Int(static_cast<int64_t>(log.dropped()));
  return json.EndObject().Take();
}

std::string DescribeCounts(const OpCounts& counts) {
  JsonWriter json;
  WriteCounts(json, counts);
  return json.Take();
}

std::string DescribeProfiles(const std::vector<PassProfile>& profiles) {
  JsonWriter json;
  WriteProfiles(json, profiles);
  return json.Take();
}

std::string DescribeTotals(const std::vector<PassProfile>& profiles) {
  JsonWriter json;
  json.BeginArray();
  for (const PassTotal& total : SumProfiles(profiles)) {
    json.BeginObject().Key("name").String(total.name).Key("runs").Int(total.runs);
    json.Key("ownUs").Real(total.own).Key("hooksUs").Real(total.hooks).EndObject();
  }
  return json.EndArray().Take();
}

std::string DescribeStatistics(const std::vector<StatisticsInstrument::Entry>& entries) {
  JsonWriter json;
  json.BeginArray();
  for (const StatisticsInstrument::Entry& entry : entries) {
    json.BeginObject().Key("pass").String(entry.pass).Key("counter").String(entry.counter);
    json.Key("value").Int(entry.value).EndObject();
  }
  return json.EndArray().Take();
}

std::string DescribeOpDiffs(const std::vector<OpDiffInstrument::Entry>& entries) {
  JsonWriter json;
  json.BeginArray();
  for (const OpDiffInstrument::Entry& entry : entries) {
    json.BeginArray().Int(entry.depth).String(entry.pass);
    WriteCounts(json, entry.diff);
    json.EndArray();
  }
  return json.EndArray().Take();
}

std::string DescribeTrace(const std::vector<TraceInstrument::Entry>& entries) {
  // A module is the result of one pass and the argument of the next: each is counted once.
  PtrMap<OpCounts> counted;
  auto counts = [&](const IRModule& module) {
    auto [known, fresh] = counted.Insert(module.get());
    if (fresh) *known = CountOps(module);
    return *known;
  };
  JsonWriter json;
  json.BeginArray();
  for (const TraceInstrument::Entry& entry : entries) {
    OpCounts before = counts(entry.before);
    OpCounts after = counts(entry.after);
    json.BeginObject().Key("index").Int(entry.index).Key("parent").Int(entry.parent);
    json.Key("depth").Int(entry.depth).Key("name").String(entry.info.name);
    json.Key("optLevel").Int(entry.info.opt_level);
    json.Key("required").Strings(entry.info.required);
    json.Key("startUs").Real(entry.start).Key("durationUs").Real(entry.duration);
    json.Key("ownUs").Real(entry.own).Key("changed").Bool(entry.changed).Key("opsBefore");
    WriteCounts(json, before);
    json.Key("opsAfter");
    WriteCounts(json, after);
    json.Key("opDiff");
    WriteCounts(json, OpDifference(before, after));
    json.Key("status").String(StatusName(entry.status));
    if (entry.status == TraceInstrument::Status::kFailed) json.Key("error").String(entry.error);
    if (!entry.reason.empty()) json.Key("reason").String(entry.reason);
    json.EndObject();
  }
  return json.EndArray().Take();
}

std::string DescribeDecisions(const std::vector<TraceInstrument::Entry>& entries) {
  JsonWriter json;
  json.BeginArray();
  for (const TraceInstrument::Entry& entry : entries) {
    json.BeginObject().Key("name").String(entry.info.name).Key("depth").Int(entry.depth);
    json.Key("parent").Int(entry.parent).Key("ran").Bool(entry.ran());
    json.Key("changed").Bool(entry.changed).Key("status").String(StatusName(entry.status));
    json.Key("reason").String(entry.reason).EndObject();
  }
  return json.EndArray().Take();
}

std::string DescribeChromeTrace(const std::vector<TraceInstrument::Entry>& entries) {
  struct Sample {
    double time;
    const IRModule* module;
  };
  JsonWriter json;
  auto begin = [&json](std::string_view name, const char* category, const char* phase,
                       double time) {
    json.BeginObject().Key("name").String(name).Key("cat").String(category);
    json.Key("ph").String(phase).Key("ts").Real(time).Key("pid").Int(1).Key("tid").Int(1);
  };
  std::vector<Sample> samples;
  json.BeginObject().Key("traceEvents").BeginArray();
  for (const TraceInstrument::Entry& entry : entries) {
    if (!entry.ran()) continue;
    samples.push_back({entry.start, &entry.before});
    samples.push_back({entry.start + entry.duration, &entry.after});
    begin(entry.info.name, "pass", "X", entry.start);
    json.Key("dur").Real(entry.duration).Key("args").BeginObject();
    json.Key("optLevel").Int(entry.info.opt_level).Key("changed").Bool(entry.changed);
    json.Key("status").String(StatusName(entry.status)).EndObject().EndObject();
  }
  std::stable_sort(samples.begin(), samples.end(),
                   [](const Sample& a, const Sample& b) { return a.time < b.time; });
  // An operator that is gone has the count 0 from then on.
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
    begin("operators", "ir", "C", sample.time);
    json.Key("args");
    WriteCounts(json, counts);
    json.EndObject();
  }
  return json.EndArray().Key("displayTimeUnit").String("ms").EndObject().Take();
}

std::string DescribeDiagnostics(const std::vector<Diagnostic>& diagnostics,
                                const SourceTexts& texts) {
  static constexpr const char* kSeverities[] = {"error", "warning", "note"};
  JsonWriter json;
  json.BeginArray();
  for (const Diagnostic& diagnostic : diagnostics) {
    json.BeginObject().Key("kind").String(DiagKindName(diagnostic.kind));
    json.Key("severity").String(kSeverities[static_cast<int>(diagnostic.severity)]);
    json.Key("message").String(diagnostic.message).Key("notes").Strings(diagnostic.notes);
    if (Span place = texts.PlaceOf(diagnostic)) {
      json.Key("span");
      WriteSpan(json, *place, texts);
    }
    json.Key("rendered").String(texts.Render(diagnostic)).EndObject();
  }
  return json.EndArray().Take();
}

}  // namespace passcope
