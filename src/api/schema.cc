// Makes the document of all declarations.
#include "api/schema.h"

#include "api/describe.h"
#include "api/import_facts.h"
#include "api/tables.h"
#include "checking/bisect.h"
#include "checking/reduce.h"
#include "compare/comparison.h"
#include "executor/report.h"
#include "instrument/hook_log.h"
#include "instrument/instruments.h"
#include "pass/decision.h"
#include "pass/hooks.h"

namespace passcope {
namespace {

RecordList AllRecords() {
  RecordList records;
  for (const InstrumentRow& row : InstrumentTable()) {
    if (row.data.type) row.data.type(&records);
    for (const Question& question : row.questions) question.answer(&records);
  }
  // A log of hooks is not in the table of instruments, because it is not put in a context.
  JsonTraits<HookLog::Record>::Type(&records);
  // The results of bisection and reduction do not belong to an instrument.
  JsonTraits<BisectResult>::Type(&records);
  JsonTraits<ReduceResult>::Type(&records);
  JsonTraits<ReduceProgress>::Type(&records);
  JsonTraits<VariantFigures>::Type(&records);
  JsonTraits<CompareProgress>::Type(&records);
  JsonTraits<Comparison::Origins>::Type(&records);
  AddFactRecords(&records);
  AddTableRecords(&records);
  for (auto type : {JsonTraits<GraphInfo>::Type, JsonTraits<ProfileReport>::Type,
                    JsonTraits<BenchmarkResult>::Type, JsonTraits<ModuleEffects>::Type,
                    JsonTraits<frontend::ModelDescription>::Type}) {
    type(&records);
  }
  return records;
}

void WriteRecords(JsonWriter& json) {
  json.BeginArray();
  for (const RecordSchema* record : AllRecords()) {
    json.BeginObject().Key("name").String(record->name).Key("doc").String(record->doc);
    if (record->form == RecordSchema::Form::kTuple) json.Key("tuple").Bool(true);
    json.Key("fields").BeginArray();
    for (const RecordField& field : record->fields) {
      json.BeginObject().Key("name").String(field.name).Key("type").String(field.type(nullptr));
      json.Key("doc").String(field.doc);
      if (field.optional) json.Key("optional").Bool(true);
      json.EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
}

void WriteHooks(JsonWriter& json) {
  json.BeginArray();
  for (const HookRow& hook : HookTable()) {
    json.BeginObject().Key("name").String(hook.name).Key("takes").BeginArray();
    for (const char* name : hook.takes) json.String(name);
    json.EndArray().Key("doc").String(hook.doc);
    json.Key("answers").Bool(hook.answers);
    json.Key("beyondTvm").Bool(hook.beyond_tvm).EndObject();
  }
  json.EndArray();
}

void WriteDecisions(JsonWriter& json) {
  json.BeginArray();
  for (const DecisionRow& decision : DecisionTable()) {
    json.BeginObject().Key("name").String(decision.name).Key("arguments").BeginArray();
    // The text contains each argument, a field of the record, in braces.
    for (const RecordField& field : SchemaOf<PassDecision>().fields) {
      std::string place = std::string("{") + field.name + "}";
      if (std::string_view(decision.text).find(place) == std::string_view::npos) continue;
      json.BeginObject().Key("name").String(field.name);
      json.Key("type").String(field.type(nullptr)).EndObject();
    }
    json.EndArray().Key("text").String(decision.text).Key("doc").String(decision.doc).EndObject();
  }
  json.EndArray();
}

}  // namespace

std::string DescribeSchema() {
  JsonWriter json;
  WriteRecords(json.BeginObject().Key("records"));
  WriteHooks(json.Key("hooks"));
  WriteDecisions(json.Key("decisions"));
  std::string text = json.Take();
  // These arrays are JSON already.
  auto add = [&text](const char* key, const std::string& table) {
    text += std::string(",\"") + key + "\":" + table;
  };
  add("instruments", DescribeInstruments());
  add("passes", DescribePasses());
  add("models", DescribeModels());
  add("settings", DescribeSettings());
  add("configKeys", DescribeConfigKeys());
  add("diagnostics", DescribeDiagnosticKinds());
  add("remarks", DescribeRemarkKinds());
  return text + "}";
}

}  // namespace passcope
