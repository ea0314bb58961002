// Walks a function with its own stack of tasks. Then finds the places of the nodes in the printed
// text.
#include "api/graph.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "api/json.h"
#include "api/tables.h"
#include "op/op.h"
#include "support/format.h"
#include "support/ptr_map.h"
#include "support/sorting.h"
#include "text/literals.h"
#include "text/printer.h"

namespace passcope {
namespace {

// The number of a node that does not exist.
constexpr int kNone = -1;

constexpr const char* kKindNames[kNumExprKinds] = {
    "var",   "global", "constant", "operator", "call",      "tuple",       "get-item", "function",
    "param", "if",     "ref",      "ref-read", "ref-write", "constructor", "match"};
constexpr GraphNodeKind KindOf(const ExprNode* expr) {
  return static_cast<GraphNodeKind>(expr->kind());
}

uint64_t Mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ull;
  return hash ^ (hash >> 29);
}

uint64_t MixText(uint64_t hash, std::string_view text) {
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return Mix(hash, text.size());
}

// The identity of a node, which is stable when passes rebuild the nodes around it. A variable has
// its VarId, and a constant its data.
const void* IdentityOf(const ExprNode* expr) {
  if (const auto* var = As<VarNode>(expr)) return var->vid.get();
  if (const auto* constant = As<ConstantNode>(expr)) return constant->data.get();
  return expr;
}

// A node as it is written.
struct GraphNode {
  GraphNodeKind kind;
  std::string_view label;
  std::span<const int> inputs;
  std::optional<int> callee;
  std::optional<std::vector<int>> params;
  std::optional<int> parent;
  std::optional<int> type;
  std::optional<std::string_view> attrs;
  std::optional<const char*> pattern;
  int64_t key;
  int64_t signature;
  std::optional<std::string_view> name;
  std::optional<int> line;
  std::optional<int> column;
};

class Graph {
 public:
  explicit Graph(const GraphOptions& options) : limit_(options.limit) {}

  void Build(const ExprNode* root) {
    root_ = root;
    Push(Step::kVisit, root, kNone);
    while (!tasks_.empty() && !truncated_) {
      Task task = tasks_.back();
      tasks_.pop_back();
      Run(task);
    }
  }

  bool truncated() const { return truncated_; }

  void FindPlaces(const PrintedText& printed) {
    // Only the text of this function counts: other functions can mention the same nodes.
    size_t begin = 0, end = printed.text.size();
    for (const PrintedRange& range : printed.ranges) {
      if (range.node == root_ && range.definition) {
        begin = range.begin;
        end = range.end;
        break;
      }
    }
    struct Place {
      size_t begin, end;
      int node;
      bool alias;  // The variable of a let, which names the value that follows.
    };
    std::vector<Place> places;
    for (const PrintedRange& range : printed.ranges) {
      if (!range.definition || range.begin < begin || range.end > end) continue;
      if (range.node->kind() == ExprKind::kLet) continue;
      if (int id = IdOf(range.node); id != kNone) {
        bool alias = KeyInIds(range.node) != KeyInIds(At(id).expr);
        places.push_back({range.begin, range.end, id, alias});
      }
    }
    SortItems(&places, [](const Place& a, const Place& b) { return a.begin < b.begin; });
    size_t at = 0, line_start = 0;
    int line = 0, column = 0;
    for (const Place& place : places) {
      for (; at < place.begin; ++at) {
        auto byte = static_cast<unsigned char>(printed.text[at]);
        if (byte == '\n') {
          ++line;
          column = 0;
          line_start = at + 1;
        } else {
          column += (byte & 0xC0) != 0x80 ? 1 : 0;
          column += byte >= 0xF0 ? 1 : 0;  // A surrogate pair.
        }
      }
      Node& node = At(place.node);
      std::string_view text = printed.text;
      std::string_view own = text.substr(place.begin, place.end - place.begin);
      bool leaf = node.expr->kind() == ExprKind::kVar || node.expr->kind() == ExprKind::kConstant;
      if (place.alias) {
        if (!leaf && node.name.empty()) node.name = own;
        continue;
      }
      if (node.line != kNone) continue;
      node.line = line;
      node.column = column;
      std::string_view before = text.substr(line_start, place.begin - line_start);
      before.remove_prefix(std::min(before.find_first_not_of(' '), before.size()));
      if (leaf) {
        node.name = own;
      } else if (before.size() > 4 && before.front() == '%' &&
                 before.find(" = ") == before.size() - 3) {
        node.name = before.substr(0, before.size() - 3);
      }
    }
  }

