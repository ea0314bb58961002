// The printer of Relay text. It works on one function at a time, in two steps.
//
// Planning walks the function in the order in which TVM's printer visits it and decides everything
// that depends on that order: which expressions get a number ("%3 = …") and in which scope, the
// unique names of variables, and the indices of metadata. TVM visits data flow (calls, tuples,
// projections) bottom-up, callee before arguments, and hands out numbers when an expression is
// first *used*: just before the text of its user is composed.
//
// Writing then goes over the planned scopes from top to bottom and appends to one string. Outside
// of scopes every expression's text is flat, because what stands inside it has a number or a name.
//
// Both steps keep their own stacks, so a chain of any length prints.
#include "text/printer.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "op/op.h"
#include "support/ptr_map.h"
#include "text/literals.h"
#include "text/metadata.h"

namespace passcope {
namespace {

constexpr uint32_t kNone = 0xFFFFFFFF;

class Printer {
 public:
  Printer(const PrintOptions& options, std::vector<PrintedRange>* ranges)
      : options_(options), ranges_(ranges), values_{&meta_, options.show_meta_data} {}

  std::string Module(const IRModule& module) {
    Header();
    std::vector<const IRModuleNode::Item*> items;
    for (const IRModuleNode::Item& item : module->functions) items.push_back(&item);
    std::sort(items.begin(), items.end(),
              [](const auto* a, const auto* b) { return a->name.view() < b->name.view(); });
    for (size_t i = 0; i < items.size(); ++i) {
      if (i) out_ += '\n';
      uint32_t id = IdOf(items[i]->function.get());
      CountUses(id);
      PlanFunction(id);
      RunPlan();
      size_t begin = out_.size();
      out_ += "def @";
      out_ += items[i]->name.view();
      BeginFunction(id, begin);
      RunWriting();
      out_ += '\n';
    }
    Footer();
    return std::move(out_);
  }

  std::string Expression(const Expr& expr) {
    Header();
    uint32_t id = IdOf(expr.get());
    CountUses(id);
    uint32_t scope = NewScopes(1);
    OpenScope(scope);
    PlanScope(id);
    RunPlan();
    items_.push_back({ItemKind::kScope, scope, scopes_[scope].begin});
    RunWriting();
    Footer();
    return std::move(out_);
  }

 private:
  // --- what is known of each expression
  // -----------------------------------------------------------

  struct Node {
    const ExprNode* expr;
    uint32_t children = kNone;  // Where the children's ids start in child_ids_.
    uint32_t uses = 0;          // Edges that lead here in the current function…
    uint32_t graph = 0;         // …if this is the current function's number.
    uint32_t temp = kNone;      // The number it has in the text.
    uint32_t data = kNone;      // A variable's index, a node's first scope, or a metadata index.
    bool planned = false;
  };
  struct Variable {
    std::string name;        // "%x"; empty before it has one.
    bool free_line = false;  // Free, and not introduced by a line `free_var …;` yet.
  };
  enum class LineKind : uint8_t { kTemp, kFree, kLet };
  struct Line {
    uint32_t node;
    LineKind kind;
  };
  struct Scope {
    uint32_t begin = 0;  // Range in lines_.
    uint32_t end = 0;
    uint32_t result = kNone;
  };

  uint32_t NewNode(const ExprNode* expr) {
    auto id = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back({expr});
    if (const auto* var = As<VarNode>(expr)) {
      auto [index, fresh] = variable_ids_.Insert(var->vid.get());
      if (fresh) {
        *index = static_cast<uint32_t>(variables_.size());
        variables_.emplace_back();
      }
      nodes_.back().data = *index;
    }
    return id;
  }

  // Nodes with one reference are met once and need no entry in the table.
  uint32_t IdOf(const ExprNode* expr) {
    if (expr->ref_count() < 2) return NewNode(expr);
    auto [id, fresh] = ids_.Insert(expr);
    if (fresh) *id = NewNode(expr);
    return *id;
  }

