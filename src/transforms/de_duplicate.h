// Copies of functions with their own variables.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "ir/expr.h"

namespace passcope {

// Options for a copy.
struct CopyOptions {
  // Free type variables of the expression, and the types that replace them.
  std::vector<Type> from, to;
  // Variables that are bound in the expression, by identity, and their types in the copy.
  std::vector<std::pair<VarId, Type>> retyped;
  // Called with each function of the expression and its copy, inner functions first.
  std::function<void(const FunctionNode* function, const Expr& copy)> on_function;
};

// `expr` with fresh variables for those that it binds, and fresh type parameters for its functions.
// Like TVM's DeDup. Free variables stay. Checked types are those of `expr` after substitution of
// type variables. They are null if the substituted type is not known, or if variables get other
// types.
Expr DeDup(const Expr& expr, const CopyOptions& options = {});

// `expr` without the checked types of bound variables that are not used. TVM's DeDup gives a fresh
// variable its type only at a use.
Expr WithoutTypesOfUnused(const Expr& expr);

// `function` without type parameters. `type_args` replace them; a missing or null argument becomes
// a hole. Otherwise like DeDup.
Expr Instantiate(const FunctionNode* function, const std::vector<Type>& type_args,
                 CopyOptions options = {});

// The type arguments of `call`, derived from the types of its arguments and its result. The callee
// has the type `declared`. Null for those that cannot be derived.
std::vector<Type> TypeArgsOf(const FuncTypeNode* declared, const CallNode* call);

// True if `expr` uses an expression twice that is not a variable, constant, operator, global
// function or constructor. TVM calls this the feature "graph".
bool HasSharing(const Expr& expr);

}  // namespace passcope
