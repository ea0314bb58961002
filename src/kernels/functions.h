// exp and log of vectors.
#pragma once

#include "kernels/simd.h"

namespace passcope::kernels {

PASSCOPE_INLINE I4 Bits(F4 x) { return reinterpret_cast<I4>(x); }
PASSCOPE_INLINE F4 FromBits(I4 x) { return reinterpret_cast<F4>(x); }
PASSCOPE_INLINE F4 Select(I4 mask, F4 a, F4 b) {
  return FromBits((mask & Bits(a)) | (~mask & Bits(b)));
}
PASSCOPE_INLINE F4 ToFloat(I4 x) { return __builtin_convertvector(x, F4); }
PASSCOPE_INLINE I4 SignBit(F4 x) { return Bits(x) & static_cast<int32_t>(0x80000000); }

// 2^n for integers n from -126 to 127.
PASSCOPE_INLINE F4 PowerOfTwo(I4 n) { return FromBits((n + 127) << 23); }

// exp, reduced to [-ln 2 / 2, ln 2 / 2] by a two-part ln 2 (Cody and Waite), then a polynomial of
// degree 6 (the coefficients of Cephes' expf, S. Moshier).
PASSCOPE_INLINE F4 Exp(F4 x) {
  I4 high = x > Splat(88.72283f), low = x < Splat(-87.33654f), nan = ~(x == x);
  F4 safe = Select(high | low | nan, Splat(0.0f), x);
  F4 scaled = safe * Splat(1.44269504088896341f);
  F4 rounded = scaled + FromBits(Bits(Splat(0.5f)) | SignBit(scaled));
  I4 n = __builtin_convertvector(rounded, I4);
  F4 k = ToFloat(n);
  F4 r = (safe - k * Splat(0.693359375f)) - k * Splat(-2.12194440e-4f);
  F4 p = Splat(1.9875691500e-4f);
  p = p * r + Splat(1.3981999507e-3f);
  p = p * r + Splat(8.3334519073e-3f);
  p = p * r + Splat(4.1665795894e-2f);
  p = p * r + Splat(1.6666665459e-1f);
  p = p * r + Splat(5.0000001201e-1f);
  F4 y = (p * (r * r) + r) + Splat(1.0f);
  // In two factors, since 2^128 is no float.
  I4 half = n >> 1;
  y = (y * PowerOfTwo(half)) * PowerOfTwo(n - half);
  y = Select(high, Splat(__builtin_inff()), y);
  y = Select(low, Splat(0.0f), y);
  return Select(nan, x, y);
}

// log of the mantissa in [sqrt(1/2), sqrt(2)) by a polynomial (Cephes' logf), plus the exponent.
PASSCOPE_INLINE F4 Log(F4 x) {
  I4 tiny = (x < Splat(1.17549435e-38f)) & (x > Splat(0.0f));
  F4 normal = Select(tiny, x * Splat(8388608.0f), x);
  I4 bits = Bits(normal);
  I4 e = ((bits >> 23) & 0xff) - 126 - (tiny & 23);
  F4 m = FromBits((bits & 0x007fffff) | 0x3f000000);  // In [0.5, 1).
  I4 below = m < Splat(0.707106781186547524f);
  e = e + below;  // A true comparison is -1.
  F4 f = (m + FromBits(Bits(m) & below)) - Splat(1.0f);
  F4 z = f * f;
  F4 p = Splat(7.0376836292e-2f);
  p = p * f + Splat(-1.1514610310e-1f);
  p = p * f + Splat(1.1676998740e-1f);
  p = p * f + Splat(-1.2420140846e-1f);
  p = p * f + Splat(1.4249322787e-1f);
  p = p * f + Splat(-1.6668057665e-1f);
  p = p * f + Splat(2.0000714765e-1f);
  p = p * f + Splat(-2.4999993993e-1f);
  p = p * f + Splat(3.3333331174e-1f);
  F4 k = ToFloat(e);
  F4 y = p * f * z + k * Splat(-2.12194440e-4f) - Splat(0.5f) * z;
  y = (f + y) + k * Splat(0.693359375f);
  y = Select(x == Splat(0.0f), Splat(-__builtin_inff()), y);
  y = Select(x < Splat(0.0f), Splat(__builtin_nanf("")), y);
  // Infinity and NaN are their own logarithms.
  return Select((x == Splat(__builtin_inff())) | ~(x == x), x, y);
}

}  // namespace passcope::kernels
