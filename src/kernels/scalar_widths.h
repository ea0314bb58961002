// The steps of scalar programs that both widths share, in terms of a struct per width:
//
//   struct Width {
//     using Reals, Ints;                    // Vectors of values.
//     static Reals Real(ScalarWord);        // A constant in all lanes.
//     static Ints Int(ScalarWord);
//     static void Map<V>(out, a, n, f);     // f of each vector V of an operand; also of two.
//     static void Test<V>(out, a, n, f);    // 1 in the lanes of which f says -1, else 0; as well.
//     static void SelectBy(out, a, b, c, n);
//     static void Convert(op, out, a, n);   // The steps that differ.
//   };
#pragma once

#include "kernels/scalar_steps.h"

namespace passcope::kernels {

template <class Width>
inline void RunStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n) {
  using enum ScalarOp;
  using R = typename Width::Reals;
  using I = typename Width::Ints;
  auto unary = [&](auto f) { Width::template Map<R>(out, a, n, f); };
  auto binary = [&](auto f) { Width::template Map<R>(out, a, b, n, f); };
  auto compare = [&](auto f) { Width::template Test<R>(out, a, b, n, f); };
  auto unary_int = [&](auto f) { Width::template Map<I>(out, a, n, f); };
  auto binary_int = [&](auto f) { Width::template Map<I>(out, a, b, n, f); };
  auto compare_int = [&](auto f) { Width::template Test<I>(out, a, b, n, f); };
  switch (step.op) {
    case kMove:
      return unary_int([](I x) { return x; });
    case kNegF:
      return unary([](R x) { return -x; });
    case kAbsF:
      return unary([](R x) { return Abs(x); });
    case kSignF:
      return unary([](R x) { return Sign(x); });
    case kReluF:
      return unary([](R x) { return FromBits(Bits(x) & ~(x <= R{})); });
    case kLeakyReluF:
      return unary([slope = Width::Real(step.x)](R x) { return Select(x > R{}, x, x * slope); });
    case kClipF:
      return unary([lo = Width::Real(step.x), hi = Width::Real(step.y)](R x) {
        R y = Select(x > hi, hi, x);
        return Select(y < lo, lo, y);
      });
    case kSqrtF:
      return unary([](R x) { return Sqrt(x); });
    case kRsqrtF:
      return unary([](R x) { return 1 / Sqrt(x); });
    case kExpF:
      return unary([](R x) { return Exp(x); });
    case kLogF:
      return unary([](R x) { return Log(x); });
    case kTanhF:
      return unary([](R x) { return Tanh(x); });
    case kErfF:
      return unary([](R x) { return Erf(x); });
    case kSigmoidF:
      return unary([](R x) { return Sigmoid(x); });
    case kFloorF:
      return unary([](R x) { return Floor(x); });
    case kCeilF:
      return unary([](R x) { return Ceil(x); });
    case kTruncF:
      return unary([](R x) { return Trunc(x); });
    case kRoundF:
      return unary([](R x) { return Round(x); });
    case kAddF:
      return binary([](R x, R y) { return x + y; });
    case kSubF:
      return binary([](R x, R y) { return x - y; });
    case kMulF:
      return binary([](R x, R y) { return x * y; });
    case kDivF:
      return binary([](R x, R y) { return x / y; });
    case kMaxF:
      return binary([](R x, R y) { return Select((x > y) | (x != x), x, y); });
    case kMinF:
      return binary([](R x, R y) { return Select((x < y) | (x != x), x, y); });
    case kLessF:
      return compare([](R x, R y) { return I(x < y); });
    case kLessEqualF:
      return compare([](R x, R y) { return I(x <= y); });
    case kGreaterF:
      return compare([](R x, R y) { return I(x > y); });
    case kGreaterEqualF:
      return compare([](R x, R y) { return I(x >= y); });
    case kEqualF:
      return compare([](R x, R y) { return I(x == y); });
    case kNotEqualF:
      return compare([](R x, R y) { return I(x != y); });
    case kSelect:
      return Width::SelectBy(out, a, b, c, n);
    case kNegI:
      return unary_int([](I x) { return I{} - x; });
    case kAbsI:
      return unary_int([](I x) { return Select(I(x < I{}), I{} - x, x); });
    case kSignI:
      return unary_int([](I x) { return I(x < I{}) - I(x > I{}); });
    case kReluI:
      return unary_int([](I x) { return x & I(x > I{}); });
    case kLogicalNotI:
      return Width::template Test<I>(out, a, n, [](I x) { return I(x == I{}); });
    case kBitNotI:
      return unary_int([](I x) { return ~x; });
    case kClipI:
      return unary_int([lo = Width::Int(step.x), hi = Width::Int(step.y)](I x) {
        I y = Select(I(x < hi), x, hi);
        return Select(I(y > lo), y, lo);
      });
    // Signed vectors wrap with every compiler that supports them; unsigned ones are not needed.
    case kAddI:
      return binary_int([](I x, I y) { return x + y; });
    case kSubI:
      return binary_int([](I x, I y) { return x - y; });
    case kMulI:
      return binary_int([](I x, I y) { return x * y; });
    case kMaxI:
      return binary_int([](I x, I y) { return Select(I(x > y), x, y); });
    case kMinI:
      return binary_int([](I x, I y) { return Select(I(x < y), x, y); });
    case kAndI:
      return binary_int([](I x, I y) { return x & y; });
    case kOrI:
      return binary_int([](I x, I y) { return x | y; });
    case kXorI:
      return binary_int([](I x, I y) { return x ^ y; });
    case kLessI:
      return compare_int([](I x, I y) { return I(x < y); });
    case kLessEqualI:
      return compare_int([](I x, I y) { return I(x <= y); });
    case kGreaterI:
      return compare_int([](I x, I y) { return I(x > y); });
    case kGreaterEqualI:
      return compare_int([](I x, I y) { return I(x >= y); });
    case kEqualI:
      return compare_int([](I x, I y) { return I(x == y); });
    case kNotEqualI:
      return compare_int([](I x, I y) { return I(x != y); });
    case kToFloat:
    case kToInt:
    case kToInt8:
    case kToUint8:
    case kToHalf:
    case kWidenF:
    case kWidenI:
    case kNarrowF:
    case kNarrowI:
    case kNarrowToFloat:
      return Width::Convert(step.op, out, a, n);
  }
}

}  // namespace passcope::kernels
