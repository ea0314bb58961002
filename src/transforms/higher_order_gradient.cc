// HigherOrderGradient: makes a function return its gradients too, for programs of any kind.
//
// Why: training needs the derivative of a loss by every parameter. FirstOrderGradient does not
// support control flow, closures, references and data types. After B. A. Pearlmutter and J. M.
// Siskind, "Reverse-Mode AD in a Functional Framework" (2008): each tensor becomes a pair of itself
// and a reference to its gradient, which begins with zeros. The backpropagator, a reference, holds
// a function. Each operator extends that function by what it adds to the gradients of its
// arguments. Called in the end, it works from the result back to the parameters. Values in
// annotation.checkpoint are computed again on the way back. Called global functions get
// counterparts with "_grad" at their names. PartialEvaluate and DeadCodeElimination simplify the
// result. Not done: a function with parameters that are not tensors, and constructors with tensors
// or functions in the declared types of their fields.
//
//   before  def @main(%x) { exp(%x) }
//   after   def @main(%x) { let %bp = ref(fn () { () }); …; (%result.0, (ref_read(%x.1),)) }
#include "transforms/higher_order_gradient.h"

#include "diagnostics/diagnostic.h"
#include "ir/identity.h"
#include "ir/lineage.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/constructor_fields.h"
#include "transforms/de_duplicate.h"
#include "transforms/gradients.h"
#include "transforms/let_list.h"
#include "transforms/normal_form.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

constexpr int kMaxCheckpoints = 64;

[[noreturn]] void Unsupported(Message message) {
  throw DiagnosticError(DiagKind::kUnsupported, std::move(message));
}

Type UnitType() { return TupleType({}); }
// The type of the reference that holds the backpropagator.
Type BackpropagatorType() { return RefType(FuncType({}, UnitType())); }
Expr EmptyBackpropagator() { return RefCreate(Function({}, Tuple({}), UnitType())); }

// The type of a transformed value.
Type ReverseType(const Type& type) {
  auto all = [](const std::vector<Type>& types) {
    std::vector<Type> result;
    for (const Type& each : types) result.push_back(ReverseType(each));
    return result;
  };
  if (As<TensorTypeNode>(type)) return TupleType({type, RefType(type)});
  if (const auto* tuple = As<TupleTypeNode>(type)) return TupleType(all(tuple->fields));
  if (const auto* ref = As<RefTypeNode>(type)) return RefType(ReverseType(ref->value));
  if (const auto* call = As<TypeCallNode>(type)) return TypeCall(call->func, all(call->args));
  if (const auto* function = As<FuncTypeNode>(type)) {
    std::vector<Type> args = all(function->arg_types);
    args.push_back(BackpropagatorType());
    return FuncType(std::move(args), ReverseType(function->ret_type), function->type_params);
  }
  return type;
}

Expr WithGradient(const Expr& tensor) {
  Expr pair[] = {tensor, RefCreate(ZerosLike(tensor))};
  return Tuple(pair);
}

