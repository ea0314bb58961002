// Passes that are written in another language.
#pragma once

#include "api/foreign_instrument.h"
#include "pass/pass.h"

namespace passcope {

// A pass that `host` runs: over each function, with the types of the result inferred, or over whole
// modules. Takes `object` over. `host` must outlive the pass. A type error in what the pass
// returned names the pass.
Pass MakeForeignPass(ForeignHost& host, uint32_t object, bool over_modules, PassInfo info);

}  // namespace passcope
