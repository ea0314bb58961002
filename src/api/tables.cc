// JSON of the tables.
#include "api/tables.h"

#include <optional>
#include <vector>

#include "api/json.h"
#include "api/settings.h"
#include "diagnostics/diagnostic.h"
#include "instrument/instruments.h"
#include "models/models.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "pass/remark.h"

namespace passcope {
namespace {

std::vector<AttrField> AttributesOf(const OpDecl& decl) {
  std::vector<AttrField> attributes;
  if (!decl.schema) return attributes;
  for (const AttrField& field : decl.schema().fields) {
    if (!field.is_int64_flag()) attributes.push_back(field);
  }
  return attributes;
}

std::string TypeNameOf(const AttrField& field) { return AttrTypeName(field.type); }

AttrValue DefaultOf(const AttrField& field) {
  return field.required ? AttrValue() : field.default_value;
}

OrNull<std::string> AttrsTypeOf(const OpDecl& decl) {
  if (!decl.schema) return {};
  return {decl.schema().type_key};
}

std::string PatternOf(const OpDecl& decl) { return PatternName(decl.pattern); }

std::string KeyTypeOf(const ConfigKey& key) { return AttrTypeName(key.type); }

std::string TypeOf(const GatheredData& data) { return data.type(nullptr); }

OrNull<GatheredData> DataOf(const InstrumentRow& row) {
  if (!row.data.type) return {};
  return {row.data};
}

std::optional<std::string> TvmModuleOf(const PassRow& row) {
  return row.tvm_module ? std::optional<std::string>(row.tvm_module) : std::nullopt;
}

std::optional<std::string> TvmNameOf(const PassRow& row) {
  return row.tvm_name ? std::optional<std::string>(row.tvm_name) : std::nullopt;
}

std::optional<std::string> InfoNameOf(const PassRow& row) {
  return row.info_name ? std::optional<std::string>(row.info_name) : std::nullopt;
}

// No value if it is false, so that the record omits it.
std::optional<bool> RequiredInTvm(const AttrField& option) {
  return option.required_in_tvm ? std::optional(true) : std::nullopt;
}

std::string AnswerOf(const Question& question) { return question.answer(nullptr); }

}  // namespace

template <>
const RecordSchema& SchemaOf<AttrField>() {
  static constexpr RecordField kFields[] = {
      Member<&AttrField::name>("name", "The name, as in TVM's Python."),
      Member<&TypeNameOf>("type", "The type, such as \"list[string]\"."),
      Member<&DefaultOf>("default", "The default value; null if there is none."),
      Member<&AttrField::doc>("doc", "A description."),
      Member<&AttrField::required>("required", "Whether it is required."),
      Member<&RequiredInTvm>("requiredInTvm", "Whether TVM's Python has no default for it."),
  };
  static constexpr RecordSchema schema = {"PassOption",
                                          "An option of a pass, an instrument, a model or another "
                                          "object; an attribute; or an argument of a question.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<PassRow>() {
  static constexpr RecordField kFields[] = {
      Member<&PassRow::name>("name", "As in TVM."),
      Member<&InfoNameOf>("infoName",
                          "Its name in PassInfo and Sequential, if that is a different one."),
      Member<&PassRow::opt_level>(
          "optLevel", "`Sequential` runs it only in contexts with at least this level."),
      Member<&PassRow::required>("required", "The passes that `Sequential` runs before it."),
      Member<&PassRow::summary>("summary", "What it does, in one sentence."),
      Member<&PassRow::options>("options", "Its options."),
      Member<&TvmModuleOf>("tvmModule",
                           "Its module in the Python of TVM 0.11; absent if TVM does not have it."),
      Member<&TvmNameOf>("tvmName", "Its name there, if that is a different one."),
  };
  static constexpr RecordSchema schema = {"PassDescription", "A built-in pass.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<InstrumentRow>() {
  static constexpr RecordField kFields[] = {
      Member<&InstrumentRow::name>("name", "The name of the instrument and of its class."),
      Member<&InstrumentRow::summary>("summary", "What it does, in one sentence."),
      Member<&InstrumentRow::options>("options", "Its options."),
      Member<&DataOf>("data", "The data that it collects; null if it collects none."),
      Member<&InstrumentRow::text>("text", "Whether its data can be rendered as text."),
      Member<&InstrumentRow::clears>("clears", "Whether its data can be cleared."),
      Member<&InstrumentRow::questions>("questions", "The questions that it answers."),
  };
  static constexpr RecordSchema schema = {"InstrumentDescription", "A built-in instrument.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<GatheredData>() {
  static constexpr RecordField kFields[] = {
      Member<&GatheredData::name>("name", "The name of the function that returns it."),
      Member<&TypeOf>("type", "Its type."),
      Member<&GatheredData::doc>("doc", "A description."),
  };
  static constexpr RecordSchema schema = {"GatheredData", "The data that an instrument collects.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<Question>() {
  static constexpr RecordField kFields[] = {
      Member<&Question::name>("name", "Its name."),
      Member<&Question::arguments>("arguments", "Its arguments."),
      Member<&AnswerOf>("answer", "The type of the answer."),
      Member<&Question::doc>("doc", "A description of the answer."),
  };
  static constexpr RecordSchema schema = {"QuestionDescription",
                                          "A question that an instrument answers.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ArgDecl>() {
  static constexpr RecordField kFields[] = {
      Member<&ArgDecl::name>("name", "The name, as in TVM's Python."),
      Member<&ArgDecl::type>("type", "Its type."),
      Member<&ArgDecl::doc>("doc", "A description."),
  };
  static constexpr RecordSchema schema = {"ArgumentDescription", "An argument of an operator.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<OpDecl>() {
  static constexpr RecordField kFields[] = {
      Member<&OpDecl::name>("name", "The name, as in Relay."),
      Member<&OpDecl::doc>("doc", "What it computes."),
      Member<&OpDecl::args>("args", "The arguments, in order."),
      Member<&AttrsTypeOf>("attrsType",
                           "TVM's name for the type of the attributes; null without attributes."),
      Member<&AttributesOf>("attrs", "The attributes, in order."),
      Member<&PatternOf>("pattern",
                         "How it can be fused: \"elemwise\", \"broadcast\", \"injective\", "
                         "\"reduce\", \"out-elemwise-fusable\", …"),
      Member<&OpDecl::support_level>("supportLevel", "The support level, as in TVM, from 1 to 11."),
      Member<&OpDecl::variadic>("variadic", "Whether it takes any number of arguments."),
  };
  static constexpr RecordSchema schema = {"OpDescription", "A built-in operator.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ModelRow>() {
  static constexpr RecordField kFields[] = {
      Member<&ModelRow::name>("name", "The name of the model."),
      Member<&ModelRow::module>("module", "Its module in TVM's relay.testing."),
      Member<&ModelRow::summary>("summary", "A description in one sentence."),
      Member<&ModelRow::options>("options", "Its options."),
  };
  static constexpr RecordSchema schema = {"ModelDescription", "A built-in model.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<SettingsRow>() {
  static constexpr RecordField kFields[] = {
      Member<&SettingsRow::name>("name", "The name of the object."),
      Member<&SettingsRow::summary>("summary", "A description in one sentence."),
      Member<&SettingsRow::options>("options", "Its options."),
  };
  static constexpr RecordSchema schema = {
      "SettingsDescription", "The options of an object that is not in another table.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<DiagKindInfo>() {
  static constexpr RecordField kFields[] = {
      Member<&DiagKindInfo::name>("name", "The name, such as \"shape-mismatch\"."),
      Member<&DiagKindInfo::doc>("doc", "A description."),
  };
  static constexpr RecordSchema schema = {"DiagnosticKind", "A kind of diagnostic.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<RemarkKindInfo>() {
  static constexpr RecordField kFields[] = {
      Member<&RemarkKindInfo::type>(
          "type", "Whether the pass transformed something, missed something, or found something."),
      Member<&RemarkKindInfo::pass>("pass", "The passes that emit it, separated by commas."),
      Member<&RemarkKindInfo::name>("name", "The name, such as \"OpaqueOperator\"."),
      Member<&RemarkKindInfo::doc>("doc", "A description."),
  };
  static constexpr RecordSchema schema = {"RemarkKind", "A kind of remark.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ConfigKey>() {
  static constexpr RecordField kFields[] = {
      Member<&ConfigKey::name>("name", "As in TVM."),
      Member<&KeyTypeOf>("type", "The type of its value."),
      Member<&ConfigKey::doc>("doc", "A description."),
      Member<&ConfigKey::in_tvm>("inTvm", "Whether TVM 0.11 registers it."),
  };
  static constexpr RecordSchema schema = {"ConfigKey", "A key of a context's configuration.",
                                          kFields};
  return schema;
}

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

std::string DescribePasses() { return JsonText(PassTable()); }
std::string DescribeInstruments() { return JsonText(InstrumentTable()); }
std::string DescribeModels() { return JsonText(ModelTable()); }
std::string DescribeSettings() { return JsonText(SettingsTable()); }

std::string DescribeOps() {
  JsonWriter json;
  json.BeginArray();
  for (const Expr& node : AllOps()) JsonTraits<OpDecl>::Write(json, *As<OpNode>(node)->decl);
  return json.EndArray().Take();
}

std::string DescribeDiagnosticKinds() { return JsonText(DiagKinds()); }
std::string DescribeRemarkKinds() {
  // Leaves out the kind of users' passes, whose remarks have their own names.
  return JsonText(RemarkKinds().subspan(1));
}
std::string DescribeConfigKeys() { return JsonText(PassContext::ListConfigs()); }

void AddTableRecords(RecordList* records) {
  for (auto type :
       {JsonTraits<PassRow>::Type, JsonTraits<InstrumentRow>::Type, JsonTraits<OpDecl>::Type,
        JsonTraits<ModelRow>::Type, JsonTraits<SettingsRow>::Type, JsonTraits<DiagKindInfo>::Type,
        JsonTraits<RemarkKindInfo>::Type, JsonTraits<ConfigKey>::Type}) {
    type(records);
  }
}

}  // namespace passcope
