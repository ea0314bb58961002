// Convolutions and matrix products against plain loops.
#include "kernel_fixture.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"

namespace passcope {
namespace {

using List = std::vector<int64_t>;

List ShapeIn(const std::string& layout, const std::map<char, int64_t>& sizes) {
  List shape;
  int64_t number = 0;
  std::map<char, int64_t> factor;
  for (char c : layout) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');
    } else if (c >= 'a' && c <= 'z') {
      factor[static_cast<char>(c - 32)] = number;
      number = 0;
    }
  }
  for (char c : layout) {
    if (c >= 'A' && c <= 'Z') {
      shape.push_back(sizes.at(c) / (factor.count(c) ? factor[c] : 1));
    } else if (c >= 'a' && c <= 'z') {
      shape.push_back(factor[static_cast<char>(c - 32)]);
    }
  }
  return shape;
}

struct ConvCase {
  std::string data_layout, kernel_layout, out_layout;
  int64_t batch, in, out, groups;
  List size, kernel, strides, padding, dilation;
  DataType dtype = DataType::Float(32);
  DataType out_dtype = DataType::Void();
};

// The sum that defines a convolution, for each element.
void CheckConv(const ConvCase& c) {
  size_t dims = c.size.size();
  std::string axes = dims == 1 ? "W" : dims == 2 ? "HW" : "DHW";
  INFO(c.data_layout << " " << c.kernel_layout << " " << c.out_layout << " groups " << c.groups
                     << " " << c.dtype.str());
  SplitMix64 random(c.in * 31 + c.out);
  std::map<char, int64_t> data_sizes = {{'N', c.batch}, {'C', c.in}};
  std::map<char, int64_t> weight_sizes = {{'O', c.out}, {'I', c.in / c.groups}};
  for (size_t i = 0; i < dims; ++i) {
    data_sizes[axes[i]] = c.size[i];
    weight_sizes[axes[i]] = c.kernel[i];
  }
  NDArray data = RandomArray(random, ShapeIn(c.data_layout, data_sizes), c.dtype);
  NDArray weight = RandomArray(random, ShapeIn(c.kernel_layout, weight_sizes), c.dtype);
  auto fill = [&](auto& a) {
    a.strides = c.strides;
    a.padding = c.padding;
    a.dilation = c.dilation;
    a.groups = c.groups;
    a.channels = c.out;
    a.kernel_size = c.kernel;
    a.data_layout = c.data_layout;
    a.kernel_layout = c.kernel_layout;
    a.out_layout = c.out_layout;
    a.out_dtype = c.out_dtype;
  };
  Attrs attrs = dims == 1   ? With<Conv1DAttrs>(fill)
                : dims == 2 ? With<Conv2DAttrs>(fill)
                            : With<Conv3DAttrs>(fill);
  const char* name = dims == 1 ? "nn.conv1d" : dims == 2 ? "nn.conv2d" : "nn.conv3d";
  NDArray actual = RunTensor(name, {data, weight}, attrs);

  std::string out_layout = c.out_layout.empty() ? c.data_layout : c.out_layout;
  DataType dtype = c.out_dtype.is_void() ? c.dtype : c.out_dtype;
  List out_size;
  auto before = [&](size_t i) { return c.padding[c.padding.size() == 1 ? 0 : i]; };
  for (size_t i = 0; i < dims; ++i) {
    int64_t after = c.padding.size() == 2 * dims ? c.padding[dims + i] : before(i);
    out_size.push_back(
        (c.size[i] + before(i) + after - (c.kernel[i] - 1) * c.dilation[i] - 1) / c.strides[i] + 1);
  }
  std::map<char, int64_t> out_sizes = {{'N', c.batch}, {'C', c.out}};
  for (size_t i = 0; i < dims; ++i) out_sizes[axes[i]] = out_size[i];
  List out_shape = ShapeIn(out_layout, out_sizes);
  REQUIRE(actual->shape == out_shape);
  REQUIRE(actual->dtype == dtype);
  List space = {c.batch, c.out};
  space.insert(space.end(), out_size.begin(), out_size.end());
  double tolerance = ToleranceOf(dtype) * 10;
  size_t wrong = 0;
  LayoutOffsets in_data(c.data_layout, data->shape), in_weight(c.kernel_layout, weight->shape);
  LayoutOffsets in_out(out_layout, actual->shape);
  ForIndices(space, [&](const List& at) {
    int64_t group = at[1] / (c.out / c.groups);
    double sum = 0;
    List taps = c.kernel;
    taps.push_back(c.in / c.groups);
    ForIndices(taps, [&](const List& tap) {
      AxisPositions d, w;
      d['N'] = at[0];
      d['C'] = group * (c.in / c.groups) + tap[dims];
      w['O'] = at[1];
      w['I'] = tap[dims];
      for (size_t i = 0; i < dims; ++i) {
        int64_t x = at[2 + i] * c.strides[i] - before(i) + tap[i] * c.dilation[i];
        if (x < 0 || x >= c.size[i]) return;
        d[axes[i]] = x;
        w[axes[i]] = tap[i];
      }
      sum += data->ToDouble(in_data.Of(d)) * weight->ToDouble(in_weight.Of(w));
    });
    AxisPositions o;
    o['N'] = at[0];
    o['C'] = at[1];
    for (size_t i = 0; i < dims; ++i) o[axes[i]] = at[2 + i];
    double got = actual->ToDouble(in_out.Of(o));
    if (!IsRealType(dtype)) {
      sum = ScalarIntNDArray(static_cast<int64_t>(sum), dtype)->ToDouble(0);
    }
    wrong += std::fabs(got - sum) > tolerance * (1 + std::fabs(sum));
  });
  CHECK(wrong == 0);
}

