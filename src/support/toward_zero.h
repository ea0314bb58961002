// Real numbers as integers; freestanding, for the kernels, too.
#pragma once

#include <cstdint>

namespace passcope {

// The integer next to a number on its way to zero: the nearest one that there is for what is beyond
// them, 0 for NaN. A cast is undefined for both.
inline int64_t TowardZero(double value) {
  if (value != value) return 0;
  if (value >= 0x1p63) return INT64_MAX;
  if (value < -0x1p63) return INT64_MIN;
  return static_cast<int64_t>(value);
}

}  // namespace passcope
