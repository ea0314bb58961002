// The data types that TVM's frontend puts in front of every program it makes of a TorchScript
// model.
#pragma once

#include <vector>

#include "ir/expr.h"

namespace passcope::frontend {

// List, Option, Tree, and for each data type tensors of up to six axes of unknown lengths, by name.
// The same nodes at each call.
const std::vector<TypeData>& TorchPreludeTypes();

}  // namespace passcope::frontend
