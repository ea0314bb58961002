// Dimensions of tensors as callers write them.
#pragma once

#include "ir/attrs.h"
#include "ir/type.h"

namespace passcope {

// An integer, "?", a symbol (["s", "n"] for a tir.SizeVar, ["v", "n"] for a tir.Var) or a computed
// dimension such as ["+", a, b]. Recursion is limited by the nesting that the reader of JSON
// allows. Operands of a computation (`operand`) may be negative. Throws DiagnosticError (kUsage).
Dim ReadDim(const AttrValue& value, bool operand = false);

}  // namespace passcope
