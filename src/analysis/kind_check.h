// Kinds: the types of types.
#pragma once

#include "ir/module.h"
#include "ir/type.h"
#include "ir/type_var_kind.h"

namespace passcope {

// The kind of a type, like TVM 0.11's relay.analysis.check_kind. Tuples, functions and references
// must contain types of values. A type call must apply a data type of the module to as many types
// as it has parameters. Throws DiagnosticError (kTypeMismatch).
TypeVarKind CheckKind(const Type& type, const IRModule& module);

// TVM's names of kinds: "Type", "ShapeVar" and so on.
const char* KindName(TypeVarKind kind);

}  // namespace passcope
