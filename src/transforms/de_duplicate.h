// Copies of functions whose variables are their own.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "ir/expr.h"

namespace passcope {

// What a copy is made with.
struct CopyOptions {
  // Type variables that are free in the expression, and the types that stand in their places.
  std::vector<Type> from, to;
  // Variables that are bound in the expression, by identity, and their types in the copy.
  std::vector<std::pair<VarId, Type>> retyped;
  // Called with each function of the expression and its copy, inner functions first.
  std::function<void(const FunctionNode* function, const Expr& copy)> on_function;
};

// `expr` with a fresh variable for each that it binds and a fresh type parameter for each of its
// functions' own, as TVM's DeDup. Free variables stay. Checked types are
// those of `expr`, with what stands in place of type variables, but where that is not known and
// where variables get other types.
Expr DeDup(const Expr& expr, const CopyOptions& options = {});

// `expr` without the checked types of variables that are bound and not used: as in TVM, where DeDup
// gives a fresh variable its type where it meets a use.
Expr WithoutTypesOfUnused(const Expr& expr);

// `function` without type parameters: `type_args` stand in their places, and holes where these are
// null or too few. All else as DeDup.
Expr Instantiate(const FunctionNode* function, const std::vector<Type>& type_args,
                 CopyOptions options = {});

// The type arguments of `call`, whose callee has the type `declared`, as the types of its arguments
// and its result tell them; null for those that these do not tell.
std::vector<Type> TypeArgsOf(const FuncTypeNode* declared, const CallNode* call);

// Whether an expression other than a variable, a constant, an operator, a global function or a
// constructor is used twice in `expr`, in which TVM has the feature "graph".
bool HasSharing(const Expr& expr);

}  // namespace passcope
