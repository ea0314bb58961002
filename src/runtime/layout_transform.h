// Moving the axes of arrays.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ir/ndarray.h"

namespace passcope {

// Axis i of the result is axis `axes[i]` of `array`. Shares the buffer where nothing moves.
NDArray TransposeNDArray(const NDArray& array, std::span<const int64_t> axes);

// `array`, whose layout is `src`, in layout `dst` (op/layout.h). The layouts must be convertible
// and fit the array, which the type relations see to. Blocks that the axis does not fill are padded
// with zeros.
NDArray LayoutTransformNDArray(const NDArray& array, std::string_view src, std::string_view dst);

}  // namespace passcope
