// The interpreter of scalar programs.
//
// Operands are pointers: to a register, straight to memory where an input is dense, or to one
// repeated value ("uniform", four equal lanes), which the loops read with a step of 0. So dense
// tensors are not copied, and what is the same for a whole row is computed once per row.
#include "kernels/scalar.h"

namespace passcope::kernels {
namespace {

typedef float F4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t I4 __attribute__((vector_size(16), aligned(4), may_alias));

inline F4 Splat(float x) { return F4{x, x, x, x}; }
inline I4 Splat(int32_t x) { return I4{x, x, x, x}; }
inline I4 Bits(F4 x) { return reinterpret_cast<I4&>(x); }
inline F4 FromBits(I4 x) { return reinterpret_cast<F4&>(x); }
inline F4 Select(I4 mask, F4 a, F4 b) { return FromBits((mask & Bits(a)) | (~mask & Bits(b))); }
inline I4 Select(I4 mask, I4 a, I4 b) { return (mask & a) | (~mask & b); }
inline F4 ToFloat(I4 x) { return __builtin_convertvector(x, F4); }

inline F4 Abs(F4 x) { return FromBits(Bits(x) & Splat(0x7fffffff)); }
inline I4 SignBit(F4 x) { return Bits(x) & Splat(int32_t(0x80000000)); }

inline F4 Sqrt(F4 x) {
  return F4{__builtin_sqrtf(x[0]), __builtin_sqrtf(x[1]), __builtin_sqrtf(x[2]),
            __builtin_sqrtf(x[3])};
}

constexpr float kWhole = 8388608.0f;  // From 2^23 on every float is an integer.

// Towards zero, of what is below 2^23 in magnitude; other lanes have no meaning.
inline I4 TruncSmall(F4 x) {
  I4 small = Abs(x) < Splat(kWhole);
  return __builtin_convertvector(FromBits(Bits(x) & small), I4);
}
inline F4 Trunc(F4 x) {
  I4 small = Abs(x) < Splat(kWhole);
  F4 whole = FromBits(Bits(ToFloat(TruncSmall(x))) | SignBit(x));
  return Select(small, whole, x);
}
inline F4 Floor(F4 x) {
  F4 t = Trunc(x);
  return FromBits(Bits(t - FromBits(Bits(Splat(1.0f)) & (t > x))) | SignBit(x));
}
inline F4 Ceil(F4 x) {
  F4 t = Trunc(x);
  return FromBits(Bits(t + FromBits(Bits(Splat(1.0f)) & (t < x))) | SignBit(x));
}
inline F4 Round(F4 x) {
  F4 t = Trunc(x);
  I4 up = Abs(x - t) >= Splat(0.5f);
  return t + FromBits((Bits(Splat(1.0f)) | SignBit(x)) & up);
}

// 2^n for integers n from -126 to 127.
inline F4 PowerOfTwo(I4 n) { return FromBits((n + 127) << 23); }

// exp, reduced to [-ln 2 / 2, ln 2 / 2] by a two-part ln 2 (Cody and Waite), then a polynomial of
// degree 6 (the coefficients of Cephes' expf, S. Moshier).
inline F4 Exp(F4 x) {
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
inline F4 Log(F4 x) {
  I4 tiny = (x < Splat(1.17549435e-38f)) & (x > Splat(0.0f));
  F4 normal = Select(tiny, x * Splat(kWhole), x);
  I4 bits = Bits(normal);
  I4 e = ((bits >> 23) & Splat(0xff)) - Splat(126) - (tiny & Splat(23));
  F4 m = FromBits((bits & Splat(0x007fffff)) | Splat(0x3f000000));  // In [0.5, 1).
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

// Near 0 an odd polynomial (Cephes' tanhf), elsewhere by exp.
inline F4 Tanh(F4 x) {
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

// Where |x| < 1 an odd polynomial, elsewhere 1 - exp(-x²) · q(1 / |x|) (Cephes' erff and erfcf).
inline F4 Erf(F4 x) {
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

inline F4 Sigmoid(F4 x) { return Splat(1.0f) / (Splat(1.0f) + Exp(-x)); }

inline F4 Sign(F4 x) {
  return FromBits((Bits(Splat(1.0f)) & (x > Splat(0.0f))) |
                  (Bits(Splat(-1.0f)) & (x < Splat(0.0f))));
}

// What a conversion to int64 that is cut to 32 bits gives; 0 for NaN.
inline int32_t ToInt(float x) {
  if (!(x == x)) return 0;
  if (x >= 9.2233720368547758e18f) return -1;
  if (x <= -9.2233720368547758e18f) return 0;
  return static_cast<int32_t>(static_cast<int64_t>(x));
}
inline I4 ToInt(F4 x) {
  I4 small = Abs(x) < Splat(2147483520.0f);
  if ((small[0] & small[1] & small[2] & small[3]) != 0) return __builtin_convertvector(x, I4);
  return I4{ToInt(x[0]), ToInt(x[1]), ToInt(x[2]), ToInt(x[3])};
}

float HalfToFloat(uint16_t half) {
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

// To nearest, halves to even.
uint16_t FloatToHalf(float value) {
  union {
    float f;
    uint32_t u;
  } pun = {value};
  uint32_t sign = (pun.u >> 16) & 0x8000u, bits = pun.u & 0x7fffffffu;
  if (bits > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u);
  if (bits >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);
  if (bits < 0x38800000u) {
    // Adding 0.5 leaves the bits of the denormal at the end of the mantissa.
    pun.u = bits;
    pun.f += 0.5f;
    return static_cast<uint16_t>(sign | (pun.u - 0x3f000000u));
  }
  uint32_t rounded = bits + 0xfffu + ((bits >> 13) & 1);
  return static_cast<uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

// Where the values of a block are.
struct Operand {
  const void* data = nullptr;
  int32_t step = 1;  // 0: four equal lanes.
};

// A vector wherever it lies: as an argument of a template a type loses the alignment that it was
// declared with.
template <class V>
struct __attribute__((packed, may_alias)) Anywhere {
  V value;
};

template <class V>
inline V Load(const void* at) {
  return static_cast<const Anywhere<V>*>(at)->value;
}

template <class In, class Out, class F>
inline void Map1(void* out, Operand a, int64_t n, F f) {
  auto* to = static_cast<Anywhere<Out>*>(out);
  auto* x = static_cast<const Anywhere<In>*>(a.data);
  int64_t count = (n + 3) / 4;
#pragma clang loop unroll_count(4)
  for (int64_t i = 0; i < count; ++i) to[i].value = f(x[i].value);
}

template <class In, class Out, class F>
inline void Map2(void* out, Operand a, Operand b, int64_t n, F f) {
  auto* to = static_cast<Anywhere<Out>*>(out);
  auto* x = static_cast<const Anywhere<In>*>(a.data);
  auto* y = static_cast<const Anywhere<In>*>(b.data);
  int64_t count = (n + 3) / 4;
  if (a.step && b.step) {
#pragma clang loop unroll_count(4)
    for (int64_t i = 0; i < count; ++i) to[i].value = f(x[i].value, y[i].value);
  } else if (a.step) {
    In same = y->value;
#pragma clang loop unroll_count(4)
    for (int64_t i = 0; i < count; ++i) to[i].value = f(x[i].value, same);
  } else {
    In same = x->value;
#pragma clang loop unroll_count(4)
    for (int64_t i = 0; i < count; ++i) to[i].value = f(same, y[i * b.step].value);
  }
}

void RunStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n) {
  using enum ScalarOp;
  auto unary = [&](auto f) { Map1<F4, F4>(out, a, n, f); };
  auto binary = [&](auto f) { Map2<F4, F4>(out, a, b, n, f); };
  auto compare = [&](auto f) {
    Map2<F4, I4>(out, a, b, n, [&](F4 x, F4 y) { return f(x, y) & Splat(1); });
  };
  auto unary_int = [&](auto f) { Map1<I4, I4>(out, a, n, f); };
  auto binary_int = [&](auto f) { Map2<I4, I4>(out, a, b, n, f); };
  auto compare_int = [&](auto f) {
    Map2<I4, I4>(out, a, b, n, [&](I4 x, I4 y) { return f(x, y) & Splat(1); });
  };
  switch (step.op) {
    case kMove:
      return unary_int([](I4 x) { return x; });
    case kNegF:
      return unary([](F4 x) { return -x; });
    case kAbsF:
      return unary(Abs);
    case kSignF:
      return unary(Sign);
    case kReluF:
      return unary([](F4 x) { return FromBits(Bits(x) & (x > Splat(0.0f))); });
    case kLeakyReluF:
      return unary(
          [slope = Splat(step.x.f)](F4 x) { return Select(x > Splat(0.0f), x, x * slope); });
    case kClipF:
      return unary([lo = Splat(step.x.f), hi = Splat(step.y.f)](F4 x) {
        F4 y = Select(x > lo, x, lo);
        return Select(y < hi, y, hi);
      });
    case kSqrtF:
      return unary(Sqrt);
    case kRsqrtF:
      return unary([](F4 x) { return Splat(1.0f) / Sqrt(x); });
    case kExpF:
      return unary(Exp);
    case kLogF:
      return unary(Log);
    case kTanhF:
      return unary(Tanh);
    case kErfF:
      return unary(Erf);
    case kSigmoidF:
      return unary(Sigmoid);
    case kFloorF:
      return unary(Floor);
    case kCeilF:
      return unary(Ceil);
    case kTruncF:
      return unary(Trunc);
    case kRoundF:
      return unary(Round);
    case kAddF:
      return binary([](F4 x, F4 y) { return x + y; });
    case kSubF:
      return binary([](F4 x, F4 y) { return x - y; });
    case kMulF:
      return binary([](F4 x, F4 y) { return x * y; });
    case kDivF:
      return binary([](F4 x, F4 y) { return x / y; });
    case kMaxF:
      return binary([](F4 x, F4 y) { return Select(x > y, x, y); });
    case kMinF:
      return binary([](F4 x, F4 y) { return Select(x < y, x, y); });
    case kLessF:
      return compare([](F4 x, F4 y) { return I4(x < y); });
    case kLessEqualF:
      return compare([](F4 x, F4 y) { return I4(x <= y); });
    case kGreaterF:
      return compare([](F4 x, F4 y) { return I4(x > y); });
    case kGreaterEqualF:
      return compare([](F4 x, F4 y) { return I4(x >= y); });
    case kEqualF:
      return compare([](F4 x, F4 y) { return I4(x == y); });
    case kNotEqualF:
      return compare([](F4 x, F4 y) { return I4(x != y); });
    case kSelect: {
      auto* to = static_cast<I4*>(out);
      auto* mask = static_cast<const I4*>(a.data);
      auto* x = static_cast<const I4*>(b.data);
      auto* y = static_cast<const I4*>(c.data);
      for (int64_t i = 0; i < (n + 3) / 4; ++i) {
        to[i] = Select(I4(mask[i * a.step] == Splat(0)), y[i * c.step], x[i * b.step]);
      }
      return;
    }
    case kNegI:
      return unary_int([](I4 x) { return Splat(0) - x; });
    case kAbsI:
      return unary_int([](I4 x) { return Select(I4(x < Splat(0)), Splat(0) - x, x); });
    case kSignI:
      return unary_int([](I4 x) { return I4(x < Splat(0)) - I4(x > Splat(0)); });
    case kReluI:
      return unary_int([](I4 x) { return x & I4(x > Splat(0)); });
    case kLogicalNotI:
      return unary_int([](I4 x) { return I4(x == Splat(0)) & Splat(1); });
    case kBitNotI:
      return unary_int([](I4 x) { return ~x; });
    case kClipI:
      return unary_int([lo = Splat(step.x.i), hi = Splat(step.y.i)](I4 x) {
        I4 y = Select(I4(x > lo), x, lo);
        return Select(I4(y < hi), y, hi);
      });
    // Unsigned lanes would wrap by the language; vectors of signed ones do with every compiler that
    // has them.
    case kAddI:
      return binary_int([](I4 x, I4 y) { return x + y; });
    case kSubI:
      return binary_int([](I4 x, I4 y) { return x - y; });
    case kMulI:
      return binary_int([](I4 x, I4 y) { return x * y; });
    case kMaxI:
      return binary_int([](I4 x, I4 y) { return Select(I4(x > y), x, y); });
    case kMinI:
      return binary_int([](I4 x, I4 y) { return Select(I4(x < y), x, y); });
    case kAndI:
      return binary_int([](I4 x, I4 y) { return x & y; });
    case kOrI:
      return binary_int([](I4 x, I4 y) { return x | y; });
    case kXorI:
      return binary_int([](I4 x, I4 y) { return x ^ y; });
    case kLessI:
      return compare_int([](I4 x, I4 y) { return I4(x < y); });
    case kLessEqualI:
      return compare_int([](I4 x, I4 y) { return I4(x <= y); });
    case kGreaterI:
      return compare_int([](I4 x, I4 y) { return I4(x > y); });
    case kGreaterEqualI:
      return compare_int([](I4 x, I4 y) { return I4(x >= y); });
    case kEqualI:
      return compare_int([](I4 x, I4 y) { return I4(x == y); });
    case kNotEqualI:
      return compare_int([](I4 x, I4 y) { return I4(x != y); });
    case kToFloat:
      return Map1<I4, F4>(out, a, n, ToFloat);
    case kToInt:
      return Map1<F4, I4>(out, a, n, [](F4 x) { return ToInt(x); });
    case kToInt8:
      return unary_int([](I4 x) { return (x << 24) >> 24; });
    case kToUint8:
      return unary_int([](I4 x) { return x & Splat(255); });
  }
}

// Elements `stride` apart as registers hold them. A stride of 0 repeats one.
void Gather(ElementType type, const void* data, int64_t at, int64_t stride, int64_t n, void* to) {
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
      __builtin_trap();
  }
}

void Scatter(ElementType type, void* data, int64_t at, int64_t stride, int64_t n,
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
      __builtin_trap();
  }
}

bool IsWord(ElementType type) {
  return type == ElementType::kFloat32 || type == ElementType::kInt32;
}

// One run of a program: the operands of the current block.
class Machine {
 public:
  explicit Machine(const ScalarProgram& program) : p_(program) {
    auto* scratch = static_cast<char*>(program.scratch);
    registers_ = scratch;
    gathered_ = scratch + program.num_registers * kBlockBytes;
    for (int32_t i = 0; i < program.num_inputs; ++i) {
      const ScalarInput& input = program.inputs[i];
      bool uniform = true, dense = true;
      int64_t expected = 1;
      for (int32_t axis = program.rank; axis-- > 0;) {
        if (program.shape[axis] == 1) continue;
        uniform = uniform && input.strides[axis] == 0;
        dense = dense && input.strides[axis] == expected;
        expected *= program.shape[axis];
      }
      kinds_[i] = uniform ? kUniform : dense ? kDense : kOther;
      if (!uniform) continue;
      // Once for the whole run.
      Gather(input.type, input.data, 0, 0, 4, Gathered(i));
      operands_[i] = {Gathered(i), 0};
    }
  }

  void Run(const void* tile, int64_t offset, int64_t count) {
    int64_t inner = p_.rank ? p_.shape[p_.rank - 1] : 1;
    // Long rows are walked one by one, so that what is the same in a row is uniform.
    by_row_ = inner >= kLongRow;
    int64_t done = 0;
    while (done < count) {
      int64_t at = offset + done;
      int64_t n = count - done < kScalarBlock ? count - done : kScalarBlock;
      if (by_row_ && n > inner - at % inner) n = inner - at % inner;
      // Memory is read four elements at a time where a block is a multiple of that.
      if (n > 4) n &= ~int64_t{3};
      Block(tile ? static_cast<const char*>(tile) + done * 4 : nullptr, at, n);
      done += n;
    }
  }

 private:
  enum Kind : uint8_t { kUniform, kDense, kOther };
  static constexpr int64_t kBlockBytes = kScalarBlock * 4;
  static constexpr int64_t kLongRow = 64;

  void* Gathered(int32_t i) const { return gathered_ + i * kBlockBytes; }
  void* Register(int32_t i) const { return registers_ + i * kBlockBytes; }

  // The index of element `at`.
  void Locate(int64_t at, int64_t* index) const {
    for (int32_t axis = p_.rank; axis-- > 0;) {
      index[axis] = at % p_.shape[axis];
      at /= p_.shape[axis];
    }
  }

  // Calls f(position in the block, offset of the elements, stride, n) for each piece of a row.
  template <class F>
  void ForRows(const int64_t* strides, int64_t at, int64_t n, F f) const {
    int64_t index[kMaxRank];
    Locate(at, index);
    int64_t from = 0;
    for (int32_t axis = 0; axis < p_.rank; ++axis) from += index[axis] * strides[axis];
    int32_t last = p_.rank - 1;
    for (int64_t done = 0; done < n;) {
      int64_t rest = p_.shape[last] - index[last];
      int64_t piece = n - done < rest ? n - done : rest;
      f(done, from, strides[last], piece);
      done += piece;
      index[last] += piece;
      from += piece * strides[last];
      for (int32_t axis = last; axis > 0 && index[axis] == p_.shape[axis]; --axis) {
        from += strides[axis - 1] - p_.shape[axis] * strides[axis];
        index[axis] = 0;
        ++index[axis - 1];
      }
    }
  }

  // The values of input `i` for the block.
  Operand Input(int32_t i, int64_t at, int64_t n) {
    const ScalarInput& input = p_.inputs[i];
    if (kinds_[i] == kUniform) return operands_[i];
    bool direct = IsWord(input.type) && n % 4 == 0;
    if (kinds_[i] == kDense) {
      if (direct) return {static_cast<const char*>(input.data) + at * 4, 1};
      Gather(input.type, input.data, at, 1, n, Gathered(i));
      return {Gathered(i), 1};
    }
    Operand operand = {Gathered(i), 1};
    ForRows(input.strides, at, n, [&](int64_t done, int64_t from, int64_t stride, int64_t piece) {
      if (piece == n && stride == 0) {
        Gather(input.type, input.data, from, 0, 4, Gathered(i));
        operand.step = 0;
      } else if (piece == n && stride == 1 && direct) {
        operand.data = static_cast<const char*>(input.data) + from * 4;
      } else {
        Gather(input.type, input.data, from, stride, piece,
               static_cast<char*>(Gathered(i)) + done * 4);
      }
    });
    return operand;
  }

  Operand Get(uint8_t id) const {
    if (id == kRootOperand) return root_;
    return id < kFirstInput ? Operand{Register(id), uniform_[id] ? 0 : 1}
                            : operands_[id - kFirstInput];
  }

  void Block(const void* tile, int64_t at, int64_t n) {
    for (int32_t i = 0; i < p_.num_inputs; ++i) operands_[i] = Input(i, at, n);
    root_ = {tile, 1};
    if (tile && n % 4 != 0) {
      Gather(p_.root_type, tile, 0, 1, n, Gathered(p_.num_inputs));
      root_.data = Gathered(p_.num_inputs);
    }
    // The last step may write the result where it belongs.
    bool direct = IsWord(p_.out_type) && !p_.strided_out && n % 4 == 0;
    char* out = static_cast<char*>(p_.out) + (direct ? at * 4 : 0);
    for (int32_t s = 0; s < p_.num_steps; ++s) {
      const ScalarStep& step = p_.steps[s];
      Operand a = Get(step.a), b = Get(step.b), c = Get(step.c);
      bool uniform = a.step == 0 && b.step == 0 && c.step == 0;
      bool last = direct && s + 1 == p_.num_steps && step.out == p_.result && !uniform;
      RunStep(step, last ? out : Register(step.out), a, b, c, uniform ? 4 : n);
      uniform_[step.out] = uniform;
      if (last) return;
    }
    Operand result = Get(static_cast<uint8_t>(p_.result));
    if (direct) {
      Gather(p_.out_type, result.data, 0, result.step, n, out);
      return;
    }
    if (result.step == 0) {
      // Repeated where nothing else is left to be read.
      void* room = Gathered(p_.num_inputs);
      int32_t value = *static_cast<const int32_t*>(result.data);
      for (int64_t i = 0; i < n; ++i) static_cast<int32_t*>(room)[i] = value;
      result.data = room;
    }
    if (!p_.strided_out) return Scatter(p_.out_type, p_.out, at, 1, n, result.data);
    if (p_.rank == 0) return Scatter(p_.out_type, p_.out, 0, 1, n, result.data);
    ForRows(p_.out_strides, at, n, [&](int64_t done, int64_t to, int64_t stride, int64_t piece) {
      Scatter(p_.out_type, p_.out, to, stride, piece,
              static_cast<const char*>(result.data) + done * 4);
    });
  }

  const ScalarProgram& p_;
  char* registers_;
  char* gathered_;
  bool by_row_ = false;
  Kind kinds_[kMaxScalarInputs];
  Operand operands_[kMaxScalarInputs];
  bool uniform_[kMaxScalarRegisters] = {};
  Operand root_;
};

}  // namespace

void RunScalar(const ScalarProgram* program, const void* tile, int64_t offset, int64_t count) {
  Machine(*program).Run(tile, offset, count);
}

}  // namespace passcope::kernels
