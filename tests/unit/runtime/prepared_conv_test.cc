// Convolutions with prepared weights, and convolutions of integers with few bits, against plain
// ones.
#include "kernel_fixture.h"
#include "op/attrs_algorithm.h"
#include "op/attrs_nn.h"
#include "op/attrs_qnn.h"
#include "op/attrs_tensor.h"
#include "op/attrs_vision.h"
#include "runtime/kernel.h"
#include "runtime/layout_transform.h"

namespace passcope {
namespace {

const DataType kFloat = DataType::Float(32);

void CheckSame(const NDArray& actual, const NDArray& expected, double slack = 1) {
  size_t i = 0;
  CheckArray(
      actual, expected->shape, expected->dtype,
      [&](const std::vector<int64_t>&) { return expected->ToDouble(i++); }, slack);
}

template <class A>
void SetConv(A& attrs, const NDArray& weight, std::vector<int64_t> padding) {
  attrs.kernel_size = std::vector<int64_t>(weight->shape.begin() + 2, weight->shape.end());
  attrs.channels = weight->shape[0];
  attrs.padding = std::move(padding);
}

TEST_CASE("a convolution by Winograd's algorithm is a convolution") {
  SplitMix64 random(1);
  for (int64_t tile = 2; tile <= 6; ++tile) {
    for (int64_t kernel : {3, 5}) {
      INFO("tile " << tile << ", kernel " << kernel);
      NDArray data = RandomArray(random, {2, 3, 9, 11});
      NDArray weight = RandomArray(random, {4, 3, kernel, kernel});
      NDArray expected =
          RunTensor("nn.conv2d", {data, weight}, With<Conv2DAttrs>([&](Conv2DAttrs& a) {
                      SetConv(a, weight, {1, 2, 0, 1});
                    }));
      NDArray transformed =
          RunTensor("nn.contrib_conv2d_winograd_weight_transform", {weight},
                    With<ConvWinogradWeightTransformAttrs>([&](auto& a) { a.tile_size = tile; }));
      int64_t alpha = tile + kernel - 1;
      CHECK(transformed->shape == std::vector<int64_t>{alpha, alpha, 4, 3});
      NDArray actual =
          RunTensor("nn.contrib_conv2d_winograd_without_weight_transform", {data, transformed},
                    With<Conv2DWinogradAttrs>([&](Conv2DWinogradAttrs& a) {
                      SetConv(a, weight, {1, 2, 0, 1});
                      a.tile_size = tile;
                    }));
      CheckSame(actual, expected, 30);
    }
  }
}

TEST_CASE("Winograd's algorithm transforms the depth where the kernel is a cube") {
  SplitMix64 random(2);
  for (int64_t depth : {1, 2, 3}) {
    INFO("depth " << depth);
    NDArray data = RandomArray(random, {1, 2, 6, 7, 5});
    NDArray weight = RandomArray(random, {3, 2, depth, 3, 3});
    NDArray expected =
        RunTensor("nn.conv3d", {data, weight}, With<Conv3DAttrs>([&](Conv3DAttrs& a) {
                    SetConv(a, weight, {0, 1, 1});
                  }));
    NDArray transformed =
        RunTensor("nn.contrib_conv3d_winograd_weight_transform", {weight},
                  With<ConvWinogradWeightTransformAttrs>([](auto& a) { a.tile_size = 4; }));
    CHECK(transformed->shape == (depth == 3 ? std::vector<int64_t>{6, 6, 6, 3, 2}
                                            : std::vector<int64_t>{6, 6, depth, 3, 2}));
    NDArray actual =
        RunTensor("nn.contrib_conv3d_winograd_without_weight_transform", {data, transformed},
                  With<Conv3DWinogradAttrs>([&](Conv3DWinogradAttrs& a) {
                    SetConv(a, weight, {0, 1, 1});
                    a.tile_size = 4;
                  }));
    CheckSame(actual, expected, 30);
  }
  CHECK(Throws(DiagKind::kUnsupported, [&] {
    RunTensor("nn.contrib_conv3d_winograd_weight_transform", {RandomArray(random, {3, 2, 4, 3, 3})},
              With<ConvWinogradWeightTransformAttrs>([](auto& a) { a.tile_size = 4; }));
  }));
}

TEST_CASE("a transformed weight is that of F(2x2, 3x3)") {
  // One row of the kernel, computed by hand. The points are 0, -1, 1 and infinity.
  NDArray weight = Reals({1, 1, 3, 3}, {0, 0, 0, 0, 0, 0, 1, 2, 4});
  NDArray out = RunTensor("nn.contrib_conv2d_winograd_weight_transform", {weight},
                          With<ConvWinogradWeightTransformAttrs>([](auto& a) { a.tile_size = 2; }));
  // The last row is the kernel's last row, unchanged. Its elements are G times (1, 2, 4).
  CheckArray(out, {4, 4, 1, 1}, kFloat, [&](const std::vector<int64_t>& at) {
    const double rows[] = {0, 0.5, 0.5, 1};
    const double columns[] = {1, (1 - 2 + 4) / 2.0, (1 + 2 + 4) / 2.0, 4};
    return rows[at[0]] * columns[at[1]];
  });
}

TEST_CASE("a convolution of a weight in tiles is a convolution") {
  SplitMix64 random(3);
  NDArray data = RandomArray(random, {2, 7, 6, 3});
  NDArray weight = RandomArray(random, {3, 2, 3, 5});  // HWIO.
  auto set = [](Conv2DAttrs& a) {
    a.kernel_size = std::vector<int64_t>{3, 2};
    a.channels = 5;
    a.strides = {2, 1};
    a.padding = {1, 1};
    a.data_layout = "NHWC";
    a.kernel_layout = "HWIO";
  };
  NDArray expected = RunTensor("nn.conv2d", {data, weight}, With<Conv2DAttrs>(set));
  for (auto [rows, columns] : {std::pair<int64_t, int64_t>{4, 16}, {1, 1}, {5, 18}, {2, 7}}) {
    NDArray tiles =
        RunTensor("nn.contrib_conv2d_gemm_weight_transform", {weight},
                  With<ConvGemmWeightTransformAttrs>([&, rows = rows, columns = columns](auto& a) {
                    a.tile_rows = rows;
                    a.tile_cols = columns;
                  }));
    CHECK(tiles->shape ==
          std::vector<int64_t>{(5 + rows - 1) / rows, (18 + columns - 1) / columns, rows, columns});
    CheckSame(RunTensor("nn.contrib_conv2d_gemm_without_weight_transform", {data, tiles},
                        With<Conv2DAttrs>(set)),
              expected);
  }
}

// The sums over the bits by their definition.
int64_t Bitserial(int64_t data, int64_t weight, int64_t data_bits, int64_t weight_bits,
                  bool unipolar) {
  int64_t sum = 0;
  for (int64_t b1 = 0; b1 < data_bits; ++b1) {
    for (int64_t b2 = 0; b2 < weight_bits; ++b2) {
      int64_t d = data >> b1 & 1, w = weight >> b2 & 1;
      sum += ((d & w) - (unipolar ? d & (1 - w) : 0)) << (b1 + b2);
    }
  }
  return sum;
}

NDArray Few(SplitMix64& random, std::vector<int64_t> shape, int64_t bits) {
  NDArray array = MakeNDArray(std::move(shape), DataType::UInt(8));
  for (size_t i = 0; i < array->size(); ++i) {
    StoreInt(array, i, static_cast<int64_t>(random.Below(uint64_t{1} << bits)));
  }
  return array;
}

TEST_CASE("products of few bits are sums over the bits") {
  SplitMix64 random(4);
  NDArray data = Few(random, {3, 32}, 2), weight = Few(random, {4, 32}, 3);
  for (bool unipolar : {true, false}) {
    Attrs attrs = With<BinaryDenseAttrs>([&](BinaryDenseAttrs& a) {
      a.units = 4;
      a.data_bits = 2;
      a.weight_bits = 3;
      a.unipolar = unipolar;
      a.out_dtype = DataType::Int(16);
    });
    auto expected = [&](const std::vector<int64_t>& at) {
      int64_t sum = 0;
      for (int64_t k = 0; k < 32; ++k) {
        sum += Bitserial(data->ToInt(static_cast<size_t>(at[0] * 32 + k)),
                         weight->ToInt(static_cast<size_t>(at[1] * 32 + k)), 2, 3, unipolar);
      }
      return static_cast<double>(sum);
    };
    CheckArray(RunTensor("nn.bitserial_dense", {data, weight}, attrs), {3, 4}, DataType::Int(16),
               expected);
    NDArray packed = RunTensor("nn.bitpack", {weight}, With<BitPackAttrs>([](BitPackAttrs& a) {
                                 a.bits = 3;
                                 a.pack_axis = 1;
                                 a.bit_axis = 1;
                                 a.pack_type = DataType::UInt(8);
                               }));
    CheckArray(RunTensor("nn.bitserial_dense", {data, packed}, attrs), {3, 4}, DataType::Int(16),
               expected);
  }
}

TEST_CASE("bitserial convolutions take plain and packed weights in both layouts") {
  SplitMix64 random(5);
  NDArray data = Few(random, {1, 16, 5, 4}, 2), weight = Few(random, {3, 16, 3, 2}, 1);
  for (bool unipolar : {true, false}) {
    auto expected = [&](const std::vector<int64_t>& at) {
      int64_t sum = 0;
      for (int64_t c = 0; c < 16; ++c) {
        for (int64_t k = 0; k < 6; ++k) {
          int64_t y = at[2] - 1 + k / 2, x = at[3] + k % 2;
          if (y < 0 || y >= 5 || x >= 4) continue;
          sum +=
              Bitserial(static_cast<int64_t>(At(data, {0, c, y, x})),
                        static_cast<int64_t>(At(weight, {at[1], c, k / 2, k % 2})), 2, 1, unipolar);
        }
      }
      return static_cast<double>(sum);
    };
    auto set = [&](BinaryConv2DAttrs& a) {
      a.kernel_size = {3, 2};
      a.channels = 3;
      a.padding = {1, 0};
      a.activation_bits = 2;
      a.weight_bits = 1;
      a.unipolar = unipolar;
      a.out_dtype = DataType::Int(16);
    };
    auto pack = [](const NDArray& array, int64_t axis) {
      return RunTensor("nn.bitpack", {array}, With<BitPackAttrs>([&](BitPackAttrs& a) {
                         a.bits = 1;
                         a.pack_axis = axis;
                         a.bit_axis = 4;
                         a.pack_type = DataType::UInt(8);
                       }));
    };
    for (const NDArray& w : {weight, pack(weight, 1)}) {
      CheckArray(RunTensor("nn.bitserial_conv2d", {data, w}, With<BinaryConv2DAttrs>(set)),
                 {1, 3, 5, 3}, DataType::Int(16), expected);
    }
    NDArray last = LayoutTransformNDArray(data, "NCHW", "NHWC");
    NDArray hwio = LayoutTransformNDArray(weight, "OIHW", "HWIO");
    for (const NDArray& w : {hwio, pack(hwio, 2)}) {
      NDArray out = RunTensor("nn.bitserial_conv2d", {last, w},
                              With<BinaryConv2DAttrs>([&](BinaryConv2DAttrs& a) {
                                set(a);
                                a.data_layout = "NHWC";
                                a.kernel_layout = "HWIO";
                              }));
      CheckArray(LayoutTransformNDArray(out, "NHWC", "NCHW"), {1, 3, 5, 3}, DataType::Int(16),
                 expected);
    }
  }
}

TEST_CASE("a sparse convolution is one with the dense weight") {
  SplitMix64 random(6);
  // Output channels in 2 blocks of 2; input channels in 2 blocks of 3.
  NDArray values = RandomArray(random, {3, 2, 3});
  NDArray columns = Ints({3}, {1, 0, 1}), rows = Ints({3}, {0, 1, 3});
  NDArray dense = Reals({4, 6}, std::vector<double>(24, 0));
  const int64_t block_rows[] = {0, 1, 1};
  for (int64_t b = 0; b < 3; ++b) {
    for (int64_t i = 0; i < 6; ++i) {
      int64_t o = block_rows[b] * 2 + i / 3, c = columns->ToInt(static_cast<size_t>(b)) * 3 + i % 3;
      StoreDouble(dense, static_cast<size_t>(o * 6 + c),
                  values->ToDouble(static_cast<size_t>(b * 6 + i)));
    }
  }
  NDArray data = RandomArray(random, {2, 6, 3, 4});
  auto expected = [&](const std::vector<int64_t>& at) {
    double sum = 0;
    for (int64_t c = 0; c < 6; ++c) {
      sum += At(dense, {at[1], c}) * At(data, {at[0], c, at[2], at[3]});
    }
    return sum;
  };
  CheckArray(RunTensor("nn.sparse_conv2d", {data, values, columns, rows},
                       With<SparseConv2DAttrs>([](SparseConv2DAttrs& a) { a.layout = "NCHW"; })),
             {2, 4, 3, 4}, kFloat, expected);
  NDArray out = RunTensor("nn.sparse_conv2d",
                          {LayoutTransformNDArray(data, "NCHW", "NHWC"), values, columns, rows},
                          With<SparseConv2DAttrs>([](SparseConv2DAttrs&) {}));
  CheckArray(LayoutTransformNDArray(out, "NHWC", "NCHW"), {2, 4, 3, 4}, kFloat, expected);
  // A block of a column has a value for each of its output channels.
  NDArray thin = Reals({2, 2}, {1, 2, 3, 4});
  CheckArray(RunTensor("nn.sparse_conv2d", {data, thin, Ints({2}, {5, 0}), Ints({2}, {0, 2})},
                       With<SparseConv2DAttrs>([](SparseConv2DAttrs& a) { a.layout = "NCHW"; })),
             {2, 2, 3, 4}, kFloat, [&](const std::vector<int64_t>& at) {
               auto pixel = [&](int64_t c) { return At(data, {at[0], c, at[2], at[3]}); };
               return at[1] == 0 ? pixel(5) + 3 * pixel(0) : 2 * pixel(5) + 4 * pixel(0);
             });
}

TEST_CASE("a sparse convolution with a larger kernel sees zeros around the data") {
  SplitMix64 random(7);
  NDArray data = RandomArray(random, {2, 2, 3, 4});
  NDArray weight = RandomArray(random, {3, 2, 3, 3});
  auto expected = [&](const std::vector<int64_t>& at) {
    double sum = 0;
    for (int64_t k = 0; k < 18; ++k) {
      int64_t c = k / 9, i = k / 3 % 3, j = k % 3, row = at[2] + i - 1, column = at[3] + j - 1;
      if (row < 0 || row >= 3 || column < 0 || column >= 4) continue;
      sum += At(weight, {at[1], c, i, j}) * At(data, {at[0], c, row, column});
    }
    return sum;
  };
  // A block of all rows for each column, which numbers elements and channels in the order of the
  // layout.
  for (bool channels_last : {false, true}) {
    NDArray values = MakeNDArray({18, 3, 1}, kFloat),
            columns = MakeNDArray({18}, DataType::Int(32));
    for (int64_t k = 0; k < 18; ++k) {
      int64_t c = channels_last ? k % 2 : k / 9, e = channels_last ? k / 2 : k % 9;
      StoreInt(columns, static_cast<size_t>(k), k);
      for (int64_t o = 0; o < 3; ++o) {
        StoreDouble(values, static_cast<size_t>(k * 3 + o), At(weight, {o, c, e / 3, e % 3}));
      }
    }
    auto attrs = With<SparseConv2DAttrs>([&](SparseConv2DAttrs& a) {
      a.layout = channels_last ? "NHWC" : "NCHW";
      a.kernel_size = {3, 3};
    });
    NDArray given = channels_last ? LayoutTransformNDArray(data, "NCHW", "NHWC") : data;
    NDArray out =
        RunTensor("nn.sparse_conv2d", {given, values, columns, Ints({2}, {0, 18})}, attrs);
    if (channels_last) out = LayoutTransformNDArray(out, "NHWC", "NCHW");
    CheckArray(out, {2, 3, 3, 4}, kFloat, expected);
  }
}

TEST_CASE("axes with sizes are divided and moved") {
  NDArray data = MakeNDArray({1, 32, 4}, kFloat);
  for (size_t i = 0; i < data->size(); ++i) StoreDouble(data, i, static_cast<double>(i));
  auto run = [&](const char* src, const char* dst) {
    return RunTensor("auto_scheduler_layout_transform", {data},
                     With<AutoSchedulerLayoutTransformAttrs>([&](auto& a) {
                       a.src_layout = src;
                       a.dst_layout = dst;
                     }));
  };
  CheckArray(run("1N32C4W", "2C1N4W16C"), {2, 1, 4, 16}, kFloat,
             [&](const std::vector<int64_t>& at) {
               return At(data, {0, at[0] * 16 + at[3], at[2]});
             });
  CHECK(Throws(DiagKind::kEvaluation, [&] { run("1N32C4W", "2C1N4W8C"); }));
  CHECK(Throws(DiagKind::kBadLayout, [&] { run("1N32C4W", "NCW"); }));
}

TEST_CASE("simulated quantisation rounds to multiples of the scale") {
  NDArray data = Reals({5}, {0.3, -0.3, 0.25, 100, -100});
  auto run = [&](QAnnotateKind kind) {
    return RunTensor("relay.op.annotation.simulated_quantize",
                     {data, Reals({}, {0.5}), Reals({}, {-127}), Reals({}, {127})},
                     With<AnnotatedQuantizeAttrs>(
                         [&](AnnotatedQuantizeAttrs& a) { a.kind = static_cast<int64_t>(kind); }));
  };
  // Half of the scale goes to the even multiple.
  const double rounded[] = {0.5, -0.5, 0, 63.5, -63.5};
  CheckArray(run(QAnnotateKind::kInput), {5}, kFloat,
             [&](const std::vector<int64_t>& at) { return rounded[at[0]]; });
  CheckSame(run(QAnnotateKind::kIdentity), data);
}

TEST_CASE("all operators compute values but those whose values are no tensors") {
  std::string without;
  for (const Expr& node : AllOps()) {
    const auto* op = As<OpNode>(node);
    if (!HasKernel(op)) without += std::string(op->name()) + " ";
  }
  // Memory and compiled functions are not tensors, and only NNPACK reads its transformed weights.
  CHECK(without ==
        "nn.contrib_conv2d_winograd_nnpack_weight_transform annotation.with_funcid "
        "memory.alloc_storage memory.alloc_tensor vm.invoke_tvm_op call_lowered ");
}

}  // namespace
}  // namespace passcope
