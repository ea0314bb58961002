// Broadcast arithmetic for kernels that contain it.
#pragma once

#include "runtime/kernel.h"

namespace passcope {

// a + b, broadcast.
NDArray AddNDArrays(const KernelContext& context, const NDArray& a, const NDArray& b);

}  // namespace passcope
