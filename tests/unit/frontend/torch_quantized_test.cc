// Quantized networks of TorchScript: packed parameters in the formats of PyTorch's versions,
// programs in tests/golden/frontend/pytorch, and values.
#include <catch2/catch.hpp>

#include "diagnostics/diagnostic.h"
#include "unit/frontend/torch_model.h"
#include "unit/refused.h"

namespace passcope::frontend {
namespace {

using namespace pickled;  // NOLINT(google-build-using-namespace)

constexpr const char* kConvClass = "__torch__.torch.ao.nn.quantized.modules.conv.Conv2d";
constexpr const char* kConvPacked = "__torch__.torch.classes.quantized.Conv2dPackedParamsBase";
constexpr const char* kLinearPacked = "__torch__.torch.classes.quantized.LinearPackedParamsBase";

// Quantized weights and the objects that contain them.
struct Packed {
  explicit Packed(TorchModel* model) : builder(&model->builder) {}

  std::string PerTensorWeight(const std::vector<int64_t>& shape, double scale = 0.5,
                              int64_t zero_point = 0) {
    return QuantizedTensor(builder->Memory("QInt8Storage", Numbers(shape)), shape,
                           PerTensor(scale, zero_point));
  }
  std::string PerChannelWeight(const std::vector<int64_t>& shape, int64_t zero_point = 0) {
    std::vector<double> scales;
    for (int64_t i = 0; i < shape[0]; ++i) scales.push_back(0.25 * static_cast<double>(i + 1));
    auto channels = static_cast<size_t>(shape[0]);
    std::string scale = builder->Tensor("DoubleStorage", {shape[0]}, scales);
    std::string zeros = builder->Longs({shape[0]}, std::vector<int64_t>(channels, zero_point));
    return QuantizedTensor(builder->Memory("QInt8Storage", Numbers(shape)), shape,
                           PerChannel(scale, zeros, 0));
  }
  std::string Bias(int64_t channels) {
    std::vector<float> values;
    for (int64_t i = 0; i < channels; ++i) values.push_back(static_cast<float>(i) - 1);
    return builder->Floats({channels}, values);
  }

  // A module of PyTorch 1.13 whose state is a tuple.
  static std::string Conv(const std::string& weight, const std::string& bias, int64_t padding) {
    return Object(kConvClass, Tuple({Int(2), Int(3), IntTuple({3, 3}), IntTuple({1, 1}),
                                     IntTuple({padding, padding}), IntTuple({1, 1}), Bool(false),
                                     IntTuple({0, 0}), Int(1), Text("zeros"), weight, bias,
                                     Real(0.5), Int(10), Bool(false)}));
  }
  static std::string Linear(const std::string& weight, const std::string& bias) {
    std::string packed = Object(kLinearPacked, Tuple({weight, bias}));
    std::string params = Object("__torch__.LinearPackedParams",
                                Dict({{"dtype", Int(12)}, {"_packed_params", packed}}));
    return Object("__torch__.Linear", Dict({{"_packed_params", params}}));
  }

  TorchBuilder* builder;

