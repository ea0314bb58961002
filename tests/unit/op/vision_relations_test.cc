// Type relations of operators on boxes, regions and packed bits.
#include <catch2/catch.hpp>

#include "op/attrs_vision.h"
#include "relation_fixture.h"

namespace passcope::testing {
namespace {

const DataType kI32 = DataType::Int(32);
const DataType kI64 = DataType::Int(64);

TEST_CASE("boxes") {
  CHECK(Infer("vision.multibox_prior", {Tensor({1, 3, 4, 5})},
              {{"sizes", AttrArray{0.5, 1.0}}, {"ratios", AttrArray{1.0, 2.0, 0.5}}}) ==
        "Tensor[(1, 80, 4), float32]");
  CHECK(FailKind("vision.multibox_prior", {Tensor({3, 4, 5})}) == DiagKind::kBadRank);
  Type scores = Tensor({2, 3, 7}), offsets = Tensor({2, 28}), anchors = Tensor({1, 7, 4});
  CHECK(Infer("vision.multibox_transform_loc", {scores, offsets, anchors}) ==
        "(Tensor[(2, 7, 6), float32], Tensor[(2), int32])");
  CHECK(FailKind("vision.multibox_transform_loc", {scores, Tensor({2, 27}), anchors}) ==
        DiagKind::kShapeMismatch);
  CHECK(Infer("vision.get_valid_counts", {Tensor({2, 5, 6}), Tensor({})}) ==
        "(Tensor[(2), int32], Tensor[(2, 5, 6), float32], Tensor[(2, 5), int32])");
  std::vector<Type> nms = {Tensor({2, 5, 6}), Tensor({2}, kI32), Tensor({2, 5}, kI32),
                           Tensor({}, kI32), Tensor({})};
  CHECK(Infer("vision.non_max_suppression", nms) ==
        "(Tensor[(2, 5), int32], Tensor[(2, 1), int32])");
  CHECK(Infer("vision.non_max_suppression", nms, {{"return_indices", false}}) ==
        "Tensor[(2, 5, 6), float32]");
  std::vector<Type> all = {Tensor({2, 5, 4}), Tensor({2, 3, 5}), Tensor({}, kI64), Tensor({}),
                           Tensor({})};
  CHECK(Infer("vision.all_class_non_max_suppression", all) ==
        "(Tensor[(30, 3), int64], Tensor[(1), int64])");
  CHECK(Infer("vision.all_class_non_max_suppression", all, {{"output_format", "tensorflow"}}) ==
        "(Tensor[(2, 15, 2), int64], Tensor[(2, 15), float32], Tensor[(2), int64])");
}

TEST_CASE("regions") {
  std::vector<Type> args = {Tensor({2, 3, 8, 9}), Tensor({4, 5})};
  for (const char* op : {"vision.roi_align", "vision.roi_pool"}) {
    CHECK(Infer(op, args, {{"pooled_size", Ints({6, 7})}}) == "Tensor[(4, 3, 6, 7), float32]");
    CHECK(Infer(op, args, {{"pooled_size", Ints({6, 7})}, {"layout", "NHWC"}}) ==
          "Tensor[(4, 6, 7, 9), float32]");
    CHECK(FailKind(op, args, {{"pooled_size", Ints({6})}}) == DiagKind::kBadAttribute);
  }
  CHECK(Infer("vision.proposal", {Tensor({2, 6, 4, 4}), Tensor({2, 12, 4, 4}), Tensor({2, 3})}) ==
        "Tensor[(600, 5), float32]");
  CHECK(Infer("vision.yolo_reorg", {Tensor({1, 4, 6, 8})}, {{"stride", 2}}) ==
        "Tensor[(1, 16, 3, 4), float32]");
  CHECK(FailKind("vision.yolo_reorg", {Tensor({1, 4, 6, 8})}, {{"stride", 0}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("vision.yolo_reorg", {Tensor({1, 4, 6, 8})}, {{"stride", (1 << 20) + 1}}) ==
        DiagKind::kBadAttribute);
}

TEST_CASE("windows") {
  CHECK(Infer("image.dilation2d", {Tensor({1, 9, 9, 3}), Tensor({3, 3, 3})},
              {{"data_layout", "NHWC"},
               {"kernel_layout", "HWI"},
               {"strides", Ints({2, 2})},
               {"padding", Ints({1, 1, 1, 1})}}) == "Tensor[(1, 5, 5, 3), float32]");
  // In TensorFlow's format: numbers after the first two have no meaning.
  CHECK(Infer("image.dilation2d", {Tensor({1, 3, 9, 9}), Tensor({3, 3, 3})},
              {{"strides", Ints({2, 1, 1, 1})}, {"dilations", Ints({1, 2, 1, 1})}}) ==
        "Tensor[(1, 3, 4, 5), float32]");
  CHECK(FailKind("image.dilation2d", {Tensor({1, 3, 9, 9}), Tensor({3, 3, 3})},
                 {{"strides", Ints({2})}}) == DiagKind::kBadAttribute);
  CHECK(Infer("nn.correlation", {Tensor({1, 2, 8, 8}), Tensor({1, 2, 8, 8})},
              {{"max_displacement", 2}, {"padding", Ints({2})}}) ==
        "Tensor[(1, 25, 8, 8), float32]");
  CHECK(FailKind("nn.correlation", {Tensor({1, 2, 8, 8}), Tensor({1, 2, 8, 8})},
                 {{"layout", "NHWC"}}) == DiagKind::kBadAttribute);
  CHECK(Infer("nn.correlation", {Tensor({1, 2, 8, 8}), Tensor({1, 2, 8, 8})},
              {{"kernel_size", 1 << 21}}) ==
        "nn.correlation: kernel_size and max_displacement must be at most 1048576, but are "
        "2097152 and 1");
  auto deformable =
      Relate("nn.deformable_conv2d", {Tensor({1, 4, 8, 8}), IncompleteType(), IncompleteType()},
             {{"channels", 6}, {"kernel_size", Ints({3, 3})}});
  CHECK(deformable.text() == "Tensor[(1, 6, 6, 6), float32]");
  REQUIRE(deformable.assigned.size() == 2);
  CHECK(TypeText(deformable.types[1]) == "Tensor[(1, 18, 6, 6), float32]");
  CHECK(TypeText(deformable.types[2]) == "Tensor[(6, 4, 3, 3), float32]");
  CHECK(FailKind("nn.deformable_conv2d", {Tensor({1, 4, 8, 8}), Tensor({1, 9, 6, 6}),
                                          Tensor({6, 4, 3, 3})}) == DiagKind::kShapeMismatch);
  CHECK(Infer("nn.deformable_conv2d",
              {Tensor({1, 4, 8, 8}), Tensor({1, 18, 6, 6}), Tensor({6, 4, 3, 3})},
              {{"deformable_groups", 0}}) ==
        "nn.deformable_conv2d: deformable_groups has the integer 0, but its integers must be at "
        "least 1");
}

TEST_CASE("packed bits") {
  CHECK(Infer("nn.bitpack", {Tensor({1, 64, 8}, kI32)},
              {{"bits", 2}, {"bit_axis", 3}, {"pack_type", "uint32"}}) ==
        "Tensor[(1, 2, 8, 2), uint32]");
  CHECK(Infer("nn.bitserial_conv2d", {Tensor({1, 32, 8, 8}, kI32), Tensor({16, 32, 3, 3}, kI32)},
              {{"channels", 16}, {"out_dtype", "int16"}, {"padding", Ints({1, 1})}}) ==
        "Tensor[(1, 16, 8, 8), int16]");
  CHECK(FailKind("nn.bitserial_conv2d", {Tensor({1, 32, 8, 8}), Tensor({16, 32, 3, 3})}) ==
        DiagKind::kMissingAttribute);
  CHECK(Infer("nn.bitserial_dense", {Tensor({2, 32}, kI32), Tensor({5, 32}, kI32)},
              {{"units", 5}}) == "Tensor[(2, 5), int32]");
}

TEST_CASE("sparse_reshape") {
  std::vector<Type> args = {Tensor({4, 2}, kI64), Tensor({2}, kI64), Tensor({3}, kI64)};
  CHECK(Infer("sparse_reshape", args) == "(Tensor[(4, 3), int64], Tensor[(3), int64])");
  args[0] = Tensor({4}, kI64);
  CHECK(FailKind("sparse_reshape", args) == DiagKind::kTypeMismatch);
}

}  // namespace
}  // namespace passcope::testing
