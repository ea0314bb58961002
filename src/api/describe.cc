// JSON of the tables and of single facts.
#include "api/describe.h"

#include "analysis/free_vars.h"
#include "models/models.h"
#include "op/op.h"
#include "pass/pass_context.h"
#include "pass/registry.h"

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
  }
  return "running";
}

Json DescribeAttrs(const AttrSchema& schema) {
  Json attrs = Json::array();
  for (const AttrField& field : schema.fields) {
    Json attr = {{"name", field.name}, {"type", AttrTypeName(field.type)}};
    attr["default"] = field.required ? Json() : JsonFromAttrValue(field.default_value);
    attr["doc"] = field.doc;
    attr["required"] = field.required;
    attrs.push_back(std::move(attr));
  }
  return attrs;
}

}  // namespace

Json DescribePasses() {
  Json passes = Json::array();
  for (const PassRow& row : PassTable()) {
    Json options = Json::array();
    for (const PassOption& option : row.options) {
      options.push_back({{"name", option.name},
                         {"type", option.type},
                         {"default", JsonFromAttrValue(option.default_value)},
                         {"doc", option.doc},
                         {"required", option.required}});
    }
    passes.push_back({{"name", row.name},
                      {"optLevel", row.opt_level},
                      {"required", row.required},
                      {"summary", row.summary},
                      {"options", std::move(options)}});
  }
  return passes;
}

Json DescribeOps() {
  Json ops = Json::array();
  for (const Expr& node : AllOps()) {
    const OpDecl& decl = *As<OpNode>(node)->decl;
    Json args = Json::array();
    for (const ArgDecl& arg : decl.args) {
      args.push_back({{"name", arg.name}, {"type", arg.type}, {"doc", arg.doc}});
    }
    Json op = {{"name", decl.name}, {"doc", decl.doc}, {"args", std::move(args)}};
    op["attrsType"] = decl.schema ? Json(decl.schema().type_key) : Json();
    op["attrs"] = decl.schema ? DescribeAttrs(decl.schema()) : Json::array();
    op["pattern"] = PatternName(decl.pattern);
    op["supportLevel"] = decl.support_level;
    op["variadic"] = decl.variadic;
    ops.push_back(std::move(op));
  }
  return ops;
}

Json DescribeModels() {
  Json models = Json::array();
  for (const ModelRow& row : ModelTable()) {
    Json options = Json::array();
    for (const ModelOption& option : row.options) {
      options.push_back({{"name", option.name},
                         {"type", option.type},
                         {"default", JsonFromAttrValue(option.default_value)},
                         {"doc", option.doc}});
    }
    models.push_back(
        {{"name", row.name}, {"summary", row.summary}, {"options", std::move(options)}});
  }
  return models;
}

Json DescribeDiagnosticKinds() {
  Json kinds = Json::array();
  for (const DiagKindInfo& kind : DiagKinds()) {
    kinds.push_back({{"name", kind.name}, {"doc", kind.doc}});
  }
  return kinds;
}

Json DescribeConfigKeys() {
  Json keys = Json::array();
  for (const ConfigKey& key : ConfigKeys()) {
    keys.push_back({{"name", key.name}, {"type", AttrTypeName(key.type)}, {"doc", key.doc}});
  }
  return keys;
}

Json DescribePassInfo(const PassInfo& info) {
  return {{"name", info.name},
          {"optLevel", info.opt_level},
          {"required", info.required},
          {"traceable", info.traceable}};
}

Json DescribeFunction(const FunctionNode& function) {
  Json params = Json::array();
  for (const Expr& param : function.params()) {
    const auto* var = As<VarNode>(param);
    const Type& type = var->type_annotation ? var->type_annotation : var->checked_type();
    Json json = {{"name", var->name().str()}, {"type", TypeText(type)}};
    if (const auto* tensor = As<TensorTypeNode>(type)) {
      Json shape = Json::array();
      for (Dim dim : tensor->shape) {
        shape.push_back(dim.is_const() ? Json(dim.value()) : Json(dim.str()));
      }
      json["shape"] = std::move(shape);
      json["dtype"] = tensor->dtype.str();
    }
    params.push_back(std::move(json));
  }
  Type result = function.ret_type;
  if (!result) {
    if (const auto* checked = As<FuncTypeNode>(function.checked_type())) result = checked->ret_type;
  }
  Json type_params = Json::array();
  for (const Type& type : function.type_params) type_params.push_back(TypeText(type));
  Json attrs = Json::object();
  if (function.attrs) {
    for (const auto& [name, value] : function.attrs->items) {
      attrs[name.str()] = JsonFromAttrValue(value);
    }
  }
  return {{"params", std::move(params)},
          {"retType", TypeText(result)},
          {"typeParams", std::move(type_params)},
          {"attrs", std::move(attrs)}};
}