  int root() const { return IdOf(root_); }
  size_t size() const { return nodes_.size(); }
  // Valid until the next call.
  GraphNode Describe(size_t i);
  // The types of the nodes that were described.
  std::vector<std::string> Types() const {
    std::vector<std::string> texts;
    for (const auto& entry : types_.entries()) {
      texts.push_back(TypeText(Type(static_cast<const TypeNode*>(entry.key))));
    }
    return texts;
  }

 private:
  enum class Step : uint8_t {
    kVisit,
    kLeave,      // The children are described.
    kBindLet,    // The value of a let is described.
    kLeaveLet,   // Its body is described, too.
    kBindMatch,  // The data of a match is described.
  };
  struct Task {
    Step step;
    const ExprNode* expr;
    int parent;
  };
  struct Node {
    const ExprNode* expr = nullptr;
    int parent = kNone;
    uint32_t inputs = 0;  // Range of inputs_.
    uint32_t num_inputs = 0;
    int line = kNone;
    int column = 0;
    uint64_t signature = 0;
    bool param = false;
    std::string_view name;  // In the printed text.
  };

  void Push(Step step, const ExprNode* expr, int parent) { tasks_.push_back({step, expr, parent}); }
  // The key of a variable is its identity, so its typed and untyped nodes are one.
  static const void* KeyInIds(const ExprNode* expr) {
    const auto* var = As<VarNode>(expr);
    return var ? static_cast<const void*>(var->vid.get()) : expr;
  }
  int IdOf(const ExprNode* expr) const {
    const int* id = ids_.Find(KeyInIds(expr));
    return id ? *id : kNone;
  }
  Node& At(int id) { return nodes_[static_cast<size_t>(id)]; }
  const Node& At(int id) const { return nodes_[static_cast<size_t>(id)]; }

  // True for a callee that is part of its call's label and not a node of the graph.
  static bool IsNamed(const ExprNode* callee) {
    return callee->kind() == ExprKind::kOp || callee->kind() == ExprKind::kGlobalVar ||
           callee->kind() == ExprKind::kConstructor;
  }

  int Add(const ExprNode* expr, int parent) {
    if (nodes_.size() == limit_) truncated_ = true;
    if (truncated_) return kNone;
    auto id = static_cast<int>(nodes_.size());
    nodes_.emplace_back();
    nodes_.back().expr = expr;
    nodes_.back().parent = parent;
    ids_[KeyInIds(expr)] = id;
    return id;
  }

  void Run(const Task& task) {
    const ExprNode* expr = task.expr;
    switch (task.step) {
      case Step::kVisit:
        if (!ids_.Contains(KeyInIds(expr))) Visit(expr, task.parent);
        break;
      case Step::kBindLet:
        ids_[KeyInIds(expr->child(0).get())] = IdOf(expr->child(1).get());
        break;
      case Step::kLeaveLet:
        ids_[expr] = IdOf(expr->child(2).get());
        break;
      case Step::kBindMatch: {
        int data = IdOf(expr->child(0).get());
        ForEachBinder(expr, [&](const VarNode* var) {
          int id = Add(var, task.parent);
          if (id != kNone) Finish(id, {&data, 1});
        });
        break;
      }
      case Step::kLeave:
        Leave(expr, task.parent);
        break;
    }
  }

