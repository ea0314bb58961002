// The traversal order of TVM's printer, on an explicit stack.
#include "text/print_plan.h"

#include <algorithm>

#include "ir/visitor.h"
#include "op/op.h"
#include "support/format.h"
#include "text/lexer.h"

namespace passcope {
uint32_t PrintPlan::PlanGlobal(const ExprNode* function) {
  // The text of a node that two functions share appears in both. TVM prints only its number in the
  // second function, and only the first function defines that number.
  ids_.Clear();
  // A variable of two functions becomes two variables when the text is read, so it gets two names.
  variable_ids_.Clear();
  uint32_t id = IdOf(function);
  CountUses(id);
  PlanFunction(id);
  RunPlan();
  types.Unbind(NodeAs<FunctionNode>(id)->type_params);
  return id;
}

uint32_t PrintPlan::PlanExpr(const ExprNode* expr) {
  uint32_t id = IdOf(expr);
  CountUses(id);
  uint32_t scope = NewScopes(1);
  OpenScope(scope);
  PlanScope(id);
  RunPlan();
  return scope;
}

uint32_t PrintPlan::NewNode(const ExprNode* expr) {
  auto id = static_cast<uint32_t>(nodes.size());
  nodes.push_back({expr});
  if (const auto* var = As<VarNode>(expr)) {
    auto [index, fresh] = variable_ids_.Insert(var->vid.get());
    if (fresh) {
      *index = static_cast<uint32_t>(variables.size());
      variables.emplace_back();
    }
    nodes.back().data = *index;
  }
  return id;
}

// The traversal meets nodes with one reference once, so they need no entry in the table.
uint32_t PrintPlan::IdOf(const ExprNode* expr) {
  if (expr->ref_count() < 2) return NewNode(expr);
  auto [id, fresh] = ids_.Insert(expr);
  if (fresh) *id = NewNode(expr);
  return *id;
}

// Numbers everything below `root` and counts the edges, as TVM's dependency graph does for each
// function.
void PrintPlan::CountUses(uint32_t root) {
  ++graph_;
  std::vector<uint32_t> stack;
  auto enter = [&](uint32_t id) {
    Node& node = nodes[id];
    if (node.graph != graph_) {
      node.graph = graph_;
      node.uses = 0;
      if (!node.expr->children().empty()) stack.push_back(id);
    }
  };
  enter(root);
  while (!stack.empty()) {
    uint32_t id = stack.back();
    stack.pop_back();
    std::span<const Expr> children = nodes[id].expr->children();
    if (nodes[id].children == kNone) {
      nodes[id].children = static_cast<uint32_t>(child_ids_.size());
      for (const Expr& child : children) child_ids_.push_back(IdOf(child.get()));
    }
    for (size_t i = 0; i < children.size(); ++i) {
      uint32_t child = Child(id, i);
      enter(child);
      ++nodes[child].uses;
    }
  }
}

// Tasks run last in, first out, so this pushes them in reverse.
void PrintPlan::PushVisitAndUse(uint32_t id, TaskKind use) {
  Push(use, id);
  Push(TaskKind::kVisit, id);
}

uint32_t PrintPlan::NewScopes(size_t count, uint32_t owner) {
  auto first = static_cast<uint32_t>(scopes.size());
  scopes.resize(scopes.size() + count);
  for (size_t i = first; i < scopes.size(); ++i) scopes[i].owner = owner;
  return first;
}
void PrintPlan::OpenScope(uint32_t scope) {
  if (!open_scopes_.empty()) scopes[scope].parent = open_scopes_.back().scope;
  scopes[scope].depth = static_cast<uint32_t>(open_scopes_.size());
  open_scopes_.push_back({scope, static_cast<uint32_t>(open_lines_.size())});
}
// The lines of a closed scope are contiguous in `lines`. Lines of open scopes wait in open_lines_,
// the innermost scope last.
void PrintPlan::CloseScope(uint32_t result) {
  auto [scope, begin] = open_scopes_.back();
  open_scopes_.pop_back();
  scopes[scope].begin = static_cast<uint32_t>(lines.size());
  lines.insert(lines.end(), open_lines_.begin() + begin, open_lines_.end());
  scopes[scope].end = static_cast<uint32_t>(lines.size());
  scopes[scope].result = result;
  scopes[scope].closed = true;
  open_lines_.resize(begin);
}
void PrintPlan::PlanScope(uint32_t body) {
  Push(TaskKind::kCloseScope, body);
  PushVisitAndUse(body, TaskKind::kUseInline);
}

void PrintPlan::RunPlan() {
  while (!tasks_.empty()) {
    Task task = tasks_.back();
    tasks_.pop_back();
    switch (task.kind) {
      case TaskKind::kVisit:
        Visit(task.id);
        break;
      case TaskKind::kFinish:
        Finish(task.id);
        break;
      case TaskKind::kUse:
        Use(task.id, false);
        break;
      case TaskKind::kUseInline:
        Use(task.id, true);
        break;
      case TaskKind::kOpenScope:
        OpenScope(task.id);
        break;
      case TaskKind::kCloseScope:
        CloseScope(task.id);
        break;
      case TaskKind::kFirstLetBind:
        BindLet(task.id, TaskKind::kFirstLetLine);
        break;
      case TaskKind::kLetBind:
        BindLet(task.id, TaskKind::kLetLine);
        break;
      case TaskKind::kFirstLetLine:
        OpenScope(nodes[task.id].data);
        // Its value was planned before.
        if (nodes[Child(task.id, 1)].temp == kNone) {
          MoveBlocks(Child(task.id, 1), nodes[task.id].data);
        }
        LetLine(task.id);
        break;
      case TaskKind::kLetLine:
        LetLine(task.id);
        break;
      case TaskKind::kBind:
        NameBinder(task.id);
        break;
      case TaskKind::kDone:
        nodes[task.id].planned = true;
        if (KindOf(task.id) == ExprKind::kFunction) {
          types.Unbind(NodeAs<FunctionNode>(task.id)->type_params);
        }
        break;
    }
  }
}

void PrintPlan::BindLet(uint32_t id, TaskKind line) {
  NameBinder(Slot(id, 0));
  variables[nodes[Child(id, 0)].data].in_value = true;
  open_lets_.push_back({static_cast<uint32_t>(open_lines_.size()), open_scopes_.size()});
  Push(line, id);
  PushVisitAndUse(Child(id, 1), TaskKind::kUseInline);
}

void PrintPlan::MoveBlocks(uint32_t id, uint32_t scope) {
  for (uint32_t i = 0; i < NumBlocks(id); ++i) {
    scopes[nodes[id].data + i].parent = scope;
    scopes[nodes[id].data + i].depth = scopes[scope].depth + 1;
  }
}

// Moves the open lines from `begin` on that use the variable of a let into its value.
void PrintPlan::MoveIntoValue(uint32_t let, uint32_t begin) {
  struct Users : PostOrderVisitor {
    void Leave(const ExprNode* node) override {
      const auto* var = As<VarNode>(node);
      bool uses = var && var->vid.get() == vid;
      for (const Expr& child : node->children()) uses = uses || found.Contains(child.get());
      if (uses) found.Insert(node);
    }
    const VarIdNode* vid = nullptr;
    PtrSet found;
  } users;
  users.vid = NodeAs<VarNode>(Child(let, 0))->vid.get();
  const auto moved =
      std::stable_partition(open_lines_.begin() + begin, open_lines_.end(), [&](const Line& line) {
        users.Run(nodes[line.node].expr);
        return line.kind != LineKind::kTemp || !users.found.Contains(nodes[line.node].expr);
      });
  if (moved == open_lines_.end()) return;
  begin = static_cast<uint32_t>(moved - open_lines_.begin());
  // The scope of the let opens in front of them.
  open_scopes_.back().begin = std::min(open_scopes_.back().begin, begin);
  const uint32_t scope = value_scopes_[let] = NewScopes(1);
  OpenScope(scope);
  open_scopes_.back().begin = begin;
  for (size_t i = begin; i < open_lines_.size(); ++i) {
    const uint32_t node = open_lines_[i].node;
    temp_scopes_[nodes[node].temp] = scope;
    MoveBlocks(node, scope);
  }
  const uint32_t value = Child(let, 1);
  if (nodes[value].temp == kNone) MoveBlocks(value, scope);
  CloseScope(value);
}

void PrintPlan::LetLine(uint32_t id) {
  const uint32_t begin = open_lets_.back().begin;
  open_lets_.pop_back();
  Variable& variable = variables[nodes[Child(id, 0)].data];
  variable.in_value = false;
  if (variable.used_in_value) MoveIntoValue(id, begin);
  open_lines_.push_back({id, LineKind::kLet});
  uint32_t body = Child(id, 2);
  // The lets that follow belong to the same scope. A let with several uses gets a number; TVM
  // writes it twice.
  if (KindOf(body) == ExprKind::kLet && nodes[body].uses < 2) {
    Push(TaskKind::kLetBind, body);
  } else {
    PlanScope(body);
  }
}

void PrintPlan::Visit(uint32_t id) {
  Node& node = nodes[id];
  if (node.planned) return;
  switch (node.expr->kind()) {
    case ExprKind::kVar:
      node.planned = true;
      variables[node.data].used_in_value |= variables[node.data].in_value;
      if (variables[node.data].name.empty()) NameVariable(id);
      if (variables[node.data].graph != graph_) {
        variables[node.data].graph = graph_;
        variables[node.data].free_line = true;
      }
      break;
    case ExprKind::kConstant:
      node.planned = true;
      if (!HasScalarLiteral(NodeAs<ConstantNode>(id)->data)) {
        node.data = meta.Add(NodeAs<ConstantNode>(id)).index;
      }
      break;
    case ExprKind::kGlobalVar:
    case ExprKind::kOp:
    case ExprKind::kConstructor:
      node.planned = true;
      break;
    case ExprKind::kCall:
    case ExprKind::kTuple:
    case ExprKind::kTupleGetItem: {
      Push(TaskKind::kFinish, id);
      for (size_t i = node.expr->children().size(); i-- > 0;) {
        uint32_t child = Child(id, i);
        if (!nodes[child].planned) Push(TaskKind::kVisit, child);
      }
      break;
    }
    case ExprKind::kRefCreate:
    case ExprKind::kRefRead:
    case ExprKind::kRefWrite:
      Push(TaskKind::kDone, id);
      for (size_t i = node.expr->children().size(); i-- > 0;) {
        PushVisitAndUse(Child(id, i), TaskKind::kUse);
      }
      break;
    case ExprKind::kIf: {
      node.data = NewScopes(2, id);
      Push(TaskKind::kDone, id);
      PlanScope(Child(id, 2));
      Push(TaskKind::kOpenScope, node.data + 1);
      PlanScope(Child(id, 1));
      Push(TaskKind::kOpenScope, node.data);
      PushVisitAndUse(Child(id, 0), TaskKind::kUse);
      break;
    }
    case ExprKind::kMatch: {
      const std::vector<MatchClause>& clauses = NodeAs<MatchNode>(id)->clauses();
      node.data = NewScopes(clauses.size(), id);
      Push(TaskKind::kDone, id);
      for (size_t i = clauses.size(); i-- > 0;) {
        PlanScope(Child(id, clauses[i].body));
        Push(TaskKind::kOpenScope, node.data + static_cast<uint32_t>(i));
        for (size_t var = clauses[i].body; var-- > clauses[i].vars;) {
          Push(TaskKind::kBind, Slot(id, var));
        }
      }
      PushVisitAndUse(Child(id, 0), TaskKind::kUse);
      break;
    }
    case ExprKind::kLet:
      node.data = NewScopes(1, id);
      Push(TaskKind::kDone, id);
      Push(TaskKind::kFirstLetBind, id);
      break;
    case ExprKind::kFunction:
      Push(TaskKind::kDone, id);
      PlanFunction(id);
      break;
  }
}

void PrintPlan::PlanFunction(uint32_t id) {
  const auto* function = NodeAs<FunctionNode>(id);
  types.Bind(function->type_params);
  for (size_t i = 0; i < function->params().size(); ++i) NameBinder(Slot(id, i));
  if (function->attrs) {
    // Only the numbering matters here; the text is written later.
    std::string text;
    TextBuffer out(&text);
    for (const auto& [key, value] : function->attrs->items) AppendValue(&out, value, style);
  }
  PlanType(function->ret_type);
  uint32_t scope = NewScopes(1, id);
  nodes[id].data = scope;
  PlanScope(Child(id, function->params().size()));
  Push(TaskKind::kOpenScope, scope);
}

void PrintPlan::Finish(uint32_t id) {
  // A task can occur twice before the node is planned: f(x, x).
  if (nodes[id].planned) return;
  nodes[id].planned = true;
  size_t count = nodes[id].expr->children().size();
  bool call = KindOf(id) == ExprKind::kCall;
  for (size_t i = call ? 1 : 0; i < count; ++i) Use(Child(id, i), false);
  if (!call) return;
  const auto* node = NodeAs<CallNode>(id);
  if (node->attrs) {
    if (AttrsAreMeta(node)) {
      meta.Add(node->attrs.get());
    } else if (MayNeedMeta(*node->attrs)) {
      std::string text;
      TextBuffer out(&text);
      AppendAttrs(&out, *node->attrs, style, false);
    }
  }
  Use(Child(id, 0), false);
}

bool PrintPlan::AttrsAreMeta(const CallNode* call) const {
  const auto* op = As<OpNode>(call->op());
  return style.prefer_meta && op &&
         (!op->decl->schema || op->decl->Has(OpTrait::kAttrsInMetadata) ||
          &op->decl->schema() != call->attrs->schema());
}

void PrintPlan::Use(uint32_t id, bool may_inline) {
  Node& node = nodes[id];
  switch (node.expr->kind()) {
    case ExprKind::kVar: {
      Variable& variable = variables[node.data];
      if (variable.free_line) {
        variable.free_line = false;
        open_lines_.push_back({id, LineKind::kFree});
      }
      return;
    }
    case ExprKind::kGlobalVar:
    case ExprKind::kOp:
    case ExprKind::kConstructor:
      return;
    case ExprKind::kConstant:
      PlanType(node.expr->checked_type());
      return;
    case ExprKind::kCall:
    case ExprKind::kTuple:
    case ExprKind::kTupleGetItem:
    case ExprKind::kFunction:
      PlanType(node.expr->checked_type());
      break;
    default:
      break;
  }
  if (node.temp != kNone) {
    if (ComesTooLate(node.temp)) BringOut(id);
    return;
  }
  node.written = true;
  if (may_inline && (node.graph != graph_ || node.uses < 2)) return;
  node.temp = next_temp_++;
  temp_scopes_.push_back(open_scopes_.back().scope);
  open_lines_.push_back({id, LineKind::kTemp});
}

uint32_t PrintPlan::NumBlocks(uint32_t id) const {
  switch (KindOf(id)) {
    case ExprKind::kIf:
      return 2;
    case ExprKind::kMatch:
      return static_cast<uint32_t>(NodeAs<MatchNode>(id)->clauses().size());
    case ExprKind::kLet:
    case ExprKind::kFunction:
      return 1;
    default:
      return 0;
  }
}

uint32_t PrintPlan::ClosedAround(uint32_t temp) const {
  uint32_t scope = temp_scopes_[temp];
  while (scopes[scope].parent != kNone && scopes[scopes[scope].parent].closed)
    scope = scopes[scope].parent;
  return scope;
}

bool PrintPlan::ComesTooLate(uint32_t temp) const {
  if (!scopes[temp_scopes_[temp]].closed) return false;
  const Scope& block = scopes[ClosedAround(temp)];
  // The value of a let comes before all that can use its lines.
  if (block.parent == kNone || block.owner == kNone || nodes[block.owner].written) return false;
  // In another branch of the same expression, the line comes early enough.
  return block.depth >= open_scopes_.size() ||
         scopes[open_scopes_[block.depth].scope].owner != block.owner;
}

void PrintPlan::BringOut(uint32_t id) {
  const uint32_t target = scopes[ClosedAround(nodes[id].temp)].parent;
  // The nodes that it needs come first. Nodes in its own blocks stay there, but can need nodes that
  // do not.
  struct Frame {
    uint32_t id;
    size_t next;
    bool inside;
  };
  std::vector<Frame> stack = {{id, 0, false}};
  std::set<uint32_t> seen = {id};
  std::vector<uint32_t> moved;
  auto is_inside = [&](uint32_t scope) {
    for (; scope != kNone; scope = scopes[scope].parent) {
      if (scopes[scope].owner != kNone && seen.count(scopes[scope].owner)) return true;
    }
    return false;
  };
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (nodes[top.id].children != kNone && top.next < nodes[top.id].expr->children().size()) {
      uint32_t child = Child(top.id, top.next++);
      uint32_t temp = nodes[child].temp;
      if (temp != kNone && !ComesTooLate(temp)) continue;
      bool inside = temp != kNone && is_inside(temp_scopes_[temp]);
      if (seen.insert(child).second) stack.push_back({child, 0, inside});
      continue;
    }
    if (nodes[top.id].temp != kNone && !top.inside) moved.push_back(top.id);
    stack.pop_back();
  }
  bool innermost = scopes[target].depth + 1 == open_scopes_.size();
  size_t at = innermost ? open_lines_.size() : open_scopes_[scopes[target].depth + 1].begin;
  for (uint32_t node : moved) {
    uint32_t& scope = temp_scopes_[nodes[node].temp];
    for (uint32_t i = scopes[scope].begin; i < scopes[scope].end; ++i) {
      if (lines[i].node == node && lines[i].kind == LineKind::kTemp)
        lines[i].kind = LineKind::kMoved;
    }
    scope = target;
    // Its blocks move with it.
    MoveBlocks(node, target);
    open_lines_.insert(open_lines_.begin() + static_cast<ptrdiff_t>(at++), {node, LineKind::kTemp});
  }
  for (size_t i = scopes[target].depth + 1; i < open_scopes_.size(); ++i) {
    open_scopes_[i].begin += static_cast<uint32_t>(moved.size());
  }
  for (OpenLet& let : open_lets_) {
    if (let.depth > scopes[target].depth + 1) let.begin += static_cast<uint32_t>(moved.size());
  }
}

