// An interpreter with its own stack.
//
// Each call of a function is an activation. It has a slot per variable and per node with several
// uses. A plan, made once per function, counts the uses. The last use empties the slot, so a tensor
// is freed as soon as possible.
#include "runtime/evaluator.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/free_vars.h"
#include "runtime/data_limits.h"
#include "runtime/fast.h"
#include "runtime/kernel.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

constexpr uint32_t kNoSlot = UINT32_MAX;

struct SlotInfo {
  uint32_t index = 0;
  uint32_t uses = 0;
};

// The facts about the body of a function, or the whole expression, that are known before it runs.
struct Plan {
  Expr keep;  // Keeps the addresses below valid.
  // Keys are VarIdNodes, and ExprNodes that may be used several times.
  PtrMap<SlotInfo> slots;
  // Free variables of the functions within this body.
  PtrMap<std::vector<VarId>> captures;

  SlotInfo* Count(const void* key) {
    auto [info, fresh] = slots.Insert(key);
    if (fresh) info->index = static_cast<uint32_t>(slots.size() - 1);
    ++info->uses;
    return info;
  }
};

std::unique_ptr<Plan> MakePlan(const Expr& keep, const ExprNode* body) {
  auto plan = std::make_unique<Plan>();
  plan->keep = keep;
  std::vector<const ExprNode*> stack = {body};
  while (!stack.empty()) {
    const ExprNode* node = stack.back();
    stack.pop_back();
    if (const auto* var = As<VarNode>(node)) {
      plan->Count(var->vid.get());
      continue;
    }
    switch (node->kind()) {
      case ExprKind::kGlobalVar:
      case ExprKind::kConstant:
      case ExprKind::kOp:
      case ExprKind::kConstructor:
        continue;
      default:
        break;
    }
    if (node->ref_count() > 1 && plan->Count(node)->uses > 1) continue;
    if (node->kind() == ExprKind::kFunction) {
      std::vector<VarId>& captured = plan->captures[node];
      for (const Expr& free : FreeVars(Expr(node))) {
        captured.push_back(As<VarNode>(free)->vid);
        plan->Count(captured.back().get());
      }
      continue;
    }
    // A binder is not a use of its variable.
    ForEachBinder(node, [&](const VarNode* var) { plan->slots.Insert(var->vid.get()); });
    if (const auto* match = As<MatchNode>(node)) {
      for (size_t i = match->clauses().size(); i-- > 0;) stack.push_back(match->body(i).get());
      stack.push_back(match->data().get());
      continue;
    }
    size_t first = node->kind() == ExprKind::kLet ? 1 : 0;
    for (size_t i = node->children().size(); i-- > first;) stack.push_back(node->child(i).get());
  }
  // Slots of binders without a use have no index yet.
  for (size_t i = 0; i < plan->slots.entries().size(); ++i) {
    plan->slots.entries()[i].value.index = static_cast<uint32_t>(i);
  }
  return plan;
}

struct Slot {
  Value value;
  uint32_t remaining = 0;  // Remaining uses.
};

struct Activation {
  Plan* plan;
  std::vector<Slot> slots;
  Expr function;  // Keeps the body alive.
  const VarIdNode* self = nullptr;
};

struct Frame {
  const ExprNode* node;  // Null marks the end of an activation.
  uint32_t next;         // The number of evaluated children.
  uint32_t slot;         // The slot for the result; kNoSlot for a node with one use.
  size_t base;           // Begin of the children's values.
};

// The operations that a step of the interpreter costs.
constexpr int64_t kStepCost = 16;

class Machine {
 public:
  Machine(const IRModule& module, const EvaluateOptions& options, const WorkLimits& limits)
      : module_(module), options_(options), work_(limits), winograd_(options.winograd) {}
  ~Machine() {
    // Cells may form cycles, so empty those that the result cannot reach.
    while (cells_) {
      Ref<CellNode> cell(cells_);
      cell->Unlink();
      if (!result_has_cells_) cell->value = Value();
    }
  }

  Value RunExpr(const Expr& expr, std::span<const Binding> env) {
    Enter(GetPlan(expr, expr.get()), expr);
    for (const Binding& binding : env) Bind(binding.var.get(), binding.value);
    Push(expr.get());
    return Loop();
  }

