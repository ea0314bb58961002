// Type inference.
#pragma once

#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// Gives every expression its type. Returns new nodes where a type was missing and the old ones
// elsewhere, so that a typed module comes back as it is. Throws DiagnosticError with everything
// that is wrong in the program, not only the first thing.
IRModule InferTypes(const IRModule& module);
// For editors: throws nothing that is the program's fault, but puts it into `problems`. What could
// not be typed has a type with holes, or none.
IRModule InferTypes(const IRModule& module, std::vector<Diagnostic>* problems);
// The same for one expression; its free variables need annotations.
Expr InferTypes(const Expr& expr);
// The type of an expression whose children that carry types are taken to have these: what is below
// them is not visited. As TVM's InferTypeLocal; wrong types below give a wrong type.
Type InferTypeLocal(const Expr& expr);

}  // namespace passcope
