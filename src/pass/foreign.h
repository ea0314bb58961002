// Passes that others than the engine have written.
#pragma once

#include "pass/pass.h"

namespace passcope {

// As CreateModulePass and CreateFunctionPass, but a variable that such a pass makes two expressions
// bind stays bound twice, for its author to see (ir/unique_binders.h).
Pass CreateForeignModulePass(ModulePassFunction run, PassInfo info);
Pass CreateForeignFunctionPass(FunctionPassFunction run, PassInfo info);

}  // namespace passcope
