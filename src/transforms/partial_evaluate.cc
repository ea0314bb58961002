// PartialEvaluate: computes known values ahead of time and binds all other results by lets.
//
// Why: the result is a list of operators in the order of evaluation. It has no tuples, branches,
// matches, references and calls that could be resolved; DeadCodeElimination then removes unused
// values. The pass evaluates every expression on partly known values (transforms/partial_value.h),
// and pushes its computation onto a list of lets. A call of a known function becomes its body. Fuel
// ensures termination: a recursive call is inlined only if an argument became less, that is, older
// or a smaller number. Not done: the results of loops that stay are unknown. A program that has
// control flow and shares expressions is brought into A-normal form first.
//
//   before  let %f = fn (%y) { multiply(%y, add(1f, 1f)) }; %f(%x)
//   after   …; let %x_4 = 2f; let %x_5 = multiply(%x, %x_4); %x_5
#include <optional>

#include "analysis/type_vars.h"
#include "diagnostics/diagnostic.h"
#include "ir/free_vars.h"
#include "ir/identity.h"
#include "ir/lineage.h"
#include "ir/search.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/de_duplicate.h"
#include "transforms/fold_constant.h"
#include "transforms/let_list.h"
#include "transforms/normal_form.h"
#include "transforms/partial_value.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

using Known = PartialValueNode::Known;

// True if the body is one block without effects, in which each shared expression is evaluated once.
bool IsDataflow(const Expr& function) {
  return !ContainsNode(As<FunctionNode>(function)->body(),
                       {ExprKind::kIf, ExprKind::kMatch, ExprKind::kFunction, ExprKind::kGlobalVar,
                        ExprKind::kRefCreate, ExprKind::kRefRead, ExprKind::kRefWrite},
                       [](const ExprNode*) { return true; });
}

// A machine with one stack of evaluations and one of results. So neither deep programs nor deep
// calls overflow the machine's stack.
class PartialEvaluator {
 public:
  explicit PartialEvaluator(IRModule module) : module_(std::move(module)) {
    for (const IRModuleNode::Item& item : module_->functions) {
      function_ids_[item.function.get()] = NewFunctionId();
      if (!IsDataflow(item.function)) {
        PostOrderVisit(As<FunctionNode>(item.function)->body(), [this](const ExprNode* node) {
          if (As<FunctionNode>(node)) function_ids_[node] = NewFunctionId();
        });
      }
      Expr name = GlobalVar(item.name.view());
      globals_[item.name.id()] = FunctionValue(item.function, name, name);
    }
  }

  Expr Run(const IRModuleNode::Item& item) {
    const auto* function = As<FunctionNode>(item.function);
    if (function->is_primitive()) return item.function;
    dataflow_ = IsDataflow(item.function);
    shared_.Clear();
    LineageSource source(function);
    StartFunction(*globals_.Find(item.name.id()), nullptr);
    while (!stack_.empty()) Step();
    Expr evaluated = std::move(results_.back()->callee);
    results_.clear();
    return evaluated;
  }

  int64_t evaluated() const { return evaluated_; }
  int64_t inlined() const { return inlined_; }

 private:
  struct Frame {
    enum class Kind : uint8_t {
      kNode,      // An expression.
      kShared,    // An expression that is used several times; its value is remembered.
      kCall,      // The body of a function that replaces a call.
      kFunction,  // A function that stays.
    };
    Kind kind;
    uint32_t step = 0;
    size_t base = 0;  // Where the frame's results begin.
    Expr node;        // The expression; for functions the evaluated copy.
    // kFunction: its value, and the variable that it is bound to (null for a global function).
    PartialValue self;
    Expr name;
    // kCall: the state to restore after it.
    uint32_t function = 0;
    Fuel fuel;
    size_t bindings = 0;
  };
  struct Rebound {
    VarId var;
    PartialValue before;  // May be null.
  };