// Names the variable in `slot` that a function, a let or a match binds.
void PrintPlan::NameBinder(uint32_t slot) {
  uint32_t var = child_ids_[slot];
  Variable& variable = variables[nodes[var].data];
  if (variable.graph == graph_) {
    rebound_.insert(slot);
    return;
  }
  variable.graph = graph_;
  if (variable.name.empty()) NameVariable(var);
}

// Takes `name`, whose characters must not move. Returns false if it was taken before.
bool PrintPlan::TakeName(std::string_view name, uint32_t* number) {
  auto [index, fresh] = names_.Insert(name);
  *number = index;
  if (fresh) suffixes_.push_back(0);
  return fresh;
}

void PrintPlan::NameVariable(uint32_t id) {
  const auto* var = NodeAs<VarNode>(id);
  // Most variables are named by their hint; name_texts_ keeps composed names.
  std::string_view name = var->name().view();
  if (DottedNameLength(name) != name.size()) {
    // Callers can give variables any name; TVM prints it unchanged.
    name = name_texts_.emplace_back(ReadableName(std::string(name)));
  }
  bool alpha =
      !name.empty() && ((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z'));
  if (!alpha) name = name_texts_.emplace_back("v").append(name);
  const std::string_view first = name;
  uint32_t base;
  uint32_t number;
  bool free = TakeName(name, &base);
  while (!free) {
    std::string& text = name_texts_.emplace_back(first);
    AppendInt(&text, ++suffixes_[base]);
    name = text;
    free = TakeName(name, &number);
    if (!free) name_texts_.pop_back();
  }
  variables[nodes[id].data].name = name;
  PlanType(var->type_annotation);
  PlanType(var->checked_type());
}

// Types without holes and symbols do not number anything, so their order does not matter.
void PrintPlan::PlanType(const Type& type) {
  if (type && (type->is_dynamic() || type->has_incomplete())) types.Get(type.get());
}

}  // namespace passcope
