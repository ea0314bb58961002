// What imported recurrent networks, quantised operators, vision operators and signals compute,
// against the definitions in PyTorch's documentation.
#include <catch2/catch.hpp>
#include <cmath>

#include "unit/frontend/torch_values.h"

namespace passcope::frontend {
namespace {

TEST_CASE("TorchScript values: bidirectional GRU", "[frontend]") {
  // With weights of 0 and an update gate of 1/2, each step halves the state.
  NDArray x = FloatsOf({2, 1, 1}, {0, 0}), h = FloatsOf({2, 1, 1}, {4, 8});
  std::string w = "_w = torch.zeros([3, 1])\n";
  std::string gru =
      "_0, _1 = torch.gru(x, y, [_w, _w, _w, _w], False, 1, 0., False, True, False)\n";
  CheckTorchRows({
      {{x, h}, w + gru + "return _0", {2, 2, 1, 4}, {2, 1, 2}},
      {{x, h}, w + gru + "return _1", {1, 2}, {2, 1, 1}},
  });
  // A packed sequence.
  CheckTorchNamed(
      {FloatsOf({2, 1}, {0, 0}), TorchLongs({2}, {1, 1}), FloatsOf({1, 1, 1}, {0})},
      w + "_0, _1 = torch.gru(x, y, z, [_w, _w], False, 1, 0., False, False)\nreturn _0",
      "'batch_sizes'");
}

TEST_CASE("TorchScript values: quantised operators", "[frontend]") {
  NDArray x = FloatsOf({1, 2}, {0.5F, -0.25F});
  std::string q = "q = torch.quantize_per_tensor(x, 0.25, 128, 13)\n";
  CheckTorchRows({
      {{x}, q + "return torch.dequantize(q)", {.5, -.25}},
      {{x}, q + "return torch.dequantize(torch.relu(q))", {.5, 0}},
      {{x}, q + "return torch.dequantize(ops.quantized.add(q, q, 0.25, 10))", {1, -.5}},
      {{x}, q + "return torch.mean(torch.dequantize(q))", {.125}},
  });
  CheckTorchNamed({x}, "q = torch.quantize_per_tensor(x, 0.25, 0, 12)\nreturn torch.dequantize(q)",
                  "'dtype'");
}

TEST_CASE("TorchScript values: vision and signals", "[frontend]") {
  NDArray image = FloatsOf({1, 1, 4, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
  NDArray boxes = FloatsOf({1, 5}, {0, 1, 1, 3, 3});
  NDArray small = FloatsOf({1, 5}, {0, 1, 1, 1.5, 1.5});
  NDArray weight = FloatsOf({1, 1, 1, 1}, {1});
  CheckTorchRows({
      // The centre of the box is at 1.5 after the shift by half an element.
      {{image, boxes}, "ops.torchvision.roi_align(x, y, 1., 1, 1, 1, True)", {7.5}},
      {{image, boxes}, "ops.torchvision.roi_align(x, y, 1., 1, 1, 1, False)", {10}},
      // Aligned regions stay as small as they are; others become a pixel.
      {{image, small}, "ops.torchvision.roi_align(x, y, 1., 1, 1, 1, True)", {3.75}},
      {{image, small}, "ops.torchvision.roi_align(x, y, 1., 1, 1, 1, False)", {7.5}},
  });
  CheckTorchNamed({image}, "torch.multinomial(torch.ones([4]), 2)", "'replacement'");
  CheckTorchNamed({FloatsOf({1, 16}, std::vector<float>(16, 1))},
                  "torch.stft(x, 8, 4, 8, None, False, True, True)", "'return_complex'");
  CheckTorchNamed({FloatsOf({1, 16}, std::vector<float>(16, 1))},
                  "torch.stft(x, 8, 4, 4, None, False, True, False)", "'win_length'");
  CheckTorchNamed(
      {image, weight, FloatsOf({1, 2, 4, 4}, std::vector<float>(32, 0)),
       FloatsOf({1, 1, 4, 4}, std::vector<float>(16, 1))},
      "ops.torchvision.deform_conv2d(x, y, z, w, torch.zeros([1]), 1, 1, 0, 0, 1, 1, 1, 1, True)",
      "'use_mask'");
}

}  // namespace
}  // namespace passcope::frontend