  // Values.
  Ref<PartialValueNode> NewValue(Known known, Expr dynamic) {
    return PartialValue(new PartialValueNode(known, std::move(dynamic), created_++));
  }
  PartialValue Unknown(Expr dynamic) { return NewValue(Known::kNothing, std::move(dynamic)); }
  PartialValue TupleValue(std::vector<PartialValue> fields, Expr dynamic) {
    auto* node = new PartialValueNode(Known::kTuple, std::move(dynamic), created_++);
    node->fields = std::move(fields);
    return PartialValue(node);
  }
  PartialValue CalleeValue(Known known, Expr callee, Expr dynamic,
                           std::vector<PartialValue> fields = {}) {
    auto* node = new PartialValueNode(known, std::move(dynamic), created_++);
    node->callee = std::move(callee);
    node->fields = std::move(fields);
    return PartialValue(node);
  }
  PartialValue ClosureValue(PartialClosure closure, Expr dynamic) {
    auto* node = new PartialValueNode(Known::kClosure, std::move(dynamic), created_++);
    node->closure = std::move(closure);
    return PartialValue(node);
  }
  PartialValue TensorValue(NDArray tensor) {
    Expr bound = Push(Constant(tensor));
    auto* node = new PartialValueNode(Known::kTensor, std::move(bound), created_++);
    node->tensor = std::move(tensor);
    return PartialValue(node);
  }
  PartialValue FunctionValue(const Expr& function, const Expr& name, Expr dynamic) {
    if (As<FunctionNode>(function)->is_primitive())
      return CalleeValue(Known::kCallable, function, std::move(dynamic));
    auto* closure = new PartialClosureNode(function, name);
    PartialClosure made(closure);
    // A global function has no free variables.
    if (const auto* own = As<VarNode>(name)) {
      for (const Expr& var : FreeVars(function)) {
        const VarId& vid = As<VarNode>(var)->vid;
        if (vid != own->vid) closure->captured.emplace_back(vid, Lookup(As<VarNode>(var)));
      }
    }
    return ClosureValue(std::move(made), std::move(dynamic));
  }
  // A function that stays. Its free variables are replaced by what is known of them.
  Expr WithCaptured(const Expr& function) const {
    VarMap captured;
    for (const Expr& var : FreeVars(function))
      captured.Set(As<VarNode>(var)->vid, Lookup(As<VarNode>(var))->dynamic);
    return SubstituteVars(function, captured);
  }
  // A value that was computed ahead of time, as a value in the program.
  PartialValue Reify(const Value& value) {
    if (value.is_tensor()) return TensorValue(value.tensor());
    std::vector<PartialValue> fields;
    std::vector<Expr> dynamic;
    for (const Value& field : value.fields()) {
      fields.push_back(Reify(field));
      dynamic.push_back(fields.back()->dynamic);
    }
    Expr bound = Push(Tuple(dynamic));
    return TupleValue(std::move(fields), std::move(bound));
  }

  // Variables. Binders are unique, so bindings are only undone at the end of a call.
  void BindVar(const VarId& var, PartialValue value) {
    PartialValue& place = env_[var.get()];
    rebound_.push_back({var, std::exchange(place, std::move(value))});
  }
  PartialValue Lookup(const VarNode* var) const {
    const PartialValue* value = env_.Find(var->vid.get());
    if (!value || !*value)
      throw DiagnosticError(
          DiagKind::kUnboundVar,
          MSG(kVariableWithoutValue, "the variable %{name} has no value", var->name().str()));
    return *value;
  }

  // Blocks.
  Expr Push(Expr value) { return lets_.back().Push(std::move(value)); }
  void OpenBlock() {
    store_.OpenBlock();
    lets_.emplace_back(&counter_);
  }
  Expr CloseBlock(const PartialValue& result) {
    Expr block = lets_.back().Wrap(result->dynamic);
    lets_.pop_back();
    store_.CloseBlock();
    return block;
  }

  uint32_t NewFunctionId() {
    fuel_.emplace_back();
    return static_cast<uint32_t>(fuel_.size() - 1);
  }
  CopyOptions WithFunctionIds() {
    CopyOptions options;
    options.on_function = [this](const FunctionNode* function, const Expr& copy) {
      uint32_t id = *function_ids_.Find(function);
      function_ids_[copy.get()] = id;
    };
    return options;
  }