  Value RunFunction(const FunctionNode* function, std::span<const Value> args) {
    values_.assign(args.begin(), args.end());
    CallFunction(Expr(function), nullptr, 0, nullptr);
    return Loop();
  }

 private:
  Plan* GetPlan(const Expr& keep, const ExprNode* body) {
    std::unique_ptr<Plan>& plan = plans_[body];
    if (!plan) plan = MakePlan(keep, body);
    return plan.get();
  }

  void Enter(Plan* plan, const Expr& function) {
    if (static_cast<int64_t>(activations_.size()) > options_.max_depth) {
      throw DiagnosticError(
          DiagKind::kOverBudget,
          MSG(kEvaluatorRecursionOverLimit,
              "the program's functions call each other more than {limit} levels deep",
              options_.max_depth),
          {MSG(kEndlessRecursionHint, "look for a recursion that never ends")});
    }
    activations_.push_back({plan, std::vector<Slot>(plan->slots.size()), function});
    frames_.push_back({nullptr, 0, kNoSlot, values_.size()});
  }

  void Bind(const VarIdNode* var, Value value) {
    Activation& top = activations_.back();
    const SlotInfo* info = top.plan->slots.Find(var);
    if (!info || info->uses == 0) return;
    top.slots[info->index] = {std::move(value), info->uses};
  }

  // Takes one use of a slot.
  static Value Take(Slot& slot) {
    if (--slot.remaining == 0) return std::exchange(slot.value, Value());
    return slot.value;
  }

  Value TakeVar(const VarIdNode* var) {
    Activation& top = activations_.back();
    const SlotInfo* info = top.plan->slots.Find(var);
    if (!info || top.slots[info->index].value.empty()) {
      throw DiagnosticError(
          DiagKind::kUnboundVar,
          MSG(kVariableWithoutValue, "the variable %{name} has no value", var->name.str()));
    }
    return Take(top.slots[info->index]);
  }

  // Starts the evaluation of a node. Its value will be on top of the value stack.
  void Push(const ExprNode* node) {
    switch (node->kind()) {
      case ExprKind::kVar:
        values_.push_back(TakeVar(As<VarNode>(node)->vid.get()));
        return;
      case ExprKind::kConstant:
        values_.push_back(As<ConstantNode>(node)->data);
        return;
      case ExprKind::kOp:
      case ExprKind::kConstructor:
        values_.push_back(Ref<ClosureNode>(new ClosureNode(Expr(node), {}, nullptr)));
        return;
      case ExprKind::kGlobalVar:
        values_.push_back(
            Ref<ClosureNode>(new ClosureNode(Global(As<GlobalVarNode>(node)), {}, nullptr)));
        return;
      default:
        break;
    }
    uint32_t slot = kNoSlot;
    if (node->ref_count() > 1) {
      Activation& top = activations_.back();
      const SlotInfo* info = top.plan->slots.Find(node);
      if (info && info->uses > 1) {
        slot = info->index;
        if (!top.slots[slot].value.empty()) {
          values_.push_back(Take(top.slots[slot]));
          return;
        }
        top.slots[slot].remaining = info->uses;
      }
    }
    frames_.push_back({node, 0, slot, values_.size()});
  }

  Expr Global(const GlobalVarNode* var) {
    if (!module_) {
      throw DiagnosticError(
          DiagKind::kUnknownGlobal,
          MSG(kFunctionCalledWithoutModule,
              "@{name} is called, but there is no module that defines it", var->name.str()),
          {}, Expr(var));
    }
    return module_->Lookup(var->name.view());
  }

  // Ends the top frame and drops its values from the value stack.
  void Finish(Value value) {
    Frame frame = frames_.back();
    frames_.pop_back();
    values_.resize(frame.base);
    if (frame.slot != kNoSlot) {
      Slot& slot = activations_.back().slots[frame.slot];
      slot.value = std::move(value);
      value = Take(slot);
    }
    values_.push_back(std::move(value));
  }

