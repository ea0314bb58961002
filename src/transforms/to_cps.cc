// ToCPS writes functions in continuation-passing style, and UnCPS undoes it for callers.
//
// Why: a function takes one more function, the continuation, and calls it with its result. So every
// call is the last action of its function, and functions express control flow. Each function gets a
// type parameter "answer", the result type of the continuation. The rest after a branch or a match
// becomes a local function that the branches call. A called global function @f gets a counterpart
// @f_cps. Not done: operators and constructors as values, primitive functions, and constructors
// with functions in their fields.
//
//   before  def @main(%x: int32) -> int32 { add(@f(%x), 1) }
//   after   def @main[answer](%x: int32, %k: fn (int32) -> answer) -> answer {
//             @f_cps(%x, fn (%arg) { let %x_0 = add(%arg, 1); %k(%x_0) }) }
#include "diagnostics/diagnostic.h"
#include "ir/identity.h"
#include "ir/intermediate_var.h"
#include "ir/lineage.h"
#include "ir/typed.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/constructor_fields.h"
#include "transforms/de_duplicate.h"
#include "transforms/normal_form.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// Adds the continuation as the last argument of function types, also inside of other types.
Type CpsType(const Type& type, const Type& answer) {
  if (IsOfTensors(type)) return type;
  auto all = [&](const std::vector<Type>& types) {
    std::vector<Type> result;
    for (const Type& each : types) result.push_back(CpsType(each, answer));
    return result;
  };
  if (const auto* function = As<FuncTypeNode>(type)) {
    std::vector<Type> args = all(function->arg_types);
    args.push_back(FuncType({CpsType(function->ret_type, answer)}, answer));
    return FuncType(std::move(args), answer, function->type_params);
  }
  if (const auto* tuple = As<TupleTypeNode>(type)) return TupleType(all(tuple->fields));
  if (const auto* ref = As<RefTypeNode>(type)) return RefType(CpsType(ref->value, answer));
  if (const auto* call = As<TypeCallNode>(type)) return TypeCall(call->func, all(call->args));
  return type;
}

// Converts one module. New operators, tuples and lets are typed at once. InferTypes types calls of
// functions and functions that join branches. It has its own stacks: for expressions under
// evaluation, for their values, and for wrappers around the rest of the program.
class CpsConverter {
 public:
  explicit CpsConverter(IRModule module) : module_(std::move(module)) {}

  IRModule Run() {
    IRModule result = module_;
    for (const IRModuleNode::Item& item : module_->functions)
      result = WithFunction(result, item.name.view(), Global(As<FunctionNode>(item.function)));
    for (size_t i = 0; i < called_.size(); ++i) {
      const FunctionNode* function = module_->Find(called_[i].view());
      result = WithFunction(result, called_[i].str() + "_cps", Global(function));
    }
    return result;
  }

 private:
  // An expression around the rest of the program.
  struct Wrapper {
    enum class Kind : uint8_t {
      kLet,   // let `var` = `value`; …
      kCall,  // `value`, a call, with fn (`var`) { … } as one more argument.
      kJoin,  // let `var` = fn (`arg`) { … }; `value`
    };
    Kind kind;
    Expr var, value, arg;
  };
  struct Frame {
    enum class Kind : uint8_t { kNode, kBlock, kFunction };
    Kind kind;
    const ExprNode* node;
    uint32_t step = 0;
    size_t values = 0;    // The index of its first value.
    size_t wrappers = 0;  // The index of its first wrapper.
    Expr continuation;    // kBlock, kFunction, and for a branching node the function that joins it.
  };

  Expr Global(const FunctionNode* function) {
    answer_ = TypeVar("answer");
    LineageSource source(function);
    RequireSameFields(Expr(function), "ToCPS",
                      [this](const Type& type) { return CpsType(type, answer_); });
    // The result has its own variables. A function that binds a variable twice is copied first.
    Expr copy;
    if (!MakeVars(Expr(function))) {
      copy = DeDup(Expr(function));
      function = As<FunctionNode>(copy);
      MakeVars(copy);
    }
    StartFunction(function);
    while (!stack_.empty()) Step();
    Expr made = std::move(values_.back());
    values_.clear();
    const auto* cps = As<FunctionNode>(made);
    std::vector<Type> type_params = cps->type_params;
    type_params.push_back(answer_);
    return WithFuncType(Function(cps->params(), cps->body(), cps->ret_type, std::move(type_params),
                                 cps->attrs, cps->span()));
  }

