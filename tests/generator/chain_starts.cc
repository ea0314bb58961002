// The convolutions and products with which chains begin, and calls on quantized tensors.
#include "generator/chain_builder.h"
#include "ir/expr.h"
#include "transforms/gradients.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

const DataType kInt8 = DataType::Int(8), kInt32 = DataType::Int(32), kReal = DataType::Float(32);

Expr Number(double value, DataType dtype) { return InferTypes(ConstantScalar(value, dtype)); }

}  // namespace

Expr ChainBuilder::Scales(int64_t count) {
  NDArray array = MakeNDArray({count}, kReal);
  for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, 0.25 + random_.Uniform());
  return InferTypes(Constant(std::move(array)));
}

Expr ChainBuilder::Start() {
  static constexpr int64_t kChannels[] = {1, 2, 3, 4, 6, 8};
  const int64_t batch = Size(1, 3), in = Pick(kChannels), out = Pick(kChannels);
  const int64_t height = Size(1, 4), width = Size(1, 4), kernel = Chance(50) ? 1 : 3;
  const AttrValue same = AttrValue::Ints({kernel / 2, kernel / 2});
  switch (Below(20)) {
    case 0:
      return Typed(MakeOp(
          "nn.conv2d",
          {Operand({batch, height, width, in}, kReal), Operand({kernel, kernel, in, out}, kReal)},
          {{"padding", same},
           {"channels", out},
           {"kernel_size", AttrValue::Ints({kernel, kernel})},
           {"data_layout", "NHWC"},
           {"kernel_layout", "HWIO"},
           {"out_layout", Chance(25) ? "NCHW" : ""}}));
    case 1:
      return Typed(MakeOp("nn.conv2d",
                          {Operand({batch, in, height, width, 2}, kReal),
                           Operand({out, in, kernel, kernel, 2, 4}, kReal)},
                          {{"padding", same},
                           {"channels", 4 * out},
                           {"kernel_size", AttrValue::Ints({kernel, kernel})},
                           {"data_layout", "NCHW2c"},
                           {"kernel_layout", "OIHW2i4o"},
                           {"out_layout", "NCHW4c"}}));
    case 2:
      return Typed(MakeOp("nn.conv1d",
                          {Operand({batch, in, width}, kReal), Operand({out, in, kernel}, kReal)},
                          {{"padding", AttrValue::Ints({kernel / 2})},
                           {"channels", out},
                           {"kernel_size", AttrValue::Ints({kernel})}}));
    case 3:
      return Typed(MakeOp("nn.conv3d",
                          {Operand({batch, in, 2, height, width}, kReal),
                           Operand({out, in, 1, kernel, kernel}, kReal)},
                          {{"padding", AttrValue::Ints({0, kernel / 2, kernel / 2})},
                           {"channels", out},
                           {"kernel_size", AttrValue::Ints({1, kernel, kernel})}}));
    case 4:
      return Typed(MakeOp(
          "nn.conv2d_transpose",
          {Operand({batch, in, height, width}, kReal), Operand({in, out, kernel, kernel}, kReal)},
          {{"padding", same},
           {"channels", out},
           {"kernel_size", AttrValue::Ints({kernel, kernel})},
           {"kernel_layout", "IOHW"}}));
    case 5:
      return Typed(MakeOp(
          "nn.conv2d",
          {Operand({batch, in, height, width}, kInt8), Operand({out, in, kernel, kernel}, kInt8)},
          {{"padding", same},
           {"channels", out},
           {"kernel_size", AttrValue::Ints({kernel, kernel})},
           {"out_dtype", kInt32}}));
    case 6:
      return Typed(MakeOp("nn.dense", {Operand({batch, in}, kReal), Operand({out, in}, kReal)},
                          {{"units", out}}));
    case 7:
    case 8:
    case 9: {
      const Expr scales = Chance(50) ? Scales(out) : Number(0.25, kReal);
      Expr conv = Typed(MakeOp(
          "qnn.conv2d",
          {Operand({batch, in, height, width}, kInt8), Operand({out, in, kernel, kernel}, kInt8),
           Number(static_cast<double>(Size(-2, 2)), kInt32), Number(0, kInt32), Number(0.5, kReal),
           scales},
          {{"padding", same},
           {"channels", out},
           {"kernel_size", AttrValue::Ints({kernel, kernel})},
           {"out_dtype", kInt32}}));
      if (!conv || Chance(30)) return conv;
      return Typed(Quantized(conv));
    }
    default:
      return Conv2D(nullptr);
  }
}

Expr ChainBuilder::Quantized(const Expr& data) {
  const auto* type = As<TensorTypeNode>(data->checked_type());
  const size_t rank = type->rank();
  if (rank == 0) return nullptr;
  const int64_t axis = Axis(rank);
  const int64_t size = type->shape[NormalizeAxis(axis, rank)].value();
  const Expr scale = Chance(60) ? Scales(size) : Number(0.5, kReal);
  const Expr zero = Number(static_cast<double>(Size(-2, 2)), kInt32);
  const Expr out_scale = Number(0.75, kReal), out_zero = Number(3, kInt32);
  if (type->dtype == kReal) {
    return MakeOp("qnn.quantize", {data, scale, zero}, {{"axis", axis}, {"out_dtype", kInt8}});
  }
  if (type->dtype != kInt8 && type->dtype != kInt32) return nullptr;
  const bool small = type->dtype == kInt8;
  switch (small ? Below(4) : Below(2)) {
    case 0:
      return MakeOp("qnn.requantize", {data, scale, zero, out_scale, out_zero},
                    {{"axis", axis}, {"out_dtype", kInt8}});
    case 1:
      return MakeOp("qnn.dequantize", {data, scale, zero}, {{"axis", axis}});
    case 2: {
      static constexpr const char* kOps[] = {"qnn.add", "qnn.subtract", "qnn.mul"};
      std::vector<int64_t> shape = *StaticShape(Type(type));
      if (Chance(40)) shape[Below(rank)] = 1;
      Expr other = Operand(shape, kInt8);
      return MakeOp(
          Pick(kOps),
          {data, other, scale, zero, Number(0.5, kReal), Number(1, kInt32), out_scale, out_zero},
          {{"lhs_axis", axis}, {"rhs_axis", Axis(rank)}});
    }
    default: {
      Expr fields[] = {data, Chance(50) ? data : Operand(*StaticShape(Type(type)), kInt8)};
      Expr scales[] = {Number(0.5, kReal), Number(0.25, kReal)}, zeros[] = {zero, out_zero};
      return MakeOp("qnn.concatenate",
                    {InferTypes(Tuple(fields)), InferTypes(Tuple(scales)), InferTypes(Tuple(zeros)),
                     out_scale, out_zero},
                    {{"axis", axis}});
    }
  }
}

}  // namespace passcope
