// Which expressions are the same although they are different nodes.
#pragma once

#include "ir/expr.h"

namespace passcope {

// What identifies an expression: its address; for a variable, whose uses may be different nodes,
// that of its VarId; for a global variable that of its name.
inline const void* IdentityOf(const ExprNode* expr) {
  if (const auto* var = As<VarNode>(expr)) return var->vid.get();
  if (const auto* global = As<GlobalVarNode>(expr)) return global->name.id();
  return expr;
}
inline const void* IdentityOf(const Expr& expr) { return IdentityOf(expr.get()); }

}  // namespace passcope
