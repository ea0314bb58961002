// Concatenations of more tensors than a function may take.
#pragma once

#include <cstdint>

#include "pass/pass.h"

namespace passcope::transform {

struct SplitArgsOptions {
  // In TVM it comes from the target; below 0 there is none.
  int64_t max_function_args;
};
Pass SplitArgs(SplitArgsOptions options);

}  // namespace passcope::transform
