// Loads elements of tensors into the registers of a scalar program, and stores them.
#pragma once

#include <cstdint>

#include "kernels/scalar.h"

namespace passcope::kernels {

inline float HalfToFloat(uint16_t half) {
  uint32_t sign = uint32_t{half & 0x8000u} << 16, exponent = (half >> 10) & 31,
           mantissa = half & 0x3ffu;
  union {
    uint32_t u;
    float f;
  } pun;
  if (exponent == 0) {
    pun.f = static_cast<float>(mantissa) * 0x1p-24f;
    pun.u |= sign;
  } else {
    pun.u = sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | mantissa << 13;
  }
  return pun.f;
}

// Rounds to nearest, halves to even.
inline uint16_t FloatToHalf(float value) {
  union {
    float f;
    uint32_t u;
  } pun = {value};
  uint32_t sign = (pun.u >> 16) & 0x8000u, bits = pun.u & 0x7fffffffu;
  if (bits > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u);
  if (bits >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);
  if (bits < 0x38800000u) {
    // Adding 0.5 moves the bits of the denormal to the end of the mantissa.
    pun.u = bits;
    pun.f += 0.5f;
    return static_cast<uint16_t>(sign | (pun.u - 0x3f000000u));
  }
  uint32_t rounded = bits + 0xfffu + ((bits >> 13) & 1);
  return static_cast<uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

// Loads elements `stride` apart in the format of registers. A stride of 0 repeats one element.
inline void Gather(ElementType type, const void* data, int64_t at, int64_t stride, int64_t n,
                   void* to) {
  auto copy = [&](auto* from, auto* out, auto convert) {
    from += at;
    for (int64_t i = 0; i < n; ++i) out[i] = convert(from[i * stride]);
  };
  auto same = [](auto x) { return x; };
  auto widen = [](auto x) { return static_cast<int32_t>(x); };
  switch (type) {
    case ElementType::kFloat32:
    case ElementType::kInt32:
      return copy(static_cast<const int32_t*>(data), static_cast<int32_t*>(to), same);
    case ElementType::kInt8:
      return copy(static_cast<const int8_t*>(data), static_cast<int32_t*>(to), widen);
    case ElementType::kUint8:
    case ElementType::kBool:
      return copy(static_cast<const uint8_t*>(data), static_cast<int32_t*>(to), widen);
    case ElementType::kFloat16:
      return copy(static_cast<const uint16_t*>(data), static_cast<float*>(to), HalfToFloat);
    case ElementType::kInt64:
    case ElementType::kFloat64:
      return copy(static_cast<const int64_t*>(data), static_cast<int64_t*>(to), same);
  }
}

inline void Scatter(ElementType type, void* data, int64_t at, int64_t stride, int64_t n,
                    const void* from) {
  auto copy = [&](auto* values, auto* out, auto convert) {
    out += at;
    for (int64_t i = 0; i < n; ++i) out[i * stride] = convert(values[i]);
  };
  auto same = [](auto x) { return x; };
  switch (type) {
    case ElementType::kFloat32:
    case ElementType::kInt32:
      return copy(static_cast<const int32_t*>(from), static_cast<int32_t*>(data), same);
    case ElementType::kInt8:
      return copy(static_cast<const int32_t*>(from), static_cast<int8_t*>(data),
                  [](int32_t x) { return static_cast<int8_t>(x); });
    case ElementType::kUint8:
      return copy(static_cast<const int32_t*>(from), static_cast<uint8_t*>(data),
                  [](int32_t x) { return static_cast<uint8_t>(x); });
    case ElementType::kBool:
      return copy(static_cast<const int32_t*>(from), static_cast<uint8_t*>(data),
                  [](int32_t x) { return static_cast<uint8_t>(x != 0); });
    case ElementType::kFloat16:
      return copy(static_cast<const float*>(from), static_cast<uint16_t*>(data), FloatToHalf);
    case ElementType::kInt64:
    case ElementType::kFloat64:
      return copy(static_cast<const int64_t*>(from), static_cast<int64_t*>(data), same);
  }
}

}  // namespace passcope::kernels
