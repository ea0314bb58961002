// The multiplications of a program.
#pragma once

#include <cstdint>

#include "ir/expr.h"

namespace passcope {

// How often a typed expression multiplies and adds (MACs) in calls of nn.conv2d,
// nn.conv2d_transpose, nn.dense and nn.batch_matmul, as TVM 0.11's
// relay.analysis.get_total_mac_number: a convolution does so once per element of its result, of its
// window and of the input channels of a group; a transposed one is counted alike. A call counts
// once however often it is used, and whatever function it stands in. Throws DiagnosticError
// (kEvaluation) when a size is not known.
int64_t TotalMacNumber(const Expr& expr);

}  // namespace passcope
