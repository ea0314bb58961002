// Type relations of operators whose shapes depend on values.
#include <catch2/catch.hpp>

#include "relation_fixture.h"

namespace passcope::testing {
namespace {

TEST_CASE("dyn operators know ranks, not sizes") {
  DataType int64 = DataType::Int(64);
  Type data = Tensor({2, 3, 4});
  Type vec2 = Tensor({2}, int64);
  Type scalar = Tensor({});
  CHECK(Infer("dyn.reshape", {data, vec2}) == "Tensor[(?, ?), float32]");
  CHECK(Infer("dyn.reshape", {data, IncompleteType()}) == "pending");
  CHECK(FailKind("dyn.reshape", {data, Tensor({kAny}, int64)}) == DiagKind::kBadRank);
  CHECK(FailKind("dyn.reshape", {data, Tensor({int64_t{1} << 40}, int64)}) == DiagKind::kBadRank);
  CHECK(Infer("dyn.tile", {data, vec2}) == "Tensor[(?, ?, ?), float32]");
  CHECK(Infer("dyn.broadcast_to", {Tensor({3}), vec2}) == "Tensor[(?, ?), float32]");
  CHECK(Infer("dyn.zeros", {vec2}, {{"dtype", "int8"}}) == "Tensor[(?, ?), int8]");
  CHECK(Infer("dyn.full", {scalar, vec2}) == "Tensor[(?, ?), float32]");
  CHECK(FailKind("dyn.full", {data, vec2}) == DiagKind::kBadRank);
  CHECK(Infer("dyn.one_hot", {Tensor({3}, int64), scalar, scalar, Tensor({}, int64)},
              {{"dtype", "float32"}}) == "Tensor[(3, ?), float32]");
  CHECK(Infer("dyn.strided_slice", {data, vec2, vec2, vec2}) == "Tensor[(?, ?, 4), float32]");
  Type vec1 = Tensor({1}, DataType::Int(64));
  CHECK(Infer("dyn.strided_slice", {data, vec1, vec1, vec1}, {{"axes", Ints({-2})}}) ==
        "Tensor[(2, ?, 4), float32]");
  CHECK(FailKind("dyn.strided_slice", {data, vec1, vec1, vec1}, {{"axes", Ints({3})}}) ==
        DiagKind::kBadAttribute);
  CHECK(FailKind("dyn.strided_slice", {Tensor({3}), vec2, vec2, vec2}) == DiagKind::kShapeMismatch);
  CHECK(Infer("dyn.squeeze", {data, vec2}) == "Tensor[(?), float32]");
  CHECK(FailKind("dyn.squeeze", {Tensor({1}), vec2}) == DiagKind::kShapeMismatch);
  CHECK(Infer("dyn.expand_dims", {data, scalar}, {{"num_newaxis", 2}}) ==
        "Tensor[(?, ?, ?, ?, ?), float32]");
  CHECK(FailKind("dyn.expand_dims", {data, vec2}) == DiagKind::kBadAttribute);
  CHECK(Infer("dyn.nn.pad", {data, Tensor({3, 2}, int64), scalar}) == "Tensor[(?, ?, ?), float32]");
  CHECK(FailKind("dyn.nn.pad", {data, vec2, scalar}) == DiagKind::kBadRank);
  CHECK(Infer("dyn.topk", {data, Tensor({1}, int64)}, {{"ret_type", "values"}}) ==
        "Tensor[(2, 3, ?), float32]");
  CHECK(FailKind("dyn.topk", {data, vec2}) == DiagKind::kBadRank);
  Type image = Tensor({1, 8, 9, 3});
  CHECK(Infer("dyn.nn.upsampling", {image, scalar, scalar}, {{"layout", "NHWC"}}) ==
        "Tensor[(1, ?, ?, 3), float32]");
  CHECK(Infer("dyn.image.resize2d", {image, vec2, Tensor({4})}, {{"out_dtype", "float64"}}) ==
        "Tensor[(1, 8, ?, ?), float64]");
  CHECK(FailKind("dyn.nn.upsampling3d", {image, scalar, scalar, scalar}) == DiagKind::kBadRank);
  Type places = Tensor({5, 2}, int64);
  CHECK(Infer("dyn.sparse_to_dense", {places, Tensor({5}), scalar, vec2}) ==
        "Tensor[(?, ?), float32]");
  CHECK(Infer("sparse_to_dense", {places, Tensor({5}), scalar}, {{"output_shape", Ints({7, 7})}}) ==
        "Tensor[(7, 7), float32]");
  CHECK(FailKind("sparse_to_dense", {Tensor({5}), Tensor({5}), scalar}) ==
        DiagKind::kShapeMismatch);
  CHECK(FailKind("sparse_to_dense", {places, Tensor({5}), scalar},
                 {{"output_shape", Ints({-7})}}) == DiagKind::kBadAttribute);
  // As in TVM, one extra axis has a type, but no kernel.
  CHECK(Infer("sparse_to_dense", {Tensor({1, 5, 2}, int64), Tensor({1, 5}), scalar},
              {{"output_shape", Ints({7, 7})}}) == "Tensor[(7, 7), float32]");
  CHECK(FailKind("sparse_to_dense", {Tensor({1, 1, 5, 2}, int64), Tensor({5}), scalar},
                 {{"output_shape", Ints({7, 7})}}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("sparse_to_dense", {places, Tensor({1, 1, 5}), scalar},
                 {{"output_shape", Ints({7, 7})}}) == DiagKind::kShapeMismatch);
}

TEST_CASE("what is declared to be a tensor is none of another type") {
  Type image = Tensor({1, 8, 9, 3}), size = Tensor({2}, DataType::Int(64));
  Type pair = TupleType({size, size});
  // The result depends only on the first argument.
  CHECK(FailKind("dyn.image.resize2d", {image, TupleType({}), Tensor({4})}) ==
        DiagKind::kTypeMismatch);
  CHECK(FailKind("dyn.image.resize2d", {image, size, pair}) == DiagKind::kTypeMismatch);
  CHECK(FailKind("dyn.nn.upsampling", {image, pair, Tensor({})}) == DiagKind::kTypeMismatch);
  CHECK(Infer("dyn.image.resize2d", {image, IncompleteType(), Tensor({4})}) ==
        "Tensor[(1, 8, ?, ?), float32]");
  // A copy between devices accepts any value.
  CHECK(Infer("device_copy", {pair}) == "(Tensor[(2), int64], Tensor[(2), int64])");
}

TEST_CASE("grids and crops") {
  CHECK(Infer("image.affine_grid", {Tensor({4, 2, 3})}, {{"target_shape", Ints({5, 6})}}) ==
        "Tensor[(4, 2, 5, 6), float32]");
  CHECK(FailKind("image.affine_grid", {Tensor({4, 3, 3})}) == DiagKind::kShapeMismatch);
  CHECK(FailKind("image.affine_grid", {Tensor({4, 2, 3})}) == DiagKind::kBadAttribute);
  CHECK(Infer("image.grid_sample", {Tensor({4, 3, 8, 8}), Tensor({4, 2, 5, 6})}) ==
        "Tensor[(4, 3, 5, 6), float32]");
  CHECK(Infer("image.grid_sample", {Tensor({4, 3, 8, 8, 8}), Tensor({4, 3, 5, 6, 7})},
              {{"layout", "NCDHW"}}) == "Tensor[(4, 3, 5, 6, 7), float32]");
  CHECK(FailKind("image.grid_sample", {Tensor({4, 3, 8}), Tensor({4, 2, 5})}) ==
        DiagKind::kBadRank);
  CHECK(Infer("image.crop_and_resize",
              {Tensor({10, 224, 224, 3}), Tensor({2, 4}), Tensor({2}, DataType::Int(32))},
              {{"crop_size", Ints({14, 15})}, {"layout", "NHWC"}}) ==
        "Tensor[(2, 14, 15, 3), float32]");
  CHECK(FailKind("image.crop_and_resize",
                 {Tensor({10, 224, 224, 3}), Tensor({2, 4}), Tensor({2}, DataType::Int(32))}) ==
        DiagKind::kBadAttribute);
}

}  // namespace
}  // namespace passcope::testing
