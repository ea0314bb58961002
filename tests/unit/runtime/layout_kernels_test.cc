// transpose and layout_transform against element-wise references.
#include "kernel_fixture.h"
#include "op/attrs_tensor.h"
#include "runtime/layout_transform.h"

namespace passcope {
namespace {

using List = std::vector<int64_t>;

void CheckTranspose(const NDArray& x, const List& axes) {
  NDArray y = TransposeNDArray(x, axes);
  auto bytes = static_cast<size_t>(x->dtype.bytes());
  List shape;
  for (int64_t axis : axes) shape.push_back(x->shape[static_cast<size_t>(axis)]);
  REQUIRE(y->shape == shape);
  size_t wrong = 0, i = 0;
  ForIndices(shape, [&](const List& at) {
    List from(at.size());
    for (size_t k = 0; k < at.size(); ++k) from[static_cast<size_t>(axes[k])] = at[k];
    wrong += std::memcmp(y->data() + i++ * bytes, x->data() + OffsetOf(x->shape, from) * bytes,
                         bytes) != 0;
  });
  CHECK(wrong == 0);
}

TEST_CASE("transpositions of every width and order", "[kernels]") {
  SplitMix64 random(1);
  const List orders[] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {0, 2, 3, 1}, {2, 3, 1, 0},
                         {1, 0, 2, 3}, {0, 3, 1, 2}, {3, 0, 1, 2}, {0, 1, 3, 2}};
  const List shapes[] = {{3, 5, 4, 6},   {1, 70, 3, 3}, {130, 67, 3, 3}, {2, 4, 1, 16},
                         {5, 1, 1, 200}, {2, 3, 65, 2}, {0, 3, 2, 2},    {2, 66, 5, 4}};
  for (DataType dtype :
       {DataType::Float(32), DataType::Int(8), DataType::Float(16), DataType::Float(64)}) {
    for (const List& shape : shapes) {
      NDArray x = RandomArray(random, shape, dtype);
      for (const List& order : orders) CheckTranspose(x, order);
    }
  }
}

TEST_CASE("a random transposition of many axes", "[kernels]") {
  SplitMix64 random(2);
  for (int round = 0; round < 60; ++round) {
    List shape, order;
    for (int64_t i = 0; i < 5; ++i) {
      shape.push_back(1 + static_cast<int64_t>(random.Below(9)));
      order.push_back(i);
    }
    for (size_t i = 4; i > 0; --i) std::swap(order[i], order[random.Below(i + 1)]);
    CheckTranspose(RandomArray(random, shape, AllDataTypes()[random.Below(13)]), order);
  }
}

TEST_CASE("transpose reverses all axes without an attribute, and shares when nothing moves",
          "[kernels]") {
  SplitMix64 random(3);
  NDArray x = RandomArray(random, {2, 1, 5});
  Attrs none = With<TransposeAttrs>([](auto&) {});
  CHECK(RunTensor("transpose", {x}, none)->shape == List{5, 1, 2});
  Attrs moves_nothing = With<TransposeAttrs>([](auto& a) { a.axes = List{1, 0, 2}; });
  CHECK(RunTensor("transpose", {x}, moves_nothing)->data() == x->data());
  Attrs negative = With<TransposeAttrs>([](auto& a) { a.axes = List{-1, 0, 1}; });
  CheckArray(RunTensor("transpose", {x}, negative), {5, 2, 1}, x->dtype, [&](const List& at) {
    return At(x, {at[1], at[2], at[0]});
  });
}

void CheckLayout(const char* from, const char* to, const List& shape, const char* axes,
                 const List& sizes, DataType dtype = DataType::Float(32)) {
  INFO(from << " -> " << to);
  SplitMix64 random(4);
  NDArray x = RandomArray(random, shape, dtype);
  NDArray y = RunTensor("layout_transform", {x}, With<LayoutTransformAttrs>([&](auto& a) {
                          a.src_layout = from;
                          a.dst_layout = to;
                        }));
  CHECK(y->size() == x->size());
  size_t wrong = 0;
  LayoutOffsets in_x(from, x->shape), in_y(to, y->shape);
  ForIndices(sizes, [&](const List& at) {
    AxisPositions index;
    for (size_t i = 0; axes[i]; ++i) index[axes[i]] = at[i];
    wrong += y->ToDouble(in_y.Of(index)) != x->ToDouble(in_x.Of(index));
  });
  CHECK(wrong == 0);
}

TEST_CASE("layout_transform", "[kernels]") {
  for (DataType dtype : {DataType::Float(32), DataType::Int(8)}) {
    CheckLayout("NCHW", "NHWC", {2, 8, 5, 7}, "NCHW", {2, 8, 5, 7}, dtype);
    CheckLayout("NHWC", "NCHW", {2, 5, 7, 8}, "NCHW", {2, 8, 5, 7}, dtype);
    CheckLayout("OIHW", "HWIO", {70, 9, 3, 3}, "OIHW", {70, 9, 3, 3}, dtype);
    CheckLayout("HWIO", "OIHW", {3, 3, 9, 70}, "OIHW", {70, 9, 3, 3}, dtype);
    CheckLayout("NCHW", "NCHW4c", {2, 8, 5, 7}, "NCHW", {2, 8, 5, 7}, dtype);
    CheckLayout("NCHW4c", "NCHW", {2, 2, 5, 7, 4}, "NCHW", {2, 8, 5, 7}, dtype);
    CheckLayout("NCHW4c", "NCHW8c", {2, 4, 5, 7, 4}, "NCHW", {2, 16, 5, 7}, dtype);
    CheckLayout("NCHW8c", "NCHW2c", {2, 2, 5, 7, 8}, "NCHW", {2, 16, 5, 7}, dtype);
    CheckLayout("NCHW16c", "NHWC", {1, 2, 5, 7, 16}, "NCHW", {1, 32, 5, 7}, dtype);
    CheckLayout("OIHW", "OIHW8o4i", {16, 8, 3, 3}, "OIHW", {16, 8, 3, 3}, dtype);
    CheckLayout("OIHW8o4i", "HWIO", {2, 2, 3, 3, 8, 4}, "OIHW", {16, 8, 3, 3}, dtype);
    // Blocks whose sizes do not divide each other.
    CheckLayout("NCHW4c", "NCHW6c", {1, 3, 2, 2, 4}, "NCHW", {1, 12, 2, 2}, dtype);
  }
}

TEST_CASE("layout_transform pads a block that is not full with zeros", "[kernels]") {
  NDArray x = Reals({1, 3, 1, 2}, {1, 2, 3, 4, 5, 6});
  NDArray y = LayoutTransformNDArray(x, "NCHW", "NCHW4c");
  CheckArray(y, {1, 1, 1, 2, 4}, x->dtype, [&](const List& at) {
    return at[4] < 3 ? At(x, {0, at[4], 0, at[3]}) : 0.0;
  });
}

}  // namespace
}  // namespace passcope
