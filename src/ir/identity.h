// The identity of expressions that several nodes can represent.
#pragma once

#include "ir/expr.h"

namespace passcope {

// The identity of an expression is its address. For a variable, whose uses can be different nodes,
// it is the address of its VarId; for a global variable, that of its name.
inline const void* IdentityOf(const ExprNode* expr) {
  if (const auto* var = As<VarNode>(expr)) return var->vid.get();
  if (const auto* global = As<GlobalVarNode>(expr)) return global->name.id();
  return expr;
}
inline const void* IdentityOf(const Expr& expr) { return IdentityOf(expr.get()); }

}  // namespace passcope
