// The emitter: expressions, attributes of modules, constants of the file.
#include <limits>

#include "frontend/pytorch/emit_types.h"
#include "frontend/pytorch/emitter.h"

namespace passcope::frontend::emit {

Item Emitter::Expression(const CodeExpr& expr, size_t results) {
  Deeper deeper(this);
  switch (expr.kind) {
    case CodeExprKind::kName: {
      auto it = environment_->find(expr.text);
      if (it == environment_->end())
        FailCode(MSG(kTorchNameUndefined, "the name '{name}' is not defined", expr.text));
      return it->second;
    }
    case CodeExprKind::kInt:
      return Constant(expr.integer, TorchKind::kInt);
    case CodeExprKind::kReal:
      return Constant(expr.real, TorchKind::kReal);
    case CodeExprKind::kText:
      return Constant(expr.text, TorchKind::kText);
    case CodeExprKind::kTrue:
      return Constant(true, TorchKind::kBool);
    case CodeExprKind::kFalse:
      return Constant(false, TorchKind::kBool);
    case CodeExprKind::kNone:
      return None();
    case CodeExprKind::kAttribute:
      return Attribute(expr);
    case CodeExprKind::kCall:
      return Call(expr, results);
    case CodeExprKind::kSubscript:
      return Subscript(expr);
    case CodeExprKind::kList:
      return ListLiteral(expr, nullptr);
    case CodeExprKind::kTuple: {
      std::vector<Item> fields;
      for (const CodeExprPtr& item : expr.items) fields.push_back(Expression(*item));
      return Item::TupleOf(std::move(fields));
    }
    case CodeExprKind::kDict: {
      std::vector<TorchValue*> items;
      for (const CodeExprPtr& item : expr.items) items.push_back(AsValue(Expression(*item)));
      return Item::Of(Node("prim::DictConstruct", items, {}));
    }
    case CodeExprKind::kUnary:
      return Unary(expr);
    case CodeExprKind::kBinary:
      return Binary(expr);
    case CodeExprKind::kConditional:
      return Conditional(expr);
    case CodeExprKind::kComprehension:
      return Comprehension(expr);
    case CodeExprKind::kSlice:
      break;
  }
  FailCode(MSG(kTorchSliceOutsideBrackets, "a slice is outside of brackets"));
}

Item Emitter::ListLiteral(const CodeExpr& expr, const CodeExpr* type) {
  std::vector<TorchValue*> elements;
  for (const CodeExprPtr& item : expr.items) elements.push_back(AsValue(Expression(*item)));
  TorchType element;
  if (type) {
    element = ToTorchType(type).element();
  } else {
    for (const TorchValue* value : elements) {
      if (element.kind == TorchKind::kAny || element.kind == TorchKind::kNone)
        element = value->type;
    }
    element.optional = false;
    // An empty list without a type is a list of tensors.
    if (elements.empty()) element.kind = TorchKind::kTensor;
  }
  return Item::Of(List(elements, element));
}

Item Emitter::Unary(const CodeExpr& expr) {
  Item operand = Expression(*expr.items[0]);
  if (expr.text == "not") {
    if (std::optional<bool> known = KnownBool(operand)) return Constant(!*known, TorchKind::kBool);
    return Operator("aten::__not__", {AsValue(operand)});
  }
  return Operator(expr.text == "-" ? "aten::neg" : "aten::bitwise_not", {AsValue(operand)});
}

Item Emitter::Binary(const CodeExpr& expr) {
  const std::string& op = expr.text;
  if (op == "and" || op == "or") return AndOr(expr);
  Item left = Expression(*expr.items[0]);
  Item right = Expression(*expr.items[1]);
  if (op == "is" || op == "is not") return Is(left, right, op == "is");
  std::vector<TorchValue*> inputs = {AsValue(left), AsValue(right)};
  if (op == "in" || op == "not in") {
    Item contains = Operator("aten::__contains__", {inputs[1], inputs[0]});
    if (op == "in") return contains;
    return Operator("aten::__not__", {AsValue(contains)});
  }
  return Operator(BinaryOperatorName(op), inputs);
}

Item Emitter::Is(const Item& left, const Item& right, bool is) {
  auto none = [&](const Item& item) { return TypeOf(item).kind == TorchKind::kNone; };
  auto never_none = [&](const Item& item) {
    TorchType type = TypeOf(item);
    return type.kind != TorchKind::kNone && type.kind != TorchKind::kAny && !type.optional;
  };
  if (none(left) && none(right)) return Constant(is, TorchKind::kBool);
  if ((none(left) && never_none(right)) || (none(right) && never_none(left))) {
    return Constant(!is, TorchKind::kBool);
  }
  return Operator(is ? "aten::__is__" : "aten::__isnot__", {AsValue(left), AsValue(right)});
}

Item Emitter::Subscript(const CodeExpr& expr) {
  Item whole = Expression(*expr.items[0]);
  const CodeExpr& index = *expr.items[1];
  if (index.kind == CodeExprKind::kSlice) {
    std::vector<TorchValue*> inputs = {AsValue(whole)};
    for (size_t i = 0; i < 3; ++i) {
      const CodeExprPtr& part = index.items[i];
      inputs.push_back(AsValue(part     ? Expression(*part)
                               : i == 2 ? Constant(int64_t{1}, TorchKind::kInt)
                                        : None()));
    }
    TorchType type = inputs[0]->type;
    if (type.is_tensor()) {
      inputs.insert(inputs.begin() + 1, AsValue(Constant(int64_t{0}, TorchKind::kInt)));
      return Operator("aten::slice", inputs);
    }
    return Item::Of(Node("aten::slice", inputs, type));
  }
  Item at = Expression(index);
  if (whole.kind == Item::Kind::kTuple) {
    const TorchConstant* constant = ConstantOf(at);
    const int64_t* number = constant ? std::get_if<int64_t>(constant) : nullptr;
    auto size = static_cast<int64_t>(whole.fields.size());
    if (!number || *number < -size || *number >= size) {
      FailCode(MSG(kTorchTupleFieldNumberUnknown,
                   "the index of a tuple of {count} fields must be a constant within its range",
                   size));
    }
    return whole.fields[static_cast<size_t>(*number < 0 ? *number + size : *number)];
  }
  TorchValue* value = AsValue(whole);
  if (value->type.kind == TorchKind::kTuple && value->type.lists == 0) {
    TorchValue* index_value = AsValue(at);
    return Item::Of(Node("prim::TupleIndex", {value, index_value}, {}));
  }
  if (value->type.is_tensor()) {
    TorchValue* dim = AsValue(Constant(int64_t{0}, TorchKind::kInt));
    return Operator("aten::select", {value, dim, AsValue(at)});
  }
  return Operator("aten::__getitem__", {value, AsValue(at)});
}

Item Emitter::Attribute(const CodeExpr& expr) {
  std::string path = QualifiedName(expr);
  if (path.starts_with("CONSTANTS.c")) return FileConstant(path.substr(11));
  if (path == "torch.inf" || path == "math.inf") {
    return Constant(std::numeric_limits<double>::infinity(), TorchKind::kReal);
  }
  if (path == "torch.nan" || path == "math.nan") {
    return Constant(std::numeric_limits<double>::quiet_NaN(), TorchKind::kReal);
  }
  for (std::string_view library : {"__torch__.", "torch.", "ops."}) {
    if (!path.starts_with(library)) continue;
    // The code gives a function another name before it calls it.
    Item function;
    function.kind = Item::Kind::kFunction;
    function.path = std::move(path);
    return function;
  }
  return AttributeOf(Expression(*expr.items[0]), expr.text);
}

Item Emitter::AttributeOf(const Item& item, const std::string& name) {
  if (item.kind == Item::Kind::kModule) {
    const PickleValue* attribute = item.module.Find(name);
    if (!attribute) {
      FailCode(MSG(kTorchClassAttributeUnknown,
                   "the class '{class_name}' has no attribute '{name}'",
                   item.module.object().class_name, name));
    }
    return FromPickle(*attribute, item.path.empty() ? name : item.path + "." + name, 0);
  }
  TorchValue* value = AsValue(item);
  // Attributes of tensors are operators.
  for (std::string_view prim : {"device", "dtype", "layout", "shape"}) {
    if (name == prim) return Operator("prim::" + name, {value});
  }
  for (std::string_view aten : {"is_cuda", "is_quantized", "requires_grad"}) {
    if (name == aten) return Operator("aten::" + name, {value});
  }
  if (name == "ndim") return Operator("aten::dim", {value});
  if (name == "T") return Operator("aten::numpy_T", {value});
  FailUnsupported(
      MSG(kTorchValueAttribute, "the attribute '{name}' of a value is not supported", name));
}

Item Emitter::FromPickle(const PickleValue& attribute, const std::string& path, int depth) {
  switch (attribute.kind()) {
    case PickleKind::kNone:
      return None();
    case PickleKind::kBool:
      return Constant(attribute.boolean(), TorchKind::kBool);
    case PickleKind::kInt:
      return Constant(attribute.integer(), TorchKind::kInt);
    case PickleKind::kReal:
      return Constant(attribute.real(), TorchKind::kReal);
    case PickleKind::kText:
      return Constant(std::string(attribute.text()), TorchKind::kText);
    case PickleKind::kTensor:
      return GetAttr(attribute, path, TorchKind::kTensor);
    case PickleKind::kObject: {
      if (attribute.object().class_name.starts_with("__torch__.torch.classes.")) {
        return GetAttr(attribute, path, TorchKind::kObject);
      }
      Item item;
      item.kind = Item::Kind::kModule;
      item.module = attribute;
      item.path = path;
      return item;
    }
    case PickleKind::kList:
    case PickleKind::kTuple: {
      if (depth > 8)
        FailUnsupported(MSG(kTorchModuleAttribute,
                            "the module attribute '{name}' has an unsupported value", path));
      std::vector<Item> fields;
      for (const PickleValue& value : attribute.items()) {
        fields.push_back(FromPickle(value, path + "." + std::to_string(fields.size()), depth + 1));
      }
      if (attribute.kind() == PickleKind::kTuple) return Item::TupleOf(std::move(fields));
      std::vector<TorchValue*> elements;
      for (const Item& field : fields) elements.push_back(AsValue(field));
      return Item::Of(List(elements, elements.empty() ? TorchType() : elements[0]->type));
    }
    default:
      FailUnsupported(MSG(kTorchModuleAttribute,
                          "the module attribute '{name}' has an unsupported value", path));
  }
}

Item Emitter::GetAttr(const PickleValue& attribute, const std::string& path, TorchKind kind) {
  TorchType type;
  type.kind = kind;
  TorchValue* value = Node("prim::GetAttr", {}, type);
  value->node()->attribute = path;
  value->node()->attribute_value = attribute;
  return Item::Of(value);
}

Item Emitter::FileConstant(const std::string& number) {
  std::span<const PickleValue> constants = archive_->constants();
  size_t index = constants.size();
  if (!number.empty() && number.size() < 8 &&
      number.find_first_not_of("0123456789") == std::string::npos) {
    index = static_cast<size_t>(std::stoul(number));
  }
  if (index >= constants.size())
    FailCode(MSG(kTorchConstantNumberUnknown, "the archive has no constant '{number}'", number));
  const PickleValue& constant = constants[index];
  if (!constant.is_tensor()) return FromPickle(constant, "constant", 0);
  return Constant(&constant.tensor(), TorchKind::kTensor);
}

std::string Emitter::QualifiedName(const CodeExpr& expr) const {
  const CodeExpr* at = &expr;
  std::string name;
  while (at->kind == CodeExprKind::kAttribute) {
    name = name.empty() ? at->text : at->text + "." + name;
    at = at->items[0].get();
  }
  if (at->kind != CodeExprKind::kName || environment_->contains(at->text)) return "";
  return name.empty() ? at->text : at->text + "." + name;
}

}  // namespace passcope::frontend::emit