Json DescribeCounts(const std::map<std::string, int64_t>& counts) {
  Json object = Json::object();
  for (const auto& [name, count] : counts) object[name] = count;
  return object;
}

Json DescribeProfiles(const std::vector<PassProfile>& profiles) {
  Json nodes = Json::array();
  for (const PassProfile& profile : profiles) {
    nodes.push_back({{"name", profile.name},
                     {"durationUs", profile.duration},
                     {"ownUs", profile.self()},
                     {"failed", profile.failed},
                     {"children", DescribeProfiles(profile.children)}});
  }
  return nodes;
}

Json DescribeOpDiffs(const std::vector<OpDiffInstrument::Entry>& entries) {
  Json list = Json::array();
  for (const OpDiffInstrument::Entry& entry : entries) {
    list.push_back(Json::array({entry.depth, entry.pass, DescribeCounts(entry.diff)}));
  }
  return list;
}

Json DescribeTrace(const std::vector<TraceInstrument::Entry>& entries) {
  // A module is the result of one pass and the argument of the next: each is counted once.
  std::map<const IRModuleNode*, OpCounts> counted;
  auto counts = [&](const IRModule& module) -> const OpCounts& {
    auto [it, fresh] = counted.try_emplace(module.get());
    if (fresh) it->second = CountOps(module);
    return it->second;
  };
  Json list = Json::array();
  for (const TraceInstrument::Entry& entry : entries) {
    const OpCounts& before = counts(entry.before);
    const OpCounts& after = counts(entry.after);
    Json json = {{"index", entry.index},
                 {"parent", entry.parent},
                 {"depth", entry.depth},
                 {"name", entry.info.name},
                 {"optLevel", entry.info.opt_level},
                 {"required", entry.info.required},
                 {"startUs", entry.start},
                 {"durationUs", entry.duration},
                 {"ownUs", entry.own},
                 {"changed", entry.changed()},
                 {"opsBefore", DescribeCounts(before)},
                 {"opsAfter", DescribeCounts(after)},
                 {"opDiff", DescribeCounts(OpDifference(before, after))},
                 {"status", StatusName(entry.status)}};
    if (entry.status == TraceInstrument::Status::kFailed) json["error"] = entry.error;
    list.push_back(std::move(json));
  }
  return list;
}

Json DescribeChromeTrace(const std::vector<TraceInstrument::Entry>& entries) {
  Json events = Json::array();
  for (const TraceInstrument::Entry& entry : entries) {
    if (entry.status == TraceInstrument::Status::kVetoed) continue;
    Json args = {{"optLevel", entry.info.opt_level},
                 {"changed", entry.changed()},
                 {"status", StatusName(entry.status)}};
    events.push_back({{"name", entry.info.name},
                      {"cat", "pass"},
                      {"ph", "X"},
                      {"ts", entry.start},
                      {"dur", entry.duration},
                      {"pid", 1},
                      {"tid", 1},
                      {"args", std::move(args)}});
  }
  return {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ms"}};
}

Json DescribeDiagnostic(const Diagnostic& diagnostic, const SourceTexts& texts) {
  static constexpr const char* kSeverities[] = {"error", "warning", "note"};
  Json json = {{"kind", DiagKindName(diagnostic.kind)},
               {"severity", kSeverities[static_cast<int>(diagnostic.severity)]},
               {"message", diagnostic.message},
               {"notes", diagnostic.notes}};
  if (const SpanNode* span = diagnostic.span.get()) {
    Utf16Range range = texts.Convert(*span);
    Json place = {{"source", span->source.str()},
                  {"line", range.line},
                  {"column", range.column},
                  {"endLine", range.end_line},
                  {"endColumn", range.end_column}};
    if (range.begin >= 0) {
      place["start"] = range.begin;
      place["end"] = range.end;
    }
    json["span"] = std::move(place);
  }
  json["rendered"] = texts.Render(diagnostic);
  return json;
}

}  // namespace passcope
