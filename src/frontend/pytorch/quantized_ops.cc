// Operators of quantised networks of PyTorch, as calls of Relay's.
#include <algorithm>
#include <cmath>

#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/quantized.h"

namespace passcope::frontend {

Expr QnnQuantize(const Expr& data, const Expr& scale, const Expr& zero_point, DataType dtype,
                 int64_t axis) {
  return Op("qnn.quantize", {data, scale, zero_point}, {{"out_dtype", dtype}, {"axis", axis}});
}

namespace {

Expr QnnToUint8(const Expr& data, const Expr& scale, const Expr& zero_point, int64_t axis = -1) {
  return QnnQuantize(data, scale, zero_point, DataType::UInt(8), axis);
}
Expr QnnDequantize(const Expr& data, const Expr& scale, const Expr& zero_point, int64_t axis = -1) {
  return Op("qnn.dequantize", {data, scale, zero_point}, {{"axis", axis}});
}

// Checks that PrepareQuantizedTorch added its arguments.
void NeedScales(const TorchCall& call, size_t count) {
  Require(call, call.size() == count,
          MSG(kTorchInputScaleUnknown, "the scale of its input is not known"));
}

PyValue ConvertQuantizePerTensor(TorchCall& call) {
  // quint8
  if (call[3].integer() != 13) FailTorchArgument(call, "dtype");
  const Expr& data = call.tensor(0);
  return QnnToUint8(data, call[1].expr(), call[2].expr(), RankOf(data) > 1 ? 1 : 0);
}

PyValue ConvertDequantize(TorchCall& call) {
  NeedScales(call, 3);
  return QnnDequantize(call.tensor(0), call[1].expr(), call[2].expr());
}

// Adds the bias and requantises, the end of convolutions and dense layers.
Expr BiasAndRequantize(Expr output, const PackedParams& params, const PyValue& input_scale,
                       const PyValue& output_scale, const PyValue& output_zero_point, bool relu) {
  NDArray weight_scale = DataOf(params.scale);
  NDArray scale = MakeNDArray(weight_scale->shape, DataType::Float(32));
  for (size_t i = 0; i < scale->size(); ++i) {
    scale->mutable_as<float>()[i] =
        static_cast<float>(input_scale.real()) * weight_scale->as<float>()[i];
  }
  if (params.bias) output = BiasAdd(output, params.bias);
  Expr requantized =
      Op("qnn.requantize",
         {output, ConstArray(scale), ConstInt(0), output_scale.expr(), output_zero_point.expr()},
         {{"axis", int64_t{1}}, {"out_dtype", DataType::Int(32)}});
  double lowest = relu ? output_zero_point.real() : 0;
  return Cast(Clip(requantized, lowest, kHighestTorchNumber), DataType::UInt(8));
}

template <bool relu>
PyValue ConvertConv2d(TorchCall& call) {
  // Before PyTorch 1.6, four arguments had what packed parameters have now.
  bool old = call.size() > 6;
  size_t at = old ? 6 : 2;
  NeedScales(call, at + 4);
  PackedParams params = call[1].packed();
  if (old) {
    params.convolution = true;
    params.strides = call[2].ints();
    params.padding = call[3].ints();
    params.dilation = call[4].ints();
    params.groups = call[5].integer();
  }
  const PyValue& input_scale = call[at + 2];
  const PyValue& input_zero_point = call[at + 3];
  Ints shape = TorchShape(params.weight);
  Require(call, params.convolution && params.padding.size() == 2 && shape.size() == 4,
          MSG(kTorchQuantizedConvWeightRank,
              "its weight must be that of a 2D convolution, with 4 dimensions"));
  Expr data = call.tensor(0);
  if (params.padding[0] != 0 || params.padding[1] != 0) {
    // Pads with the zero point, which represents 0.
    int64_t height = params.padding[0], width = params.padding[1];
    data = Pad(data, {{0, 0}, {0, 0}, {height, height}, {width, width}},
               Const(input_zero_point.real()));
  }
  Expr output = Op("qnn.conv2d",
                   {data, params.weight, input_zero_point.expr(), params.zero_point,
                    input_scale.expr(), params.scale},
                   {{"strides", params.strides},
                    {"padding", Ints{0, 0, 0, 0}},
                    {"dilation", params.dilation},
                    {"groups", params.groups},
                    {"channels", shape[0]},
                    {"kernel_size", Ints{shape[2], shape[3]}},
                    {"out_dtype", DataType::Int(32)}});
  return BiasAndRequantize(output, params, input_scale, call[at], call[at + 1], relu);
}

PyValue ConvertConvTranspose2d(TorchCall& call) {
  NeedScales(call, 6);
  const PackedParams& params = call[1].packed();
  Ints shape = TorchShape(params.weight);
  Require(call, params.convolution && params.padding.size() == 2 && shape.size() == 4,
          MSG(kTorchQuantizedConvWeightRank,
              "its weight must be that of a 2D convolution, with 4 dimensions"));
  Expr output = Op("qnn.conv2d_transpose",
                   {call.tensor(0), params.weight, call[5].expr(), params.zero_point,
                    call[4].expr(), params.scale},
                   {{"channels", shape[1]},
                    {"kernel_size", Ints{shape[2], shape[3]}},
                    {"strides", params.strides},
                    {"padding", PadTuple(params.padding, 2)},
                    {"output_padding", params.output_padding},
                    {"dilation", params.dilation},
                    {"groups", params.groups},
                    {"kernel_layout", std::string("IOHW")},
                    {"out_dtype", DataType::Int(32)}});
  return BiasAndRequantize(output, params, call[4], call[2], call[3], false);
}

Expr QuantizedDense(const Expr& data, const PackedParams& params, const Expr& scale,
                    const Expr& zero_point) {
  // The type of the call requires a matrix.
  const Ints shape = TorchShape(params.weight);
  return Op("qnn.dense", {data, params.weight, zero_point, params.zero_point, scale, params.scale},
            {{"units", shape.empty() ? 0 : shape[0]}, {"out_dtype", DataType::Int(32)}});
}

template <bool relu>
PyValue ConvertLinear(TorchCall& call) {
  NeedScales(call, 6);
  const PackedParams& params = call[1].packed();
  Expr output = QuantizedDense(call.tensor(0), params, call[4].expr(), call[5].expr());
  return BiasAndRequantize(output, params, call[4], call[2], call[3], relu);
}

PyValue ConvertLinearDynamic(TorchCall& call) {
  // aten/src/ATen/native/quantized/cpu/qlinear_dynamic.cpp, ChooseQuantizationParams
  const int64_t most = call.get("reduce_range").truth() ? 127 : 255;
  const PackedParams& params = call[1].packed();
  const Expr& data = call.tensor(0);
  Expr low = Op("minimum", {Reduce("min", data, std::nullopt), Const(0)});
  Expr high = Op("maximum", {Reduce("max", data, std::nullopt), Const(0)});
  Expr scale = Div(Sub(high, low), Const(most));
  Expr zero_point = Op("round", {Clip(Negative(Div(low, scale)), 0, most)});
  zero_point = Cast(zero_point, DataType::Int(32));
  Expr quantized = QnnToUint8(data, scale, zero_point);
  Ints shape = TorchShape(data);
  if (shape.size() > 2) {
    quantized = Op("contrib_reverse_reshape", {quantized}, {{"newshape", Ints{-1, 0}}});
  }
  Expr output = QuantizedDense(quantized, params, scale, zero_point);
  output = QnnDequantize(output, Mul(scale, params.scale), ConstInt(0), 1);
  if (shape.size() > 2) {
    shape.back() = TorchShape(params.weight)[0];
    output = Reshape(output, shape);
  }
  return params.bias ? Add(output, params.bias) : output;
}

Expr QnnBinary(const TorchCall& call, std::string_view op) {
  NeedScales(call, 8);
  return Op(op, {call.tensor(0), call.tensor(1), call[4].expr(), call[5].expr(), call[6].expr(),
                 call[7].expr(), call[2].expr(), call[3].expr()});
}

template <bool multiply, bool relu>
PyValue ConvertBinary(TorchCall& call) {
  Expr result = QnnBinary(call, multiply ? "qnn.mul" : "qnn.add");
  return relu ? Clip(result, call[3].real(), kHighestTorchNumber) : result;
}

PyValue ConvertCat(TorchCall& call) {
  const PyList& list = call[0].list();
  NeedScales(call, 4 + 2 * list.size());
  std::vector<Expr> data, scales, zero_points;
  for (size_t i = 0; i < list.size(); ++i) {
    data.push_back(list[i].tensor());
    scales.push_back(call[4 + 2 * i].expr());
    zero_points.push_back(call[5 + 2 * i].expr());
  }
  return Op(
      "qnn.concatenate",
      {MakeTuple(data), MakeTuple(scales), MakeTuple(zero_points), call[2].expr(), call[3].expr()},
      {{"axis", call[1].integer()}});
}

PyValue ConvertAddScalar(TorchCall& call) {
  NeedScales(call, 6);
  const Expr& data = call.tensor(0);
  double scale = call[4].real();
  double step = std::nearbyint(call[1].real() / scale);
  double moved = call[5].real() - step;
  // Only the zero point changes.
  if (moved >= kLowestTorchNumber && moved <= kHighestTorchNumber) return data;
  Expr sum = Add(QnnDequantize(data, call[4].expr(), call[5].expr()), Const(step * scale));
  return QnnToUint8(sum, call[2].expr(), call[3].expr(), 1);
}

PyValue ConvertMulScalar(TorchCall& call) {
  NeedScales(call, 6);
  const Expr& data = call.tensor(0);
  double scalar = call[1].real();
  // Only the scale changes.
  if (scalar > 0) return data;
  DataType int8 = DataType::Int(8), uint8 = DataType::UInt(8);
  if (scalar == 0) return Full(ConstInt(0), TorchShape(data), uint8);
  // 255 minus the number, in eight bits.
  return Cast(Sub(ConstInt(-1, int8), Cast(data, int8)), uint8);
}

PyValue ConvertRelu6(TorchCall& call) {
  NeedScales(call, 4);
  double zero_point = call[3].real();
  double six = std::nearbyint(zero_point + 6 / call[2].real());
  return Clip(call.tensor(0), zero_point,
              std::clamp<double>(six, kLowestTorchNumber, kHighestTorchNumber));
}

PyValue ConvertLeakyRelu(TorchCall& call) {
  NeedScales(call, 7);
  return Op("qnn.leaky_relu",
            {call.tensor(0), call[5].expr(), call[6].expr(), call[3].expr(), call[4].expr()},
            {{"alpha", call[1].real()}});
}

PyValue ConvertHardswish(TorchCall& call) {
  NeedScales(call, 5);
  return Op("qnn.hardswish",
            {call.tensor(0), call[3].expr(), call[4].expr(), call[1].expr(), call[2].expr()});
}

}  // namespace

Expr QuantizedTorchRelu(const Expr& data, const Expr& zero_point) {
  return Op("maximum", {data, Cast(zero_point, DataType::UInt(8))});
}

Expr QuantizedTorchSigmoid(const TorchCall& call) {
  return Op("qnn.sigmoid",
            {call.tensor(0), call[3].expr(), call[4].expr(), call[1].expr(), call[2].expr()});
}

Expr WithTorchInt32(const Expr& data, const std::function<Expr(const Expr&)>& function) {
  return Cast(function(Cast(data, DataType::Int(32))), DataType::UInt(8));
}

Expr WithTorchFloats(const Expr& data, const Expr& scale, const Expr& zero_point,
                     const std::function<Expr(const Expr&)>& function, int64_t axis) {
  return QnnToUint8(function(QnnDequantize(data, scale, zero_point, axis)), scale, zero_point, 1);
}

void AddQuantizedConverters(TorchConverterTable* table) {
  table->Add("aten::dequantize", ConvertDequantize);
  table->Add("aten::quantize_per_tensor", ConvertQuantizePerTensor);
  table->Add("quantized::add", ConvertBinary<false, false>);
  table->Add("quantized::add_relu", ConvertBinary<false, true>);
  table->Add("quantized::add_scalar", ConvertAddScalar);
  table->Add("quantized::cat", ConvertCat);
  table->Add("quantized::conv2d", ConvertConv2d<false>);
  table->Add("quantized::conv2d_relu", ConvertConv2d<true>);
  table->Add("quantized::conv_transpose2d", ConvertConvTranspose2d);
  table->Add("quantized::hardswish", ConvertHardswish);
  table->Add("quantized::leaky_relu", ConvertLeakyRelu);
  table->Add("quantized::linear", ConvertLinear<false>);
  table->Add("quantized::linear_dynamic", ConvertLinearDynamic);
  table->Add("quantized::linear_relu", ConvertLinear<true>);
  table->Add("quantized::mul", ConvertBinary<true, false>);
  table->Add("quantized::mul_relu", ConvertBinary<true, true>);
  table->Add("quantized::mul_scalar", ConvertMulScalar);
  table->Add("quantized::relu6", ConvertRelu6);
}

}  // namespace passcope::frontend
