// Types, data types and matches of a session.
#include <array>
#include <string_view>

#include "api/dimension.h"
#include "api/json.h"
#include "api/session.h"
#include "ir/dim_arith.h"
#include "ir/structural.h"
#include "ir/type_equal.h"
#include "ir/type_var_kind.h"
#include "pass/options.h"
#include "support/format.h"
#include "text/printer.h"

namespace passcope {
namespace {

// In the order of TypeKind.
constexpr std::array<const char*, 8> kKinds = {"TensorType",    "TupleType",      "FuncType",
                                               "RefType",       "IncompleteType", "TypeVar",
                                               "GlobalTypeVar", "TypeCall"};

double KeyOf(const TypeNode* type) {
  return static_cast<double>(reinterpret_cast<uintptr_t>(type));
}

void WriteDim(JsonWriter& json, Dim dim) {
  if (AsSize(dim).is_any()) {
    json.String("?");
  } else if (dim.is_const() && dim.is_int64()) {
    json.BeginArray().String("i64").Int(dim.value()).EndArray();
  } else if (dim.is_const()) {
    json.Int(dim.value());
  } else if (char kind = dim.symbol_kind(); kind == 's' || kind == 'v') {
    json.BeginArray().String(std::string(1, kind)).String(dim.symbol_name()).EndArray();
  } else {
    auto [a, b] = dim.operands();
    WriteDim(json.BeginArray().String(std::string(1, kind)), a);
    if (kind == 'r') {
      json.Real(dim.factor());
    } else {
      WriteDim(json, b);
    }
    json.EndArray();
  }
}

std::string NameFrom(const AttrDict& fields, const char* kind) {
  const AttrValue* name = FindOption(fields, "name");
  if (name && name->get<std::string>()) return *name->get<std::string>();
  throw DiagnosticError(DiagKind::kUsage, MSG(kTypeNameMissing, "a {kind} needs a name", kind));
}

// The kind of a type variable for TVM's number.
TypeVarKind KindFrom(const AttrDict& fields, int64_t otherwise) {
  const AttrValue* given = FindOption(fields, "varKind");
  const int64_t* number = given ? given->get<int64_t>() : nullptr;
  int64_t kind = number ? *number : otherwise;
  if (kind < 0 || kind > 6 || kind == 3) {
    throw DiagnosticError(DiagKind::kUsage,
                          MSG(kTypeKindUnknown, "unknown kind of type '{kind}'", kind));
  }
  return static_cast<TypeVarKind>(kind);
}

}  // namespace

Shape Session::ShapeOf(const AttrValue& dims) {
  if (!dims.array()) Misuse(MSG(kTypeShapeNotArray, "the shape of a type must be an array"));
  Shape shape;
  for (const AttrValue& dim : *dims.array()) shape.push_back(ReadDim(dim));
  return shape;
}

Handle Session::MakeType(const std::string& kind, const std::string& children_json,
                         const std::string& fields_json) {
  std::vector<Type> c = GetAll<Type>(ReadJson(children_json, PHRASE(kTypesNoun, "types")),
                                     PHRASE(kTypesNoun, "types"));
  AttrDict fields = ReadJsonObject(fields_json, PHRASE(kSingleTypeNoun, "a type"));
  auto expect = [&](bool right) {
    if (!right)
      Misuse(
          MSG(kTypeChildCountInvalid, "cannot make a '{kind}' of {count} types", kind, c.size()));
  };
  if (kind == "TensorType") {
    expect(c.empty());
    const AttrValue* shape = FindOption(fields, "shape");
    const AttrValue* dtype = FindOption(fields, "dtype");
    if (!shape || !dtype || !dtype->get<std::string>()) {
      Misuse(MSG(kTypeObjectRequired, "a type must be an object with a shape and a dtype"));
    }
    return AddSlot(TensorType(ShapeOf(*shape), DTypeFromText(*dtype->get<std::string>())));
  }
  if (kind == "TupleType") return AddSlot(TupleType(std::move(c)));
  if (kind == "FuncType") {
    const AttrValue* params = FindOption(fields, "typeParams");
    const int64_t* given = params ? params->get<int64_t>() : nullptr;
    size_t count = given && *given > 0 ? static_cast<size_t>(*given) : 0;
    expect(c.size() > count);
    for (size_t i = 0; i < count; ++i) {
      if (!As<TypeVarNode>(c[i]))
        Misuse(MSG(kTypeParameterNotVariable, "the type parameters must be type variables"));
    }
    Type result = std::move(c.back());
    c.pop_back();
    auto middle = c.begin() + static_cast<ptrdiff_t>(count);
    std::vector<Type> args(middle, c.end());
    c.erase(middle, c.end());
    return AddSlot(FuncType(std::move(args), std::move(result), std::move(c)));
  }
  if (kind == "RefType") {
    expect(c.size() == 1);
    return AddSlot(RefType(c[0]));
  }
  if (kind == "TypeCall") {
    expect(!c.empty());
    Type func = c[0];
    c.erase(c.begin());
    return AddSlot(TypeCall(std::move(func), std::move(c)));
  }
  expect(c.empty());
  if (kind == "IncompleteType") return AddSlot(IncompleteType(KindFrom(fields, 0)));
  if (kind == "TypeVar") return AddSlot(TypeVar(NameFrom(fields, "TypeVar"), KindFrom(fields, 0)));
  if (kind == "GlobalTypeVar") {
    return AddSlot(GlobalTypeVar(NameFrom(fields, "GlobalTypeVar"), KindFrom(fields, 5)));
  }
  Misuse(MSG(kTypeKindUnknown, "unknown kind of type '{kind}'", kind));
}

Handle Session::ParseType(const std::string& text) { return AddSlot(TypeFromJson(text)); }

double Session::TypeKey(Handle type) const { return KeyOf(Get<Type>(type).get()); }

std::string Session::TypeInfo(Handle handle) {
  // A copy: adding handles can move the slots.
  Type type = Get<Type>(handle);
  JsonWriter json;
  json.BeginObject().Key("kind").String(kKinds[static_cast<size_t>(type->kind())]);
  auto all = [&](const char* key, const std::vector<Type>& types) {
    WriteTypes(json.Key(key), types);
  };
  auto write_kind = [&]() { json.Key("varKind").Int(static_cast<int64_t>(KindOf(type.get()))); };
  if (const auto* tensor = As<TensorTypeNode>(type)) {
    json.Key("shape").BeginArray();
    for (Dim dim : tensor->shape) WriteDim(json, dim);
    json.EndArray().Key("dtype").String(tensor->dtype.str());
  } else if (const auto* tuple = As<TupleTypeNode>(type)) {
    all("fields", tuple->fields);
  } else if (const auto* function = As<FuncTypeNode>(type)) {
    all("typeParams", function->type_params);
    all("argTypes", function->arg_types);
    all("retType", {function->ret_type});
  } else if (const auto* ref = As<RefTypeNode>(type)) {
    all("value", {ref->value});
  } else if (const auto* var = As<TypeVarNode>(type)) {
    json.Key("name").String(var->name.view());
    write_kind();
  } else if (const auto* global = As<GlobalTypeVarNode>(type)) {
    json.Key("name").String(global->name.view());
    write_kind();
  } else if (As<IncompleteTypeNode>(type)) {
    write_kind();
  } else if (const auto* call = As<TypeCallNode>(type)) {
    all("func", {call->func});
    all("args", call->args);
  }
  return json.EndObject().Take();
}

void Session::WriteTypes(JsonWriter& json, const std::vector<Type>& types) {
  json.BeginArray();
  for (const Type& type : types) {
    json.Int(type ? AddSlot(type) : 0).Real(type ? KeyOf(type.get()) : 0);
  }
  json.EndArray();
}

std::string Session::ExprTypes(Handle handle) {
  Expr expr = Get<Expr>(handle);
  JsonWriter json;
  auto all = [&](const char* key, const std::vector<Type>& types) {
    WriteTypes(json.Key(key), types);
  };
  json.BeginObject();
  all("checked", {expr->checked_type()});
  if (const auto* var = As<VarNode>(expr)) {
    all("annotation", {var->type_annotation});
  } else if (const auto* call = As<CallNode>(expr)) {
    all("typeArgs", call->type_args);
  } else if (const auto* function = As<FunctionNode>(expr)) {
    all("retType", {function->ret_type});
    all("typeParams", function->type_params);
  } else if (const auto* constructor = As<ConstructorNode>(expr)) {
    all("inputs", constructor->decl().inputs);
  }
  return json.EndObject().Take();
}

Handle Session::WithTypeArgs(Handle handle, const std::string& types_json) {
  const auto* call = As<CallNode>(Get<Expr>(handle));
  if (!call)
    Misuse(MSG(kTypeArgumentsOnlyOnCall, "expected a call: only calls have type arguments"));
  return AddSlot(Call(
      call->op(), call->args(), call->attrs,
      GetAll<Type>(ReadJson(types_json, PHRASE(kTypesNoun, "types")), PHRASE(kTypesNoun, "types")),
      call->span()));
}

// --- data types ---

Handle Session::MakeTypeData(const std::string& name, const std::string& type_vars_json,
                             const std::string& constructors_json) {
  std::vector<Type> vars = GetAll<Type>(ReadJson(type_vars_json, PHRASE(kTypesNoun, "types")),
                                        PHRASE(kTypesNoun, "types"));
  for (const Type& var : vars) {
    if (!As<TypeVarNode>(var))
      Misuse(MSG(kTypeParameterNotVariable, "the type parameters must be type variables"));
  }
  std::vector<TypeDataNode::Constructor> constructors;
  for (const auto& [constructor, inputs] :
       ReadJsonObject(constructors_json, PHRASE(kConstructorsNoun, "constructors"))) {
    constructors.push_back({Name(constructor), GetAll<Type>(inputs, PHRASE(kTypesNoun, "types"))});
  }
  return AddSlot(TypeData(new TypeDataNode(Name(name), std::move(vars), std::move(constructors))));
}

std::string Session::TypeDataInfo(Handle handle) {
  TypeData data = Get<TypeData>(handle);
  JsonWriter json;
  json.BeginObject().Key("name").String(data->name.view());
  WriteTypes(json.Key("typeVars"), data->type_vars);
  json.Key("constructors").BeginArray();
  for (const TypeDataNode::Constructor& constructor : data->constructors) {
    json.String(constructor.name.view());
  }
  return json.EndArray().EndObject().Take();
}

Handle Session::MakeConstructor(Handle type_data, int index) {
  const TypeData& data = Get<TypeData>(type_data);
  if (index < 0 || static_cast<size_t>(index) >= data->constructors.size()) {
    Misuse(MSG(kConstructorIndexUnknown, "{name} has no constructor {index}", data->name.str(),
               index));
  }
  return AddSlot(Constructor(data, static_cast<uint32_t>(index)));
}

Handle Session::ConstructorTypeData(Handle handle) {
  const auto* constructor = As<ConstructorNode>(Get<Expr>(handle));
  if (!constructor)
    Misuse(MSG(kConstructorRequiredForDataType, "expected a constructor of a data type"));
  return AddSlot(constructor->data);
}

std::string Session::ModuleTypes(Handle handle) {
  IRModule module = Get<IRModule>(handle);
  JsonWriter json;
  json.BeginArray();
  for (const TypeData& data : module->types) json.Int(AddSlot(data));
  return json.EndArray().Take();
}

void Session::ModuleSetType(Handle module, Handle type_data) {
  const IRModule& old = Get<IRModule>(module);
  const TypeData& data = Get<TypeData>(type_data);
  std::vector<TypeData> types = old->types;
  bool replaced = false;
  for (TypeData& known : types) {
    if (known->name != data->name) continue;
    known = data;
    replaced = true;
  }
  if (!replaced) types.push_back(data);
  IRModule changed(new IRModuleNode(old->functions, old->attrs, std::move(types)));
  slots_[module - 1] = std::move(changed);
}

Handle Session::MakeMatch(Handle data, const std::string& clauses_json, bool complete) {
  std::vector<Expr> children = {Get<Expr>(data)};
  std::vector<PatternStep> steps;
  std::vector<MatchClause> clauses;
  AttrValue list = ReadJson(clauses_json, PHRASE(kClausesNoun, "clauses"));
  if (!list.array()) Misuse(MSG(kMatchClausesNotArray, "the clauses of a match must be an array"));
  for (const AttrValue& item : *list.array()) {
    AttrDict clause = MembersOf(item, PHRASE(kClauseNoun, "a clause"));
    const AttrValue* pattern = FindOption(clause, "pattern");
    const AttrValue* body = FindOption(clause, "body");
    const int64_t* handle = body ? body->get<int64_t>() : nullptr;
    if (!pattern || !pattern->array() || !handle) {
      Misuse(MSG(kClauseShapeInvalid, "a clause of a match must have a pattern and a body"));
    }
    MatchClause made{static_cast<uint32_t>(steps.size()), static_cast<uint32_t>(children.size()),
                     0};
    // In pre-order: [0] anything, [1, variable], [2, fields, constructor], [3, fields].
    for (const AttrValue& step_value : *pattern->array()) {
      std::optional<std::vector<int64_t>> step = step_value.ints();
      if (!step || step->empty())
        Misuse(MSG(kPatternStepMalformed, "a step of a pattern must be an array of integers"));
      PatternStep& added = steps.emplace_back();
      int64_t kind = (*step)[0];
      if (kind == 0 && step->size() == 1) continue;
      if (kind == 1 && step->size() == 2) {
        added.kind = PatternStep::Kind::kVar;
        children.push_back(Get<Expr>(static_cast<Handle>((*step)[1])));
        if (!As<VarNode>(children.back())) {
          Misuse(MSG(kNodeBindsOnlyVariables, "a {kind} can bind only variables", "Match"));
        }
      } else if (kind == 2 && step->size() == 3) {
        const auto* constructor = As<ConstructorNode>(Get<Expr>(static_cast<Handle>((*step)[2])));
        if (!constructor)
          Misuse(MSG(kConstructorRequiredForDataType, "expected a constructor of a data type"));
        added.kind = PatternStep::Kind::kConstructor;
        added.fields = static_cast<uint32_t>((*step)[1]);
        added.data = constructor->data;
        added.index = constructor->index;
      } else if (kind == 3 && step->size() == 2) {
        added.kind = PatternStep::Kind::kTuple;
        added.fields = static_cast<uint32_t>((*step)[1]);
      } else {
        Misuse(MSG(kPatternStepUnknown, "unknown step of a pattern {step}", ValueText(step_value)));
      }
    }
    CheckPattern(std::span<const PatternStep>(steps).subspan(made.pattern));
    made.body = static_cast<uint32_t>(children.size());
    children.push_back(Get<Expr>(static_cast<Handle>(*handle)));
    clauses.push_back(made);
  }
  MatchPatterns patterns(new MatchPatternsNode(std::move(steps), std::move(clauses)));
  return AddSlot(Match(children, std::move(patterns), complete));
}

void Session::CheckPattern(std::span<const PatternStep> steps) {
  // The number of patterns that are still to come, at first the whole pattern.
  int64_t open = 1;
  for (const PatternStep& step : steps) {
    if (open == 0) break;
    open += static_cast<int64_t>(step.fields) - 1;
    if (step.fields > steps.size()) break;
  }
  size_t total = 0;
  for (const PatternStep& step : steps) total += step.fields;
  if (open != 0 || total + 1 != steps.size()) {
    Misuse(MSG(kStepsMakeNoSinglePattern, "the steps must form exactly one pattern"));
  }
}

}  // namespace passcope
