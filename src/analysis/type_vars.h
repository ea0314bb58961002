// The types that an expression mentions: their variables, and the data types of its values.
#pragma once

#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// Type variables in the order in which they are met first, as TVM 0.11's relay.analysis: those of
// parameters' and variables' annotations, of the type arguments of calls, of type parameters and of
// constructors. What inference found is not looked at.
struct TypeVars {
  std::vector<Type> all;
  std::vector<Type> bound;  // Type parameters of functions, of function types and of data types.
  std::vector<Type> Free() const;
};
TypeVars FindTypeVars(const Expr& expr);
TypeVars FindTypeVars(const Type& type);
// Whether a function of `module`, or a function in one of them, has type parameters.
bool HasTypeParams(const IRModule& module);

// The data types of all tensors in the types that inference found, sorted: "float32".
std::vector<std::string> AllDTypes(const Expr& expr);

}  // namespace passcope
