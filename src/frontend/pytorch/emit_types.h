// Types and operators of the source, for the emitter.
#pragma once

#include <string>
#include <string_view>

#include "frontend/pytorch/code.h"
#include "frontend/pytorch/graph.h"

namespace passcope::frontend {

// The type of an annotation such as "Optional[List[int]]"; kAny for null.
TorchType ToTorchType(const CodeExpr* annotation);
// "+" gives "aten::add".
std::string BinaryOperatorName(std::string_view symbol);

}  // namespace passcope::frontend