  void Return(PartialValue value) { results_.push_back(std::move(value)); }
  PartialValue TakeResult() {
    PartialValue result = std::move(results_.back());
    results_.pop_back();
    return result;
  }

  // Evaluates an expression next. `name`: the variable that a function is bound to; may be null.
  void Evaluate(const Expr& expr, const Expr& name = nullptr) {
    switch (expr->kind()) {
      case ExprKind::kVar:
        return Return(Lookup(As<VarNode>(expr)));
      case ExprKind::kGlobalVar: {
        const PartialValue* global = globals_.Find(IdentityOf(expr));
        return Return(global ? *global : Unknown(expr));
      }
      case ExprKind::kConstant:
        return Return(TensorValue(As<ConstantNode>(expr)->data));
      case ExprKind::kOp:
      case ExprKind::kConstructor:
        return Return(CalleeValue(Known::kCallable, expr, expr));
      case ExprKind::kFunction: {
        Expr bound = name ? name : Var("x_" + std::to_string(counter_++));
        if (As<FunctionNode>(expr)->is_primitive() && !FreeVars(expr).empty()) {
          // A copy, since captured expressions can be in another function too.
          lets_.back().Bind(bound, DeDup(WithCaptured(expr)));
          return Return(Unknown(bound));
        }
        PartialValue self = FunctionValue(expr, bound, bound);
        if (self->known != Known::kClosure) {
          lets_.back().Bind(bound, expr);
          return Return(self);
        }
        return StartFunction(self, bound);
      }
      default:
        if (expr->ref_count() > 1) {
          if (const PartialValue* known = shared_.Find(expr.get())) return Return(*known);
          if (dataflow_)
            stack_.push_back({Frame::Kind::kShared, 0, results_.size(), expr, {}, {}, 0, {}, 0});
        }
        stack_.push_back({Frame::Kind::kNode, 0, results_.size(), expr, {}, {}, 0, {}, 0});
    }
  }

  // Evaluates the body of a function that stays. Only its captured variables are known.
  void StartFunction(const PartialValue& self, const Expr& name) {
    const auto* function = As<FunctionNode>(self->closure->function);
    // A copy of the function's head with its own parameters. Evaluation gives the body.
    Expr copy = DeDup(WithType(Function(function->params(), Tuple({}), function->ret_type,
                                        function->type_params, function->attrs, function->span())
                                   .get(),
                               function->checked_type()));
    stack_.push_back({Frame::Kind::kFunction, 0, results_.size(), copy, self, name, 0, {}, 0});
    OpenBlock();
    store_.Forget();
    std::vector<PartialValue> params;
    for (const Expr& param : As<FunctionNode>(copy)->params()) params.push_back(Unknown(param));
    if (!Inline(self, params, As<FunctionNode>(copy)->type_params, true)) {
      // It is already being evaluated around this place with the same knowledge, so it stays
      // unchanged.
      VarMap captured;
      for (const auto& [var, value] : self->closure->captured) captured.Set(var, value->dynamic);
      Expr kept = SubstituteVars(DeDup(Expr(function), WithFunctionIds()), captured);
      lets_.pop_back();
      store_.CloseBlock();
      stack_.pop_back();
      FinishFunction(self, name, kept);
    }
  }

  void FinishFunction(const PartialValue& self, const Expr& name, Expr function) {
    if (!name) return Return(CalleeValue(Known::kCallable, std::move(function), nullptr));
    Return(ClosureValue(self->closure, lets_.back().Bind(name, std::move(function))));
  }

