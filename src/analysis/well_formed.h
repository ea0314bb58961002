// Checks that expressions and modules obey the rules of the IR.
#pragma once

#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// The mistakes of `expr`, at most ten, in the order of a walk from the left. As in TVM 0.11's
// relay.analysis.well_formed, every variable must be bound at most once, and used only in the scope
// of its binder (kIllFormed). A variable that nothing binds is free, which is not a mistake. Beyond
// TVM, the type parameters of a function must differ, and types must only name type parameters of
// enclosing functions. A shared expression is checked at its first use.
std::vector<Diagnostic> FindIllFormed(const Expr& expr);
// The mistakes of all functions. In a module, free variables (kUnboundVar) and unknown global
// functions (kUnknownGlobal) are mistakes too.
std::vector<Diagnostic> FindIllFormed(const IRModule& module);

inline bool WellFormed(const Expr& expr) { return FindIllFormed(expr).empty(); }
inline bool WellFormed(const IRModule& module) { return FindIllFormed(module).empty(); }

// Copies without types, so that inference finds all types again.
Expr WithoutTypes(const Expr& expr);
IRModule WithoutTypes(const IRModule& module);
// The expressions of `module` whose type differs from that in `inferred`, at most ten. `inferred`
// is the result of inference on WithoutTypes(module). Expressions without a type are not compared.
std::vector<Diagnostic> FindWrongTypes(const IRModule& module, const IRModule& inferred);

}  // namespace passcope
