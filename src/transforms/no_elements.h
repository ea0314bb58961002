// Tensors without elements. Attributes such as the size of a kernel cannot be 0, so rules that take
// them from a shape leave such calls alone.
#pragma once

#include <algorithm>

#include "ir/type.h"

namespace passcope {

// True for a tensor with an axis of size 0.
inline bool HasNoElements(const Type& type) {
  const auto* tensor = As<TensorTypeNode>(type);
  return tensor &&
         std::find(tensor->shape.begin(), tensor->shape.end(), Dim(0)) != tensor->shape.end();
}

}  // namespace passcope
