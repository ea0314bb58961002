// Type inference.
#pragma once

#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// Gives every expression its type. It makes new nodes only where a type was missing, so a typed
// module returns unchanged. Throws DiagnosticError with all mistakes of the program, not only the
// first one.
IRModule InferTypes(const IRModule& module);
// For editors: adds the program's mistakes to `problems` instead of throwing. An expression that
// cannot be typed has a type with holes, or none.
IRModule InferTypes(const IRModule& module, std::vector<Diagnostic>* problems);
// The same for one expression; its free variables need annotations.
Expr InferTypes(const Expr& expr);
// The type of an expression, given the types of its typed children, which are not visited. Like
// TVM's InferTypeLocal. Wrong types below give a wrong type.
Type InferTypeLocal(const Expr& expr);

}  // namespace passcope
