// TVM's relay.optimize for a CPU.
#pragma once

#include <vector>

#include "ir/module.h"
#include "pass/pass.h"
#include "transforms/bind_params.h"

namespace passcope {

// The passes of relay.optimize for one CPU target, in TVM's order. A Sequential runs those that the
// opt level enables.
std::vector<Pass> OptimizePasses();

// Binds `params` to the parameters of @main, and runs OptimizePasses as one Sequential under the
// current context with the target llvm. Then inlines functions and labels primitive ones.
// Exceptions of the passes propagate.
IRModule Optimize(const IRModule& module, const ParamMap& params = {});

namespace transform {
// Gives each function the attribute "hash", its structural hash in hexadecimal digits. The function
// also gets the attributes of its calls whose name contains "layout". A function with a hash stays
// unchanged.
Pass LabelOps();
}  // namespace transform

}  // namespace passcope
