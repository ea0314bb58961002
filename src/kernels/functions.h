// Functions on vectors of floats, for scalar programs, normalisations and softmax. scalar.h states
// their accuracy.
#pragma once

#include "kernels/simd.h"

namespace passcope::kernels {

PASSCOPE_INLINE I4 SplatInt(int32_t x) { return I4{x, x, x, x}; }
PASSCOPE_INLINE I4 Bits(F4 x) { return reinterpret_cast<I4>(x); }
PASSCOPE_INLINE F4 FromBits(I4 x) { return reinterpret_cast<F4>(x); }
PASSCOPE_INLINE F4 Select(I4 mask, F4 a, F4 b) {
  return FromBits((mask & Bits(a)) | (~mask & Bits(b)));
}
PASSCOPE_INLINE I4 Select(I4 mask, I4 a, I4 b) { return (mask & a) | (~mask & b); }
PASSCOPE_INLINE F4 ToFloat(I4 x) { return __builtin_convertvector(x, F4); }
PASSCOPE_INLINE F4 Abs(F4 x) { return FromBits(Bits(x) & SplatInt(0x7fffffff)); }
PASSCOPE_INLINE I4 SignBit(F4 x) { return Bits(x) & static_cast<int32_t>(0x80000000); }

PASSCOPE_INLINE F4 Sqrt(F4 x) {
  return F4{__builtin_sqrtf(x[0]), __builtin_sqrtf(x[1]), __builtin_sqrtf(x[2]),
            __builtin_sqrtf(x[3])};
}

inline constexpr float kWhole = 8388608.0f;  // From 2^23 on, every float is an integer.

// Truncates values below 2^23 in magnitude; other lanes are undefined.
PASSCOPE_INLINE I4 TruncSmall(F4 x) {
  I4 small = Abs(x) < Splat(kWhole);
  return __builtin_convertvector(FromBits(Bits(x) & small), I4);
}
PASSCOPE_INLINE F4 Trunc(F4 x) {
  I4 small = Abs(x) < Splat(kWhole);
  F4 whole = FromBits(Bits(ToFloat(TruncSmall(x))) | SignBit(x));
  return Select(small, whole, x);
}
PASSCOPE_INLINE F4 Floor(F4 x) {
  F4 t = Trunc(x);
  return FromBits(Bits(t - FromBits(Bits(Splat(1.0f)) & (t > x))) | SignBit(x));
}
PASSCOPE_INLINE F4 Ceil(F4 x) {
  F4 t = Trunc(x);
  return FromBits(Bits(t + FromBits(Bits(Splat(1.0f)) & (t < x))) | SignBit(x));
}
// Halves to even. Adding 2^23 leaves no bits for a fraction.
PASSCOPE_INLINE F4 Round(F4 x) {
  I4 small = Abs(x) < Splat(kWhole);
  F4 whole = (Abs(x) + Splat(kWhole)) - Splat(kWhole);
  return Select(small, FromBits(Bits(whole) | SignBit(x)), x);
}

// 2^n for integers n from -126 to 127.
PASSCOPE_INLINE F4 PowerOfTwo(I4 n) { return FromBits((n + 127) << 23); }

// exp. Reduces to [-ln 2 / 2, ln 2 / 2] with a two-part ln 2 (Cody and Waite), then a polynomial of
// degree 6 (coefficients of Cephes' expf, S. Moshier).
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
  // Two factors, since 2^128 is not a float.
  I4 half = n >> 1;
  y = (y * PowerOfTwo(half)) * PowerOfTwo(n - half);
  y = Select(high, Splat(__builtin_inff()), y);
  y = Select(low, Splat(0.0f), y);
  return Select(nan, x, y);
}

