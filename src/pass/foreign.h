// Passes that are not written by the engine's authors.
#pragma once

#include "pass/pass.h"

namespace passcope {

// Like CreateModulePass and CreateFunctionPass, but without making binders unique
// (ir/unique_binders.h). If such a pass binds a variable twice, its author sees that.
Pass CreateForeignModulePass(ModulePassFunction run, PassInfo info);
Pass CreateForeignFunctionPass(FunctionPassFunction run, PassInfo info);

}  // namespace passcope
