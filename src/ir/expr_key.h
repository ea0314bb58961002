// A number that identifies an expression in languages without pointers.
#pragma once

#include <cstdint>

#include "ir/expr.h"

namespace passcope {

// No other living expression has it. The kind is its remainder modulo 16.
inline int64_t ExprKey(const ExprNode* node) {
  return static_cast<int64_t>(reinterpret_cast<uintptr_t>(node)) * 16 +
         static_cast<int64_t>(node->kind());
}

}  // namespace passcope
