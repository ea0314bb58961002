// DeadCodeElimination: removes lets whose variable is not used, and on demand puts the value of a
// variable that is used once in the place of the use.
//
// Why: other passes leave bindings that nobody reads any more. What may have an effect (writing and
// reading references, stateful operators, calls of functions that do so, calls nested deeper than
// 25 deep, which are not looked into) stays where it is unless `ignore_impurity` is set. A use
// inside a local function counts twice when the variable is bound outside of it. The rules are
// TVM's.
//
//   before  let %a = add(%x, %x); let %b = nn.relu(%x); %b
//   after   let %b = nn.relu(%x); %b
#include "transforms/dead_code_elimination.h"

#include <memory>

#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/infer_type.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

constexpr int kMaxCallDepth = 25;

bool IsFirstOrder(const ExprNode* expr) { return !As<FuncTypeNode>(expr->checked_type()); }

const VarIdNode* IdOf(const Expr& var) { return As<VarNode>(var)->vid.get(); }

// Whether evaluating an expression, and calling its result, touches state.
struct Purity {
  bool eval = true;
  bool call = true;
};

// Finds out which variables bound by let have a pure value.
class PurityAnalysis {
 public:
  explicit PurityAnalysis(const IRModule& module) : module_(module) {
    for (const IRModuleNode::Item& item : module->functions) {
      const auto* function = As<FunctionNode>(item.function);
      if (function->is_primitive() || function->HasFlag("Extern")) continue;
      Run(function);
    }
  }
  // Null when the binding was not met.
  const Purity* Find(const VarIdNode* var) const { return vars_.Find(var); }

 private:
  struct Frame {
    const ExprNode* node;
    uint32_t next;
    // Of a global variable that is being looked into: its function.
    const FunctionNode* function = nullptr;
  };

  void Run(const FunctionNode* function) {
    if (globals_.Find(function)) return;
    globals_[function] = Purity();
    Push(function);
    while (!stack_.empty()) Step();
    globals_[function] = results_[function];
  }

  // What is visited of a node, in order.
  static std::span<const Expr> Visited(const ExprNode* node) {
    switch (node->kind()) {
      case ExprKind::kFunction:
        return node->children().last(1);
      case ExprKind::kLet:
        return node->children().subspan(1);
      case ExprKind::kRefCreate:
        return {};
      default:
        return node->children();
    }
  }

  void Push(const ExprNode* node) {
    if (results_.Contains(node)) return;
    if (const auto* call = As<CallNode>(node)) {
      if (depth_ >= kMaxCallDepth) {
        results_[node] = {false, IsFirstOrder(call)};
        return;
      }
      ++depth_;
    } else if (As<FunctionNode>(node) || As<MatchNode>(node)) {
      // What is behind a parameter or in a data type is not known.
      ForEachBinder(node, [&](const VarNode* var) {
        vars_[var->vid.get()] = {true, IsFirstOrder(var)};
      });
    } else if (const auto* let = As<LetNode>(node)) {
      vars_[IdOf(let->var())] = Purity();  // For a function that calls itself.
    } else if (const auto* global = As<GlobalVarNode>(node)) {
      const FunctionNode* target = module_->Find(global->name.view());
      if (!target || target->HasFlag("Extern")) {
        results_[node] = {true, false};
      } else if (const Purity* known = globals_.Find(target)) {
        // No memo: it may be an assumption about a function that calls itself.
        current_globals_[node] = *known;
      } else {
        globals_[target] = Purity();
        stack_.push_back({node, 0, target});
      }
      return;
    }
    stack_.push_back({node, 0});
  }

  Purity ResultOf(const ExprNode* node) {
    if (const Purity* known = results_.Find(node)) return *known;
    const Purity* global = current_globals_.Find(node);
    return global ? *global : Purity{false, false};
  }

  void Step() {
    Frame& frame = stack_.back();
    const ExprNode* node = frame.node;
    if (frame.function) {
      if (frame.next++ == 0) {
        Push(frame.function);
        return;
      }
      const FunctionNode* function = frame.function;
      stack_.pop_back();
      globals_[function] = ResultOf(function);
      results_[node] = globals_[function];
      return;
    }
    std::span<const Expr> visited = Visited(node);
    const auto* let = As<LetNode>(node);
    if (let && frame.next == 1) vars_[IdOf(let->var())] = ResultOf(let->value().get());
    if (frame.next < visited.size()) {
      const Expr& child = visited[frame.next++];
      Push(child.get());
      return;
    }
    stack_.pop_back();
    if (As<CallNode>(node)) --depth_;
    results_[node] = Combine(node, visited);
  }

  Purity Combine(const ExprNode* node, std::span<const Expr> visited) {
    bool all = true;
    for (const Expr& child : visited) all = all && ResultOf(child.get()).eval;
    auto call_of = [&](size_t i) { return ResultOf(visited[i].get()).call; };
    switch (node->kind()) {
      case ExprKind::kOp:
        return {true, !As<OpNode>(node)->decl->Has(OpTrait::kStateful)};
      case ExprKind::kVar: {
        const Purity* var = vars_.Find(As<VarNode>(node)->vid.get());
        return {true, var && var->call};
      }
      case ExprKind::kFunction:
        return {true, all && call_of(0)};
      case ExprKind::kLet:
        return {all, call_of(1)};
      case ExprKind::kCall:
        return {all && call_of(0), IsFirstOrder(node) || call_of(0)};
      case ExprKind::kIf:
        return {all, call_of(1) && call_of(2)};
      case ExprKind::kMatch: {
        bool call = true;
        for (const MatchClause& clause : As<MatchNode>(node)->clauses()) {
          call = call && call_of(clause.body);
        }
        return {all, call};
      }
      case ExprKind::kTupleGetItem:
        return {all, IsFirstOrder(node)};
      case ExprKind::kRefRead:
        return {false, IsFirstOrder(node)};
      case ExprKind::kRefWrite:
        return {false, true};
      default:
        return {all, true};
    }
  }