TEST_CASE("conv2d in every layout", "[kernels]") {
  for (const char* data : {"NCHW", "NHWC", "HWCN", "NCHW4c", "NHWC2c"}) {
    for (const char* kernel : {"OIHW", "HWIO", "HWOI", "OHWI", "OIHW2o", "OIHW4o2i"}) {
      for (const char* out : {"", "NHWC", "NCHW", "NCHW8c"}) {
        CheckConv({data, kernel, out, 2, 8, 16, 1, {5, 6}, {3, 2}, {1, 2}, {1, 0}, {1, 1}});
      }
    }
  }
}

TEST_CASE("conv2d groups, dilation, padding, sizes", "[kernels]") {
  for (int64_t groups : {1, 2, 4}) {
    CheckConv({"NCHW", "OIHW", "", 1, 4, 8, groups, {7, 9}, {3, 3}, {1, 1}, {2, 2}, {2, 2}});
    CheckConv({"NHWC", "HWIO", "", 3, 4, 12, groups, {8, 5}, {1, 3}, {2, 3}, {0, 1, 2, 3}, {1, 2}});
  }
  CheckConv({"NCHW", "OIHW", "", 1, 3, 5, 1, {6, 6}, {3, 3}, {1, 1}, {1}, {1, 1}});
  // More channels and positions than fit in one block of the matrix product.
  CheckConv({"NCHW", "OIHW", "", 1, 40, 13, 1, {17, 19}, {3, 3}, {1, 1}, {1, 1}, {1, 1}});
  CheckConv({"NHWC", "HWIO", "", 1, 64, 9, 1, {4, 4}, {3, 3}, {1, 1}, {1, 1}, {1, 1}});
}

TEST_CASE("conv2d in every data type", "[kernels]") {
  for (DataType dtype : AllDataTypes()) {
    if (dtype.is_bool()) continue;
    CheckConv({"NCHW", "OIHW", "", 1, 6, 7, 1, {5, 5}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, dtype});
  }
  CheckConv({"NCHW",
             "OIHW",
             "",
             1,
             6,
             7,
             1,
             {5, 5},
             {3, 3},
             {1, 1},
             {1, 1},
             {1, 1},
             DataType::Int(8),
             DataType::Int(32)});
  CheckConv({"NCHW",
             "OIHW",
             "",
             1,
             6,
             7,
             1,
             {5, 5},
             {3, 3},
             {1, 1},
             {1, 1},
             {1, 1},
             DataType::Float(16),
             DataType::Float(32)});
}

