// What TVM's relay.optimize does for a processor.
#pragma once

#include <vector>

#include "ir/module.h"
#include "pass/pass.h"
#include "transforms/bind_params.h"

namespace passcope {

// The passes of relay.optimize for one CPU target, in TVM's order. Opt levels decide which of them
// a Sequential runs.
std::vector<Pass> OptimizePasses();

// Binds `params` to the parameters of @main, runs OptimizePasses as one Sequential under the
// current context with the target llvm, inlines functions and labels primitive ones. Throws as the
// passes do.
IRModule Optimize(const IRModule& module, const ParamMap& params = {});

namespace transform {
// Gives each function the attribute "hash", its structural hash in hexadecimal digits, and those of
// the calls in it whose name contains "layout". A function that has a hash stays.
Pass LabelOps();
}  // namespace transform

}  // namespace passcope