  void Visit(const ExprNode* expr, int parent) {
    switch (expr->kind()) {
      case ExprKind::kLet: {
        Push(Step::kLeaveLet, expr, parent);
        Push(Step::kVisit, expr->child(2).get(), parent);
        Push(Step::kBindLet, expr, parent);
        Push(Step::kVisit, expr->child(1).get(), parent);
        // A recursive function refers to itself before its description is complete.
        const ExprNode* value = expr->child(1).get();
        if (value->kind() == ExprKind::kFunction && !ids_.Contains(value)) {
          tasks_.pop_back();
          int id = Enter(As<FunctionNode>(value), parent);
          ids_[KeyInIds(expr->child(0).get())] = id;
        }
        break;
      }
      case ExprKind::kFunction:
        Enter(As<FunctionNode>(expr), parent);
        break;
      case ExprKind::kMatch: {
        Push(Step::kLeave, expr, parent);
        const auto* match = As<MatchNode>(expr);
        for (size_t i = match->clauses().size(); i-- > 0;) {
          Push(Step::kVisit, match->body(i).get(), parent);
        }
        Push(Step::kBindMatch, expr, parent);
        Push(Step::kVisit, match->data().get(), parent);
        break;
      }
      default: {
        Push(Step::kLeave, expr, parent);
        size_t first = expr->kind() == ExprKind::kCall && IsNamed(expr->child(0).get()) ? 1 : 0;
        for (size_t i = expr->children().size(); i-- > first;) {
          Push(Step::kVisit, expr->child(i).get(), parent);
        }
      }
    }
  }

  int Enter(const FunctionNode* function, int parent) {
    int id = Add(function, parent);
    for (const Expr& param : function->params()) {
      int added = Add(param.get(), id);
      if (added == kNone) return id;
      At(added).param = true;
      Finish(added, {});
    }
    Push(Step::kLeave, function, id);
    Push(Step::kVisit, function->body().get(), id);
    return id;
  }

  void Leave(const ExprNode* expr, int parent) {
    std::vector<int> inputs;
    if (const auto* function = As<FunctionNode>(expr)) {
      inputs.push_back(IdOf(function->body().get()));
      Finish(IdOf(expr), inputs);
      return;
    }
    if (const auto* match = As<MatchNode>(expr)) {
      inputs.push_back(IdOf(match->data().get()));
      for (size_t i = 0; i < match->clauses().size(); ++i) {
        inputs.push_back(IdOf(match->body(i).get()));
      }
    } else {
      size_t first = expr->kind() == ExprKind::kCall ? 1 : 0;
      for (size_t i = first; i < expr->children().size(); ++i) {
        inputs.push_back(IdOf(expr->child(i).get()));
      }
    }
    int id = Add(expr, parent);
    if (id != kNone) Finish(id, inputs);
  }

  void Finish(int id, std::span<const int> inputs) {
    Node& node = At(id);
    node.inputs = static_cast<uint32_t>(inputs_.size());
    node.num_inputs = static_cast<uint32_t>(inputs.size());
    inputs_.insert(inputs_.end(), inputs.begin(), inputs.end());
    uint64_t hash = Mix(static_cast<uint64_t>(node.expr->kind()), inputs.size());
    hash = MixText(hash, Label(node));
    hash = MixText(hash, AttrsText(node.expr));
    if (const auto* constant = As<ConstantNode>(node.expr)) {
      const NDArrayNode& data = *constant->data;
      // Passes that recreate a small constant put it at another address, so its bytes are hashed.
      if (data.nbytes() <= 64) {
        hash = MixText(Mix(hash, data.dtype.packed()),
                       {reinterpret_cast<const char*>(data.data()), data.nbytes()});
      } else {
        hash = Mix(hash, reinterpret_cast<uintptr_t>(&data));
      }
    }
    int callee = Callee(node.expr);
    if (callee != kNone) hash = Mix(hash, At(callee).signature);
    for (int input : inputs) hash = Mix(hash, input == kNone ? 0 : At(input).signature);
    node.signature = hash;
  }

  int Callee(const ExprNode* expr) const {
    const auto* call = As<CallNode>(expr);
    return call && !IsNamed(call->op().get()) ? IdOf(call->op().get()) : kNone;
  }

  std::string_view Label(const Node& node) {
    const ExprNode* expr = node.expr;
    const auto* call = As<CallNode>(expr);
    if (call) expr = call->op().get();
    label_.clear();
    switch (expr->kind()) {
      case ExprKind::kOp:
        label_ = static_cast<const OpNode*>(expr)->name();
        break;
      case ExprKind::kGlobalVar:
        label_ = "@";
        label_ += static_cast<const GlobalVarNode*>(expr)->name.view();
        break;
      case ExprKind::kConstructor:
        label_ = static_cast<const ConstructorNode*>(expr)->decl().name.view();
        break;
      case ExprKind::kVar:
        if (!call) label_ = static_cast<const VarNode*>(expr)->name().view();
        break;
      case ExprKind::kConstant: {
        TextBuffer out(&label_);
        if (!AppendScalarLiteral(&out, static_cast<const ConstantNode*>(expr)->data)) {
          out += "constant";
        }
        break;
      }
      case ExprKind::kTupleGetItem:
        if (call) break;
        label_ = "." + IntText(static_cast<const TupleGetItemNode*>(expr)->index);
        break;
      default:
        if (!call && expr->kind() != ExprKind::kFunction) {
          label_ = kKindNames[static_cast<int>(expr->kind())];
        }
    }
    if (label_.empty()) label_ = "fn";
    return label_;
  }

