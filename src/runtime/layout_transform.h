// Moving the axes of arrays.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ir/ndarray.h"

namespace passcope {

// Axis i of the result is axis `axes[i]` of `array`. Shares the buffer if no element moves.
NDArray TransposeNDArray(const NDArray& array, std::span<const int64_t> axes);

// Converts `array` from layout `src` to `dst` (op/layout.h). The type relations ensure that the
// layouts are convertible and fit the array. Incomplete blocks are padded with zeros.
NDArray LayoutTransformNDArray(const NDArray& array, std::string_view src, std::string_view dst);

}  // namespace passcope
