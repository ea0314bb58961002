// Type inference for the pattern language.
#include <string>

#include "dataflow_pattern/types.h"
#include "ir/free_vars.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {

Expr InferTypesWithModule(const Expr& expr, const IRModule& module, std::string_view name) {
  if (expr->fully_typed()) return expr;
  if (!name.empty()) return InferTypes(WithFunction(module, name, expr))->Lookup(name);
  if (!module || (module->functions.empty() && module->types.empty())) return InferTypes(expr);
  bool is_function = As<FunctionNode>(expr) != nullptr;
  std::string fresh = "_tmp";
  while (module->Find(fresh)) fresh += "_";
  Expr function = is_function ? expr : Function(FreeVars(expr), expr);
  Expr typed = InferTypes(WithFunction(module, fresh, function))->Lookup(fresh);
  return is_function ? typed : As<FunctionNode>(typed)->body();
}

}  // namespace passcope
