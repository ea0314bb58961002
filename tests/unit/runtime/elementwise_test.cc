// Elementwise kernels against scalar references.
#include "kernel_fixture.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "runtime/kernel.h"

namespace passcope {
namespace {

// Rounds to the data type, wraps integers.
double Rounded(double value, DataType dtype) { return ScalarNDArray(value, dtype)->ToDouble(0); }

TEST_CASE("unary kernels on reals", "[kernels]") {
  struct Case {
    const char* name;
    double (*f)(double);
  };
  const Case cases[] = {
      {"log", std::log},
      {"log2", std::log2},
      {"log10", std::log10},
      {"exp", std::exp},
      {"fast_exp", std::exp},
      {"erf", std::erf},
      {"sqrt", std::sqrt},
      {"tanh", std::tanh},
      {"sin", std::sin},
      {"cos", std::cos},
      {"tan", std::tan},
      {"sinh", std::sinh},
      {"cosh", std::cosh},
      {"asin", std::asin},
      {"acos", std::acos},
      {"atan", std::atan},
      {"asinh", std::asinh},
      {"acosh", std::acosh},
      {"atanh", std::atanh},
      {"floor", std::floor},
      {"ceil", std::ceil},
      {"trunc", std::trunc},
      {"round", std::nearbyint},
      {"abs", std::fabs},
      {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
      {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
      {"negative", [](double x) { return -x; }},
      {"sign", [](double x) -> double { return x > 0   ? 1
                                               : x < 0 ? -1
                                                       : 0; }},
      {"nn.relu", [](double x) { return x > 0 ? x : 0; }},
  };
  SplitMix64 random(1);
  for (const Case& c : cases) {
    for (DataType dtype :
         {DataType::Float(32), DataType::Float(64), DataType::Float(16), DataType::BFloat(16)}) {
      INFO(c.name << " " << dtype.str());
      NDArray x = RandomArray(random, {3, 101}, dtype);
      CheckArray(RunTensor(c.name, {x}), x->shape, dtype,
                 [&](const auto& at) { return Rounded(c.f(At(x, at)), dtype); });
    }
  }
}

TEST_CASE("unary kernels on integers", "[kernels]") {
  SplitMix64 random(2);
  for (DataType dtype : AllDataTypes()) {
    if (IsRealType(dtype) || dtype.is_bool()) continue;
    INFO(dtype.str());
    NDArray x = RandomArray(random, {67}, dtype);
    auto check = [&](const char* name, auto f) {
      INFO(name);
      CheckArray(RunTensor(name, {x}), x->shape, dtype, [&](const auto& at) {
        int64_t value = x->ToInt(OffsetOf(x->shape, at));
        return ScalarIntNDArray(f(value), dtype)->ToDouble(0);
      });
    };
    check("abs", [](int64_t v) { return v < 0 ? -v : v; });
    check("negative", [](int64_t v) { return -v; });
    check("sign", [](int64_t v) { return int64_t{v > 0} - int64_t{v < 0}; });
    check("nn.relu", [](int64_t v) { return v > 0 ? v : 0; });
    check("floor", [](int64_t v) { return v; });
    check("round", [](int64_t v) { return v; });
    check("bitwise_not", [](int64_t v) { return ~v; });
  }
  // A uint64 beyond the signed range is positive.
  NDArray big = Ints({1}, {-1}, DataType::UInt(64));
  CHECK(RunTensor("sign", {big})->ToInt(0) == 1);
  CHECK(RunTensor("abs", {big})->ToInt(0) == -1);
  CHECK(Throws(DiagKind::kUnsupported, [] { RunOp("exp", {Ints({1}, {1})}); }));
}

TEST_CASE("round takes the even neighbour of a half", "[kernels]") {
  const double halves[] = {-3.5, -2.5, -0.5, 0.5, 1.5, 2.5, 8388609, INFINITY};
  const double even[] = {-4, -2, 0, 0, 2, 2, 8388609, INFINITY};
  for (size_t i = 0; i < 8; ++i) {
    CHECK(RunTensor("round", {Reals({}, {halves[i]})})->ToDouble(0) == even[i]);
  }
}

TEST_CASE("NaN remains NaN in relu, clip, maximum, minimum and reductions", "[kernels]") {
  auto is_nan = [](const NDArray& array) {
    for (size_t i = 0; i < array->size(); ++i) {
      if (!std::isnan(array->ToDouble(i))) return false;
    }
    return true;
  };
  for (DataType dtype : {DataType::Float(32), DataType::Float(64)}) {
    NDArray nan = Reals({1}, {NAN}, dtype), one = Reals({1}, {1}, dtype);
    CHECK(is_nan(RunTensor("nn.relu", {nan})));
    for (const char* op : {"maximum", "minimum"}) {
      CHECK(is_nan(RunTensor(op, {nan, one})));
      CHECK(is_nan(RunTensor(op, {one, nan})));
    }
    auto last = With<ReduceAttrs>([](auto& a) { a.axis = std::vector<int64_t>{1}; });
    NDArray rows = Reals({3, 3}, {NAN, 1, 2, 1, NAN, 2, 1, 2, NAN}, dtype);
    for (const char* op : {"max", "min"}) CHECK(is_nan(RunTensor(op, {rows}, last)));
    // An infinity is lower than all finite numbers. The maximum of no elements is -infinity.
    NDArray low = Reals({1, 2}, {-INFINITY, -INFINITY}, dtype);
    CHECK(RunTensor("max", {low}, last)->ToDouble(0) == -INFINITY);
    CHECK(RunTensor("min", {RunTensor("negative", {low})}, last)->ToDouble(0) == INFINITY);
    CHECK(RunTensor("max", {Reals({1, 0}, {}, dtype)}, last)->ToDouble(0) == -INFINITY);
    CHECK(RunTensor("min", {Reals({1, 0}, {}, dtype)}, last)->ToDouble(0) == INFINITY);
  }
}

TEST_CASE("predicates on reals", "[kernels]") {
  NDArray x = Reals({4}, {1, NAN, INFINITY, -INFINITY});
  auto check = [&](const char* name, std::vector<int64_t> expected) {
    NDArray y = RunTensor(name, {x});
    REQUIRE(y->dtype.is_bool());
    for (size_t i = 0; i < 4; ++i) CHECK(y->ToInt(i) == expected[i]);
  };
  check("isnan", {0, 1, 0, 0});
  check("isinf", {0, 0, 1, 1});
  check("isfinite", {1, 0, 0, 0});
}

struct Shapes {
  std::vector<int64_t> a, b, out;
};
const Shapes kShapes[] = {{{2, 300}, {2, 300}, {2, 300}}, {{2, 3, 5}, {3, 1}, {2, 3, 5}},
                          {{}, {4, 3}, {4, 3}},           {{4, 1, 3}, {2, 1}, {4, 2, 3}},
                          {{0, 3}, {1, 3}, {0, 3}},       {{1, 7}, {5, 1}, {5, 7}}};

double Broadcast(const NDArray& array, const std::vector<int64_t>& at) {
  std::vector<int64_t> index(at.end() - static_cast<std::ptrdiff_t>(array->rank()), at.end());
  for (size_t i = 0; i < index.size(); ++i) {
    if (array->shape[i] == 1) index[i] = 0;
  }
  return At(array, index);
}

TEST_CASE("binary kernels broadcast", "[kernels]") {
  struct Case {
    const char* name;
    double (*f)(double, double);
    bool compares = false;
  };
  const Case cases[] = {
      {"add", [](double a, double b) { return a + b; }},
      {"subtract", [](double a, double b) { return a - b; }},
      {"multiply", [](double a, double b) { return a * b; }},
      {"maximum", [](double a, double b) { return a > b ? a : b; }},
      {"minimum", [](double a, double b) { return a < b ? a : b; }},
      {"equal", [](double a, double b) -> double { return a == b; }, true},
      {"not_equal", [](double a, double b) -> double { return a != b; }, true},
      {"less", [](double a, double b) -> double { return a < b; }, true},
      {"less_equal", [](double a, double b) -> double { return a <= b; }, true},
      {"greater", [](double a, double b) -> double { return a > b; }, true},
      {"greater_equal", [](double a, double b) -> double { return a >= b; }, true},
  };
  SplitMix64 random(3);
  for (const Case& c : cases) {
    for (DataType dtype : AllDataTypes()) {
      if (dtype.is_bool()) continue;
      for (const Shapes& s : kShapes) {
        INFO(c.name << " " << dtype.str());
        NDArray a = RandomArray(random, s.a, dtype), b = RandomArray(random, s.b, dtype);
        DataType out = c.compares ? DataType::Bool() : dtype;
        CheckArray(RunTensor(c.name, {a, b}), s.out, out, [&](const auto& at) {
          double exact = c.f(Broadcast(a, at), Broadcast(b, at));
          // Unsigned differences wrap; for doubles the test does this itself.
          if (IsRealType(out)) return Rounded(exact, out);
          return ScalarIntNDArray(static_cast<int64_t>(exact), out)->ToDouble(0);
        });
      }
    }
  }
}

TEST_CASE("division of integers", "[kernels]") {
  NDArray a = Ints({6}, {7, -7, 7, -7, 6, -6}), b = Ints({6}, {2, 2, -2, -2, 3, 3});
  auto check = [&](const char* name, std::vector<int64_t> expected) {
    INFO(name);
    NDArray out = RunTensor(name, {a, b});
    for (size_t i = 0; i < expected.size(); ++i) CHECK(out->ToInt(i) == expected[i]);
  };
  check("divide", {3, -3, -3, 3, 2, -2});
  check("floor_divide", {3, -4, -4, 3, 2, -2});
  check("mod", {1, -1, 1, -1, 0, 0});
  check("floor_mod", {1, 1, -1, -1, 0, 0});
  CHECK(Throws(DiagKind::kEvaluation, [] { RunOp("divide", {Ints({1}, {1}), Ints({1}, {0})}); }));
  // The smallest integer divided by -1 wraps.
  NDArray smallest = Ints({1}, {INT64_MIN}, DataType::Int(64));
  NDArray minus = Ints({1}, {-1}, DataType::Int(64));
  CHECK(RunTensor("divide", {smallest, minus})->ToInt(0) == INT64_MIN);
  CHECK(RunTensor("mod", {smallest, minus})->ToInt(0) == 0);
  // A uint64 is divided as unsigned.
  NDArray u = Ints({1}, {-2}, DataType::UInt(64)), two = Ints({1}, {2}, DataType::UInt(64));
  CHECK(RunTensor("divide", {u, two})->ToInt(0) == INT64_MAX);
  CHECK(RunTensor("greater", {u, two})->ToInt(0) == 1);
  CHECK(RunTensor("maximum", {u, two})->ToInt(0) == -2);
}

TEST_CASE("division of reals", "[kernels]") {
  NDArray a = Reals({4}, {7, -7, 7, -7.5}), b = Reals({4}, {2, 2, -2, -2});
  auto check = [&](const char* name, std::vector<double> expected) {
    INFO(name);
    NDArray out = RunTensor(name, {a, b});
    for (size_t i = 0; i < expected.size(); ++i) CHECK(out->ToDouble(i) == expected[i]);
  };
  check("divide", {3.5, -3.5, -3.5, 3.75});
  check("floor_divide", {3, -4, -4, 3});
  check("mod", {1, -1, 1, -1.5});
  check("floor_mod", {1, 1, -1, -1.5});
  CHECK(std::isinf(RunTensor("divide", {Reals({}, {1}), Reals({}, {0})})->ToDouble(0)));
  // The quotient is rounded before floor: 1 / (1/3) gives 3.
  for (DataType dtype : AllDataTypes()) {
    if (!IsRealType(dtype)) continue;
    INFO(dtype.str());
    NDArray one = Reals({1}, {1}, dtype), third = Reals({1}, {1.0 / 3}, dtype);
    CHECK(RunTensor("floor_divide", {one, third})->ToDouble(0) == 3);
    CHECK(RunTensor("trunc_divide", {one, third})->ToDouble(0) == 3);
    CHECK(RunTensor("floor_mod", {one, third})->ToDouble(0) == 0);
    CHECK(RunTensor("trunc_mod", {one, third})->ToDouble(0) == 0);
    // An infinite quotient stays infinite, and the remainder is NaN.
    NDArray infinite = Reals({4}, {INFINITY, INFINITY, -INFINITY, 1}, dtype),
            by = Reals({4}, {2, -0.0, 0.0, -0.0}, dtype);
    NDArray whole = RunTensor("floor_divide", {infinite, by});
    CHECK(whole->ToDouble(0) == INFINITY);
    CHECK(whole->ToDouble(1) == -INFINITY);
    CHECK(whole->ToDouble(2) == -INFINITY);
    CHECK(whole->ToDouble(3) == -INFINITY);
    CHECK(std::isnan(RunTensor("floor_mod", {infinite, by})->ToDouble(0)));
  }
  CHECK(RunTensor("power", {Reals({}, {2}), Reals({}, {10})})->ToDouble(0) == 1024);
}

TEST_CASE("integers wrap to their width", "[kernels]") {
  NDArray a = Ints({1}, {127}, DataType::Int(8)), one = Ints({1}, {1}, DataType::Int(8));
  CHECK(RunTensor("add", {a, one})->ToInt(0) == -128);
  CHECK(RunTensor("multiply", {a, a})->ToInt(0) == 1);
  NDArray u = Ints({1}, {0}, DataType::UInt(8)), v = Ints({1}, {1}, DataType::UInt(8));
  CHECK(RunTensor("subtract", {u, v})->ToInt(0) == 255);
}

TEST_CASE("shifts and bits", "[kernels]") {
  NDArray a = Ints({3}, {-8, 5, 12}), b = Ints({3}, {1, 2, 3});
  auto check = [&](const char* name, std::vector<int64_t> expected) {
    INFO(name);
    NDArray out = RunTensor(name, {a, b});
    for (size_t i = 0; i < 3; ++i) CHECK(out->ToInt(i) == expected[i]);
  };
  check("left_shift", {-16, 20, 96});
  check("right_shift", {-4, 1, 1});
  check("bitwise_and", {-8 & 1, 5 & 2, 12 & 3});
  check("bitwise_or", {-8 | 1, 5 | 2, 12 | 3});
  check("bitwise_xor", {-8 ^ 1, 5 ^ 2, 12 ^ 3});
  CHECK(Throws(DiagKind::kEvaluation, [] {
    RunOp("left_shift", {Ints({1}, {1}), Ints({1}, {-1})});
  }));
  // By the width or more, nothing remains but the sign.
  a = Ints({3}, {-8, 5, -1}), b = Ints({3}, {32, 33, 1000});
  check("left_shift", {0, 0, 0});
  check("right_shift", {-1, 0, -1});
  NDArray t = Ints({4}, {0, 0, 1, 1}, DataType::Bool()),
          f = Ints({4}, {0, 1, 0, 1}, DataType::Bool());
  auto logical = [&](const char* name, std::vector<int64_t> expected) {
    NDArray out = RunTensor(name, {t, f});
    for (size_t i = 0; i < 4; ++i) CHECK(out->ToInt(i) == expected[i]);
  };
  logical("logical_and", {0, 0, 0, 1});
  logical("logical_or", {0, 1, 1, 1});
  logical("logical_xor", {0, 1, 1, 0});
  CHECK(RunTensor("logical_not", {f})->ToInt(0) == 1);
}

TEST_CASE("cast between all data types", "[kernels]") {
  SplitMix64 random(4);
  for (DataType from : AllDataTypes()) {
    for (DataType to : AllDataTypes()) {
      INFO(from.str() << " -> " << to.str());
      NDArray x = RandomArray(random, {600}, from);
      NDArray y = RunTensor("cast", {x}, With<CastAttrs>([&](auto& a) { a.dtype = to; }));
      REQUIRE(y->dtype == to);
      size_t wrong = 0;
      for (size_t i = 0; i < x->size(); ++i) {
        double value = x->ToDouble(i);
        double expected = to.is_bool() ? value != 0
                          : IsRealType(to)
                              ? Rounded(value, to)
                              : ScalarIntNDArray(static_cast<int64_t>(value), to)->ToDouble(0);
        wrong += y->ToDouble(i) != expected;
      }
      CHECK(wrong == 0);
    }
  }
  auto to_int8 = With<CastAttrs>([](auto& a) { a.dtype = DataType::Int(8); });
  NDArray y = RunTensor("cast", {Reals({4}, {-1.9, 1.9, NAN, 1e30})}, to_int8);
  CHECK(y->ToInt(0) == -1);
  CHECK(y->ToInt(1) == 1);
  CHECK(y->ToInt(2) == 0);
  auto to_float = With<CastAttrs>([](auto& a) { a.dtype = DataType::Float(64); });
  CHECK(RunTensor("cast", {Ints({}, {-1}, DataType::UInt(64))}, to_float)->ToDouble(0) ==
        18446744073709551616.0);
  auto to_u64 = With<CastAttrs>([](auto& a) { a.dtype = DataType::UInt(64); });
  NDArray u = RunTensor("cast", {Reals({}, {1e19}, DataType::Float(64))}, to_u64);
  CHECK(static_cast<uint64_t>(u->ToInt(0)) == 10000000000000000000ull);
}

TEST_CASE("clip", "[kernels]") {
  SplitMix64 random(5);
  auto attrs = With<ClipAttrs>([](auto& a) {
    a.a_min = -1;
    a.a_max = 5;
  });
  for (DataType dtype : AllDataTypes()) {
    if (dtype.is_bool()) continue;
    INFO(dtype.str());
    NDArray x = RandomArray(random, {300}, dtype);
    CheckArray(RunTensor("clip", {x}, attrs), x->shape, dtype,
               [&](const auto& at) { return std::min(std::max(At(x, at), -1.0), 5.0); });
  }
  // NaN remains. If the bounds contradict each other, the lower one wins, as in TVM.
  CHECK(std::isnan(RunTensor("clip", {Reals({1}, {NAN})}, attrs)->ToDouble(0)));
  auto crossed = With<ClipAttrs>([](auto& a) {
    a.a_min = 5;
    a.a_max = -1;
  });
  CHECK(RunTensor("clip", {Reals({1}, {2})}, crossed)->ToDouble(0) == 5);
  CHECK(RunTensor("clip", {Ints({1}, {2})}, crossed)->ToInt(0) == 5);
  // NaN is the lowest integer.
  auto nan = With<ClipAttrs>([](auto& a) {
    a.a_min = NAN;
    a.a_max = 1;
  });
  CHECK(RunTensor("clip", {Ints({2}, {-7, 2})}, nan)->ToInt(0) == -7);
  CHECK(RunTensor("clip", {Ints({2}, {-7, 2})}, nan)->ToInt(1) == 1);
}

TEST_CASE("leaky relu and where", "[kernels]") {
  SplitMix64 random(6);
  NDArray x = RandomArray(random, {5, 77});
  auto attrs = With<LeakyReluAttrs>([](auto& a) { a.alpha = 0.25; });
  CheckArray(RunTensor("nn.leaky_relu", {x}, attrs), x->shape, x->dtype,
             [&](const auto& at) { return At(x, at) > 0 ? At(x, at) : At(x, at) * 0.25; });
  NDArray cond = RandomArray(random, {5, 1}, DataType::Bool());
  NDArray y = RandomArray(random, {77});
  CheckArray(RunTensor("where", {cond, x, y}), {5, 77}, x->dtype, [&](const auto& at) {
    return Broadcast(cond, at) != 0 ? Broadcast(x, at) : Broadcast(y, at);
  });
  CHECK(RunTensor("zeros_like", {x})->ToDouble(7) == 0);
  CHECK(RunTensor("ones_like", {cond})->ToInt(4) == 1);
}

TEST_CASE("operators that pass their argument on share its buffer", "[kernels]") {
  NDArray x = Reals({2}, {1, 2});
  for (const char* name : {"copy", "annotation.stop_fusion"}) {
    CHECK(RunTensor(name, {x})->data() == x->data());
  }
}

}  // namespace
}  // namespace passcope
