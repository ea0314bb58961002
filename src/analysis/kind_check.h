// Kinds: the types of types.
#pragma once

#include <cstdint>

#include "ir/module.h"
#include "ir/type.h"

namespace passcope {

// TVM's TypeKind, as far as this IR has types of it: variables stand for types alone.
enum class Kind : uint8_t {
  kType,       // Of values: tensors, tuples, functions, references, applied data types.
  kAdtHandle,  // The name of a data type, which has to be applied.
};

// The kind of a type, after TVM 0.11's relay.analysis.check_kind: tuples, functions and references
// are over types of values, and what is applied is a data type of the module, to as many types as
// it has parameters. Throws DiagnosticError (kTypeMismatch).
Kind CheckKind(const Type& type, const IRModule& module);

}  // namespace passcope
