// Type inference: calls and the type relations of operators.
#include <utility>

#include "op/relations.h"
#include "transforms/type_inference/type_inferencer.h"

namespace passcope {
namespace {

// True if a call of the operator always has the type of its only argument. Then knowledge about one
// type applies to the other.
bool IsIdentity(const OpDecl& decl) {
  return decl.args.size() == 1 && !decl.variadic &&
         (decl.relation == IdentityRel || decl.relation == AnyIdentityRel);
}

}  // namespace

Expr TypeInferencer::TypeOfOpCall(const ExprNode* node, std::span<const Expr> children) {
  const auto* op = As<OpNode>(children[0]);
  const OpDecl& decl = *op->decl;
  size_t num_args = children.size() - 1;
  if (!decl.variadic && num_args != decl.args.size()) {
    MessageList names;
    for (const ArgDecl& arg : decl.args) names.items.emplace_back(arg.name);
    size_t expected = decl.args.size();
    Report(DiagKind::kArity,
           expected == 1 ? MSG(kOperatorArgumentCountOne,
                               "{operator} takes {expected} argument ({arguments}), not {actual}",
                               decl.name, expected, names, num_args)
                         : MSG(kOperatorArgumentCountMany,
                               "{operator} takes {expected} arguments ({arguments}), not {actual}",
                               decl.name, expected, names, num_args),
           WithChildren(node, children));
    return Rebuild(node, children, Hole());
  }
  const Attrs& attrs = As<CallNode>(node)->attrs;
  if (decl.schema && (!attrs || attrs->schema() != &decl.schema())) {
    Report(DiagKind::kMissingAttribute,
           attrs ? MSG(kOperatorAttributesTypeMismatch,
                       "{operator} needs attributes of type {expected}, not {actual}", decl.name,
                       decl.schema().type_key, attrs->schema()->type_key)
                 : MSG(kOperatorAttributesMissing,
                       "{operator} needs attributes of type {expected}, but has none", decl.name,
                       decl.schema().type_key),
           WithChildren(node, children));
    return Rebuild(node, children, Hole());
  }
  Type type = merging_ ? nullptr : RunRelation(As<CallNode>(node), children);
  if (!type) {
    // If the relation ran, it can know that the result has the type of an argument.
    Type known = merging_ ? nullptr : std::exchange(result, nullptr);
    if (IsIdentity(decl)) known = children[1]->checked_type();
    type = known ? std::move(known) : Hole();
    pending_.push_back({WithChildren(node, children), type});
  }
  return Rebuild(node, children, std::move(type));
}

Type TypeInferencer::RunRelation(const CallNode* node, std::span<const Expr> children) {
  Type few[5];
  std::vector<Type> many;
  std::span<const Expr> args = children.subspan(1);
  std::span<Type> types;
  if (args.size() <= std::size(few)) {
    types = std::span<Type>(few, args.size());
  } else {
    many.resize(args.size());
    types = many;
  }
  for (size_t i = 0; i < args.size(); ++i) {
    const Type& type = args[i]->checked_type();
    types[i] = type && type->has_incomplete() ? solver_.Resolve(type) : type;
  }
  call = node;
  children_ = children;
  arg_types = types;
  result = nullptr;
  RelStatus status = RunTypeRelation(*this);
  arg_types = {};
  if (std::exchange(deferred_, false)) [[unlikely]] {
    RunPending();
    return RunRelation(node, children);
  }
  switch (status) {
    case RelStatus::kDone:
      PASSCOPE_CHECK(result);
      if (result->has_incomplete()) has_holes_ = true;
      // When merging, the result shares the argument's type, including later merges.
      if (merging_ && IsIdentity(*As<OpNode>(children[0])->decl)) return args[0]->checked_type();
      return std::move(result);
    case RelStatus::kPending:
      has_holes_ = true;
      return nullptr;
    case RelStatus::kFailed:
      PASSCOPE_CHECK(!diagnostics_.empty());
      break;
  }
  return Hole();
}

Expr TypeInferencer::TypeOfCall(const ExprNode* node, std::span<const Expr> children) {
  std::span<const Expr> args = children.subspan(1);
  if (merging_) RunPending();
  Type callee = merging_ ? solver_.Known(children[0]->checked_type())
                         : solver_.Resolve(children[0]->checked_type());
  if (callee->kind() == TypeKind::kIncomplete) {
    std::vector<Type> arg_types;
    for (const Expr& arg : args) arg_types.push_back(arg->checked_type());
    Type ret = Hole();
    solver_.Unify(callee, FreshCell(FuncType(std::move(arg_types), ret)));
    return Rebuild(node, children, std::move(ret));
  }
  const auto* func = As<FuncTypeNode>(callee);
  if (!func) {
    Report(
        DiagKind::kNotAFunction,
        MSG(kCalleeNotFunction, "the called expression is not a function but {type}", Text(callee)),
        Expr(node));
    return Rebuild(node, children, Hole());
  }
  Type instance = callee;
  if (!func->type_params.empty()) {
    callee = solver_.Resolve(callee);
    func = As<FuncTypeNode>(callee);
    // The given type arguments, with holes for missing ones.
    std::vector<Type> type_args = As<CallNode>(node)->type_args;
    if (type_args.size() > func->type_params.size()) {
      Report(DiagKind::kArity,
             MSG(kTypeArgumentsTooMany,
                 "the function takes {expected} type arguments at most, not {actual}",
                 func->type_params.size(), type_args.size()),
             Expr(node));
      type_args.clear();
    }
    while (type_args.size() < func->type_params.size()) type_args.push_back(Hole());
    instance = solver_.Instantiate(func, type_args);
    has_holes_ = true;
    func = As<FuncTypeNode>(instance);
  }
  if (func->arg_types.size() != args.size()) {
    size_t expected = func->arg_types.size();
    Report(
        DiagKind::kArity,
        expected == 1
            ? MSG(kFunctionArgumentCountOne, "the function takes {expected} argument, not {actual}",
                  expected, args.size())
            : MSG(kFunctionArgumentCountMany,
                  "the function takes {expected} arguments, not {actual}", expected, args.size()),
        WithChildren(node, children), {MSG(kCalleeType, "its type is {type}", Text(instance))});
    return Rebuild(node, children, func->ret_type);
  }
  // As in TVM, the parameter gets the common type of itself and its argument. In the body of a
  // let-bound function, the argument of a recursive call gets it too.
  const auto* var = As<VarNode>(children[0]);
  const bool* defining = var && !merging_ ? defining_.Find(var->vid.get()) : nullptr;
  const bool keep = !defining || !*defining;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!solver_.Unify(func->arg_types[i], args[i]->checked_type(), keep)) {
      ReportArgument(DiagKind::kTypeMismatch,
                     MSG(kFunctionArgumentTypeMismatch,
                         "the function takes {expected} as argument {index}, not {actual}",
                         Text(func->arg_types[i]), i, Text(args[i]->checked_type())),
                     WithChildren(node, children), static_cast<int>(i));
    }
  }
  Type ret = merging_ ? func->ret_type : solver_.Resolve(func->ret_type);
  if (ret->has_incomplete()) has_holes_ = true;
  return Rebuild(node, children, std::move(ret));
}

