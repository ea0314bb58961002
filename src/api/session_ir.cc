// Expressions of a session: their parts, how they are rebuilt, and the nodes that they reach.

#include <algorithm>

#include "analysis/effects.h"
#include "api/describe.h"
#include "api/json.h"
#include "api/session.h"
#include "ir/expr_key.h"
#include "ir/free_vars.h"
#include "ir/origin_name.h"
#include "ir/visitor.h"
#include "op/attrs_typed.h"
#include "pass/registry.h"
#include "support/ptr_map.h"
#include "support/utf8.h"
#include "text/parser.h"
#include "transforms/fold_constant.h"
#include "transforms/optimize.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

constexpr const char* kKindNames[kNumExprKinds] = {
    "Var",       "GlobalVar",    "Constant", "Op",          "Call",
    "Tuple",     "TupleGetItem", "Function", "Let",         "If",
    "RefCreate", "RefRead",      "RefWrite", "Constructor", "Match"};

[[noreturn]] void Misuse(Message message) {
  throw DiagnosticError(DiagKind::kUsage, std::move(message));
}

// Refuses children that a node of this kind cannot have: a wrong number, or another expression in
// place of a variable that it binds.
void CheckChildren(ExprKind kind, const ExprNode* like, std::span<const Expr> children) {
  size_t count = children.size();
  size_t least = 0, most = SIZE_MAX;
  if (kind == ExprKind::kCall || kind == ExprKind::kFunction) {
    least = 1;
  } else if (like && kind != ExprKind::kTuple) {
    least = most = like->children().size();
  } else if (kind == ExprKind::kLet || kind == ExprKind::kIf) {
    least = most = 3;
  } else if (kind != ExprKind::kTuple) {
    least = most = kind == ExprKind::kRefWrite ? 2 : 1;
  }
  if (count < least || count > most) {
    const char* name = kKindNames[static_cast<int>(kind)];
    Misuse(most == SIZE_MAX
               ? MSG(kNodeChildrenMissing, "a {kind} needs at least one child", name)
               : MSG(kNodeChildCountInvalid, "a {kind} takes {expected} children, not {count}",
                     name, least, count));
  }
  auto var = [&](size_t i) {
    if (!As<VarNode>(children[i])) {
      Misuse(MSG(kNodeBindsOnlyVariables, "a {kind} can bind only variables",
                 kKindNames[static_cast<int>(kind)]));
    }
  };
  if (kind == ExprKind::kLet) var(0);
  if (kind == ExprKind::kFunction) {
    for (size_t i = 0; i + 1 < count; ++i) var(i);
  }
  if (const auto* match = As<MatchNode>(like)) {
    for (const MatchClause& clause : match->clauses()) {
      for (uint32_t i = clause.vars; i < clause.body; ++i) var(i);
    }
  }
}

void WriteTypeTexts(JsonWriter& json, std::span<const Type> types) {
  json.BeginArray();
  for (const Type& type : types) json.String(TypeText(type));
  json.EndArray();
}

void WriteDict(JsonWriter& json, const DictAttrs& attrs) {
  json.BeginObject();
  if (attrs) {
    for (const auto& [name, value] : attrs->items) WriteValue(json.Key(name.view()), value);
  }
  json.EndObject();
}

// True if the value of an attribute contains an expression.
bool HoldsExpr(const AttrValue& value) {
  if (const AttrArray* items = value.array()) {
    return std::any_of(items->begin(), items->end(), HoldsExpr);
  }
  if (const AttrDict* dict = value.dict()) {
    return std::any_of(dict->begin(), dict->end(),
                       [](const auto& item) { return HoldsExpr(item.second); });
  }
  const auto* object = value.get<AttrValue::Object>();
  return object && *object;
}

}  // namespace

Expr Session::TakeExpr(Handle expr) {
  Expr taken = Get<Expr>(expr);
  Release(expr);
  return taken;
}

IRModule Session::TakeModule(Handle module) {
  IRModule taken = Get<IRModule>(module);
  Release(module);
  return taken;
}

