// Places the tensors of a plan in its arena.
#pragma once

#include "executor/plan.h"

namespace passcope {

// Finds the lifetime and offset of each buffer of the arena, and which steps work in place. Sets
// the sizes that follow.
void PlaceTensors(Plan* plan);

}  // namespace passcope
