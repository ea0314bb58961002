// Binding parameters to values.
#include "transforms/bind_params.h"

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "transforms/type_inference/type_solver.h"

namespace passcope {

Expr BindParamsByName(const Expr& expr, const ParamMap& params) {
  const auto* function = As<FunctionNode>(expr);
  if (!function) {
    throw DiagnosticError(DiagKind::kUsage, MSG(kBindParamsNeedsFunction,
                                                "parameters can be bound only to a function"));
  }
  PtrMap<uint32_t> positions;  // Of parameters, from 1, by interned name; 0 if ambiguous.
  for (uint32_t i = 0; i < function->params().size(); ++i) {
    auto [position, fresh] = positions.Insert(As<VarNode>(function->params()[i])->name().id());
    *position = fresh ? i + 1 : 0;
  }
  std::vector<bool> bound(function->params().size());
  VarMap values;
  for (const auto& [name, array] : params) {
    const uint32_t* position = positions.Find(Name(name).id());
    if (!position) continue;
    if (*position == 0) {
      throw DiagnosticError(
          DiagKind::kUnknownParam,
          MSG(kBindParamsNameAmbiguous, "several parameters are named %{name}", name));
    }
    const auto* var = As<VarNode>(function->params()[*position - 1]);
    if (var->type_annotation && !TypeSolver().Unify(var->type_annotation, array->type())) {
      throw DiagnosticError(
          DiagKind::kUnknownParam,
          MSG(kBindParamsTypeMismatch,
              "the parameter %{name} has type {expected}, but its value has type {actual}", name,
              TypeText(var->type_annotation), TypeText(array->type())));
    }
    bound[*position - 1] = true;
    values.Set(var->vid, Constant(array));
  }
  if (values.empty()) return expr;
  std::vector<Expr> rest;
  for (size_t i = 0; i < bound.size(); ++i) {
    if (!bound[i]) rest.push_back(function->params()[i]);
  }
  // The values have the types of the parameters, so all other types stay valid. As in TVM, the next
  // InferType types the constants.
  Expr body = RewritePostOrder(
      function->body(), [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
        if (const auto* var = As<VarNode>(node)) {
          const Expr* value = values.Find(var->vid.get());
          return value ? *value : Expr(node);
        }
        Expr result = WithChildren(node, children);
        return result == node ? result : Rebuild(node, children, node->checked_type());
      });
  return Function(rest, std::move(body), function->ret_type, function->type_params, function->attrs,
                  function->span());
}

ParamMap FittingParams(const Expr& function, const ParamMap& params) {
  ParamMap fitting;
  for (const auto& item : params) {
    for (const Expr& param : As<FunctionNode>(function)->params()) {
      const auto* var = As<VarNode>(param);
      Type type = var->checked_type() ? var->checked_type() : var->type_annotation;
      if (var->name().view() == item.first && type == item.second->type()) fitting.push_back(item);
    }
  }
  return fitting;
}

}  // namespace passcope