Handle Session::ParseExpr(const std::string& text, const std::string& source) {
  const std::string shown = Printable(source);
  texts_.Add(shown, text);
  return Add(passcope::ParseExpr(text, shown));
}

double Session::ExprKey(Handle expr) const {
  return static_cast<double>(passcope::ExprKey(Get<Expr>(expr).get()));
}

std::string Session::ExprInfo(Handle handle) {
  // A copy: adding handles can move the slots.
  Expr expr = Get<Expr>(handle);
  JsonWriter json;
  auto add = [&](const Expr& child) {
    json.Int(Add(child));
    json.Int(passcope::ExprKey(child.get()));
  };
  json.BeginObject().Key("children").BeginArray();
  for (const Expr& child : expr->children()) add(child);
  json.EndArray();
  if (const auto* var = As<VarNode>(expr)) {
    json.Key("name").String(var->name().view());
    json.Key("id").Int(static_cast<int64_t>(reinterpret_cast<uintptr_t>(var->vid.get())));
    json.Key("annotation");
    if (var->type_annotation) {
      json.String(TypeText(var->type_annotation));
    } else {
      json.Null();
    }
  } else if (const auto* global = As<GlobalVarNode>(expr)) {
    json.Key("name").String(global->name.view());
  } else if (const auto* op = As<OpNode>(expr)) {
    json.Key("name").String(op->name());
  } else if (const auto* call = As<CallNode>(expr)) {
    json.Key("attrs").BeginObject();
    if (const AttrDict* free = FreeAttrs(call->attrs)) {
      for (const auto& [name, value] : *free) WriteValue(json.Key(name), value);
    } else if (call->attrs) {
      for (const AttrField& field : call->attrs->schema()->fields) {
        if (field.is_int64_flag()) continue;
        AttrValue value = call->attrs->Get(field);
        const DataType* dtype = value.get<DataType>();
        if (dtype && dtype->is_void()) value = {};
        WriteValue(json.Key(field.name), value);
      }
    }
    json.EndObject();
    if (call->attrs && !As<OpNode>(call->op())) {
      json.Key("attrsType").String(call->attrs->schema()->type_key);
    }
    json.Key("typeArgs");
    WriteTypeTexts(json, call->type_args);
  } else if (const auto* item = As<TupleGetItemNode>(expr)) {
    json.Key("index").Int(item->index);
  } else if (const auto* function = As<FunctionNode>(expr)) {
    Type result = function->ret_type;
    if (!result) {
      if (const auto* type = As<FuncTypeNode>(function->checked_type())) result = type->ret_type;
    }
    json.Key("retType").String(TypeText(result)).Key("typeParams");
    WriteTypeTexts(json, function->type_params);
    json.Key("attrs");
    WriteDict(json, function->attrs);
    if (function->attrs) {
      bool objects = std::any_of(function->attrs->items.begin(), function->attrs->items.end(),
                                 [](const auto& item) { return HoldsExpr(item.second); });
      if (objects) json.Key("exprAttrs").Bool(true);
    }
  } else if (const auto* constructor = As<ConstructorNode>(expr)) {
    json.Key("name").String(constructor->decl().name.view()).Key("tag").Int(constructor->index);
    json.Key("belongTo").String(constructor->data->name.view()).Key("inputs");
    WriteTypeTexts(json, constructor->decl().inputs);
  } else if (const auto* match = As<MatchNode>(expr)) {
    json.Key("complete").Bool(match->complete).Key("clauses").BeginArray();
    for (size_t i = 0; i < match->clauses().size(); ++i) {
      const MatchClause& clause = match->clauses()[i];
      json.BeginObject().Key("vars").Int(clause.vars).Key("body").Int(clause.body);
      json.Key("steps").BeginArray();
      for (const PatternStep& step : match->patterns->Pattern(i)) {
        json.BeginArray().Int(static_cast<int>(step.kind)).Int(step.fields);
        if (step.data) add(passcope::Constructor(step.data, step.index));
        json.EndArray();
      }
      json.EndArray().EndObject();
    }
    json.EndArray();
  }
  return json.EndObject().Take();
}