  const IRModule module_;
  PtrMap<Purity> results_;
  PtrMap<Purity> current_globals_;
  PtrMap<Purity> vars_;
  PtrMap<Purity> globals_;  // By function.
  std::vector<Frame> stack_;
  int depth_ = 0;  // Of nested calls.
};

// What is known about a variable bound by let.
struct Binding {
  const ExprNode* value = nullptr;
  uint32_t uses = 0;
  int level = 0;  // Of nested functions.
  bool pure = false;
};

// Counts the uses of variables by what is needed itself. Counting stops at two.
class UsageCounter {
 public:
  UsageCounter(const PurityAnalysis* purity, PtrMap<Binding>* bindings)
      : purity_(purity), bindings_(*bindings) {}

  void Run(const ExprNode* root) {
    tasks_.push_back({root, 0});
    while (!tasks_.empty()) {
      Task task = tasks_.back();
      tasks_.pop_back();
      if (++visits_[task.node] <= 2 || task.inner_let) Visit(task);
    }
  }

 private:
  struct Task {
    const ExprNode* node;
    int level;
    bool inner_let = false;  // The body of a let.
  };

  void Visit(const Task& task) {
    if (const auto* let = As<LetNode>(task.node)) {
      if (!task.inner_let) ++visits_[let];
      Binding& binding = bindings_[IdOf(let->var())];
      const Purity* purity = purity_ ? purity_->Find(IdOf(let->var())) : nullptr;
      binding = {let->value().get(), 0, task.level, purity ? purity->eval : !purity_};
      tasks_.push_back({let->body().get(), task.level, As<LetNode>(let->body()) != nullptr});
      // A pure value is looked into when the variable is used.
      if (!binding.pure) tasks_.push_back({let->value().get(), task.level});
    } else if (const auto* var = As<VarNode>(task.node)) {
      Binding* binding = bindings_.Find(var->vid.get());
      if (!binding) return;
      if (++binding->uses == 1 && binding->pure) tasks_.push_back({binding->value, task.level});
      // The function around the use may be called more than once.
      if (binding->level < task.level) ++binding->uses;
    } else {
      int level = task.level + (As<FunctionNode>(task.node) ? 1 : 0);
      std::span<const Expr> children = task.node->children();
      for (size_t i = children.size(); i-- > 0;) tasks_.push_back({children[i].get(), level});
    }
  }

  const PurityAnalysis* const purity_;  // Null: everything is pure.
  PtrMap<Binding>& bindings_;
  PtrMap<uint32_t> visits_;
  std::vector<Task> tasks_;
};

class Eliminator : public Rewriter {
 public:
  Eliminator(const PtrMap<Binding>& bindings, bool inline_once)
      : bindings_(bindings), inline_once_(inline_once) {}
  int64_t removed() const { return removed_; }

 protected:
  void LetValueDone(const LetNode* let, const Expr& value) override {
    if (inline_once_ && IsRemoved(let)) values_.Set(As<VarNode>(let->var())->vid, value);
  }
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    if (const auto* var = As<VarNode>(node)) {
      const Expr* value = values_.Find(var->vid.get());
      return value ? *value : Expr(node);
    }
    const auto* let = As<LetNode>(node);
    if (!let || !IsRemoved(let)) return WithChildrenKeepingType(node, children);
    ++removed_;
    return children[2];
  }

 private:
  bool IsRemoved(const LetNode* let) const {
    const Binding* binding = bindings_.Find(IdOf(let->var()));
    return binding && binding->pure && binding->uses <= (inline_once_ ? 1u : 0u);
  }

  const PtrMap<Binding>& bindings_;
  const bool inline_once_;
  int64_t removed_ = 0;
  VarMap values_;
};

}  // namespace

namespace transform {

Pass DeadCodeElimination(DeadCodeEliminationOptions options) {
  return CreateModulePass(
      [options](const IRModule& module, PassContext& context) {
        IRModule typed = InferTypes(module);
        std::unique_ptr<PurityAnalysis> purity;
        if (!options.ignore_impurity) purity = std::make_unique<PurityAnalysis>(typed);
        std::vector<IRModuleNode::Item> functions = typed->functions;
        for (IRModuleNode::Item& item : functions) {
          PtrMap<Binding> bindings;
          UsageCounter(purity.get(), &bindings).Run(item.function.get());
          if (!bindings.empty()) {
            Eliminator eliminator(bindings, options.inline_once);
            item.function = eliminator.Run(item.function);
            context.Count("lets removed", eliminator.removed());
          }
        }
        return WithFunctions(typed, std::move(functions));
      },
      TableInfo("DeadCodeElimination"));
}

}  // namespace transform
}  // namespace passcope
