// Arithmetic on sizes that the operators of ir/type.h do not provide.
#pragma once

#include "ir/type.h"

namespace passcope {

// With an operand `?`, the operators return `?`, as most type relations need. Some relations
// compute with a `?`, too, and TVM then keeps an expression that contains it. These relations
// compute with AsOperand of the sizes and return AsSize of the result.
//
// A `?` that can be part of a computed size. Other sizes do not change.
Dim AsOperand(Dim dim);
// `?` again if nothing was computed with it.
Dim AsSize(Dim dim);

// True if a size is `?` or is computed from `?`.
bool HoldsAny(Dim dim);

// The quotient rounded toward zero; operator/ rounds down.
Dim TruncatedQuotient(Dim a, Dim b);
// The greater of two sizes.
Dim Greatest(Dim a, Dim b);

// The same size with equal terms and integers of sums combined and multiples divided: ((n + 2) - 3)
// + 1 is n, and (n - 2) / 2 + 1 is n / 2. A single `?` becomes AsSize.
Dim Simplified(Dim dim);

}  // namespace passcope
