// Type inference: the two walks, the variables that they bind, and their diagnostics.
#include "transforms/type_inference/type_inferencer.h"

#include "ir/lineage.h"
#include "ir/origin_name.h"
#include "ir/typed.h"
#include "ir/visitor.h"
#include "transforms/pattern_utils.h"

namespace passcope {

void TypeInferencer::DeclareGlobal(Name name, const FunctionNode* function) {
  Type type = function->fully_typed() ? function->checked_type() : AnnotatedType(function);
  if (merging_) {
    const auto* func = As<FuncTypeNode>(type);
    std::vector<Type> params = func->arg_types;
    for (Type& param : params) param = FreshCell(param);
    type = FuncType(std::move(params), FreshCell(func->ret_type), func->type_params);
  }
  global_types_[name.id()] = std::move(type);
}

const Type* TypeInferencer::GlobalType(Name name) {
  const Type* type = global_types_.Find(name.id());
  if (type || !module_ || declared_) return type;
  if (merging_) {
    if (const FunctionNode* function = module_->Find(name.view())) DeclareGlobal(name, function);
  } else {
    declared_ = true;
    for (const auto& item : module_->functions) {
      if (global_types_.Contains(item.name.id())) continue;
      const auto* function = As<FunctionNode>(item.function);
      DeclareGlobal(item.name, function);
      if (!function->fully_typed()) continue;
      met_holes_ = met_holes_ || function->checked_type()->has_incomplete();
    }
  }
  return global_types_.Find(name.id());
}

Type TypeInferencer::FreshAnnotation(const Type& type) {
  if (!merging_ || !type || type->kind() == TypeKind::kIncomplete) return type;
  annotations_.push_back(FreshCell(type));
  annotated_as_.push_back(type);
  return annotations_.back();
}

bool TypeInferencer::ChangesAnnotations() {
  for (size_t i = 0; i < annotations_.size(); ++i) {
    if (!(solver_.Resolve(annotations_[i]) == solver_.Resolve(annotated_as_[i]))) return true;
  }
  return false;
}

namespace {

// True if each annotation of a function of type `type` is missing or equals its part of `type`.
bool SaysNothingElse(const FunctionNode* function, const Type& type) {
  const auto* found = As<FuncTypeNode>(type);
  if (!found || !function->type_params.empty()) return false;
  std::span<const Expr> params = function->params();
  for (size_t i = 0; i < params.size(); ++i) {
    const auto* param = As<VarNode>(params[i]);
    const Type& annotation = param->type_annotation;
    if (annotation ? !(annotation == found->arg_types[i]) : param->checked_type() != nullptr) {
      return false;
    }
  }
  return !function->ret_type || function->ret_type == found->ret_type;
}

}  // namespace

Expr TypeInferencer::InferGlobal(Name name, const Expr& function) {
  if (merging_) {
    // Recursive calls of the function see its own parameters.
    const auto* node = As<FunctionNode>(function);
    std::vector<Type> params;
    for (const Expr& param : node->params()) {
      params.push_back(BindVar(param, nullptr)->checked_type());
    }
    Type ret = node->ret_type ? FreshAnnotation(node->ret_type) : Hole();
    global_types_[name.id()] = FuncType(std::move(params), std::move(ret), node->type_params);
  }
  Expr typed = Infer(function, true);
  if (const auto* node = As<FunctionNode>(function); !merging_ && !declared_) {
    // Nothing has used the function's type yet, so it is the inferred one. It can be more precise
    // than the annotations only if these are missing.
    if (SaysNothingElse(node, typed->checked_type())) {
      global_types_[name.id()] = typed->checked_type();
      return typed;
    }
    DeclareGlobal(name, node);
  }
  Type declared = *global_types_.Find(name.id());
  Type actual = typed->checked_type();
  if (merging_) {
    declared = As<FuncTypeNode>(declared)->ret_type;
    actual = As<FuncTypeNode>(solver_.Known(actual))->ret_type;
  }
  if (!solver_.Unify(declared, actual)) {
    Report(DiagKind::kTypeMismatch,
           MSG(kGlobalTypeMismatch, "@{name} has type {actual}, but is used as {expected}",
               name.view(), Text(actual), Text(declared)),
           typed);
  }
  return typed;
}

Type TypeInferencer::AnnotatedType(const FunctionNode* function) {
  std::vector<Type> params;
  for (const Expr& param : function->params()) {
    const auto* var = As<VarNode>(param);
    params.push_back(var->type_annotation  ? var->type_annotation
                     : var->checked_type() ? var->checked_type()
                                           : IncompleteType());
  }
  return FuncType(std::move(params), function->ret_type ? function->ret_type : IncompleteType(),
                  function->type_params);
}

Type TypeInferencer::Annotation(const ExprNode* node, const Type& type) {
  if (const auto* function = As<FunctionNode>(node)) {
    const auto* func_type = As<FuncTypeNode>(type);
    Type ret = function->ret_type ? solver_.Resolve(function->ret_type) : nullptr;
    return func_type && (!ret || ret->has_incomplete()) ? func_type->ret_type : ret;
  }
  const auto* var = As<VarNode>(node);
  if (!var) return nullptr;
  const Type& annotation = var->type_annotation;
  return annotation && !annotation->has_incomplete() ? annotation : type;
}

Expr TypeInferencer::Typed(const ExprNode* node, std::span<const Expr> children, Type type) {
  if (const auto* function = As<FunctionNode>(node)) {
    Type ret = Annotation(function, type);
    if (ret != function->ret_type) {
      LineageSource source(node);
      Expr with_ret = Function(children.first(children.size() - 1), children.back(), std::move(ret),
                               function->type_params, function->attrs, function->span());
      return WithType(with_ret.get(), std::move(type));
    }
  } else if (const auto* var = As<VarNode>(node)) {
    Type annotation = Annotation(var, type);
    return VarWith(var->vid, std::move(annotation), std::move(type), var->span());
  }
  return Rebuild(node, children, std::move(type));
}

namespace {

// True for a call of an operator on typed arguments, as passes make them.
bool IsCallOfTyped(const Expr& expr) {
  const auto* call = As<CallNode>(expr);
  if (!call || call->fully_typed() || !As<OpNode>(call->op())) return false;
  for (const Expr& arg : call->args()) {
    if (!arg->fully_typed() || !arg->checked_type() || arg->checked_type()->has_incomplete()) {
      return false;
    }
  }
  return true;
}

}  // namespace

Expr TypeInferencer::Walk(const Expr& root) {
  // There is nothing to walk through.
  if (!merging_ && IsCallOfTyped(root)) {
    roots_.push_back(root);
    Expr typed = TypeOfPlaced(root.get(), root->children());
    if (typed->checked_type()->has_incomplete()) open_.push_back(typed);
    return typed;
  }
  struct Frame {
    const ExprNode* node;
    uint32_t step;
    uint32_t base;
  };
  constexpr size_t kUsualDepth = 16;
  std::vector<Frame> stack;
  stack.reserve(kUsualDepth);
  std::vector<Expr> values;
  values.reserve(2 * kUsualDepth);
  roots_.push_back(root);

  auto finish = [&](const ExprNode* node, Expr typed) {
    if (typed->checked_type()->has_incomplete()) open_.push_back(typed);
    if (node->ref_count() > 1) memo_[node] = typed;
    values.push_back(std::move(typed));
  };
  auto push = [&](const ExprNode* node) {
    if (const auto* var = As<VarNode>(node)) {
      values.push_back(UseVar(var));
      return;
    }
    if (node->fully_typed()) {
      const Type& type = node->checked_type();
      met_holes_ = met_holes_ || (type && type->has_incomplete());
      values.emplace_back(node);
      return;
    }
    if (node->ref_count() > 1) {
      if (const Expr* done = memo_.Find(node)) {
        values.push_back(*done);
        return;
      }
    }
    if (node->children().empty()) {
      finish(node, TypeOfLeaf(node));
      return;
    }
    if (const auto* function = As<FunctionNode>(node)) {
      if (merging_) RunPending();
      for (const Expr& param : function->params()) BindVar(param, nullptr);
    }
    stack.push_back({node, 0, static_cast<uint32_t>(values.size())});
  };

  push(root.get());
  while (!stack.empty()) {
    Frame& top = stack.back();
    const ExprNode* node = top.node;
    std::span<const Expr> children = node->children();
    if (top.step < children.size()) {
      uint32_t step = top.step++;
      if (node->kind() == ExprKind::kLet) {
        StepLet(As<LetNode>(node), step, values, push);
      } else {
        if (step == 1 && node->kind() == ExprKind::kMatch) {
          BindPatterns(As<MatchNode>(node), values.back());
        }
        push(children[step].get());
      }
      continue;
    }
    uint32_t base = top.base;
    stack.pop_back();
    Expr typed = TypeOfPlaced(node, std::span<const Expr>(values).subspan(base));
    values.resize(base);
    finish(node, std::move(typed));
  }
  return std::move(values.back());
}

Expr TypeInferencer::TypeOfPlaced(const ExprNode* node, std::span<const Expr> children) {
  try {
    return TypeOf(node, children);
  } catch (const DiagnosticError& error) {
    const Diagnostic& problem = error.diagnostics()[0];
    if (problem.span || problem.node) throw;
    // A problem that only the type revealed, such as its depth.
    Report(problem.kind, problem.message, Expr(node), problem.notes);
    ThrowIfFailed();
  }
  PASSCOPE_CHECK(false);
}

// As in TVM, the variable of a let is bound after its value is typed, so it gets the value's type.
// For a function, which can be recursive, the variable is bound first.
template <class Push>
void TypeInferencer::StepLet(const LetNode* let, uint32_t step, std::vector<Expr>& values,
                             Push&& push) {
  const auto* function = As<FunctionNode>(let->value());
  if (step == 2) {
    // The function is typed only at this point.
    if (function) {
      UnifyVar(values[values.size() - 2], values.back());
      defining_[As<VarNode>(let->var())->vid.get()] = false;
    }
    push(let->body().get());
  } else if (function) {
    if (step == 0) {
      Type type = merging_ ? Hole() : AnnotatedType(function);
      if (type->has_incomplete()) has_holes_ = true;
      values.push_back(BindVar(let->var(), type));
      defining_[As<VarNode>(let->var())->vid.get()] = true;
    } else {
      push(let->value().get());
    }
  } else if (step == 0) {
    push(let->value().get());
  } else {
    Expr value = std::move(values.back());
    values.back() = BindVar(let->var(), value->checked_type());
    UnifyVar(values.back(), value);
    values.push_back(std::move(value));
  }
}

Expr TypeInferencer::BindVar(const Expr& binder, Type type) {
  const auto* var = As<VarNode>(binder);
  Expr& typed = vars_[var->vid.get()];
  if (typed) return typed;
  if (var->checked_type()) {
    typed = binder;
    met_holes_ = met_holes_ || var->checked_type()->has_incomplete();
  } else if (var->type_annotation && !var->type_annotation->has_incomplete()) {
    Type annotation = FreshAnnotation(var->type_annotation);
    typed = VarWith(var->vid, annotation, annotation, var->span());
  } else {
    Type found = type ? type : Hole();
    if (var->type_annotation) {
      has_holes_ = true;
      if (Type common = solver_.Unify(var->type_annotation, found)) found = common;
    }
    typed = Typed(var, {}, std::move(found));
    if (typed->checked_type()->has_incomplete()) open_.push_back(typed);
  }
  roots_.push_back(binder);
  return typed;
}

Expr TypeInferencer::UseVar(const VarNode* var) {
  if (const Expr* typed = vars_.Find(var->vid.get())) return *typed;
  if (closed_ && !var->checked_type()) {
    Report(DiagKind::kUnboundVar,
           MSG(kVariableBoundByNoBinder,
               "the variable %{name} is not bound by any function or let around it",
               var->name().view()),
           Expr(var));
  }
  return BindVar(Expr(var), nullptr);
}

void TypeInferencer::UnifyVar(const Expr& var, const Expr& value) {
  if (!solver_.Unify(var->checked_type(), value->checked_type())) {
    Report(DiagKind::kTypeMismatch,
           MSG(kVariableValueTypeMismatch,
               "the variable %{name} has type {expected}, but its value has type {actual}",
               As<VarNode>(var)->name().view(), Text(var->checked_type()),
               Text(value->checked_type())),
           value);
  }
}

bool TypeInferencer::FillInPlace() {
  if (merging_ || met_holes_ || !diagnostics_.empty()) return false;
  std::vector<Type> types;
  types.reserve(open_.size());
  for (const Expr& node : open_) {
    types.push_back(solver_.Resolve(node->checked_type()));
    if (types.back()->kind() == TypeKind::kIncomplete) return false;
  }
  for (size_t i = 0; i < open_.size(); ++i) {
    Type annotation = Annotation(open_[i].get(), types[i]);
    FillType(open_[i], std::move(types[i]), std::move(annotation));
  }
  open_.clear();
  return true;
}

Expr TypeInferencer::Fill(const Expr& root) {
  return RewritePostOrder(root, [&](const ExprNode* node, std::span<const Expr> children) {
    // A variable stays one node in all places.
    if (const Expr* done = As<VarNode>(node) ? filled_.Find(node) : nullptr) return *done;
    Expr result = WithChildrenKeepingType(node, children);
    if (!node->checked_type() || !node->checked_type()->has_incomplete()) return result;
    Type type = solver_.Resolve(node->checked_type());
    // As in TVM, parts of a type can stay open, such as the element type of an empty list.
    if (type->kind() == TypeKind::kIncomplete && diagnostics_.empty()) {
      Report(DiagKind::kUnderconstrained,
             MSG(kTypeNotInferable, "the type of this expression cannot be inferred beyond {type}",
                 Text(type)),
             result, {MSG(kTypeAnnotationHint, "add a type annotation")});
    }
    Expr filled = Typed(result.get(), children, type);
    if (As<VarNode>(node)) filled_[node] = filled;
    return filled;
  });
}

void TypeInferencer::Report(DiagKind kind, Message message, const Expr& node,
                            std::vector<Message> notes) {
  if (diagnostics_.size() >= kMaxMistakes) return;
  diagnostics_.push_back(
      {kind, Severity::kError, std::move(message), std::move(notes), PlaceIn(node->span()), node});
}

void TypeInferencer::ReportArgument(DiagKind kind, Message message, const Expr& call, int arg) {
  size_t before = diagnostics_.size();
  Report(kind, std::move(message), call);
  if (diagnostics_.size() == before) return;
  std::span<const Expr> args = As<CallNode>(call)->args();
  if (arg < 0 || static_cast<size_t>(arg) >= args.size()) return;
  // The span of a variable is where it is bound, which can be far away.
  const SpanNode* inside = args[static_cast<size_t>(arg)]->span().get();
  const SpanNode* outside = call->span().get();
  if (inside && (!outside || (outside->source == inside->source &&
                              outside->begin <= inside->begin && inside->end <= outside->end))) {
    diagnostics_.back().span = Span(inside);
  } else {
    diagnostics_.back().argument = arg;
  }
}

}  // namespace passcope
