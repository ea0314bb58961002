#include "frontend/pytorch/quantized.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

#include "diagnostics/diagnostic.h"

namespace passcope::frontend {
namespace {

constexpr int64_t kLowest = kLowestTorchNumber, kHighest = kHighestTorchNumber;

[[noreturn]] void Fail(Message message) {
  throw DiagnosticError(DiagKind::kUnsupported, std::move(message));
}

// --- scales and zero points of the graph

// The index of an operator's output scale among its arguments. The zero point follows.
struct OutputScale {
  std::string_view op;
  size_t at;
};
constexpr OutputScale kOutputScales[] = {
    {"aten::quantize_per_tensor", 1},
    {"quantized::conv2d", 2},
    {"quantized::conv2d_relu", 2},
    {"quantized::linear", 2},
    {"quantized::linear_relu", 2},
    {"quantized::add_relu", 2},
    {"quantized::add", 2},
    {"quantized::mul_relu", 2},
    {"quantized::mul", 2},
    {"quantized::cat", 2},
    {"quantized::mul_scalar", 2},
    {"quantized::add_scalar", 2},
    {"quantized::hardswish", 1},
    {"quantized::conv_transpose2d", 2},
    {"quantized::leaky_relu", 3},
    {"aten::sigmoid", 1},
};

// The number of leading arguments of an operator that are quantised tensors.
struct QuantizedInputs {
  std::string_view op;
  size_t count;
};
constexpr QuantizedInputs kQuantizedInputs[] = {
    {"quantized::conv2d", 1},
    {"quantized::conv2d_relu", 1},
    {"quantized::linear", 1},
    {"quantized::linear_relu", 1},
    {"quantized::add_relu", 2},
    {"quantized::add", 2},
    {"quantized::mul_relu", 2},
    {"quantized::mul", 2},
    {"aten::dequantize", 1},
    {"aten::mean", 1},
    {"aten::sigmoid", 1},
    {"aten::upsample_nearest2d", 1},
    {"aten::upsample_bilinear2d", 1},
    {"aten::relu_", 1},
    {"aten::relu", 1},
    {"quantized::add_scalar", 1},
    {"quantized::mul_scalar", 1},
    {"quantized::relu6", 1},
    {"quantized::hardswish", 1},
    {"aten::hardsigmoid", 1},
    {"quantized::conv_transpose2d", 1},
    {"quantized::leaky_relu", 1},
};

template <class Row, size_t n>
const Row* FindRow(const Row (&rows)[n], std::string_view op) {
  for (const Row& row : rows) {
    if (row.op == op) return &row;
  }
  return nullptr;
}

struct ScaleAndZeroPoint {
  TorchValue* scale = nullptr;
  TorchValue* zero_point = nullptr;
};

// The scale and zero point of the node that makes `value`, or else of its first argument, and so
// on. Null if there are none.
ScaleAndZeroPoint ScaleOf(const TorchValue* value) {
  for (const TorchNode* node = value->node(); node;) {
    if (const OutputScale* row = FindRow(kOutputScales, node->kind)) {
      // Before PyTorch 1.6, convolutions took their attributes as arguments.
      bool old = node->kind.starts_with("quantized::conv2d") && node->inputs().size() >= 8;
      size_t at = old ? 6 : row->at;
      if (at + 1 >= node->inputs().size())
        Fail(MSG(kTorchOperatorScaleMissing, "{operator} lacks the scale of its output",
                 node->kind));
      return {node->inputs()[at], node->inputs()[at + 1]};
    }
    node = node->inputs().empty() ? nullptr : node->inputs()[0]->node();
  }
  return {};
}

// Inserts a constant before `node`.
TorchValue* ConstantBefore(TorchGraph* graph, const TorchNode* node, TorchConstant constant,
                           TorchKind kind) {
  TorchBlock* block = node->block();
  TorchValue* value = graph->AppendConstant(block, std::move(constant), kind);
  auto it = std::find(block->nodes.begin(), block->nodes.end(), node);
  std::rotate(it, block->nodes.end() - 1, block->nodes.end());
  return value;
}

[[noreturn]] void FailScale(const TorchValue* value) {
  Fail(MSG(kTorchScaleNotConstant, "the scale or zero point '{name}' is not a constant",
           value->name()));
}

double RealOf(const TorchValue* value) {
  if (const TorchNode* node = value->node(); node && node->kind == "prim::Constant") {
    if (const auto* real = std::get_if<double>(&node->constant)) return *real;
    if (const auto* integer = std::get_if<int64_t>(&node->constant)) {
      return static_cast<double>(*integer);
    }
  }
  FailScale(value);
}

// The value of a constant zero point.
int64_t IntegerOf(const TorchValue* value) {
  const TorchNode* node = value->node();
  const auto* integer = node ? std::get_if<int64_t>(&node->constant) : nullptr;
  if (!integer || *integer != static_cast<int32_t>(*integer)) FailScale(value);
  return *integer;
}

// The scale and zero point of a sum with a number, and of a product below, as PyTorch's kernels
// choose them (aten/src/ATen/native/quantized/cpu/{qadd,qmul}.cpp).
std::pair<double, int64_t> AddScalarScale(double scale, int64_t zero_point, double scalar) {
  double moved = static_cast<double>(zero_point) - std::nearbyint(scalar / scale);
  if (moved < kLowest) return {(kHighest - moved) / (kHighest - kLowest) * scale, kLowest};
  if (moved > kHighest) return {(moved - kLowest) / (kHighest - kLowest) * scale, kHighest};
  return {scale, static_cast<int64_t>(moved)};
}
std::pair<double, int64_t> MulScalarScale(double scale, int64_t zero_point, double scalar) {
  if (scalar > 0) return {scalar * scale, zero_point};
  if (scalar == 0) return {1, 0};
  return {-scalar * scale, kHighest - (zero_point - kLowest)};
}

void AddConstants(TorchGraph* graph, TorchNode* node, double scale, int64_t zero_point) {
  TorchValue* first = ConstantBefore(graph, node, scale, TorchKind::kReal);
  TorchValue* second = ConstantBefore(graph, node, zero_point, TorchKind::kInt);
  node->AddInput(first);
  node->AddInput(second);
}

// Turns scales and zero points that are attributes of the model into constants.
void InlineScales(TorchGraph* graph, TorchConverter* converter) {
  std::vector<TorchNode*> attributes;
  ForEachNode(graph->block(), [&](TorchNode* node) {
    if (node->kind != "prim::GetAttr" || !node->attribute_value.is_tensor()) return;
    std::string name = node->output()->name();
    if (name.find("_scale") != std::string::npos || name.find("_zero_point") != std::string::npos) {
      attributes.push_back(node);
    }
  });
  for (TorchNode* node : attributes) {
    NDArray value = converter->ReadTensor(node->attribute_value.tensor());
    if (value->size() != 1) continue;
    bool is_scale = node->output()->name().find("_scale") != std::string::npos;
    TorchValue* constant = is_scale
                               ? ConstantBefore(graph, node, FirstReal(value), TorchKind::kReal)
                               : ConstantBefore(graph, node, FirstInt(value), TorchKind::kInt);
    // SetInput removes the use from the list.
    while (!node->output()->uses().empty()) {
      TorchUse use = node->output()->uses().back();
      use.user->SetInput(use.offset, constant);
    }
  }
}

// The input scales of operators, by their packed parameters.
using BiasScales = std::unordered_map<const TorchValue*, double>;

BiasScales AddInputScales(TorchGraph* graph) {
  BiasScales bias_scales;
  // A copy, since the loop adds constants.
  std::vector<TorchNode*> nodes = graph->block()->nodes;
  for (TorchNode* node : nodes) {
    bool cat = node->kind == "quantized::cat";
    const QuantizedInputs* row = FindRow(kQuantizedInputs, node->kind);
    if (!cat && !row) continue;
    std::vector<TorchValue*> inputs = node->inputs();
    if (cat) {
      if (inputs.empty() || !inputs[0]->node())
        Fail(MSG(kTorchOperatorTakesNoList,
                 "the argument of {operator} must be a list that the model makes", node->kind));
      inputs = inputs[0]->node()->inputs();
    } else {
      inputs.resize(std::min(inputs.size(), row->count));
    }
    std::vector<ScaleAndZeroPoint> scales;
    for (const TorchValue* input : inputs) {
      ScaleAndZeroPoint found = ScaleOf(input);
      if (found.scale) scales.push_back(found);
    }
    bool add = node->kind == "quantized::add_scalar";
    if (add || node->kind == "quantized::mul_scalar") {
      if (scales.empty() || node->inputs().size() < 2) {
        Fail(MSG(kTorchOperatorInputScaleUnknown,
                 "the scale of the input of {operator} is not known", node->kind));
      }
      auto [scale, zero_point] = (add ? AddScalarScale : MulScalarScale)(
          RealOf(scales[0].scale), IntegerOf(scales[0].zero_point), RealOf(node->inputs()[1]));
      AddConstants(graph, node, scale, zero_point);
    }
    if (node->kind == "aten::sigmoid") AddConstants(graph, node, 1.0 / 256, 0);
    for (const ScaleAndZeroPoint& each : scales) {
      node->AddInput(each.scale);
      node->AddInput(each.zero_point);
    }
    if (node->kind.starts_with("quantized::conv") || node->kind.starts_with("quantized::linear")) {
      if (scales.size() != 1) {
        Fail(MSG(kTorchOperatorInputScaleUnknown,
                 "the scale of the input of {operator} is not known", node->kind));
      }
      bias_scales[node->inputs()[1]] = RealOf(scales[0].scale);
    }
  }
  return bias_scales;
}

// --- packed parameters

// The contents of a pickled object of packed parameters, of any version.
struct Unpacked {
  const PickleTensor* weight = nullptr;
  const PickleTensor* bias = nullptr;
  bool convolution = false;
  Ints strides, padding, dilation, output_padding;
  int64_t groups = 1;
};

[[noreturn]] void FailPacked(const std::string& attribute) {
  throw DiagnosticError(
      DiagKind::kBadModelFile,
      MSG(kTorchPackedParametersMalformed,
          "the packed parameters '{name}' do not have the format of any PyTorch version",
          attribute));
}

Ints ReadInts(TorchConverter* converter, const PickleTensor& tensor) {
  return IntsOf(converter->ReadTensor(tensor));
}

// The numbers are the number of axes, strides, padding, dilation, output padding, groups, and a
// flag for transposed convolutions.
void ReadConfiguration(const Ints& numbers, const std::string& attribute, Unpacked* unpacked) {
  if (numbers.empty() || numbers[0] < 1 || numbers[0] > 3) FailPacked(attribute);
  auto axes = static_cast<size_t>(numbers[0]);
  if (numbers.size() != 4 * axes + 3) FailPacked(attribute);
  auto part = [&](size_t i) {
    auto begin = numbers.begin() + static_cast<ptrdiff_t>(1 + i * axes);
    return Ints(begin, begin + static_cast<ptrdiff_t>(axes));
  };
  unpacked->convolution = true;
  unpacked->strides = part(0);
  unpacked->padding = part(1);
  unpacked->dilation = part(2);
  unpacked->output_padding = part(3);
  unpacked->groups = numbers[4 * axes + 1];
}

// (weight, bias, stride, padding, dilation, groups), with the numbers as tensors.
void ReadFirstVersion(TorchConverter* converter, std::span<const PickleValue> fields,
                      const std::string& attribute, Unpacked* unpacked) {
  auto numbers = [&](const PickleValue& list) {
    Ints all;
    for (const PickleValue& each : list.items()) {
      Ints values = ReadInts(converter, each.tensor());
      if (values.size() != 1) FailPacked(attribute);
      all.push_back(values[0]);
    }
    return all;
  };
  unpacked->convolution = true;
  unpacked->strides = numbers(fields[2]);
  unpacked->padding = numbers(fields[3]);
  unpacked->dilation = numbers(fields[4]);
  unpacked->output_padding = Ints(unpacked->strides.size(), 0);
  Ints groups = ReadInts(converter, fields[5].tensor());
  if (groups.size() != 1) FailPacked(attribute);
  unpacked->groups = groups[0];
}

// Formats: aten/src/ATen/native/quantized/cpu/conv_serialization.h.
Unpacked Unpack(TorchConverter* converter, const std::string& attribute,
                const PickleValue& packed) {
  Unpacked unpacked;
  std::span<const PickleValue> fields = packed.object().state.items();
  auto tensor = [&](const PickleValue& value) {
    return value.is_none() ? nullptr : &value.tensor();
  };
  if (fields.empty()) FailPacked(attribute);
  if (fields[0].is_tensor()) {
    if (fields.size() != 2 && fields.size() != 6) FailPacked(attribute);
    unpacked.weight = tensor(fields[0]);
    unpacked.bias = tensor(fields[1]);
    if (fields.size() == 6) ReadFirstVersion(converter, fields, attribute, &unpacked);
  } else {
    if (fields.size() != 3) FailPacked(attribute);
    std::span<const PickleValue> second = fields[1].items(), third = fields[2].items();
    if (fields[0].is_text()) {
      // "2", [numbers, weight], [bias].
      if (second.size() != 2 || third.size() != 1) FailPacked(attribute);
      ReadConfiguration(ReadInts(converter, second[0].tensor()), attribute, &unpacked);
      unpacked.weight = tensor(second[1]);
      unpacked.bias = tensor(third[0]);
    } else {
      // 3, numbers, [None, weight, bias].
      if (third.size() != 3) FailPacked(attribute);
      Ints numbers;
      for (const PickleValue& number : second) numbers.push_back(number.integer());
      ReadConfiguration(numbers, attribute, &unpacked);
      unpacked.weight = tensor(third[1]);
      unpacked.bias = tensor(third[2]);
    }
  }
  if (!unpacked.weight || unpacked.weight->scheme == PickleTensor::Scheme::kNone) {
    FailPacked(attribute);
  }
  if (unpacked.weight->zero_point != static_cast<int32_t>(unpacked.weight->zero_point)) {
    FailPacked(attribute);
  }
  if (unpacked.weight->dtype != DataType::Int(8)) {
    Fail(MSG(kTorchQuantizedWeightNotInt8,
             "the quantised weight '{name}' must have the type int8, not {type}", attribute,
             unpacked.weight->dtype.str()));
  }
  return unpacked;
}

// A weight's scale in TVM's form: float32, a scalar or one per channel.
NDArray ReadScale(TorchConverter* converter, const PickleTensor& weight,
                  const std::string& attribute) {
  if (weight.scheme == PickleTensor::Scheme::kPerTensor) {
    return ScalarNDArray(weight.scale, DataType::Float(32));
  }
  NDArray zero_points = converter->ReadTensor(*weight.zero_points);
  for (size_t i = 0; i < zero_points->size(); ++i) {
    if (zero_points->ToDouble(i) != 0) {
      Fail(MSG(kTorchChannelZeroPointsNonzero,
               "the zero points of the channels of '{name}' must all be 0", attribute));
    }
  }
  if (weight.axis != 0) {
    Fail(MSG(kTorchQuantizedAxisNotZero, "'{name}' must be quantised along axis 0, not {axis}",
             attribute, weight.axis));
  }
  NDArray given = converter->ReadTensor(*weight.scales);
  NDArray scales = MakeNDArray(given->shape, DataType::Float(32));
  for (size_t i = 0; i < given->size(); ++i) {
    scales->mutable_as<float>()[i] = static_cast<float>(given->ToDouble(i));
  }
  return scales;
}

// The scale of element `i` of an array. The first axis is that of the channels.
float ScaleAt(const NDArray& scale, const NDArray& array, size_t i) {
  if (scale->rank() == 0) return scale->as<float>()[0];
  return scale->as<float>()[i / (array->size() / scale->size())];
}

NDArray Dequantize(const NDArray& numbers, const NDArray& scale, int64_t zero_point) {
  NDArray reals = MakeNDArray(numbers->shape, DataType::Float(32));
  for (size_t i = 0; i < numbers->size(); ++i) {
    auto difference = static_cast<float>(numbers->ToInt(i) - zero_point);
    reals->mutable_as<float>()[i] = difference * ScaleAt(scale, numbers, i);
  }
  return reals;
}

NDArray QuantizeTo(const NDArray& reals, const NDArray& scale, int64_t zero_point, DataType dtype) {
  double highest = std::ldexp(1.0, dtype.bits - 1) - 1;
  NDArray numbers = MakeNDArray(reals->shape, dtype);
  for (size_t i = 0; i < reals->size(); ++i) {
    float moved = static_cast<float>(zero_point) +
                  static_cast<float>(reals->ToDouble(i)) / ScaleAt(scale, reals, i);
    double rounded = std::nearbyint(static_cast<double>(moved));
    StoreInt(
        numbers, i,
        static_cast<int64_t>(std::isnan(rounded) ? 0 : std::clamp(rounded, -highest - 1, highest)));
  }
  return numbers;
}

// The scale of a bias: the product of the scales of input and weight.
NDArray BiasScale(double input_scale, const NDArray& weight_scale) {
  NDArray scale = MakeNDArray(weight_scale->shape, DataType::Float(32));
  for (size_t i = 0; i < scale->size(); ++i) {
    float each = weight_scale->as<float>()[i];
    // As numpy does: scalars in double precision, arrays in float32.
    scale->mutable_as<float>()[i] =
        scale->rank() == 0 ? static_cast<float>(input_scale * static_cast<double>(each))
                           : static_cast<float>(input_scale) * each;
  }
  return scale;
}

constexpr std::string_view kPacked = "_packed_params";

// The packed parameters that `node` reads. `input_scale` is missing if it is known only at run
// time.
std::shared_ptr<const PackedParams> MakeParams(TorchConverter* converter, const TorchNode& node,
                                               const BindTorchWeight& bind,
                                               std::optional<double> input_scale) {
  const std::string& attribute = node.attribute;
  std::string prefix = attribute.substr(0, attribute.size() - kPacked.size());
  if (!prefix.empty()) prefix.pop_back();
  bool keep = converter->options().keep_quantized_weight;
  Unpacked unpacked = Unpack(converter, attribute, node.attribute_value);
  NDArray numbers = converter->ReadTensor(*unpacked.weight);
  NDArray scale = ReadScale(converter, *unpacked.weight, attribute);
  int64_t zero_point = unpacked.weight->zero_point;

  auto params = std::make_shared<PackedParams>();
  params->scale = ConstArray(scale);
  params->zero_point = ConstInt(zero_point);
  NDArray reals = Dequantize(numbers, scale, zero_point);
  std::string name = prefix + "_weight";
  params->weight =
      keep ? bind(name, QuantizeTo(reals, scale, zero_point, numbers->dtype))
           : QnnQuantize(bind(name, reals), params->scale, params->zero_point, DataType::Int(8), 0);
  if (unpacked.bias) {
    NDArray bias = converter->ReadTensor(*unpacked.bias);
    name = prefix + "_bias";
    if (!input_scale) {
      params->bias = bind(name, bias);
    } else {
      NDArray bias_scale = BiasScale(*input_scale, scale);
      if (bias_scale->rank() > 0 && bias_scale->shape != bias->shape) FailPacked(attribute);
      DataType int32 = DataType::Int(32);
      params->bias =
          keep ? bind(name, QuantizeTo(bias, bias_scale, 0, int32))
               : QnnQuantize(bind(name, bias), ConstArray(bias_scale), ConstInt(0), int32, 0);
    }
  }
  params->convolution = unpacked.convolution;
  params->strides = unpacked.strides;
  params->padding = unpacked.padding;
  params->dilation = unpacked.dilation;
  params->output_padding = unpacked.output_padding;
  params->groups = unpacked.groups;
  return params;
}

}  // namespace

bool IsQuantizedTorchGraph(const TorchGraph& graph) {
  bool quantized = false;
  ForEachNode(graph.block(), [&](const TorchNode* node) {
    quantized = quantized || node->kind == "aten::quantize_per_tensor" ||
                node->kind == "quantized::linear_dynamic";
  });
  return quantized;
}

void PrepareQuantizedTorch(TorchGraph* graph, TorchConverter* converter,
                           const BindTorchWeight& bind) {
  InlineScales(graph, converter);
  BiasScales bias_scales = AddInputScales(graph);
  // A module that is called twice is packed once.
  std::unordered_map<std::string, PyValue> packed;
  ForEachNode(graph->block(), [&](const TorchNode* node) {
    if (node->kind != "prim::GetAttr" || !node->attribute.ends_with(kPacked) ||
        !node->attribute_value.is_object()) {
      return;
    }
    const TorchValue* value = node->output();
    if (value->uses().empty()) return;
    PyValue& made = packed[node->attribute];
    if (made.is_none()) {
      auto scale = bias_scales.find(value);
      made = PyValue::Packed(
          MakeParams(converter, *node, bind,
                     scale == bias_scales.end() ? std::nullopt : std::optional(scale->second)));
    }
    (*converter)[value] = made;
  });
}

}  // namespace passcope::frontend
