// What the emitter knows of types and operators in the source.
#pragma once

#include <string>
#include <string_view>

#include "frontend/pytorch/code.h"
#include "frontend/pytorch/graph.h"

namespace passcope::frontend {

// The type that an annotation says: "Optional[List[int]]"; kAny for null.
TorchType ToTorchType(const CodeExpr* annotation);
// "+" as "aten::add".
std::string BinaryOperatorName(std::string_view symbol);

}  // namespace passcope::frontend