  // Makes the new variables. Returns false if a variable is bound twice.
  bool MakeVars(const Expr& function) {
    bool once = true;
    vars_.Clear();
    // The parameters, and about as many let-bound variables.
    vars_.Reserve(2 * function->children().size());
    PtrSet visited;
    std::vector<const ExprNode*> waiting = {function.get()};
    while (!waiting.empty()) {
      const ExprNode* node = waiting.back();
      waiting.pop_back();
      ForEachBinder(node, [&](const VarNode* var) {
        Expr& fresh = vars_[var->vid.get()];
        once = once && !fresh;
        Type type = CpsType(var->checked_type(), answer_);
        fresh = VarWith(VarId(new VarIdNode(var->name())), type, type);
      });
      for (const Expr& child : node->children()) {
        // Leaves bind nothing, and most are used several times.
        if (child->children().empty()) continue;
        if (child->ref_count() == 1 || visited.Insert(child.get())) waiting.push_back(child.get());
      }
    }
    return once;
  }

  // The function, typed if its parts are typed.
  Expr WithFuncType(Expr made) const {
    const auto* function = As<FunctionNode>(made);
    if (!(function->body()->checked_type() == answer_)) return made;
    std::vector<Type> params;
    for (const Expr& param : function->params()) params.push_back(param->checked_type());
    Type type = FuncType(std::move(params), answer_, function->type_params);
    return Typed(std::move(made), std::move(type));
  }

  void StartFunction(const FunctionNode* function) {
    if (function->is_primitive())
      throw DiagnosticError(
          DiagKind::kUnsupported,
          MSG(kToCpsPrimitiveFunctions, "ToCPS does not support primitive functions"));
    const auto* type = As<FuncTypeNode>(function->checked_type());
    PASSCOPE_CHECK(type);
    Expr k = TypedVar("k", FuncType({CpsType(type->ret_type, answer_)}, answer_));
    stack_.push_back({Frame::Kind::kFunction, function, 0, values_.size(), wrappers_.size(), k});
    StartBlock(function->body().get(), k);
  }
  void StartBlock(const ExprNode* body, const Expr& continuation) {
    stack_.push_back(
        {Frame::Kind::kBlock, body, 0, values_.size(), wrappers_.size(), continuation});
  }

  Expr Take() {
    Expr value = std::move(values_.back());
    values_.pop_back();
    return value;
  }
  Expr Fresh(const Type& type = nullptr) { return IntermediateVar(counter_++, type, type); }
  // Binds a value to a variable before the rest.
  void Bind(Expr value) {
    Expr var = Fresh(value->checked_type());
    wrappers_.push_back({Wrapper::Kind::kLet, var, std::move(value), nullptr});
    values_.push_back(std::move(var));
  }
  // `rest` with all wrappers from index `from` around it.
  Expr Wrap(size_t from, Expr rest) {
    while (wrappers_.size() > from) {
      Wrapper wrapper = std::move(wrappers_.back());
      wrappers_.pop_back();
      switch (wrapper.kind) {
        case Wrapper::Kind::kLet:
          rest = TypedLet(std::move(wrapper.var), std::move(wrapper.value), std::move(rest));
          break;
        case Wrapper::Kind::kCall: {
          const auto* call = As<CallNode>(wrapper.value);
          std::vector<Expr> args(call->args().begin(), call->args().end());
          args.push_back(Function({&wrapper.var, 1}, std::move(rest)));
          rest = Call(call->op(), args, call->attrs, call->type_args);
          break;
        }
        case Wrapper::Kind::kJoin:
          rest = Let(wrapper.var, Function({&wrapper.arg, 1}, std::move(rest)), wrapper.value);
          break;
      }
    }
    return rest;
  }

  // Evaluates an expression next. Its value can be used anywhere.
  void Evaluate(const ExprNode* node) {
    switch (node->kind()) {
      case ExprKind::kVar: {
        const Expr* var = vars_.Find(As<VarNode>(node)->vid.get());
        values_.push_back(var ? *var : Expr(node));
        return;
      }
      case ExprKind::kGlobalVar:
        return EvaluateGlobal(As<GlobalVarNode>(node));
      case ExprKind::kConstant:
        values_.push_back(Expr(node));
        return;
      case ExprKind::kOp:
      case ExprKind::kConstructor:
        throw DiagnosticError(
            DiagKind::kUnsupported,
            MSG(kToCpsOperatorValues,
                "ToCPS supports operators and constructors only where they are called"));
      case ExprKind::kFunction:
        return StartFunction(As<FunctionNode>(node));
      default:
        stack_.push_back({Frame::Kind::kNode, node, 0, values_.size(), wrappers_.size(), nullptr});
    }
  }

