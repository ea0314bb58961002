// The places that bind variables, and variables that several expressions bind.
#pragma once

#include "ir/expr.h"

namespace passcope {

// True if child `at` of `node` is a variable that the node binds.
bool IsBinder(const ExprNode* node, size_t at);
// True if child `at` of `node` begins a clause of a match. Variables of the previous clause are
// then out of scope.
bool BeginsClause(const ExprNode* node, size_t at);

// Returns `made` such that each variable is bound in one place. `made` is the result of a pass for
// `before` (null for a new function).
//
// A pass can skip a function, as most skip primitive ones, and rewrite an expression that is both
// inside and outside of it. The expression then becomes two expressions that bind the same
// variables. The first one keeps them; the others get new variables with the same names. Variables
// that `before` binds twice do not change. If no function inside binds variables in its body, the
// only cost is reading a flag (ExprNode::has_inner_scopes).
Expr WithUniqueBinders(const ExprNode* before, const Expr& made);

}  // namespace passcope
