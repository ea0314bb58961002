// Type inference: the type of each kind of expression, given the types of its children.
#include "ir/lineage.h"
#include "transforms/type_inference/type_inferencer.h"

namespace passcope {

Expr TypeInferencer::TypeOfLeaf(const ExprNode* node) {
  if (const auto* constant = As<ConstantNode>(node)) {
    return Rebuild(node, {}, FreshCell(constant->data->type()));
  }
  if (const auto* tuple = As<TupleNode>(node)) return Rebuild(tuple, {}, TupleType({}));
  if (const auto* global = As<GlobalVarNode>(node)) {
    if (const Type* type = GlobalType(global->name)) {
      if ((*type)->has_incomplete()) has_holes_ = true;
      return Rebuild(node, {}, *type);
    }
    MessageList known;
    if (module_) {
      for (const auto& item : module_->functions) {
        known.items.push_back("@" + item.name.str());
      }
    }
    Report(DiagKind::kUnknownGlobal,
           MSG(kModuleLacksFunction, "the module has no function @{name}", global->name.view()),
           Expr(node),
           {known.items.empty() ? MSG(kModuleEmptyNote, "the module has no functions")
                                : MSG(kModuleFunctionNames, "the module has {functions}", known)});
    return Rebuild(node, {}, Hole());
  }
  if (const auto* constructor = As<ConstructorNode>(node)) {
    const TypeDataNode& data = *constructor->data;
    return Rebuild(node, {}, FuncType(constructor->decl().inputs, data.Applied(), data.type_vars));
  }
  if (const auto* call = As<CallNode>(node)) return TypeOf(call, call->children());
  return Rebuild(node, {}, Hole());
}

Expr TypeInferencer::TypeOf(const ExprNode* node, std::span<const Expr> children) {
  // Operators have no type; only their calls do.
  for (size_t i = node->kind() == ExprKind::kCall ? 1 : 0; i < children.size(); ++i) {
    const auto* op = As<OpNode>(children[i]);
    if (!op) continue;
    Report(DiagKind::kTypeMismatch,
           MSG(kOperatorNotValue, "the operator {operator} is not a value: it can only be called",
               op->name()),
           Expr(node));
    return Rebuild(node, children, Hole());
  }
  switch (node->kind()) {
    case ExprKind::kCall:
      return As<OpNode>(children[0]) ? TypeOfOpCall(node, children) : TypeOfCall(node, children);
    case ExprKind::kTuple: {
      std::vector<Type> fields;
      fields.reserve(children.size());
      for (const Expr& child : children) fields.push_back(child->checked_type());
      return Rebuild(node, children, TupleType(std::move(fields)));
    }
    case ExprKind::kTupleGetItem:
      return TypeOfField(node, children);
    case ExprKind::kFunction:
      return TypeOfFunction(node, children);
    case ExprKind::kLet:
      return Rebuild(node, children, children[2]->checked_type());
    case ExprKind::kIf: {
      if (!solver_.Unify(children[0]->checked_type(), ScalarType(DataType::Bool()))) {
        Report(DiagKind::kTypeMismatch,
               MSG(kIfConditionNotBool, "the condition of an if must be a bool, not {type}",
                   Text(children[0]->checked_type())),
               children[0]);
      }
      Type type = solver_.Unify(children[1]->checked_type(), children[2]->checked_type());
      if (!type) {
        Report(DiagKind::kTypeMismatch,
               MSG(kIfBranchTypesDiffer,
                   "the branches of an if have different types, {first} and {second}",
                   Text(children[1]->checked_type()), Text(children[2]->checked_type())),
               children[2]);
        type = children[1]->checked_type();
      }
      return Rebuild(node, children, std::move(type));
    }
    case ExprKind::kMatch:
      return Rebuild(node, children, TypeOfMatch(As<MatchNode>(node), children));
    case ExprKind::kRefCreate:
      return Rebuild(node, children, RefType(children[0]->checked_type()));
    case ExprKind::kRefRead:
      return Rebuild(node, children, ReferencedType(node, children[0]));
    case ExprKind::kRefWrite: {
      Type value = ReferencedType(node, children[0]);
      if (!solver_.Unify(value, children[1]->checked_type())) {
        Report(DiagKind::kTypeMismatch,
               MSG(kReferenceWriteTypeMismatch, "a reference to {expected} cannot take a {actual}",
                   Text(value), Text(children[1]->checked_type())),
               children[1]);
      }
      return Rebuild(node, children, TupleType({}));
    }
    default:
      return Rebuild(node, children, Hole());
  }
}

Expr TypeInferencer::TypeOfField(const ExprNode* node, std::span<const Expr> children) {
  const int index = As<TupleGetItemNode>(node)->index;
  Type type = merging_ ? nullptr : solver_.Resolve(children[0]->checked_type());
  const auto* tuple = As<TupleTypeNode>(type);
  if (tuple && index >= 0 && static_cast<size_t>(index) < tuple->fields.size()) {
    return Rebuild(node, children, tuple->fields[static_cast<size_t>(index)]);
  }
  Type result = Hole();
  Pending field{Rebuild(node, children, result), result};
  Expr typed = field.node;
  if (merging_ || !ResolveField(field)) pending_.push_back(std::move(field));
  return typed;
}

Expr TypeInferencer::TypeOfFunction(const ExprNode* node, std::span<const Expr> children) {
  const auto* function = As<FunctionNode>(node);
  std::vector<Type> params;
  params.reserve(children.size() - 1);
  for (const Expr& param : children.first(children.size() - 1)) {
    params.push_back(param->checked_type());
  }
  Type ret = children.back()->checked_type();
  Type declared = FreshAnnotation(function->ret_type);
  // A generic function is not a value. A function returns one instance of it, unless its annotation
  // is generic.
  auto is_generic = [](const FuncTypeNode* type) { return type && !type->type_params.empty(); };
  const Type body = solver_.Resolve(ret);
  const auto* generic = As<FuncTypeNode>(body);
  if (is_generic(generic) && !is_generic(As<FuncTypeNode>(solver_.Known(declared)))) {
    has_holes_ = true;
    ret = solver_.Instantiate(generic);
  }
  if (declared) {
    if (declared->has_incomplete()) has_holes_ = true;
    if (Type common = solver_.Unify(declared, ret)) {
      ret = std::move(common);
    } else {
      Report(DiagKind::kTypeMismatch,
             MSG(kFunctionResultTypeMismatch,
                 "the function is declared to return {expected}, but its body has type {actual}",
                 Text(declared), Text(ret)),
             children.back());
      // Callers rely on the declared type; one mistake is one diagnostic.
      ret = declared;
    }
  }
  if (!merging_) {
    Type type = FuncType(std::move(params), std::move(ret), function->type_params);
    return Typed(node, children, std::move(type));
  }
  // As in TVM, the printed type of a function has what is known of its parts here, even if these
  // are merged later.
  std::vector<Type> shown = params;
  auto show = [&](Type& part) {
    const Type known = solver_.Resolve(part);
    if (known->kind() != TypeKind::kIncomplete) part = known;
  };
  for (Type& param : shown) show(param);
  Type shown_ret = ret;
  show(shown_ret);
  Type type = FuncType(std::move(params), std::move(ret), function->type_params);
  solver_.Show(type, FuncType(std::move(shown), std::move(shown_ret), function->type_params));
  LineageSource source(node);
  Expr typed = Function(children.first(children.size() - 1), children.back(), std::move(declared),
                        function->type_params, function->attrs, function->span());
  return WithType(typed.get(), FreshCell(type));
}

Type TypeInferencer::ReferencedType(const ExprNode* node, const Expr& ref) {
  Type type = solver_.Resolve(ref->checked_type());
  const Type known = merging_ ? solver_.Known(ref->checked_type()) : type;
  if (const auto* reference = As<RefTypeNode>(known)) return reference->value;
  Type value = Hole();
  if (!solver_.Unify(type, RefType(value))) {
    Report(DiagKind::kTypeMismatch,
           MSG(kReferenceTypeRequired, "expected a reference, not {type}", Text(type)), Expr(node));
  }
  return value;
}

bool TypeInferencer::ResolveField(const Pending& field) {
  const int index = As<TupleGetItemNode>(field.node)->index;
  const Type known = solver_.Known(field.node->children()[0]->checked_type());
  if (known->kind() == TypeKind::kIncomplete) return false;
  Type type = solver_.Resolve(known);
  const auto* tuple = As<TupleTypeNode>(known);
  if (!tuple) {
    Report(DiagKind::kNotATuple,
           MSG(kFieldOfNonTuple, "field {index} is taken from {type}, which is not a tuple", index,
               Text(type)),
           field.node);
  } else if (index < 0 || static_cast<size_t>(index) >= tuple->fields.size()) {
    Report(DiagKind::kNotATuple,
           MSG(kFieldIndexOutOfRange,
               "field {index} does not exist in {type}, which has {count} fields", index,
               Text(type), tuple->fields.size()),
           field.node);
  } else if (!solver_.Unify(field.result, tuple->fields[static_cast<size_t>(index)])) {
    Report(DiagKind::kTypeMismatch,
           MSG(kTupleFieldTypeMismatch,
               "field {index} of the tuple is {actual}, but {expected} is needed", index,
               Text(tuple->fields[static_cast<size_t>(index)]), Text(field.result)),
           field.node);
  }
  return true;
}

}  // namespace passcope
