// Functions on vectors of doubles, the counterparts of functions.h. scalar.h states their accuracy.
// The rational approximations are those of Cephes (S. Moshier: exp.c, log.c, tanh.c, ndtr.c).
#pragma once

#include "kernels/functions.h"

namespace passcope::kernels {

using D2 = double __attribute__((vector_size(16)));
using L2 = int64_t __attribute__((vector_size(16)));

PASSCOPE_INLINE D2 Splat(double x) { return D2{x, x}; }
PASSCOPE_INLINE L2 SplatLong(int64_t x) { return L2{x, x}; }
PASSCOPE_INLINE L2 Bits(D2 x) { return reinterpret_cast<L2>(x); }
PASSCOPE_INLINE D2 FromBits(L2 x) { return reinterpret_cast<D2>(x); }
PASSCOPE_INLINE L2 Select(L2 mask, L2 a, L2 b) { return (mask & a) | (~mask & b); }
PASSCOPE_INLINE D2 Select(L2 mask, D2 a, D2 b) { return FromBits(Select(mask, Bits(a), Bits(b))); }
PASSCOPE_INLINE L2 SignBit(D2 x) { return Bits(x) & SplatLong(INT64_MIN); }
PASSCOPE_INLINE D2 Abs(D2 x) { return FromBits(Bits(x) & SplatLong(INT64_MAX)); }
PASSCOPE_INLINE D2 Sign(D2 x) {
  return FromBits((Bits(Splat(1.0)) & (x > Splat(0.0))) | (Bits(Splat(-1.0)) & (x < Splat(0.0))));
}

// Computed per lane, since there is no vector instruction.
PASSCOPE_INLINE D2 Sqrt(D2 x) { return D2{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])}; }
PASSCOPE_INLINE D2 Trunc(D2 x) { return D2{__builtin_trunc(x[0]), __builtin_trunc(x[1])}; }
PASSCOPE_INLINE D2 Floor(D2 x) { return D2{__builtin_floor(x[0]), __builtin_floor(x[1])}; }
PASSCOPE_INLINE D2 Ceil(D2 x) { return D2{__builtin_ceil(x[0]), __builtin_ceil(x[1])}; }
// Halves to even. Adding 2^52 leaves no bits for a fraction.
PASSCOPE_INLINE D2 Round(D2 x) {
  D2 whole = (Abs(x) + Splat(0x1p52)) - Splat(0x1p52);
  return Select(Abs(x) < Splat(0x1p52), FromBits(Bits(whole) | SignBit(x)), x);
}

// A polynomial in `x`, highest power first.
template <class... C>
PASSCOPE_INLINE D2 Polynomial(D2 x, double first, C... rest) {
  D2 sum = Splat(first);
  ((sum = sum * x + Splat(rest)), ...);
  return sum;
}

// Adding this to a small number leaves the nearest integer in the lowest bits of the mantissa.
inline constexpr double kRounding = 0x1.8p52;

// 2^n for integers n from -1022 to 1023.
PASSCOPE_INLINE D2 PowerOfTwo(L2 n) { return FromBits((n + 1023) << 52); }

// exp. Reduces to [-ln 2 / 2, ln 2 / 2] with a two-part ln 2, then 1 + 2r / (q - r).
PASSCOPE_INLINE D2 Exp(D2 x) {
  L2 high = x > Splat(709.782712893383996), low = x < Splat(-708.396418532264106);
  L2 number = x == x;
  D2 safe = Select(high | low | ~number, Splat(0.0), x);
  D2 shifted = safe * Splat(1.4426950408889634074) + Splat(kRounding);
  L2 n = Bits(shifted) - Bits(Splat(kRounding));
  D2 k = shifted - Splat(kRounding);
  D2 r = (safe - k * Splat(6.93145751953125e-1)) - k * Splat(1.42860682030941723212e-6);
  D2 z = r * r;
  D2 p = r * Polynomial(z, 1.26177193074810590878e-4, 3.02994407707441961300e-2,
                        9.99999999999999999910e-1);
  D2 q = Polynomial(z, 3.00198505138664455042e-6, 2.52448340349684104192e-3,
                    2.27265548208155028766e-1, 2.0);
  D2 y = Splat(1.0) + Splat(2.0) * (p / (q - p));
  // Two factors, since 2^1024 is not a double.
  L2 half = n >> 1;
  y = (y * PowerOfTwo(half)) * PowerOfTwo(n - half);
  y = Select(high, Splat(__builtin_inf()), y);
  y = Select(low, Splat(0.0), y);
  return Select(number, y, x);
}

