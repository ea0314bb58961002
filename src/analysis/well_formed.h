// Whether expressions and modules obey the rules of the IR that types do not show.
#pragma once

#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// The mistakes of `expr`, in the order of a walk from the left. By the rules of TVM 0.11's
// relay.analysis.well_formed every variable is bound at most once, and used only where its binder is
// in scope (kIllFormed); a variable that nothing binds is free, which is no mistake. Beyond them:
// the type parameters of a function differ, and a type names only type parameters of the functions
// around it. A shared expression is looked at where it is met first.
std::vector<Diagnostic> FindIllFormed(const Expr& expr);
bool WellFormed(const Expr& expr);

// The mistakes of all functions, in which also no variable is free (kUnboundVar) and global
// functions are those of the module (kUnknownGlobal). If there are none: what type inference says
// of the module without its types; and if that is nothing, the first expression whose type is
// another than inference finds (kIllFormed).
std::vector<Diagnostic> FindIllFormed(const IRModule& module);

}  // namespace passcope