  void EvaluateGlobal(const GlobalVarNode* global) {
    if (is_called_.Insert(IdentityOf(global))) {
      module_->Lookup(global->name.view());
      called_.push_back(global->name);
    }
    values_.push_back(GlobalVar(global->name.str() + "_cps"));
  }

  void Step() {
    Frame& frame = stack_.back();
    const ExprNode* node = frame.node;
    switch (frame.kind) {
      case Frame::Kind::kFunction: {
        const auto* function = As<FunctionNode>(node);
        Expr k = frame.continuation;
        stack_.pop_back();
        std::vector<Expr> params;
        for (const Expr& param : function->params())
          params.push_back(*vars_.Find(As<VarNode>(param)->vid.get()));
        params.push_back(k);
        values_.push_back(WithFuncType(Function(params, Take(), answer_, function->type_params,
                                                function->attrs, function->span())));
        return;
      }
      case Frame::Kind::kBlock: {
        if (frame.step++ == 0) return Evaluate(node);
        Type type = frame.continuation->checked_type() ? answer_ : nullptr;
        Expr last = Typed(Call(frame.continuation, {Take()}), std::move(type));
        size_t from = frame.wrappers;
        stack_.pop_back();
        values_.push_back(Wrap(from, std::move(last)));
        return;
      }
      case Frame::Kind::kNode:
        return StepNode(frame);
    }
  }

  void StepNode(Frame& frame) {
    const ExprNode* node = frame.node;
    LineageSource source(node);
    switch (node->kind()) {
      case ExprKind::kLet: {
        const auto* let = As<LetNode>(node);
        if (frame.step++ == 0) return Evaluate(let->value().get());
        Expr value = Take();
        wrappers_.push_back({Wrapper::Kind::kLet, *vars_.Find(As<VarNode>(let->var())->vid.get()),
                             std::move(value), nullptr});
        stack_.pop_back();
        return Evaluate(let->body().get());
      }
      case ExprKind::kIf:
        if (frame.step < 3) {
          StepBranch(frame, frame.step == 0 ? nullptr : node->child(frame.step).get());
          return;
        }
        return FinishBranches(
            If(values_[frame.values], values_[frame.values + 1], values_[frame.values + 2]));
      case ExprKind::kMatch: {
        const auto* match = As<MatchNode>(node);
        size_t count = match->clauses().size();
        if (frame.step <= count) {
          StepBranch(frame, frame.step == 0 ? nullptr : match->body(frame.step - 1).get());
          return;
        }
        std::vector<Expr> children(node->children().begin(), node->children().end());
        for (Expr& child : children) {
          if (As<VarNode>(child)) child = *FindVar(child);
        }
        children[0] = values_[frame.values];
        for (size_t i = 0; i < count; ++i)
          children[match->clauses()[i].body] = values_[frame.values + 1 + i];
        return FinishBranches(Match(children, match->patterns, match->complete));
      }
      default:
        return StepChildren(frame);
    }
  }

  const Expr* FindVar(const Expr& var) const {
    const Expr* found = vars_.Find(As<VarNode>(var)->vid.get());
    return found ? found : &var;
  }

  // Evaluates the condition first, then one branch after another. Each branch calls the joining
  // function.
  void StepBranch(Frame& frame, const ExprNode* branch) {
    ++frame.step;
    if (!branch) {
      frame.continuation = Fresh();
      return Evaluate(frame.node->child(0).get());
    }
    StartBlock(branch, frame.continuation);
  }
  void FinishBranches(Expr branches) {
    Frame frame = stack_.back();
    stack_.pop_back();
    values_.resize(frame.values);
    Expr before = Wrap(frame.wrappers, std::move(branches));
    Expr arg = Var("arg");
    wrappers_.push_back({Wrapper::Kind::kJoin, frame.continuation, std::move(before), arg});
    values_.push_back(arg);
  }

  void StepChildren(Frame& frame) {
    const ExprNode* node = frame.node;
    std::span<const Expr> children = node->children();
    bool calls_it =
        As<CallNode>(node) && (As<OpNode>(children[0]) || As<ConstructorNode>(children[0]));
    if (calls_it && frame.step == 0) {
      values_.push_back(children[frame.step++]);
      return;
    }
    if (frame.step < children.size()) return Evaluate(children[frame.step++].get());
    const size_t base = frame.values;
    stack_.pop_back();
    Expr made = OverValues(node, std::span<const Expr>(values_).subspan(base), calls_it);
    values_.resize(base);
    switch (node->kind()) {
      case ExprKind::kCall: {
        if (calls_it) return Bind(std::move(made));
        Expr arg = Var("arg");
        wrappers_.push_back({Wrapper::Kind::kCall, arg, std::move(made), nullptr});
        values_.push_back(std::move(arg));
        return;
      }
      case ExprKind::kRefRead:
      case ExprKind::kRefWrite:
        return Bind(std::move(made));
      default:
        values_.push_back(std::move(made));
    }
  }

