// Random programs with references, closures and effects in every place.
#pragma once

#include <cstdint>

#include "ir/module.h"

namespace passcope {

// A well-typed module. @main takes two tensors. Its result contains the final contents of all
// references that it made itself. Equal seeds give equal modules.
IRModule MakeEffectProgram(uint64_t seed);

}  // namespace passcope
