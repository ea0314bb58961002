// Type inference: calls and the type relations of operators.
#include <utility>

#include "transforms/type_inferencer.h"

namespace passcope {

Expr TypeInferencer::TypeOfOpCall(const ExprNode* node, std::span<const Expr> children) {
  const auto* op = As<OpNode>(children[0]);
  const OpDecl& decl = *op->decl;
  size_t num_args = children.size() - 1;
  if (!decl.variadic && num_args != decl.args.size()) {
    MessageList names;
    for (const ArgDecl& arg : decl.args) names.items.emplace_back(arg.name);
    size_t expected = decl.args.size();
    Report(DiagKind::kArity,
           expected == 1 ? Say("{operator} takes {expected} argument ({arguments}), not {actual}",
                               decl.name, expected, names, num_args)
                         : Say("{operator} takes {expected} arguments ({arguments}), not {actual}",
                               decl.name, expected, names, num_args),
           WithChildren(node, children));
    return Rebuild(node, children, Hole());
  }
  const Attrs& attrs = As<CallNode>(node)->attrs;
  if (decl.schema && (!attrs || attrs->schema() != &decl.schema())) {
    Report(DiagKind::kMissingAttribute,
           attrs ? Say("{operator} needs attributes of type {expected}, not {actual}", decl.name,
                       decl.schema().type_key, attrs->schema()->type_key)
                 : Say("{operator} needs attributes of type {expected}, not none", decl.name,
                       decl.schema().type_key),
           WithChildren(node, children));
    return Rebuild(node, children, Hole());
  }
  Type type = RunRelation(As<CallNode>(node), children);
  if (!type) {
    // The relation may know that the result has the type of an argument.
    type = result ? std::exchange(result, nullptr) : Hole();
    pending_.push_back({WithChildren(node, children), type});
  }
  return Rebuild(node, children, std::move(type));
}

Type TypeInferencer::RunRelation(const CallNode* node, std::span<const Expr> children) {
  Type few[8];
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
  switch (status) {
    case RelStatus::kDone:
      PASSCOPE_CHECK(result);
      if (result->has_incomplete()) has_holes_ = true;
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
  Type callee = solver_.Resolve(children[0]->checked_type());
  if (callee->kind() == TypeKind::kIncomplete) {
    std::vector<Type> arg_types;
    for (const Expr& arg : args) arg_types.push_back(arg->checked_type());
    Type ret = Hole();
    solver_.Unify(callee, FuncType(std::move(arg_types), ret));
    return Rebuild(node, children, std::move(ret));
  }
  const auto* func = As<FuncTypeNode>(callee);
  if (!func) {
    Report(DiagKind::kNotAFunction,
           Say("what is called here is no function but {type}", Text(callee)), Expr(node));
    return Rebuild(node, children, Hole());
  }
  Type instance = callee;
  if (!func->type_params.empty()) {
    // Those that are given, and holes for what they do not say.
    std::vector<Type> type_args = As<CallNode>(node)->type_args;
    if (type_args.size() > func->type_params.size()) {
      Report(DiagKind::kArity,
             Say("the function takes {expected} type arguments at most, not {actual}",
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
            ? Say("the function takes {expected} argument, not {actual}", expected, args.size())
            : Say("the function takes {expected} arguments, not {actual}", expected, args.size()),
        WithChildren(node, children), {Say("its type is {type}", Text(instance))});
    return Rebuild(node, children, func->ret_type);
  }
  // As in TVM, the parameter of a local function takes the sizes of what it is given where they
  // agree without being the same: an integer of another width, an unknown or a symbolic size.
  const FunctionNode* local = instance == callee ? LocalFunction(children[0]) : nullptr;
  for (size_t i = 0; i < args.size(); ++i) {
    const Type& expected = func->arg_types[i];
    if (Type common = solver_.Unify(expected, args[i]->checked_type())) {
      if (local && !(common == expected) && !expected->has_incomplete() &&
          !common->has_incomplete()) {
        Refine(As<VarNode>(local->params()[i]), common);
        has_refined_callees_ = true;
      }
    } else {
      ReportArgument(DiagKind::kTypeMismatch,
                     Say("the function takes {expected} as argument {index}, not {actual}",
                         Text(func->arg_types[i]), i, Text(args[i]->checked_type())),
                     WithChildren(node, children), static_cast<int>(i));
    }
  }
  Type ret = solver_.Resolve(local ? local->ret_type : func->ret_type);
  if (ret->has_incomplete()) has_holes_ = true;
  return Rebuild(node, children, std::move(ret));
}

void TypeInferencer::Solve() {
  size_t known;
  do {
    known = solver_.num_bound();
    std::vector<Pending> again;
    for (Pending& pending : pending_) {
      const auto* node = As<CallNode>(pending.call);
      Type type = RunRelation(node, node->children());
      if (!type) {
        again.push_back(std::move(pending));
      } else if (!solver_.Unify(pending.result, type)) {
        Report(DiagKind::kTypeMismatch,
               Say("this call gives {actual}, but {expected} is needed", Text(type),
                   Text(pending.result)),
               pending.call);
      }
    }
    pending_ = std::move(again);
    for (PendingField& field : std::exchange(pending_fields_, {})) ResolveField(field);
  } while (solver_.num_bound() != known && !(pending_.empty() && pending_fields_.empty()));
  if (!diagnostics_.empty()) return;
  for (const Pending& pending : pending_) {
    Report(DiagKind::kUnderconstrained,
           Say("the types of the arguments of {operator} cannot be inferred",
               As<OpNode>(As<CallNode>(pending.call)->op())->name()),
           pending.call, {Say("give the variables that it uses a type annotation")});
  }
}

void TypeInferencer::Refine(const VarNode* var, const Type& type) {
  refined_[var->vid.get()] = type;
  has_holes_ = true;
}

bool TypeInferencer::Assign(size_t i, const Type& type) {
  if (arg_types[i] == type) return true;
  if (Type common = solver_.Unify(arg_types[i], type)) {
    // A variable of a symbolic size takes the more definite type, wherever it is used.
    const auto* var = i + 1 < children_.size() ? As<VarNode>(children_[i + 1]) : nullptr;
    if (var && !arg_types[i]->has_incomplete() && !(common == arg_types[i])) Refine(var, common);
    return true;
  }
  const auto* op = As<OpNode>(call->op());
  const char* arg = i < op->decl->args.size() ? op->decl->args[i].name : "";
  Fail(DiagKind::kTypeMismatch,
       *arg ? Say("{operator} needs {expected} as argument {index} ({name}), not {actual}",
                  op->name(), Text(type), i, arg, Text(arg_types[i]))
            : Say("{operator} needs {expected} as argument {index}, not {actual}", op->name(),
                  Text(type), i, Text(arg_types[i])),
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