  // The node over the values of its children. `calls_it`: a call of an operator or a constructor.
  static Expr OverValues(const ExprNode* node, std::span<const Expr> values, bool calls_it) {
    const Type& type = node->checked_type();
    switch (node->kind()) {
      case ExprKind::kCall: {
        const auto* call = As<CallNode>(node);
        std::span<const Expr> args = values.subspan(1);
        // A function has an additional type parameter, which inference finds with the others.
        if (!calls_it) return Call(values[0], args, call->attrs);
        bool known = As<OpNode>(values[0]) && IsOfTensors(type);
        for (const Expr& arg : call->args()) known = known && IsOfTensors(arg->checked_type());
        return Typed(Call(values[0], args, call->attrs, call->type_args), known ? type : nullptr);
      }
      case ExprKind::kRefRead:
      case ExprKind::kRefWrite:
        return Rebuild(node, values, nullptr);
      default:
        return Rebuild(node, values, IsOfTensors(type) ? type : nullptr);
    }
  }

  const IRModule module_;
  Type answer_;               // The type parameter of the current global function.
  PtrMap<Expr> vars_;         // By identity, with types in continuation-passing style.
  PtrSet is_called_;          // Global functions by identity of names …
  std::vector<Name> called_;  // … and in order.
  uint32_t counter_ = 0;
  std::vector<Frame> stack_;
  std::vector<Expr> values_;
  std::vector<Wrapper> wrappers_;
};

// A function without continuation: it calls `function` with a continuation that returns its
// argument. Null if the last parameter is not a continuation, or if it takes functions whose answer
// has the same type: it would contain itself.
Expr WithoutContinuation(const FunctionNode* function) {
  LineageSource source(function);
  const auto* type = As<FuncTypeNode>(function->checked_type());
  if (!type || type->arg_types.empty() || type->type_params.empty()) return nullptr;
  const auto* continuation = As<FuncTypeNode>(type->arg_types.back());
  if (!continuation || continuation->arg_types.size() != 1 ||
      !(continuation->ret_type == type->type_params.back()))
    return nullptr;
  std::vector<Type> from = function->type_params, fresh;
  const Type& taken = continuation->arg_types[0];
  if (!(SubstituteTypes(taken, {from.back()}, {TupleType({})}) == taken)) return nullptr;
  for (const Type& param : from) fresh.push_back(TypeVar(As<TypeVarNode>(param)->name.view()));
  Type result = SubstituteTypes(taken, from, fresh);
  // The answer type is the result type.
  fresh.back() = result;
  std::vector<Type> type_args = fresh;
  std::vector<Expr> params;
  for (size_t i = 0; i + 1 < type->arg_types.size(); ++i)
    params.push_back(Var(As<VarNode>(function->params()[i])->name().view(),
                         SubstituteTypes(type->arg_types[i], from, fresh)));
  fresh.pop_back();
  Expr x = Var("x", result);
  std::vector<Expr> args = params;
  args.push_back(Function({&x, 1}, x, result));
  return Function(params, Call(Expr(function), args, nullptr, std::move(type_args)), result, fresh,
                  function->attrs);
}

IRModule WithoutSharing(const IRModule& module) {
  for (const IRModuleNode::Item& item : module->functions) {
    if (HasSharing(item.function)) return ToNormalForm(module, NormalForm::kA, true);
  }
  return module;
}

}  // namespace

namespace transform {

Pass ToCPS() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) {
        return InferTypes(CpsConverter(WithoutSharing(InferTypes(module))).Run());
      },
      TableInfo("ToCPS"));
}

Pass UnCPS() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) {
        IRModule typed = InferTypes(module), result = typed;
        PtrSet named;  // By identity of names.
        for (const IRModuleNode::Item& item : typed->functions) {
          PostOrderVisit(item.function, [&](const ExprNode* node) {
            if (As<GlobalVarNode>(node)) named.Insert(IdentityOf(node));
          });
        }
        for (const IRModuleNode::Item& item : typed->functions) {
          // Functions that mention this one call it with a continuation.
          if (named.Contains(item.name.id())) continue;
          Expr direct = WithoutContinuation(As<FunctionNode>(item.function));
          if (direct) result = WithFunction(result, item.name.view(), std::move(direct));
        }
        return InferTypes(result);
      },
      TableInfo("UnCPS"));
}

}  // namespace transform
}  // namespace passcope
