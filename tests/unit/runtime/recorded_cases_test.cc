// Kernels in special cases of TVM's own tests: gradients of grouped convolutions, weights in
// blocks, resizing to size 0.
#include "kernel_fixture.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"

namespace passcope {
namespace {

TEST_CASE("the gradient of a convolution's weight, in groups and layouts") {
  for (int64_t groups : {1, 2}) {
    SplitMix64 random(7);
    const int64_t stride = 2, pad = 1, in = 4, out = 6;
    // 7 × 7 with a 3 × 3 kernel gives 4 × 4.
    NDArray grad = RandomArray(random, {2, 4, 4, out});
    NDArray data = RandomArray(random, {2, in, 7, 7});
    Attrs attrs = With<Conv2DAttrs>([&](Conv2DAttrs& a) {
      a.kernel_size = {3, 3};
      a.strides = {stride, stride};
      a.padding = {pad, pad, pad, pad};
      a.groups = groups;
      a.channels = out;
      a.data_layout = "NHWC";
      a.kernel_layout = "NCHW";
      a.out_layout = "HWIO";
      a.out_dtype = DataType::Float(32);
    });
    NDArray result = RunTensor("nn.conv2d_backward_weight", {grad, data}, attrs);
    int64_t group_in = in / groups, group_out = out / groups;
    CheckArray(
        result, {3, 3, group_in, out}, DataType::Float(32),
        [&](const std::vector<int64_t>& w) {
          double sum = 0;
          ForIndices({2, 4, 4}, [&](const std::vector<int64_t>& at) {
            int64_t y = at[1] * stride - pad + w[0], x = at[2] * stride - pad + w[1];
            if (y < 0 || y >= 7 || x < 0 || x >= 7) return;
            sum += At(grad, {at[0], at[1], at[2], w[3]}) *
                   At(data, {at[0], w[3] / group_out * group_in + w[2], y, x});
          });
          return sum;
        },
        10);
  }
}

TEST_CASE("nn.contrib_conv2d_NCHWc takes blocks from its weight's shape") {
  SplitMix64 random(8);
  NDArray data = RandomArray(random, {1, 2, 5, 5, 4});
  NDArray weight = RandomArray(random, {2, 2, 1, 1, 4, 8});
  Attrs attrs = With<Conv2DAttrs>([&](Conv2DAttrs& a) {
    a.kernel_size = {1, 1};
    a.channels = 16;
    a.data_layout = "NCHW4c";
    a.out_layout = "NCHW8c";
  });
  NDArray result = RunTensor("nn.contrib_conv2d_NCHWc", {data, weight}, attrs);
  CheckArray(
      result, {1, 2, 5, 5, 8}, DataType::Float(32),
      [&](const std::vector<int64_t>& at) {
        double sum = 0;
        for (int64_t c = 0; c < 8; ++c) {
          sum += At(data, {0, c / 4, at[2], at[3], c % 4}) *
                 At(weight, {at[1], c / 4, 0, 0, c % 4, at[4]});
        }
        return sum;
      },
      10);
}

TEST_CASE("nn.upsampling3d maps positions as its attribute says") {
  Attrs attrs = With<UpSampling3DAttrs>([](UpSampling3DAttrs& a) {
    a.scale_d = a.scale_h = 1;
    a.scale_w = 3;
  });
  NDArray result = RunTensor("nn.upsampling3d", {Ints({1, 1, 1, 1, 3}, {5, 6, 7})}, attrs);
  std::vector<int64_t> expected = {5, 5, 5, 5, 6, 6, 6, 7, 7};
  CheckArray(result, {1, 1, 1, 1, 9}, DataType::Int(32), [&](const std::vector<int64_t>& at) {
    return static_cast<double>(expected[static_cast<size_t>(at[4])]);
  });
}

TEST_CASE("image.resize2d to nothing") {
  Attrs attrs = With<Resize2DAttrs>([](Resize2DAttrs& a) { a.size = std::vector<int64_t>{0, 2}; });
  NDArray result = RunTensor("image.resize2d", {Reals({1, 1, 1, 2}, {1, 2})}, attrs);
  CHECK(result->shape == std::vector<int64_t>{1, 1, 0, 2});
}

TEST_CASE("sparse_to_dense casts its default") {
  DataType wide = DataType::Int(64);
  Attrs attrs = With<SparseToDenseAttrs>([](SparseToDenseAttrs& a) { a.output_shape = {3}; });
  NDArray result = RunTensor("sparse_to_dense",
                             {Ints({}, {1}, wide), Ints({}, {9}, wide), Ints({}, {4})}, attrs);
  CheckArray(result, {3}, wide,
             [](const std::vector<int64_t>& at) { return at[0] == 1 ? 9.0 : 4.0; });
}

// The last axis of a result whose other axes have one element.
std::vector<double> Row(const NDArray& array) {
  std::vector<double> values;
  for (size_t i = 0; i < array->size(); ++i) values.push_back(array->ToDouble(i));
  return values;
}

TEST_CASE("nn.upsampling keeps the first element in place") {
  auto run = [](const char* method, bool align_corners) {
    return Row(RunTensor("nn.upsampling", {Reals({1, 1, 1, 2}, {0, 4})},
                         With<UpSamplingAttrs>([&](UpSamplingAttrs& a) {
                           a.scale_h = 1;
                           a.scale_w = 2;
                           a.method = method;
                           a.align_corners = align_corners;
                         })));
  };
  CHECK(run("bilinear", false) == std::vector<double>{0, 2, 4, 4});
  CHECK(run("bicubic", false) == std::vector<double>{0, 2, 4, 4.25});
  CHECK(run("nearest_neighbor", false) == std::vector<double>{0, 0, 4, 4});
  CHECK(run("nearest_neighbor", true) == std::vector<double>{0, 0, 4, 4});
  // In steps of two thirds of an element.
  NDArray aligned = RunTensor("nn.upsampling", {Reals({1, 1, 1, 3}, {0, 3, 6})},
                              With<UpSamplingAttrs>([&](UpSamplingAttrs& a) {
                                a.scale_h = 1;
                                a.scale_w = 4.0 / 3;
                                a.align_corners = true;
                              }));
  CHECK(Row(aligned) == std::vector<double>{0, 3, 3, 6});
}

TEST_CASE("resizing an image of one integer gives this integer") {
  for (const char* method : {"linear", "cubic"}) {
    NDArray result =
        RunTensor("image.resize1d", {Ints({1, 1, 3}, {255, 255, 255}, DataType::UInt(8))},
                  With<Resize1DAttrs>([&](auto& a) {
                    a.size = std::vector<int64_t>{31};
                    a.method = method;
                  }));
    for (size_t i = 0; i < 31; ++i) CHECK(result->ToInt(i) == 255);
  }
  // A cubic curve overshoots. The type's ends bound it.
  NDArray step = RunTensor("image.resize1d", {Ints({1, 1, 4}, {0, 0, 255, 255}, DataType::UInt(8))},
                           With<Resize1DAttrs>([](auto& a) {
                             a.size = std::vector<int64_t>{8};
                             a.method = "cubic";
                           }));
  CHECK(step->ToInt(2) == 0);
  CHECK(step->ToInt(5) == 255);
}

TEST_CASE("image.resize3d of a region, whose numbers are in the order of the axes") {
  // Two planes of two rows; only the second plane and the first column are in the region.
  NDArray volume = Reals({1, 1, 2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
  auto resized = [&](std::vector<double> roi) {
    return Row(RunTensor("image.resize3d", {volume}, With<Resize3DAttrs>([&](auto& a) {
                           a.size = std::vector<int64_t>{1, 2, 1};
                           AttrArray reals;
                           for (double each : roi) reals.emplace_back(each);
                           a.roi = reals;
                           a.coordinate_transformation_mode = "tf_crop_and_resize";
                           a.extrapolation_value = -1;
                         })));
  };
  CHECK(resized({1, 0, 0, 1, 1, 0}) == std::vector<double>{4, 6});
  CHECK(resized({2, 0, 0, 2, 1, 0}) == std::vector<double>{-1, -1});
}

TEST_CASE("resizing keeps float64, and rounds places in the middle by the method") {
  NDArray two = Reals({1, 1, 2}, {0, 1}, DataType::Float(64));
  NDArray linear = RunTensor("image.resize1d", {two}, With<Resize1DAttrs>([](auto& a) {
                               a.size = std::vector<int64_t>{4};
                               a.coordinate_transformation_mode = "align_corners";
                             }));
  CHECK(linear->ToDouble(1) == Approx(1.0 / 3).epsilon(1e-15));
  // The second of three elements is in the middle of ten.
  std::vector<double> numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  auto nearest = [&](const char* rounding) {
    return Row(
        RunTensor("image.resize1d", {Reals({1, 1, 10}, numbers)}, With<Resize1DAttrs>([&](auto& a) {
                    a.size = std::vector<int64_t>{3};
                    a.method = "nearest_neighbor";
                    a.coordinate_transformation_mode = "align_corners";
                    a.rounding_method = rounding;
                  })));
  };
  CHECK(nearest("round_prefer_floor") == std::vector<double>{0, 4, 9});
  CHECK(nearest("round_prefer_ceil") == std::vector<double>{0, 5, 9});
}

TEST_CASE("image.resize2d of a region") {
  auto run = [](const char* method, std::vector<double> roi) {
    return Row(RunTensor("image.resize2d", {Reals({1, 1, 1, 5}, {0, 1, 2, 3, 4})},
                         With<Resize2DAttrs>([&](Resize2DAttrs& a) {
                           a.size = std::vector<int64_t>{1, 3};
                           AttrArray reals;
                           for (double each : roi) reals.emplace_back(each);
                           a.roi = reals;
                           a.method = method;
                           a.coordinate_transformation_mode = "tf_crop_and_resize";
                           a.extrapolation_value = -7;
                         })));
  };
  // From (top, left) to (bottom, right). A height of 1 takes the middle.
  CHECK(run("linear", {0, 0.25, 0, 0.5}) == std::vector<double>{1, 1.5, 2});
  CHECK(run("nearest_neighbor", {0, 0.25, 0, 0.75}) == std::vector<double>{1, 2, 3});
  CHECK(run("linear", {0, 0.5, 0, 1.5}) == std::vector<double>{2, 4, -7});
  CHECK(run("linear", {0, -1e30, 0, 1e30}) == std::vector<double>{-7, 0, -7});
}

TEST_CASE("integers are interpolated in float32") {
  NDArray result = RunTensor("image.resize1d", {Ints({1, 1, 2}, {0, 100}, DataType::UInt(8))},
                             With<Resize1DAttrs>([](Resize1DAttrs& a) {
                               a.size = std::vector<int64_t>{6};
                               a.coordinate_transformation_mode = "align_corners";
                             }));
  CHECK(Row(result) == std::vector<double>{0, 20, 40, 60, 80, 100});
}

TEST_CASE("sparse_to_dense leaves out what is out of range, and fills what is below an index") {
  auto run = [](NDArray indices, NDArray values, std::vector<int64_t> shape) {
    return Row(RunTensor("sparse_to_dense", {std::move(indices), std::move(values), Ints({}, {9})},
                         With<SparseToDenseAttrs>([&](auto& a) { a.output_shape = shape; })));
  };
  CHECK(run(Ints({3}, {2, 1, -1}), Ints({3}, {5, 6, 7}), {2}) == std::vector<double>{9, 6});
  CHECK(run(Ints({2, 2}, {0, 2, 1, 1}), Ints({2}, {5, 6}), {2, 2}) ==
        std::vector<double>{9, 9, 9, 6});
  CHECK(run(Ints({}, {1}), Ints({}, {5}), {2, 3}) == std::vector<double>{9, 9, 9, 5, 5, 5});
}

TEST_CASE("sparse_reshape to the same shape keeps the positions") {
  DataType wide = DataType::Int(64);
  Value result = RunOp("sparse_reshape", {Ints({2, 2}, {0, 3, 5, 1}, wide), Ints({2}, {2, 2}, wide),
                                          Ints({2}, {2, -1}, wide)});
  CHECK(Row(result.fields()[0].tensor()) == std::vector<double>{0, 3, 5, 1});
  CHECK(Row(result.fields()[1].tensor()) == std::vector<double>{2, 2});
}

TEST_CASE("dynamic operators make tensors of nothing") {
  NDArray data = Reals({2, 3}, {1, 2, 3, 4, 5, 6});
  NDArray tiled =
      RunTensor("dyn.tile", {data, Ints({3}, {2, 0, 1})}, With<TileAttrs>([](auto&) {}));
  CHECK(tiled->shape == std::vector<int64_t>{2, 0, 3});
  NDArray hot =
      RunTensor("dyn.one_hot", {Ints({2}, {0, 1}), Reals({}, {1}), Reals({}, {0}), Ints({}, {0})},
                With<OneHotAttrs>([](auto& a) { a.dtype = DataType::Float(32); }));
  CHECK(hot->shape == std::vector<int64_t>{2, 0});
}

// With ceil_mode, the second window extends beyond the data and its padding.
TEST_CASE("the gradient of an average divides by as many elements as the average") {
  NDArray result = RunTensor("nn.avg_pool2d_grad",
                             {Reals({1, 1, 1, 2}, {4, 4}), Reals({1, 1, 2, 3}, {0, 0, 0, 0, 0, 0})},
                             With<AvgPool2DAttrs>([](auto& a) {
                               a.pool_size = {2, 2};
                               a.strides = {2, 2};
                               a.ceil_mode = true;
                               a.count_include_pad = true;
                             }));
  CHECK(Row(result) == std::vector<double>{1, 1, 2, 1, 1, 2});
}

}  // namespace
}  // namespace passcope