// log: a polynomial for the mantissa in [sqrt(1/2), sqrt(2)) (Cephes' logf), plus the exponent.
PASSCOPE_INLINE F4 Log(F4 x) {
  I4 tiny = (x < Splat(1.17549435e-38f)) & (x > Splat(0.0f));
  F4 normal = Select(tiny, x * Splat(kWhole), x);
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

// An odd polynomial near 0 (Cephes' tanhf), elsewhere from exp.
PASSCOPE_INLINE F4 Tanh(F4 x) {
  F4 a = Abs(x), z = x * x;
  F4 p = Splat(-5.70498872745e-3f);
  p = p * z + Splat(2.06390887954e-2f);
  p = p * z + Splat(-5.37397155531e-2f);
  p = p * z + Splat(1.33314422036e-1f);
  p = p * z + Splat(-3.33332819422e-1f);
  F4 near = p * z * x + x;
  F4 far = Splat(1.0f) - Splat(2.0f) / (Exp(a + a) + Splat(1.0f));
  far = FromBits(Bits(far) | SignBit(x));
  return Select(a < Splat(0.625f), near, far);
}

// An odd polynomial for |x| < 1, elsewhere 1 - exp(-x²) · q(1 / |x|) (Cephes' erff and erfcf).
PASSCOPE_INLINE F4 Erf(F4 x) {
  F4 z = x * x;
  F4 p = Splat(7.853861353153693e-5f);
  p = p * z + Splat(-8.010193625184903e-4f);
  p = p * z + Splat(5.188327685732524e-3f);
  p = p * z + Splat(-2.685381193529856e-2f);
  p = p * z + Splat(1.128358514861418e-1f);
  p = p * z + Splat(-3.761262582423300e-1f);
  p = p * z + Splat(1.128379165726710e+0f);
  F4 near = x * p;
  F4 a = Abs(x);
  I4 large = a > Splat(4.0f);
  F4 safe = Select(large, Splat(4.0f), a);
  F4 q = Splat(1.0f) / Select(safe < Splat(1.0f), Splat(1.0f), safe);
  F4 y = q * q;
  F4 r = Splat(2.326819970068386e-2f);
  r = r * y + Splat(-1.387039388740657e-1f);
  r = r * y + Splat(3.687424674597105e-1f);
  r = r * y + Splat(-5.824733027278666e-1f);
  r = r * y + Splat(6.210004621745983e-1f);
  r = r * y + Splat(-4.944515323274145e-1f);
  r = r * y + Splat(3.404879937665872e-1f);
  r = r * y + Splat(-2.741127028184656e-1f);
  r = r * y + Splat(5.638259427386472e-1f);
  F4 complement = Exp(-(safe * safe)) * q * r;
  F4 far = FromBits(Bits(Splat(1.0f) - complement) | SignBit(x));
  F4 one = FromBits(Bits(Splat(1.0f)) | SignBit(x));
  far = Select(large, one, far);
  return Select((a < Splat(1.0f)) | ~(x == x), near, far);
}

PASSCOPE_INLINE F4 Sigmoid(F4 x) { return Splat(1.0f) / (Splat(1.0f) + Exp(-x)); }

PASSCOPE_INLINE F4 Sign(F4 x) {
  return FromBits((Bits(Splat(1.0f)) & (x > Splat(0.0f))) |
                  (Bits(Splat(-1.0f)) & (x < Splat(0.0f))));
}

// The nearest float16 values, halves to even.
PASSCOPE_INLINE F4 ToHalf(F4 x) {
  F4 a = Abs(x);
  // Drops the lowest 13 bits of the mantissa. A carry into the exponent is correct.
  I4 rounded = (Bits(a) + SplatInt(0xfff) + ((Bits(a) >> 13) & 1)) & ~SplatInt(0x1fff);
  // Denormal float16 values have the same spacing as floats from 0.5 on.
  F4 denormal = (a + Splat(0.5f)) - Splat(0.5f);
  F4 y = Select(a < Splat(0x1p-14f), denormal, FromBits(rounded));
  y = Select(a >= Splat(65520.0f), Splat(__builtin_inff()), y);
  return Select(x == x, FromBits(Bits(y) | SignBit(x)), x);
}

// Converts to int64 and takes the lower 32 bits; NaN gives 0.
inline int32_t ToInt(float x) {
  if (!(x == x)) return 0;
  if (x >= 9.2233720368547758e18f) return -1;
  if (x <= -9.2233720368547758e18f) return 0;
  return static_cast<int32_t>(static_cast<int64_t>(x));
}
PASSCOPE_INLINE I4 ToInt(F4 x) {
  I4 small = Abs(x) < Splat(2147483520.0f);
  if ((small[0] & small[1] & small[2] & small[3]) != 0) return __builtin_convertvector(x, I4);
  return I4{ToInt(x[0]), ToInt(x[1]), ToInt(x[2]), ToInt(x[3])};
}

}  // namespace passcope::kernels
