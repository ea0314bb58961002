// Type relations of operators on quantized tensors.
#include <catch2/catch.hpp>

#include "relation_fixture.h"

namespace passcope::testing {
namespace {

const DataType kI8 = DataType::Int(8);
const DataType kI32 = DataType::Int(32);

Type Scale() { return ScalarType(DataType::Float(32)); }
Type Zero() { return ScalarType(kI32); }

TEST_CASE("quantize and dequantize infer their results") {
  Type data = Tensor({2, 3, 4});
  CHECK(Infer("qnn.quantize", {data, Scale(), Zero()}, {{"out_dtype", "int8"}}) ==
        "Tensor[(2, 3, 4), int8]");
  CHECK(Infer("qnn.quantize", {data, Tensor({3}), Tensor({3}, kI32)},
              {{"out_dtype", "uint8"}, {"axis", 1}}) == "Tensor[(2, 3, 4), uint8]");
  CHECK(FailKind("qnn.quantize", {data, Tensor({3}), Zero()}, {{"out_dtype", "int8"}}) ==
        DiagKind::kTypeMismatch);
  CHECK(FailKind("qnn.quantize", {data, Scale(), Zero()}, {{"out_dtype", "float32"}}) ==
        DiagKind::kBadDtype);
  CHECK(FailKind("qnn.quantize", {data, Tensor({3}), Zero()},
                 {{"out_dtype", "int8"}, {"axis", 5}}) == DiagKind::kBadAttribute);
  CHECK(FailKind("qnn.quantize", {Tensor({2}, kI8), Scale(), Zero()}, {{"out_dtype", "int8"}}) ==
        DiagKind::kBadDtype);
  CHECK(Infer("qnn.quantize", {data, IncompleteType(), Zero()}, {{"out_dtype", "int8"}}) ==
        "pending");

  CHECK(Infer("qnn.dequantize", {Tensor({2, 3}, kI8), Tensor({1}), Zero()}) ==
        "Tensor[(2, 3), float32]");
  CHECK(FailKind("qnn.dequantize", {data, Scale(), Zero()}) == DiagKind::kBadDtype);
  CHECK(FailKind("qnn.dequantize", {Tensor({2}, kI8), Zero(), Zero()}) == DiagKind::kTypeMismatch);
}

TEST_CASE("requantize takes one scale for the result") {
  Type data = Tensor({2, 3}, kI32);
  CHECK(Infer("qnn.requantize", {data, Tensor({3}), Zero(), Scale(), Zero()},
              {{"out_dtype", "int8"}}) == "Tensor[(2, 3), int8]");
  CHECK(FailKind("qnn.requantize", {data, Scale(), Zero(), Tensor({3}), Zero()},
                 {{"out_dtype", "int8"}}) == DiagKind::kTypeMismatch);
  CHECK(FailKind("qnn.requantize", {data, Scale(), Zero(), Scale(), Zero()},
                 {{"out_dtype", "int64"}}) == DiagKind::kBadDtype);
}

TEST_CASE("where parameters of one element are taken for all channels") {
  Type data = Tensor({2, 3}, kI8), one = Tensor({1}), zeros = Tensor({1}, DataType::Int(32));
  CHECK(Infer("qnn.dequantize", {data, one, zeros}) == "Tensor[(2, 3), float32]");
  CHECK(FailKind("qnn.quantize", {Tensor({2, 3}), one, zeros}, {{"out_dtype", "int8"}}) ==
        DiagKind::kTypeMismatch);
  CHECK(Infer("qnn.quantize", {Tensor({2, 1}), one, zeros}, {{"out_dtype", "int8"}}) ==
        "Tensor[(2, 1), int8]");
  CHECK(FailKind("qnn.add", {data, data, one, zeros, Scale(), Zero(), Scale(), Zero()}) ==
        DiagKind::kTypeMismatch);
  CHECK(FailKind("qnn.dense", {data, Tensor({5, 3}, kI8), zeros, Zero(), one, Scale()},
                 {{"units", 5}, {"out_dtype", "int32"}}) == DiagKind::kTypeMismatch);
  CHECK(Infer("qnn.conv2d_transpose",
              {Tensor({1, 4, 8, 8}, kI8), Tensor({4, 2, 3, 3}, kI8), zeros, Zero(), one, Scale()},
              {{"out_dtype", "int32"}, {"kernel_layout", "IOHW"}, {"channels", 2}}) ==
        "Tensor[(1, 2, 10, 10), int32]");
}

TEST_CASE("quantized arithmetic broadcasts") {
  Type lhs = Tensor({2, 3}, kI8), rhs = Tensor({3}, kI8);
  CHECK(Infer("qnn.add", {lhs, rhs, Scale(), Zero(), Scale(), Zero(), Scale(), Zero()}) ==
        "Tensor[(2, 3), int8]");
  // The axis of a vector does not matter.
  CHECK(Infer("qnn.mul", {lhs, rhs, Tensor({3}), Zero(), Tensor({3}), Zero(), Scale(), Zero()},
              {{"rhs_axis", 1}}) == "Tensor[(2, 3), int8]");
  CHECK(FailKind("qnn.subtract", {lhs, rhs, Tensor({2}), Zero(), Scale(), Zero(), Scale(),
                                  Zero()}) == DiagKind::kTypeMismatch);
  CHECK(Infer("qnn.exp", {lhs, Scale(), Zero(), Scale(), Zero()}) == "Tensor[(2, 3), int8]");
  CHECK(FailKind("qnn.exp", {Tensor({2}), Scale(), Zero(), Scale(), Zero()}) ==
        DiagKind::kBadDtype);
  CHECK(Infer("qnn.leaky_relu", {lhs, Scale(), Zero(), Scale(), Zero()}) == "Tensor[(2, 3), int8]");
}

TEST_CASE("quantized products follow the plain ones") {
  Type data = Tensor({2, 3}, kI8), weight = Tensor({5, 3}, kI8);
  CHECK(Infer("qnn.dense", {data, weight, Zero(), Zero(), Scale(), Tensor({5})},
              {{"units", 5}, {"out_dtype", "int32"}}) == "Tensor[(2, 5), int32]");
  CHECK(FailKind("qnn.dense", {data, weight, Zero(), Zero(), Scale(), Tensor({3})},
                 {{"units", 5}, {"out_dtype", "int32"}}) == DiagKind::kTypeMismatch);
  CHECK(FailKind("qnn.dense", {data, weight, Zero(), Zero(), Scale(), Scale()},
                 {{"units", 5}, {"out_dtype", "int8"}}) == DiagKind::kBadDtype);
  CHECK(Infer("qnn.batch_matmul",
              {Tensor({1, 2, 3}, kI8), Tensor({1, 4, 3}, kI8), Zero(), Zero(), Scale(), Scale()},
              {{"out_dtype", "int32"}, {"transpose_b", true}}) == "Tensor[(1, 2, 4), int32]");
  CHECK(Infer("qnn.conv2d",
              {Tensor({1, 8, 8, 4}, kI8), Tensor({3, 3, 4, 1}, kI8), Zero(), Zero(), Scale(),
               Tensor({4})},
              {{"out_dtype", "int32"},
               {"data_layout", "NHWC"},
               {"kernel_layout", "HWOI"},
               {"groups", 4},
               {"channels", 4},
               {"kernel_size", Ints({3, 3})}}) == "Tensor[(1, 6, 6, 4), int32]");
  CHECK(Infer("qnn.conv2d_transpose",
              {Tensor({1, 4, 8, 8}, kI8), Tensor({4, 2, 3, 3}, kI8), Zero(), Zero(), Scale(),
               Scale()},
              {{"out_dtype", "int32"}, {"kernel_layout", "IOHW"}, {"channels", 2}}) ==
        "Tensor[(1, 2, 10, 10), int32]");
}

TEST_CASE("quantized concatenation takes a scale per tensor") {
  Type data = TupleType({Tensor({2, 3}, kI8), Tensor({2, 1}, kI8)});
  CHECK(Infer("qnn.concatenate",
              {data, TupleType({Scale(), Scale()}), TupleType({Zero(), Zero()}), Scale(), Zero()},
              {{"axis", 1}}) == "Tensor[(2, 4), int8]");
  CHECK(FailKind("qnn.concatenate",
                 {data, TupleType({Scale(), Zero()}), TupleType({Zero(), Zero()}), Scale(), Zero()},
                 {{"axis", 1}}) == DiagKind::kTypeMismatch);
}

TEST_CASE("operators of the virtual machine infer their results") {
  CHECK(Infer("memory.kill", {Tensor({2})}) == "()");
  CHECK(Infer("vm.reshape_tensor", {Tensor({4}), Tensor({2}, DataType::Int(64))},
              {{"newshape", Ints({2, 2})}}) == "Tensor[(2, 2), float32]");
}

}  // namespace
}  // namespace passcope::testing
