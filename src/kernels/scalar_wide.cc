// The steps of scalar programs on double and int64. They are fewer and rarer than those on float
// and int32, so their loops are small rather than unrolled.
#include "kernels/functions_wide.h"
#include "kernels/scalar_steps.h"
#include "support/toward_zero.h"

namespace passcope::kernels {
namespace {

// Both halves of four lanes; of a repeated value the same.
template <class V>
struct Reader {
  const Anywhere<V>* from;
  Index step;
  explicit Reader(Operand operand)
      : from(static_cast<const Anywhere<V>*>(operand.data)), step(operand.step) {}
  V operator[](Index i) const { return from[i * step].value; }
};

template <class V, class F>
inline void Map(void* out, Operand a, int64_t n, F f) {
  auto* to = static_cast<Anywhere<V>*>(out);
  Reader<V> x(a);
  PASSCOPE_ROLLED
  for (Index i = 0; i < static_cast<Index>(RoundUp(n, 4) / 2); ++i) to[i].value = f(x[i]);
}

template <class V, class F>
inline void Map(void* out, Operand a, Operand b, int64_t n, F f) {
  auto* to = static_cast<Anywhere<V>*>(out);
  auto count = static_cast<Index>(RoundUp(n, 4) / 2);
  Reader<V> x(a), y(b);
  // What is repeated may stand where the result goes.
  V first_x = x[0], first_y = y[0];
  PASSCOPE_ROLLED
  for (Index i = 0; i < count; ++i) {
    to[i].value = f(a.step ? x[i] : first_x, b.step ? y[i] : first_y);
  }
}

// Four 32-bit lanes of two 64-bit ones twice, by `f`, which takes two vectors.
template <class V, class Out, class F>
inline void Narrow(void* out, Operand a, Operand b, int64_t n, F f) {
  auto* to = static_cast<Anywhere<Out>*>(out);
  auto count = static_cast<Index>(DivideUp(n, 4));
  Reader<V> x(a), y(b);
  V first_x = x[0], first_y = y[0];
  PASSCOPE_ROLLED
  for (Index i = 0; i < count; ++i) {
    V low_x = a.step ? x[2 * i] : first_x, high_x = a.step ? x[2 * i + 1] : first_x;
    V low_y = b.step ? y[2 * i] : first_y, high_y = b.step ? y[2 * i + 1] : first_y;
    to[i].value = f(low_x, high_x, low_y, high_y);
  }
}

PASSCOPE_INLINE I4 LowBits(L2 low, L2 high) {
  return __builtin_shufflevector(reinterpret_cast<I4>(low), reinterpret_cast<I4>(high), 0, 2, 4, 6);
}

template <class V, class F>
inline void Compare(void* out, Operand a, Operand b, int64_t n, F f) {
  Narrow<V, I4>(out, a, b, n, [&](V low_x, V high_x, V low_y, V high_y) {
    return LowBits(f(low_x, low_y), f(high_x, high_y)) & SplatInt(1);
  });
}

template <class In, class Out, class F>
inline void Widen(void* out, Operand a, int64_t n, F f) {
  auto* to = static_cast<Anywhere<Out>*>(out);
  Reader<In> x(a);
  PASSCOPE_ROLLED
  for (Index i = 0; i < static_cast<Index>(DivideUp(n, 4)); ++i) {
    In v = x[i];
    to[2 * i].value = Out{f(v[0]), f(v[1])};
    to[2 * i + 1].value = Out{f(v[2]), f(v[3])};
  }
}

inline void SelectWide(void* out, Operand a, Operand b, Operand c, int64_t n) {
  auto* to = static_cast<Anywhere<L2>*>(out);
  Reader<I4> mask(a);
  Reader<L2> x(b), y(c);
  PASSCOPE_ROLLED
  for (Index i = 0; i < static_cast<Index>(DivideUp(n, 4)); ++i) {
    I4 zero = mask[i] == SplatInt(0);
    L2 low = reinterpret_cast<L2>(__builtin_shufflevector(zero, zero, 0, 0, 1, 1));
    L2 high = reinterpret_cast<L2>(__builtin_shufflevector(zero, zero, 2, 2, 3, 3));
    to[2 * i].value = Select(low, y[2 * i], x[2 * i]);
    to[2 * i + 1].value = Select(high, y[2 * i + 1], x[2 * i + 1]);
  }
}

}  // namespace

void RunWideStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n) {
  using enum ScalarOp;
  auto unary = [&](auto f) { Map<D2>(out, a, n, f); };
  auto binary = [&](auto f) { Map<D2>(out, a, b, n, f); };
  auto compare = [&](auto f) { Compare<D2>(out, a, b, n, f); };
  auto unary_int = [&](auto f) { Map<L2>(out, a, n, f); };
  auto binary_int = [&](auto f) { Map<L2>(out, a, b, n, f); };
  auto compare_int = [&](auto f) { Compare<L2>(out, a, b, n, f); };
  switch (step.op) {
    case kMove:
      return unary_int([](L2 x) { return x; });
    case kNegF:
      return unary([](D2 x) { return -x; });
    case kAbsF:
      return unary(static_cast<D2 (*)(D2)>(Abs));
    case kSignF:
      return unary(static_cast<D2 (*)(D2)>(Sign));
    case kReluF:
      return unary([](D2 x) { return FromBits(Bits(x) & (x > Splat(0.0))); });
    case kLeakyReluF:
      return unary(
          [slope = Splat(step.x.d)](D2 x) { return Select(x > Splat(0.0), x, x * slope); });
    case kClipF:
      return unary([lo = Splat(step.x.d), hi = Splat(step.y.d)](D2 x) {
        D2 y = Select(x < hi, x, hi);
        return Select(y > lo, y, lo);
      });
    case kSqrtF:
      return unary(static_cast<D2 (*)(D2)>(Sqrt));
    case kRsqrtF:
      return unary([](D2 x) { return Splat(1.0) / Sqrt(x); });
    case kExpF:
      return unary(static_cast<D2 (*)(D2)>(Exp));
    case kLogF:
      return unary(static_cast<D2 (*)(D2)>(Log));
    case kTanhF:
      return unary(static_cast<D2 (*)(D2)>(Tanh));
    case kErfF:
      return unary(static_cast<D2 (*)(D2)>(Erf));
    case kSigmoidF:
      return unary(static_cast<D2 (*)(D2)>(Sigmoid));
    case kFloorF:
      return unary(static_cast<D2 (*)(D2)>(Floor));
    case kCeilF:
      return unary(static_cast<D2 (*)(D2)>(Ceil));
    case kTruncF:
      return unary(static_cast<D2 (*)(D2)>(Trunc));
    case kRoundF:
      return unary(static_cast<D2 (*)(D2)>(Round));
    case kAddF:
      return binary([](D2 x, D2 y) { return x + y; });
    case kSubF:
      return binary([](D2 x, D2 y) { return x - y; });
    case kMulF:
      return binary([](D2 x, D2 y) { return x * y; });
    case kDivF:
      return binary([](D2 x, D2 y) { return x / y; });
    case kMaxF:
      return binary([](D2 x, D2 y) { return Select(x > y, x, y); });
    case kMinF:
      return binary([](D2 x, D2 y) { return Select(x < y, x, y); });
    case kLessF:
      return compare([](D2 x, D2 y) { return L2(x < y); });
    case kLessEqualF:
      return compare([](D2 x, D2 y) { return L2(x <= y); });
    case kGreaterF:
      return compare([](D2 x, D2 y) { return L2(x > y); });
    case kGreaterEqualF:
      return compare([](D2 x, D2 y) { return L2(x >= y); });
    case kEqualF:
      return compare([](D2 x, D2 y) { return L2(x == y); });
    case kNotEqualF:
      return compare([](D2 x, D2 y) { return L2(x != y); });
    case kSelect:
      return SelectWide(out, a, b, c, n);
    case kNegI:
      return unary_int([](L2 x) { return SplatLong(0) - x; });
    case kAbsI:
      return unary_int([](L2 x) { return Select(L2(x < SplatLong(0)), SplatLong(0) - x, x); });
    case kSignI:
      return unary_int([](L2 x) { return L2(x < SplatLong(0)) - L2(x > SplatLong(0)); });
    case kReluI:
      return unary_int([](L2 x) { return x & L2(x > SplatLong(0)); });
    case kLogicalNotI:
      return Compare<L2>(out, a, a, n, [](L2 x, L2) { return L2(x == SplatLong(0)); });
    case kBitNotI:
      return unary_int([](L2 x) { return ~x; });
    case kClipI:
      return unary_int([lo = SplatLong(step.x.l), hi = SplatLong(step.y.l)](L2 x) {
        L2 y = Select(L2(x < hi), x, hi);
        return Select(L2(y > lo), y, lo);
      });
    case kAddI:
      return binary_int([](L2 x, L2 y) { return x + y; });
    case kSubI:
      return binary_int([](L2 x, L2 y) { return x - y; });
    case kMulI:
      return binary_int([](L2 x, L2 y) { return x * y; });
    case kMaxI:
      return binary_int([](L2 x, L2 y) { return Select(L2(x > y), x, y); });
    case kMinI:
      return binary_int([](L2 x, L2 y) { return Select(L2(x < y), x, y); });
    case kAndI:
      return binary_int([](L2 x, L2 y) { return x & y; });
    case kOrI:
      return binary_int([](L2 x, L2 y) { return x | y; });
    case kXorI:
      return binary_int([](L2 x, L2 y) { return x ^ y; });
    case kLessI:
      return compare_int([](L2 x, L2 y) { return L2(x < y); });
    case kLessEqualI:
      return compare_int([](L2 x, L2 y) { return L2(x <= y); });
    case kGreaterI:
      return compare_int([](L2 x, L2 y) { return L2(x > y); });
    case kGreaterEqualI:
      return compare_int([](L2 x, L2 y) { return L2(x >= y); });
    case kEqualI:
      return compare_int([](L2 x, L2 y) { return L2(x == y); });
    case kNotEqualI:
      return compare_int([](L2 x, L2 y) { return L2(x != y); });
    case kToFloat:
      return unary_int([](L2 x) {
        return Bits(D2{static_cast<double>(x[0]), static_cast<double>(x[1])});
      });
    case kToInt:
      return unary_int([](L2 bits) {
        D2 x = FromBits(bits);
        return L2{TowardZero(x[0]), TowardZero(x[1])};
      });
    case kWidenF:
      return Widen<F4, D2>(out, a, n, [](float x) { return static_cast<double>(x); });
    case kWidenI:
      return Widen<I4, L2>(out, a, n, [](int32_t x) { return static_cast<int64_t>(x); });
    case kNarrowF:
      return Narrow<D2, F4>(out, a, a, n, [](D2 low, D2 high, D2, D2) {
        return F4{static_cast<float>(low[0]), static_cast<float>(low[1]),
                  static_cast<float>(high[0]), static_cast<float>(high[1])};
      });
    case kNarrowI:
      return Narrow<L2, I4>(out, a, a, n,
                            [](L2 low, L2 high, L2, L2) { return LowBits(low, high); });
    case kNarrowToFloat:
      return Narrow<L2, F4>(out, a, a, n, [](L2 low, L2 high, L2, L2) {
        return F4{static_cast<float>(low[0]), static_cast<float>(low[1]),
                  static_cast<float>(high[0]), static_cast<float>(high[1])};
      });
    case kToInt8:
    case kToUint8:
    case kToHalf:
      return;  // RunScalarStep has them.
  }
}

}  // namespace passcope::kernels
