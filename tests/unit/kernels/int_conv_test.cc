// 8-bit convolutions are exact.
#include <catch2/catch.hpp>

#include "unit/kernels/buffers.h"

namespace passcope::kernels {

TEST_CASE("8-bit convolutions of any shape are exact", "[kernels]") {
  Random random(21);
  for (int round = 0; round < 200; ++round) {
    Conv2dShape s{};
    s.batch = random.Int(1, 2);
    s.groups = random.Int(0, 3) == 0 ? random.Int(2, 4) : 1;
    s.in_c = s.groups * random.Int(1, 7);
    s.out_c = s.groups * random.Int(1, 11);
    s.kh = random.Int(1, 3);
    s.kw = random.Int(1, 3);
    s.sh = random.Int(1, 2);
    s.sw = random.Int(1, 3);
    s.dh = random.Int(1, 2);
    s.dw = random.Int(1, 2);
    s.pad_top = random.Int(0, 2);
    s.pad_left = random.Int(0, 2);
    s.in_h = random.Int(1, 9);
    s.in_w = random.Int(1, 12);
    s.out_h = random.Int(1, (s.in_h + s.pad_top) / s.sh + 1);
    s.out_w = random.Int(1, (s.in_w + s.pad_left) / s.sw + 1);
    bool nchw = random.Bool();
    s.layout = nchw ? ConvLayout::kNCHW : ConvLayout::kNHWC;
    IntConvShape shape{s, random.Bool() ? ElementType::kInt8 : ElementType::kUint8,
                       random.Bool() ? ElementType::kInt8 : ElementType::kUint8};
    auto bytes = [&](int64_t count) {
      std::vector<uint8_t> values(static_cast<size_t>(count));
      for (auto& value : values) value = static_cast<uint8_t>(random.Int(0, 255));
      return values;
    };
    auto number = [](ElementType type, uint8_t byte) {
      return type == ElementType::kInt8 ? static_cast<int32_t>(static_cast<int8_t>(byte))
                                        : static_cast<int32_t>(byte);
    };
    int64_t group_in = s.in_c / s.groups, group_out = s.out_c / s.groups;
    std::vector<uint8_t> data = bytes(s.batch * s.in_c * s.in_h * s.in_w),
                         weight = bytes(s.out_c * group_in * s.kh * s.kw);
    std::vector<int32_t> zeros(static_cast<size_t>(s.out_c)), bias(zeros.size());
    for (auto& zero : zeros)
      zero = number(shape.weight_type, static_cast<uint8_t>(random.Int(0, 255)));
    for (auto& value : bias) value = static_cast<int32_t>(random.Int(-100000, 100000));
    int32_t data_zero = number(shape.data_type, static_cast<uint8_t>(random.Int(0, 255)));
    bool per_channel = random.Bool(), biased = random.Bool();
    Room packed(IntConvPackedBytes(shape)), workspace(IntConvWorkspaceBytes(shape));
    IntConvPackParams pack{};
    pack.shape = shape;
    pack.weight = weight.data();
    pack.stride_w = 1;
    pack.stride_h = s.kw;
    pack.stride_i = s.kh * s.kw;
    pack.stride_o = group_in * s.kh * s.kw;
    pack.zero_point = zeros[0];
    pack.zero_points = per_channel ? zeros.data() : nullptr;
    pack.packed = packed.get();
    REQUIRE(CallKernel(KernelId::kIntConvPack, &pack) == 0);
    std::vector<int32_t> out(static_cast<size_t>(s.batch * s.out_c * s.out_h * s.out_w), 12345);
    IntConvParams params{};
    params.shape = shape;
    params.in = data.data();
    params.zero_point = data_zero;
    params.packed = packed.get();
    params.out = out.data();
    params.workspace = workspace.get();
    params.bias = biased ? bias.data() : nullptr;
    REQUIRE(CallKernel(KernelId::kIntConv, &params) == 0);
    auto at = [&](int64_t n, int64_t c, int64_t y, int64_t x, int64_t channels, int64_t h,
                  int64_t w) {
      return static_cast<size_t>(nchw ? ((n * channels + c) * h + y) * w + x
                                      : ((n * h + y) * w + x) * channels + c);
    };
    int wrong = 0;
    for (int64_t n = 0; n < s.batch; ++n) {
      for (int64_t o = 0; o < s.out_c; ++o) {
        for (int64_t y = 0; y < s.out_h; ++y) {
          for (int64_t x = 0; x < s.out_w; ++x) {
            int32_t sum = biased ? bias[static_cast<size_t>(o)] : 0;
            int32_t zero = zeros[per_channel ? static_cast<size_t>(o) : 0];
            for (int64_t i = 0; i < group_in; ++i) {
              for (int64_t ky = 0; ky < s.kh; ++ky) {
                for (int64_t kx = 0; kx < s.kw; ++kx) {
                  int64_t iy = y * s.sh + ky * s.dh - s.pad_top,
                          ix = x * s.sw + kx * s.dw - s.pad_left;
                  if (iy < 0 || iy >= s.in_h || ix < 0 || ix >= s.in_w) continue;
                  uint8_t d =
                      data[at(n, o / group_out * group_in + i, iy, ix, s.in_c, s.in_h, s.in_w)];
                  uint8_t w =
                      weight[static_cast<size_t>(((o * group_in + i) * s.kh + ky) * s.kw + kx)];
                  sum += (number(shape.data_type, d) - data_zero) *
                         (number(shape.weight_type, w) - zero);
                }
              }
            }
            if (out[at(n, o, y, x, s.out_c, s.out_h, s.out_w)] != sum) ++wrong;
          }
        }
      }
    }
    CAPTURE(s.in_c, s.in_h, s.in_w, s.out_c, s.out_h, s.out_w, s.kh, s.kw, s.groups, nchw);
    REQUIRE(wrong == 0);
  }
}

}  // namespace passcope::kernels
