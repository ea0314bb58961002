// The number of floating-point operations (or integer operations) of a call.
#pragma once

#include "ir/expr.h"

namespace passcope {

// A multiplication with the addition of its product counts as 2. The rules, by operator:
//
//   convolutions, plain and quantized        2 per element of the result and of its window
//   matrix products                          2 per element of the result and of the inner axis
//   pooling                                  1 per element of the result and of its window
//   softmax, normalisations                  per element of the data: 5
//   batch normalisation                      2 per element of the data
//   reductions (pattern kCommReduce)         1 per element of the data
//   elementwise, broadcast (their patterns)  1 per element of the result, whatever the function
//   everything else                          0: it moves elements
//
// A view, such as a reshape, counts 0. The types of the call and its arguments must be known. The
// result is 0 if a dimension is unknown.
double FlopOf(const CallNode* call);

}  // namespace passcope
