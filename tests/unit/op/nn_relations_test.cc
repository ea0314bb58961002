// Type relations of convolutions, pooling, matrix products and normalizations.
#include <catch2/catch.hpp>

#include "op/attrs_nn.h"
#include "relation_fixture.h"

namespace passcope::testing {
namespace {

const DataType kHalf = DataType::Float(16);

TEST_CASE("conv2d infers its result") {
  Type data = Tensor({1, 3, 224, 224});
  CHECK(Infer("nn.conv2d", {data, Tensor({64, 3, 7, 7})},
              {{"strides", Ints({2, 2})}, {"padding", Ints({3, 3, 3, 3})}}) ==
        "Tensor[(1, 64, 112, 112), float32]");
  CHECK(Infer("nn.conv2d", {data, Tensor({64, 3, 3, 3})}, {{"padding", Ints({1, 1})}}) ==
        "Tensor[(1, 64, 224, 224), float32]");
  CHECK(Infer("nn.conv2d", {data, Tensor({8, 3, 3, 3})}, {{"dilation", Ints({2, 2})}}) ==
        "Tensor[(1, 8, 220, 220), float32]");
  CHECK(Infer("nn.conv2d", {Tensor({1, 8, 8, 3}), Tensor({3, 3, 3, 16})},
              {{"data_layout", "NHWC"}, {"kernel_layout", "HWIO"}, {"padding", Ints({1})}}) ==
        "Tensor[(1, 8, 8, 16), float32]");
  CHECK(Infer("nn.conv2d", {Tensor({1, 8, 8, 3}), Tensor({3, 3, 3, 16})},
              {{"data_layout", "NHWC"}, {"kernel_layout", "HWIO"}, {"out_layout", "NCHW"}}) ==
        "Tensor[(1, 16, 6, 6), float32]");
  CHECK(Infer("nn.conv2d", {Tensor({1, 2, 8, 8, 4}), Tensor({4, 2, 3, 3, 4, 4})},
              {{"data_layout", "NCHW4c"}, {"kernel_layout", "OIHW4i4o"}}) ==
        "Tensor[(1, 4, 6, 6, 4), float32]");
  CHECK(Infer("nn.conv2d",
              {Tensor({1, 3, 8, 8}, DataType::Int(8)), Tensor({4, 3, 3, 3}, DataType::Int(8))},
              {{"out_dtype", "int32"}}) == "Tensor[(1, 4, 6, 6), int32]");
}

TEST_CASE("conv2d keeps unknown sizes unknown") {
  CHECK(Infer("nn.conv2d", {Tensor({kAny, 3, kAny, 8}), Tensor({4, 3, 3, 3})}) ==
        "Tensor[(?, 4, ?, 6), float32]");
  CHECK(Infer("nn.conv2d", {Tensor({1, kAny, 8, 8}), Tensor({4, 3, 3, 3})}) ==
        "Tensor[(1, 4, 6, 6), float32]");
  CHECK(Infer("nn.conv2d", {Tensor({1, 3, INT64_MAX, 8}), Tensor({4, 3, 3, 3})},
              {{"padding", Ints({(int64_t{1} << 31) - 1, 0})}}) == "Tensor[(1, 4, ?, 6), float32]");
  CHECK(Infer("nn.conv2d", {Tensor({1, 3, 8, 8}), Tensor({4, 3, 3, 3})},
              {{"padding", Ints({int64_t{1} << 31, 0})}}) ==
        "nn.conv2d: padding has the integer 2147483648, but its integers must fit 32 bits");
}

TEST_CASE("conv2d infers the weight") {
  auto result =
      Relate("nn.conv2d", {Tensor({1, 4, 8, 8}), IncompleteType()},
             {{"channels", 16}, {"kernel_size", Ints({3, 5})}, {"kernel_layout", "HWIO"}});
  CHECK(result.text() == "Tensor[(1, 16, 6, 4), float32]");
  REQUIRE(result.assigned.size() == 1);
  CHECK(TypeText(result.assigned[0].second) == "Tensor[(3, 5, 4, 16), float32]");
  CHECK(Infer("nn.conv2d", {Tensor({1, 4, 8, 8}), IncompleteType()}) == "pending");
  CHECK(Infer("nn.conv2d", {IncompleteType(), Tensor({1, 4, 8, 8})}) == "pending");
  CHECK(Infer("nn.conv2d", {Tensor({1, 4, 8, 8}), IncompleteType()},
              {{"channels", 16}, {"kernel_size", Ints({3, 3})}, {"groups", 4}}) == "pending");
}

TEST_CASE("conv2d in groups") {
  CHECK(Infer("nn.conv2d", {Tensor({1, 32, 8, 8}), Tensor({32, 1, 3, 3})},
              {{"groups", 32}, {"channels", 32}, {"kernel_size", Ints({3, 3})}}) ==
        "Tensor[(1, 32, 6, 6), float32]");
  // A depthwise weight may have its multiplier as its second axis.
  CHECK(Infer("nn.conv2d", {Tensor({1, 8, 8, 32}), Tensor({3, 3, 32, 2})},
              {{"groups", 32},
               {"channels", 64},
               {"kernel_size", Ints({3, 3})},
               {"data_layout", "NHWC"},
               {"kernel_layout", "HWOI"}}) == "Tensor[(1, 6, 6, 64), float32]");
  CHECK(Infer("nn.conv2d", {Tensor({1, 8, 8, 8}), Tensor({16, 4, 3, 3})}, {{"groups", 2}}) ==
        "Tensor[(1, 16, 6, 6), float32]");
  CHECK(FailKind("nn.conv2d", {Tensor({1, 9, 8, 8}), Tensor({16, 4, 3, 3})}, {{"groups", 2}}) ==
        DiagKind::kShapeMismatch);
  CHECK(FailKind("nn.conv2d", {Tensor({1, 8, 8, 8}), Tensor({15, 4, 3, 3})},
                 {{"groups", 2}, {"channels", 15}}) == DiagKind::kBadAttribute);
  CHECK(Infer("nn.conv2d", {Tensor({1, 8, 8, 8}), Tensor({16, 4, 3, 3})},
              {{"groups", 2}, {"channels", 8}}) ==
        "nn.conv2d: channels is 8 in 2 groups, but the weight has 16 (shape (16, 4, 3, 3) in "
        "layout OIHW)");
}

TEST_CASE("conv2d says what is wrong") {
  auto result = Relate("nn.conv2d", {Tensor({1, 3, 8, 8}), Tensor({16, 4, 3, 3})});
  CHECK(result.kind == DiagKind::kShapeMismatch);
  CHECK(result.arg == 1);
  CHECK(result.message ==
        "nn.conv2d: the data has 3 channels (axis 1 of layout NCHW), but the weight expects 4");
  Type data = Tensor({1, 3, 8, 8});
  Type weight = Tensor({16, 3, 3, 3});
  CHECK(Infer("nn.conv2d", {data, weight}, {{"channels", 8}}) ==
        "nn.conv2d: channels is 8, but the weight has 16 (shape (16, 3, 3, 3) in layout OIHW)");
  CHECK(FailKind("nn.conv2d", {data, weight}, {{"kernel_size", Ints({5, 5})}}) ==
        DiagKind::kShapeMismatch);
  CHECK(FailKind("nn.conv2d", {data, weight}, {{"kernel_size", Ints({5})}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("nn.conv2d", {data, weight}, {{"strides", Ints({0, 1})}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("nn.conv2d", {data, weight}, {{"padding", Ints({1, 1, 1})}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("nn.conv2d", {data, weight}, {{"dilation", Ints({})}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("nn.conv2d", {data, weight}, {{"data_layout", "NCH"}}) == DiagKind::kBadLayout);
  CHECK(FailKind("nn.conv2d", {data, weight}, {{"kernel_layout", "??"}}) == DiagKind::kBadLayout);
  CHECK(FailKind("nn.conv2d", {data, weight}, {{"out_layout", "NCW"}}) == DiagKind::kBadLayout);
  CHECK(FailKind("nn.conv2d", {Tensor({3, 8, 8}), weight}) == DiagKind::kBadRank);
  CHECK(FailKind("nn.conv2d", {data, Tensor({3, 3})}) == DiagKind::kBadRank);
  CHECK(FailKind("nn.conv2d", {data, TupleType({})}) == DiagKind::kTypeMismatch);
  CHECK(FailKind("nn.conv2d", {Tensor({1, 3, 1, 8}), weight}) == DiagKind::kShapeMismatch);
}

TEST_CASE("convolutions in one and three dimensions") {
  CHECK(Infer("nn.conv1d", {Tensor({1, 3, 10}), Tensor({4, 3, 3})}, {{"padding", Ints({1, 2})}}) ==
        "Tensor[(1, 4, 11), float32]");
  CHECK(Infer("nn.conv3d", {Tensor({1, 3, 8, 8, 8}), Tensor({4, 3, 3, 3, 3})},
              {{"padding", Ints({1, 0, 0, 0, 0, 1})}}) == "Tensor[(1, 4, 7, 6, 7), float32]");
  auto result = Relate("nn.conv1d", {Tensor({1, 10, 3}), IncompleteType()},
                       {{"data_layout", "NWC"},
                        {"kernel_layout", "WIO"},
                        {"channels", 4},
                        {"kernel_size", Ints({3})}});
  CHECK(result.text() == "Tensor[(1, 8, 4), float32]");
  CHECK(TypeText(result.types[1]) == "Tensor[(3, 3, 4), float32]");
  CHECK(FailKind("nn.conv3d", {Tensor({1, 3, 8, 8}), Tensor({4, 3, 3, 3, 3})}) ==
        DiagKind::kBadRank);
}

TEST_CASE("transposed convolutions") {
  auto result = Relate("nn.conv2d_transpose", {Tensor({1, 10, 8, 8}), IncompleteType()},
                       {{"channels", 15},
                        {"kernel_size", Ints({3, 3})},
                        {"padding", Ints({1, 1})},
                        {"kernel_layout", "IOHW"}});
  CHECK(result.text() == "Tensor[(1, 15, 8, 8), float32]");
  CHECK(TypeText(result.types[1]) == "Tensor[(10, 15, 3, 3), float32]");
  CHECK(Infer("nn.conv2d_transpose", {Tensor({1, 4, 5, 5}), Tensor({4, 6, 3, 3})},
              {{"kernel_layout", "IOHW"},
               {"strides", Ints({2, 2})},
               {"output_padding", Ints({1, 1})}}) == "Tensor[(1, 6, 12, 12), float32]");
  CHECK(Infer("nn.conv1d_transpose", {Tensor({1, 4, 5}), Tensor({4, 6, 3})},
              {{"strides", Ints({2})}}) == "Tensor[(1, 6, 11), float32]");
  CHECK(Infer("nn.conv3d_transpose", {Tensor({1, 4, 5, 5, 5}), Tensor({4, 6, 1, 2, 3})}) ==
        "Tensor[(1, 6, 5, 6, 7), float32]");
  // A grouped weight has the output channels of one group.
  CHECK(Infer("nn.conv2d_transpose", {Tensor({1, 4, 5, 5}), Tensor({4, 6, 1, 1})},
              {{"kernel_layout", "IOHW"}, {"groups", 2}}) == "Tensor[(1, 12, 5, 5), float32]");
  CHECK(Infer("nn.conv1d_transpose", {Tensor({1, 4, 5}), Tensor({4, 6, 1})}, {{"groups", 4}}) ==
        "Tensor[(1, 24, 5), float32]");
  CHECK(FailKind("nn.conv2d_transpose", {Tensor({1, 4, 5, 5}), Tensor({5, 6, 3, 3})},
                 {{"kernel_layout", "IOHW"}}) == DiagKind::kShapeMismatch);
}

TEST_CASE("conv2d_NCHWc takes any weight, but must be told its size") {
  Type data = Tensor({1, 8, 28, 28, 4});
  Type weight = Tensor({8, 8, 3, 3, 4, 4});
  CHECK(Infer("nn.contrib_conv2d_NCHWc", {data, weight},
              {{"channels", 32},
               {"kernel_size", Ints({3, 3})},
               {"padding", Ints({1, 1, 1, 1})},
               {"data_layout", "NCHW4c"}}) == "Tensor[(1, 8, 28, 28, 4), float32]");
  CHECK(FailKind("nn.contrib_conv2d_NCHWc", {data, weight}, {{"data_layout", "NCHW4c"}}) ==
        DiagKind::kMissingAttribute);
}

TEST_CASE("conv2d_backward_weight") {
  CHECK(Infer("nn.conv2d_backward_weight", {Tensor({1, 8, 6, 6}), Tensor({1, 3, 8, 8})},
              {{"kernel_size", Ints({3, 3})}, {"kernel_layout", "NCHW"}, {"out_layout", "OIHW"}}) ==
        "Tensor[(8, 3, 3, 3), float32]");
  CHECK(FailKind("nn.conv2d_backward_weight", {Tensor({1, 8, 6, 6}), Tensor({1, 3, 8, 8})}) ==
        DiagKind::kMissingAttribute);
  CHECK(Infer("nn.conv2d_backward_weight", {Tensor({1, kAny, 6, 6}), Tensor({1, 3, 8, 8})},
              {{"kernel_size", Ints({3, 3})}, {"kernel_layout", "NCHW"}, {"out_layout", "OIHW"}}) ==
        "nn.conv2d_backward_weight: the numbers of channels must be known, but are 3 and ?");
  // Attributes that no convolution has.
  struct Row {
    const char* name;
    std::vector<int64_t> value;
  };
  for (const Row& row : std::initializer_list<Row>{{"dilation", {}},
                                                   {"dilation", {0, -1}},
                                                   {"dilation", {int64_t{1} << 62, 1}},
                                                   {"strides", {1}},
                                                   {"padding", {}}}) {
    CAPTURE(row.name, row.value);
    CHECK(FailKind("nn.conv2d_backward_weight", {Tensor({1, 8, 6, 6}), Tensor({1, 3, 8, 8})},
                   {{"kernel_size", Ints({3, 3})},
                    {"kernel_layout", "NCHW"},
                    {"out_layout", "OIHW"},
                    {row.name, Ints(row.value)}}) == DiagKind::kBadAttribute);
  }
}

TEST_CASE("pooling") {
  Type data = Tensor({1, 64, 112, 112});
  CHECK(
      Infer("nn.max_pool2d", {data},
            {{"pool_size", Ints({3, 3})}, {"strides", Ints({2, 2})}, {"padding", Ints({1, 1})}}) ==
      "Tensor[(1, 64, 56, 56), float32]");
  CHECK(Infer("nn.avg_pool2d", {Tensor({1, 7, 7, 3})},
              {{"pool_size", Ints({2, 2})},
               {"strides", Ints({2, 2})},
               {"layout", "NHWC"},
               {"ceil_mode", true}}) == "Tensor[(1, 4, 4, 3), float32]");
  CHECK(Infer("nn.max_pool1d", {Tensor({1, 3, 9})},
              {{"pool_size", Ints({3})}, {"padding", Ints({0, 1})}, {"dilation", Ints({2})}}) ==
        "Tensor[(1, 3, 6), float32]");
  CHECK(Infer("nn.avg_pool3d", {Tensor({1, 3, 8, kAny, 8})}, {{"pool_size", Ints({2, 2, 2})}}) ==
        "Tensor[(1, 3, 7, ?, 7), float32]");
  CHECK(Infer("nn.global_avg_pool2d", {data}) == "Tensor[(1, 64, 1, 1), float32]");
  CHECK(Infer("nn.global_max_pool2d", {Tensor({1, kAny, 7, 3})}, {{"layout", "NHWC"}}) ==
        "Tensor[(1, 1, 1, 3), float32]");
  CHECK(Infer("nn.adaptive_avg_pool2d", {data}, {{"output_size", Ints({7})}}) ==
        "Tensor[(1, 64, 7, 7), float32]");
  CHECK(Infer("nn.adaptive_max_pool3d", {Tensor({1, 2, 3, 4, 5})}) ==
        "Tensor[(1, 2, 3, 4, 5), float32]");
  CHECK(Infer("nn.max_pool2d_grad", {Tensor({1, 1, 2, 2}), Tensor({1, 1, 4, 4})},
              {{"pool_size", Ints({2, 2})}}) == "Tensor[(1, 1, 4, 4), float32]");
  const std::vector<Type> grad = {Tensor({1, 1, 2, 2}), Tensor({1, 1, 4, 4})};
  for (const char* name : {"nn.max_pool2d_grad", "nn.avg_pool2d_grad"}) {
    CHECK(FailKind(name, grad, {{"pool_size", Ints({2})}}) == DiagKind::kBadAttribute);
    CHECK(FailKind(name, grad, {{"pool_size", Ints({2, 2})}, {"dilation", Ints({})}}) ==
          DiagKind::kBadAttribute);
    CHECK(FailKind(name, grad, {{"pool_size", Ints({2, 2})}, {"strides", Ints({0, 1})}}) ==
          DiagKind::kBadAttribute);
    CHECK(FailKind(name, grad, {{"pool_size", Ints({2, 2})}, {"padding", Ints({1, 1, 1})}}) ==
          DiagKind::kBadAttribute);
    CHECK(FailKind(name, grad, {{"pool_size", Ints({2, 2})}, {"layout", "NC"}}) ==
          DiagKind::kBadLayout);
  }
  CHECK(FailKind("nn.max_pool2d", {data}, {{"pool_size", Ints({3})}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("nn.max_pool2d", {data}, {{"pool_size", Ints({3, 3})}, {"layout", "NCHW4h"}}) ==
        DiagKind::kBadLayout);
  CHECK(FailKind("nn.max_pool2d", {Tensor({1, 64, 112})}, {{"pool_size", Ints({3, 3})}}) ==
        DiagKind::kBadRank);
  CHECK(FailKind("nn.max_pool2d", {data}, {{"pool_size", Ints({200, 3})}}) ==
        DiagKind::kShapeMismatch);
  CHECK(FailKind("nn.max_pool2d", {data}, {{"pool_size", Ints({3, 3})}, {"padding", Ints({})}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("nn.adaptive_avg_pool1d", {Tensor({1, 2, 3})}, {{"output_size", Ints({0})}}) ==
        DiagKind::kBadAttribute);
}

TEST_CASE("upsampling, resizing and moving between space and channels") {
  CHECK(Infer("nn.upsampling", {Tensor({1, 3, 8, 8})}, {{"scale_h", 2.0}, {"scale_w", 1.5}}) ==
        "Tensor[(1, 3, 16, 12), float32]");
  CHECK(Infer("nn.upsampling3d", {Tensor({1, 3, 2, kAny, 4})},
              {{"scale_d", 2.0}, {"scale_h", 2.0}, {"scale_w", 2.0}}) ==
        "Tensor[(1, 3, 4, round(? * 2), 8), float32]");
  CHECK(FailKind("nn.upsampling", {Tensor({1, 3, 8, 8})}) == DiagKind::kBadAttribute);
  CHECK(FailKind("nn.upsampling", {Tensor({1, 3, 8, 8})}, {{"scale_h", 1e300}, {"scale_w", 1.0}}) ==
        DiagKind::kBadAttribute);
  AttrArray roi(4, AttrValue(0.0));
  CHECK(Infer("image.resize2d", {Tensor({1, 8, 8, 3})},
              {{"size", Ints({5, 6})}, {"layout", "NHWC"}, {"roi", roi}}) ==
        "Tensor[(1, 5, 6, 3), float32]");
  CHECK(FailKind("image.resize2d", {Tensor({1, 8, 8, 3})}, {{"roi", roi}}) ==
        DiagKind::kBadAttribute);
  CHECK(Infer("nn.depth_to_space", {Tensor({1, 8, 3, 3})}, {{"block_size", 2}}) ==
        "Tensor[(1, 2, 6, 6), float32]");
  CHECK(Infer("nn.space_to_depth", {Tensor({1, 6, 6, 2})},
              {{"block_size", 2}, {"layout", "NHWC"}}) == "Tensor[(1, 3, 3, 8), float32]");
  CHECK(Infer("nn.space_to_batch_nd", {Tensor({1, 4, 4, 1})},
              {{"block_shape", Ints({2, 2})}, {"paddings", FromPadPairs({{0, 0}, {0, 2}})}}) ==
        "Tensor[(4, 2, 3, 1), float32]");
  CHECK(Infer("nn.batch_to_space_nd", {Tensor({4, 2, 2, 1})},
              {{"block_shape", Ints({2, 2})}, {"crops", FromPadPairs({{0, 0}, {1, 0}})}}) ==
        "Tensor[(1, 4, 3, 1), float32]");
  CHECK(FailKind("nn.batch_to_space_nd", {Tensor({4, 2, 2, 1})},
                 {{"block_shape", Ints({2, 2})}, {"crops", FromPadPairs({{0, 0}, {9, 0}})}}) ==
        DiagKind::kBadAttribute);
}

TEST_CASE("dense and matmul") {
  CHECK(Infer("nn.dense", {Tensor({1, 784}), Tensor({128, 784})}) == "Tensor[(1, 128), float32]");
  CHECK(Infer("nn.dense", {Tensor({2, 3, 784}), Tensor({128, 784})}, {{"units", 128}}) ==
        "Tensor[(2, 3, 128), float32]");
  auto result = Relate("nn.dense", {Tensor({kAny, 784}), IncompleteType()}, {{"units", 128}});
  CHECK(result.text() == "Tensor[(?, 128), float32]");
  CHECK(TypeText(result.types[1]) == "Tensor[(128, 784), float32]");
  CHECK(Infer("nn.dense", {Tensor({1, 784}), IncompleteType()}) == "pending");
  CHECK(Infer("nn.dense", {Tensor({1, 784}, DataType::Int(8)), Tensor({2, 784}, DataType::Int(8))},
              {{"out_dtype", "int32"}}) == "Tensor[(1, 2), int32]");
  CHECK(Infer("nn.dense", {Tensor({1, 784}), Tensor({128, 700})}) ==
        "nn.dense: the data has 784 features (shape (1, 784)), but the weight expects 700 (shape "
        "(128, "
        "700))");
  CHECK(FailKind("nn.dense", {Tensor({1, 784}), Tensor({128, 784})}, {{"units", 10}}) ==
        DiagKind::kShapeMismatch);
  CHECK(FailKind("nn.dense", {Tensor({1, 784}), Tensor({784})}) == DiagKind::kBadRank);
  CHECK(FailKind("nn.dense", {Tensor({}), Tensor({128, 784})}) == DiagKind::kBadRank);
  CHECK(Infer("nn.matmul", {Tensor({4, 3}), Tensor({4, 5})}, {{"transpose_a", true}}) ==
        "Tensor[(3, 5), float32]");
  CHECK(FailKind("nn.matmul", {Tensor({4}), Tensor({4, 5})}, {{"transpose_a", true}}) ==
        DiagKind::kBadRank);
  CHECK(Infer("nn.contrib_dense_pack", {Tensor({2, 16}), Tensor({3, 16, 8})}) ==
        "Tensor[(2, 24), float32]");
  CHECK(Infer("nn.batch_matmul", {Tensor({2, 3, 4}), Tensor({2, 5, 4})}, {{"transpose_b", true}}) ==
        "Tensor[(2, 3, 5), float32]");
  CHECK(Infer("nn.batch_matmul", {Tensor({kAny, 3, 4}), Tensor({1, 4, 5})}) ==
        "Tensor[(?, 3, 5), float32]");
  CHECK(Infer("nn.batch_matmul", {Tensor({1, 3, 4}), Tensor({7, 4, 5})}) ==
        "Tensor[(7, 3, 5), float32]");
  // As in TVM, unknown sizes are not compared.
  CHECK(Infer("nn.batch_matmul", {Tensor({2, kAny, 4}), Tensor({3, 6, 5})}) ==
        "Tensor[(3, ?, 5), float32]");
  CHECK(FailKind("nn.batch_matmul", {Tensor({2, 3, 4}), Tensor({3, 4, 5})}) ==
        DiagKind::kShapeMismatch);
  CHECK(FailKind("nn.batch_matmul", {Tensor({2, 3, 4}), Tensor({2, 5, 4})}) ==
        DiagKind::kShapeMismatch);
  CHECK(FailKind("nn.batch_matmul", {Tensor({3, 4}), Tensor({2, 5, 4})}) == DiagKind::kBadRank);
}

TEST_CASE("bias, activations and softmax") {
  Type data = Tensor({1, 4, 8, 8});
  auto result = Relate("nn.bias_add", {data, IncompleteType()});
  CHECK(result.text() == TypeText(data));
  CHECK(TypeText(result.types[1]) == "Tensor[(4), float32]");
  CHECK(Infer("nn.bias_add", {data, Tensor({8})}, {{"axis", -1}}) == TypeText(data));
  CHECK(Infer("nn.bias_add", {data, Tensor({3})}) ==
        "nn.bias_add: bias must have the shape (4) (axis 1 of the data), not (3)");
  CHECK(FailKind("nn.bias_add", {data, Tensor({4})}, {{"axis", 4}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("nn.bias_add", {data, Tensor({4}, kHalf)}) == DiagKind::kDtypeMismatch);
  CHECK(FailKind("nn.bias_add", {data, Tensor({1, 4})}) == DiagKind::kBadRank);
  CHECK(FailKind("nn.bias_add", {Tensor({}), Tensor({})}) == DiagKind::kBadAttribute);
  CHECK(Infer("nn.relu", {data}) == TypeText(data));
  CHECK(Infer("nn.relu", {IncompleteType()}) == "pending");
  CHECK(Infer("nn.leaky_relu", {data}) == TypeText(data));
  CHECK(Infer("nn.prelu", {data, Tensor({4})}) == TypeText(data));
  CHECK(FailKind("nn.prelu", {data, Tensor({5})}) == DiagKind::kShapeMismatch);
  CHECK(Infer("nn.softmax", {data}) == TypeText(data));
  CHECK(FailKind("nn.softmax", {data}, {{"axis", 4}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("nn.log_softmax", {data}, {{"axis", -5}}) == DiagKind::kBadAttribute);
  CHECK(Infer("nn.dropout", {Tensor({2})}) == "(Tensor[(2), float32], Tensor[(2), float32])");
  CHECK(Infer("nn.batch_flatten", {data}) == "Tensor[(1, 256), float32]");
  CHECK(Infer("nn.batch_flatten", {Tensor({3})}) == "Tensor[(3, 1), float32]");
  CHECK(Infer("nn.batch_flatten", {Tensor({kAny, 2, kAny})}) == "Tensor[(?, ?), float32]");
  CHECK(FailKind("nn.batch_flatten", {Tensor({})}) == DiagKind::kBadRank);
}

TEST_CASE("normalizations") {
  Type data = Tensor({1, 4, 8, 8});
  Type hole = IncompleteType();
  Type v4 = Tensor({4});
  auto result = Relate("nn.batch_norm", {data, hole, IncompleteType(), v4, v4});
  CHECK(result.text() ==
        "(Tensor[(1, 4, 8, 8), float32], Tensor[(4), float32], Tensor[(4), float32])");
  CHECK(TypeText(result.types[2]) == "Tensor[(4), float32]");
  CHECK(FailKind("nn.batch_norm", {data, v4, v4, v4, Tensor({5})}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("nn.batch_norm", {data, v4, v4, v4, v4}, {{"axis", 4}}) ==
        DiagKind::kBadAttribute);
  CHECK(Infer("nn.layer_norm", {data, Tensor({8}), Tensor({8})}) == TypeText(data));
  CHECK(Infer("nn.instance_norm", {data, v4, v4}) == TypeText(data));
  CHECK(FailKind("nn.instance_norm", {Tensor({1, 4}), v4, v4}) == DiagKind::kBadRank);
  CHECK(Infer("nn.group_norm", {data, v4, v4}, {{"num_groups", 2}}) == TypeText(data));
  CHECK(FailKind("nn.group_norm", {data, v4, v4}, {{"num_groups", 3}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("nn.group_norm", {data, v4, v4}, {{"num_groups", -2}}) == DiagKind::kBadAttribute);
  CHECK(Infer("nn.lrn", {data}) == TypeText(data));
  CHECK(Infer("nn.l2_normalize", {data}, {{"eps", 0.1}, {"axis", Ints({1})}}) == TypeText(data));
}

TEST_CASE("padding") {
  Type data = Tensor({2, kAny, 3});
  Type zero = Tensor({});
  CHECK(Infer("nn.pad", {data, zero}, {{"pad_width", FromPadPairs({{1, 2}, {3, 4}, {0, -1}})}}) ==
        "Tensor[(5, ?, 2), float32]");
  CHECK(FailKind("nn.pad", {data, zero}, {{"pad_width", FromPadPairs({{1, 2}})}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("nn.pad", {data, zero}, {{"pad_width", Ints({1, 2, 3})}}) ==
        DiagKind::kBadAttribute);
  CHECK(
      FailKind("nn.pad", {data, zero}, {{"pad_width", FromPadPairs({{-3, 0}, {0, 0}, {0, 0}})}}) ==
      DiagKind::kBadAttribute);
  CHECK(Infer("nn.mirror_pad", {Tensor({2, 3})}, {{"pad_width", FromPadPairs({{1, 1}, {0, 0}})}}) ==
        "Tensor[(4, 3), float32]");
  CHECK(FailKind("nn.mirror_pad", {Tensor({2})}, {{"pad_width", FromPadPairs({{-1, 1}})}}) ==
        DiagKind::kBadAttribute);
}

TEST_CASE("losses and dilation") {
  CHECK(Infer("nn.cross_entropy", {Tensor({2, 3}), Tensor({2, 3})}) == "float32");
  CHECK(FailKind("nn.cross_entropy", {Tensor({2, 3}), Tensor({2, 4})}) == DiagKind::kShapeMismatch);
  Type target = Tensor({2}, DataType::Int(32));
  CHECK(Infer("nn.nll_loss", {Tensor({2, 5}), target, Tensor({5})}, {{"reduction", "none"}}) ==
        "Tensor[(2), float32]");
  CHECK(Infer("nn.nll_loss", {Tensor({2, 5}), target, Tensor({5})}) == "float32");
  CHECK(FailKind("nn.nll_loss", {Tensor({2, 5}), Tensor({2}), Tensor({5})}) == DiagKind::kBadDtype);
  CHECK(Infer("nn.dilate", {Tensor({3, 0})}, {{"strides", Ints({2, 3})}}) ==
        "Tensor[(5, 0), float32]");
  CHECK(FailKind("nn.dilate", {Tensor({3})}) == DiagKind::kBadAttribute);
}

}  // namespace
}  // namespace passcope::testing
