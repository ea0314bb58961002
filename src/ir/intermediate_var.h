// The variables of intermediate results that passes bind: "x_0", "x_1" and so on.
#pragma once

#include <cstdint>

#include "ir/expr.h"

namespace passcope {

// A new variable with this number, and its type if known. The text of each name is made once.
Expr IntermediateVar(uint32_t number, const Type& annotation, const Type& checked_type);

}  // namespace passcope