// Applies `f` to each tensor in a let-bound value of `type`, and returns the new value. Recursion
// is bounded, since types bound the depth of tuples. `typed`: the new value has the same type.
template <class F>
Expr OverTensors(const Type& type, const Expr& value, LetList* lets, bool typed, F&& f) {
  if (As<TensorTypeNode>(type)) return lets->Push(f(value), typed ? type : nullptr);
  const auto* tuple = As<TupleTypeNode>(type);
  if (!tuple)
    Unsupported(MSG(kHigherOrderGradientValueType,
                    "HigherOrderGradient does not support values of type {type} as arguments or "
                    "results of operators",
                    TypeText(type)));
  std::vector<Expr> fields;
  for (size_t i = 0; i < tuple->fields.size(); ++i) {
    Expr field = lets->Push(TupleGetItem(value, static_cast<int>(i)));
    fields.push_back(OverTensors(tuple->fields[i], field, lets, typed, f));
  }
  return lets->Push(Tuple(fields), typed ? type : nullptr);
}
Expr WithGradients(const Type& type, const Expr& value, LetList* lets) {
  return OverTensors(type, value, lets, false, WithGradient);
}
Expr PlainValue(const Type& type, const Expr& value, LetList* lets) {
  return OverTensors(type, value, lets, true,
                     [](const Expr& pair) { return TupleGetItem(pair, 0); });
}
Expr GradientOf(const Type& type, const Expr& value, LetList* lets) {
  return OverTensors(type, value, lets, true,
                     [](const Expr& pair) { return RefRead(TupleGetItem(pair, 1)); });
}
// Adds `gradient` to the gradients of an argument.
void AddGradient(const Type& type, const Expr& value, const Expr& gradient, LetList* lets) {
  if (As<TensorTypeNode>(type)) {
    Expr sum = MakeAdd(RefRead(TupleGetItem(value, 1)), gradient);
    lets->Push(RefWrite(TupleGetItem(value, 1), std::move(sum)));
    return;
  }
  const auto* tuple = As<TupleTypeNode>(type);
  PASSCOPE_CHECK(tuple);  // OverTensors has checked it.
  for (size_t i = 0; i < tuple->fields.size(); ++i) {
    Expr part = lets->Push(TupleGetItem(value, static_cast<int>(i)));
    AddGradient(tuple->fields[i], part, lets->Push(TupleGetItem(gradient, static_cast<int>(i))),
                lets);
  }
}
// Copies the gradients of one value to another of the same type.
void CopyGradients(const Type& type, const Expr& from, const Expr& to, LetList* lets) {
  if (As<TensorTypeNode>(type)) {
    lets->Push(RefWrite(TupleGetItem(to, 1), RefRead(TupleGetItem(from, 1))));
    return;
  }
  const auto* tuple = As<TupleTypeNode>(type);
  PASSCOPE_CHECK(tuple);
  for (size_t i = 0; i < tuple->fields.size(); ++i) {
    int index = static_cast<int>(i);
    Expr part = lets->Push(TupleGetItem(from, index));
    CopyGradients(tuple->fields[i], part, lets->Push(TupleGetItem(to, index)), lets);
  }
}

// The state that the parts of one transformation share.
struct Shared {
  PtrMap<Expr> vars;         // The transformed variables, by identity.
  std::vector<Expr> copies;  // Keeps the keys of `vars` alive.
  PtrSet called;             // Called global functions by identity of names …
  std::vector<Name> calls;   // … and in order.
  uint32_t counter = 0;
  int checkpoints = 0;  // The number of enclosing checkpoints.

  const Expr& Copy(const Expr& expr) {
    copies.push_back(DeDup(expr));
    return copies.back();
  }
};

class Reverser : public Rewriter {
 public:
  Reverser(Shared* shared, Expr backpropagator) : shared_(shared) {
    backpropagators_.push_back(std::move(backpropagator));
  }

