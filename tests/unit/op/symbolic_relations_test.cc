// Type relations for sizes that are symbols or `?`, and for 64-bit integers, against the results of
// TVM 0.11.
#include <catch2/catch.hpp>

#include "relation_fixture.h"

namespace passcope::testing {
namespace {

const Dim kN = Dim::Symbol("n");
const Dim kH = Dim::Symbol("h");
const Dim kW = Dim::Symbol("w");
Dim Wide(int64_t value) { return Dim::Int64(value); }

AttrValue Pairs(std::vector<std::vector<int64_t>> pairs) {
  AttrArray list;
  for (const auto& pair : pairs) list.push_back(Ints(pair));
  return list;
}

TEST_CASE("Layouts compute in int32") {
  Type data = Tensor({Wide(1), Wide(8), Wide(6), Wide(6)});
  CHECK(Infer("nn.conv2d", {data, Tensor({Wide(4), Wide(8), Wide(3), Wide(3)})}) ==
        "Tensor[(1, 4, 4, 4), float32]");
  CHECK(Infer("nn.depth_to_space", {data}, {{"block_size", 2}}) ==
        "Tensor[(1, 2, 12, 12), float32]");
  CHECK(Infer("nn.upsampling", {data}, {{"scale_h", 2.0}, {"scale_w", 2.0}}) ==
        "Tensor[(1, 8, 12, 12), float32]");
  // A result computed without a layout keeps the integer type of the size.
  CHECK(Infer("nn.max_pool2d", {data}, {{"pool_size", Ints({2, 2})}}) ==
        "Tensor[(1i64, 8i64, 5i64, 5i64), float32]");
  CHECK(Infer("nn.batch_flatten", {data}) == "Tensor[(1i64, 288i64), float32]");
}

TEST_CASE("Results that go through a layout are simplified") {
  Type data = Tensor({kN, 3, kH, kW});
  // The padding keeps the size; the stride of the window divides it.
  CHECK(Infer("nn.conv2d", {data, Tensor({8, 3, 3, 3})}, {{"padding", Ints({1, 1})}}) ==
        "Tensor[(n, 8, h, w), float32]");
  CHECK(Infer("nn.conv2d", {data, Tensor({8, 3, 2, 2})}, {{"strides", Ints({2, 2})}}) ==
        "Tensor[(n, 8, (h / 2), (w / 2)), float32]");
  CHECK(Infer("nn.conv2d", {data, Tensor({8, 3, 3, 3})},
              {{"strides", Ints({2, 2})}, {"padding", Ints({1, 1})}}) ==
        "Tensor[(n, 8, (((h - 1) / 2) + 1), (((w - 1) / 2) + 1)), float32]");
  CHECK(Infer("nn.conv2d_transpose", {data, Tensor({3, 8, 2, 2})},
              {{"strides", Ints({2, 2})}, {"kernel_layout", "IOHW"}}) ==
        "Tensor[(n, 8, (h * 2), (w * 2)), float32]");
  CHECK(Infer("nn.max_pool2d", {data}, {{"pool_size", Ints({3, 3})}, {"padding", Ints({1, 1})}}) ==
        "Tensor[(n, 3, (((h + 2) - 3) + 1), (((w + 2) - 3) + 1)), float32]");
  CHECK(Infer("layout_transform", {Tensor({kN, kH, 4, 4, 16})},
              {{"src_layout", "NCHW16c"}, {"dst_layout", "NCHW2c"}}) ==
        "Tensor[(n, (h * 8), 4, 4, 2), float32]");
  CHECK(Infer("layout_transform", {Tensor({kN, kAny, 4, 4, 16})},
              {{"src_layout", "NCHW16c"}, {"dst_layout", "NCHW2c"}}) ==
        "Tensor[(n, (? * 8), 4, 4, 2), float32]");
  CHECK(Infer("layout_transform", {Tensor({kAny, kAny, 4, 4})},
              {{"src_layout", "NCHW"}, {"dst_layout", "NHWC"}}) == "Tensor[(?, 4, 4, ?), float32]");
  CHECK(Infer("reshape", {Tensor({kN, 4, 6})}, {{"newshape", Ints({-1, 8})}}) ==
        "Tensor[((n * 3), 8), float32]");
}

TEST_CASE("Some operators compute with ? as with any size") {
  Type data = Tensor({kAny, 3, kAny, 8});
  CHECK(Infer("nn.mirror_pad", {data}, {{"pad_width", Pairs({{0, 0}, {0, 0}, {1, 1}, {2, 2}})}}) ==
        "Tensor[(?, 3, (? + 2), 12), float32]");
  CHECK(Infer("nn.upsampling", {data}, {{"scale_h", 2.0}, {"scale_w", 2.0}}) ==
        "Tensor[(?, 3, round(? * 2), 16), float32]");
  CHECK(Infer("nn.space_to_batch_nd", {data},
              {{"block_shape", Ints({1, 2})}, {"paddings", Pairs({{0, 0}, {0, 0}})}}) ==
        "Tensor[((? * 2), 3, (? / 2), 8), float32]");
  CHECK(Infer("nn.batch_to_space_nd", {data},
              {{"block_shape", Ints({2, 2})}, {"crops", Pairs({{0, 0}, {0, 1}})}}) ==
        "Tensor[((? / 4), 6, ((? * 2) - 1), 8), float32]");
  CHECK(Infer("sliding_window", {data},
              {{"axis", 1}, {"window_shape", Ints({3, 2, 2})}, {"strides", Ints({1, 2, 2})}}) ==
        "Tensor[(?, 1, ((((? - 1) + 2) - 1) / 2), 4, 3, 2, 2), float32]");
  CHECK(Infer("vision.yolo_reorg", {data}, {{"stride", 2}}) ==
        "Tensor[(?, 12, (? / 2), 4), float32]");
  CHECK(Infer("vision.multibox_prior", {data}) == "Tensor[(1, (? * 8), 4), float32]");
  CHECK(Infer("cumsum", {data}) == "Tensor[((((? * 3) * ?) * 8)), float32]");
  // Other operators need the integer.
  CHECK(Infer("nn.max_pool2d", {data}, {{"pool_size", Ints({2, 2})}}) ==
        "Tensor[(?, 3, ?, 7), float32]");
  CHECK(Infer("repeat", {data}, {{"repeats", 2}, {"axis", 0}}) == "Tensor[(?, 3, ?, 8), float32]");
}

TEST_CASE("Pooling rounds toward zero") {
  CHECK(Infer("nn.max_pool2d", {Tensor({1, 1, 2, 2})},
              {{"pool_size", Ints({3, 3})}, {"strides", Ints({2, 2})}}) ==
        "Tensor[(1, 1, 1, 1), float32]");
  CHECK(FailKind("nn.max_pool2d", {Tensor({1, 1, 2, 2})}, {{"pool_size", Ints({4, 4})}}) ==
        DiagKind::kShapeMismatch);
}

TEST_CASE("A product's sizes are those of both operands") {
  auto assigned = [](const RelationResult& result) {
    std::string text;
    for (const auto& [i, type] : result.assigned) text += std::to_string(i) + TypeText(type);
    return text;
  };
  // The weight's symbol equals the data's integer, and vice versa.
  auto dense = Relate("nn.dense", {Tensor({4, 2}), Tensor({kAny, kN})});
  CHECK(dense.text() == "Tensor[(4, ?), float32]");
  CHECK(assigned(dense) == "1Tensor[(?, 2), float32]0Tensor[(4, n), float32]");
  // With units, the data does not change.
  auto units = Relate("nn.dense", {Tensor({4, kN}), Tensor({3, 2})}, {{"units", 3}});
  CHECK(units.text() == "Tensor[(4, 3), float32]");
  CHECK(assigned(units) == "1Tensor[(3, n), float32]");
  CHECK(assigned(Relate("nn.dense", {Tensor({4, 2}), Tensor({3, 2})}, {{"units", 3}})).empty());
  CHECK(assigned(Relate("nn.matmul", {Tensor({kN, 4}), Tensor({2, 3})}, {{"transpose_a", true}})) ==
        "1Tensor[(n, 3), float32]0Tensor[(2, 4), float32]");
  CHECK(Infer("nn.batch_matmul", {Tensor({kN, 2, 3}), Tensor({kN, 3, 4})}) ==
        "Tensor[(n, 2, 4), float32]");
  CHECK(Infer("nn.batch_matmul", {Tensor({1, 2, 3}), Tensor({kN, 3, 4})}) ==
        "Tensor[(max(1, n), 2, 4), float32]");
}

TEST_CASE("A convolution's attributes say its weight") {
  auto weight = [](Type data, Type given) {
    auto result = Relate("nn.conv2d", {std::move(data), std::move(given)},
                         {{"channels", 8}, {"kernel_size", Ints({3, 3})}});
    return result.assigned.empty() ? "" : TypeText(result.assigned[0].second);
  };
  CHECK(weight(Tensor({1, 3, 8, 8}), Tensor({8, 3, 3, 3})).empty());
  CHECK(weight(Tensor({1, 3, 8, 8}), Tensor({8, kN, 3, 3})) == "Tensor[(8, 3, 3, 3), float32]");
  CHECK(weight(Tensor({1, 3, 8, 8}), Tensor({Wide(8), 3, 3, 3})) ==
        "Tensor[(8, 3, 3, 3), float32]");
  CHECK(weight(Tensor({1, kAny, 8, 8}), Tensor({8, 3, 3, 3})) == "Tensor[(8, ?, 3, 3), float32]");
}

TEST_CASE("A slice has the type of the size in its place") {
  CHECK(Infer("strided_slice", {Tensor({Wide(8), 4})},
              {{"begin", Ints({1})},
               {"end", Ints({3})},
               {"strides", Ints({1})},
               {"axes", Ints({0})}}) == "Tensor[(2i64, 4), float32]");
  CHECK(Infer("strided_slice", {Tensor({8, Wide(4)})},
              {{"begin", Ints({1})},
               {"end", Ints({3})},
               {"strides", Ints({1})},
               {"axes", Ints({1})}}) == "Tensor[(8, 2), float32]");
}

TEST_CASE("Broadcasting takes sizes from the first operand") {
  CHECK(Infer("add", {Tensor({4}), Tensor({2, Wide(4)})}) == "Tensor[(2, 4), float32]");
  CHECK(Infer("add", {Tensor({1}), Tensor({2, Wide(1)})}) == "Tensor[(2, 1i64), float32]");
  CHECK(Infer("add", {Tensor({2, Wide(4)}), Tensor({4})}) == "Tensor[(2, 4i64), float32]");
  CHECK(Infer("add", {Tensor({kN + kH}), Tensor({kH + kN})}) == "Tensor[((n + h)), float32]");
  CHECK(FailKind("add", {Tensor({kN}), Tensor({kH})}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("add", {Tensor({kN}), Tensor({4})}) == DiagKind::kShapeMismatch);
}

TEST_CASE("Lengths of sequences say nothing of the batch") {
  auto result = Relate("reverse_sequence", {Tensor({3, kN}), Tensor({4}, DataType::Int(32))},
                       {{"batch_axis", 1}, {"seq_axis", 0}});
  CHECK(result.text() == "Tensor[(3, n), float32]");
  CHECK(result.assigned.empty());
}

TEST_CASE("What is not known yet of an argument is that of the result") {
  for (const char* op : {"exp", "nn.relu", "nn.softmax", "annotation.stop_fusion"}) {
    Type hole = IncompleteType();
    auto result = Relate(op, {hole});
    CHECK(result.status == RelStatus::kPending);
    CHECK(result.result == hole);
  }
  Type like = Tensor({2, 3});
  CHECK(Relate("collapse_sum_like", {IncompleteType(), like}).result == like);
  CHECK(Relate("nn.dense", {IncompleteType(), like}).result == nullptr);
}

TEST_CASE("Scales are as many as the axis has elements") {
  auto result = Relate("qnn.dequantize", {Tensor({2, 8}, DataType::Int(8)), Tensor({kN}),
                                          Tensor({}, DataType::Int(32))});
  CHECK(result.text() == "Tensor[(2, 8), float32]");
  REQUIRE(result.assigned.size() == 1);
  CHECK(TypeText(result.assigned[0].second) == "Tensor[(8), float32]");
}

TEST_CASE("The frames of a signal of symbolic length") {
  CHECK(Infer("stft", {Tensor({kN}), Tensor({4})},
              {{"n_fft", 4}, {"hop_length", 2}, {"win_length", 4}}) ==
        "Tensor[(3, (((n - 4) / 2) + 1), 2), float32]");
}

}  // namespace
}  // namespace passcope::testing
