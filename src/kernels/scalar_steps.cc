#include "kernels/scalar_steps.h"

#include "kernels/functions.h"
#include "kernels/scalar_widths.h"

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

// Values of 4 bytes.
struct Narrow {
  using Reals = F4;
  using Ints = I4;
  static F4 Real(ScalarWord word) { return Splat(word.f); }
  static I4 Int(ScalarWord word) { return SplatInt(word.i); }

  template <class V, class F>
  static void Map(void* out, Operand a, int64_t n, F f) {
    Map1<V, V>(out, a, n, f);
  }
  template <class V, class F>
  static void Map(void* out, Operand a, Operand b, int64_t n, F f) {
    Map2<V, V>(out, a, b, n, f);
  }
  template <class V, class F>
  static void Test(void* out, Operand a, int64_t n, F f) {
    Map1<V, I4>(out, a, n, [&](V x) { return f(x) & SplatInt(1); });
  }
  template <class V, class F>
  static void Test(void* out, Operand a, Operand b, int64_t n, F f) {
    Map2<V, I4>(out, a, b, n, [&](V x, V y) { return f(x, y) & SplatInt(1); });
  }

  static void SelectBy(void* out, Operand a, Operand b, Operand c, int64_t n) {
    auto* to = static_cast<Anywhere<I4>*>(out);
    auto* mask = static_cast<const Anywhere<I4>*>(a.data);
    auto* x = static_cast<const Anywhere<I4>*>(b.data);
    auto* y = static_cast<const Anywhere<I4>*>(c.data);
    for (int64_t i = 0; i < (n + 3) / 4; ++i) {
      to[i].value = Select(I4(mask[i * a.step].value == SplatInt(0)), y[i * c.step].value,
                           x[i * b.step].value);
    }
  }

  static void Convert(ScalarOp op, void* out, Operand a, int64_t n) {
    switch (op) {
      case ScalarOp::kToFloat:
        return Map1<I4, F4>(out, a, n, [](I4 x) { return ToFloat(x); });
      case ScalarOp::kToInt:
        return Map1<F4, I4>(out, a, n, [](F4 x) { return ToInt(x); });
      case ScalarOp::kToInt8:
        return Map1<I4, I4>(out, a, n, [](I4 x) { return (x << 24) >> 24; });
      case ScalarOp::kToUint8:
        return Map1<I4, I4>(out, a, n, [](I4 x) { return x & SplatInt(255); });
      case ScalarOp::kToHalf:
        return Map1<F4, F4>(out, a, n, [](F4 x) { return ToHalf(x); });
      default:
        return;  // RunWideStep has them.
    }
  }
};

}  // namespace

void RunScalarStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n) {
  if (step.wide || GivesWide(step.op)) return RunWideStep(step, out, a, b, c, n);
  RunStep<Narrow>(step, out, a, b, c, n);
}

}  // namespace passcope::kernels
