// Where the tensors of a plan are in its arena.
#pragma once

#include "executor/plan.h"

namespace passcope {

// Finds how long each buffer of the arena lives, what can be computed in place, and an offset for
// each; sets the sizes that follow from it.
void PlaceTensors(Plan* plan);

}  // namespace passcope
