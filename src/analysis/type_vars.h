// The type variables and data types of an expression.
#pragma once

#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// Type variables in the order of the first visit, as in TVM 0.11's relay.analysis. It visits
// annotations of parameters and variables, type arguments of calls, type parameters, and
// constructors. It does not visit inferred types.
struct TypeVars {
  std::vector<Type> all;
  std::vector<Type> bound;  // Type parameters of functions, of function types and of data types.
  std::vector<Type> Free() const;
};
TypeVars FindTypeVars(const Expr& expr);
TypeVars FindTypeVars(const Type& type);
// True if a function of `module`, or a nested function, has type parameters.
bool HasTypeParams(const IRModule& module);

// The data types of all tensors in inferred types, sorted, such as "float32".
std::vector<std::string> AllDTypes(const Expr& expr);

}  // namespace passcope
