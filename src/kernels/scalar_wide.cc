// The steps of scalar programs on double and int64. They are rarer than those on float and int32,
// so their loops are small instead of unrolled.
#include "kernels/functions_wide.h"
#include "kernels/scalar_widths.h"
#include "support/toward_zero.h"

namespace passcope::kernels {
namespace {

// Reads both halves of four lanes; a repeated value gives the same half twice.
template <class V>
struct Reader {
  const Anywhere<V>* from;
  Index step;
  explicit Reader(Operand operand)
      : from(static_cast<const Anywhere<V>*>(operand.data)), step(operand.step) {}
  V operator[](Index i) const { return from[i * step].value; }
};

// Computes four 32-bit lanes from two pairs of 64-bit lanes. `f` takes two vectors.
template <class Out, class V, class F>
inline void NarrowTo(void* out, Operand a, Operand b, int64_t n, F f) {
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

// Values of 8 bytes.
struct Wide {
  using Reals = D2;
  using Ints = L2;
  static D2 Real(ScalarWord word) { return Splat(word.d); }
  static L2 Int(ScalarWord word) { return SplatLong(word.l); }

  template <class V, class F>
  static void Map(void* out, Operand a, int64_t n, F f) {
    auto* to = static_cast<Anywhere<V>*>(out);
    Reader<V> x(a);
    PASSCOPE_ROLLED
    for (Index i = 0; i < static_cast<Index>(RoundUp(n, 4) / 2); ++i) to[i].value = f(x[i]);
  }
  template <class V, class F>
  static void Map(void* out, Operand a, Operand b, int64_t n, F f) {
    auto* to = static_cast<Anywhere<V>*>(out);
    auto count = static_cast<Index>(RoundUp(n, 4) / 2);
    Reader<V> x(a), y(b);
    // A repeated operand may be in the place of the result, so read it first.
    V first_x = x[0], first_y = y[0];
    PASSCOPE_ROLLED
    for (Index i = 0; i < count; ++i) {
      to[i].value = f(a.step ? x[i] : first_x, b.step ? y[i] : first_y);
    }
  }
  template <class V, class F>
  static void Test(void* out, Operand a, int64_t n, F f) {
    Test<V>(out, a, a, n, [&](V x, V) { return f(x); });
  }
  template <class V, class F>
  static void Test(void* out, Operand a, Operand b, int64_t n, F f) {
    NarrowTo<I4, V>(out, a, b, n, [&](V low_x, V high_x, V low_y, V high_y) {
      return LowBits(f(low_x, low_y), f(high_x, high_y)) & SplatInt(1);
    });
  }

  static void SelectBy(void* out, Operand a, Operand b, Operand c, int64_t n) {
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

  static void Convert(ScalarOp op, void* out, Operand a, int64_t n) {
    auto floats = [](auto low, auto high) {
      return F4{static_cast<float>(low[0]), static_cast<float>(low[1]), static_cast<float>(high[0]),
                static_cast<float>(high[1])};
    };
    switch (op) {
      case ScalarOp::kToFloat:
        return Map<L2>(out, a, n, [](L2 x) {
          return Bits(D2{static_cast<double>(x[0]), static_cast<double>(x[1])});
        });
      case ScalarOp::kToInt:
        return Map<L2>(out, a, n, [](L2 bits) {
          D2 x = FromBits(bits);
          return L2{TowardZero(x[0]), TowardZero(x[1])};
        });
      case ScalarOp::kWidenF:
        return Widen<F4, D2>(out, a, n, [](float x) { return static_cast<double>(x); });
      case ScalarOp::kWidenI:
        return Widen<I4, L2>(out, a, n, [](int32_t x) { return static_cast<int64_t>(x); });
      case ScalarOp::kNarrowF:
        return NarrowTo<F4, D2>(out, a, a, n,
                                [&](D2 low, D2 high, D2, D2) { return floats(low, high); });
      case ScalarOp::kNarrowI:
        return NarrowTo<I4, L2>(out, a, a, n,
                                [](L2 low, L2 high, L2, L2) { return LowBits(low, high); });
      case ScalarOp::kNarrowToFloat:
        return NarrowTo<F4, L2>(out, a, a, n,
                                [&](L2 low, L2 high, L2, L2) { return floats(low, high); });
      default:
        return;  // RunScalarStep has them.
    }
  }
};

}  // namespace

void RunWideStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n) {
  RunStep<Wide>(step, out, a, b, c, n);
}

}  // namespace passcope::kernels