std::string Session::FunctionAttrs(Handle handle) {
  // A copy: adding handles can move the slots.
  Expr expr = Get<Expr>(handle);
  const FunctionNode* function =
      ExpectFunction(expr, PHRASE(kInformationOwner, "the owner of the information"));
  JsonWriter json;
  auto write = [&](auto&& self, const AttrValue& value) -> void {
    if (const AttrArray* items = value.array()) {
      json.BeginArray();
      for (const AttrValue& item : *items) self(self, item);
      json.EndArray();
    } else if (const AttrDict* dict = value.dict()) {
      json.BeginObject();
      for (const auto& [key, item] : *dict) {
        json.Key(key);
        self(self, item);
      }
      json.EndObject();
    } else if (HoldsExpr(value)) {
      // These objects are always expressions.
      Expr held(static_cast<const ExprNode*>(value.get<AttrValue::Object>()->get()));
      int64_t key = passcope::ExprKey(held.get());
      json.BeginObject().Key("$expr").BeginArray().Int(Add(std::move(held))).Int(key);
      json.EndArray().EndObject();
    } else {
      WriteValue(json, value);
    }
  };
  json.BeginObject();
  if (function->attrs) {
    for (const auto& [name, value] : function->attrs->items) {
      json.Key(name.view());
      write(write, value);
    }
  }
  return json.EndObject().Take();
}

std::string Session::ExprType(Handle handle) const {
  const Expr& expr = Get<Expr>(handle);
  const auto* var = As<VarNode>(expr);
  return DescribeType(var && !expr->checked_type() ? var->type_annotation : expr->checked_type());
}

std::string Session::InferTypeLocal(Handle handle) const {
  return TypeText(passcope::InferTypeLocal(Get<Expr>(handle)));
}

Handle Session::FoldConstantExpr(Handle module, Handle handle, bool fold_qnn) {
  LazyEffects effects(Get<IRModule>(module));
  Expr expr = Get<Expr>(handle);
  return Add(FoldConstants(expr, FoldOptions{.fold_qnn = fold_qnn}, effects.For(expr)));
}

std::string Session::ExprSpan(Handle expr) const {
  const Span span = PlaceIn(Get<Expr>(expr)->span());
  if (!span) return "null";
  JsonWriter json;
  JsonTraits<SourceSpan>::Write(json, DescribeSpan(*span, texts_));
  return json.Take();
}

Handle Session::WithSpan(Handle expr, const std::string& span_json) {
  const Expr& node = Get<Expr>(expr);
  AttrValue given = ReadJson(span_json, PHRASE(kPlaceNoun, "a place"));
  if (given.is_null()) return AddSlot(passcope::WithSpan(node.get(), nullptr));
  AttrDict members = MembersOf(given, PHRASE(kPlaceNoun, "a place"));
  const AttrValue* source = FindOption(members, "source");
  if (!source || !source->get<std::string>())
    Misuse(MSG(kPlaceSourceMissing, "a place needs a source, which is a string"));
  auto number = [&](const char* name) {
    const AttrValue* value = FindOption(members, name);
    const int64_t* found = value ? value->get<int64_t>() : nullptr;
    return found ? static_cast<int>(*found) : 0;
  };
  return AddSlot(passcope::WithSpan(
      node.get(), Span(new SpanNode(Name(*source->get<std::string>()), number("line"),
                                    number("endLine"), number("column"), number("endColumn")))));
}

Handle Session::ConstantData(Handle handle) {
  const auto* constant = As<ConstantNode>(Get<Expr>(handle));
  if (!constant) Misuse(MSG(kDataOnlyInConstant, "expected a constant: only constants have data"));
  return AddSlot(constant->data);
}

