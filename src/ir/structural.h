// Structural equality and hash of expressions and modules.
#pragma once

#include <cstdint>

#include "ir/expr.h"

namespace passcope {

// True if two expressions are the same program up to the names of bound variables, like TVM's
// StructuralEqual. Sharing counts: `x + x` with one shared `x = f()` differs from a program that
// computes `f()` twice. Free variables are equal if they are the same variable, or, with
// `map_free_vars`, if they can be matched one to one. Constants compare by value. Checked types,
// spans and name hints do not count; annotations do.
bool StructuralEqual(const Expr& a, const Expr& b, bool map_free_vars = false);

// Equal for expressions that are StructuralEqual, and for closed programs the same on every
// platform. Without map_free_vars, free variables hash by identity, so the hash of a program with
// free variables differs from run to run.
uint64_t StructuralHash(const Expr& expr, bool map_free_vars = false);

// The hash of TVM 0.11 with GNU libstdc++ for the expression, with free variables mapped.
uint64_t TvmStructuralHash(const Expr& expr);

}  // namespace passcope