  // Calls a function with the values from `base` on. They are replaced by the result.
  void CallFunction(const Expr& callee, const ClosureNode* closure, size_t base,
                    const ExprNode* call) {
    const auto* function = As<FunctionNode>(callee);
    size_t num_args = values_.size() - base;
    if (function->params().size() != num_args) {
      throw DiagnosticError(
          DiagKind::kEvaluation,
          MSG(kEvaluatorArgumentCountMismatch,
              "a function of {expected} parameters is called with {actual} arguments",
              function->params().size(), num_args),
          {}, Expr(call));
    }
    Plan* plan = GetPlan(callee, function->body().get());
    std::vector<Value> args(std::make_move_iterator(values_.begin() + base),
                            std::make_move_iterator(values_.end()));
    values_.resize(base);
    Enter(plan, callee);
    for (size_t i = 0; i < num_args; ++i) {
      Bind(As<VarNode>(function->params()[i])->vid.get(), std::move(args[i]));
    }
    if (closure) {
      for (const ClosureNode::Captured& captured : closure->captured) {
        Bind(captured.var.get(), captured.value);
      }
      if (closure->self) Bind(closure->self.get(), Ref<ClosureNode>(closure));
    }
    Push(function->body().get());
  }

  bool NamesItself(const ExprNode* function, const VarId& var) {
    const std::vector<VarId>* captures = activations_.back().plan->captures.Find(function);
    return captures && std::find(captures->begin(), captures->end(), var) != captures->end();
  }

  Value MakeClosure(const ExprNode* function, const VarId& self) {
    std::vector<ClosureNode::Captured> captured;
    bool recursive = false;
    for (const VarId& var : *activations_.back().plan->captures.Find(function)) {
      if (var == self) {
        recursive = true;
      } else {
        captured.push_back({var, TakeVar(var.get())});
      }
    }
    return Ref<ClosureNode>(
        new ClosureNode(Expr(function), std::move(captured), recursive ? self : nullptr));
  }

  // Continues with `body`, which gives the value of the top frame's node.
  void Continue(const ExprNode* body) {
    Frame& top = frames_.back();
    values_.resize(top.base);
    if (top.slot == kNoSlot) frames_.pop_back();
    Push(body);
  }

  void StepCall(const CallNode* call) {
    Frame& top = frames_.back();
    const auto* op = As<OpNode>(call->op());
    const auto* constructor = As<ConstructorNode>(call->op());
    // As in TVM, arguments come before the callee. An operator as callee needs no evaluation.
    const size_t num_args = call->args().size();
    if (top.next < num_args) {
      Push(call->arg(top.next++).get());
      return;
    }
    if (top.next == num_args && !op && !constructor) {
      ++top.next;
      Push(call->op().get());
      return;
    }
    if (op) {
      Finish(RunKernel(call, std::span<const Value>(values_).subspan(top.base)));
      return;
    }
    if (constructor) {
      Finish(MakeData(call->op(), top.base));
      return;
    }
    if (top.next > num_args + 1) {
      Finish(std::move(values_.back()));
      return;
    }
    ++top.next;
    const ClosureNode* closure = values_.back().as_closure();
    if (!closure) {
      throw DiagnosticError(DiagKind::kEvaluation,
                            MSG(kTorchCalleeNotFunction, "the called value is not a function"), {},
                            Expr(call));
    }
    Ref<ClosureNode> keep(closure);
    values_.pop_back();
    if (As<OpNode>(closure->function)) {
      std::vector<Expr> args(call->args().begin(), call->args().end());
      Expr direct = Call(closure->function, args, call->attrs, call->type_args, call->span());
      Finish(RunKernel(As<CallNode>(direct), std::span<const Value>(values_).subspan(top.base)));
      return;
    }
    if (As<ConstructorNode>(closure->function)) {
      Finish(MakeData(closure->function, top.base));
      return;
    }
    CallFunction(closure->function, closure, top.base, call);
  }

  // Makes a value of a data type from the values from `base` on.
  Value MakeData(const Expr& constructor, size_t base) {
    auto first = values_.begin() + static_cast<ptrdiff_t>(base);
    return Value::Data(constructor, std::vector<Value>(std::make_move_iterator(first),
                                                       std::make_move_iterator(values_.end())));
  }