  std::string_view AttrsText(const ExprNode* expr) {
    attrs_.clear();
    TextBuffer out(&attrs_);
    if (const auto* call = As<CallNode>(expr)) {
      if (call->attrs) AppendAttrs(&out, *call->attrs, {}, false);
    } else if (const auto* function = As<FunctionNode>(expr)) {
      if (function->attrs) {
        bool before = false;
        for (const auto& [key, value] : function->attrs->items) {
          if (before) out += ", ";
          before = true;
          out += key.view();
          out += '=';
          AppendValue(&out, value, {});
        }
      }
    }
    out.Flush();
    return attrs_;
  }

  const size_t limit_;
  const ExprNode* root_ = nullptr;
  bool truncated_ = false;
  std::vector<Task> tasks_;
  std::vector<Node> nodes_;
  std::vector<int> inputs_;
  // Nodes by expression, by variable and, for lets, by the expression that they evaluate to.
  PtrMap<int> ids_;
  PtrMap<int> types_;
  std::string label_, attrs_;
};

GraphNode Graph::Describe(size_t i) {
  const Node& node = nodes_[i];
  const ExprNode* expr = node.expr;
  GraphNode told{};
  told.kind = node.param ? GraphNodeKind::kParam : KindOf(expr);
  told.label = Label(node);
  told.inputs = std::span<const int>(inputs_).subspan(node.inputs, node.num_inputs);
  if (int callee = Callee(expr); callee != kNone) told.callee = callee;
  if (const auto* function = As<FunctionNode>(expr)) {
    told.params.emplace();
    for (const Expr& param : function->params()) told.params->push_back(IdOf(param.get()));
  }
  if (node.parent != kNone) told.parent = node.parent;
  const auto* var = As<VarNode>(expr);
  const Type& type = var && !expr->checked_type() ? var->type_annotation : expr->checked_type();
  if (type) {
    auto [index, fresh] = types_.Insert(type.get());
    if (fresh) *index = static_cast<int>(types_.size() - 1);
    told.type = *index;
  }
  if (std::string_view attrs = AttrsText(expr); !attrs.empty()) told.attrs = attrs;
  const auto* call = As<CallNode>(expr);
  if (const auto* op = call ? As<OpNode>(call->op()) : nullptr) {
    told.pattern = PatternName(op->decl->pattern);
  }
  told.key = static_cast<int64_t>(reinterpret_cast<uintptr_t>(IdentityOf(expr))) * 16 +
             static_cast<int>(expr->kind());
  // The part of the hash that a double holds exactly.
  told.signature = static_cast<int64_t>(node.signature >> 12);
  if (!node.name.empty()) told.name = node.name;
  if (node.line != kNone) {
    told.line = node.line;
    told.column = node.column;
  }
  return told;
}

// The nodes of a graph. Each is described when it is written.
struct GraphNodes {
  Graph* graph;
};

// A graph as it is written. Its types are known only after the nodes are written.
struct GraphFacts {
  Graph* graph;
  std::optional<std::string_view> function = {};
  std::optional<std::vector<std::string>> functions = {};

  int Root() const { return graph->root(); }
  bool Truncated() const { return graph->truncated(); }
  GraphNodes Nodes() const { return {graph}; }
  std::vector<std::string> Types() const { return graph->Types(); }
};

PrintOptions TextOptions() {
  PrintOptions options;
  options.show_meta_data = false;
  return options;
}

}  // namespace

std::span<const char* const> LiteralsOf(GraphNodeKind) { return kKindNames; }

