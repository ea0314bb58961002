// Converts reals to integers; freestanding, since the kernels use it, too.
#pragma once

#include <cstdint>

namespace passcope {

// Rounds a number toward zero. A number out of range becomes the nearest int64_t, and NaN becomes
// 0. A cast is undefined for both.
inline int64_t TowardZero(double value) {
  if (value != value) return 0;
  if (value >= 0x1p63) return INT64_MAX;
  if (value < -0x1p63) return INT64_MIN;
  return static_cast<int64_t>(value);
}

}  // namespace passcope
