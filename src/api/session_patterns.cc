// The pattern language of a session.
#include <algorithm>
#include <array>

#include "api/describe.h"
#include "api/foreign_pass.h"
#include "api/json.h"
#include "api/session.h"
#include "dataflow_pattern/matcher.h"
#include "dataflow_pattern/rewrite.h"
#include "ir/expr_key.h"
#include "pass/options.h"
#include "transforms/merge_composite.h"

namespace passcope {
namespace {

struct KindRow {
  const char* name;
  // The number of patterns inside it; -1 for one or more, -2 for any number.
  int children;
};
// In the order of DFPatternKind.
constexpr std::array<KindRow, 16> kKinds = {{{"Expr", 0},
                                             {"Var", 0},
                                             {"Constant", 0},
                                             {"Wildcard", 0},
                                             {"Call", -1},
                                             {"Function", -1},
                                             {"Tuple", -2},
                                             {"TupleGetItem", 1},
                                             {"If", 3},
                                             {"Let", 3},
                                             {"Alt", 2},
                                             {"Attr", 1},
                                             {"Type", 1},
                                             {"DataType", 1},
                                             {"Shape", 1},
                                             {"Dominator", 3}}};

double KeyOf(const DFPatternNode* pattern) {
  return static_cast<double>(reinterpret_cast<uintptr_t>(pattern));
}

// The object of a callback or a check. The package, not the user, sets these members.
uint32_t ObjectOf(const AttrDict& dict, const char* name) {
  const AttrValue* value = FindOption(dict, name);
  const int64_t* object = value ? value->get<int64_t>() : nullptr;
  return object ? static_cast<uint32_t>(*object) : 0;
}

bool IsSet(const AttrDict& dict, const char* name) {
  const AttrValue* value = FindOption(dict, name);
  const bool* set = value ? value->get<bool>() : nullptr;
  return set && *set;
}

// A check as a question to the host; an empty function for 0.
std::function<bool(const Expr&)> MakeCheck(ForeignHost& host, uint32_t object, std::string name) {
  if (object == 0) return {};
  return [ask = MakeForeignQuestion(host, object, std::move(name))](const Expr& match) {
    return ask(match) != nullptr;
  };
}

}  // namespace

Handle Session::MakePattern(const std::string& kind, const std::string& children_json,
                            const std::string& fields_json) {
  size_t number = 0;
  while (number < kKinds.size() && kind != kKinds[number].name) ++number;
  if (number == kKinds.size())
    Misuse(MSG(kPatternKindUnknown, "unknown kind of pattern '{kind}'", kind));
  std::vector<DFPattern> children =
      GetAll<DFPattern>(ReadJson(children_json, PHRASE(kPatternsNoun, "patterns")),
                        PHRASE(kPatternsNoun, "patterns"));
  int expected = kKinds[number].children;
  if (expected >= 0 ? children.size() != static_cast<size_t>(expected)
                    : expected == -1 && children.empty()) {
    Misuse(expected < 0 ? MSG(kPatternChildrenMissing,
                              "a pattern of kind '{kind}' needs at least one pattern", kind)
                        : MSG(kPatternChildCountInvalid,
                              "a pattern of kind '{kind}' takes {expected} patterns, not {count}",
                              kind, expected, children.size()));
  }
  DFPatternNode::Fields fields;
  for (const auto& [name, value] : ReadJsonObject(fields_json, PHRASE(kPatternNoun, "a pattern"))) {
    if (value.is_null()) continue;
    const int64_t* integer = value.get<int64_t>();
    const std::string* text = value.get<std::string>();
    if (name == "any" && value.get<bool>()) {
      fields.any = *value.get<bool>();
    } else if (name == "expr" && integer) {
      fields.expr = Get<Expr>(static_cast<Handle>(*integer));
    } else if (name == "op" && text) {
      fields.expr = Expr(ExpectOp(*text));
    } else if (name == "name" && text) {
      fields.name = Name(*text);
    } else if (name == "index" && integer && *integer >= -1 && *integer <= INT32_MAX) {
      fields.index = static_cast<int>(*integer);
    } else if (name == "attrs" && value.dict()) {
      for (const auto& [key, wanted] : *value.dict()) {
        fields.attrs.emplace_back(key, AttrFromJson(wanted));
      }
    } else if (name == "type") {
      fields.type = TypeFromJson(value);
    } else if (name == "dtype" && text) {
      fields.dtype = DTypeFromText(*text);
    } else if (name == "shape") {
      const Type type = TypeFromJson(AttrDict{{"shape", value}, {"dtype", "float32"}});
      fields.shape = As<TensorTypeNode>(type)->shape;
    } else {
      Misuse(MSG(kPatternFieldValueRejected,
                 "a pattern of kind '{kind}' does not take {value} for '{name}'", kind,
                 ValueText(value), name));
    }
  }
  auto pattern_kind = static_cast<DFPatternKind>(number);
  bool complete = true;
  if (pattern_kind == DFPatternKind::kExpr) complete = fields.expr != nullptr;
  if (pattern_kind == DFPatternKind::kType) complete = fields.type != nullptr;
  if (pattern_kind == DFPatternKind::kDataType) complete = !fields.dtype.is_void();
  if (!complete)
    Misuse(MSG(kPatternComparandMissing,
               "a pattern of kind '{kind}' needs the expression, type or data type to compare with",
               kind));
  return AddSlot(
      DFPattern(new DFPatternNode(pattern_kind, std::move(children), std::move(fields))));
}

double Session::PatternKey(Handle pattern) const { return KeyOf(Get<DFPattern>(pattern).get()); }

std::string Session::PatternInfo(Handle handle) {
  // A copy: adding handles can move the slots.
  DFPattern pattern = Get<DFPattern>(handle);
  const DFPatternNode::Fields& fields = pattern->fields;
  JsonWriter json;
  json.BeginObject().Key("kind").String(kKinds[static_cast<size_t>(pattern->kind())].name);
  json.Key("children").BeginArray();
  for (const DFPattern& child : pattern->children()) {
    json.Int(AddSlot(child));
    json.Int(static_cast<int64_t>(reinterpret_cast<uintptr_t>(child.get())));
  }
  json.EndArray();
  json.Key("any").Bool(fields.any);
  switch (pattern->kind()) {
    case DFPatternKind::kExpr:
      json.Key("expr").Int(AddSlot(fields.expr));
      break;
    case DFPatternKind::kVar:
      json.Key("name").String(fields.name.view());
      break;
    case DFPatternKind::kTupleGetItem:
      json.Key("index").Int(fields.index);
      break;
    case DFPatternKind::kAttr:
      json.Key("attrs").BeginObject();
      for (const auto& [name, value] : fields.attrs) WriteValue(json.Key(name), value);
      json.EndObject();
      break;
    case DFPatternKind::kType:
      json.Key("type").String(TypeText(fields.type));
      break;
    case DFPatternKind::kDataType:
      json.Key("dtype").String(fields.dtype.str());
      break;
    case DFPatternKind::kShape:
      json.Key("shape").BeginArray();
      for (Dim dim : fields.shape) {
        if (dim.is_const()) {
          json.Int(dim.value());
        } else {
          json.String(dim.str());
        }
      }
      json.EndArray();
      break;
    default:
      break;
  }
  json.EndObject();
  return json.Take();
}

std::string Session::PatternNodes(Handle handle) const {
  CompiledPattern compiled(Get<DFPattern>(handle));
  JsonWriter json;
  json.BeginArray();
  for (const CompiledPattern::Node& node : compiled.nodes()) {
    json.Int(static_cast<int64_t>(reinterpret_cast<uintptr_t>(node.pattern)));
  }
  json.EndArray();
  return json.Take();
}

bool Session::MatchPattern(Handle pattern, Handle expr) const {
  return passcope::MatchPattern(Get<DFPattern>(pattern), Get<Expr>(expr));
}

Handle Session::RewritePatterns(const std::string& callbacks_json, Handle handle, Handle module) {
  ContextStack::Scope scope(Contexts());
  AttrValue list = ReadJson(callbacks_json, PHRASE(kCallbacksNoun, "callbacks"));
  std::vector<DFPatternCallback> callbacks;
  for (const AttrValue& item : list.array() ? *list.array() : AttrArray()) {
    AttrDict members = MembersOf(item, PHRASE(kCallbackNoun, "a callback"));
    DFPatternCallback callback;
    callback.pattern =
        std::make_shared<CompiledPattern>(Get<DFPattern>(ObjectOf(members, "pattern")));
    callback.require_type = IsSet(members, "requireType");
    callback.rewrite_once = IsSet(members, "rewriteOnce");
    callback.rewrite = [ask = MakeForeignQuestion(host_, ObjectOf(members, "target"), "rewrite")](
                           const DFPatternMatch& match) {
      std::vector<Expr> fields = {Expr(match.pre()), match.post()};
      for (uint32_t i = 0; i < match.pattern().nodes().size(); ++i) {
        fields.push_back(Tuple(match.After(i)));
      }
      return ask(Tuple(fields));
    };
    callbacks.push_back(std::move(callback));
  }
  // A copy: a callback can free the handle.
  Expr expr = Get<Expr>(handle);
  RewriteSettings settings;
  if (module != 0) settings.module = Get<IRModule>(module);
  return AddSlot(passcope::RewritePatterns(callbacks, expr, settings));
}

Handle Session::PartitionPattern(Handle pattern, Handle handle, const std::string& attrs_json,
                                 uint32_t check) {
  ContextStack::Scope scope(Contexts());
  std::function<bool(const Expr&)> asked = MakeCheck(host_, check, "partition");
  AttrDict attrs;
  for (const auto& [name, value] :
       ReadJsonObject(attrs_json, PHRASE(kAttributesNoun, "attributes"))) {
    attrs.emplace_back(name, AttrFromJson(value));
  }
  DFPattern what = Get<DFPattern>(pattern);
  Expr expr = Get<Expr>(handle);
  return AddSlot(passcope::PartitionPattern(what, expr, attrs, asked));
}

Handle Session::MakeMergeComposite(const std::string& table_json) {
  AttrValue list = ReadJson(table_json, PHRASE(kPatternTableNoun, "a pattern table"));
  std::vector<transform::CompositePattern> patterns;
  for (const AttrValue& item : list.array() ? *list.array() : AttrArray()) {
    AttrDict members = MembersOf(item, PHRASE(kPatternTableNoun, "a pattern table"));
    const AttrValue* name = FindOption(members, "name");
    patterns.push_back({name && name->get<std::string>() ? *name->get<std::string>() : "",
                        Get<DFPattern>(ObjectOf(members, "pattern")),
                        MakeCheck(host_, ObjectOf(members, "check"), "MergeComposite")});
  }
  return AddSlot(transform::MergeComposite(std::move(patterns)));
}

}  // namespace passcope
