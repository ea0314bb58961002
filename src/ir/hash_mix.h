// Combines hashes of parts.
#pragma once

#include <cstdint>

namespace passcope {

// Combines the hash `seed` of the preceding parts with `value`. The same on every platform.
inline uint64_t Mix(uint64_t seed, uint64_t value) {
  value *= 0xFF51AFD7ED558CCDull;
  value ^= value >> 32;
  return (seed ^ value) * 0x9E3779B97F4A7C15ull + 0x632BE59BD9B4E019ull;
}

}  // namespace passcope