void TypeInferencer::RunPending() {
  const bool outer = std::exchange(running_pending_, true);
  RunPendingCalls();
  running_pending_ = outer;
}

void TypeInferencer::RunPendingCalls() {
  // Calls that were tried need no second try until something new is known.
  while (pending_.size() != num_tried_ || solver_.progress() != pending_progress_) {
    pending_progress_ = solver_.progress();
    std::vector<Pending> waiting;
    for (Pending& pending : pending_) {
      bool done = true;
      if (const auto* call = As<CallNode>(pending.node)) {
        Type type = RunRelation(call, call->children());
        done = type != nullptr;
        if (done && !solver_.Unify(pending.result, type)) {
          Report(DiagKind::kTypeMismatch,
                 MSG(kCallResultTypeMismatch, "this call gives {actual}, but {expected} is needed",
                     Text(type), Text(pending.result)),
                 pending.node);
        }
      } else {
        done = ResolveField(pending);
      }
      if (!done) waiting.push_back(std::move(pending));
    }
    pending_ = std::move(waiting);
    num_tried_ = pending_.size();
    if (pending_.empty()) return;
  }
}

void TypeInferencer::Solve() {
  RunPending();
  if (!diagnostics_.empty()) return;
  for (const Pending& pending : pending_) {
    const auto* call = As<CallNode>(pending.node);
    if (!call) continue;
    Report(DiagKind::kUnderconstrained,
           MSG(kArgumentTypesNotInferable,
               "the types of the arguments of {operator} cannot be inferred",
               As<OpNode>(call->op())->name()),
           pending.node,
           {MSG(kVariableAnnotationHint, "annotate the variables that it uses with types")});
  }
}

bool TypeInferencer::Assign(size_t i, const Type& type) {
  if (arg_types[i] == type) return true;
  // A type that the operator chooses must not precede one that a waiting call can tell by now.
  if (arg_types[i]->kind() == TypeKind::kIncomplete && !running_pending_ && !pending_.empty() &&
      solver_.progress() != pending_progress_) {
    deferred_ = true;
    return false;
  }
  // The type that the operator needs is not shared, so it can change.
  if (solver_.Unify(merging_ ? children_[i + 1]->checked_type() : arg_types[i], type, true)) {
    return true;
  }
  const auto* op = As<OpNode>(call->op());
  // Relations of operators that take any number of arguments assign no types.
  PASSCOPE_CHECK(i < op->decl->args.size());
  Fail(DiagKind::kTypeMismatch,
       MSG(kOperatorNamedArgumentType,
           "{operator} needs {expected} as argument {index} ({name}), not {actual}", op->name(),
           Text(type), i, op->decl->args[i].name, Text(arg_types[i])),
       static_cast<int>(i));
  return false;
}

RelStatus TypeInferencer::Fail(DiagKind kind, Message message, int arg) {
  // Over typed arguments, so that the message can show their types.
  Expr at = WithChildren(call, children_);
  ReportArgument(kind, std::move(message), at, arg);
  return RelStatus::kFailed;
}

}  // namespace passcope
