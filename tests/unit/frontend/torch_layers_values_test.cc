// What imported convolutions, poolings, normalisations, losses and resizings compute, against the
// definitions in PyTorch's documentation.
#include <catch2/catch.hpp>
#include <cmath>

#include "unit/frontend/torch_values.h"

namespace passcope::frontend {
namespace {

NDArray Ones(const Ints& shape) {
  NDArray array = TorchCounting(shape);
  for (size_t i = 0; i < array->size(); ++i) array->mutable_as<float>()[i] = 1;
  return array;
}

TEST_CASE("TorchScript values: convolutions", "[frontend]") {
  NDArray line = FloatsOf({1, 1, 4}, {1, 2, 3, 4}), pair = FloatsOf({1, 1, 2}, {1, 10});
  NDArray image = TorchCounting({1, 1, 3, 3}), two = TorchCounting({1, 2, 3});
  NDArray pairs = FloatsOf({2, 1, 2}, {1, 10, 100, 1000});
  CheckTorchRows({
      {{line, pair}, "torch.conv1d(x, y)", {21, 32, 43}, {1, 1, 3}},
      {{line, pair, FloatsOf({1}, {5})}, "torch.conv1d(x, y, z, [2])", {26, 48}, {1, 1, 2}},
      {{line, pair}, "torch.conv1d(x, y, None, 1, 1)", {10, 21, 32, 43, 4}, {1, 1, 5}},
      {{line, pair}, "torch.conv1d(x, y, None, [1], \"same\")", {21, 32, 43, 4}, {1, 1, 4}},
      {{line, pair}, "torch.conv1d(x, y, None, [1], \"same\", [2])", {20, 31, 42, 3}, {1, 1, 4}},
      {{line, pair}, "torch.conv1d(x, y, padding=\"valid\")", {21, 32, 43}, {1, 1, 3}},
      {{line, pair},
       "torch._convolution_mode(x, y, None, [1], \"same\", [1], 1)",
       {21, 32, 43, 4},
       {1, 1, 4}},
      {{two, pairs}, "torch.conv1d(x, y, groups=2)", {10, 21, 4300, 5400}, {1, 2, 2}},
      {{image, Ones({1, 1, 2, 2})}, "torch.conv2d(x, y)", {8, 12, 20, 24}, {1, 1, 2, 2}},
      {{image, Ones({1, 1, 2, 2})},
       "torch.conv2d(x, y, None, [1, 1], \"same\")",
       {8, 12, 7, 20, 24, 13, 13, 15, 8},
       {1, 1, 3, 3}},
      {{image, Ones({1, 1, 2, 2})}, "torch.conv2d(x, y, None, 1, 0, 2)", {16}, {1, 1, 1, 1}},
      // A channel multiplier of 2.
      {{TorchCounting({1, 2, 1, 2}), FloatsOf({4, 1, 1, 1}, {1, 10, 100, 1000})},
       "torch.conv2d(x, y, groups=2)",
       {0, 1, 0, 10, 200, 300, 2000, 3000},
       {1, 4, 1, 2}},
      {{TorchCounting({1, 1, 2, 2, 2}), Ones({1, 1, 2, 2, 2})}, "torch.conv3d(x, y)", {28}},
      // Each element of the data adds the kernel, scaled, at its place.
      {{FloatsOf({1, 1, 2}, {1, 2}), pair}, "torch.conv_transpose1d(x, y)", {1, 12, 20}, {1, 1, 3}},
      {{FloatsOf({1, 1, 2}, {1, 2}), pair},
       "torch.conv_transpose1d(x, y, None, [2])",
       {1, 10, 2, 20},
       {1, 1, 4}},
      {{FloatsOf({1, 1, 2}, {1, 2}), pair, FloatsOf({1}, {3})},
       "torch.conv_transpose1d(x, y, z, [2], [1], [1])",
       {13, 5, 23},
       {1, 1, 3}},
      {{FloatsOf({1, 2, 1, 1}, {1, 2}), FloatsOf({2, 1, 1, 2}, {1, 10, 100, 1000})},
       "torch.conv_transpose2d(x, y)",
       {201, 2010},
       {1, 1, 1, 2}},
      {{FloatsOf({1, 2, 1, 1}, {1, 2}), FloatsOf({2, 1, 1, 2}, {1, 10, 100, 1000})},
       "torch.conv_transpose2d(x, y, groups=2)",
       {1, 10, 200, 2000},
       {1, 2, 1, 2}},
      {{FloatsOf({1, 1, 1, 2}, {1, 2}), FloatsOf({1, 1, 1, 2}, {1, 10})},
       "torch.conv_transpose2d(x, y, None, [1, 1], [0, 0], [0, 0], 1, [1, 2])",
       {1, 2, 10, 20},
       {1, 1, 1, 4}},
      {{FloatsOf({1, 2, 1}, {1, 2}), FloatsOf({2, 1, 2}, {1, 10, 100, 1000})},
       "torch.conv_transpose1d(x, y, groups=2)",
       {1, 10, 200, 2000},
       {1, 2, 2}},
      {{FloatsOf({1, 2, 1, 1, 1}, {1, 2}), FloatsOf({2, 1, 1, 1, 2}, {1, 10, 100, 1000})},
       "torch.conv_transpose3d(x, y)",
       {201, 2010},
       {1, 1, 1, 1, 2}},
      {{line, pair},
       "torch._convolution(x, y, None, [1], [0], [1], False, [0], 1, False, False, True)",
       {21, 32, 43}},
      {{line, pair},
       "torch.convolution(x, y, None, [1], [0], [1], True, [0], 1)",
       {1, 12, 23, 34, 40}},
  });
  CheckTorchNamed({line, pair}, "torch.conv1d(x, y, None, [2], \"same\")", "'padding'");
  CheckTorchNamed({line, pair}, "torch.conv1d(x, y, None, [1], \"same\", [])", "'dilation'");
  CheckTorchNamed({line, pair}, "torch.conv1d(x, y, None, [1], \"same\", [4611686018427387904])",
                  "'dilation'");
}

TEST_CASE("TorchScript values: pooling", "[frontend]") {
  NDArray line = FloatsOf({1, 1, 5}, {1, 2, 3, 4, 5}), image = TorchCounting({1, 1, 3, 3});
  CheckTorchRows({
      {{line}, "torch.max_pool1d(x, [2])", {2, 4}},
      {{line}, "torch.max_pool1d(x, 2, 2, 0, 1, True)", {2, 4, 5}},
      {{line}, "torch.max_pool1d(x, [2], [1], [0], [3])", {4, 5}},
      {{line}, "torch.max_pool1d(x, [3], [2], [1])", {2, 4, 5}},
      // A last window that begins in the padding is left out.
      {{FloatsOf({1, 1, 3}, {1, 2, 3})}, "torch.max_pool1d(x, [2], [2], [1], [1], True)", {1, 3}},
      {{FloatsOf({1, 1, 2}, {1, 2})}, "torch.max_pool1d(x, [1], [3], [0], [1], True)", {1}},
      {{TorchCounting({1, 3})}, "torch.max_pool1d(x, [2])", {1}, {1, 1}},
      {{TorchCounting({1, 3, 3})}, "torch.max_pool2d(x, [2, 2], [1, 1])", {4, 5, 7, 8}, {1, 2, 2}},
      {{image}, "torch.max_pool2d(x, 2, ceil_mode=True)", {4, 5, 7, 8}, {1, 1, 2, 2}},
      {{image}, "_0, _1 = torch.max_pool2d_with_indices(x, 2)\nreturn _0", {4}},
      {{line}, "torch.avg_pool1d(x, [2])", {1.5, 3.5}},
      {{line}, "torch.avg_pool1d(x, [2], [2], [1])", {.5, 2.5, 4.5}},
      {{line}, "torch.avg_pool1d(x, [2], [2], [1], False, False)", {1, 2.5, 4.5}},
      {{line}, "torch.avg_pool1d(x, [2], [2], [0], True)", {1.5, 3.5, 5}},
      {{line}, "torch.avg_pool1d(x, [3], [2], [1], True)", {1, 3, 3}},
      {{image}, "torch.avg_pool2d(x, [2, 2], divisor_override=2)", {4}},
      {{image}, "torch.avg_pool2d(x, 2, 1, 0, False, True, 8)", {1, 1.5, 2.5, 3}},
      {{image}, "torch.avg_pool2d(x, [2, 2], [2, 2], [1, 1], False, False, 1)", {0, 3, 9, 24}},
      {{TorchCounting({1, 2, 2, 2})}, "torch.avg_pool3d(x, [2, 2, 2])", {3.5}, {1, 1, 1, 1}},
      {{line}, "torch.adaptive_avg_pool1d(x, [2])", {2, 4}},
      {{image}, "torch.adaptive_avg_pool2d(x, [None, 1])", {1, 4, 7}, {1, 1, 3, 1}},
      {{TorchCounting({1, 2, 2})}, "torch.adaptive_avg_pool2d(x, 1)", {1.5}, {1, 1, 1}},
      {{image},
       "_0, _1 = torch.adaptive_max_pool2d(x, [2, 2])\nreturn _0",
       {4, 5, 7, 8},
       {1, 1, 2, 2}},
  });
  CheckTorchNamed({image}, "_0, _1 = torch.max_pool2d_with_indices(x, 2)\nreturn _1", "indices");
  CheckTorchNamed({image}, "_0, _1 = torch.adaptive_max_pool2d(x, 2)\nreturn _1", "indices");
  CheckTorchNamed({image}, "torch.max_pool2d(x, 2, 0)", "not 0");
  CheckTorchNamed({image}, "torch.max_pool2d(x, [2, 2, 2])", "not 3");
  CheckTorchNamed({image}, "torch.max_pool2d(x, 2, 9223372036854775807, 0, 1, True)", "stride");
  CheckTorchNamed({image}, "torch.avg_pool2d(x, 2, 2, 0, True, True, 8)", "'divisor_override'");
}

TEST_CASE("TorchScript values: normalisations", "[frontend]") {
  // Mean 2 and variance 4 of each channel.
  NDArray x = FloatsOf({1, 2, 2}, {0, 4, 0, 4}), w = FloatsOf({2}, {2, 3}),
          b = FloatsOf({2}, {5, 7});
  NDArray row = FloatsOf({1, 2}, {0, 4});
  std::string norm = "torch.batch_norm(x, ", rest = ", False, 0.1, 0., False)";
  std::string stats = ", torch.zeros([2]), torch.ones([2])";
  std::string instance = "torch.instance_norm(x, ", own = ", None, None, True, 0.1, 0., False)";
  CheckTorchRows({
      {{x}, norm + "None, None" + stats + rest, {0, 4, 0, 4}},
      {{x, w}, norm + "y, None" + stats + rest, {0, 8, 0, 12}},
      {{x, b}, norm + "None, y" + stats + rest, {5, 9, 7, 11}},
      {{x, w, b}, norm + "y, z" + stats + rest, {5, 13, 7, 19}},
      {{x, w, b}, norm + "y, z, None, None, True, 0.1, 0., False)", {3, 7, 4, 10}},
      {{x, w},
       norm + "y, None, torch.zeros([2]), torch.ones([2]), True, 0.1, 0., False)",
       {-2, 2, -3, 3}},
      {{x}, instance + "None, None" + own, {-1, 1, -1, 1}},
      {{x, w}, instance + "y, None" + own, {-2, 2, -3, 3}},
      {{x, b}, instance + "None, y" + own, {4, 6, 6, 8}},
      {{x, w, b}, instance + "y, z" + stats + ", False, 0.1, 0., False)", {5, 13, 7, 19}},
      {{row}, "torch.layer_norm(x, [2], None, None, 0.)", {-1, 1}},
      {{row, w}, "torch.layer_norm(x, [2], y, None, 0.)", {-2, 3}},
      {{row, b}, "torch.layer_norm(x, [2], None, y, 0.)", {4, 8}},
      {{row}, "torch.layer_norm(x, [2], eps=12.)", {-.5, .5}},
      {{x, FloatsOf({2, 2}, {1, 2, 3, 4}), Ones({2, 2})},
       "torch.layer_norm(x, [2, 2], y, z, 0.)",
       {0, 3, -2, 5},
       {1, 2, 2}},
      {{x}, "torch.group_norm(x, 2, None, None, 0.)", {-1, 1, -1, 1}},
      {{x, w}, "torch.group_norm(x, 1, y, None, 0.)", {-2, 2, -3, 3}},
      {{x, b}, "torch.group_norm(x, 1, bias=y, eps=0.)", {4, 6, 6, 8}},
  });
  CheckTorchNamed({x}, "torch.layer_norm(x, [3, 2])", "normalized_shape");
  CheckTorchNamed({x}, "torch.layer_norm(x, [1099511627776])", "normalized_shape");
  CheckTorchNamed({x}, "torch.layer_norm(x, [-1])", "normalized_shape");
}

TEST_CASE("TorchScript values: losses", "[frontend]") {
  NDArray x = FloatsOf({2, 2}, {0, 0, 0, std::log(3.0F)}), c = TorchLongs({2}, {0, 1});
  double a = std::log(2.0), b = std::log(4 / 3.0);
  CheckTorchRows({
      {{x, c}, "torch.cross_entropy_loss(x, y)", {(a + b) / 2}},
      {{x, c}, "torch.cross_entropy_loss(x, y, None, 0)", {a, b}},
      {{x, c}, "torch.cross_entropy_loss(x, y, None, 2)", {a + b}},
      {{x, c}, "torch.cross_entropy_loss(x, y, None, 2, 1)", {a}},
      {{x, c, FloatsOf({2}, {1, 3})}, "torch.cross_entropy_loss(x, y, z)", {(a + 3 * b) / 4}},
      // The classes are along axis 1.
      {{FloatsOf({1, 2, 3}, {0, 0, 0, 0, 0, std::log(3.0F)}), TorchLongs({1, 3}, {0, 0, 1})},
       "torch.cross_entropy_loss(x, y, None, 0)",
       {a, a, b},
       {1, 3}},
      {{x, c}, "torch.nll_loss(x, y, None, 0)", {0, -std::log(3.0)}},
      {{x, Ones({2, 2})}, "torch.l1_loss(x, y, 2)", {3 + std::log(3.0) - 1}},
      {{x, Ones({2, 2})}, "torch.mse_loss(x, y, 0)", {1, 1, 1, std::pow(std::log(3.0) - 1, 2)}},
  });
  CheckTorchNamed({x, c}, "torch.cross_entropy_loss(x, y, None, 1, -100, 0.1)",
                  "'label_smoothing'");
}

TEST_CASE("TorchScript values: resizing", "[frontend]") {
  NDArray x = FloatsOf({1, 1, 1, 2}, {0, 2}), odd = TorchCounting({1, 1, 1, 3});
  CheckTorchRows({
      {{x}, "torch.upsample_nearest2d(x, [1, 4])", {0, 0, 2, 2}},
      {{odd}, "torch.upsample_nearest2d(x, [1, 2])", {0, 1}},
      {{x}, "torch.upsample_nearest2d(x, None, [1., 2.])", {0, 0, 2, 2}},
      {{x}, "torch.upsample_bilinear2d(x, [1, 4], False)", {0, .5, 1.5, 2}},
      {{x}, "torch.upsample_bilinear2d(x, [1, 3], True)", {0, 1, 2}},
      {{x}, "torch.upsample_bilinear2d(x, [1, 4], False, 1., 2.)", {0, .5, 1.5, 2}},
      {{odd}, "torch.upsample_bilinear2d(x, None, True, [1., 1.5])", {0, 2 / 3., 4 / 3., 2}},
  });
  CheckTorchNamed({odd}, "torch.upsample_bilinear2d(x, [1, 4], False, None, 1.5)", "'scales_w'");
  CheckTorchNamed({odd}, "torch.upsample_nearest2d(x, None, [1., 1.5])", "'scale_factors'");
  CheckTorchNamed({x}, "torch.einsum(\"ij,jk->ik\", [x, x], other=1)", "'other'");
}

}  // namespace
}  // namespace passcope::frontend