 private:
  static std::vector<int8_t> Numbers(const std::vector<int64_t>& shape) {
    int64_t count = 1;
    for (int64_t dim : shape) count *= dim;
    std::vector<int8_t> numbers;
    for (int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<int8_t>(i * 5 % 7 - 3));
    return numbers;
  }
};

// The classes of submodules that the tests use.
void AddClasses(TorchModel* model) {
  model->builder.Source(
      "__torch__/torch/ao/nn/quantized/modules/conv.py",
      "class Conv2d(Module):\n  __parameters__ = []\n  __buffers__ = []\n  scale : float\n"
      "  zero_point : int\n"
      "  _packed_params : __torch__.torch.classes.quantized.Conv2dPackedParamsBase\n");
  model->classes =
      "class LinearPackedParams(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
      "  dtype : int\n"
      "  _packed_params : __torch__.torch.classes.quantized.LinearPackedParamsBase\n"
      "class Linear(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
      "  _packed_params : __torch__.LinearPackedParams\n";
}

constexpr const char* kQuantize = "q = torch.quantize_per_tensor(x, 0.25, 128, 13)\n";

// `body` maps "q", the quantized input, to "r".
TorchModel ConvModel(const std::string& operation, bool per_channel, bool bias, int64_t padding) {
  TorchModel model;
  Packed packed(&model);
  AddClasses(&model);
  std::vector<int64_t> shape = {3, 2, 3, 3};
  std::string weight =
      per_channel ? packed.PerChannelWeight(shape) : packed.PerTensorWeight(shape, 0.5, 1);
  model.members = {
      {"conv", kConvClass, Packed::Conv(weight, bias ? packed.Bias(3) : None(), padding)}};
  model.inputs = {TorchInputShape("x", {1, 2, 4, 4})};
  model.body = std::string(kQuantize) + "p = self.conv._packed_params\nr = ops.quantized." +
               operation + "(q, p, 0.5, 10)\nreturn torch.dequantize(r)";
  return model;
}

TorchModel LinearModel(const std::string& operation, bool per_channel) {
  TorchModel model;
  Packed packed(&model);
  AddClasses(&model);
  std::string weight =
      per_channel ? packed.PerChannelWeight({3, 4}) : packed.PerTensorWeight({3, 4});
  model.members = {{"fc", "__torch__.Linear", Packed::Linear(weight, packed.Bias(3))}};
  model.inputs = {TorchInputShape("x", {2, 4})};
  bool dynamic = operation == "linear_dynamic";
  model.body =
      std::string(dynamic ? "" : kQuantize) + "p = self.fc._packed_params._packed_params\n" +
      (dynamic ? "return ops.quantized.linear_dynamic(x, p, True)"
               : "r = ops.quantized." + operation + "(q, p, 0.5, 10)\nreturn torch.dequantize(r)");
  return model;
}

TorchModel Elementwise(const std::string& body, const Ints& shape = {2, 3}) {
  TorchModel model;
  model.inputs = {TorchInputShape("x", shape)};
  model.body = kQuantize + body + "\nreturn torch.dequantize(r)";
  return model;
}

TEST_CASE("TorchScript: quantised convolutions", "[frontend]") {
  CheckTorchGolden("quantized_conv2d", ConvModel("conv2d", false, true, 1).Text());
  CheckTorchGolden("quantized_conv2d_relu", ConvModel("conv2d_relu", true, false, 0).Text());
  TorchModel keep = ConvModel("conv2d", true, true, 0);
  keep.options.keep_quantized_weight = true;
  CheckTorchGolden("quantized_conv2d_keep", keep.Text());
  ImportedModel model = keep.Import();
  for (const Param& param : model.params) {
    CHECK(param.value->dtype == (param.name == "conv_bias" ? DataType::Int(32) : DataType::Int(8)));
  }
}

TEST_CASE("TorchScript: quantised dense layers", "[frontend]") {
  CheckTorchGolden("quantized_linear", LinearModel("linear", true).Text());
  CheckTorchGolden("quantized_linear_relu", LinearModel("linear_relu", false).Text());
  CheckTorchGolden("quantized_linear_dynamic", LinearModel("linear_dynamic", false).Text());
}

TEST_CASE("TorchScript: quantised operators", "[frontend]") {
  auto golden = [](const std::string& name, const std::string& body) {
    CheckTorchGolden("quantized_" + name, Elementwise(body).Text());
  };
  std::string second = "p = torch.quantize_per_tensor(torch.neg(x), 0.5, 100, 13)\n";
  golden("add", second + "r = ops.quantized.add(q, p, 1., 64)");
  golden("add_relu", second + "r = ops.quantized.add_relu(q, p, 1., 64)");
  golden("mul", second + "r = ops.quantized.mul(q, p, 1., 64)");
  golden("mul_relu", second + "r = ops.quantized.mul_relu(q, p, 1., 64)");
  golden("cat", second + "r = ops.quantized.cat([q, p], 1, 1., 64)");
  golden("add_scalar", "r = ops.quantized.add_scalar(q, 3.)");
  golden("add_scalar_beyond", "r = ops.quantized.add_scalar(q, 100.)");
  golden("mul_scalar", "r = ops.quantized.mul_scalar(q, 2.)");
  golden("mul_scalar_negative", "r = ops.quantized.mul_scalar(q, -2.)");
  golden("mul_scalar_zero", "r = ops.quantized.mul_scalar(q, 0.)");
  golden("relu6", "r = ops.quantized.relu6(q, False)");
  golden("leaky_relu", "r = ops.quantized.leaky_relu(q, 0.1, False, 0.5, 100)");
  golden("hardswish", "r = ops.quantized.hardswish(q, 0.5, 100)");
  golden("relu", "r = torch.relu(q)");
  golden("sigmoid", "r = torch.sigmoid(q)");
  golden("mean", "r = torch.mean(q, [1], True)");
  CheckTorchGolden("quantized_avg_pool",
                   Elementwise("r = torch.adaptive_avg_pool2d(q, [1, 1])", {1, 2, 4, 4}).Text());
  CheckTorchGolden("quantized_upsample",
                   Elementwise("r = torch.upsample_nearest2d(q, [8, 8])", {1, 2, 4, 4}).Text());
}

TEST_CASE("TorchScript: what quantised operators compute", "[frontend]") {
  auto run = [](TorchModel model, const std::vector<float>& values) {
    Ints shape;
    for (const ModelDim& dim : model.inputs[0].shape) shape.push_back(*dim.value);
    return ValuesOf(model.Run({FloatsOf(shape, values)}).tensor());
  };
  using Values = std::vector<double>;
  // Within the input's step of 0.25 and the result's step.
  CHECK(run(Elementwise("r = ops.quantized.add_scalar(q, 3.)", {3}), {-1, 0, 2.1f}) ==
        Values{2, 3, 5});
  CHECK(run(Elementwise("r = ops.quantized.mul_scalar(q, 2.)", {3}), {-1, 0, 2}) ==
        Values{-2, 0, 4});
  CHECK(run(Elementwise("r = ops.quantized.relu6(q, False)", {3}), {-1, 2, 20}) == Values{0, 2, 6});
  CHECK(run(Elementwise("r = torch.relu(q)", {3}), {-1, 0, 2}) == Values{0, 0, 2});
  // A dense layer with weights from -1.5 to 1.5 in steps of 0.5, and biases -1, 0, 1.
  Values dense = run(LinearModel("linear", false), {1, 0, 0, 0, 0, 1, 0, 0});
  // The numbers of the weight: -3 2 0 -2, 3 1 -1 -3, 2 0 -2 3.
  Values expected = {-1.5 - 1, 1.5 + 0, 1 + 1, 1 - 1, 0.5 + 0, 0 + 1};
  CHECK(dense == expected);
}

TEST_CASE("TorchScript: packed parameters of all versions", "[frontend]") {
  auto text = [](const std::function<std::string(Packed*)>& state) {
    TorchModel model;
    Packed packed(&model);
    model.members = {{"_packed_params", kConvPacked, Object(kConvPacked, state(&packed))}};
    model.inputs = {TorchInputShape("x", {1, 2, 4, 4})};
    model.body = std::string(kQuantize) +
                 "p = self._packed_params\nr = ops.quantized.conv2d(q, p, 0.5, 10)\n"
                 "return torch.dequantize(r)";
    return model.Text();
  };
  std::vector<int64_t> shape = {3, 2, 3, 3};
  std::string second = text([&](Packed* packed) {
    std::vector<int16_t> numbers = {2, 1, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    std::string config = packed->builder->Tensor("ShortStorage", {11}, numbers);
    return Tuple(
        {Text("2"), List({config, packed->PerTensorWeight(shape)}), List({packed->Bias(3)})});
  });
  std::string third = text([&](Packed* packed) {
    std::vector<std::string> numbers;
    for (int64_t number : {2, 1, 1, 0, 0, 1, 1, 0, 0, 1, 0}) numbers.push_back(Int(number));
    return Tuple(
        {Int(3), List(numbers), List({None(), packed->PerTensorWeight(shape), packed->Bias(3)})});
  });
  std::string first = text([&](Packed* packed) {
    auto number = [&](int64_t value) { return packed->builder->Longs({1}, {value}); };
    auto both = [&](int64_t value) { return List({number(value), number(value)}); };
    return Tuple(
        {packed->PerTensorWeight(shape), packed->Bias(3), both(1), both(0), both(1), number(1)});
  });
  CHECK(first.find("qnn.conv2d") != std::string::npos);
  CHECK(second == first);
  CHECK(third == first);
}

TEST_CASE("TorchScript: quantised networks from before PyTorch 1.6", "[frontend]") {
  // In this version, convolutions had their attributes as arguments.
  TorchModel conv = ConvModel("conv2d_relu", true, true, 1);
  std::string expected = conv.Text();
  conv.body = std::string(kQuantize) +
              "p = self.conv._packed_params\n"
              "r = ops.quantized.conv2d_relu(q, p, [1, 1], [1, 1], [1, 1], 1, 0.5, 10)\n"
              "return torch.dequantize(r)";
  CHECK(conv.Text() == expected);
  // In this version, the packed parameters of linear layers had a tuple as their state.
  std::string linear = LinearModel("linear", true).Text();
  const std::string in = "__torch__.torch.nn.quantized.modules.linear.";
  for (bool dtype : {false, true}) {
    TorchModel model = LinearModel("linear", true);
    Packed packed(&model);
    model.builder.Source("__torch__/torch/nn/quantized/modules/linear.py",
                         "class LinearPackedParams(Module):\n  __parameters__ = []\n"
                         "  __buffers__ = []\n  _packed_params : Tensor\n  training : bool\n"
                         "class Linear(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
                         "  _packed_params : " +
                             in + "LinearPackedParams\n");
    std::vector<std::string> state = {packed.PerChannelWeight({3, 4}), packed.Bias(3), Bool(false)};
    if (dtype) state.push_back(Int(12));
    model.members = {
        {"fc", in + "Linear",
         Object(in + "Linear",
                Dict({{"_packed_params", Object(in + "LinearPackedParams", Tuple(state))}}))}};
    CHECK(model.Text() == linear);
  }
}

TEST_CASE("TorchScript: quantised networks that do not fit", "[frontend]") {
  auto refused = [](TorchModel model, DiagKind kind, const std::string& says) {
    CheckRefused([&] { model.Import(); }, kind, says);
  };
  TorchModel model = ConvModel("conv2d", false, true, 0);
  model.body =
      "q = torch.quantize_per_tensor(x, 0.25, 128, 13)\np = self.conv._packed_params\n"
      "return ops.quantized.conv2d(x, p, 0.5, 10)";
  refused(model, DiagKind::kUnsupported, "the scale of its input is not known");

  auto packed = [&](const std::function<std::string(Packed*)>& state) {
    TorchModel made;
    Packed weights(&made);
    made.members = {{"_packed_params", kConvPacked, Object(kConvPacked, state(&weights))}};
    made.inputs = {TorchInputShape("x", {1, 2, 4, 4})};
    made.body = std::string(kQuantize) +
                "p = self._packed_params\nreturn ops.quantized.conv2d(q, p, 0.5, 10)";
    return made;
  };
  refused(packed([](Packed*) {
            return Tuple({Int(3), List({Int(2)}), List({None()})});
          }),
          DiagKind::kBadModelFile, "not have the format of any");
  refused(packed([](Packed*) { return Tuple({}); }), DiagKind::kBadModelFile,
          "not have the format of any");
  refused(packed([](Packed* weights) {
            return Tuple({weights->builder->Floats({1}, {1}), None()});
          }),
          DiagKind::kBadModelFile, "not have the format of any");
  refused(packed([](Packed* weights) {
            return Tuple({weights->PerChannelWeight({3, 2, 3, 3}, 5), None()});
          }),
          DiagKind::kUnsupported, "zero points of the channels");
  refused(packed([](Packed* weights) {
            return Tuple({weights->PerTensorWeight({3, 2}), None()});
          }),
          DiagKind::kUnsupported, "a 2D convolution");
}

}  // namespace
}  // namespace passcope::frontend
