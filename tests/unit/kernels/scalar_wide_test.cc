// Scalar programs on double, int64 and float16.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/scalar.h"
#include "support/random.h"

namespace passcope::kernels {
namespace {

template <class T>
constexpr ElementType kTypeOf = std::is_same_v<T, double>    ? ElementType::kFloat64
                                : std::is_same_v<T, int64_t> ? ElementType::kInt64
                                : std::is_same_v<T, float>   ? ElementType::kFloat32
                                                             : ElementType::kInt32;

// The program of `steps` with contiguous inputs. Its result is that of the last step.
template <class Out>
class Program {
 public:
  template <class... In>
  explicit Program(std::vector<ScalarStep> steps, const std::vector<In>&... inputs)
      : steps_(std::move(steps)),
        inputs_{{inputs.data(), kTypeOf<In>, {1}}...},
        scratch_(static_cast<size_t>(ScalarScratchBytes(8, sizeof...(In))) + 16) {
    (out_.resize(inputs.size()), ...);
    program_.steps = steps_.data();
    program_.num_steps = static_cast<int32_t>(steps_.size());
    program_.inputs = inputs_.data();
    program_.num_inputs = static_cast<int32_t>(inputs_.size());
    program_.rank = 1;
    program_.shape[0] = static_cast<int64_t>(out_.size());
    program_.result = steps_.back().out;
    program_.out_type = kTypeOf<Out>;
    program_.out = out_.data();
    program_.wide = true;
    program_.num_registers = 8;
    program_.scratch = scratch_.data();
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ScalarProgram& get() { return program_; }
  std::vector<Out> Run() {
    RunScalar(&program_, nullptr, 0, program_.shape[0]);
    return out_;
  }

 private:
  std::vector<ScalarStep> steps_;
  std::vector<ScalarInput> inputs_;
  std::vector<Out> out_;
  std::vector<char> scratch_;
  ScalarProgram program_{};
};

ScalarStep Step(ScalarOp op, uint8_t out, uint8_t a, int b = -1, bool wide = true, int c = -1) {
  return {op, out, a,   static_cast<uint8_t>(b < 0 ? a : b), static_cast<uint8_t>(c < 0 ? a : c),
          {}, {},  wide};
}

template <class Out, class In>
std::vector<Out> Apply(ScalarOp op, const std::vector<In>& x, bool wide = true) {
  return Program<Out>({Step(op, 0, kFirstInput, -1, wide)}, x).Run();
}

double UlpError(double actual, long double exact) {
  if (std::isnan(exact)) return std::isnan(actual) ? 0 : 1e9;
  auto rounded = static_cast<double>(exact);
  if (actual == rounded) return 0;
  if (std::isinf(rounded) || std::isinf(actual)) return 1e9;
  double step = std::fabs(std::nextafter(rounded, INFINITY) - rounded);
  return static_cast<double>(std::fabs(actual - exact) / step);
}

TEST_CASE("functions of doubles are as accurate as they say", "[scalar]") {
  using Exact = long double (*)(long double);
  struct Case {
    ScalarOp op;
    Exact exact;
    double limit;
    double low, high;
  };
  const Case cases[] = {
      {ScalarOp::kExpF, [](long double x) { return std::exp(x); }, 2, -708, 709.7},
      {ScalarOp::kLogF, [](long double x) { return std::log(x); }, 2, 1e-6, 1e6},
      {ScalarOp::kLogF, [](long double x) { return std::log(x); }, 2, 0.5, 2},
      {ScalarOp::kTanhF, [](long double x) { return std::tanh(x); }, 4, -20, 20},
      {ScalarOp::kTanhF, [](long double x) { return std::tanh(x); }, 4, -0.7, 0.7},
      {ScalarOp::kErfF, [](long double x) { return std::erf(x); }, 8, -7, 7},
      {ScalarOp::kSigmoidF, [](long double x) { return 1 / (1 + std::exp(-x)); }, 4, -700, 700},
      {ScalarOp::kSqrtF, [](long double x) { return std::sqrt(x); }, 0.5, 0, 1e9},
      {ScalarOp::kRsqrtF, [](long double x) { return 1 / std::sqrt(x); }, 2, 1e-9, 1e9},
      {ScalarOp::kFloorF, [](long double x) { return std::floor(x); }, 0, -1e4, 1e4},
      {ScalarOp::kCeilF, [](long double x) { return std::ceil(x); }, 0, -1e4, 1e4},
      {ScalarOp::kTruncF, [](long double x) { return std::trunc(x); }, 0, -1e18, 1e18},
      {ScalarOp::kRoundF, [](long double x) { return std::nearbyint(x); }, 0, -1e3, 1e3},
  };
  SplitMix64 random(1);
  for (const Case& each : cases) {
    std::vector<double> x;
    for (int i = 0; i < 20001; ++i) {
      x.push_back(each.low + (random.Symmetric(0.5) + 0.5) * (each.high - each.low));
    }
    std::vector<double> y = Apply<double>(each.op, x);
    double worst = 0, at = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      double error = UlpError(y[i], each.exact(x[i]));
      if (error > worst) {
        worst = error;
        at = x[i];
      }
    }
    INFO("operation " << static_cast<int>(each.op) << " at " << at << ": " << worst);
    CHECK(worst <= each.limit);
  }
}

TEST_CASE("functions of doubles that are no ordinary numbers", "[scalar]") {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  auto one = [](ScalarOp op, double x) { return Apply<double>(op, std::vector<double>{x})[0]; };
  CHECK(one(ScalarOp::kExpF, kInf) == kInf);
  CHECK(one(ScalarOp::kExpF, -kInf) == 0);
  CHECK(one(ScalarOp::kExpF, 710) == kInf);
  CHECK(one(ScalarOp::kExpF, -750) == 0);
  CHECK(one(ScalarOp::kExpF, 0) == 1);
  CHECK(one(ScalarOp::kLogF, 0) == -kInf);
  CHECK(one(ScalarOp::kLogF, kInf) == kInf);
  CHECK(std::isnan(one(ScalarOp::kLogF, -1)));
  CHECK(UlpError(one(ScalarOp::kLogF, 1e-310), std::log(1e-310L)) <= 2);
  CHECK(one(ScalarOp::kLogF, 1) == 0);
  CHECK(one(ScalarOp::kTanhF, kInf) == 1);
  CHECK(one(ScalarOp::kTanhF, -kInf) == -1);
  CHECK(one(ScalarOp::kErfF, kInf) == 1);
  CHECK(one(ScalarOp::kErfF, -kInf) == -1);
  CHECK(one(ScalarOp::kSigmoidF, kInf) == 1);
  CHECK(one(ScalarOp::kSigmoidF, -kInf) == 0);
  CHECK(one(ScalarOp::kFloorF, -kInf) == -kInf);
  CHECK(one(ScalarOp::kRoundF, -2.5) == -2);
  CHECK(one(ScalarOp::kRoundF, 1.5) == 2);
  CHECK(one(ScalarOp::kRoundF, 4503599627370497) == 4503599627370497);
  CHECK(one(ScalarOp::kRoundF, 0.49999999999999994) == 0);
  CHECK(std::signbit(one(ScalarOp::kTruncF, -0.5)));
  for (ScalarOp op : {ScalarOp::kRoundF, ScalarOp::kCeilF}) {
    CHECK(std::signbit(one(op, -0.25)));
    CHECK(one(op, -0.25) == 0);
  }
  CHECK(std::isnan(one(ScalarOp::kSqrtF, -1)));
  CHECK(one(ScalarOp::kSignF, kNaN) == 0);
  for (ScalarOp op :
       {ScalarOp::kExpF, ScalarOp::kLogF, ScalarOp::kTanhF, ScalarOp::kErfF, ScalarOp::kSigmoidF,
        ScalarOp::kFloorF, ScalarOp::kRoundF, ScalarOp::kReluF}) {
    CHECK(std::isnan(one(op, kNaN)));
  }
}

// Every operation on one or two values, against a plain loop.
template <class T, class Out, class F>
void CheckOp(SplitMix64& random, ScalarOp op, F f) {
  for (size_t size : {size_t{1}, size_t{3}, size_t{256}, size_t{1031}}) {
    std::vector<T> x(size), y(size);
    for (size_t i = 0; i < size; ++i) {
      if constexpr (std::is_same_v<T, double>) {
        x[i] = std::round(random.Symmetric(4)) * 0.75;
        // Never 0, because it can be a divisor.
        y[i] = std::round(random.Symmetric(4)) * 0.75 + (random.Below(2) ? 0.01 : 1e-3);
      } else {
        x[i] = static_cast<int64_t>(random.Next()) >> random.Below(64);
        y[i] =
            random.Below(3) == 0 ? x[i] : static_cast<int64_t>(random.Next()) >> random.Below(64);
      }
    }
    std::vector<Out> z = Program<Out>({Step(op, 0, kFirstInput, kFirstInput + 1)}, x, y).Run();
    for (size_t i = 0; i < size; ++i) {
      Out expected = f(x[i], y[i]);
      if (!(z[i] == expected)) {
        FAIL("operation " << static_cast<int>(op) << " of " << x[i] << " and " << y[i] << ": "
                          << z[i] << " instead of " << expected);
      }
    }
  }
}

TEST_CASE("operations on doubles and int64 are as plain loops", "[scalar]") {
  using enum ScalarOp;
  SplitMix64 random(3);
  using D = double;
  using L = int64_t;
  using U = uint64_t;
  CheckOp<D, D>(random, kNegF, [](D x, D) { return -x; });
  CheckOp<D, D>(random, kAbsF, [](D x, D) { return std::fabs(x); });
  CheckOp<D, D>(random, kSignF, [](D x, D) { return static_cast<D>((x > 0) - (x < 0)); });
  CheckOp<D, D>(random, kReluF, [](D x, D) { return x > 0 ? x : 0; });
  CheckOp<D, D>(random, kAddF, [](D x, D y) { return x + y; });
  CheckOp<D, D>(random, kSubF, [](D x, D y) { return x - y; });
  CheckOp<D, D>(random, kMulF, [](D x, D y) { return x * y; });
  CheckOp<D, D>(random, kDivF, [](D x, D y) { return x / y; });
  CheckOp<D, D>(random, kMaxF, [](D x, D y) { return x > y ? x : y; });
  CheckOp<D, D>(random, kMinF, [](D x, D y) { return x < y ? x : y; });
  CheckOp<D, int32_t>(random, kLessF, [](D x, D y) { return x < y; });
  CheckOp<D, int32_t>(random, kLessEqualF, [](D x, D y) { return x <= y; });
  CheckOp<D, int32_t>(random, kGreaterF, [](D x, D y) { return x > y; });
  CheckOp<D, int32_t>(random, kGreaterEqualF, [](D x, D y) { return x >= y; });
  CheckOp<D, int32_t>(random, kEqualF, [](D x, D y) { return x == y; });
  CheckOp<D, int32_t>(random, kNotEqualF, [](D x, D y) { return x != y; });
  auto wrap = [](U x) { return static_cast<L>(x); };
  CheckOp<L, L>(random, kNegI, [&](L x, L) { return wrap(0 - static_cast<U>(x)); });
  CheckOp<L, L>(random, kAbsI, [&](L x, L) { return x < 0 ? wrap(0 - static_cast<U>(x)) : x; });
  CheckOp<L, L>(random, kSignI, [](L x, L) { return static_cast<L>((x > 0) - (x < 0)); });
  CheckOp<L, L>(random, kReluI, [](L x, L) { return x > 0 ? x : 0; });
  CheckOp<L, L>(random, kBitNotI, [](L x, L) { return ~x; });
  CheckOp<L, int32_t>(random, kLogicalNotI, [](L x, L) { return x == 0; });
  CheckOp<L, L>(random, kAddI,
                [&](L x, L y) { return wrap(static_cast<U>(x) + static_cast<U>(y)); });
  CheckOp<L, L>(random, kSubI,
                [&](L x, L y) { return wrap(static_cast<U>(x) - static_cast<U>(y)); });
  CheckOp<L, L>(random, kMulI,
                [&](L x, L y) { return wrap(static_cast<U>(x) * static_cast<U>(y)); });
  CheckOp<L, L>(random, kMaxI, [](L x, L y) { return x > y ? x : y; });
  CheckOp<L, L>(random, kMinI, [](L x, L y) { return x < y ? x : y; });
  CheckOp<L, L>(random, kAndI, [](L x, L y) { return x & y; });
  CheckOp<L, L>(random, kOrI, [](L x, L y) { return x | y; });
  CheckOp<L, L>(random, kXorI, [](L x, L y) { return x ^ y; });
  CheckOp<L, int32_t>(random, kLessI, [](L x, L y) { return x < y; });
  CheckOp<L, int32_t>(random, kLessEqualI, [](L x, L y) { return x <= y; });
  CheckOp<L, int32_t>(random, kGreaterI, [](L x, L y) { return x > y; });
  CheckOp<L, int32_t>(random, kGreaterEqualI, [](L x, L y) { return x >= y; });
  CheckOp<L, int32_t>(random, kEqualI, [](L x, L y) { return x == y; });
  CheckOp<L, int32_t>(random, kNotEqualI, [](L x, L y) { return x != y; });
  CheckOp<D, L>(random, kToInt, [](D x, D) { return static_cast<L>(x); });
  CheckOp<L, D>(random, kToFloat, [](L x, L) { return static_cast<D>(x); });
  CheckOp<D, float>(random, kNarrowF, [](D x, D) { return static_cast<float>(x); });
  CheckOp<L, int32_t>(random, kNarrowI, [](L x, L) { return static_cast<int32_t>(x); });
  CheckOp<L, float>(random, kNarrowToFloat, [](L x, L) { return static_cast<float>(x); });
}

TEST_CASE("reals beyond int64 become its bounds, and narrow values wide ones", "[scalar]") {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min(),
                    kMax = std::numeric_limits<int64_t>::max();
  REQUIRE(Apply<int64_t>(ScalarOp::kToInt,
                         std::vector<double>{1.9, -1.9, 1e19, -1e19, 0x1p63, -0x1p63, kInf,
                                             std::numeric_limits<double>::quiet_NaN()}) ==
          std::vector<int64_t>{1, -1, kMax, kMin, kMax, kMin, kMax, 0});
  REQUIRE(Apply<double>(ScalarOp::kWidenF, std::vector<float>{1.5f, -0.1f, 3, 4, 5}, false) ==
          std::vector<double>{1.5, static_cast<double>(-0.1f), 3, 4, 5});
  REQUIRE(Apply<int64_t>(ScalarOp::kWidenI, std::vector<int32_t>{-1, 2, INT32_MIN, 7, 9}, false) ==
          std::vector<int64_t>{-1, 2, INT32_MIN, 7, 9});
}

TEST_CASE("what follows from constants and masks in wide programs", "[scalar]") {
  std::vector<double> x = {-3, -1, 0.5, 2, 7};
  ScalarStep clip = Step(ScalarOp::kClipF, 0, kFirstInput);
  clip.x.d = -1.5;
  clip.y.d = 2.5;
  REQUIRE(Program<double>({clip}, x).Run() == std::vector<double>{-1.5, -1, 0.5, 2, 2.5});
  // NaN remains, as in programs on float.
  std::vector<double> unordered(3, std::numeric_limits<double>::quiet_NaN());
  for (double each : Program<double>({clip}, unordered).Run()) REQUIRE(std::isnan(each));
  ScalarStep leaky = Step(ScalarOp::kLeakyReluF, 0, kFirstInput);
  leaky.x.d = 0.25;
  REQUIRE(Program<double>({leaky}, x).Run() == std::vector<double>{-0.75, -0.25, 0.5, 2, 7});
  std::vector<int64_t> far = {INT64_MIN, -5, 0, int64_t{1} << 40, INT64_MAX};
  ScalarStep bounds = Step(ScalarOp::kClipI, 0, kFirstInput);
  bounds.x.l = -4;
  bounds.y.l = int64_t{1} << 33;
  REQUIRE(Program<int64_t>({bounds}, far).Run() ==
          std::vector<int64_t>{-4, -4, 0, int64_t{1} << 33, int64_t{1} << 33});
  // The first value where one is less than the other, else the second.
  std::vector<int64_t> other = {0, -6, 1, 5, 3};
  REQUIRE(Program<int64_t>({Step(ScalarOp::kLessI, 0, kFirstInput, kFirstInput + 1),
                            Step(ScalarOp::kSelect, 1, 0, kFirstInput, true, kFirstInput + 1)},
                           far, other)
              .Run() == std::vector<int64_t>{INT64_MIN, -6, 0, 5, 3});
}

TEST_CASE("wide programs over rows, repeated values and parts are as a plain loop", "[scalar]") {
  SplitMix64 random(4);
  for (int round = 0; round < 200; ++round) {
    int64_t rows = 1 + static_cast<int64_t>(random.Below(9)),
            columns = 1 + static_cast<int64_t>(random.Below(random.Below(2) ? 9 : 700));
    auto size = static_cast<size_t>(rows * columns);
    // A tensor, a transposed one, a float per row, and one value for all.
    std::vector<double> a(size), b(size), one = {random.Symmetric(2)};
    std::vector<float> per_row(static_cast<size_t>(rows));
    for (double& x : a) x = random.Symmetric(2);
    for (double& x : b) x = random.Symmetric(2);
    for (float& x : per_row) x = static_cast<float>(random.Symmetric(2));
    std::vector<ScalarInput> inputs = {{a.data(), ElementType::kFloat64, {columns, 1}},
                                       {b.data(), ElementType::kFloat64, {1, rows}},
                                       {per_row.data(), ElementType::kFloat32, {1, 0}},
                                       {one.data(), ElementType::kFloat64, {0, 0}}};
    // (a * b + row) * one where a > row, else one.
    const uint8_t i0 = kFirstInput, i1 = i0 + 1, i2 = i0 + 2, i3 = i0 + 3;
    std::vector<ScalarStep> steps = {Step(ScalarOp::kWidenF, 0, i2, -1, false),
                                     Step(ScalarOp::kMulF, 1, i0, i1),
                                     Step(ScalarOp::kAddF, 1, 1, 0),
                                     Step(ScalarOp::kMulF, 1, 1, i3),
                                     Step(ScalarOp::kGreaterF, 2, i0, 0),
                                     Step(ScalarOp::kSelect, 3, 2, 1, true, i3)};
    bool spread = random.Below(3) == 0, in_place = !spread && random.Below(2) != 0;
    std::vector<double> kept = a, out(size * 2, -7);
    std::vector<char> scratch(static_cast<size_t>(ScalarScratchBytes(4, 4)) + 16);
    ScalarProgram program{};
    program.steps = steps.data();
    program.num_steps = static_cast<int32_t>(steps.size());
    program.inputs = inputs.data();
    program.num_inputs = 4;
    program.rank = 2;
    program.shape[0] = rows;
    program.shape[1] = columns;
    program.result = 3;
    program.out_type = ElementType::kFloat64;
    program.out = in_place ? a.data() : out.data();
    program.wide = true;
    program.num_registers = 4;
    program.scratch = scratch.data();
    if (spread) {
      program.strided_out = 1;
      program.out_strides[0] = 2 * columns;
      program.out_strides[1] = 2;
    }
    for (int64_t done = 0; done < rows * columns;) {
      int64_t count =
          std::min<int64_t>(rows * columns - done, 1 + static_cast<int64_t>(random.Below(900)));
      RunScalar(&program, nullptr, done, count);
      done += count;
    }
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t c = 0; c < columns; ++c) {
        auto i = static_cast<size_t>(r * columns + c);
        double row = per_row[static_cast<size_t>(r)], x = kept[i];
        double product = x * b[static_cast<size_t>(r + c * rows)];
        double expected = x > row ? (product + row) * one[0] : one[0];
        double actual = in_place ? a[i] : out[spread ? 2 * i : i];
        if (actual != Approx(expected).epsilon(1e-14)) FAIL("round " << round << ", " << i);
        if (spread) REQUIRE(out[2 * i + 1] == -7);
      }
    }
  }
}

