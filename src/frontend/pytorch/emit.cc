// The emitter: walks over statements and expressions of the source with an environment of names, as
// PyTorch's own does when it loads an archive (torch/csrc/jit/frontend/ir_emitter.cpp).
#include "frontend/pytorch/emit.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/code.h"
#include "frontend/pytorch/code_lexer.h"
#include "frontend/pytorch/emit_types.h"
#include "frontend/pytorch/schema.h"

namespace passcope::frontend {
namespace {

// How deep blocks, expressions and calls may be within each other when all is inlined.
constexpr int kMaxEmitDepth = 160;

// What a name or an expression stands for.
struct Item {
  enum class Kind : uint8_t { kValue, kModule, kTuple };
  Kind kind = Kind::kValue;
  TorchValue* value = nullptr;
  PickleValue module;  // kModule, at `path` from the root.
  std::string path;
  std::vector<Item> fields;  // kTuple

  static Item Of(TorchValue* value) {
    Item item;
    item.value = value;
    return item;
  }
  static Item TupleOf(std::vector<Item> fields) {
    Item item;
    item.kind = Kind::kTuple;
    item.fields = std::move(fields);
    return item;
  }
};

using Environment = std::map<std::string, Item, std::less<>>;

struct Source {
  std::string name;
  CodeFile file;
};

// A function or method with where it stands.
struct Callee {
  const Source* source = nullptr;
  const CodeFunction* function = nullptr;
};

class Emitter {
 public:
  explicit Emitter(TorchArchive* archive)
      : archive_(archive), graph_(std::make_unique<TorchGraph>()), block_(graph_->block()) {}

  TorchProgram Run() {
    Item self;
    self.kind = Item::Kind::kModule;
    self.module = archive_->module();
    if (!self.module.is_object()) {
      throw DiagnosticError(DiagKind::kBadModelFile, Say("the archive holds no module"));
    }
    Callee forward = FindMethod(self, "forward", nullptr);
    TorchProgram program;
    std::vector<Item> arguments = {self};
    for (size_t i = 1; i < forward.function->params.size(); ++i) {
      const CodeParam& param = forward.function->params[i];
      TorchValue* value = graph_->AddParam(block_);
      value->type = ToTorchType(param.type.get());
      graph_->SetName(value, param.name);
      program.inputs.push_back({param.name, value});
      arguments.push_back(Item::Of(value));
    }
    Return(Inline(forward, std::move(arguments)));
    graph_->EliminateDeadCode();
    program.graph = std::move(graph_);
    return program;
  }

 private:
  [[noreturn]] void FailCode(const Message& problem) const {
    FailTorchCode(source_ ? std::string_view(source_->name) : "?", line_, problem);
  }
  [[noreturn]] void FailUnsupported(const Message& what) const {
    throw DiagnosticError(DiagKind::kUnsupported,
                          Say("{what} (line {line} of the code of {name}) cannot be converted",
                              what, line_, source_ ? std::string_view(source_->name) : "?"));
  }

  class Deeper {
   public:
    explicit Deeper(Emitter* emitter) : emitter_(emitter) {
      if (++emitter->depth_ > kMaxEmitDepth) {
        throw DiagnosticError(
            DiagKind::kNestingTooDeep,
            Say("calls within the model's code are nested deeper than {limit} levels",
                kMaxEmitDepth));
      }
    }
    ~Deeper() { --emitter_->depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    Emitter* emitter_;
  };

  // --- sources

