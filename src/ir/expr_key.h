// A number by which languages that hold no pointers tell expressions apart.
#pragma once

#include <cstdint>

#include "ir/expr.h"

namespace passcope {

// No other living expression has it. The remainder by 16 is the kind.
inline int64_t ExprKey(const ExprNode* node) {
  return static_cast<int64_t>(reinterpret_cast<uintptr_t>(node)) * 16 +
         static_cast<int64_t>(node->kind());
}

}  // namespace passcope
