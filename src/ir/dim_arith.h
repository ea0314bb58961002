// Arithmetic on sizes besides the operators of ir/type.h.
#pragma once

#include "ir/type.h"

namespace passcope {

// The operators make `?` of whatever is computed from `?`. That is what most type relations want;
// some compute with a size whatever it is, and TVM then keeps the expression with the `?` inside.
// They compute with AsOperand of the sizes and return AsSize of the result.
//
// A `?` that is part of what is computed from it; other sizes are returned as they are.
Dim AsOperand(Dim dim);
// `?` again if nothing was computed.
Dim AsSize(Dim dim);

// Whether a size is computed from `?`, or is `?`.
bool HoldsAny(Dim dim);

// The quotient rounded toward zero, where operator/ rounds down.
Dim TruncatedQuotient(Dim a, Dim b);
// The greater of two sizes.
Dim Greatest(Dim a, Dim b);

// The same size with equal parts and integers of sums put together and multiples divided:
// ((n + 2) - 3) + 1 is n, and (n - 2) / 2 + 1 is n / 2. A `?` that is left alone is AsSize.
Dim Simplified(Dim dim);

}  // namespace passcope