TEST_CASE("floats are rounded to the nearest half", "[scalar]") {
  // Between each half and the next one: the middle, and its neighbours.
  auto half_value = [](uint32_t bits) {
    uint32_t exponent = bits >> 10, mantissa = bits & 0x3ff;
    return exponent == 0
               ? std::ldexp(static_cast<double>(mantissa), -24)
               : std::ldexp(static_cast<double>(1024 + mantissa), static_cast<int>(exponent) - 25);
  };
  std::vector<float> x, expected;
  for (uint32_t bits = 0; bits < 0x7c00; ++bits) {
    double low = half_value(bits), high = half_value(bits + 1), middle = (low + high) / 2;
    // The half whose lowest bit is 0. Numbers beyond the largest half are infinite.
    double even = bits % 2 ? high : low;
    double top = bits == 0x7bff ? INFINITY : high;
    if (bits == 0x7bff) even = INFINITY;
    auto at = static_cast<float>(middle);
    for (float sign : {1.0f, -1.0f}) {
      x.insert(x.end(), {sign * static_cast<float>(low), sign * std::nextafter(at, 0.0f), sign * at,
                         sign * std::nextafter(at, INFINITY)});
      expected.insert(expected.end(),
                      {sign * static_cast<float>(low), sign * static_cast<float>(low),
                       sign * static_cast<float>(even), sign * static_cast<float>(top)});
    }
  }
  x.insert(x.end(), {INFINITY, -INFINITY, 1e30f, -1e30f, 1e-30f, -0.0f});
  expected.insert(expected.end(), {INFINITY, -INFINITY, INFINITY, -INFINITY, 0.0f, -0.0f});
  std::vector<float> y = Apply<float>(ScalarOp::kToHalf, x, false);
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::memcmp(&y[i], &expected[i], 4) != 0) {
      FAIL(x[i] << " becomes " << y[i] << " instead of " << expected[i]);
    }
  }
  REQUIRE(std::isnan(Apply<float>(ScalarOp::kToHalf, std::vector<float>{NAN}, false)[0]));
}

}  // namespace
}  // namespace passcope::kernels
