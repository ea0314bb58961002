// Structural equality and hash of types alone.
#pragma once

#include <cstdint>

#include "ir/type.h"

namespace passcope {

// True if two types are equal up to the names of type parameters that functions in them bind, like
// TVM's StructuralEqual. Free type variables are equal if they are the same, or, with
// `map_free_vars`, if they can be matched one to one. The type of an integer (4, 4i64) does not
// count. Takes linear time in the nodes of the types.
bool TypesEqual(const Type& a, const Type& b, bool map_free_vars = false);

// Equal for types that are TypesEqual.
uint64_t TypeHash(const Type& type, bool map_free_vars = false);

}  // namespace passcope
