// Programs with odd or enormous sizes: a plan gives the evaluator's result, or a diagnostic.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "executor/executor.h"
#include "support/format.h"
#include "text/parser.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/runtime/kernel_fixture.h"

namespace passcope {
namespace {

IRModule Parsed(const std::string& text) {
  return InferTypes(ParseModule("#[version = \"0.0.5\"]\n" + text, "test"));
}

// Random data for each input of the plan.
std::vector<NDArray> SetInputs(GraphExecutor& executor, SplitMix64& random) {
  std::vector<NDArray> inputs;
  const Plan& plan = executor.plan();
  for (size_t i = 0; i < plan.inputs.size(); ++i) {
    const PlanTensor& tensor = plan.tensors[static_cast<size_t>(plan.inputs[i].tensor)];
    inputs.push_back(RandomArray(random, tensor.shape, tensor.dtype));
    executor.SetInput(i, inputs.back());
  }
  return inputs;
}

// An axis of a window and its data.
struct Axis {
  int64_t size, kernel, stride, dilation, before, after;

  int64_t out() const { return (size + before + after - (kernel - 1) * dilation - 1) / stride + 1; }
  bool fits() const { return size + before + after > (kernel - 1) * dilation; }
  // The index in the data of a tap of a result; negative if it is in the padding.
  int64_t At(int64_t o, int64_t tap) const {
    int64_t at = o * stride + tap * dilation - before;
    return at < size ? at : -1;
  }
};

// Strides and padding up to the limits of attributes, with few results.
Axis RandomAxis(SplitMix64& random) {
  const int64_t large[] = {1, 2, 1 << 20, (1 << 27) + 3, (1 << 30) + 1, 2147483646, 2147483647};
  auto pick = [&] { return large[random.Below(std::size(large))]; };
  while (true) {
    Axis axis{static_cast<int64_t>(1 + random.Below(5)),
              static_cast<int64_t>(1 + random.Below(3)),
              pick(),
              pick(),
              random.Below(3) ? pick() : 0,
              random.Below(3) ? pick() : 0};
    if (axis.fits() && axis.out() <= 12) return axis;
  }
}

// Calls `f(tap of both axes, row, column)` for the elements of an image in a window.
template <class F>
void ForTaps(const Axis& y, const Axis& x, int64_t row, int64_t column, F f) {
  for (int64_t i = 0; i < y.kernel; ++i) {
    for (int64_t k = 0; k < x.kernel; ++k) {
      int64_t at_y = y.At(row, i), at_x = x.At(column, k);
      if (at_y >= 0 && at_x >= 0) f(i * x.kernel + k, at_y, at_x);
    }
  }
}

TEST_CASE("windows, steps and margins near the greatest integer", "[executor][hostile]") {
  SplitMix64 random(16);
  for (int trial = 0; trial < 60; ++trial) {
    Axis y = RandomAxis(random), x = RandomAxis(random);
    std::string window =
        fmt::format("strides=[{}, {}], dilation=[{}, {}], padding=[{}, {}, {}, {}]", y.stride,
                    x.stride, y.dilation, x.dilation, y.before, x.before, y.after, x.after);
    CAPTURE(y.size, y.kernel, x.size, x.kernel, window);
    std::vector<int64_t> shape = {1, 2, y.out(), x.out()};
    for (bool depthwise : {false, true}) {
      GraphExecutor executor(Parsed(fmt::format(
          "def @main(%x: Tensor[(1, 2, {}, {}), float32], %w: Tensor[(2, {}, {}, {}), float32]) {{ "
          "nn.conv2d(%x, %w, {}, groups={}, channels=2, kernel_size=[{}, {}]) }}",
          y.size, x.size, depthwise ? 1 : 2, y.kernel, x.kernel, window, depthwise ? 2 : 1,
          y.kernel, x.kernel)));
      std::vector<NDArray> inputs = SetInputs(executor, random);
      auto expected = [&](const std::vector<int64_t>& at) {
        double sum = 0;
        for (int64_t c = 0; c < 2; ++c) {
          if (depthwise && c != at[1]) continue;
          ForTaps(y, x, at[2], at[3], [&](int64_t tap, int64_t row, int64_t column) {
            int64_t weight =
                (at[1] * (depthwise ? 1 : 2) + (depthwise ? 0 : c)) * y.kernel * x.kernel + tap;
            sum += At(inputs[0], {0, c, row, column}) *
                   inputs[1]->ToDouble(static_cast<size_t>(weight));
          });
        }
        return sum;
      };
      executor.Run();
      CheckArray(executor.GetOutput(0), shape, DataType::Float(32), expected, 10);
    }
    // Channels last, for convolutions and pooling.
    GraphExecutor executor(Parsed(fmt::format(
        "def @main(%x: Tensor[(1, {}, {}, 1), float32], %w: Tensor[({}, {}, 1, 1), float32]) {{ "
        "nn.conv2d(%x, %w, {}, channels=1, kernel_size=[{}, {}], data_layout=\"NHWC\", "
        "kernel_layout=\"HWIO\") }}",
        y.size, x.size, y.kernel, x.kernel, window, y.kernel, x.kernel)));
    std::vector<NDArray> inputs = SetInputs(executor, random);
    executor.Run();
    CheckArray(
        executor.GetOutput(0), {1, y.out(), x.out(), 1}, DataType::Float(32),
        [&](const std::vector<int64_t>& at) {
          double sum = 0;
          ForTaps(y, x, at[1], at[2], [&](int64_t tap, int64_t row, int64_t column) {
            sum +=
                At(inputs[0], {0, row, column, 0}) * inputs[1]->ToDouble(static_cast<size_t>(tap));
          });
          return sum;
        },
        10);
    for (bool channels_last : {false, true}) {
      GraphExecutor pool(Parsed(fmt::format(
          "def @main(%x: Tensor[({}), float32]) {{ nn.avg_pool2d(%x, pool_size=[{}, {}], {}, "
          "layout=\"{}\", count_include_pad=False) }}",
          channels_last ? fmt::format("1, {}, {}, 1", y.size, x.size)
                        : fmt::format("1, 1, {}, {}", y.size, x.size),
          y.kernel, x.kernel, window, channels_last ? "NHWC" : "NCHW")));
      NDArray data = SetInputs(pool, random)[0];
      pool.Run();
      CheckArray(pool.GetOutput(0),
                 channels_last ? std::vector<int64_t>{1, y.out(), x.out(), 1}
                               : std::vector<int64_t>{1, 1, y.out(), x.out()},
                 DataType::Float(32), [&](const std::vector<int64_t>& at) {
                   double sum = 0, count = 0;
                   size_t first = channels_last ? 1 : 2;
                   ForTaps(y, x, at[first], at[first + 1],
                           [&](int64_t, int64_t row, int64_t column) {
                             sum += data->ToDouble(static_cast<size_t>(row * x.size + column));
                             ++count;
                           });
                   return sum / std::max(count, 1.0);
                 });
    }
  }
}

TEST_CASE("tensors without elements, by plan", "[executor][hostile]") {
  for (const char* body : {
           "def @main(%x: Tensor[(0, 3), float32]) { nn.softmax(nn.relu(%x)) }",
           "def @main(%x: Tensor[(2, 0), float32], %w: Tensor[(3, 0), float32]) {"
           "  add(nn.dense(%x, %w, units=3), 1f) }",
           "def @main(%x: Tensor[(0, 2, 4, 4), float32], %w: Tensor[(3, 2, 3, 3), float32]) {"
           "  nn.relu(nn.conv2d(%x, %w, channels=3, kernel_size=[3, 3], padding=[0, 0, 0, 0])) }",
           "def @main(%x: Tensor[(1, 0, 4, 4), float32]) { nn.max_pool2d(%x, pool_size=[2, 2],"
           "  padding=[0, 0, 0, 0]) }",
           "def @main(%x: Tensor[(0, 4), float32]) { sum(exp(%x), axis=[1]) }",
           "def @main(%x: Tensor[(4, 0), float32]) { (sum(%x, axis=[1]), mean(%x, axis=[0])) }",
           "def @main(%x: Tensor[(2, 0), float32], %y: Tensor[(2, 3), float32]) {"
           "  concatenate((%x, %y, %x), axis=1) }",
           "def @main(%x: Tensor[(3, 0, 2), float32]) { transpose(nn.relu(%x), axes=[2, 0, 1]) }",
           "def @main(%x: Tensor[(5), float32]) { strided_slice(%x, begin=[3], end=[3],"
           "  strides=[1], axes=None) }",
       }) {
    CAPTURE(body);
    SplitMix64 random(1);
    IRModule module = Parsed(body);
    GraphExecutor executor(module);
    std::vector<NDArray> inputs = SetInputs(executor, random), expected;
    FlattenValue(Evaluate(module, "main", std::vector<Value>(inputs.begin(), inputs.end())),
                 expected);
    executor.Run();
    for (size_t i = 0; i < expected.size(); ++i) {
      CHECK(NDArrayEqual(executor.GetOutput(i), expected[i]));
    }
  }
}

TEST_CASE("a program whose tensors have no room together", "[executor][hostile]") {
  // One GiB each, and all are results.
  GraphExecutor executor(
      Parsed("def @main(%x: Tensor[(1), float32]) {"
             "  let %a = broadcast_to(%x, shape=[268435456]);"
             "  let %b = cumsum(%a, axis=0); let %c = cumsum(%b, axis=0); (%a, %b, %c) }"));
  executor.SetInput(0, Reals({1}, {1}));
  CHECK(Throws(DiagKind::kTensorTooLarge, [&] { executor.Run(); }));
  // The first run leaves nothing behind.
  CHECK(Throws(DiagKind::kTensorTooLarge, [&] { executor.Run(); }));
}

TEST_CASE("tensors that are too large for any, by plan", "[executor][hostile]") {
  for (const char* body : {
           "nn.pad(%x, 0, pad_width=[[2147483647, 5], [0, 2147483647]])",
           "broadcast_to(%x, shape=[1073741824, 1073741824, 3, 16])",
           "sum(broadcast_to(%x, shape=[1073741824, 1073741824, 3, 16]))",
           "exp(broadcast_to(%x, shape=[65536, 16384, 3, 16]))",
           "repeat(repeat(%x, repeats=2147483647, axis=0), repeats=2147483647, axis=1)",
       }) {
    CAPTURE(body);
    auto run = [&] {
      GraphExecutor executor(
          Parsed(std::string("def @main(%x: Tensor[(3, 16), float16]) { ") + body + " }"));
      SplitMix64 random(1);
      SetInputs(executor, random);
      executor.Run();
    };
    // Some have too many elements to count, so their type does not know them.
    CHECK((Throws(DiagKind::kTensorTooLarge, run) || Throws(DiagKind::kUnsupported, run)));
  }
}

}  // namespace
}  // namespace passcope