// log of the mantissa in [sqrt(1/2), sqrt(2)), plus the exponent.
PASSCOPE_INLINE D2 Log(D2 x) {
  L2 tiny = (x < Splat(0x1p-1022)) & (x > Splat(0.0));
  D2 normal = Select(tiny, x * Splat(0x1p52), x);
  L2 bits = Bits(normal);
  L2 e = ((bits >> 52) & 0x7ff) - 1022 - (tiny & 52);
  D2 m = FromBits((bits & 0x000fffffffffffff) | 0x3fe0000000000000);  // In [0.5, 1).
  L2 below = m < Splat(0.70710678118654752440);
  e = e + below;  // A true comparison is -1.
  D2 k = FromBits(e + Bits(Splat(kRounding))) - Splat(kRounding);
  D2 f = (m + FromBits(Bits(m) & below)) - Splat(1.0);
  D2 z = f * f;
  D2 p = Polynomial(f, 1.01875663804580931796e-4, 4.97494994976747001425e-1, 4.70579119878881725854,
                    14.4989225341610930846, 17.9368678507819816313, 7.70838733755885391666);
  D2 q = Polynomial(f, 1.0, 11.2873587189167450590, 45.2279145837532221105, 82.9875266912776603211,
                    71.1544750618563894466, 23.1251620126765340583);
  D2 y = f * (z * p / q) - k * Splat(2.121944400546905827679e-4) - Splat(0.5) * z;
  y = (f + y) + k * Splat(0.693359375);
  y = Select(x == Splat(0.0), Splat(-__builtin_inf()), y);
  y = Select(x < Splat(0.0), Splat(__builtin_nan("")), y);
  // Infinity and NaN are their own logarithms.
  return Select((x == Splat(__builtin_inf())) | ~(x == x), x, y);
}

// An odd rational function near 0, elsewhere from exp.
PASSCOPE_INLINE D2 Tanh(D2 x) {
  D2 a = Abs(x), z = x * x;
  D2 p = Polynomial(z, -9.64399179425052238628e-1, -9.92877231001918586564e1,
                    -1.61468768441708447952e3);
  D2 q = Polynomial(z, 1.0, 1.12811678491632931402e2, 2.23548839060100448583e3,
                    4.84406305325125486048e3);
  D2 near = x + x * (z * (p / q));
  D2 far = Splat(1.0) - Splat(2.0) / (Exp(a + a) + Splat(1.0));
  far = FromBits(Bits(far) | SignBit(x));
  return Select(a < Splat(0.625), near, far);
}

// An odd rational function for |x| < 1, elsewhere 1 - exp(-x²) · p(|x|) / q(|x|).
PASSCOPE_INLINE D2 Erf(D2 x) {
  D2 z = x * x;
  D2 t = Polynomial(z, 9.60497373987051638749, 9.00260197203842689217e1, 2.23200534594684319226e3,
                    7.00332514112805075473e3, 5.55923013010394962768e4);
  D2 u = Polynomial(z, 1.0, 3.35617141647503099647e1, 5.21357949780152679795e2,
                    4.59432382970980127987e3, 2.26290000613890934246e4, 4.92673942608635921086e4);
  D2 near = x * (t / u);
  D2 a = Abs(x);
  // From 6 on, the nearest double is 1.
  D2 safe = Select(a < Splat(6.0), a, Splat(6.0));
  D2 p = Polynomial(safe, 2.46196981473530512524e-10, 5.64189564831068821977e-1,
                    7.46321056442269912687, 4.86371970985681366614e1, 1.96520832956077098242e2,
                    5.26445194995477358631e2, 9.34528527171957607540e2, 1.02755188689515710272e3,
                    5.57535335369399327526e2);
  D2 q = Polynomial(safe, 1.0, 1.32281951154744992508e1, 8.67072140885989742329e1,
                    3.54937778887819891062e2, 9.75708501743205489753e2, 1.82390916687909736289e3,
                    2.24633760818710981792e3, 1.65666309194161350182e3, 5.57535340817727675546e2);
  D2 far = Splat(1.0) - Exp(-(safe * safe)) * (p / q);
  far = FromBits(Bits(far) | SignBit(x));
  return Select((a < Splat(1.0)) | ~(x == x), near, far);
}

PASSCOPE_INLINE D2 Sigmoid(D2 x) { return Splat(1.0) / (Splat(1.0) + Exp(-x)); }

}  // namespace passcope::kernels
