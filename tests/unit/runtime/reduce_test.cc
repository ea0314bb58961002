// Reductions against plain loops.
#include <algorithm>

#include "kernel_fixture.h"
#include "op/attrs_tensor.h"

namespace passcope {
namespace {

using List = std::vector<int64_t>;

struct Axes {
  List axis;
  bool exclude;
};
const Axes kAxes[] = {{{}, false}, {{0}, false},    {{-1}, false}, {{0, 2}, false},
                      {{1}, true}, {{1, 2}, false}, {{2, 0}, true}};

// Collects the elements that are reduced to each element of the result, in the data's order.
template <class F>
void CheckReduction(const char* name, const NDArray& x, const Axes& axes, bool keepdims,
                    DataType out, F reduce, double slack = 10) {
  INFO(name << " " << x->dtype.str() << " keepdims " << keepdims);
  std::vector<bool> reduced(x->rank(), axes.axis.empty() || axes.exclude);
  for (int64_t axis : axes.axis) {
    reduced[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(x->rank()) : axis)] =
        !axes.exclude;
  }
  List shape;
  for (size_t i = 0; i < x->rank(); ++i) {
    if (!reduced[i]) shape.push_back(x->shape[i]);
    if (reduced[i] && keepdims) shape.push_back(1);
  }
  auto fill = [&](auto& a) {
    if (!axes.axis.empty()) a.axis = axes.axis;
    a.keepdims = keepdims;
    a.exclude = axes.exclude;
  };
  bool arg = std::string(name).substr(0, 3) == "arg";
  Attrs attrs = arg ? With<ArgReduceAttrs>(fill) : With<ReduceAttrs>(fill);
  CheckArray(
      RunTensor(name, {x}, attrs), shape, out,
      [&](const List& at) {
        std::vector<double> values;
        ForIndices(x->shape, [&](const List& from) {
          size_t k = 0;
          for (size_t i = 0; i < from.size(); ++i) {
            if (reduced[i]) {
              k += keepdims;
            } else if (from[i] != at[k++]) {
              return;
            }
          }
          values.push_back(At(x, from));
        });
        return reduce(values);
      },
      slack);
}

using Values = const std::vector<double>&;

TEST_CASE("sum, mean, prod, max, min", "[kernels]") {
  SplitMix64 random(1);
  for (DataType dtype : AllDataTypes()) {
    if (dtype.is_bool()) continue;
    auto wrap = [dtype](double value) {
      return IsRealType(dtype) ? value
                               : ScalarIntNDArray(static_cast<int64_t>(value), dtype)->ToDouble(0);
    };
    auto sum = [](Values v) {
      double total = 0;
      for (double x : v) total += x;
      return total;
    };
    for (const Axes& axes : kAxes) {
      for (bool keepdims : {false, true}) {
        NDArray x = RandomArray(random, {3, 4, 5}, dtype);
        CheckReduction("sum", x, axes, keepdims, dtype, [&](Values v) { return wrap(sum(v)); });
        CheckReduction("mean", x, axes, keepdims, dtype, [&](Values v) {
          double total = wrap(sum(v)), mean = total / static_cast<double>(v.size());
          return IsRealType(dtype) ? mean : std::trunc(mean);
        });
        CheckReduction("max", x, axes, keepdims, dtype,
                       [](Values v) { return *std::max_element(v.begin(), v.end()); });
        CheckReduction("min", x, axes, keepdims, dtype,
                       [](Values v) { return *std::min_element(v.begin(), v.end()); });
      }
    }
    NDArray x = RandomArray(random, {2, 4}, dtype);
    CheckReduction("prod", x, {{1}, false}, false, dtype, [&](Values v) {
      double product = 1;
      for (double value : v) product *= value;
      return wrap(product);
    });
  }
}

TEST_CASE("argmax and argmin", "[kernels]") {
  SplitMix64 random(2);
  for (DataType dtype : {DataType::Float(32), DataType::Int(8), DataType::UInt(64)}) {
    for (const Axes& axes : kAxes) {
      NDArray x = RandomArray(random, {3, 4, 5}, dtype);
      CheckReduction("argmax", x, axes, false, DataType::Int(32), [](Values v) {
        return static_cast<double>(std::max_element(v.begin(), v.end()) - v.begin());
      });
      CheckReduction("argmin", x, axes, true, DataType::Int(32), [](Values v) {
        return static_cast<double>(std::min_element(v.begin(), v.end()) - v.begin());
      });
    }
  }
  Attrs last = With<ArgReduceAttrs>([](auto& a) { a.select_last_index = true; });
  CHECK(RunTensor("argmax", {Ints({4}, {1, 7, 7, 0})}, last)->ToInt(0) == 2);
  CHECK(RunTensor("argmin", {Reals({4}, {NAN, 7, NAN, 0})}, last)->ToInt(0) == 2);
  NDArray big = Ints({2}, {1, -1}, DataType::UInt(64));
  CHECK(RunTensor("argmax", {big}, With<ArgReduceAttrs>([](auto&) {}))->ToInt(0) == 1);
}

TEST_CASE("all and any", "[kernels]") {
  SplitMix64 random(3);
  NDArray x = RandomArray(random, {3, 4, 2}, DataType::Bool());
  for (const Axes& axes : kAxes) {
    CheckReduction("all", x, axes, false, DataType::Bool(), [](Values v) -> double {
      return std::find(v.begin(), v.end(), 0.0) == v.end();
    });
    CheckReduction("any", x, axes, false, DataType::Bool(), [](Values v) -> double {
      return std::find(v.begin(), v.end(), 1.0) != v.end();
    });
  }
}

TEST_CASE("variance", "[kernels]") {
  SplitMix64 random(4);
  NDArray x = RandomArray(random, {3, 6});
  for (bool unbiased : {false, true}) {
    Attrs mean = With<ReduceAttrs>([](auto& a) {
      a.axis = List{1};
      a.keepdims = true;
    });
    Attrs attrs = With<VarianceAttrs>([&](auto& a) {
      a.axis = List{1};
      a.unbiased = unbiased;
    });
    NDArray m = RunTensor("mean", {x}, mean);
    CheckArray(RunTensor("variance", {x, m}, attrs), {3}, x->dtype, [&](const List& at) {
      double sum = 0;
      for (int64_t i = 0; i < 6; ++i) sum += std::pow(At(x, {at[0], i}) - At(m, {at[0], 0}), 2);
      return sum / (unbiased ? 5 : 6);
    });
  }
}

TEST_CASE("collapse_sum_like undoes broadcasting", "[kernels]") {
  SplitMix64 random(5);
  NDArray x = RandomArray(random, {2, 3, 4}), like = RandomArray(random, {3, 1});
  CheckArray(RunTensor("collapse_sum_like", {x, like}), {3, 1}, x->dtype, [&](const List& at) {
    double sum = 0;
    ForIndices({2, 4}, [&](const List& r) { sum += At(x, {r[0], at[0], r[1]}); });
    return sum;
  });
}

TEST_CASE("a sum over no elements", "[kernels]") {
  Attrs attrs = With<ReduceAttrs>([](auto& a) { a.axis = List{0}; });
  NDArray out = RunTensor("sum", {MakeNDArray({0, 2}, DataType::Float(32))}, attrs);
  CHECK(out->shape == List{2});
  CHECK(out->ToDouble(1) == 0);
}

}  // namespace
}  // namespace passcope
