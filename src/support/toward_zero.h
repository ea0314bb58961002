// Real numbers as integers.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace passcope {

// The integer next to a number on its way to zero: the nearest one that there is for what is beyond
// them, 0 for NaN. A cast is undefined for both.
inline int64_t TowardZero(double value) {
  if (std::isnan(value)) return 0;
  if (value >= 9223372036854775808.0) return std::numeric_limits<int64_t>::max();
  if (value <= -9223372036854775808.0) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(value);
}

}  // namespace passcope
