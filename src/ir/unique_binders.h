// Where variables are bound, and those that several expressions bind.
#pragma once

#include "ir/expr.h"

namespace passcope {

// Whether child `at` of `node` is a variable that the node binds.
bool IsBinder(const ExprNode* node, size_t at);
// Whether a clause of a match begins with child `at` of `node`: variables of the clause before are
// out of scope from there on.
bool BeginsClause(const ExprNode* node, size_t at);

// `made`, what a pass made of `before` (null for a function that is new), such that each variable
// is bound in one place. A pass that leaves a function as it is, as most do with primitive ones,
// and rewrites an expression that stands in it and outside of it has made two expressions of one,
// which bind the same variables. The one that is met first keeps them, the others get fresh ones of
// the same names. What binds a variable twice in `before` is left as it is. Where no function
// within the function binds variables in its body, only a flag is read
// (ExprNode::has_inner_scopes).
Expr WithUniqueBinders(const ExprNode* before, const Expr& made);

}  // namespace passcope