  // True if clause `i` matches. `bound` gets the values of its variables in order.
  static bool ClauseFits(const MatchNode* match, size_t i, const Value& value,
                         std::vector<const Value*>* bound) {
    bound->clear();
    std::vector<const Value*> values = {&value};  // The next one is last.
    for (const PatternStep& step : match->patterns->Pattern(i)) {
      const Value* top = values.back();
      values.pop_back();
      if (step.kind == PatternStep::Kind::kWildcard) continue;
      if (step.kind == PatternStep::Kind::kVar) {
        bound->push_back(top);
        continue;
      }
      const TupleValueNode* fields = step.data ? top->as_data() : top->as_tuple();
      if (!fields || fields->fields.size() != step.fields) return false;
      if (step.data && As<ConstructorNode>(fields->constructor)->index != step.index) return false;
      for (size_t f = step.fields; f-- > 0;) values.push_back(&fields->fields[f]);
    }
    return true;
  }

  void Step() {
    Frame& top = frames_.back();
    const ExprNode* node = top.node;
    // All other kinds evaluate their children first.
    switch (node->kind()) {
      case ExprKind::kCall:
        StepCall(static_cast<const CallNode*>(node));
        return;
      case ExprKind::kFunction:
        Finish(MakeClosure(node, nullptr));
        return;
      case ExprKind::kLet: {
        const auto* let = static_cast<const LetNode*>(node);
        const VarId& var = As<VarNode>(let->var())->vid;
        if (top.next == 0) {
          top.next = 1;
          const ExprNode* value = let->value().get();
          if (NamesItself(value, var)) {
            values_.push_back(MakeClosure(value, var));
          } else {
            Push(value);
          }
        } else if (top.next == 1) {
          top.next = 2;
          Bind(var.get(), std::move(values_.back()));
          Continue(let->body().get());
        } else {
          Finish(std::move(values_.back()));
        }
        return;
      }
      case ExprKind::kIf: {
        const auto* branch = static_cast<const IfNode*>(node);
        if (top.next == 0) {
          top.next = 1;
          Push(branch->cond().get());
        } else if (top.next == 1) {
          top.next = 2;
          const NDArrayNode* cond = values_.back().as_tensor();
          if (!cond || cond->size() != 1) {
            throw DiagnosticError(
                DiagKind::kEvaluation,
                MSG(kIfConditionNotScalar, "the condition of an if must be a scalar"), {},
                Expr(node));
          }
          Continue(cond->ToDouble(0) != 0 ? branch->true_branch().get()
                                          : branch->false_branch().get());
        } else {
          Finish(std::move(values_.back()));
        }
        return;
      }
      case ExprKind::kMatch: {
        const auto* match = static_cast<const MatchNode*>(node);
        if (top.next++ == 0) {
          Push(match->data().get());
          return;
        }
        if (top.next > 2) {
          Finish(std::move(values_.back()));
          return;
        }
        Value value = std::move(values_.back());
        std::vector<const Value*> bound;
        for (size_t i = 0; i < match->clauses().size(); ++i) {
          if (!ClauseFits(match, i, value, &bound)) continue;
          for (size_t v = 0; v < bound.size(); ++v) {
            Bind(As<VarNode>(match->vars(i)[v])->vid.get(), *bound[v]);
          }
          Continue(match->body(i).get());
          return;
        }
        throw DiagnosticError(DiagKind::kEvaluation,
                              MSG(kMatchNoClauseFits, "no clause of the match fits the value"), {},
                              Expr(node));
      }
      default:
        break;
    }
    if (top.next < node->children().size()) {
      Push(node->child(top.next++).get());
      return;
    }
    switch (node->kind()) {
      case ExprKind::kTuple: {
        std::vector<Value> fields(std::make_move_iterator(values_.begin() + top.base),
                                  std::make_move_iterator(values_.end()));
        Finish(Value::Tuple(std::move(fields)));
        return;
      }
      case ExprKind::kTupleGetItem: {
        const TupleValueNode* tuple = values_.back().as_tuple();
        auto index = static_cast<size_t>(static_cast<const TupleGetItemNode*>(node)->index);
        if (!tuple || index >= tuple->fields.size()) {
          throw DiagnosticError(
              DiagKind::kEvaluation,
              MSG(kEvaluatorFieldMissing, "the value has no field {index}", index), {}, Expr(node));
        }
        Finish(tuple->fields[index]);
        return;
      }
      case ExprKind::kRefCreate:
        Finish(Ref<CellNode>(new CellNode(std::move(values_.back()), &cells_)));
        return;
      case ExprKind::kRefRead:
        Finish(Cell(values_.back(), node)->value);
        return;
      case ExprKind::kRefWrite:
        Cell(values_[top.base], node)->value = std::move(values_.back());
        Finish(Value::Tuple({}));
        return;
      default:
        FailCheck("unexpected expression", __FILE_NAME__, __LINE__);
    }
  }

