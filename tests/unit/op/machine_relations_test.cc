// Type relations of operators of the virtual machine, of devices, and of prepared weights.
#include <catch2/catch.hpp>

#include "ir/virtual_device.h"
#include "relation_fixture.h"

namespace passcope::testing {
namespace {

const DataType kInt64 = DataType::Int(64);

TEST_CASE("annotations of devices keep any type") {
  CHECK(Infer("on_device", {Tensor({2, 3})}) == "Tensor[(2, 3), float32]");
  CHECK(Infer("on_device", {TupleType({Tensor({2}), Tensor({3})})}) ==
        "(Tensor[(2), float32], Tensor[(3), float32])");
  CHECK(Infer("device_copy", {Tensor({2})}) == "Tensor[(2), float32]");
  CHECK(Infer("debug", {Tensor({2})}) == "Tensor[(2), float32]");
}

TEST_CASE("memory is taken with numbers") {
  CHECK(Infer("memory.alloc_storage", {Tensor({}, kInt64), Tensor({}, kInt64)}) == "Storage[]");
  CHECK(FailKind("memory.alloc_storage", {Tensor({1}, kInt64), Tensor({}, kInt64)}) ==
        DiagKind::kTypeMismatch);
  NDArray sizes = MakeNDArray({3}, kInt64);
  CHECK(Infer("memory.alloc_tensor", {IncompleteType(), Tensor({}, kInt64), Tensor({2}, kInt64)},
              {{"const_shape", AttrValue::Object(Constant(sizes))}}) ==
        "memory.alloc_tensor: const_shape must be a vector of integers of the shape (2)");
  CHECK(Infer("vm.shape_of", {Tensor({2, kAny})}, {{"dtype", "int64"}}) == "Tensor[(2), int64]");
}

TEST_CASE("compiled functions are called with what they take") {
  Type function = FuncType({Tensor({2}), Tensor({3})}, Tensor({4}));
  Type args = TupleType({Tensor({2}), Tensor({3})});
  RelationResult call = Relate("call_lowered", {function, IncompleteType()});
  CHECK(call.text() == "Tensor[(4), float32]");
  REQUIRE(call.assigned.size() == 1);
  CHECK(call.assigned[0].second == args);
  CHECK(Infer("call_lowered", {IncompleteType(), args}) == "pending");
  CHECK(FailKind("call_lowered", {args, args}) == DiagKind::kTypeMismatch);
  // The call writes its results into a tuple of tensors.
  RelationResult invoke =
      Relate("vm.invoke_tvm_op", {function, IncompleteType(), IncompleteType()});
  CHECK(invoke.text() == "()");
  REQUIRE(invoke.assigned.size() == 2);
  CHECK(TypeText(invoke.assigned[1].second) == "(Tensor[(4), float32],)");
}

TEST_CASE("prepared weights have the shapes of their algorithms") {
  const char* winograd = "nn.contrib_conv2d_winograd_weight_transform";
  CHECK(Infer(winograd, {Tensor({8, 4, 3, 3})}, {{"tile_size", 4}}) ==
        "Tensor[(6, 6, 8, 4), float32]");
  CHECK(FailKind(winograd, {Tensor({8, 4, 3})}, {{"tile_size", 4}}) == DiagKind::kBadRank);
  CHECK(FailKind(winograd, {Tensor({8, 4, 3, 3})}) == DiagKind::kBadAttribute);
  const char* cube = "nn.contrib_conv3d_winograd_weight_transform";
  CHECK(Infer(cube, {Tensor({8, 4, 3, 3, 3})}, {{"tile_size", 2}}) ==
        "Tensor[(4, 4, 4, 8, 4), float32]");
  CHECK(Infer(cube, {Tensor({8, 4, 1, 3, 3})}, {{"tile_size", 2}}) ==
        "Tensor[(4, 4, 1, 8, 4), float32]");
  const char* gemm = "nn.contrib_conv2d_gemm_weight_transform";
  CHECK(Infer(gemm, {Tensor({3, 3, 5, 10})}, {{"tile_rows", 4}, {"tile_cols", 16}}) ==
        "Tensor[(3, 3, 4, 16), float32]");
  CHECK(FailKind(gemm, {Tensor({3, 3, 5, 10})}, {{"tile_rows", 4}}) == DiagKind::kBadAttribute);
  CHECK(Infer("nn.contrib_conv2d_winograd_nnpack_weight_transform", {Tensor({8, 4, 3, 3})}) ==
        "Tensor[(8, 4, 8, 8), float32]");
  CHECK(Infer("nn.contrib_conv2d_winograd_without_weight_transform",
              {Tensor({1, 4, 8, 8}), Tensor({6, 6, 8, 4})},
              {{"tile_size", 4}, {"kernel_size", Ints({3, 3})}, {"channels", 8}}) ==
        "Tensor[(1, 8, 6, 6), float32]");
  CHECK(FailKind("nn.contrib_conv2d_winograd_without_weight_transform",
                 {Tensor({1, 4, 8, 8}), Tensor({6, 6, 8, 4})},
                 {{"tile_size", 4}}) == DiagKind::kMissingAttribute);
  CHECK(Infer("nn.contrib_conv2d_gemm_without_weight_transform",
              {Tensor({1, 8, 8, 4}), Tensor({2, 3, 4, 16})},
              {{"kernel_size", Ints({3, 3})},
               {"channels", 8},
               {"data_layout", "NHWC"},
               {"kernel_layout", "HWIO"}}) == "Tensor[(1, 6, 6, 8), float32]");
}

TEST_CASE("sparse convolutions take their channels of the blocks") {
  std::vector<Type> types = {Tensor({1, 8, 8, 6}), Tensor({3, 2, 3}), Tensor({3}), Tensor({5})};
  CHECK(Infer("nn.sparse_conv2d", types) == "Tensor[(1, 8, 8, 8), float32]");
  CHECK(Infer("nn.sparse_conv2d", types, {{"layout", "NCHW"}}) == "Tensor[(1, 8, 8, 6), float32]");
  CHECK(FailKind("nn.sparse_conv2d", types, {{"layout", "NCHW4c"}}) == DiagKind::kBadAttribute);
  types[1] = Tensor({3});
  CHECK(FailKind("nn.sparse_conv2d", types) == DiagKind::kBadRank);
}

TEST_CASE("simulated quantisation takes scalars") {
  Type scalar = Tensor({});
  const char* op = "relay.op.annotation.simulated_quantize";
  RelationResult result =
      Relate(op, {Tensor({2}), IncompleteType(), IncompleteType(), IncompleteType()});
  CHECK(result.text() == "Tensor[(2), float32]");
  CHECK(result.assigned.size() == 3);
  CHECK(FailKind(op, {scalar, scalar, scalar, scalar}) == DiagKind::kBadRank);
}

TEST_CASE("virtual devices are told from other dictionaries") {
  VirtualDevice device{1, 0, "global"};
  CHECK(AsVirtualDevice(ToAttrValue(device)) == device);
  CHECK_FALSE(AsVirtualDevice(AttrDict{{"device_type_int", 1}}));
  CHECK_FALSE(AsVirtualDevice(AttrValue(1)));
  CHECK(VirtualDeviceText(device) ==
        "VirtualDevice(device_type=1, virtual_device_id=0, memory_scope='global')");
  CHECK(VirtualDeviceText({}) == "VirtualDevice(?)");
}

}  // namespace
}  // namespace passcope::testing