std::string Session::ExprNodes(Handle handle, const std::string& which) {
  Expr root = Get<Expr>(handle);
  std::vector<Expr> found;
  if (which == "free") {
    found = FreeVars(root);
  } else {
    bool nodes = which == "nodes", bound = which == "bound", ops = which == "ops";
    if (!nodes && !bound && !ops && which != "all" && which != "preorder")
      Misuse(MSG(kNodesUnknown, "unknown nodes: {which}", which));
    PtrSet seen;
    auto add_var = [&](const VarNode* var) {
      if (seen.Insert(var->vid.get())) found.emplace_back(var);
    };
    auto add = [&](const ExprNode* node) {
      const auto* var = As<VarNode>(node);
      if (nodes || which == "preorder" || (ops && As<OpNode>(node))) {
        found.emplace_back(node);
      } else if (bound) {
        ForEachBinder(node, add_var);
      } else if (!ops && var) {
        add_var(var);
      }
    };
    if (bound || which == "preorder") {
      // Variables that an expression binds come before those that its parts bind.
      PtrSet met;
      std::vector<const ExprNode*> open = {root.get()};
      while (!open.empty()) {
        const ExprNode* node = open.back();
        open.pop_back();
        if (!met.Insert(node)) continue;
        add(node);
        for (size_t i = node->children().size(); i-- > 0;) open.push_back(node->child(i).get());
      }
    } else {
      PostOrderVisit(root, add);
    }
  }
  JsonWriter json;
  json.BeginArray();
  for (Expr& expr : found) {
    int64_t key = passcope::ExprKey(expr.get());
    json.Int(Add(std::move(expr)));
    json.Int(key);
  }
  return json.EndArray().Take();
}

std::string Session::LinkedNodes(Handle handle) {
  Expr root = Get<Expr>(handle);
  std::vector<Expr> found;
  PtrMap<int64_t> places;
  PostOrderVisit(root, [&](const ExprNode* node) {
    places[node] = static_cast<int64_t>(found.size());
    found.emplace_back(node);
  });
  JsonWriter json;
  json.BeginObject().Key("children").BeginArray();
  for (const Expr& expr : found) {
    json.BeginArray();
    for (const Expr& child : expr->children()) {
      // Bound variables can be missing from the nodes.
      const int64_t* place = places.Find(child.get());
      json.Int(place ? *place : -1);
    }
    json.EndArray();
  }
  json.EndArray().Key("nodes").BeginArray();
  for (Expr& expr : found) {
    int64_t key = passcope::ExprKey(expr.get());
    json.Int(Add(std::move(expr)));
    json.Int(key);
  }
  return json.EndArray().EndObject().Take();
}

Handle Session::MakeOp(const std::string& name) { return Add(Expr(ExpectOp(name))); }

Handle Session::MakeExpr(const std::string& kind_name, const std::string& children_json) {
  std::vector<Expr> c = GetAll<Expr>(ReadJson(children_json, PHRASE(kChildrenNoun, "children")),
                                     PHRASE(kChildrenNoun, "children"));
  for (ExprKind kind : {ExprKind::kLet, ExprKind::kIf, ExprKind::kRefCreate, ExprKind::kRefRead,
                        ExprKind::kRefWrite}) {
    if (kind_name != kKindNames[static_cast<int>(kind)]) continue;
    CheckChildren(kind, nullptr, c);
    switch (kind) {
      case ExprKind::kLet:
        return Add(Let(c[0], c[1], c[2]));
      case ExprKind::kIf:
        return Add(If(c[0], c[1], c[2]));
      case ExprKind::kRefCreate:
        return Add(RefCreate(c[0]));
      case ExprKind::kRefRead:
        return Add(RefRead(c[0]));
      default:
        return Add(RefWrite(c[0], c[1]));
    }
  }
  Misuse(
      MSG(kNodeNeedsMoreThanChildren, "cannot make a '{kind}' from its children alone", kind_name));
}

Handle Session::WithChildren(Handle handle, const std::string& children_json) {
  std::vector<Expr> children =
      GetAll<Expr>(ReadJson(children_json, PHRASE(kChildrenNoun, "children")),
                   PHRASE(kChildrenNoun, "children"));
  const Expr& expr = Get<Expr>(handle);
  CheckChildren(expr->kind(), expr.get(), children);
  return Add(passcope::WithChildren(expr.get(), children));
}

