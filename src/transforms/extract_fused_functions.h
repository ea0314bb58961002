// The functions that fusion makes.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ir/module.h"

namespace passcope {

// The primitive functions of @main after SimplifyInference and FuseOps at level 3, as TVM 0.11's
// relay.analysis.extract_fused_functions. Each occurs once, keyed by TVM's structural hash, in the
// order of the first visit. The passes run in the current context.
std::vector<std::pair<uint64_t, Expr>> ExtractFusedFunctions(const IRModule& module);

}  // namespace passcope
