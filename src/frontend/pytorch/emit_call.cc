// The emitter: calls of methods, functions and operators.
#include <algorithm>
#include <limits>

#include "frontend/pytorch/emit_types.h"
#include "frontend/pytorch/emitter.h"

namespace passcope::frontend::emit {

Item Emitter::Call(const CodeExpr& call, size_t results) {
  line_ = call.line;
  const CodeExpr& callee = *call.items[0];
  std::string name = QualifiedName(callee);
  const Item* bound = nullptr;
  if (callee.kind == CodeExprKind::kName) {
    auto it = environment_->find(callee.text);
    if (it != environment_->end()) bound = &it->second;
  }
  if (bound && bound->kind == Item::Kind::kFunction) name = bound->path;
  if (name.empty()) {
    if (callee.kind != CodeExprKind::kAttribute)
      FailCode(MSG(kTorchCalleeNotFunction, "the called value is not a function"));
    return MethodCall(call, Expression(*callee.items[0]), callee.text, results);
  }
  if (!bound && callee.kind == CodeExprKind::kName) return Builtin(call, name, results);
  if (name.starts_with("__torch__.")) return FunctionCall(call, name);
  if (name == "torch.device") {
    if (call.items.size() < 2)
      FailCode(MSG(kTorchNamedArgumentMissing, "an argument of '{name}' is missing", name));
    return Constant(Text(*call.items[1]), TorchKind::kDevice);
  }
  if (name.starts_with("torch.") && name.find('.', 6) == std::string::npos) {
    return OperatorCall(call, "aten::" + name.substr(6), {}, results);
  }
  if (name.starts_with("ops.")) {
    size_t point = name.rfind('.');
    std::string space = name.substr(4, point - 4);
    if (point > 4) return OperatorCall(call, space + "::" + name.substr(point + 1), {}, results);
  }
  // "torch.nn.functional.relu", "torch._C._nn.gelu": the last part is the operator's name.
  if (name.starts_with("torch.")) {
    return OperatorCall(call, "aten::" + name.substr(name.rfind('.') + 1), {}, results);
  }
  FailUnsupported(MSG(kTorchNamedCall, "the function '{name}' is not supported", name));
}

std::string Emitter::Text(const CodeExpr& expr) const {
  if (expr.kind != CodeExprKind::kText)
    FailCode(MSG(kTorchTextMissing, "a string is expected here"));
  return expr.text;
}

Item Emitter::MethodCall(const CodeExpr& call, const Item& self, const std::string& name,
                         size_t results) {
  if (self.kind == Item::Kind::kModule) {
    Callee callee = FindMethod(self, name);
    return Inline(callee, Arrange(call, callee, {self}));
  }
  return OperatorCall(call, "aten::" + name, {AsValue(self)}, results);
}

Item Emitter::FunctionCall(const CodeExpr& call, const std::string& name) {
  Callee callee;
  callee.function = FindIn<CodeFunction>(&CodeFile::functions, name, &callee.source);
  if (callee.function) {
    std::vector<Item> arguments = Arrange(call, callee, {});
    bool functional = name.find("__torch__.torch.nn.functional") != std::string::npos;
    if (functional && name.find("interpolate") != std::string::npos) {
      // Torch's substitution keeps this function as an operator.
      std::vector<TorchValue*> inputs;
      for (const Item& argument : arguments) inputs.push_back(AsValue(argument));
      TorchType type;
      type.kind = TorchKind::kTensor;
      TorchValue* value = Node("aten::__interpolate", inputs, type);
      const TorchSchema& schema = FindTorchSchemas("aten::__interpolate")[0];
      if (inputs.size() <= schema.params.size()) value->node()->schema = &schema;
      return Item::Of(value);
    }
    return Inline(callee, std::move(arguments));
  }
  const Source* source = nullptr;
  const CodeClass* code = FindClass(name, &source);
  if (!code) FailCode(MSG(kTorchFunctionMissing, "the archive has no function '{name}'", name));
  if (code->base != "NamedTuple")
    FailUnsupported(MSG(kTorchClassObject,
                        "objects of the class '{name}' are not supported, only named tuples",
                        name));
  std::vector<Item> fields;
  for (size_t i = 1; i < call.items.size(); ++i) fields.push_back(Expression(*call.items[i]));
  return Item::TupleOf(std::move(fields));
}

Item Emitter::Builtin(const CodeExpr& call, const std::string& name, size_t results) {
  size_t count = call.items.size() - 1;
  auto argument = [&](size_t i) -> const CodeExpr& {
    if (i >= count)
      FailCode(MSG(kTorchNamedArgumentMissing, "an argument of '{name}' is missing", name));
    return *call.items[i + 1];
  };
  if (name == "annotate") return Annotate(argument(0), argument(1));
  if (name == "unchecked_cast") {
    Item item = Expression(argument(1));
    return item;
  }
  if (name == "uninitialized") {
    return Item::Of(Node("prim::Uninitialized", {}, ToTorchType(&argument(0))));
  }
  if (name == "getattr") return AttributeOf(Expression(argument(0)), Text(argument(1)));
  if (name == "isinstance") return IsInstance(Expression(argument(0)), argument(1));
  if (name == "float" && argument(0).kind == CodeExprKind::kText) {
    const std::string& text = argument(0).text;
    bool negative = text.starts_with("-");
    double value = text.ends_with("nan") ? std::numeric_limits<double>::quiet_NaN()
                                         : std::numeric_limits<double>::infinity();
    return Constant(negative ? -value : value, TorchKind::kReal);
  }
  for (auto [python, aten] :
       {std::pair("int", "aten::Int"), std::pair("float", "aten::Float"),
        std::pair("bool", "aten::Bool"), std::pair("str", "aten::str"),
        std::pair("len", "aten::len"), std::pair("list", "aten::list"),
        std::pair("abs", "aten::abs"), std::pair("max", "prim::max"), std::pair("min", "prim::min"),
        std::pair("round", "aten::round"), std::pair("floordiv", "aten::floordiv")}) {
    if (name == python) return OperatorCall(call, aten, {}, results);
  }
  if (name == "print") return None();
  FailUnsupported(MSG(kTorchNamedCall, "the function '{name}' is not supported", name));
}

Item Emitter::Annotate(const CodeExpr& type_expr, const CodeExpr& expr) {
  TorchType type = ToTorchType(&type_expr);
  if (expr.kind == CodeExprKind::kList) return ListLiteral(expr, &type_expr);
  Item item = Expression(expr);
  if (item.kind != Item::Kind::kValue) return item;
  if (item.value->type.is_tensor() && type.lists == 0) {
    // A tensor may be passed for a number.
    std::string_view op;
    if (type.kind == TorchKind::kInt) op = "aten::IntImplicit";
    if (type.kind == TorchKind::kReal) op = "aten::FloatImplicit";
    if (type.kind == TorchKind::kNumber) op = "aten::ScalarImplicit";
    if (!op.empty()) return Item::Of(Node(op, {item.value}, type));
  }
  if (item.value->type.kind == TorchKind::kAny) item.value->type = type;
  return item;
}

Item Emitter::IsInstance(const Item& item, const CodeExpr& types) {
  TorchType type = TypeOf(item);
  std::vector<const CodeExpr*> wanted;
  if (types.kind == CodeExprKind::kTuple || types.kind == CodeExprKind::kList) {
    for (const CodeExprPtr& one : types.items) wanted.push_back(one.get());
  } else {
    wanted.push_back(&types);
  }
  bool is = false;
  for (const CodeExpr* one : wanted) {
    TorchType other = ToTorchType(one);
    is |= other.kind == type.kind && other.lists == type.lists;
  }
  return Constant(is, TorchKind::kBool);
}

Item Emitter::OperatorCall(const CodeExpr& call, const std::string& kind,
                           std::vector<TorchValue*> inputs, size_t results) {
  if (call.items.size() == 3 && inputs.empty() && call.keywords.empty()) {
    bool is = kind == "aten::__is__";
    if (is || kind == "aten::__isnot__") {
      Item left = Expression(*call.items[1]);
      return Is(left, Expression(*call.items[2]), is);
    }
  }
  std::vector<std::string_view> keywords;
  size_t positional = call.items.size() - 1 - call.keywords.size();
  for (size_t i = 1; i < call.items.size(); ++i) {
    inputs.push_back(AsValue(Expression(*call.items[i])));
    if (i - 1 >= positional) keywords.push_back(call.keywords[i - 1 - positional]);
  }
  if (kind == "prim::unchecked_cast" && inputs.size() == 1) return Item::Of(inputs[0]);
  if (kind == "prim::RaiseException") {
    Raise();
    return None();
  }
  if (kind == "aten::warn") return None();
  if (kind == "aten::__not__" && inputs.size() == 1) {
    if (std::optional<bool> known = KnownBool(Item::Of(inputs[0]))) {
      return Constant(!*known, TorchKind::kBool);
    }
  }
  return Operator(kind, inputs, keywords, results);
}

namespace {

// The number of a constant; nullopt for other values.
std::optional<double> NumberOf(const TorchValue* value) {
  const TorchNode* node = value->node();
  if (!node || node->kind != "prim::Constant") return std::nullopt;
  if (const auto* integer = std::get_if<int64_t>(&node->constant)) {
    return static_cast<double>(*integer);
  }
  if (const auto* real = std::get_if<double>(&node->constant)) return *real;
  return std::nullopt;
}

// The result of comparing two constant numbers. Checks of arguments, such as those of a dropout's
// rate, are such comparisons.
std::optional<bool> KnownComparison(std::string_view kind, const std::vector<TorchValue*>& inputs) {
  if (inputs.size() != 2) return std::nullopt;
  std::optional<double> a = NumberOf(inputs[0]), b = NumberOf(inputs[1]);
  if (!a || !b) return std::nullopt;
  if (kind == "aten::lt") return *a < *b;
  if (kind == "aten::gt") return *a > *b;
  if (kind == "aten::le") return *a <= *b;
  if (kind == "aten::ge") return *a >= *b;
  if (kind == "aten::eq") return *a == *b;
  if (kind == "aten::ne") return *a != *b;
  return std::nullopt;
}

}  // namespace

Item Emitter::Operator(const std::string& kind, const std::vector<TorchValue*>& inputs,
                       const std::vector<std::string_view>& keywords, size_t results) {
  if (std::optional<bool> known = KnownComparison(kind, inputs)) {
    return Constant(*known, TorchKind::kBool);
  }
  std::vector<TorchArgument> arguments;
  for (size_t i = 0; i < inputs.size(); ++i) {
    size_t first_keyword = inputs.size() - keywords.size();
    arguments.push_back(
        {i < first_keyword ? std::string_view() : keywords[i - first_keyword], inputs[i]->type});
  }
  std::span<const TorchSchema> overloads = FindTorchSchemas(kind);
  for (TorchFit fit : {TorchFit::kExact, TorchFit::kConvert, TorchFit::kLists}) {
    for (const TorchSchema& schema : overloads) {
      std::optional<std::vector<int>> match = MatchTorchSchema(schema, arguments, fit);
      if (match) return Overload(kind, schema, inputs, *match);
    }
  }
  // The import lists an unknown operator among those without a converter.
  TorchNode* node = graph_->Append(block_, kind, inputs, results);
  node->misfit = !overloads.empty();
  for (std::string_view keyword : keywords) {
    bool known = std::any_of(overloads.begin(), overloads.end(), [&](const TorchSchema& schema) {
      return ParamOf(schema, keyword) < schema.params.size();
    });
    if (!known) node->unknown_keyword = keyword;
  }
  if (results == 1) return Item::Of(node->output());
  std::vector<Item> fields;
  for (TorchValue* output : node->outputs) fields.push_back(Item::Of(output));
  return Item::TupleOf(std::move(fields));
}

Item Emitter::Overload(const std::string& kind, const TorchSchema& schema,
                       const std::vector<TorchValue*>& inputs, const std::vector<int>& match) {
  std::vector<TorchValue*> all;
  for (size_t i = 0; i < match.size(); ++i) {
    const TorchParam& param = schema.params[i];
    TorchValue* value = match[i] < 0 ? Default(param) : inputs[static_cast<size_t>(match[i])];
    bool one_for_all = param.type.lists == 1 && param.list_size > 0 && value->type.lists == 0 &&
                       value->type.kind != TorchKind::kNone && value->type.kind != TorchKind::kAny;
    if (one_for_all) {
      value =
          List(std::vector<TorchValue*>(static_cast<size_t>(param.list_size), value), value->type);
    }
    all.push_back(value);
  }
  for (size_t i = match.size(); schema.variadic && i < inputs.size(); ++i) {
    all.push_back(inputs[i]);
  }
  TorchNode* node = graph_->Append(block_, kind, all, schema.results.size());
  node->schema = &schema;
  std::vector<Item> fields;
  for (size_t i = 0; i < schema.results.size(); ++i) {
    TorchType type = schema.results[i];
    if (type.kind == TorchKind::kAny && !all.empty()) {
      // "t" and "t[]": the element type of the list in the first argument.
      int lists = type.lists;
      type = all[0]->type;
      while (type.lists > lists) type = type.element();
    }
    node->outputs[i]->type = std::move(type);
    fields.push_back(Item::Of(node->outputs[i]));
  }
  if (fields.size() == 1) return fields[0];
  return fields.empty() ? None() : Item::TupleOf(std::move(fields));
}

TorchValue* Emitter::Default(const TorchParam& param) {
  auto kind_of = [&](const TorchConstant& constant) {
    if (std::holds_alternative<std::monostate>(constant)) return TorchKind::kNone;
    if (std::holds_alternative<bool>(constant)) return TorchKind::kBool;
    if (std::holds_alternative<int64_t>(constant)) return TorchKind::kInt;
    if (std::holds_alternative<double>(constant)) return TorchKind::kReal;
    return TorchKind::kText;
  };
  if (!param.default_value) return None().value;
  if (!param.default_value->list) {
    const TorchConstant& value = param.default_value->value;
    return graph_->AppendConstant(block_, value, kind_of(value));
  }
  std::vector<TorchValue*> elements;
  for (const TorchConstant& value : *param.default_value->list) {
    elements.push_back(graph_->AppendConstant(block_, value, kind_of(value)));
  }
  return List(elements, param.type.element());
}

}  // namespace passcope::frontend::emit