Handle Session::MakeCallLike(Handle handle, const std::string& children_json) {
  std::vector<Expr> children =
      GetAll<Expr>(ReadJson(children_json, PHRASE(kChildrenNoun, "children")),
                   PHRASE(kChildrenNoun, "children"));
  const auto* call = As<CallNode>(Get<Expr>(handle));
  if (!call) Misuse(MSG(kCallAttributesOnlyOnCall, "expected a call: only calls have attributes"));
  CheckChildren(ExprKind::kCall, call, children);
  return Add(Call(children[0], std::span<const Expr>(children).subspan(1), call->attrs));
}

Handle Session::WithFunctionInfo(Handle handle, const std::string& info_json) {
  const FunctionNode* function =
      ExpectFunction(Get<Expr>(handle), PHRASE(kInformationOwner, "the owner of the information"));
  AttrDict info =
      ReadJsonObject(info_json, PHRASE(kFunctionInformation, "information of a function"));
  DictAttrs attrs = function->attrs;
  if (const AttrValue* given = FindOption(info, "attrs")) {
    for (const auto& [name, value] : MembersOf(*given, PHRASE(kAttributesNoun, "attributes"))) {
      attrs =
          value.is_null() ? WithoutAttr(attrs, name) : WithAttr(attrs, name, AttrFromJson(value));
    }
  }
  if (const AttrValue* nulls = FindOption(info, "nullAttrs"); nulls && nulls->array()) {
    for (const AttrValue& name : *nulls->array()) {
      if (const std::string* text = name.get<std::string>()) attrs = WithAttr(attrs, *text, {});
    }
  }
  const AttrValue* ret_type = FindOption(info, "retType");
  const AttrValue* type_params = FindOption(info, "typeParams");
  if (!ret_type && !type_params) return Add(WithFunctionAttrs(function, std::move(attrs)));
  return Add(Function(
      function->params(), function->body(), ret_type ? TypeFromJson(*ret_type) : function->ret_type,
      type_params ? GetAll<Type>(*type_params, PHRASE(kTypesNoun, "types")) : function->type_params,
      std::move(attrs), function->span()));
}

Handle Session::MakeModule(const std::string& functions_json) {
  std::vector<IRModuleNode::Item> items;
  for (const auto& [name, value] :
       ReadJsonObject(functions_json, PHRASE(kFunctionsNoun, "functions"))) {
    const int64_t* handle = value.get<int64_t>();
    const Expr& expr = Get<Expr>(handle ? static_cast<Handle>(*handle) : 0);
    ExpectFunction(expr, PHRASE(kModuleContents, "the contents of a module"));
    items.push_back({Name(name), expr});
  }
  return Add(IRModule(new IRModuleNode(std::move(items))));
}

Handle Session::WithModuleAttrs(Handle handle, const std::string& attrs_json) {
  const IRModule& module = Get<IRModule>(handle);
  DictAttrs attrs = module->attrs;
  for (const auto& [name, value] :
       ReadJsonObject(attrs_json, PHRASE(kAttributesNoun, "attributes"))) {
    attrs = value.is_null() ? WithoutAttr(attrs, name) : WithAttr(attrs, name, value);
  }
  return Add(IRModule(new IRModuleNode(module->functions, std::move(attrs), module->types)));
}

std::string Session::ModuleAttrs(Handle module) const {
  JsonWriter json;
  WriteDict(json, Get<IRModule>(module)->attrs);
  return json.Take();
}

Handle Session::Optimize(Handle module, const std::string& params_json) {
  ContextStack::Scope scope(Contexts());
  // A copy: hooks can add handles, which moves the slots.
  IRModule argument = Get<IRModule>(module);
  return Add(
      passcope::Optimize(argument, GetArrays(params_json, PHRASE(kParametersNoun, "parameters"))));
}

}  // namespace passcope