  // Replaces a call by the function's body if there is fuel. `stays`: evaluates the body of a
  // function that stays.
  bool Inline(const PartialValue& callee, const std::vector<PartialValue>& args,
              const std::vector<Type>& type_args, bool stays = false) {
    const PartialClosureNode& closure = *callee->closure;
    uint32_t id = *function_ids_.Find(closure.function.get());
    std::optional<Fuel> left = Meet(fuel_[id], FuelOf(args));
    if (!left) return false;
    const auto* function = As<FunctionNode>(closure.function);
    // A body that binds no functions, and is evaluated for a function that stays, needs no copy.
    bool as_it_is = dataflow_ && stays && function->type_params.empty();
    Expr copy = as_it_is ? closure.function : Instantiate(function, type_args, WithFunctionIds());
    stack_.push_back({Frame::Kind::kCall,
                      0,
                      results_.size(),
                      copy,
                      {},
                      {},
                      id,
                      std::exchange(fuel_[id], *std::move(left)),
                      rebound_.size()});
    if (const auto* own = As<VarNode>(closure.name)) BindVar(own->vid, callee);
    std::span<const Expr> params = As<FunctionNode>(copy)->params();
    for (size_t i = 0; i < params.size() && i < args.size(); ++i)
      BindVar(As<VarNode>(params[i])->vid, args[i]);
    for (const auto& [var, value] : closure.captured) BindVar(var, value);
    return true;
  }

  void Step() {
    Frame& frame = stack_.back();
    switch (frame.kind) {
      case Frame::Kind::kNode:
        return StepNode(frame);
      case Frame::Kind::kShared:
        shared_[frame.node.get()] = results_.back();
        stack_.pop_back();
        return;
      case Frame::Kind::kCall: {
        if (frame.step++ == 0) {
          Expr body = As<FunctionNode>(frame.node)->body();
          return Evaluate(body);
        }
        while (rebound_.size() > frame.bindings) {
          env_[rebound_.back().var.get()] = std::move(rebound_.back().before);
          rebound_.pop_back();
        }
        fuel_[frame.function] = std::move(frame.fuel);
        stack_.pop_back();
        return;
      }
      case Frame::Kind::kFunction: {
        Frame done = std::move(frame);
        stack_.pop_back();
        std::vector<Expr> children(done.node->children().begin(), done.node->children().end());
        children.back() = CloseBlock(TakeResult());
        FinishFunction(done.self, done.name,
                       Rebuild(done.node.get(), children, done.node->checked_type()));
      }
    }
  }

  void StepNode(Frame& frame) {
    const Expr node = frame.node;  // A copy, since the frame can be removed first.
    LineageSource source(node);
    switch (frame.node->kind()) {
      case ExprKind::kLet: {
        const auto* let = As<LetNode>(frame.node);
        if (frame.step++ == 0) {
          Expr value = let->value(), var = let->var();
          return Evaluate(value, var);
        }
        BindVar(As<VarNode>(let->var())->vid, TakeResult());
        return Continue(let->body());
      }
      case ExprKind::kIf:
        return StepIf(frame);
      case ExprKind::kMatch:
        return StepMatch(frame);
      default:
        if (frame.step < frame.node->children().size()) {
          Expr child = frame.node->child(frame.step++);
          return Evaluate(child);
        }
        return Finish();
    }
  }

  // Evaluates an expression instead of the current one.
  void Continue(const Expr& expr) {
    Expr next = expr;  // A copy, since the frame can own `expr`.
    stack_.pop_back();
    Evaluate(next);
  }

  void StepIf(Frame& frame) {
    const auto* node = As<IfNode>(frame.node);
    switch (frame.step++) {
      case 0:
        return Evaluate(node->cond());
      case 1:
        if (results_.back()->known == Known::kTensor) {
          bool taken = TakeResult()->tensor->ToInt(0) != 0;
          return Continue(taken ? node->true_branch() : node->false_branch());
        }
        OpenBlock();
        return Evaluate(node->true_branch());
      case 2: {
        Return(Unknown(CloseBlock(TakeResult())));
        OpenBlock();
        return Evaluate(node->false_branch());
      }
      default: {
        Expr no = CloseBlock(TakeResult());
        Expr yes = TakeResult()->dynamic;
        Expr condition = TakeResult()->dynamic;
        store_.Forget();
        stack_.pop_back();
        Return(Unknown(Push(If(std::move(condition), std::move(yes), std::move(no)))));
      }
    }
  }

  enum class Matched : uint8_t { kYes, kNo, kUnknown };