  const Source* FindSource(std::string_view qualifier) {
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

  // The class or function of a full name, "__torch__.a.B"; null when there is none.
  template <class T>
  const T* FindIn(const std::vector<T> CodeFile::*members, std::string_view full_name,
                  const Source** source) {
    size_t point = full_name.rfind('.');
    if (point == std::string_view::npos) return nullptr;
    *source = FindSource(full_name.substr(0, point));
    if (!*source) return nullptr;
    for (const T& member : (*source)->file.*members) {
      if (member.name == full_name.substr(point + 1)) return &member;
    }
    return nullptr;
  }
  const CodeClass* FindClass(std::string_view name, const Source** source) {
    return FindIn<CodeClass>(&CodeFile::classes, name, source);
  }

  // Null function when the class has no such method and `optional` is given.
  Callee FindMethod(const Item& self, std::string_view name, bool* found) {
    std::string_view class_name = self.module.object().class_name;
    Callee callee;
    const CodeClass* code = FindClass(class_name, &callee.source);
    if (!code) {
      throw DiagnosticError(DiagKind::kBadModelFile,
                            Say("the archive has no code of the class {name}", class_name));
    }
    for (const CodeFunction& method : code->methods) {
      if (method.name == name) callee.function = &method;
    }
    if (found) *found = callee.function;
    if (!callee.function && !found) {
      throw DiagnosticError(DiagKind::kBadModelFile,
                            Say("the class {name} has no method {method}", class_name, name));
    }
    return callee;
  }

  // --- values

  Item Constant(TorchConstant constant, TorchKind kind) {
    return Item::Of(graph_->AppendConstant(block_, std::move(constant), kind));
  }
  Item None() { return Constant(std::monostate(), TorchKind::kNone); }

  TorchValue* Node(std::string_view kind, const std::vector<TorchValue*>& inputs, TorchType type) {
    TorchNode* node = graph_->Append(block_, kind, inputs);
    node->output()->type = std::move(type);
    return node->output();
  }
  TorchValue* List(const std::vector<TorchValue*>& elements, TorchType element) {
    return Node("prim::ListConstruct", elements, element.list());
  }

  // As one value: a tuple becomes a node.
  TorchValue* AsValue(const Item& item) {
    switch (item.kind) {
      case Item::Kind::kValue:
        return item.value;
      case Item::Kind::kModule:
        FailUnsupported(Say("a module as a value"));
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
  const TorchType TypeOf(const Item& item) const {
    if (item.kind == Item::Kind::kValue) return item.value->type;
    TorchType type;
    type.kind = item.kind == Item::Kind::kTuple ? TorchKind::kTuple : TorchKind::kObject;
    return type;
  }
  // What a constant is; null for any other value.
  static const TorchConstant* ConstantOf(const Item& item) {
    if (item.kind != Item::Kind::kValue || !item.value->node()) return nullptr;
    const TorchNode* node = item.value->node();
    return node->kind == "prim::Constant" ? &node->constant : nullptr;
  }
  static std::optional<bool> KnownBool(const Item& item) {
    const TorchConstant* constant = ConstantOf(item);
    if (!constant || !std::holds_alternative<bool>(*constant)) return std::nullopt;
    return std::get<bool>(*constant);
  }

  void Return(const Item& item) {
    if (item.kind == Item::Kind::kTuple) {
      for (const Item& field : item.fields) Return(field);
    } else {
      graph_->block()->return_node->AddInput(AsValue(item));
    }
  }

  // The fields of a tuple or of a list of `count` elements.
  std::vector<Item> Unpack(const Item& item, size_t count) {
    if (item.kind == Item::Kind::kTuple) {
      if (item.fields.size() != count) {
        FailCode(
            Say("a tuple of {actual} is taken apart into {expected}", item.fields.size(), count));
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

  // --- functions

  Item Inline(const Callee& callee, std::vector<Item> arguments) {
    Deeper deeper(this);
    Environment environment;
    const std::vector<CodeParam>& params = callee.function->params;
    for (size_t i = 0; i < params.size(); ++i)
      environment[params[i].name] = std::move(arguments[i]);
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
    return result;
  }

  // Arguments of a call in the order of the function's parameters, without the first `bound`.
  std::vector<Item> Arrange(const CodeExpr& call, const Callee& callee,
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
        FailCode(Say("the call does not fit the parameters of {name}", callee.function->name));
      }
      given[param] = true;
      arguments[param] = Expression(*call.items[i]);
    }
    for (size_t i = 0; i < params.size(); ++i) {
      if (given[i]) continue;
      if (!params[i].default_value) {
        FailCode(Say("the call does not fit the parameters of {name}", callee.function->name));
      }
      arguments[i] = Expression(*params[i].default_value);
    }
    return arguments;
  }

  // --- statements

  void Statements(const CodeBlock& block) {
    for (const CodeStatement& statement : block) {
      line_ = statement.line;
      Statement(statement);
      if (result_) return;
    }
  }

  void Statement(const CodeStatement& statement) {
    Deeper deeper(this);
    switch (statement.kind) {
      case CodeStatementKind::kAssign:
        if (statement.value) Assign(statement);
        return;
      case CodeStatementKind::kExpr:
        Expression(*statement.value);
        return;
      case CodeStatementKind::kReturn:
        if (branch_depth_ > 0) FailUnsupported(Say("a return within a loop or a branch"));
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
        if (condition->kind == CodeExprKind::kTuple) condition = condition->items[0].get();
        Expression(*condition);
        return;
      }
      case CodeStatementKind::kPass:
        return;
      case CodeStatementKind::kBreak:
      case CodeStatementKind::kContinue:
        FailUnsupported(Say("a break or continue"));
    }
  }

  void Raise() {
    TorchValue* message = AsValue(Constant(std::string("Exception"), TorchKind::kText));
    graph_->Append(block_, "prim::RaiseException", {message}, 0);
  }

  void Assign(const CodeStatement& statement) {
    Item value = Expression(*statement.value, statement.unpack ? statement.targets.size() : 1);
    if (!statement.unpack) {
      Bind(*statement.targets[0], value);
      return;
    }
    std::vector<Item> fields = Unpack(value, statement.targets.size());
    for (size_t i = 0; i < fields.size(); ++i) Bind(*statement.targets[i], fields[i]);
  }

  // Names such as "_12" are of the text alone.
  static bool IsMeaningful(std::string_view name) {
    if (name.empty()) return false;
    if (name[0] != '_') return true;
    return name.find_first_not_of("0123456789", 1) != std::string_view::npos;
  }

  void Bind(const CodeExpr& target, const Item& item) {
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
    FailUnsupported(Say("an assignment to a part of something"));
  }

  // --- control flow

  static void CollectAssigned(const CodeExpr& target, std::set<std::string>* names) {
    if (target.kind == CodeExprKind::kName) names->insert(target.text);
    for (const CodeExprPtr& item : target.items) {
      if (target.kind == CodeExprKind::kTuple) CollectAssigned(*item, names);
    }
  }
  static void CollectAssigned(const CodeBlock& block, std::set<std::string>* names) {
    for (const CodeStatement& statement : block) {
      if (statement.kind == CodeStatementKind::kAssign) {
        for (const CodeExprPtr& target : statement.targets) CollectAssigned(*target, names);
      }
      CollectAssigned(statement.body, names);
      CollectAssigned(statement.orelse, names);
    }
  }

  // The values within an item, in order: what a block returns or takes for it.
  void Flatten(const Item& item, std::vector<TorchValue*>* values) {
    if (item.kind == Item::Kind::kTuple) {
      for (const Item& field : item.fields) Flatten(field, values);
    } else if (item.kind == Item::Kind::kValue) {
      values->push_back(item.value);
    }
  }
  static Item Rebuild(const Item& like, const std::vector<TorchValue*>& values, size_t* at) {
    Item item = like;
    for (Item& field : item.fields) field = Rebuild(field, values, at);
    if (item.kind == Item::Kind::kValue) item.value = values[(*at)++];
    return item;
  }
  static bool SameShape(const Item& a, const Item& b) {
    if (a.kind != b.kind || a.fields.size() != b.fields.size()) return false;
    for (size_t i = 0; i < a.fields.size(); ++i) {
      if (!SameShape(a.fields[i], b.fields[i])) return false;
    }
    return a.kind != Item::Kind::kModule || a.path == b.path;
  }

  // Statements in a block of their own, with names of their own.
  Environment InBlock(TorchBlock* block, const CodeBlock& statements, Environment environment) {
    TorchBlock* outer_block = block_;
    Environment* outer = environment_;
    block_ = block;
    environment_ = &environment;
    ++branch_depth_;
    Statements(statements);
    --branch_depth_;
    block_ = outer_block;
    environment_ = outer;
    return environment;
  }

  void If(const CodeStatement& statement) {
    Item condition = Expression(*statement.value);
    if (std::optional<bool> known = KnownBool(condition)) {
      Statements(*known ? statement.body : statement.orelse);
      return;
    }
    TorchNode* node = graph_->Append(block_, "prim::If", {AsValue(condition)}, 0);
    Environment after[2];
    std::set<std::string> assigned;
    CollectAssigned(statement.body, &assigned);
    CollectAssigned(statement.orelse, &assigned);
    for (int i = 0; i < 2; ++i) {
      after[i] = InBlock(graph_->AddBlock(node), i == 0 ? statement.body : statement.orelse,
                         *environment_);
    }
    for (const std::string& name : assigned) {
      auto first = after[0].find(name);
      auto second = after[1].find(name);
      if (first == after[0].end() || second == after[1].end()) continue;
      if (!SameShape(first->second, second->second)) continue;
      (*environment_)[name] = Merge(node, name, first->second, second->second);
    }
  }

  Item Merge(TorchNode* node, const std::string& name, const Item& first, const Item& second) {
    std::vector<TorchValue*> values[2];
    Flatten(first, &values[0]);
    Flatten(second, &values[1]);
    std::vector<TorchValue*> results;
    for (size_t i = 0; i < values[0].size(); ++i) {
      for (size_t branch = 0; branch < 2; ++branch) {
        node->blocks[branch]->return_node->AddInput(values[branch][i]);
      }
      TorchValue* result = graph_->AddOutput(node);
      result->type =
          values[0][i]->type.kind == TorchKind::kNone ? values[1][i]->type : values[0][i]->type;
      if (IsMeaningful(name)) graph_->SetName(result, name);
      results.push_back(result);
    }
    size_t at = 0;
    return Rebuild(first, results, &at);
  }

  void Loop(const CodeStatement& statement) {
    bool counted = statement.kind == CodeStatementKind::kFor;
    TorchValue* trips = nullptr;
    TorchValue* condition = nullptr;
    if (counted) {
      trips = Trips(*statement.value);
      condition = AsValue(Constant(true, TorchKind::kBool));
    } else {
      trips = AsValue(Constant(std::numeric_limits<int64_t>::max(), TorchKind::kInt));
      condition = AsValue(Expression(*statement.value));
    }
    std::set<std::string> assigned;
    CollectAssigned(statement.body, &assigned);
    std::vector<std::pair<std::string, Item>> carried;
    std::vector<TorchValue*> inputs = {trips, condition};
    for (const std::string& name : assigned) {
      auto it = environment_->find(name);
      if (it == environment_->end()) continue;
      carried.emplace_back(name, it->second);
      Flatten(it->second, &inputs);
    }
    TorchNode* node = graph_->Append(block_, "prim::Loop", inputs, 0);
    TorchBlock* body = graph_->AddBlock(node);
    Environment inner = *environment_;
    TorchValue* counter = graph_->AddParam(body);
    counter->type.kind = TorchKind::kInt;
    if (counted) {
      if (IsMeaningful(statement.targets[0]->text)) {
        graph_->SetName(counter, statement.targets[0]->text);
      }
      inner[statement.targets[0]->text] = Item::Of(counter);
    }
    Environment after = *environment_;
    for (const auto& [name, item] : carried) {
      std::vector<TorchValue*> values;
      std::vector<TorchValue*> params;
      std::vector<TorchValue*> outputs;
      Flatten(item, &values);
      for (const TorchValue* value : values) {
        params.push_back(graph_->AddParam(body));
        outputs.push_back(graph_->AddOutput(node));
        params.back()->type = outputs.back()->type = value->type;
        if (!IsMeaningful(name)) continue;
        graph_->SetName(params.back(), name);
        graph_->SetName(outputs.back(), name);
      }
      size_t at = 0;
      inner[name] = Rebuild(item, params, &at);
      at = 0;
      after[name] = Rebuild(item, outputs, &at);
    }
    inner = InBlock(body, statement.body, std::move(inner));
    LoopResults(statement, body, carried, &inner);
    *environment_ = std::move(after);
  }

  void LoopResults(const CodeStatement& statement, TorchBlock* body,
                   const std::vector<std::pair<std::string, Item>>& carried, Environment* inner) {
    TorchBlock* outer_block = block_;
    Environment* outer = environment_;
    block_ = body;
    environment_ = inner;
    Item again = statement.kind == CodeStatementKind::kFor ? Constant(true, TorchKind::kBool)
                                                           : Expression(*statement.value);
    body->return_node->AddInput(AsValue(again));
    for (const auto& [name, item] : carried) {
      const Item& now = inner->at(name);
      if (!SameShape(item, now)) FailUnsupported(Say("a loop that changes the form of a tuple"));
      std::vector<TorchValue*> values;
      Flatten(now, &values);
      for (TorchValue* value : values) body->return_node->AddInput(value);
    }
    block_ = outer_block;
    environment_ = outer;
  }

  // How often `for i in range(n)` runs.
  TorchValue* Trips(const CodeExpr& range) {
    bool is_range = range.kind == CodeExprKind::kCall && range.items.size() == 2 &&
                    range.items[0]->kind == CodeExprKind::kName && range.items[0]->text == "range";
    if (!is_range) FailUnsupported(Say("a loop over anything but a range from 0"));
    return AsValue(Expression(*range.items[1]));
  }

  // --- expressions

  // `results`: into how many values the result will be taken apart; 1 if it will not.
  Item Expression(const CodeExpr& expr, size_t results = 1) {
    Deeper deeper(this);
    switch (expr.kind) {
      case CodeExprKind::kName: {
        auto it = environment_->find(expr.text);
        if (it == environment_->end())
          FailCode(Say("the name {name} stands for nothing", expr.text));
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
    FailCode(Say("a slice stands outside of brackets"));
  }

  Item ListLiteral(const CodeExpr& expr, const CodeExpr* type) {
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
      // An empty list without a type is one of tensors.
      if (elements.empty()) element.kind = TorchKind::kTensor;
    }
    return Item::Of(List(elements, element));
  }

  Item Unary(const CodeExpr& expr) {
    Item operand = Expression(*expr.items[0]);
    if (expr.text == "not") {
      if (std::optional<bool> known = KnownBool(operand))
        return Constant(!*known, TorchKind::kBool);
      return Operator("aten::__not__", {AsValue(operand)});
    }
    return Operator(expr.text == "-" ? "aten::neg" : "aten::bitwise_not", {AsValue(operand)});
  }

  Item Binary(const CodeExpr& expr) {
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

  // Whether something is None is mostly known from its type.
  Item Is(const Item& left, const Item& right, bool is) {
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

  // The second operand is computed in a branch, as Python says.
  Item AndOr(const CodeExpr& expr) {
    bool is_and = expr.text == "and";
    Item left = Expression(*expr.items[0]);
    if (std::optional<bool> known = KnownBool(left)) {
      return *known == is_and ? Expression(*expr.items[1]) : left;
    }
    TorchNode* node = graph_->Append(block_, "prim::If", {AsValue(left)}, 0);
    for (bool branch : {true, false}) {
      TorchBlock* block = graph_->AddBlock(node);
      std::swap(block, block_);
      Item item =
          branch == is_and ? Expression(*expr.items[1]) : Constant(!is_and, TorchKind::kBool);
      block_->return_node->AddInput(AsValue(item));
      std::swap(block, block_);
    }
    TorchValue* result = graph_->AddOutput(node);
    result->type.kind = TorchKind::kBool;
    return Item::Of(result);
  }

  Item Conditional(const CodeExpr& expr) {
    Item condition = Expression(*expr.items[1]);
    if (std::optional<bool> known = KnownBool(condition)) {
      return Expression(*expr.items[*known ? 0 : 2]);
    }
    TorchNode* node = graph_->Append(block_, "prim::If", {AsValue(condition)}, 0);
    Item items[2];
    for (size_t i = 0; i < 2; ++i) {
      TorchBlock* block = graph_->AddBlock(node);
      std::swap(block, block_);
      items[i] = Expression(*expr.items[i == 0 ? 0 : 2]);
      std::swap(block, block_);
    }
    if (!SameShape(items[0], items[1])) FailUnsupported(Say("a choice between unlike tuples"));
    return Merge(node, "", items[0], items[1]);
  }

  // Over the elements of a list that is written out; torch writes loops for others.
  Item Comprehension(const CodeExpr& expr) {
    Item list = Expression(*expr.items[1]);
    const TorchNode* node = list.kind == Item::Kind::kValue ? list.value->node() : nullptr;
    if (!node || node->kind != "prim::ListConstruct") {
      FailUnsupported(Say("a list made of another one of unknown length"));
    }
    std::vector<TorchValue*> elements;
    std::vector<TorchValue*> inputs = node->inputs();
    for (TorchValue* input : inputs) {
      (*environment_)[expr.text] = Item::Of(input);
      elements.push_back(AsValue(Expression(*expr.items[0])));
    }
    return Item::Of(List(elements, elements.empty() ? TorchType() : elements[0]->type));
  }

  Item Subscript(const CodeExpr& expr) {
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
      return Item::Of(Node("aten::slice", inputs, type));
    }
    Item at = Expression(index);
    if (whole.kind == Item::Kind::kTuple) {
      const TorchConstant* constant = ConstantOf(at);
      const int64_t* number = constant ? std::get_if<int64_t>(constant) : nullptr;
      auto size = static_cast<int64_t>(whole.fields.size());
      if (!number || *number < -size || *number >= size) {
        FailCode(Say("a tuple has no field of that number"));
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

  // --- attributes

  Item Attribute(const CodeExpr& expr) {
    std::string path = QualifiedName(expr);
    if (path.starts_with("CONSTANTS.c")) return FileConstant(path.substr(11));
    if (path == "torch.inf" || path == "math.inf") {
      return Constant(std::numeric_limits<double>::infinity(), TorchKind::kReal);
    }
    if (path == "torch.nan" || path == "math.nan") {
      return Constant(std::numeric_limits<double>::quiet_NaN(), TorchKind::kReal);
    }
    return AttributeOf(Expression(*expr.items[0]), expr.text);
  }

  Item AttributeOf(const Item& item, const std::string& name) {
    if (item.kind == Item::Kind::kModule) {
      const PickleValue* attribute = item.module.Find(name);
      if (!attribute) {
        FailCode(
            Say("{class_name} has no attribute {name}", item.module.object().class_name, name));
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
    FailUnsupported(Say("the attribute {name} of a value", name));
  }

  // An attribute of a module: another module, a weight, or a plain value.
  Item FromPickle(const PickleValue& attribute, const std::string& path, int depth) {
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
        if (depth > 8) FailUnsupported(Say("the attribute {name} of a module", path));
        std::vector<Item> fields;
        for (const PickleValue& value : attribute.items()) {
          fields.push_back(
              FromPickle(value, path + "." + std::to_string(fields.size()), depth + 1));
        }
        if (attribute.kind() == PickleKind::kTuple) return Item::TupleOf(std::move(fields));
        std::vector<TorchValue*> elements;
        for (const Item& field : fields) elements.push_back(AsValue(field));
        return Item::Of(List(elements, elements.empty() ? TorchType() : elements[0]->type));
      }
      default:
        FailUnsupported(Say("the attribute {name} of a module", path));
    }
  }

  Item GetAttr(const PickleValue& attribute, const std::string& path, TorchKind kind) {
    TorchType type;
    type.kind = kind;
    TorchValue* value = Node("prim::GetAttr", {}, type);
    value->node()->attribute = path;
    value->node()->attribute_value = attribute;
    return Item::Of(value);
  }

  // CONSTANTS.c3
  Item FileConstant(const std::string& number) {
    std::span<const PickleValue> constants = archive_->constants();
    size_t index = constants.size();
    if (!number.empty() && number.size() < 8 &&
        number.find_first_not_of("0123456789") == std::string::npos) {
      index = static_cast<size_t>(std::stoul(number));
    }
    if (index >= constants.size()) FailCode(Say("there is no constant {number}", number));
    const PickleValue& constant = constants[index];
    if (!constant.is_tensor()) return FromPickle(constant, "constant", 0);
    return Constant(&constant.tensor(), TorchKind::kTensor);
  }

  // --- calls

  // "torch.nn.functional.relu" for attributes of a name that is not bound here; else empty.
  std::string QualifiedName(const CodeExpr& expr) const {
    const CodeExpr* at = &expr;
    std::string name;
    while (at->kind == CodeExprKind::kAttribute) {
      name = name.empty() ? at->text : at->text + "." + name;
      at = at->items[0].get();
    }
    if (at->kind != CodeExprKind::kName || environment_->contains(at->text)) return "";
    return name.empty() ? at->text : at->text + "." + name;
  }

  Item Call(const CodeExpr& call, size_t results) {
    line_ = call.line;
    const CodeExpr& callee = *call.items[0];
    std::string name = QualifiedName(callee);
    if (name.empty()) {
      if (callee.kind != CodeExprKind::kAttribute)
        FailCode(Say("something is called that is no function"));
      return MethodCall(call, Expression(*callee.items[0]), callee.text, results);
    }
    if (callee.kind == CodeExprKind::kName) return Builtin(call, name, results);
    if (name.starts_with("__torch__.")) return FunctionCall(call, name);
    if (name == "torch.device") {
      if (call.items.size() < 2) FailCode(Say("an argument of {name} is missing", name));
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
    FailUnsupported(Say("the call of {name}", name));
  }

  std::string Text(const CodeExpr& expr) const {
    if (expr.kind != CodeExprKind::kText) FailCode(Say("a text is missing"));
    return expr.text;
  }

  Item MethodCall(const CodeExpr& call, const Item& self, const std::string& name, size_t results) {
    if (self.kind == Item::Kind::kModule) {
      Callee callee = FindMethod(self, name, nullptr);
      return Inline(callee, Arrange(call, callee, {self}));
    }
    return OperatorCall(call, "aten::" + name, {AsValue(self)}, results);
  }

  // A function of the archive, or one that makes an object of a class of it.
  Item FunctionCall(const CodeExpr& call, const std::string& name) {
    Callee callee;
    callee.function = FindIn<CodeFunction>(&CodeFile::functions, name, &callee.source);
    if (callee.function) {
      std::vector<Item> arguments = Arrange(call, callee, {});
      bool functional = name.find("__torch__.torch.nn.functional") != std::string::npos;
      if (functional && name.find("interpolate") != std::string::npos) {
        // Torch's substitution keeps this function as an operator of its own.
        std::vector<TorchValue*> inputs;
        for (const Item& argument : arguments) inputs.push_back(AsValue(argument));
        TorchType type;
        type.kind = TorchKind::kTensor;
        return Item::Of(Node("aten::__interpolate", inputs, type));
      }
      return Inline(callee, std::move(arguments));
    }
    const Source* source = nullptr;
    const CodeClass* code = FindClass(name, &source);
    if (!code) FailCode(Say("the archive has no function {name}", name));
    if (code->base != "NamedTuple") FailUnsupported(Say("an object of the class {name}", name));
    std::vector<Item> fields;
    for (size_t i = 1; i < call.items.size(); ++i) fields.push_back(Expression(*call.items[i]));
    return Item::TupleOf(std::move(fields));
  }

  // Functions without a module.
  Item Builtin(const CodeExpr& call, const std::string& name, size_t results) {
    size_t count = call.items.size() - 1;
    auto argument = [&](size_t i) -> const CodeExpr& {
      if (i >= count) FailCode(Say("an argument of {name} is missing", name));
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
    for (auto [python, aten] : {std::pair("int", "aten::Int"), std::pair("float", "aten::Float"),
                                std::pair("bool", "aten::Bool"), std::pair("str", "aten::str"),
                                std::pair("len", "aten::len"), std::pair("list", "aten::list"),
                                std::pair("abs", "aten::abs"), std::pair("max", "prim::max"),
                                std::pair("min", "prim::min"), std::pair("round", "aten::round"),
                                std::pair("floordiv", "aten::floordiv")}) {
      if (name == python) return OperatorCall(call, aten, {}, results);
    }
    if (name == "print") return None();
    FailUnsupported(Say("the call of {name}", name));
  }

  Item Annotate(const CodeExpr& type_expr, const CodeExpr& expr) {
    TorchType type = ToTorchType(&type_expr);
    if (expr.kind == CodeExprKind::kList) return ListLiteral(expr, &type_expr);
    Item item = Expression(expr);
    if (item.kind != Item::Kind::kValue) return item;
    if (item.value->type.is_tensor() && type.lists == 0) {
      // A tensor stands for a number.
      std::string_view op;
      if (type.kind == TorchKind::kInt) op = "aten::IntImplicit";
      if (type.kind == TorchKind::kReal) op = "aten::FloatImplicit";
      if (type.kind == TorchKind::kNumber) op = "aten::ScalarImplicit";
      if (!op.empty()) return Item::Of(Node(op, {item.value}, type));
    }
    if (item.value->type.kind == TorchKind::kAny) item.value->type = type;
    return item;
  }

  Item IsInstance(const Item& item, const CodeExpr& types) {
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

  Item OperatorCall(const CodeExpr& call, const std::string& kind, std::vector<TorchValue*> inputs,
                    size_t results) {
    std::vector<std::string_view> keywords;
    size_t positional = call.items.size() - 1 - call.keywords.size();
    for (size_t i = 1; i < call.items.size(); ++i) {
      inputs.push_back(AsValue(Expression(*call.items[i])));
      if (i - 1 >= positional) keywords.push_back(call.keywords[i - 1 - positional]);
    }
    if (kind == "prim::unchecked_cast" && inputs.size() == 1) return Item::Of(inputs[0]);
    if (kind == "aten::warn") return None();
    return Operator(kind, inputs, keywords, results);
  }

  // A node of the operator's overload that fits, with all its arguments.
  Item Operator(const std::string& kind, const std::vector<TorchValue*>& inputs,
                const std::vector<std::string_view>& keywords = {}, size_t results = 1) {
    std::vector<TorchArgument> arguments;
    for (size_t i = 0; i < inputs.size(); ++i) {
      size_t first_keyword = inputs.size() - keywords.size();
      arguments.push_back(
          {i < first_keyword ? std::string_view() : keywords[i - first_keyword], inputs[i]->type});
    }
    for (bool convert : {false, true}) {
      for (const TorchSchema& schema : FindTorchSchemas(kind)) {
        std::optional<std::vector<int>> match = MatchTorchSchema(schema, arguments, convert);
        if (match) return Overload(kind, schema, inputs, *match);
      }
    }
    // An operator that nobody converts: it will be named among those.
    TorchNode* node = graph_->Append(block_, kind, inputs, results);
    if (results == 1) return Item::Of(node->output());
    std::vector<Item> fields;
    for (TorchValue* output : node->outputs) fields.push_back(Item::Of(output));
    return Item::TupleOf(std::move(fields));
  }

  Item Overload(const std::string& kind, const TorchSchema& schema,
                const std::vector<TorchValue*>& inputs, const std::vector<int>& match) {
    std::vector<TorchValue*> all;
    for (size_t i = 0; i < match.size(); ++i) {
      const TorchParam& param = schema.params[i];
      TorchValue* value = match[i] < 0 ? Default(param) : inputs[static_cast<size_t>(match[i])];
      bool one_for_all = param.type.lists == 1 && param.list_size > 0 && value->type.lists == 0 &&
                         value->type.kind != TorchKind::kNone &&
                         value->type.kind != TorchKind::kAny;
      if (one_for_all) {
        value = List(std::vector<TorchValue*>(static_cast<size_t>(param.list_size), value),
                     value->type);
      }
      all.push_back(value);
    }
    for (size_t i = match.size(); schema.variadic && i < inputs.size(); ++i) {
      all.push_back(inputs[i]);
    }
    TorchNode* node = graph_->Append(block_, kind, all, schema.results.size());
    std::vector<Item> fields;
    for (size_t i = 0; i < schema.results.size(); ++i) {
      TorchType type = schema.results[i];
      if (type.kind == TorchKind::kAny && !all.empty()) {
        // "t" and "t[]": what the list in the first argument is of.
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

  TorchValue* Default(const TorchParam& param) {
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

  TorchArchive* archive_;
  std::unique_ptr<TorchGraph> graph_;
  std::unordered_map<std::string, std::unique_ptr<Source>> sources_;
  // Where nodes are appended and what names stand for.
  TorchBlock* block_;
  Environment* environment_ = nullptr;
  const Source* source_ = nullptr;
  std::optional<Item> result_;  // Of the function that is inlined.
  int line_ = 0;
  int depth_ = 0;
  int branch_depth_ = 0;  // Of loops and branches in the function that is inlined.
};

}  // namespace

TorchProgram BuildTorchGraph(TorchArchive* archive) { return Emitter(archive).Run(); }

}  // namespace passcope::frontend
