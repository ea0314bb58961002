#include "kernels/scalar_steps.h"

#include "kernels/functions.h"

namespace passcope::kernels {
namespace {

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

}  // namespace

void RunScalarStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n) {
  using enum ScalarOp;
  if (step.wide || GivesWide(step.op)) return RunWideStep(step, out, a, b, c, n);
  auto unary = [&](auto f) { Map1<F4, F4>(out, a, n, f); };
  auto binary = [&](auto f) { Map2<F4, F4>(out, a, b, n, f); };
  auto compare = [&](auto f) {
    Map2<F4, I4>(out, a, b, n, [&](F4 x, F4 y) { return f(x, y) & SplatInt(1); });
  };
  auto unary_int = [&](auto f) { Map1<I4, I4>(out, a, n, f); };
  auto binary_int = [&](auto f) { Map2<I4, I4>(out, a, b, n, f); };
  auto compare_int = [&](auto f) {
    Map2<I4, I4>(out, a, b, n, [&](I4 x, I4 y) { return f(x, y) & SplatInt(1); });
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
        F4 y = Select(x < hi, x, hi);
        return Select(y > lo, y, lo);
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
      auto* to = static_cast<Anywhere<I4>*>(out);
      auto* mask = static_cast<const Anywhere<I4>*>(a.data);
      auto* x = static_cast<const Anywhere<I4>*>(b.data);
      auto* y = static_cast<const Anywhere<I4>*>(c.data);
      for (int64_t i = 0; i < (n + 3) / 4; ++i) {
        to[i].value = Select(I4(mask[i * a.step].value == SplatInt(0)), y[i * c.step].value,
                             x[i * b.step].value);
      }
      return;
    }
    case kNegI:
      return unary_int([](I4 x) { return SplatInt(0) - x; });
    case kAbsI:
      return unary_int([](I4 x) { return Select(I4(x < SplatInt(0)), SplatInt(0) - x, x); });
    case kSignI:
      return unary_int([](I4 x) { return I4(x < SplatInt(0)) - I4(x > SplatInt(0)); });
    case kReluI:
      return unary_int([](I4 x) { return x & I4(x > SplatInt(0)); });
    case kLogicalNotI:
      return unary_int([](I4 x) { return I4(x == SplatInt(0)) & SplatInt(1); });
    case kBitNotI:
      return unary_int([](I4 x) { return ~x; });
    case kClipI:
      return unary_int([lo = SplatInt(step.x.i), hi = SplatInt(step.y.i)](I4 x) {
        I4 y = Select(I4(x < hi), x, hi);
        return Select(I4(y > lo), y, lo);
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
      return unary_int([](I4 x) { return x & SplatInt(255); });
    case kToHalf:
      return unary(ToHalf);
    case kWidenF:
    case kWidenI:
    case kNarrowF:
    case kNarrowI:
    case kNarrowToFloat:
      return;  // RunWideStep has them.
  }
}

}  // namespace passcope::kernels
