// Fusion of operators that can be computed together.
#pragma once

#include <cstdint>

#include "pass/pass.h"

namespace passcope::transform {

struct FuseOpsOptions {
  int64_t fuse_opt_level;  // -1 means the context's opt level.
};
Pass FuseOps(FuseOpsOptions options);

}  // namespace passcope::transform