TEST_CASE("conv1d and conv3d", "[kernels]") {
  CheckConv({"NCW", "OIW", "", 2, 4, 6, 2, {11}, {3}, {2}, {1, 2}, {2}});
  CheckConv({"NWC", "WIO", "NCW", 2, 4, 6, 1, {11}, {4}, {1}, {0, 0}, {1}});
  CheckConv(
      {"NCDHW", "OIDHW", "", 1, 4, 6, 2, {5, 4, 6}, {2, 3, 2}, {1, 2, 1}, {1, 0, 1}, {1, 1, 2}});
  CheckConv({"NDHWC",
             "DHWIO",
             "",
             2,
             3,
             4,
             1,
             {4, 4, 4},
             {3, 3, 3},
             {1, 1, 1},
             {1, 1, 1, 0, 0, 0},
             {1, 1, 1}});
}

TEST_CASE("depthwise conv2d with a multiplier", "[kernels]") {
  SplitMix64 random(9);
  NDArray data = RandomArray(random, {1, 3, 6, 6}), weight = RandomArray(random, {3, 2, 3, 3});
  auto attrs = With<Conv2DAttrs>([](auto& a) {
    a.groups = 3;
    a.channels = 6;
    a.kernel_size = List{3, 3};
  });
  CheckArray(
      RunTensor("nn.conv2d", {data, weight}, attrs), {1, 6, 4, 4}, data->dtype,
      [&](const List& at) {
        double sum = 0;
        ForIndices({3, 3}, [&](const List& k) {
          sum += At(data, {0, at[1] / 2, at[2] + k[0], at[3] + k[1]}) *
                 At(weight, {at[1] / 2, at[1] % 2, k[0], k[1]});
        });
        return sum;
      },
      10);
}

TEST_CASE("conv2d_transpose scatters", "[kernels]") {
  SplitMix64 random(10);
  for (int64_t groups : {1, 2}) {
    NDArray data = RandomArray(random, {2, 4, 3, 4});
    NDArray weight = RandomArray(random, {4, 3, 3, 2});
    auto attrs = With<Conv2DTransposeAttrs>([&](auto& a) {
      a.groups = groups;
      a.channels = 3 * groups;
      a.kernel_size = List{3, 2};
      a.strides = {2, 3};
      a.padding = {1, 0, 0, 1};
      a.output_padding = {1, 0};
      a.dilation = {1, 2};
      a.kernel_layout = "IOHW";
    });
    List shape = {2, 3 * groups, (3 - 1) * 2 + 3 - 1 + 1, (4 - 1) * 3 + 3 - 1};
    std::vector<double> sums(static_cast<size_t>(shape[0] * shape[1] * shape[2] * shape[3]), 0);
    ForIndices({2, 4, 3, 4}, [&](const List& at) {
      ForIndices({3, 3, 2}, [&](const List& k) {
        int64_t y = at[2] * 2 + k[1] - 1, x = at[3] * 3 + k[2] * 2;
        if (y < 0 || y >= shape[2] || x < 0 || x >= shape[3]) return;
        int64_t o = at[1] / (4 / groups) * 3 + k[0];
        sums[OffsetOf(shape, {at[0], o, y, x})] +=
            At(data, at) * At(weight, {at[1], k[0], k[1], k[2]});
      });
    });
    CheckArray(
        RunTensor("nn.conv2d_transpose", {data, weight}, attrs), shape, data->dtype,
        [&](const List& at) { return sums[OffsetOf(shape, at)]; }, 10);
  }
}

