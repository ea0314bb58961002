// Random numbers that are the same on every platform.
#pragma once

#include <cstdint>
#include <string_view>

namespace passcope {

// The SplitMix64 generator (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
// 2014). Integers and exact conversions only, so that every platform gets the same numbers.
class SplitMix64 {
 public:
  explicit SplitMix64(uint64_t seed) : state_(seed) {}
  // A separate stream for each name.
  SplitMix64(uint64_t seed, std::string_view name) : state_(seed) {
    for (char c : name) state_ = (state_ ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    state_ = Next();
  }

  uint64_t Next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  // In [0, 1), a multiple of 2^-53.
  double Uniform() { return static_cast<double>(Next() >> 11) * 0x1p-53; }
  // In [-scale, scale). It rounds once, because doubling and subtracting 1 are exact.
  double Symmetric(double scale) { return (2 * Uniform() - 1) * scale; }
  // In [0, bound); bound > 0. Slightly uneven for bounds near 2^64.
  uint64_t Below(uint64_t bound) { return Next() % bound; }

 private:
  uint64_t state_;
};

}  // namespace passcope