  // Numbers everything below `root` and counts the edges, as TVM's dependency graph does per
  // function.
  void CountUses(uint32_t root) {
    ++graph_;
    std::vector<uint32_t> stack;
    auto enter = [&](uint32_t id) {
      Node& node = nodes_[id];
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
      std::span<const Expr> children = nodes_[id].expr->children();
      if (nodes_[id].children == kNone) {
        nodes_[id].children = static_cast<uint32_t>(child_ids_.size());
        for (const Expr& child : children) child_ids_.push_back(IdOf(child.get()));
      }
      for (size_t i = 0; i < children.size(); ++i) {
        uint32_t child = Child(id, i);
        enter(child);
        ++nodes_[child].uses;
      }
    }
  }

  uint32_t Child(uint32_t id, size_t i) const { return child_ids_[nodes_[id].children + i]; }
  ExprKind KindOf(uint32_t id) const { return nodes_[id].expr->kind(); }
  template <class T>
  const T* NodeAs(uint32_t id) const {
    return static_cast<const T*>(nodes_[id].expr);
  }

  // --- planning
  // -----------------------------------------------------------------------------------

  enum class TaskKind : uint8_t {
    kVisit,         // Plan what is below, then the node.
    kFinish,        // Plan a call, tuple or projection whose children are planned.
    kUse,           // Its text is needed: number it.
    kUseInline,     // The same, where it may stand in place if this is its only use.
    kOpenScope,     // `id` is the scope.
    kCloseScope,    // `id` is the result.
    kFirstLetBind,  // Name the variable of the first let of a chain, plan the value.
    kLetBind,       // The same for the lets in its body.
    kFirstLetLine,  // Open the scope of a chain of lets with its first line.
    kLetLine,
    kDone,  // Mark as planned.
  };
  struct Task {
    TaskKind kind;
    uint32_t id;
  };

  void Push(TaskKind kind, uint32_t id) { tasks_.push_back({kind, id}); }
  // Tasks run last in, first out, so these are pushed in reverse.
  void PushVisitAndUse(uint32_t id, TaskKind use) {
    Push(use, id);
    Push(TaskKind::kVisit, id);
  }

  uint32_t NewScopes(size_t count) {
    auto first = static_cast<uint32_t>(scopes_.size());
    scopes_.resize(scopes_.size() + count);
    return first;
  }
  void OpenScope(uint32_t scope) {
    open_scopes_.push_back({scope, static_cast<uint32_t>(open_lines_.size())});
  }
  // The lines of a scope lie together in lines_; those of scopes that are still open wait in
  // open_lines_, innermost last.
  void CloseScope(uint32_t result) {
    auto [scope, begin] = open_scopes_.back();
    open_scopes_.pop_back();
    scopes_[scope].begin = static_cast<uint32_t>(lines_.size());
    lines_.insert(lines_.end(), open_lines_.begin() + begin, open_lines_.end());
    scopes_[scope].end = static_cast<uint32_t>(lines_.size());
    scopes_[scope].result = result;
    open_lines_.resize(begin);
  }
  void PlanScope(uint32_t body) {
    Push(TaskKind::kCloseScope, body);
    PushVisitAndUse(body, TaskKind::kUseInline);
  }

  void RunPlan() {
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
          NameBinder(task.id, 0);
          Push(TaskKind::kFirstLetLine, task.id);
          PushVisitAndUse(Child(task.id, 1), TaskKind::kUseInline);
          break;
        case TaskKind::kLetBind:
          NameBinder(task.id, 0);
          Push(TaskKind::kLetLine, task.id);
          PushVisitAndUse(Child(task.id, 1), TaskKind::kUseInline);
          break;
        case TaskKind::kFirstLetLine:
          OpenScope(nodes_[task.id].data);
          LetLine(task.id);
          break;
        case TaskKind::kLetLine:
          LetLine(task.id);
          break;
        case TaskKind::kDone:
          nodes_[task.id].planned = true;
          break;
      }
    }
  }

  void LetLine(uint32_t id) {
    open_lines_.push_back({id, LineKind::kLet});
    uint32_t body = Child(id, 2);
    // The lets that follow belong to the same scope, whoever else uses them.
    if (KindOf(body) == ExprKind::kLet) {
      Push(TaskKind::kLetBind, body);
    } else {
      PlanScope(body);
    }
  }

