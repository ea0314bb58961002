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
      Member<&AttrField::name>("name", "As in TVM's Python."),
      Member<&TypeNameOf>("type", "What it takes, such as \"list[string]\"."),
      Member<&DefaultOf>("default", "null when there is none."),
      Member<&AttrField::doc>("doc", "What it means."),
      Member<&AttrField::required>("required", "Whether it has to be given."),
      Member<&RequiredInTvm>("requiredInTvm", "TVM's Python has no default for it."),
  };
  static constexpr RecordSchema schema = {
      "PassOption",
      "An option of a pass, an instrument, a model or another thing that is made, an attribute, or "
      "an argument of a question.",
      kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<PassRow>() {
  static constexpr RecordField kFields[] = {
      Member<&PassRow::name>("name", "As in TVM."),
      Member<&InfoNameOf>("infoName",
                          "What PassInfo and Sequential call it, where that is another name."),
      Member<&PassRow::opt_level>("optLevel",
                                  "`Sequential` runs it only in contexts of at least this level."),
      Member<&PassRow::required>("required", "What `Sequential` runs before it."),
      Member<&PassRow::summary>("summary", "What it does, in one sentence."),
      Member<&PassRow::options>("options", "What it can be made with."),
      Member<&TvmModuleOf>("tvmModule",
                           "Where TVM 0.11 has it in Python; absent where it has it not."),
      Member<&TvmNameOf>("tvmName", "What TVM calls it there, where that is another name."),
  };
  static constexpr RecordSchema schema = {"PassDescription", "A pass of the engine's table.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<InstrumentRow>() {
  static constexpr RecordField kFields[] = {
      Member<&InstrumentRow::name>("name", "The instrument's name, and its class's."),
      Member<&InstrumentRow::summary>("summary", "What it does, in one sentence."),
      Member<&InstrumentRow::options>("options", "What it can be made with."),
      Member<&DataOf>("data", "What it gathers; null when it gathers nothing."),
      Member<&InstrumentRow::text>("text", "Whether it tells what it gathered as text."),
      Member<&InstrumentRow::clears>("clears", "Whether it can be made to forget."),
      Member<&InstrumentRow::questions>("questions", "What else it can be asked."),
  };
  static constexpr RecordSchema schema = {"InstrumentDescription",
                                          "An instrument of the engine's table.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<GatheredData>() {
  static constexpr RecordField kFields[] = {
      Member<&GatheredData::name>("name", "What asking for it is called."),
      Member<&TypeOf>("type", "Its type."),
      Member<&GatheredData::doc>("doc", "What it is."),
  };
  static constexpr RecordSchema schema = {"GatheredData", "What an instrument gathers.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<Question>() {
  static constexpr RecordField kFields[] = {
      Member<&Question::name>("name", "Its name."),
      Member<&Question::arguments>("arguments", "What it takes."),
      Member<&AnswerOf>("answer", "The type of the answer."),
      Member<&Question::doc>("doc", "What it answers."),
  };
  static constexpr RecordSchema schema = {"QuestionDescription", "What an instrument can be asked.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ArgDecl>() {
  static constexpr RecordField kFields[] = {
      Member<&ArgDecl::name>("name", "As in TVM's Python."),
      Member<&ArgDecl::type>("type", "What it takes."),
      Member<&ArgDecl::doc>("doc", "What it means."),
  };
  static constexpr RecordSchema schema = {"ArgumentDescription", "An argument of an operator.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<OpDecl>() {
  static constexpr RecordField kFields[] = {
      Member<&OpDecl::name>("name", "As in Relay."),
      Member<&OpDecl::doc>("doc", "What it computes."),
      Member<&OpDecl::args>("args", "In their order."),
      Member<&AttrsTypeOf>("attrsType",
                           "TVM's name of the attributes' type; null without attributes."),
      Member<&AttributesOf>("attrs", "In their order."),
      Member<&PatternOf>("pattern",
                         "How it can be fused: \"elemwise\", \"broadcast\", \"injective\", "
                         "\"reduce\", \"out-elemwise-fusable\", …"),
      Member<&OpDecl::support_level>("supportLevel", "As in TVM, 1 to 11."),
      Member<&OpDecl::variadic>("variadic", "Whether it takes any number of arguments."),
  };
  static constexpr RecordSchema schema = {"OpDescription", "An operator of the engine's table.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ModelRow>() {
  static constexpr RecordField kFields[] = {
      Member<&ModelRow::name>("name", "The model's name."),
      Member<&ModelRow::module>("module", "The module of TVM's relay.testing that has it."),
      Member<&ModelRow::summary>("summary", "What it is, in one sentence."),
      Member<&ModelRow::options>("options", "What it can be made with."),
  };
  static constexpr RecordSchema schema = {"ModelDescription", "A model of the engine's table.",
                                          kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<SettingsRow>() {
  static constexpr RecordField kFields[] = {
      Member<&SettingsRow::name>("name", "Of what is made."),
      Member<&SettingsRow::summary>("summary", "What it is, in one sentence."),
      Member<&SettingsRow::options>("options", "What it can be made with."),
  };
  static constexpr RecordSchema schema = {
      "SettingsDescription", "How something is made that is no row of another table.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<DiagKindInfo>() {
  static constexpr RecordField kFields[] = {
      Member<&DiagKindInfo::name>("name", "Such as \"shape-mismatch\"."),
      Member<&DiagKindInfo::doc>("doc", "Which rule was broken."),
  };
  static constexpr RecordSchema schema = {"DiagnosticKind", "A kind of diagnostic.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<RemarkKindInfo>() {
  static constexpr RecordField kFields[] = {
      Member<&RemarkKindInfo::type>("type",
                                    "Whether something was done, was not done, or was found out."),
      Member<&RemarkKindInfo::pass>("pass", "The passes that say it, separated by commas."),
      Member<&RemarkKindInfo::name>("name", "Such as \"OpaqueOperator\"."),
      Member<&RemarkKindInfo::doc>("doc", "What it says."),
  };
  static constexpr RecordSchema schema = {"RemarkKind", "A kind of remark.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ConfigKey>() {
  static constexpr RecordField kFields[] = {
      Member<&ConfigKey::name>("name", "As in TVM."),
      Member<&KeyTypeOf>("type", "What it takes."),
      Member<&ConfigKey::doc>("doc", "What it means."),
      Member<&ConfigKey::in_tvm>("inTvm", "Whether TVM 0.11 has registered it."),
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