TEST_CASE("dense, matmul, batch_matmul", "[kernels]") {
  SplitMix64 random(11);
  for (DataType dtype : AllDataTypes()) {
    if (dtype.is_bool()) continue;
    INFO(dtype.str());
    NDArray x = RandomArray(random, {3, 300}, dtype), w = RandomArray(random, {9, 300}, dtype);
    auto wrap = [&](double sum) {
      return IsRealType(dtype) ? sum
                               : ScalarIntNDArray(static_cast<int64_t>(sum), dtype)->ToDouble(0);
    };
    auto attrs = With<DenseAttrs>([](auto& a) { a.units = 9; });
    CheckArray(
        RunTensor("nn.dense", {x, w}, attrs), {3, 9}, dtype,
        [&](const List& at) {
          double sum = 0;
          for (int64_t k = 0; k < 300; ++k) sum += At(x, {at[0], k}) * At(w, {at[1], k});
          return wrap(sum);
        },
        100);
  }
  for (bool ta : {false, true}) {
    for (bool tb : {false, true}) {
      NDArray a = RandomArray(random, ta ? List{5, 4} : List{4, 5});
      NDArray b = RandomArray(random, tb ? List{7, 5} : List{5, 7});
      auto attrs = With<MatmulAttrs>([&](auto& m) {
        m.transpose_a = ta;
        m.transpose_b = tb;
      });
      CheckArray(
          RunTensor("nn.matmul", {a, b}, attrs), {4, 7}, a->dtype,
          [&](const List& at) {
            double sum = 0;
            for (int64_t k = 0; k < 5; ++k) {
              sum += At(a, ta ? List{k, at[0]} : List{at[0], k}) *
                     At(b, tb ? List{at[1], k} : List{k, at[1]});
            }
            return sum;
          },
          10);
      NDArray p = RandomArray(random, ta ? List{2, 5, 4} : List{2, 4, 5});
      NDArray q = RandomArray(random, tb ? List{1, 7, 5} : List{1, 5, 7});
      auto batch = With<BatchMatmulAttrs>([&](auto& m) {
        m.transpose_a = ta;
        m.transpose_b = tb;
      });
      CheckArray(
          RunTensor("nn.batch_matmul", {p, q}, batch), {2, 4, 7}, p->dtype,
          [&](const List& at) {
            double sum = 0;
            for (int64_t k = 0; k < 5; ++k) {
              sum += At(p, ta ? List{at[0], k, at[1]} : List{at[0], at[1], k}) *
                     At(q, tb ? List{0, at[2], k} : List{0, k, at[2]});
            }
            return sum;
          },
          10);
    }
  }
}

TEST_CASE("a depthwise convolution of blocked channels is that of plain ones") {
  SplitMix64 random(11);
  NDArray data = RandomArray(random, {1, 8, 6, 5}), weight = RandomArray(random, {8, 1, 3, 3});
  auto blocked = [](const NDArray& array, const char* from, const char* to) {
    return RunTensor("layout_transform", {array}, With<LayoutTransformAttrs>([&](auto& a) {
                       a.src_layout = from;
                       a.dst_layout = to;
                     }));
  };
  auto attrs = [](const char* data_layout, const char* kernel_layout) {
    return With<Conv2DAttrs>([&](Conv2DAttrs& a) {
      a.groups = 8;
      a.channels = 8;
      a.kernel_size = {{3, 3}};
      a.padding = {1, 1, 1, 1};
      a.data_layout = data_layout;
      a.kernel_layout = kernel_layout;
    });
  };
  NDArray plain = RunTensor("nn.conv2d", {data, weight}, attrs("NCHW", "OIHW"));
  NDArray result = RunTensor("nn.contrib_depthwise_conv2d_NCHWc",
                             {blocked(data, "NCHW", "NCHW4c"), blocked(weight, "OIHW", "OIHW1i4o")},
                             attrs("NCHW4c", "OIHW1i4o"));
  CheckArray(blocked(result, "NCHW4c", "NCHW"), plain->shape, DataType::Float(32),
             [&](const std::vector<int64_t>& at) { return At(plain, at); });
}

}  // namespace
}  // namespace passcope
