// Operators on quantized tensors, of ONNX and of com.microsoft.
#include <cmath>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/autopad.h"
#include "frontend/onnx/families.h"
#include "frontend/onnx/matmul.h"
#include "runtime/convert.h"

namespace passcope::frontend::onnx {
namespace {

const DataType kFloat32 = DataType::Float(32);

Expr QuantizeTo(const Expr& data, const Expr& scale, const Expr& zero_point, DataType dtype,
                int64_t axis = -1) {
  Expr real = DtypeOf(data) == kInt32 ? Cast(data, kFloat32) : data;
  return Op("qnn.quantize", {real, scale, zero_point}, {{"out_dtype", dtype}, {"axis", axis}});
}
Expr Dequantize(const Expr& data, const Expr& scale, const Expr& zero_point, int64_t axis = -1) {
  return Op("qnn.dequantize", {data, scale, zero_point}, {{"axis", axis}});
}

// Casts an input that is a number or a vector (TVM's get_scalar_or_1d_tensor).
Expr ScalarOrVector(const Node& node, size_t i, DataType dtype) {
  const Expr& x = node.In(i);
  if (NDArray value = node.graph.ParamOf(x)) return ConstArray(CastNDArray(value, dtype));
  if (RankOf(x) > 1) {
    node.Fail(DiagKind::kBadRank,
              MSG(kOnnxInputRankAboveOne,
                  "input {index} of {operator} must be a scalar or a vector, not {type}", i,
                  node.op, TypeText(x->checked_type())));
  }
  return Cast(x, dtype);
}

// The same for a number (TVM's get_scalar).
Expr Scalar(const Node& node, size_t i, DataType dtype) {
  const Expr& x = node.In(i);
  if (node.graph.ParamOf(x) || RankOf(x) != 1) return ScalarOrVector(node, i, dtype);
  return Cast(Squeeze(x, Ints{0}), dtype);
}
Expr Scale(const Node& node, size_t i) { return Scalar(node, i, kFloat32); }
Expr ZeroPoint(const Node& node, size_t i) { return Scalar(node, i, kInt32); }

// Converts another operator on other inputs, with this node's attributes.
Expr ConvertAs(Node& node, std::string_view op, std::vector<Expr> inputs) {
  Node other(node.graph, op, std::move(inputs), node.attributes);
  other.name = node.name;
  other.opset = node.opset;
  return node.graph.ConvertOperator(other).expr;
}

// An omitted zero point is 0 of type uint8.
Expr ZeroPointOrNone(const Node& node, const Expr& scale) {
  if (Expr given = node.Maybe(2)) return given;
  return RankOf(scale) == 0 ? ConstInt(0, DataType::UInt(8))
                            : Zeros(StaticShapeOf(scale), DataType::UInt(8));
}

Results QuantizeLinear10(Node& node) {
  Expr zero_point = ZeroPointOrNone(node, node.In(1));
  return QuantizeTo(node.In(0), node.In(1), Cast(zero_point, kInt32), DtypeOf(zero_point), 0);
}
Results QuantizeLinear13(Node& node) {
  Expr zero_point = ZeroPointOrNone(node, node.In(1));
  int64_t axis = RankOf(node.In(0)) < 2 ? 0 : node.Int("axis", 1);
  return QuantizeTo(node.In(0), node.In(1), Cast(zero_point, kInt32), DtypeOf(zero_point), axis);
}

Expr DequantizeAlong(const Node& node, int64_t axis) {
  Expr zero_point = node.Maybe(2) ? node.In(2) : ZeroPointOrNone(node, node.In(1));
  return Dequantize(node.In(0), node.In(1), Cast(zero_point, kInt32), axis);
}
Results DequantizeLinear10(Node& node) { return DequantizeAlong(node, 0); }
Results DequantizeLinear13(Node& node) {
  return DequantizeAlong(node, RankOf(node.In(0)) <= 1 ? 0 : node.Int("axis", 1));
}

Results DynamicQuantizeLinear(Node& node) {
  const Expr& data = node.In(0);
  DataType dtype = DtypeOf(data);
  const DataType kUint8 = DataType::UInt(8);
  Expr zero = Const(0, dtype);
  Expr maximum = Op("maximum", {zero, Reduce("max", data, std::nullopt)});
  Expr minimum = Op("minimum", {zero, Reduce("min", data, std::nullopt)});
  Expr scale = Div(Sub(maximum, minimum), Const(255, dtype));
  // If all elements are 0, any scale fits.
  scale = Where(Op("equal", {scale, zero}), Const(1, dtype), scale);
  Expr point = Sub(zero, Div(minimum, scale));
  point = Cast(Op("round", {Clip(point, 0, 255)}), kUint8);
  return Results::Of({QuantizeTo(data, scale, Cast(point, kInt32), kUint8, 0), scale, point});
}

// A convolution of quantized tensors as int32, before requantization. `data_zero` pads the data.
Expr Convolve(Node& node, const Expr& data, const Expr& weight, const Expr& data_zero,
              const Expr& weight_zero, const Expr& data_scale, const Expr& weight_scale) {
  Ints shape = StaticShapeOf(weight);
  if (shape.size() != 4) {
    // Relay has quantized convolutions over two axes only.
    Expr zero = weight_zero;
    if (RankOf(zero) == 1 && shape.size() > 1) {
      zero = ExpandDims(zero, 1, static_cast<int64_t>(shape.size()) - 1);
    }
    return ConvertAs(node, "Conv",
                     {Sub(Cast(data, kInt32), data_zero), Sub(Cast(weight, kInt32), zero)});
  }
  size_t axes = shape.size() - 2;
  Ints kernel = node.GetInts("kernel_shape", Ints(shape.begin() + 2, shape.end()));
  Ints strides = node.GetInts("strides", Ints(axes, 1));
  Ints dilations = node.GetInts("dilations", Ints(axes, 1));
  Ints padding = node.GetInts("pads", {0});
  Expr padded = data;
  AutoPad mode = ReadAutoPad(node);
  if (IsSame(mode)) {
    padded = PadSame(data, strides, kernel, dilations, mode == AutoPad::kSameLower,
                     FoldConstant(data_zero));
    padding = {0};
  } else if (mode == AutoPad::kValid) {
    padding = Ints(axes, 0);
  }
  return Op("qnn.conv2d", {padded, weight, data_zero, weight_zero, data_scale, weight_scale},
            {{"strides", strides},
             {"padding", PadTuple(padding, axes)},
             {"dilation", dilations},
             {"groups", node.Int("group", 1)},
             {"channels", shape[0]},
             {"kernel_size", kernel},
             {"out_dtype", kInt32}});
}

// True if some sum of less than 2^16 times a scale may be halfway between two multiples of the
// result's scale.
bool MayBeHalfway(const NDArray& scales, const NDArray& result) {
  for (double scale : RealsOf(scales)) {
    double shifted = std::ldexp(scale / FirstReal(result), 16);
    if (shifted == std::floor(shifted)) return true;
  }
  return false;
}

// Converts int32 sums to the result's scale. Halves are rounded to even. TVM always requantizes,
// which rounds halves up or away from zero.
Expr RequantizeTo(const Expr& sums, const Expr& scale, const Expr& y_scale, const Expr& y_zero,
                  DataType dtype, int64_t axis, const char* rounding) {
  Expr zero = ConstInt(0);
  NDArray known = DataOf(FoldConstant(scale)), result = DataOf(y_scale);
  if (known && result && !MayBeHalfway(known, result)) {
    return Op("qnn.requantize", {sums, scale, zero, y_scale, y_zero},
              {{"out_dtype", dtype}, {"axis", axis}, {"rounding", rounding}});
  }
  return QuantizeTo(Dequantize(sums, scale, zero, axis), y_scale, y_zero, dtype, axis);
}

Results QLinearConv(Node& node) {
  node.TakesInputs(8, 9);
  const Expr& weight = node.In(3);
  Expr x_scale = Scale(node, 1);
  Expr x_zero = ZeroPoint(node, 2);
  Expr w_scale = ScalarOrVector(node, 4, kFloat32);
  Expr w_zero = ScalarOrVector(node, 5, kInt32);
  Expr y_scale = FoldConstant(Scale(node, 6));
  Expr y_zero = ZeroPoint(node, 7);
  // A scale or zero point of one element applies to all channels.
  Ints weight_shape = StaticShapeOf(weight);
  int64_t channels = weight_shape.empty() ? 1 : weight_shape[0];
  for (const Expr& vector : {w_scale, w_zero}) {
    if (RankOf(vector) == 1 && StaticShapeOf(vector)[0] != channels) {
      node.Fail(DiagKind::kBadAttribute, MSG(kOnnxOutputChannelCountMismatch,
                                             "{operator} needs {expected} weight scales and zero "
                                             "points, one for each output channel, not {actual}",
                                             node.op, channels, StaticShapeOf(vector)[0]));
    }
  }
  Expr out = Convolve(node, node.In(0), weight, x_zero, w_zero, x_scale, w_scale);
  if (node.Maybe(8)) out = BiasAdd(out, node.In(8));
  DataType dtype = DtypeOf(node.In(7));
  Expr scale = Mul(x_scale, w_scale);
  return RequantizeTo(out, scale, y_scale, y_zero, dtype, 1, "None");
}

Results ConvInteger(Node& node) {
  node.TakesInputs(2, 4);
  Expr data_zero = node.Maybe(2) ? node.In(2) : ConstInt(0);
  Expr weight_zero = node.Maybe(3) ? node.In(3) : ConstInt(0);
  return Convolve(node, node.In(0), node.In(1), Cast(data_zero, kInt32), Cast(weight_zero, kInt32),
                  Const(1), Const(1));
}

// Replaces a parameter by its value, and squeezes a tensor with one element to a scalar.
Expr Resolve(const Node& node, const Expr& x, std::optional<DataType> dtype = std::nullopt) {
  Expr value = node.graph.ResolveVar(x);
  const Shape& shape = ShapeOf(x);
  bool one = std::all_of(shape.begin(), shape.end(), [](Dim size) { return size == Dim(1); });
  if (one && !shape.empty()) value = Squeeze(value);
  if (dtype && *dtype != DtypeOf(x)) value = Cast(value, *dtype);
  return FoldConstant(value);
}

// A vector with an element for each row, so that it broadcasts with a matrix.
Expr AsColumn(const Expr& param) { return RankOf(param) == 1 ? ExpandDims(param, 1) : param; }

// The product of two quantized matrices, or of batches of them, as int32.
Expr QuantizedMatmul(const Expr& a, const Expr& b, const Expr& a_zero, const Expr& b_zero,
                     const Expr& a_scale, const Expr& b_scale) {
  // Relay's operators take one zero point for the first matrix, and for batches of the second.
  bool batched = RankOf(a) > 2 || RankOf(b) > 2;
  if (RankOf(a_zero) > 0 || RankOf(a_scale) > 0 || RankOf(b_zero) > (batched ? 0 : 1) ||
      RankOf(b_scale) > (batched ? 0 : 1)) {
    Expr left = Sub(Cast(a, kInt32), AsColumn(a_zero));
    return MatmulOf(left, Sub(Cast(b, kInt32), b_zero), kInt32, false);
  }
  auto dense = [&](const Expr& x, const Expr& y) {
    return Op("qnn.dense", {x, Transpose(y), a_zero, b_zero, a_scale, b_scale},
              {{"units",
                ShapeOf(b).back().is_const() ? AttrValue(ShapeOf(b).back().value()) : AttrValue()},
               {"out_dtype", kInt32}});
  };
  auto batch = [&](const Expr& x, const Expr& y) {
    return Op("qnn.batch_matmul",
              {x, Transpose(y, Ints{0, 2, 1}), a_zero, b_zero, a_scale, b_scale},
              {{"out_dtype", kInt32}, {"transpose_a", false}, {"transpose_b", true}});
  };
  int64_t a_rank = RankOf(a), b_rank = RankOf(b);
  if (b_rank == 1) {
    // TVM does not support a vector on the right.
    Expr matrix = ExpandDims(b, 1);
    return Squeeze(QuantizedMatmul(a, matrix, a_zero, b_zero, a_scale, b_scale), Ints{-1});
  }
  if (a_rank > 2 || b_rank > 2) {
    if (a_rank == 1) {
      return Squeeze(QuantizedMatmul(ExpandDims(a, 0), b, a_zero, b_zero, a_scale, b_scale),
                     Ints{-2});
    }
    return BatchedProduct(a, b, dense, batch);
  }
  if (a_rank == 1) return Squeeze(dense(ExpandDims(a, 0), b), Ints{0});
  return dense(a, b);
}

// A factor needs at least one dimension.
void CheckFactor(const Node& node, size_t i) {
  if (RankOf(node.In(i)) > 0) return;
  node.Fail(DiagKind::kBadRank,
            MSG(kOnnxInputNotMatrix, "input {index} of {operator} must be a matrix, not {type}", i,
                node.op, TypeText(node.In(i)->checked_type())));
}

Results QLinearMatMul(Node& node) {
  node.TakesInputs(8, 8);
  CheckFactor(node, 0);
  CheckFactor(node, 3);
  Expr a_scale = Resolve(node, node.In(1)), a_zero = Resolve(node, node.In(2), kInt32);
  Expr b_scale = Resolve(node, node.In(4)), b_zero = Resolve(node, node.In(5), kInt32);
  Expr y_scale = Resolve(node, node.In(6)), y_zero = Resolve(node, node.In(7), kInt32);
  Expr product = QuantizedMatmul(node.In(0), node.In(3), a_zero, b_zero, a_scale, b_scale);
  DataType dtype = DtypeOf(node.In(7));
  if (RankOf(a_scale) == 0 && RankOf(b_scale) <= 1) {
    Expr scale = FoldConstant(Mul(a_scale, b_scale));
    return RequantizeTo(product, scale, y_scale, y_zero, dtype, -1, "TONEAREST");
  }
  // A product with a vector has no columns.
  if (RankOf(node.In(3)) > 1) a_scale = AsColumn(a_scale);
  Expr real = Mul(Mul(Cast(product, kFloat32), a_scale), b_scale);
  return QuantizeTo(real, y_scale, y_zero, dtype);
}

Results MatMulInteger(Node& node) {
  node.TakesInputs(2, 4);
  CheckFactor(node, 0);
  CheckFactor(node, 1);
  auto zero_point = [&](size_t i, const Expr& data) {
    return Resolve(node, node.Maybe(i) ? node.In(i) : ConstInt(0, DtypeOf(data)), kInt32);
  };
  Expr one = Const(1);
  return QuantizedMatmul(node.In(0), node.In(1), zero_point(2, node.In(0)),
                         zero_point(3, node.In(1)), one, Const(1));
}

// Operators that compute with real numbers between two conversions, as onnxruntime does.

// Two operands, each with scale and zero point, then those of the result.
template <const char* kOp, bool kFold>
Results QLinearBinary(Node& node) {
  node.TakesInputs(8, 8);
  Expr a_scale = Scale(node, 1), a_zero = ZeroPoint(node, 2);
  Expr b_scale = Scale(node, 4), b_zero = ZeroPoint(node, 5);
  Expr scale = Scale(node, 6), zero = ZeroPoint(node, 7);
  if (kFold) scale = FoldConstant(scale);
  Expr a = Dequantize(node.In(0), a_scale, a_zero);
  Expr b = Dequantize(node.In(3), b_scale, b_zero);
  return QuantizeTo(Op(kOp, {a, b}), scale, zero, DtypeOf(node.In(0)));
}
constexpr char kAdd[] = "add";
constexpr char kMultiply[] = "multiply";

// One operand with scale and zero point, then those of the result.
template <class F>
Results QLinearUnary(Node& node, F compute) {
  Expr x_scale = Scale(node, 1), x_zero = ZeroPoint(node, 2);
  Expr scale = FoldConstant(Scale(node, 3));
  Expr zero = ZeroPoint(node, 4);
  Expr x = Dequantize(node.In(0), x_scale, x_zero);
  return QuantizeTo(compute(x), scale, zero, DtypeOf(node.In(0)));
}

Results QLinearSigmoid(Node& node) {
  return QLinearUnary(node, [](const Expr& x) { return Op("sigmoid", {x}); });
}
Results QLinearLeakyRelu(Node& node) {
  double alpha = node.Real("alpha", 0.01);
  return QLinearUnary(node, [&](const Expr& x) {
    return Op("nn.leaky_relu", {x}, {{"alpha", alpha}});
  });
}
Results QLinearAveragePool(Node& node) {
  return QLinearUnary(node, [&](const Expr& x) { return ConvertAs(node, "AveragePool", {x}); });
}
Results QLinearGlobalAveragePool(Node& node) {
  return QLinearUnary(node,
                      [&](const Expr& x) { return ConvertAs(node, "GlobalAveragePool", {x}); });
}

Results QLinearConcat(Node& node) {
  if (node.num_inputs() % 3 != 2) {
    node.Fail(DiagKind::kArity, MSG(kOnnxQuantizationParametersPerTensor,
                                    "each tensor of {operator} needs a scale and a zero point, but "
                                    "{actual} inputs are given",
                                    node.op, node.num_inputs()));
  }
  Expr scale = FoldConstant(Scale(node, 0));
  Expr zero = ZeroPoint(node, 1);
  std::vector<Expr> tensors;
  for (size_t i = 2; i < node.num_inputs(); i += 3) {
    tensors.push_back(Dequantize(node.In(i), Scale(node, i + 1), ZeroPoint(node, i + 2)));
  }
  // TVM's qnn.concatenate requantizes, which rounds halves up.
  return QuantizeTo(Concatenate(tensors, node.Int("axis")), scale, zero, DtypeOf(node.In(2)));
}

}  // namespace

void AddQuantizedConverters(ConverterTable& table) {
  constexpr std::string_view kMicrosoft = "com.microsoft";
  table.Add("QuantizeLinear", {{10, QuantizeLinear10}, {13, QuantizeLinear13}});
  table.Add("DequantizeLinear", {{10, DequantizeLinear10}, {13, DequantizeLinear13}});
  table.Add("DynamicQuantizeLinear", {{11, DynamicQuantizeLinear}});
  table.Add("QLinearConv", {{10, QLinearConv}});
  table.Add("ConvInteger", {{10, ConvInteger}});
  table.Add("QLinearMatMul", {{10, QLinearMatMul}});
  table.Add("MatMulInteger", {{10, MatMulInteger}});
  table.Add(kMicrosoft, "QLinearAdd", {{10, QLinearBinary<kAdd, false>}});
  table.Add(kMicrosoft, "QLinearMul", {{10, QLinearBinary<kMultiply, true>}});
  table.Add(kMicrosoft, "QLinearSigmoid", {{10, QLinearSigmoid}});
  table.Add(kMicrosoft, "QLinearLeakyRelu", {{10, QLinearLeakyRelu}});
  table.Add(kMicrosoft, "QLinearAveragePool", {{1, QLinearAveragePool}});
  table.Add(kMicrosoft, "QLinearGlobalAveragePool", {{1, QLinearGlobalAveragePool}});
  table.Add(kMicrosoft, "QLinearConcat", {{1, QLinearConcat}});
}

}  // namespace passcope::frontend::onnx
