// Kinds: the types of types.
#pragma once

#include "ir/module.h"
#include "ir/type.h"
#include "ir/type_var_kind.h"

namespace passcope {

// The kind of a type, after TVM 0.11's relay.analysis.check_kind: tuples, functions and references
// are over types of values, and what is applied is a data type of the module, to as many types as
// it has parameters. Throws DiagnosticError (kTypeMismatch).
TypeVarKind CheckKind(const Type& type, const IRModule& module);

// "Type", "ShapeVar" … as TVM names kinds.
const char* KindName(TypeVarKind kind);

}  // namespace passcope
