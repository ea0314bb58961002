// Whether expressions and modules obey the rules of the IR.
#pragma once

#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// The mistakes of `expr`, in the order of a walk from the left; at most ten. By the rules of TVM
// 0.11's relay.analysis.well_formed every variable is bound at most once, and used only where its
// binder is in scope (kIllFormed); a variable that nothing binds is free, which is no mistake.
// Beyond them: the type parameters of a function differ, and a type names only type parameters of
// functions around it. A shared expression is looked at where it is met first.
std::vector<Diagnostic> FindIllFormed(const Expr& expr);
// The mistakes of all functions, where also no variable is free (kUnboundVar) and global functions
// are those of the module (kUnknownGlobal).
std::vector<Diagnostic> FindIllFormed(const IRModule& module);

inline bool WellFormed(const Expr& expr) { return FindIllFormed(expr).empty(); }
inline bool WellFormed(const IRModule& module) { return FindIllFormed(module).empty(); }

// The same without any type, for inference to find them all anew.
Expr WithoutTypes(const Expr& expr);
IRModule WithoutTypes(const IRModule& module);
// The expressions of `module` whose type differs from that in `inferred`, the module that inference
// made of WithoutTypes(module); expressions without a type differ from nothing. At most ten.
std::vector<Diagnostic> FindWrongTypes(const IRModule& module, const IRModule& inferred);

}  // namespace passcope
