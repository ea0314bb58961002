// The emitter: branches and loops.
#include <limits>

#include "frontend/pytorch/emitter.h"

namespace passcope::frontend::emit {

void Emitter::CollectAssigned(const CodeExpr& target, std::set<std::string>* names) {
  if (target.kind == CodeExprKind::kName) names->insert(target.text);
  for (const CodeExprPtr& item : target.items) {
    if (target.kind == CodeExprKind::kTuple) CollectAssigned(*item, names);
  }
}

void Emitter::CollectAssigned(const CodeBlock& block, std::set<std::string>* names) {
  for (const CodeStatement& statement : block) {
    if (statement.kind == CodeStatementKind::kAssign) {
      for (const CodeExprPtr& target : statement.targets) CollectAssigned(*target, names);
    }
    CollectAssigned(statement.body, names);
    CollectAssigned(statement.orelse, names);
  }
}

void Emitter::Flatten(const Item& item, std::vector<TorchValue*>* values) {
  if (item.kind == Item::Kind::kTuple) {
    for (const Item& field : item.fields) Flatten(field, values);
  } else if (item.kind == Item::Kind::kValue) {
    values->push_back(item.value);
  }
}

Item Emitter::Rebuild(const Item& like, const std::vector<TorchValue*>& values, size_t* at) {
  Item item = like;
  for (Item& field : item.fields) field = Rebuild(field, values, at);
  if (item.kind == Item::Kind::kValue) item.value = values[(*at)++];
  return item;
}

bool Emitter::SameShape(const Item& a, const Item& b) {
  if (a.kind != b.kind || a.fields.size() != b.fields.size()) return false;
  for (size_t i = 0; i < a.fields.size(); ++i) {
    if (!SameShape(a.fields[i], b.fields[i])) return false;
  }
  return a.path == b.path;
}

Environment Emitter::InBlock(TorchBlock* block, const CodeBlock& statements,
                             Environment environment) {
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

void Emitter::If(const CodeStatement& statement) {
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
    after[i] =
        InBlock(graph_->AddBlock(node), i == 0 ? statement.body : statement.orelse, *environment_);
  }
  for (const std::string& name : assigned) {
    auto first = after[0].find(name);
    auto second = after[1].find(name);
    if (first == after[0].end() || second == after[1].end()) continue;
    if (!SameShape(first->second, second->second)) continue;
    (*environment_)[name] = Merge(node, name, first->second, second->second);
  }
}

Item Emitter::Merge(TorchNode* node, const std::string& name, const Item& first,
                    const Item& second) {
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

void Emitter::Loop(const CodeStatement& statement) {
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

void Emitter::LoopResults(const CodeStatement& statement, TorchBlock* body,
                          const std::vector<std::pair<std::string, Item>>& carried,
                          Environment* inner) {
  TorchBlock* outer_block = block_;
  Environment* outer = environment_;
  block_ = body;
  environment_ = inner;
  Item again = statement.kind == CodeStatementKind::kFor ? Constant(true, TorchKind::kBool)
                                                         : Expression(*statement.value);
  body->return_node->AddInput(AsValue(again));
  for (const auto& [name, item] : carried) {
    const Item& now = inner->at(name);
    if (!SameShape(item, now))
      FailUnsupported(
          MSG(kTorchLoopChangesTupleForm, "a loop changes the form of the tuple '{name}'", name));
    std::vector<TorchValue*> values;
    Flatten(now, &values);
    for (TorchValue* value : values) body->return_node->AddInput(value);
  }
  block_ = outer_block;
  environment_ = outer;
}

TorchValue* Emitter::Trips(const CodeExpr& range) {
  bool is_range = range.kind == CodeExprKind::kCall && range.items.size() == 2 &&
                  range.items[0]->kind == CodeExprKind::kName && range.items[0]->text == "range";
  if (!is_range)
    FailUnsupported(MSG(kTorchLoopRangeUnsupported, "a `for` loop must run over `range(n)`"));
  return AsValue(Expression(*range.items[1]));
}

Item Emitter::AndOr(const CodeExpr& expr) {
  bool is_and = expr.text == "and";
  Item left = Expression(*expr.items[0]);
  if (std::optional<bool> known = KnownBool(left)) {
    return *known == is_and ? Expression(*expr.items[1]) : left;
  }
  TorchNode* node = graph_->Append(block_, "prim::If", {AsValue(left)}, 0);
  for (bool branch : {true, false}) {
    TorchBlock* block = graph_->AddBlock(node);
    std::swap(block, block_);
    Item item = branch == is_and ? Expression(*expr.items[1]) : Constant(!is_and, TorchKind::kBool);
    block_->return_node->AddInput(AsValue(item));
    std::swap(block, block_);
  }
  TorchValue* result = graph_->AddOutput(node);
  result->type.kind = TorchKind::kBool;
  return Item::Of(result);
}

Item Emitter::Conditional(const CodeExpr& expr) {
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
  if (!SameShape(items[0], items[1]))
    FailUnsupported(MSG(kTorchUnlikeTuplesChoice,
                        "a conditional expression chooses between tuples of different forms"));
  return Merge(node, "", items[0], items[1]);
}

Item Emitter::Comprehension(const CodeExpr& expr) {
  Item list = Expression(*expr.items[1]);
  const TorchNode* node = list.kind == Item::Kind::kValue ? list.value->node() : nullptr;
  if (!node || node->kind != "prim::ListConstruct") {
    FailUnsupported(MSG(kTorchListFromUnknownLength,
                        "a list comprehension runs over a list of unknown length"));
  }
  std::vector<TorchValue*> elements;
  std::vector<TorchValue*> inputs = node->inputs();
  for (TorchValue* input : inputs) {
    (*environment_)[expr.text] = Item::Of(input);
    elements.push_back(AsValue(Expression(*expr.items[0])));
  }
  return Item::Of(List(elements, elements.empty() ? TorchType() : elements[0]->type));
}

}  // namespace passcope::frontend::emit
