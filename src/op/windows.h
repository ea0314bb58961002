// The geometry of windows over spatial axes, for convolutions and pooling.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ir/type.h"

namespace passcope {

// An entry of a list with one number for all axes or one per axis.
inline int64_t AtAxis(const std::vector<int64_t>& list, size_t i) {
  return list[list.size() == 1 ? 0 : i];
}

// Padding has one number for all axes, one per axis, or one per axis and side: all before, then all
// after.
inline bool IsPadding(const std::vector<int64_t>& padding, size_t dims) {
  return padding.size() == 1 || padding.size() == dims || padding.size() == 2 * dims;
}
// The padding before and after spatial axis `i` of `dims`.
inline std::pair<int64_t, int64_t> PaddingAt(const std::vector<int64_t>& padding, size_t dims,
                                             size_t i) {
  int64_t before = AtAxis(padding, i);
  return {before, padding.size() == 2 * dims ? padding[dims + i] : before};
}
// The same, with one number per axis and side.
inline std::vector<int64_t> FullPadding(const std::vector<int64_t>& padding, size_t dims) {
  std::vector<int64_t> full(2 * dims);
  for (size_t i = 0; i < dims; ++i) {
    auto [before, after] = PaddingAt(padding, dims, i);
    full[i] = before;
    full[dims + i] = after;
  }
  return full;
}

// The number of elements that a window spans. Sizes are integers or Dims.
template <class Size>
Size WindowSpan(Size kernel, int64_t dilation) {
  return (kernel - 1) * dilation + 1;
}

// The number of positions of a window within `size` elements, padding included. As a Dim it may be
// negative if the window is larger.
inline Dim WindowCount(Dim size, Dim span, int64_t stride) { return (size - span) / stride + 1; }
inline int64_t WindowCount(int64_t size, int64_t span, int64_t stride) {
  return size < span ? 0 : (size - span) / stride + 1;
}

// The size of a transposed convolution's result, the inverse of WindowCount.
template <class Size>
Size TransposedSize(Size size, Size span, Size padding, int64_t stride) {
  return (size - 1) * stride + span - padding;
}

}  // namespace passcope
