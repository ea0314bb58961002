// Makes expressions of a session.
#include <algorithm>
#include <limits>

#include "api/dimension.h"
#include "api/json.h"
#include "api/session.h"
#include "ir/free_vars.h"
#include "ir/int_attrs.h"
#include "op/attrs_typed.h"
#include "op/op.h"
#include "pass/options.h"
#include "text/parser.h"
#include "text/printer.h"
#include "transforms/bind_params.h"

namespace passcope {
namespace {

// JSON has no infinities, so they cross as strings.
AttrValue RealFromText(const AttrValue& value) {
  const std::string* text = value.get<std::string>();
  if (text && *text == "inf") return std::numeric_limits<double>::infinity();
  if (text && *text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text && *text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return value;
}

// The value of {"$int64": value}: integers of type int64. Null for any other value.
const AttrValue* Int64s(const AttrValue& value) {
  const AttrDict* dict = value.dict();
  return dict && dict->size() == 1 && dict->front().first == "$int64" ? &dict->front().second
                                                                      : nullptr;
}

}  // namespace

const FunctionNode* Session::ExpectFunction(const Expr& expr, Phrase what) {
  const auto* function = As<FunctionNode>(expr);
  if (!function)
    Misuse(MSG(kFunctionRequired, "{what} must be a function", what.message()),
           {Say("{expression}", PrintSummary(expr))});
  return function;
}

const OpNode* Session::ExpectOp(const std::string& name) {
  const OpNode* node = FindOp(name);
  if (node) return node;
  std::vector<std::string> names;
  for (const Expr& known : AllOps()) names.emplace_back(As<OpNode>(known)->name());
  throw DiagnosticError(DiagKind::kUnknownOperator,
                        MSG(kLayersOperatorUnknown, "unknown operator '{operator}'", name),
                        Suggestions(name, names));
}

Type Session::TypeFromJson(const AttrValue& value) const {
  if (value.is_null()) return nullptr;
  if (const int64_t* handle = value.get<int64_t>()) return Get<Type>(static_cast<Handle>(*handle));
  if (const std::string* text = value.get<std::string>()) {
    // The parser reads types only in declarations of variables.
    Expr var = passcope::ParseExpr("free_var %t: " + *text + "; %t", "type");
    const auto* node = As<VarNode>(var);
    if (!node)
      Misuse(MSG(kSingleTypeRequired, "expected exactly one type"),
             {MSG(kActualSessionType, "it is {type}", *text)});
    return node->type_annotation;
  }
  AttrDict members = MembersOf(value, PHRASE(kTypeSpecNoun, "the type"));
  const AttrValue* shape = FindOption(members, "shape");
  const AttrValue* dtype = FindOption(members, "dtype");
  if (!shape || !shape->array() || !dtype || !dtype->get<std::string>()) {
    Misuse(MSG(kTypeObjectRequired, "a type must be an object with a shape and a dtype"));
  }
  return TensorType(ShapeOf(*shape), DTypeFromText(*dtype->get<std::string>()));
}

// Recursion is limited by the nesting that the reader of JSON allows.
AttrValue Session::AttrFromJson(const AttrValue& value) const {
  if (const AttrArray* items = value.array()) {
    AttrArray made;
    for (const AttrValue& item : *items) made.push_back(AttrFromJson(item));
    return made;
  }
  const AttrDict* dict = value.dict();
  if (!dict) return value;
  if (dict->size() == 1 && dict->front().first == "$expr") {
    const int64_t* handle = dict->front().second.get<int64_t>();
    return AttrValue(AttrValue::Object(Get<Expr>(handle ? static_cast<Handle>(*handle) : 0).get()));
  }
  // A size that is a symbol or is computed from symbols.
  if (dict->size() == 1 && dict->front().first == "$dim") {
    return ReadDim(dict->front().second).raw();
  }
  AttrDict made;
  for (const auto& [key, item] : *dict) made.emplace_back(key, AttrFromJson(item));
  return made;
}

Attrs Session::AttrsFromJson(const OpDecl& decl, const std::string& json) const {
  AttrDict given = ReadJsonObject(json, PHRASE(kAttributesNoun, "attributes"));
  if (decl.schema) return AttrsFromJson(decl.schema(), decl.name, given);
  if (given.empty()) return nullptr;
  throw DiagnosticError(DiagKind::kUnknownAttribute,
                        MSG(kBuildAttributeUnknown, "{operator} has no attribute '{attribute}'",
                            decl.name, given[0].first),
                        {MSG(kOperatorWithoutAttributesNote, "it has no attributes")});
}

Attrs Session::AttrsFromJson(const AttrSchema& schema, const char* owner,
                             const AttrDict& given) const {
  AttrsNode* node = schema.create();
  Attrs attrs(node);
  for (const auto& [name, value] : given) {
    const AttrField* field = schema.Find(name);
    if (!field || field->is_int64_flag()) {
      std::vector<std::string> names;
      for (const AttrField& candidate : schema.fields) {
        if (!candidate.is_int64_flag()) names.emplace_back(candidate.name);
      }
      throw DiagnosticError(
          DiagKind::kUnknownAttribute,
          MSG(kBuildAttributeUnknown, "{operator} has no attribute '{attribute}'", owner, name),
          Suggestions(name, names));
    }
    const AttrValue* int64s = Int64s(value);
    AttrValue given_value = int64s ? *int64s : AttrFromJson(value);
    if (field->type == AttrType::kDouble) given_value = RealFromText(value);
    bool list = field->type == AttrType::kInts || field->type == AttrType::kOptInts;
    // As in TVM's Python functions, an integer is accepted as a list of one.
    if (list && value.get<int64_t>()) given_value = AttrValue::Ints({*value.get<int64_t>()});
    if (!node->Set(*field, given_value)) {
      throw DiagnosticError(
          DiagKind::kBadAttribute,
          MSG(kAttributeValueRejected,
              "the attribute '{attribute}' of {operator} must be {expected}, not {value}", name,
              owner, ExpectedOf(field->type, given_value), ValueText(value)));
    }
    const AttrField* flag = int64s ? Int64FlagOf(schema, *field) : nullptr;
    if (flag) node->Set(*flag, true);
  }
  for (const AttrField& field : schema.fields) {
    if (!field.required) continue;
    bool present = false;
    for (const auto& item : given) present = present || item.first == field.name;
    if (!present) {
      throw DiagnosticError(DiagKind::kMissingAttribute,
                            MSG(kBuildAttributeRequired,
                                "{operator} needs its attribute '{attribute}'", owner, field.name));
    }
  }
  return attrs;
}

Handle Session::MakeVar(const std::string& name, const std::string& type_json) {
  return AddSlot(Var(name, TypeFromJson(ReadJson(type_json, PHRASE(kTypeSpecNoun, "the type")))));
}

Handle Session::MakeConstant(Handle array) { return AddSlot(Constant(Get<NDArray>(array))); }

Handle Session::MakeCall(const std::string& op, const std::string& args_json,
                         const std::string& attrs_json) {
  const OpNode* node = ExpectOp(op);
  std::vector<Expr> args = GetAll<Expr>(ReadJson(args_json, PHRASE(kArgumentsNoun, "arguments")),
                                        PHRASE(kArgumentsNoun, "arguments"));
  const OpDecl& decl = *node->decl;
  if (!decl.variadic && args.size() != decl.args.size()) {
    size_t expected = decl.args.size();
    throw DiagnosticError(
        DiagKind::kArity,
        expected == 1
            ? MSG(kBuildArgumentCountOne, "{operator} takes {expected} argument, not {actual}", op,
                  expected, args.size())
            : MSG(kBuildArgumentCountMany, "{operator} takes {expected} arguments, not {actual}",
                  op, expected, args.size()));
  }
  return AddSlot(Call(Expr(node), args, AttrsFromJson(decl, attrs_json)));
}

Handle Session::MakeCallExpr(Handle callee, const std::string& args_json) {
  std::vector<Expr> args = GetAll<Expr>(ReadJson(args_json, PHRASE(kArgumentsNoun, "arguments")),
                                        PHRASE(kArgumentsNoun, "arguments"));
  return AddSlot(Call(Get<Expr>(callee), args));
}

Handle Session::MakeTypedCall(Handle callee, const std::string& args_json,
                              const std::string& type_key, const std::string& attrs_json) {
  std::vector<Expr> args = GetAll<Expr>(ReadJson(args_json, PHRASE(kArgumentsNoun, "arguments")),
                                        PHRASE(kArgumentsNoun, "arguments"));
  AttrDict given = ReadJsonObject(attrs_json, PHRASE(kAttributesNoun, "attributes"));
  Attrs attrs;
  if (type_key == DictCallAttrs::Schema().type_key) {
    auto* free = MakeAttrs<DictCallAttrs>();
    attrs = Attrs(free);
    for (auto& [name, value] : given) value = AttrFromJson(value);
    free->dict = std::move(given);
  } else if (const AttrSchema* schema = FindAttrSchema(type_key)) {
    attrs = AttrsFromJson(*schema, schema->type_key, given);
  } else {
    throw DiagnosticError(DiagKind::kUnsupported,
                          MSG(kAttributesTypeKeyUnused,
                              "no operator has attributes of the type `{type_key}`", type_key));
  }
  return AddSlot(Call(Get<Expr>(callee), args, std::move(attrs)));
}

Handle Session::MakeGlobalVar(const std::string& name) { return AddSlot(GlobalVar(name)); }

Handle Session::MakeTuple(const std::string& fields_json) {
  return AddSlot(Tuple(GetAll<Expr>(ReadJson(fields_json, PHRASE(kFieldsNoun, "fields")),
                                    PHRASE(kFieldsNoun, "fields"))));
}

Handle Session::MakeTupleGetItem(Handle tuple, int index) {
  return AddSlot(TupleGetItem(Get<Expr>(tuple), index));
}

Handle Session::MakeFunction(const std::string& params_json, Handle body) {
  const Expr& expr = Get<Expr>(body);
  AttrValue list = ReadJson(params_json, PHRASE(kParametersNoun, "parameters"));
  std::vector<Expr> params =
      list.is_null() ? FreeVars(expr) : GetAll<Expr>(list, PHRASE(kParametersNoun, "parameters"));
  for (const Expr& param : params) {
    if (!As<VarNode>(param))
      Misuse(MSG(kParameterNotVariable, "the parameters of a function must be variables"));
  }
  return AddSlot(Function(params, expr));
}

Handle Session::BindParams(Handle function, const std::string& params_json) {
  const Expr& expr = Get<Expr>(function);
  ExpectFunction(expr, PHRASE(kParameterValuesNoun, "the values of parameters"));
  return AddSlot(
      BindParamsByName(expr, GetArrays(params_json, PHRASE(kParametersNoun, "parameters"))));
}

}  // namespace passcope
