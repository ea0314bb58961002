// Kernels in the cases that TVM's own tests exercise beyond the plain ones: gradients of grouped
// convolutions, weights in blocks, resizing to nothing.
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

}  // namespace
}  // namespace passcope
