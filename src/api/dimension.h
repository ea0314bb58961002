// Dimensions of tensors as callers write them.
#pragma once

#include "ir/attrs.h"
#include "ir/type.h"

namespace passcope {

// An integer, "?", a symbol (["s", "n"] for a tir.SizeVar, ["v", "n"] for a tir.Var) or what is
// computed, as ["+", a, b]. As deep as the lists of the text are nested, which its reader limits.
// What is computed with (`operand`) may be negative. Throws DiagnosticError (kUsage).
Dim ReadDim(const AttrValue& value, bool operand = false);

}  // namespace passcope
