// Structural equality and hash of types by themselves.
#pragma once

#include <cstdint>

#include "ir/type.h"

namespace passcope {

// Whether two types are the same up to the names of the type parameters that functions in them
// bind, as TVM's StructuralEqual. Free type variables are equal when they are the same one, or,
// with `map_free_vars`, when they can be matched one to one. An integer's type (4, 4i64) does not
// count. Time is linear in the types as they stand in memory.
bool TypesEqual(const Type& a, const Type& b, bool map_free_vars = false);

// Equal for types that TypesEqual calls equal.
uint64_t TypeHash(const Type& type, bool map_free_vars = false);

}  // namespace passcope