  static const CellNode* Cell(const Value& value, const ExprNode* node) {
    const CellNode* cell = value.as_cell();
    if (!cell) {
      throw DiagnosticError(
          DiagKind::kEvaluation,
          MSG(kEvaluatorReferenceRequired, "a reference is expected, but the value is not one"), {},
          Expr(node));
    }
    return cell;
  }

  Value Loop() {
    while (!frames_.empty()) {
      SpendOperations(kStepCost);
      if (frames_.back().node) {
        Step();
      } else {
        // The body's value stays on top of the value stack, for the caller.
        frames_.pop_back();
        activations_.pop_back();
      }
    }
    Value result = std::move(values_.back());
    result_has_cells_ = !result.type();
    return result;
  }

  IRModule module_;
  EvaluateOptions options_;
  WorkScope work_;
  WinogradScope winograd_;
  PtrMap<std::unique_ptr<Plan>> plans_;
  std::vector<Activation> activations_;
  std::vector<Frame> frames_;
  std::vector<Value> values_;
  const CellNode* cells_ = nullptr;
  bool result_has_cells_ = false;
};

// True if a value fits a parameter of type `type`.
bool Fits(const Value& value, const Type& type) {
  if (const auto* tensor = As<TensorTypeNode>(type)) {
    const NDArrayNode* array = value.as_tensor();
    if (!array || array->dtype != tensor->dtype || array->rank() != tensor->rank()) return false;
    for (size_t i = 0; i < tensor->rank(); ++i) {
      if (tensor->shape[i].is_const() && tensor->shape[i].value() != array->shape[i]) return false;
    }
    return true;
  }
  if (const auto* tuple = As<TupleTypeNode>(type)) {
    const TupleValueNode* fields = value.as_tuple();
    if (!fields || fields->fields.size() != tuple->fields.size()) return false;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      if (!Fits(fields->fields[i], tuple->fields[i])) return false;
    }
    return true;
  }
  // Functions, cells and unknown types: the program's types were checked before.
  return true;
}

}  // namespace

Value Evaluate(const IRModule& module, std::string_view fn, std::span<const Value> args,
               const EvaluateOptions& options) {
  Expr expr = module->Lookup(fn);
  const auto* function = As<FunctionNode>(expr);
  if (function->params().size() != args.size()) {
    throw DiagnosticError(
        DiagKind::kEvaluation,
        MSG(kGlobalArgumentCountMismatch, "@{function} takes {expected} arguments, not {actual}",
            fn, function->params().size(), args.size()));
  }
  for (size_t i = 0; i < args.size(); ++i) {
    const auto* param = As<VarNode>(function->params()[i]);
    Type type = param->checked_type() ? param->checked_type() : param->type_annotation;
    if (args[i].empty() || !Fits(args[i], type)) {
      Type actual = args[i].type();
      const std::string& name = param->name().str();
      std::string wanted = TypeText(type);
      throw DiagnosticError(
          DiagKind::kEvaluation,
          actual
              ? MSG(kGlobalParameterTypeMismatch,
                    "parameter %{parameter} of @{function} is a {expected}, but a {actual} was "
                    "given",
                    name, fn, wanted, TypeText(actual))
              : MSG(kGlobalParameterKindMismatch,
                    "parameter %{parameter} of @{function} is a {expected}, but a value of another "
                    "kind was given",
                    name, fn, wanted));
    }
  }
  const WorkLimits limits = options.limits ? *options.limits : LimitsOfRun(module, args);
  return Machine(module, options, limits).RunFunction(function, args);
}

Value EvaluateExpr(const Expr& expr, std::span<const Binding> env, const IRModule& module,
                   const EvaluateOptions& options) {
  const WorkLimits limits = options.limits ? *options.limits : LimitsOfRun(expr, env, module);
  return Machine(module, options, limits).RunExpr(expr, env);
}

}  // namespace passcope