  // Binds the variables of a clause's pattern, as far as the match is known.
  Matched MatchPattern(const MatchNode* match, size_t clause, const PartialValue& value) {
    Matched matched = Matched::kYes;
    std::vector<PartialValue> left = {value};  // Null for an unknown value.
    std::span<const Expr> vars = match->vars(clause);
    for (const PatternStep& step : match->patterns->Pattern(clause)) {
      PartialValue of = std::move(left.back());
      left.pop_back();
      if (step.kind == PatternStep::Kind::kVar) {
        const auto* var = As<VarNode>(vars.front());
        vars = vars.subspan(1);
        if (of) BindVar(var->vid, of);
      } else if (step.kind != PatternStep::Kind::kWildcard) {
        bool constructor = step.kind == PatternStep::Kind::kConstructor;
        if (!of || of->known != (constructor ? Known::kData : Known::kTuple)) {
          matched = Matched::kUnknown;
          left.resize(left.size() + step.fields);
          continue;
        }
        if (constructor && As<ConstructorNode>(of->callee)->index != step.index)
          return Matched::kNo;
        left.insert(left.end(), of->fields.rbegin(), of->fields.rend());
      }
    }
    return matched;
  }

  void StepMatch(Frame& frame) {
    const auto* match = As<MatchNode>(frame.node);
    size_t count = match->clauses().size();
    uint32_t step = frame.step++;
    if (step == 0) return Evaluate(match->data());
    if (step == 1) {
      const PartialValue data = results_.back();
      for (size_t i = 0; i < count; ++i) {
        Matched matched = MatchPattern(match, i, data);
        if (matched == Matched::kUnknown) break;
        if (matched == Matched::kYes) {
          results_.pop_back();
          return Continue(match->body(i));
        }
      }
    } else {
      Return(Unknown(CloseBlock(TakeResult())));
    }
    size_t clause = step - 1;
    if (clause < count) {
      OpenBlock();
      for (const Expr& var : match->vars(clause)) BindVar(As<VarNode>(var)->vid, Unknown(var));
      return Evaluate(match->body(clause));
    }
    std::vector<Expr> children(match->children().begin(), match->children().end());
    children[0] = results_[frame.base]->dynamic;
    for (size_t i = 0; i < count; ++i)
      children[match->clauses()[i].body] = results_[frame.base + 1 + i]->dynamic;
    store_.Forget();
    Expr residual = Match(children, match->patterns, match->complete);
    results_.resize(frame.base);
    stack_.pop_back();
    Return(Unknown(Push(std::move(residual))));
  }

  // Finishes an expression whose children are evaluated.
  void Finish() {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    std::vector<PartialValue> values(results_.begin() + static_cast<ptrdiff_t>(frame.base),
                                     results_.end());
    results_.resize(frame.base);
    std::vector<Expr> dynamic;
    for (const PartialValue& value : values) dynamic.push_back(value->dynamic);
    switch (frame.node->kind()) {
      case ExprKind::kCall: {
        const auto* call = As<CallNode>(frame.node);
        PartialValue callee = std::move(values.front());
        values.erase(values.begin());
        return Apply(call, callee, values, dynamic);
      }
      case ExprKind::kTuple: {
        Expr bound = Push(Tuple(dynamic));
        return Return(TupleValue(std::move(values), std::move(bound)));
      }
      case ExprKind::kTupleGetItem: {
        auto index = static_cast<size_t>(As<TupleGetItemNode>(frame.node)->index);
        if (values[0]->known == Known::kTuple && index < values[0]->fields.size())
          return Return(values[0]->fields[index]);
        return Return(Unknown(Push(TupleGetItem(dynamic[0], static_cast<int>(index)))));
      }
      case ExprKind::kRefCreate: {
        PartialValue reference = NewValue(Known::kReference, Push(RefCreate(dynamic[0])));
        store_.Write(reference, values[0]);
        return Return(reference);
      }
      case ExprKind::kRefRead: {
        if (values[0]->known == Known::kReference) {
          if (PartialValue held = store_.Read(values[0])) return Return(held);
        }
        return Return(Unknown(Push(RefRead(dynamic[0]))));
      }
      default: {
        PASSCOPE_CHECK(frame.node->kind() == ExprKind::kRefWrite);
        if (values[0]->known == Known::kReference) {
          store_.Write(values[0], values[1]);
        } else {
          store_.Forget();
        }
        return Return(TupleValue({}, Push(RefWrite(dynamic[0], dynamic[1]))));
      }
    }
  }

