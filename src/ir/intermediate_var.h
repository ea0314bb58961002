// The variables that passes bind intermediate results to: "x_0", "x_1" and so on.
#pragma once

#include <cstdint>

#include "ir/expr.h"

namespace passcope {

// A fresh one of this number, with its type if that is known. The text of each name is made once.
Expr IntermediateVar(uint32_t number, const Type& annotation, const Type& checked_type);

}  // namespace passcope
