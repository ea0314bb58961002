// Structural equality and hash of expressions and modules.
#pragma once

#include <cstdint>

#include "ir/expr.h"

namespace passcope {

// Whether two expressions are the same program up to the names of bound variables, as TVM's
// StructuralEqual. Sharing counts: `x + x` with one shared `x = f()` differs from one that computes
// it twice. Free variables are equal when they are the same variable, or, with `map_free_vars`,
// when they can be matched one to one. Constants compare by value. Checked types, spans and name
// hints do not count; annotations do.
bool StructuralEqual(const Expr& a, const Expr& b, bool map_free_vars = false);

// Equal for expressions that StructuralEqual calls equal (without map_free_vars, free variables
// hash by identity, so the hash of a program with free variables differs from run to run). The same
// on every platform for closed programs.
uint64_t StructuralHash(const Expr& expr, bool map_free_vars = false);

// The hash that TVM 0.11 with GNU libstdc++ has for the expression, with free variables mapped.
uint64_t TvmStructuralHash(const Expr& expr);

}  // namespace passcope
