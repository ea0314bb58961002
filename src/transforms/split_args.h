// Splitting of concatenations with more tensors than a function can take.
#pragma once

#include <cstdint>

#include "pass/pass.h"

namespace passcope::transform {

struct SplitArgsOptions {
  // TVM takes it from the target. A negative value means no limit.
  int64_t max_function_args;
};
Pass SplitArgs(SplitArgsOptions options);

}  // namespace passcope::transform