  // The type arguments for the called function's type parameters. Type inference does not write
  // them into calls.
  static std::vector<Type> TypeArgs(const CallNode* call, const PartialValue& callee) {
    const auto* function = As<FunctionNode>(callee->closure->function);
    if (function->type_params.empty() || !call->type_args.empty()) return call->type_args;
    const Type& type = call->op()->checked_type();
    const auto* declared = type ? As<FuncTypeNode>(type) : nullptr;
    bool fits = declared && declared->type_params.size() == function->type_params.size();
    return fits ? TypeArgsOf(declared, call) : std::vector<Type>();
  }

  // `dynamic`: the callee and the arguments as expressions.
  void Apply(const CallNode* call, const PartialValue& callee,
             const std::vector<PartialValue>& args, std::span<const Expr> dynamic) {
    std::span<const Expr> dynamic_args = dynamic.subspan(1);
    switch (callee->known) {
      case Known::kCallable:
        if (As<ConstructorNode>(callee->callee)) {
          Expr bound = Push(Call(callee->callee, dynamic_args));
          return Return(CalleeValue(Known::kData, callee->callee, std::move(bound), args));
        }
        if (std::optional<Value> value = ComputeAhead(call, callee->callee, args)) {
          ++evaluated_;
          return Return(Reify(*value));
        }
        return Return(Unknown(Push(Call(dynamic[0], dynamic_args, call->attrs, call->type_args))));
      case Known::kClosure:
        if (Inline(callee, args, TypeArgs(call, callee))) {
          ++inlined_;
          return;
        }
        [[fallthrough]];
      default:
        store_.Forget();
        return Return(
            Unknown(Push(Call(callee->known == Known::kClosure ? callee->closure->name : dynamic[0],
                              dynamic_args, call->attrs, call->type_args))));
    }
  }

  const IRModule module_;
  uint32_t counter_ = 0;
  uint64_t created_ = 0;
  int64_t evaluated_ = 0, inlined_ = 0;
  std::vector<Frame> stack_;
  std::vector<PartialValue> results_;
  std::vector<LetList> lets_;  // One for each open block.
  PartialStore store_;
  PtrMap<PartialValue> env_;       // By identity of variables.
  std::vector<Rebound> rebound_;   // Old values of variables, in the order of binding.
  PtrMap<PartialValue> globals_;   // By identity of names.
  bool dataflow_ = false;          // True if the current function is only dataflow.
  PtrMap<PartialValue> shared_;    // Values of expressions that are used several times.
  PtrMap<uint32_t> function_ids_;  // Copies of a function share its number.
  std::vector<Fuel> fuel_;         // By number.
};

}  // namespace

namespace transform {

Pass PartialEvaluate() {
  return CreateModulePass(
      [](const IRModule& module, PassContext& context) {
        // The types of calls determine type parameters.
        IRModule trees = module;
        for (const IRModuleNode::Item& item : module->functions) {
          if (IsDataflow(item.function) || !HasSharing(item.function)) continue;
          trees = ToNormalForm(module, NormalForm::kA);
          break;
        }
        if (HasTypeParams(trees)) trees = InferTypes(trees);
        WorkScope work(FoldLimits(trees));
        PartialEvaluator evaluator(trees);
        std::vector<IRModuleNode::Item> functions = trees->functions;
        for (IRModuleNode::Item& item : functions)
          item.function = WithoutTypesOfUnused(evaluator.Run(item));
        context.Count("calls evaluated", evaluator.evaluated());
        context.Count("calls replaced by bodies", evaluator.inlined());
        return WithFunctions(module, std::move(functions));
      },
      TableInfo("PartialEvaluate"));
}

}  // namespace transform
}  // namespace passcope