template <>
const RecordSchema& SchemaOf<GraphNode>() {
  static constexpr RecordField kFields[] = {
      Member<&GraphNode::kind>(
          "kind", "The kind of node; \"var\" is a free variable or a variable of a pattern."),
      Member<&GraphNode::label>(
          "label",
          "The callee of a call: an operator, `@global`, a constructor or `fn`. Otherwise a name."),
      Member<&GraphNode::inputs>("inputs",
                                 "Numbers of nodes: the arguments of a call; the result of a "
                                 "function; condition and branches of an if; data and results of "
                                 "the clauses of a match; the data for a variable of a pattern."),
      Member<&GraphNode::callee>("callee", "The callee, if it is a node itself."),
      Member<&GraphNode::params>("params", "The parameters of a function."),
      Member<&GraphNode::parent>("parent",
                                 "The function that contains it in the text; absent for the root."),
      Member<&GraphNode::type>(
          "type", "An index into `types`; the edges that start here have the same type."),
      Member<&GraphNode::attrs>("attrs",
                                "The attributes as in the text: `strides=[2, 2], groups=2`."),
      Member<&GraphNode::pattern>("pattern",
                                  "How the operator of a call can be fused; see `OpDescription`."),
      Member<&GraphNode::key>("key",
                              "Equal in the graphs of two existing modules if it is the same "
                              "object, the same variable or the same data."),
      Member<&GraphNode::signature>(
          "signature",
          "Equal if the node computes the same: same kind, label, attributes and inputs, and the "
          "same name for parameters. Large constants are compared by identity."),
      Member<&GraphNode::name>("name",
                               "Its name in the text: `%5`, `%x`, `meta[relay.Constant][0]`."),
      Member<&GraphNode::line>(
          "line", "Its line in the text without metadata, from 0; absent in a truncated graph."),
      Member<&GraphNode::column>("column", "The column, from 0, in UTF-16 code units."),
  };
  static constexpr RecordSchema schema = {
      "GraphNode",
      "A node. Numbers of nodes are indices into `nodes`; -1 is a node that was left out.",
      kFields};
  return schema;
}

template <>
struct JsonTraits<GraphNodes> {
  static std::string Type(RecordList* records) {
    return JsonTraits<std::vector<GraphNode>>::Type(records);
  }
  static void Write(JsonWriter& json, const GraphNodes& nodes) {
    json.BeginArray();
    for (size_t i = 0; i < nodes.graph->size(); ++i) {
      JsonTraits<GraphNode>::Write(json, nodes.graph->Describe(i));
    }
    json.EndArray();
  }
};

template <>
const RecordSchema& SchemaOf<GraphFacts>() {
  static constexpr RecordField kFields[] = {
      Member<&GraphFacts::function>("function", "Its name; absent for an expression."),
      Member<&GraphFacts::functions>(
          "functions", "The names of all functions of the module; absent for an expression."),
      Member<&GraphFacts::Root>("root", "The node of the function."),
      Member<&GraphFacts::Truncated>("truncated", "Whether there are more nodes than the limit."),
      Member<&GraphFacts::Nodes>(
          "nodes",
          "The nodes; each comes after its inputs, but a function comes before the nodes in it."),
      Member<&GraphFacts::Types>("types", "Types in Relay's notation, each once."),
  };
  static constexpr RecordSchema schema = {
      "Graph",
      "The dataflow of a function: which nodes compute from which results. A let is not a node; "
      "its variable is replaced by its value.",
      kFields};
  return schema;
}

std::string DescribeGraph(const IRModule& module, std::string_view function,
                          const GraphOptions& options) {
  Expr root = module->Lookup(function);
  Graph graph(options);
  graph.Build(root.get());
  PrintedText printed;
  if (!graph.truncated()) {
    printed = PrintModuleWithMap(module, TextOptions());
    graph.FindPlaces(printed);
  }
  std::vector<std::string> names;
  for (const IRModuleNode::Item& item : module->functions) names.emplace_back(item.name.view());
  SortItems(&names);
  return JsonText(GraphFacts{&graph, function, std::move(names)});
}

std::string DescribeGraph(const Expr& expr, const GraphOptions& options) {
  Graph graph(options);
  graph.Build(expr.get());
  PrintedText printed;
  if (!graph.truncated()) {
    printed = PrintExprWithMap(expr, TextOptions());
    graph.FindPlaces(printed);
  }
  return JsonText(GraphFacts{&graph});
}

void AddGraphRecords(RecordList* records) { JsonTraits<GraphFacts>::Type(records); }

}  // namespace passcope