 protected:
  Expr Enter(const ExprNode* node) override {
    if (IsCallTo(node, "annotation.checkpoint")) return Checkpoint(As<CallNode>(node));
    if (const auto* function = As<FunctionNode>(node)) {
      if (function->is_primitive())
        Unsupported(MSG(kHigherOrderGradientPrimitive,
                        "HigherOrderGradient does not support primitive functions"));
      backpropagators_.push_back(Var("bp", BackpropagatorType()));
    }
    return nullptr;
  }

  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    switch (node->kind()) {
      case ExprKind::kVar:
        return VarOf(As<VarNode>(node));
      case ExprKind::kGlobalVar: {
        const auto* global = As<GlobalVarNode>(node);
        if (shared_->called.Insert(IdentityOf(node))) shared_->calls.push_back(global->name);
        return GlobalVar(global->name.str() + "_grad");
      }
      case ExprKind::kConstant: {
        LetList lets(&shared_->counter);
        return lets.Wrap(WithGradient(lets.Push(Expr(node))));
      }
      case ExprKind::kFunction: {
        const auto* function = As<FunctionNode>(node);
        std::vector<Expr> params(children.begin(), children.end() - 1);
        params.push_back(backpropagators_.back());
        backpropagators_.pop_back();
        return Function(params, children.back(), ReverseOf(function->ret_type),
                        function->type_params, function->attrs, node->span());
      }
      case ExprKind::kIf: {
        std::vector<Expr> parts(children.begin(), children.end());
        parts[0] = TupleGetItem(parts[0], 0);
        return WithChildren(node, parts);
      }
      case ExprKind::kCall:
        return LeaveCall(As<CallNode>(node), children);
      default:
        return Rebuild(node, children, nullptr);
    }
  }

 private:
  static Type ReverseOf(const Type& type) { return type ? ReverseType(type) : type; }

  Expr VarOf(const VarNode* var) {
    Expr& other = shared_->vars[var->vid.get()];
    if (!other) other = Var(var->name().view(), ReverseOf(var->type_annotation), var->span());
    return other;
  }
  const Expr& backpropagator() const { return backpropagators_.back(); }

  Expr LeaveCall(const CallNode* call, std::span<const Expr> children) {
    std::span<const Expr> args = children.subspan(1);
    if (As<OpNode>(call->op())) return OperatorCall(call, args);
    std::vector<Type> type_args;
    for (const Type& type : call->type_args) type_args.push_back(ReverseType(type));
    if (As<ConstructorNode>(call->op()))
      return Call(call->op(), args, call->attrs, std::move(type_args), call->span());
    std::vector<Expr> all(args.begin(), args.end());
    all.push_back(backpropagator());
    // Type inference finds the type arguments again.
    return Call(children[0], all);
  }

  Expr OperatorCall(const CallNode* call, std::span<const Expr> reversed) {
    LetList lets(&shared_->counter);
    std::vector<Expr> args, plain;
    for (const Expr& arg : reversed) args.push_back(lets.Push(arg));
    for (size_t i = 0; i < args.size(); ++i)
      plain.push_back(PlainValue(call->arg(i)->checked_type(), args[i], &lets));
    const Type& type = call->checked_type();
    Expr forward = WithType(Call(call->op(), plain, call->attrs, call->type_args).get(), type);
    Expr result = WithGradients(type, lets.Push(forward, type), &lets);
    Expr before = lets.Push(RefRead(backpropagator()));

    LetList back(&shared_->counter);
    Expr gradient = GradientOf(type, result, &back);
    std::vector<Expr> gradients = GradientsOf(As<CallNode>(forward), gradient);
    for (size_t i = 0; i < args.size(); ++i)
      AddGradient(call->arg(i)->checked_type(), args[i], gradients[i], &back);
    Expr step = Function({}, back.Wrap(Call(before, std::initializer_list<Expr>{})), UnitType());
    // A-normal form, so that expressions that gradient rules share are computed once.
    lets.Push(RefWrite(backpropagator(), ToANormalForm(step, &shared_->counter)));
    return lets.Wrap(result);
  }

  // A copy of `expr` over plain values, without gradients.
  Expr PlainCopy(const Expr& expr) {
    LetList lets(&shared_->counter);
    Expr copy = shared_->Copy(expr);
    Expr plain =
        RewritePostOrder(copy, [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
          const auto* var = As<VarNode>(node);
          const Expr* other = var ? shared_->vars.Find(var->vid.get()) : nullptr;
          return other ? PlainValue(var->checked_type(), *other, &lets)
                       : WithChildren(node, children);
        });
    return lets.Wrap(plain);
  }

  Expr Checkpoint(const CallNode* call) {
    if (++shared_->checkpoints > kMaxCheckpoints)
      throw DiagnosticError(DiagKind::kNestingTooDeep,
                            MSG(kCheckpointsNestedTooDeeply,
                                "checkpoints are nested more than {limit} deep", kMaxCheckpoints));
    const Type& type = call->checked_type();
    const Expr& marked = call->arg(0);
    LetList lets(&shared_->counter);
    Expr value = lets.Push(PlainCopy(marked), type);
    Expr result = WithGradients(type, value, &lets);
    Expr before = lets.Push(RefRead(backpropagator()));
    LetList back(&shared_->counter);
    Expr own = back.Push(EmptyBackpropagator(), BackpropagatorType());
    Expr again = back.Push(Reverser(shared_, own).Run(Expr(shared_->Copy(marked))));
    CopyGradients(type, result, again, &back);
    back.Push(Call(RefRead(own), std::initializer_list<Expr>{}));
    Expr step = Function({}, back.Wrap(Call(before, std::initializer_list<Expr>{})), UnitType());
    lets.Push(RefWrite(backpropagator(), std::move(step)));
    --shared_->checkpoints;
    return lets.Wrap(result);
  }

  Shared* const shared_;
  std::vector<Expr> backpropagators_;  // Of the enclosing functions.
};

