// The kinds of type variables.
#pragma once

#include <cstdint>
#include <string_view>

#include "ir/type.h"

namespace passcope {

// TVM's TypeKind, with its numbers. Programs have only variables for types and names of data types.
// The other kinds can be made and inspected.
enum class TypeVarKind : uint8_t {
  kType = 0,
  kShapeVar = 1,
  kBaseType = 2,
  kConstraint = 4,
  kAdtHandle = 5,
  kTypeData = 6,
};

// Like the constructors of ir/type.h, which make variables and holes for types and names of data
// types.
Type TypeVar(std::string_view name, TypeVarKind kind);
Type GlobalTypeVar(std::string_view name, TypeVarKind kind);
Type IncompleteType(TypeVarKind kind);

// The kind of a type variable, a hole or the name of a data type; kType for other types.
TypeVarKind KindOf(const TypeNode* type);

}  // namespace passcope
