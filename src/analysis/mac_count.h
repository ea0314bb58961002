// Counts the multiply-add operations of a program.
#pragma once

#include <cstdint>

#include "ir/expr.h"

namespace passcope {

// The number of multiply-add operations (MACs) of a typed expression, as TVM 0.11's
// relay.analysis.get_total_mac_number. It counts calls of nn.conv2d, nn.conv2d_transpose, nn.dense
// and nn.batch_matmul. A convolution has one for each element of its result, of its window, and of
// the input channels of a group. A transposed convolution counts the same way. A shared call counts
// once, in any function. Throws DiagnosticError (kEvaluation) if a size is not known.
int64_t TotalMacNumber(const Expr& expr);

}  // namespace passcope