  void Visit(uint32_t id) {
    Node& node = nodes_[id];
    if (node.planned) return;
    switch (node.expr->kind()) {
      case ExprKind::kVar:
        node.planned = true;
        if (variables_[node.data].name.empty()) {
          NameVariable(id);
          variables_[node.data].free_line = true;
        }
        break;
      case ExprKind::kConstant:
        node.planned = true;
        if (!HasScalarLiteral(NodeAs<ConstantNode>(id)->data)) {
          node.data = meta_.Add(NodeAs<ConstantNode>(id)).index;
        }
        break;
      case ExprKind::kGlobalVar:
      case ExprKind::kOp:
        node.planned = true;
        break;
      case ExprKind::kCall:
      case ExprKind::kTuple:
      case ExprKind::kTupleGetItem: {
        Push(TaskKind::kFinish, id);
        for (size_t i = node.expr->children().size(); i-- > 0;) {
          uint32_t child = Child(id, i);
          if (!nodes_[child].planned) Push(TaskKind::kVisit, child);
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
        node.data = NewScopes(2);
        Push(TaskKind::kDone, id);
        PlanScope(Child(id, 2));
        Push(TaskKind::kOpenScope, node.data + 1);
        PlanScope(Child(id, 1));
        Push(TaskKind::kOpenScope, node.data);
        PushVisitAndUse(Child(id, 0), TaskKind::kUse);
        break;
      }
      case ExprKind::kLet:
        node.data = NewScopes(1);
        Push(TaskKind::kDone, id);
        Push(TaskKind::kFirstLetBind, id);
        break;
      case ExprKind::kFunction:
        Push(TaskKind::kDone, id);
        PlanFunction(id);
        break;
    }
  }

  void PlanFunction(uint32_t id) {
    const auto* function = NodeAs<FunctionNode>(id);
    for (size_t i = 0; i < function->params().size(); ++i) NameBinder(id, i);
    if (function->attrs) {
      scratch_.clear();
      for (const auto& [key, value] : function->attrs->items) {
        AppendValue(&scratch_, value, values_);
      }
    }
    PlanType(function->ret_type);
    uint32_t scope = NewScopes(1);
    nodes_[id].data = scope;
    PlanScope(Child(id, function->params().size()));
    Push(TaskKind::kOpenScope, scope);
  }

  void Finish(uint32_t id) {
    // Asked for twice before it was planned: f(x, x).
    if (nodes_[id].planned) return;
    nodes_[id].planned = true;
    size_t count = nodes_[id].expr->children().size();
    bool call = KindOf(id) == ExprKind::kCall;
    for (size_t i = call ? 1 : 0; i < count; ++i) Use(Child(id, i), false);
    if (!call) return;
    const auto* node = NodeAs<CallNode>(id);
    if (node->attrs) {
      if (AttrsAreMeta(node)) {
        meta_.Add(node->attrs.get());
      } else if (MayNeedMeta(*node->attrs)) {
        scratch_.clear();
        AppendAttrs(&scratch_, *node->attrs, values_);
      }
    }
    Use(Child(id, 0), false);
  }

  // The parser can read attributes in place only if they are of the operator's own kind.
  bool AttrsAreMeta(const CallNode* call) const {
    const auto* op = As<OpNode>(call->op());
    return options_.show_meta_data && op &&
           (!op->decl->schema || &op->decl->schema() != call->attrs->schema());
  }

  void Use(uint32_t id, bool may_inline) {
    Node& node = nodes_[id];
    switch (node.expr->kind()) {
      case ExprKind::kVar: {
        Variable& variable = variables_[node.data];
        if (variable.free_line) {
          variable.free_line = false;
          open_lines_.push_back({id, LineKind::kFree});
        }
        return;
      }
      case ExprKind::kGlobalVar:
      case ExprKind::kOp:
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
    if (node.temp != kNone || (may_inline && (node.graph != graph_ || node.uses < 2))) return;
    node.temp = next_temp_++;
    open_lines_.push_back({id, LineKind::kTemp});
  }

  // Names the variable that `id`, a function or a let, binds as its child `i`.
  void NameBinder(uint32_t id, size_t i) {
    uint32_t var = Child(id, i);
    if (!variables_[nodes_[var].data].name.empty()) {
      // Bound twice. TVM prints that all the same, marked.
      malformed_.emplace(id, static_cast<uint32_t>(i));
      return;
    }
    NameVariable(var);
  }

  void NameVariable(uint32_t id) {
    const auto* var = NodeAs<VarNode>(id);
    std::string name = "%";
    std::string_view hint = var->name().view();
    bool alpha =
        !hint.empty() && ((hint[0] >= 'a' && hint[0] <= 'z') || (hint[0] >= 'A' && hint[0] <= 'Z'));
    if (!alpha) name += 'v';
    name += hint;
    auto taken = names_.find(name);
    if (taken != names_.end()) {
      std::string unique;
      do {
        unique = name;
        AppendInt(&unique, ++taken->second);
      } while (names_.count(unique) != 0);
      name = std::move(unique);
    }
    names_.emplace(name, 0);
    variables_[nodes_[id].data].name = std::move(name);
    PlanType(var->type_annotation);
    PlanType(var->checked_type());
  }

  // Types without holes and symbols number nothing, whenever they are printed.
  void PlanType(const Type& type) {
    if (type && (type->is_dynamic() || type->has_incomplete())) TypeTextOf(type.get());
  }

  // --- writing
  // ------------------------------------------------------------------------------------

  enum class ItemKind : uint8_t {
    kScope,    // Lines from `next` on, then the result.
    kEndLine,  // ";" and a new line.
    kEndBody,  // The closing brace.
    kElse,
    kEndParen,  // The parenthesis after a let.
    kInfo,      // The comment with type and span.
    kRange,     // The end of a node; `next` is its beginning.
  };
  struct Item {
    ItemKind kind;
    uint32_t id;
    size_t next;
  };

  void NewLine() {
    out_ += '\n';
    out_.append(indent_, ' ');
  }
  void Indent(int by) {
    indent_ += static_cast<size_t>(by);
    NewLine();
  }

  void RunWriting() {
    while (!items_.empty()) {
      Item& item = items_.back();
      if (item.kind == ItemKind::kScope) {
        const Scope& scope = scopes_[item.id];
        if (item.next < scope.end) {
          const Line& line = lines_[item.next++];
          WriteLine(line);
        } else {
          items_.pop_back();
          WriteMention(scope.result);
        }
        continue;
      }
      Item done = item;
      items_.pop_back();
      switch (done.kind) {
        case ItemKind::kEndLine:
          out_ += ';';
          NewLine();
          break;
        case ItemKind::kEndBody:
          Indent(-2);
          out_ += '}';
          break;
        case ItemKind::kElse:
          Indent(-2);
          out_ += "} else {";
          Indent(2);
          break;
        case ItemKind::kEndParen:
          Indent(-2);
          out_ += ')';
          break;
        case ItemKind::kInfo:
          WriteInfo(nodes_[done.id].expr);
          break;
        case ItemKind::kRange:
          Range(done.id, done.next, true);
          break;
        case ItemKind::kScope:
          break;
      }
    }
  }

  void WriteLine(Line line) {
    switch (line.kind) {
      case LineKind::kTemp:
        out_ += '%';
        AppendInt(&out_, nodes_[line.node].temp);
        out_ += " = ";
        if (KindOf(line.node) == ExprKind::kLet) {
          out_ += '(';
          Indent(2);
          items_.push_back({ItemKind::kEndLine, 0, 0});
          items_.push_back({ItemKind::kEndParen, 0, 0});
          WriteDefinition(line.node);
        } else if (IsFlat(KindOf(line.node))) {
          WriteFlat(line.node);
          out_ += ';';
          NewLine();
        } else {
          items_.push_back({ItemKind::kEndLine, 0, 0});
          WriteDefinition(line.node);
        }
        break;
      case LineKind::kFree:
        out_ += "free_var ";
        WriteVariable(line.node);
        out_ += ';';
        NewLine();
        break;
      case LineKind::kLet:
        out_ += "let ";
        WriteBinder(line.node, 0);
        out_ += " = ";
        items_.push_back({ItemKind::kEndLine, 0, 0});
        WriteMention(Child(line.node, 1));
        break;
    }
  }

  static bool IsFlat(ExprKind kind) {
    return kind != ExprKind::kFunction && kind != ExprKind::kLet && kind != ExprKind::kIf;
  }

  // The text that stands for a node where it is used.
  void WriteMention(uint32_t id) {
    const Node& node = nodes_[id];
    size_t begin = out_.size();
    switch (node.expr->kind()) {
      case ExprKind::kVar:
        out_ += variables_[node.data].name;
        Range(id, begin, false);
        return;
      case ExprKind::kConstant:
        if (!AppendScalarLiteral(&out_, NodeAs<ConstantNode>(id)->data)) {
          out_ += "meta[relay.Constant][";
          AppendInt(&out_, node.data);
          out_ += ']';
        }
        Range(id, begin, true);
        WriteInfo(node.expr);
        return;
      case ExprKind::kGlobalVar:
        out_ += '@';
        out_ += NodeAs<GlobalVarNode>(id)->name.view();
        return;
      case ExprKind::kOp:
        out_ += NodeAs<OpNode>(id)->name();
        return;
      default:
        break;
    }
    if (node.temp != kNone) {
      out_ += '%';
      AppendInt(&out_, node.temp);
      Range(id, begin, false);
    } else {
      WriteDefinition(id);
    }
  }

  void WriteDefinition(uint32_t id) {
    size_t begin = out_.size();
    switch (KindOf(id)) {
      case ExprKind::kFunction:
        items_.push_back({ItemKind::kInfo, id, 0});
        out_ += "fn ";
        BeginFunction(id, begin);
        break;
      case ExprKind::kLet:
        items_.push_back({ItemKind::kRange, id, begin});
        PushScope(nodes_[id].data);
        break;
      case ExprKind::kIf: {
        uint32_t scope = nodes_[id].data;
        items_.push_back({ItemKind::kRange, id, begin});
        items_.push_back({ItemKind::kEndBody, 0, 0});
        PushScope(scope + 1);
        items_.push_back({ItemKind::kElse, 0, 0});
        PushScope(scope);
        out_ += "if (";
        WriteMention(Child(id, 0));
        out_ += ") {";
        Indent(2);
        break;
      }
      default:
        WriteFlat(id);
    }
  }

  void PushScope(uint32_t scope) {
    items_.push_back({ItemKind::kScope, scope, scopes_[scope].begin});
  }

  // Everything from the type parameters to the opening brace; the rest is put on the stack.
  void BeginFunction(uint32_t id, size_t begin) {
    const auto* function = NodeAs<FunctionNode>(id);
    if (!function->type_params.empty()) {
      out_ += '[';
      for (size_t i = 0; i < function->type_params.size(); ++i) {
        if (i) out_ += ", ";
        out_ += TypeTextOf(function->type_params[i].get());
      }
      out_ += ']';
    }
    out_ += '(';
    bool first = true;
    for (size_t i = 0; i < function->params().size(); ++i) {
      if (!first) out_ += ", ";
      first = false;
      WriteBinder(id, i);
    }
    if (function->attrs) {
      for (const auto& [key, value] : function->attrs->items) {
        if (!first) out_ += ", ";
        first = false;
        out_ += key.view();
        out_ += '=';
        AppendValue(&out_, value, values_);
      }
    }
    out_ += ") ";
    if (function->ret_type) {
      out_ += "-> ";
      out_ += TypeTextOf(function->ret_type.get());
      out_ += ' ';
    }
    out_ += '{';
    items_.push_back({ItemKind::kRange, id, begin});
    items_.push_back({ItemKind::kEndBody, 0, 0});
    PushScope(nodes_[id].data);
    Indent(2);
  }

  void WriteBinder(uint32_t id, size_t i) {
    uint32_t var = Child(id, i);
    if (!malformed_.empty() && malformed_.count({id, static_cast<uint32_t>(i)}) != 0) {
      out_ += variables_[nodes_[var].data].name;
      out_ += "-malformed-ir";
      return;
    }
    WriteVariable(var);
  }

  void WriteVariable(uint32_t id) {
    const auto* var = NodeAs<VarNode>(id);
    size_t begin = out_.size();
    out_ += variables_[nodes_[id].data].name;
    Range(id, begin, true);
    if (var->type_annotation) {
      out_ += ": ";
      out_ += TypeTextOf(var->type_annotation.get());
    }
    WriteInfo(var);
  }

  void WriteFlat(uint32_t id) {
    const ExprNode* expr = nodes_[id].expr;
    size_t begin = out_.size();
    bool info = false;
    switch (expr->kind()) {
      case ExprKind::kCall:
        info = true;
        WriteCall(id);
        break;
      case ExprKind::kTuple: {
        info = true;
        size_t count = expr->children().size();
        out_ += '(';
        WriteMentions(id, 0, count);
        out_ += count == 1 ? ",)" : ")";
        break;
      }
      case ExprKind::kTupleGetItem:
        info = true;
        WriteMention(Child(id, 0));
        out_ += '.';
        AppendInt(&out_, NodeAs<TupleGetItemNode>(id)->index);
        break;
      case ExprKind::kRefCreate:
      case ExprKind::kRefRead:
      case ExprKind::kRefWrite:
        out_ += expr->kind() == ExprKind::kRefCreate ? "ref("
                : expr->kind() == ExprKind::kRefRead ? "ref_read("
                                                     : "ref_write(";
        WriteMentions(id, 0, expr->children().size());
        out_ += ')';
        break;
      default:
        // The others have a name or a scope.
        FailCheck("flat expression", __FILE_NAME__, __LINE__);
    }
    Range(id, begin, true);
    if (info) WriteInfo(expr);
  }

  void WriteMentions(uint32_t id, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (i != begin) out_ += ", ";
      WriteMention(Child(id, i));
    }
  }

  void WriteCall(uint32_t id) {
    const auto* call = NodeAs<CallNode>(id);
    WriteMention(Child(id, 0));
    out_ += '(';
    size_t start = out_.size();
    WriteMentions(id, 1, call->children().size());
    if (call->attrs) {
      size_t attrs = out_.size();
      if (AttrsAreMeta(call)) {
        out_ += ", ";
        meta_.AppendRef(&out_, meta_.Add(call->attrs.get()));
      } else {
        AppendAttrs(&out_, *call->attrs, values_);
        if (KindOf(Child(id, 0)) != ExprKind::kOp) {
          out_ += ", attrs_type_key=";
          AppendQuoted(&out_, call->attrs->schema()->type_key);
        }
      }
      // Without arguments nothing comes before the first attribute.
      if (attrs == start && out_.size() > start) out_.erase(start, 2);
    }
    out_ += ')';
  }

  void WriteInfo(const ExprNode* expr) {
    if (!expr->checked_type() && !expr->span()) return;
    out_ += " /*";
    if (expr->checked_type()) {
      out_ += " ty=";
      out_ += TypeTextOf(expr->checked_type().get());
    }
    if (const SpanNode* span = expr->span().get()) {
      out_ += " span=";
      out_ += span->source.view();
      out_ += ':';
      AppendInt(&out_, span->line);
      out_ += ':';
      AppendInt(&out_, span->column);
    }
    out_ += " */";
  }

  void Range(uint32_t id, size_t begin, bool definition) {
    if (ranges_) ranges_->push_back({nodes_[id].expr, begin, out_.size(), definition});
  }

  // --- types
  // --------------------------------------------------------------------------------------

  // Valid until the next call. Types are interned, so that a text is composed once.
  std::string_view TypeTextOf(const TypeNode* type) {
    auto [text, fresh] = types_.Insert(type);
    if (fresh) {
      std::string composed;
      AppendType(&composed, type);
      // Composing may have asked for other types, which moves entries.
      text = types_.Find(type);
      *text = {static_cast<uint32_t>(type_texts_.size()), static_cast<uint32_t>(composed.size())};
      type_texts_ += composed;
    }
    return std::string_view(type_texts_).substr(text->begin, text->size);
  }

  void AppendTypes(std::string* out, const std::vector<Type>& types) {
    for (size_t i = 0; i < types.size(); ++i) {
      if (i) *out += ", ";
      AppendType(out, types[i].get());
    }
  }

  // As TypeText, except that symbols and holes are metadata.
  void AppendType(std::string* out, const TypeNode* type) {
    if (!type) {
      *out += '?';
      return;
    }
    switch (type->kind()) {
      case TypeKind::kTensor: {
        const auto* tensor = As<TensorTypeNode>(type);
        if (tensor->shape.empty()) {
          *out += tensor->dtype.str();
          return;
        }
        *out += "Tensor[(";
        for (size_t i = 0; i < tensor->shape.size(); ++i) {
          if (i) *out += ", ";
          Dim dim = tensor->shape[i];
          if (dim.is_const()) {
            AppendInt(out, dim.value());
          } else if (dim.is_any()) {
            *out += '?';
          } else {
            meta_.AppendRef(out, meta_.Add(dim));
          }
        }
        *out += "), ";
        *out += tensor->dtype.str();
        *out += ']';
        return;
      }
      case TypeKind::kTuple: {
        const auto& fields = As<TupleTypeNode>(type)->fields;
        *out += '(';
        AppendTypes(out, fields);
        *out += fields.size() == 1 ? ",)" : ")";
        return;
      }
      case TypeKind::kFunc: {
        const auto* func = As<FuncTypeNode>(type);
        *out += "fn ";
        if (!func->type_params.empty()) {
          *out += '[';
          AppendTypes(out, func->type_params);
          *out += ']';
        }
        *out += '(';
        AppendTypes(out, func->arg_types);
        *out += ") -> ";
        AppendType(out, func->ret_type.get());
        return;
      }
      case TypeKind::kRef:
        *out += "ref(";
        AppendType(out, As<RefTypeNode>(type)->value.get());
        *out += ')';
        return;
      case TypeKind::kIncomplete:
        meta_.AppendRef(out, meta_.Add(type));
        return;
      case TypeKind::kTypeVar:
        *out += As<TypeVarNode>(type)->name.view();
        return;
      case TypeKind::kGlobalTypeVar:
        *out += As<GlobalTypeVarNode>(type)->name.view();
        return;
      case TypeKind::kTypeCall: {
        const auto* call = As<TypeCallNode>(type);
        AppendType(out, call->func.get());
        *out += '[';
        AppendTypes(out, call->args);
        *out += ']';
        return;
      }
    }
  }

  // --- around the program
  // -------------------------------------------------------------------------

  void Header() {
    if (options_.version_header) out_ += "#[version = \"0.0.5\"]\n";
  }

  void Footer() {
    if (meta_.empty()) return;
    out_ += '\n';
    if (options_.show_meta_data) {
      out_ += "#[metadata]\n";
      meta_.AppendJson(&out_);
    } else if (options_.meta_data_remark) {
      out_ +=
          "/* For debugging purposes the metadata section has been omitted.\n"
          " * If you would like to see the full metadata section you can set the \n"
          " * option to `True` when invoking `astext`. \n"
          " */";
    }
  }

  struct TextRange {
    uint32_t begin;
    uint32_t size;
  };
  struct OpenedScope {
    uint32_t scope;
    uint32_t begin;
  };

  const PrintOptions options_;
  std::vector<PrintedRange>* ranges_;
  std::string out_;
  MetaData meta_;
  ValueStyle values_;

  std::vector<Node> nodes_;
  std::vector<uint32_t> child_ids_;
  PtrMap<uint32_t> ids_;
  PtrMap<uint32_t> variable_ids_;
  std::vector<Variable> variables_;
  std::unordered_map<std::string, int> names_;
  std::set<std::pair<uint32_t, uint32_t>> malformed_;  // (binding node, child).
  uint32_t graph_ = 0;
  uint32_t next_temp_ = 0;

  std::vector<Task> tasks_;
  std::vector<Scope> scopes_;
  std::vector<OpenedScope> open_scopes_;
  std::vector<Line> open_lines_;
  std::vector<Line> lines_;
  std::string scratch_;

  std::vector<Item> items_;
  size_t indent_ = 0;
  PtrMap<TextRange> types_;
  std::string type_texts_;
};

}  // namespace

std::string PrintModule(const IRModule& module, const PrintOptions& options) {
  return Printer(options, nullptr).Module(module);
}

std::string PrintExpr(const Expr& expr, const PrintOptions& options) {
  return Printer(options, nullptr).Expression(expr);
}

PrintedText PrintModuleWithMap(const IRModule& module, const PrintOptions& options) {
  PrintedText printed;
  printed.text = Printer(options, &printed.ranges).Module(module);
  return printed;
}

std::string PrintFloat(double value) {
  std::string out;
  AppendDouble(&out, value);
  out += 'f';
  return out;
}

}  // namespace passcope
