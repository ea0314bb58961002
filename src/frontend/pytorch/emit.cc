// The emitter: sources, values, functions and statements.
#include "frontend/pytorch/emit.h"

#include <algorithm>

#include "frontend/pytorch/code_lexer.h"
#include "frontend/pytorch/emit_types.h"
#include "frontend/pytorch/emitter.h"

namespace passcope::frontend::emit {

TorchProgram Emitter::Run() {
  Item self;
  self.kind = Item::Kind::kModule;
  self.module = archive_->module();
  if (!self.module.is_object()) {
    throw DiagnosticError(DiagKind::kBadModelFile,
                          MSG(kTorchArchiveWithoutModule, "the archive holds no module"));
  }
  Callee forward = FindMethod(self, "forward");
  TorchProgram program;
  std::vector<Item> arguments = {self};
  for (size_t i = 1; i < forward.function->params.size(); ++i) {
    const CodeParam& param = forward.function->params[i];
    TorchValue* value = graph_->AddParam(block_);
    value->type = ToTorchType(param.type.get());
    // Any other generic type, such as a dictionary, is not a tensor.
    bool other = param.type && param.type->kind == CodeExprKind::kSubscript;
    if (other && value->type.kind == TorchKind::kAny && !value->type.is_list()) {
      value->type.kind = TorchKind::kObject;
    }
    bool composed = value->type.is_list() || value->type.kind == TorchKind::kTuple;
    if (composed && !value->type.optional) keep_tuples_ = true;
    graph_->SetName(value, param.name);
    program.inputs.push_back({param.name, value});
    arguments.push_back(Item::Of(value));
  }
  Return(Inline(forward, std::move(arguments)));
  graph_->EliminateDeadCode();
  program.graph = std::move(graph_);
  return program;
}

void Emitter::FailCode(const Message& problem) const {
  FailTorchCode(source_ ? std::string_view(source_->name) : "?", line_, problem);
}

void Emitter::FailUnsupported(const Message& problem) const {
  throw DiagnosticError(DiagKind::kUnsupported,
                        MSG(kTorchConstructNotConvertible,
                            "line {line} of the code of {name} cannot be converted: {problem}",
                            line_, source_ ? std::string_view(source_->name) : "?", problem));
}

const Source* Emitter::FindSource(std::string_view qualifier) {
  auto it = sources_.find(std::string(qualifier));
  if (it != sources_.end()) return it->second.get();
  std::unique_ptr<Source> source;
  if (std::optional<std::string_view> text = archive_->FindSource(std::string(qualifier))) {
    source = std::make_unique<Source>();
    source->name = qualifier;
    source->file = ParseTorchCode(qualifier, *text);
  }
  return sources_.emplace(std::string(qualifier), std::move(source)).first->second.get();
}

const CodeClass* Emitter::FindClass(std::string_view name, const Source** source) {
  return FindIn<CodeClass>(&CodeFile::classes, name, source);
}

Callee Emitter::FindMethod(const Item& self, std::string_view name) {
  std::string_view class_name = self.module.object().class_name;
  Callee callee;
  const CodeClass* code = FindClass(class_name, &callee.source);
  if (!code) {
    throw DiagnosticError(
        DiagKind::kBadModelFile,
        MSG(kTorchClassCodeMissing, "the archive has no code for the class '{name}'", class_name));
  }
  for (const CodeFunction& method : code->methods) {
    if (method.name == name) callee.function = &method;
  }
  if (!callee.function) {
    throw DiagnosticError(
        DiagKind::kBadModelFile,
        MSG(kTorchMethodMissing, "the class '{name}' has no method '{method}'", class_name, name));
  }
  return callee;
}

Item Emitter::Constant(TorchConstant constant, TorchKind kind) {
  return Item::Of(graph_->AppendConstant(block_, std::move(constant), kind));
}

Item Emitter::None() { return Constant(std::monostate(), TorchKind::kNone); }

TorchValue* Emitter::Node(std::string_view kind, const std::vector<TorchValue*>& inputs,
                          TorchType type) {
  TorchNode* node = graph_->Append(block_, kind, inputs);
  node->output()->type = std::move(type);
  return node->output();
}

TorchValue* Emitter::List(const std::vector<TorchValue*>& elements, TorchType element) {
  return Node("prim::ListConstruct", elements, element.list());
}

TorchValue* Emitter::AsValue(const Item& item) {
  switch (item.kind) {
    case Item::Kind::kValue:
      return item.value;
    case Item::Kind::kModule:
    case Item::Kind::kFunction:
      FailUnsupported(MSG(kTorchModuleAsValue, "a module or a function is used as a value"));
    case Item::Kind::kTuple: {
      std::vector<TorchValue*> fields;
      TorchType type;
      type.kind = TorchKind::kTuple;
      for (const Item& field : item.fields) {
        fields.push_back(AsValue(field));
        type.fields.push_back(fields.back()->type);
      }
      return Node("prim::TupleConstruct", fields, std::move(type));
    }
  }
  return nullptr;
}

TorchType Emitter::TypeOf(const Item& item) const {
  if (item.kind == Item::Kind::kValue) return item.value->type;
  TorchType type;
  type.kind = item.kind == Item::Kind::kTuple ? TorchKind::kTuple : TorchKind::kObject;
  return type;
}

const TorchConstant* Emitter::ConstantOf(const Item& item) {
  if (item.kind != Item::Kind::kValue || !item.value->node()) return nullptr;
  const TorchNode* node = item.value->node();
  return node->kind == "prim::Constant" ? &node->constant : nullptr;
}

std::optional<bool> Emitter::KnownBool(const Item& item) {
  const TorchConstant* constant = ConstantOf(item);
  if (!constant || !std::holds_alternative<bool>(*constant)) return std::nullopt;
  return std::get<bool>(*constant);
}

void Emitter::Return(const Item& item) {
  if (item.kind == Item::Kind::kTuple && !keep_tuples_) {
    for (const Item& field : item.fields) Return(field);
  } else {
    graph_->block()->return_node->AddInput(AsValue(item));
  }
}

std::vector<Item> Emitter::Unpack(const Item& item, size_t count) {
  if (item.kind == Item::Kind::kTuple) {
    if (item.fields.size() != count) {
      FailCode(MSG(kTorchUnpackTupleSize,
                   "a tuple of {actual} fields cannot be unpacked into {expected} names",
                   item.fields.size(), count));
    }
    return item.fields;
  }
  TorchValue* value = AsValue(item);
  bool list = value->type.is_list();
  TorchNode* node =
      graph_->Append(block_, list ? "prim::ListUnpack" : "prim::TupleUnpack", {value}, count);
  std::vector<Item> fields;
  for (size_t i = 0; i < count; ++i) {
    TorchType type = value->type.element();
    if (!list) {
      type = i < value->type.fields.size() ? value->type.fields[i] : TorchType();
    }
    node->outputs[i]->type = std::move(type);
    fields.push_back(Item::Of(node->outputs[i]));
  }
  return fields;
}

Item Emitter::Inline(const Callee& callee, std::vector<Item> arguments) {
  Deeper deeper(this);
  Environment environment;
  const std::vector<CodeParam>& params = callee.function->params;
  for (Item& argument : arguments) KeepTuple(&argument);
  std::string outer_module = graph_->module;
  // A function's nodes belong to the module that calls it.
  if (!arguments.empty() && arguments[0].kind == Item::Kind::kModule) {
    graph_->module = arguments[0].path;
  }
  for (size_t i = 0; i < params.size(); ++i) environment[params[i].name] = std::move(arguments[i]);
  const Source* outer_source = source_;
  Environment* outer = environment_;
  std::optional<Item> outer_result = std::move(result_);
  int outer_line = line_;
  int outer_branches = branch_depth_;
  branch_depth_ = 0;
  source_ = callee.source;
  environment_ = &environment;
  result_.reset();
  Statements(callee.function->body);
  Item result = result_ ? *std::move(result_) : None();
  source_ = outer_source;
  environment_ = outer;
  result_ = std::move(outer_result);
  line_ = outer_line;
  branch_depth_ = outer_branches;
  graph_->module = std::move(outer_module);
  KeepTuple(&result);
  return result;
}

void Emitter::KeepTuple(Item* item) {
  if (keep_tuples_ && item->kind == Item::Kind::kTuple) *item = Item::Of(AsValue(*item));
}

std::vector<Item> Emitter::Arrange(const CodeExpr& call, const Callee& callee,
                                   std::vector<Item> arguments) {
  const std::vector<CodeParam>& params = callee.function->params;
  size_t bound = arguments.size();
  std::vector<bool> given(params.size(), false);
  std::fill(given.begin(), given.begin() + static_cast<ptrdiff_t>(std::min(bound, params.size())),
            true);
  arguments.resize(params.size());
  size_t positional = call.items.size() - 1 - call.keywords.size();
  for (size_t i = 1; i < call.items.size(); ++i) {
    size_t param = bound + i - 1;
    if (i - 1 >= positional) {
      const std::string& keyword = call.keywords[i - 1 - positional];
      param = 0;
      while (param < params.size() && params[param].name != keyword) ++param;
    }
    if (param >= params.size() || given[param]) {
      FailCode(MSG(kTorchCallParametersMismatch,
                   "a call of '{name}' has an extra, unknown or repeated argument",
                   callee.function->name));
    }
    given[param] = true;
    arguments[param] = Expression(*call.items[i]);
  }
  for (size_t i = 0; i < params.size(); ++i) {
    if (given[i]) continue;
    if (!params[i].default_value) {
      FailCode(MSG(kTorchCallArgumentMissing, "a call of '{name}' lacks the argument '{argument}'",
                   callee.function->name, params[i].name));
    }
    arguments[i] = Expression(*params[i].default_value);
  }
  return arguments;
}

void Emitter::Statements(const CodeBlock& block) {
  for (const CodeStatement& statement : block) {
    line_ = statement.line;
    Statement(statement);
    if (result_) return;
  }
}

void Emitter::Statement(const CodeStatement& statement) {
  Deeper deeper(this);
  switch (statement.kind) {
    case CodeStatementKind::kAssign:
      if (statement.value) Assign(statement);
      return;
    case CodeStatementKind::kExpr:
      Expression(*statement.value);
      return;
    case CodeStatementKind::kReturn:
      if (branch_depth_ > 0)
        FailUnsupported(MSG(kTorchNestedReturn, "a `return` is inside a loop or a branch"));
      result_ = statement.value ? Expression(*statement.value) : None();
      return;
    case CodeStatementKind::kIf:
      If(statement);
      return;
    case CodeStatementKind::kWhile:
    case CodeStatementKind::kFor:
      Loop(statement);
      return;
    case CodeStatementKind::kRaise:
      Raise();
      return;
    case CodeStatementKind::kAssert: {
      const CodeExpr* condition = statement.value.get();
      if (condition->kind == CodeExprKind::kTuple && !condition->items.empty()) {
        condition = condition->items[0].get();
      }
      Expression(*condition);
      return;
    }
    case CodeStatementKind::kPass:
      return;
    case CodeStatementKind::kBreak:
    case CodeStatementKind::kContinue:
      FailUnsupported(MSG(kTorchBreakOrContinue, "`break` and `continue` are not supported"));
  }
}

void Emitter::Raise() {
  TorchValue* message = AsValue(Constant(std::string("Exception"), TorchKind::kText));
  graph_->Append(block_, "prim::RaiseException", {message}, 0);
}

void Emitter::Assign(const CodeStatement& statement) {
  Item value = Expression(*statement.value, statement.unpack ? statement.targets.size() : 1);
  if (!statement.unpack) {
    Bind(*statement.targets[0], value);
    return;
  }
  std::vector<Item> fields = Unpack(value, statement.targets.size());
  for (size_t i = 0; i < fields.size(); ++i) Bind(*statement.targets[i], fields[i]);
}

bool Emitter::IsMeaningful(std::string_view name) {
  if (name.empty()) return false;
  if (name[0] != '_') return true;
  return name.find_first_not_of("0123456789", 1) != std::string_view::npos;
}

void Emitter::Bind(const CodeExpr& target, const Item& item) {
  if (target.kind == CodeExprKind::kTuple) {
    std::vector<Item> fields = Unpack(item, target.items.size());
    for (size_t i = 0; i < fields.size(); ++i) Bind(*target.items[i], fields[i]);
    return;
  }
  if (target.kind == CodeExprKind::kName) {
    if (item.kind == Item::Kind::kValue && !item.value->has_name() && IsMeaningful(target.text) &&
        item.value->block() == block_) {
      graph_->SetName(item.value, target.text);
    }
    (*environment_)[target.text] = item;
    return;
  }
  if (target.kind == CodeExprKind::kAttribute) {
    TorchNode* node = graph_->Append(block_, "prim::SetAttr", {AsValue(item)}, 0);
    node->attribute = target.text;
    return;
  }
  FailUnsupported(MSG(kTorchPartAssignment, "only names and attributes can be assigned to"));
}

}  // namespace passcope::frontend::emit

namespace passcope::frontend {

TorchProgram BuildTorchGraph(TorchArchive* archive, size_t max_nodes) {
  return emit::Emitter(archive, max_nodes).Run();
}

}  // namespace passcope::frontend