// Starts with ones: the gradient of the result, or of the first tensor in it.
void StartGradient(const Type& type, Expr result, LetList* lets) {
  Type of = type;
  while (const auto* tuple = As<TupleTypeNode>(of)) {
    if (tuple->fields.empty()) break;
    result = lets->Push(TupleGetItem(result, 0));
    of = Type(tuple->fields[0]);
  }
  if (!As<TensorTypeNode>(of))
    Unsupported(MSG(kHigherOrderGradientResultType,
                    "HigherOrderGradient needs a result that begins with a tensor, not {type}",
                    TypeText(type)));
  lets->Push(RefWrite(TupleGetItem(result, 1), OnesLike(TupleGetItem(result, 0))));
}

Expr FinalResult(const Type& type, const Expr& result, LetList* lets) {
  const auto* tuple = As<TupleTypeNode>(type);
  if (!tuple) return TupleGetItem(result, 0);
  std::vector<Expr> fields;
  for (size_t i = 0; i < tuple->fields.size(); ++i) {
    Expr field = lets->Push(TupleGetItem(result, static_cast<int>(i)));
    fields.push_back(FinalResult(tuple->fields[i], field, lets));
  }
  return Tuple(fields);
}

IRModule WithGradientOf(const std::string& name, const IRModule& module) {
  Shared shared;
  const Expr root = module->Lookup(name);
  LineageSource source(root);
  const auto* function = As<FunctionNode>(root);
  if (!function->type_params.empty())
    Unsupported(MSG(kHigherOrderGradientTypeParameters,
                    "HigherOrderGradient does not support functions with type parameters"));
  LetList lets(&shared.counter);
  RequireSameFields(root, "HigherOrderGradient", ReverseType);
  Expr backpropagator = lets.Bind(Var("bp", BackpropagatorType()), EmptyBackpropagator());
  Expr reversed = Reverser(&shared, backpropagator).Run(root);
  std::vector<Expr> args;
  std::vector<Type> types;
  for (const Expr& param : function->params()) {
    types.push_back(param->checked_type());
    if (!As<TensorTypeNode>(types.back()))
      Unsupported(MSG(kHigherOrderGradientParameterType,
                      "HigherOrderGradient needs parameters that are tensors, not {type}",
                      TypeText(types.back())));
    args.push_back(lets.Push(WithGradient(param)));
  }
  std::vector<Expr> gradients;
  for (const Expr& arg : args) gradients.push_back(RefRead(TupleGetItem(arg, 1)));
  args.push_back(backpropagator);
  Expr result = lets.Push(Call(reversed, args));
  const Type& type = function->body()->checked_type();
  StartGradient(type, result, &lets);
  lets.Push(Call(RefRead(backpropagator), std::initializer_list<Expr>{}));
  Expr pair[] = {FinalResult(type, result, &lets), Tuple(gradients)};
  Expr body = lets.Wrap(Tuple(pair));
  Type returned = TupleType({type, TupleType(std::move(types))});
  IRModule made = WithFunction(
      module, name,
      Function(function->params(), body, returned, {}, function->attrs, function->span()));
  for (size_t i = 0; i < shared.calls.size(); ++i) {
    Expr called = module->Lookup(shared.calls[i].view());
    RequireSameFields(called, "HigherOrderGradient", ReverseType);
    // A copy, so that its type parameters differ from those of the original.
    Expr reverse = Reverser(&shared, backpropagator).Run(Expr(shared.Copy(called)));
    made = WithFunction(made, shared.calls[i].str() + "_grad", std::move(reverse));
  }
  return made;
}

}  // namespace

namespace transform {

Pass HigherOrderGradient(HigherOrderGradientOptions options) {
  return CreateModulePass(
      [options = std::move(options)](const IRModule& module, PassContext&) {
        IRModule typed = InferTypes(module);
        for (const IRModuleNode::Item& item : typed->functions) {
          if (!HasSharing(item.function)) continue;
          typed = ToNormalForm(typed, NormalForm::kA, true);
          break;
        }
        return InferTypes(WithGradientOf(options.function, typed));
      },
      TableInfo("HigherOrderGradient"));
}

}  // namespace transform
}  // namespace passcope
