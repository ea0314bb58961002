// Pooling against plain loops.
#include "kernel_fixture.h"
#include "op/attrs_nn.h"

namespace passcope {
namespace {

using List = std::vector<int64_t>;

struct PoolCase {
  List size, pool, strides, padding, dilation;
  bool ceil = false;
  bool include_pad = false;
};

void CheckPool(const PoolCase& c, const std::string& layout, const List& shape, bool max,
               DataType dtype = DataType::Float(32)) {
  size_t dims = c.size.size();
  INFO(layout << (max ? " max " : " avg ") << dims << " ceil " << c.ceil << " include "
              << c.include_pad << " " << dtype.str());
  std::string axes = dims == 1 ? "W" : dims == 2 ? "HW" : "DHW";
  SplitMix64 random(7);
  NDArray x = RandomArray(random, shape, dtype);
  auto fill = [&](auto& a) {
    a.pool_size = c.pool;
    a.strides = c.strides;
    a.padding = c.padding;
    a.dilation = c.dilation;
    a.layout = layout;
    a.ceil_mode = c.ceil;
    if (!max) a.count_include_pad = c.include_pad;
  };
  Attrs attrs = dims == 1   ? (max ? With<MaxPool1DAttrs>(fill) : With<AvgPool1DAttrs>(fill))
                : dims == 2 ? (max ? With<MaxPool2DAttrs>(fill) : With<AvgPool2DAttrs>(fill))
                            : (max ? With<MaxPool3DAttrs>(fill) : With<AvgPool3DAttrs>(fill));
  std::string name = fmt::format("nn.{}_pool{}d", max ? "max" : "avg", dims);
  NDArray y = RunTensor(name.c_str(), {x}, attrs);
  List places;
  List expected_shape = shape;
  List before, after;
  for (size_t i = 0; i < dims; ++i) {
    places.push_back(static_cast<int64_t>(layout.find(axes[i])));
    before.push_back(c.padding[c.padding.size() == 1 ? 0 : i]);
    after.push_back(c.padding.size() == 2 * dims ? c.padding[dims + i] : before[i]);
    int64_t space = c.size[i] + before[i] + after[i] - (c.pool[i] - 1) * c.dilation[i] - 1;
    if (c.ceil) space += c.strides[i] - 1;
    expected_shape[static_cast<size_t>(places[i])] = space / c.strides[i] + 1;
  }
  CheckArray(
      y, expected_shape, dtype,
      [&](const List& at) {
        double best = -1e30, sum = 0;
        int64_t inside = 0, padded = 0;
        ForIndices(c.pool, [&](const List& tap) {
          List from = at;
          bool in_data = true, in_padding = true;
          for (size_t i = 0; i < dims; ++i) {
            auto place = static_cast<size_t>(places[i]);
            from[place] = at[place] * c.strides[i] - before[i] + tap[i] * c.dilation[i];
            in_data = in_data && from[place] >= 0 && from[place] < c.size[i];
            in_padding = in_padding && from[place] < c.size[i] + after[i];
          }
          padded += in_padding;
          if (!in_data) return;
          ++inside;
          best = std::max(best, At(x, from));
          sum += At(x, from);
        });
        if (max) return best;
        auto divisor = static_cast<double>(std::max<int64_t>(c.include_pad ? padded : inside, 1));
        return IsRealType(dtype) ? sum / divisor : std::trunc(sum / divisor);
      },
      10);
}

TEST_CASE("pooling in two dimensions", "[kernels]") {
  for (bool max : {true, false}) {
    for (bool ceil : {true, false}) {
      for (bool include : {true, false}) {
        PoolCase c{{7, 9}, {3, 2}, {2, 3}, {1, 1}, {1, 1}, ceil, include};
        CheckPool(c, "NCHW", {2, 4, 7, 9}, max);
        CheckPool(c, "NHWC", {2, 7, 9, 4}, max);
        CheckPool(c, "NCHW4c", {2, 2, 7, 9, 4}, max);
        CheckPool(c, "HWCN", {7, 9, 2, 3}, max);
        CheckPool({{7, 9}, {3, 3}, {1, 2}, {1, 0, 2, 1}, {2, 1}, ceil, include}, "NCHW",
                  {1, 3, 7, 9}, max);
      }
    }
  }
}

TEST_CASE("pooling with the spatial axes apart", "[kernels]") {
  PoolCase c{{5, 6}, {2, 3}, {1, 2}, {0, 1}, {1, 1}};
  CheckPool(c, "NHCW", {2, 5, 3, 6}, true);
  CheckPool(c, "WCHN", {6, 3, 5, 2}, false);
}

TEST_CASE("pooling in one and three dimensions", "[kernels]") {
  for (bool max : {true, false}) {
    CheckPool({{11}, {3}, {2}, {1, 1}, {1}, true, false}, "NCW", {2, 3, 11}, max);
    CheckPool({{11}, {3}, {2}, {1}, {2}}, "NWC", {2, 11, 3}, max);
    CheckPool({{4, 5, 6}, {2, 2, 3}, {1, 2, 2}, {1, 0, 1}, {1, 1, 1}}, "NCDHW", {1, 2, 4, 5, 6},
              max);
    CheckPool({{4, 5, 6}, {2, 2, 3}, {1, 2, 2}, {0, 0, 0, 1, 1, 1}, {1, 1, 1}, true, true}, "NDHWC",
              {1, 4, 5, 6, 2}, max);
  }
}

TEST_CASE("pooling in every data type", "[kernels]") {
  for (DataType dtype : AllDataTypes()) {
    if (dtype.is_bool() || (dtype.is_uint() && dtype.bits == 64)) continue;
    PoolCase c{{6, 6}, {3, 3}, {2, 2}, {0, 0}, {1, 1}};
    CheckPool(c, "NCHW", {1, 3, 6, 6}, true, dtype);
    CheckPool(c, "NCHW", {1, 3, 6, 6}, false, dtype);
  }
}

TEST_CASE("global and adaptive pooling", "[kernels]") {
  SplitMix64 random(8);
  NDArray x = RandomArray(random, {2, 3, 5, 7});
  auto mean_of = [&](int64_t n, int64_t c, int64_t y0, int64_t y1, int64_t x0, int64_t x1) {
    double sum = 0;
    for (int64_t i = y0; i < y1; ++i) {
      for (int64_t j = x0; j < x1; ++j) sum += At(x, {n, c, i, j});
    }
    return sum / static_cast<double>((y1 - y0) * (x1 - x0));
  };
  Attrs global = With<GlobalPool2DAttrs>([](auto&) {});
  CheckArray(
      RunTensor("nn.global_avg_pool2d", {x}, global), {2, 3, 1, 1}, x->dtype,
      [&](const List& at) { return mean_of(at[0], at[1], 0, 5, 0, 7); }, 10);
  Attrs adaptive = With<AdaptivePool2DAttrs>([](auto& a) {
    a.output_size = std::vector<int64_t>{3, 2};
  });
  CheckArray(
      RunTensor("nn.adaptive_avg_pool2d", {x}, adaptive), {2, 3, 3, 2}, x->dtype,
      [&](const List& at) {
        return mean_of(at[0], at[1], at[2] * 5 / 3, ((at[2] + 1) * 5 + 2) / 3, at[3] * 7 / 2,
                       ((at[3] + 1) * 7 + 1) / 2);
      },
      10);
  NDArray m = RunTensor("nn.global_max_pool2d", {x}, global);
  double best = -9;
  ForIndices({5, 7}, [&](const List& at) { best = std::max(best, At(x, {1, 2, at[0], at[1]})); });
  CHECK(At(m, {1, 2, 0, 0}) == best);
}

TEST_CASE("gradients of pooling go to the greatest element or to all") {
  NDArray data = Reals({1, 1, 3, 3}, {1, 5, 2, 5, 0, 3, 7, 1, 1});
  NDArray grad = Reals({1, 1, 2, 2}, {1, 10, 100, 1000});
  auto values = [](const NDArray& array) {
    std::vector<double> result;
    for (size_t i = 0; i < array->size(); ++i) result.push_back(array->ToDouble(i));
    return result;
  };
  NDArray max = RunTensor("nn.max_pool2d_grad", {grad, data}, With<MaxPool2DAttrs>([](auto& a) {
                            a.pool_size = {2, 2};
                            a.strides = {1, 1};
                          }));
  CHECK(values(max) == std::vector<double>{0, 11, 0, 0, 0, 1000, 100, 0, 0});
  auto average = [&](bool include) {
    return RunTensor("nn.avg_pool2d_grad", {grad, data}, With<AvgPool2DAttrs>([&](auto& a) {
                       a.pool_size = {2, 2};
                       a.strides = {2, 2};
                       a.padding = {1, 1, 0, 0};
                       a.count_include_pad = include;
                     }));
  };
  // With any axes in addition to those of the windows.
  auto of_layout = [&](std::vector<int64_t> shape, std::vector<int64_t> of_grad,
                       const char* layout) {
    return RunTensor(
        "nn.max_pool2d_grad",
        {ReshapeNDArray(grad, std::move(of_grad)), ReshapeNDArray(data, std::move(shape))},
        With<MaxPool2DAttrs>([&](auto& a) {
          a.pool_size = {2, 2};
          a.strides = {1, 1};
          a.layout = layout;
        }));
  };
  CHECK(values(of_layout({3, 1, 3, 1}, {2, 1, 2, 1}, "HOWI")) == values(max));
  CHECK(values(of_layout({1, 1, 3, 3, 1}, {1, 1, 2, 2, 1}, "NCHW1c")) == values(max));
  CHECK_THROWS_AS(of_layout({1, 1, 3, 3}, {2, 1, 1, 2}, "OIHW"), DiagnosticError);
  CHECK(values(average(true)) == std::vector<double>{0.25, 2.5, 2.5, 25, 250, 250, 25, 250, 250});
  CHECK(values(average(false)) == std::vector<double>{1, 5, 5, 50, 250, 250, 50, 250, 250});
}

}  // namespace
}  // namespace passcope
