// The models against TVM's programs, and options that they refuse.
#include "models/models.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "analysis/count_ops.h"
#include "checking/inputs.h"
#include "diagnostics/diagnostic.h"
#include "executor/executor.h"
#include "models/resnet.h"
#include "models/tutorials.h"
#include "op/op.h"
#include "text/printer.h"
#include "transforms/type_inference/infer_type.h"
#include "unit/golden.h"

namespace passcope {
namespace {

std::string MessageOf(const std::string& model, const AttrDict& options) {
  try {
    CreateModel(model, options);
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics()[0].kind == DiagKind::kUnknownModel);
    return error.what();
  }
  return "";
}

int64_t CountOf(const IRModule& module, const std::string& op) { return CountOps(module)[op]; }

const Type& OutputOf(const IRModule& module) {
  return As<FuncTypeNode>(module->Find("main")->checked_type())->ret_type;
}

}  // namespace

TEST_CASE("the pass infra tutorial's program prints as TVM's", "[models][golden]") {
  CHECK(PrintModule(tutorials::UsePassInfra(), PrintOptions::WithoutMetaData()) ==
        ReadGolden("tutorials/infra.initial.relay"));
}

TEST_CASE("ResNet-18 prints as TVM's", "[models][golden]") {
  Workload workload = resnet::GetWorkload();
  CHECK(PrintModule(workload.module, PrintOptions::WithoutMetaData()) ==
        ReadGolden("tutorials/instrument.resnet18.relay"));
  size_t bytes = 0;
  for (const auto& [name, value] : workload.params) bytes += value->nbytes();
  CHECK(bytes > 46u << 20 >> 1);
  CHECK(workload.params.size() + 1 == workload.module->Find("main")->params().size());
}

TEST_CASE("ResNets of every depth are well typed", "[models]") {
  struct {
    int64_t layers;
    int64_t height;
    int64_t convs;
  } const kNets[] = {
      // Convolutions: three for each bottleneck unit, two for each plain one, one more for each
      // stage, and one for the network.
      {18, 224, 2 * 8 + 4 + 1},  {34, 64, 2 * 16 + 4 + 1},  {50, 64, 3 * 16 + 4 + 1},
      {101, 64, 3 * 33 + 4 + 1}, {152, 64, 3 * 50 + 4 + 1}, {200, 64, 3 * 66 + 4 + 1},
      {269, 64, 3 * 89 + 4 + 1}, {18, 32, 2 * 8 + 4 + 1},   {8, 28, 2 * 3 + 3 + 1},
      {110, 28, 2 * 54 + 3 + 1}, {164, 28, 3 * 54 + 3 + 1},
  };
  for (const auto& net : kNets) {
    CAPTURE(net.layers, net.height);
    resnet::Options options;
    options.num_layers = net.layers;
    options.image_shape = {3, net.height, net.height};
    options.num_classes = 10;
    IRModule module = InferTypes(ModuleFromExpr(resnet::GetNet(options)));
    CHECK(CountOf(module, "nn.conv2d") == net.convs);
    CHECK(CountOf(module, "nn.max_pool2d") == (net.height > 32 ? 1 : 0));
    CHECK(OutputOf(module) == TensorType(Shape{1, 10}, DataType::Float(32)));
  }
}

TEST_CASE("ResNet in NHWC, float16, batches", "[models]") {
  resnet::Options options;
  options.layout = "NHWC";
  options.image_shape = {64, 64, 3};
  options.batch_size = 4;
  options.dtype = "float16";
  Workload workload = resnet::GetWorkload(options);
  CHECK(OutputOf(workload.module) == TensorType(Shape{4, 1000}, DataType::Float(16)));
  for (const auto& [name, value] : workload.params) {
    CHECK(value->dtype == DataType::Float(16));
    if (name == "conv0_weight") CHECK(value->shape == std::vector<int64_t>{7, 7, 3, 64});
  }
}

TEST_CASE("parameters are initialised by relay.testing's rules", "[models]") {
  resnet::Options options;
  options.image_shape = {3, 32, 32};
  Workload a = resnet::GetWorkload(options);
  Workload b = resnet::GetWorkload(options);
  options.seed = 1;
  Workload c = resnet::GetWorkload(options);
  REQUIRE(a.params.size() == b.params.size());
  auto ends_with = [](const std::string& name, const std::string& suffix) {
    return name.size() >= suffix.size() &&
           name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0;
  };
  for (size_t i = 0; i < a.params.size(); ++i) {
    const auto& [name, value] = a.params[i];
    CAPTURE(name);
    CHECK(NDArrayEqual(value, b.params[i].second));
    const float* data = value->as<float>();
    if (ends_with(name, "weight")) {
      CHECK_FALSE(NDArrayEqual(value, c.params[i].second));
      // Uniform in [-s, s): the variance is a third of s squared.
      double area = 1;
      for (size_t d = 2; d < value->rank(); ++d) area *= static_cast<double>(value->shape[d]);
      double s = std::sqrt(3 / (static_cast<double>(value->shape[0] + value->shape[1]) * area / 2));
      double sum = 0;
      double squares = 0;
      for (size_t k = 0; k < value->size(); ++k) {
        if (!(std::abs(data[k]) <= s)) FAIL("outside the range");
        sum += data[k];
        squares += static_cast<double>(data[k]) * data[k];
      }
      auto n = static_cast<double>(value->size());
      CHECK(std::abs(sum / n) < 5 * s / std::sqrt(3 * n));
      CHECK(squares / n == Approx(s * s / 3).epsilon(0.1));
    } else {
      float expected = ends_with(name, "gamma") || ends_with(name, "var") ? 1 : 0;
      for (size_t k = 0; k < value->size(); ++k) {
        if (data[k] != expected) FAIL("not the constant");
      }
    }
  }
}

// FNV-1a.
uint64_t HashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string TextOf(const std::string& model, const AttrDict& options) {
  return PrintModule(InferTypes(ModuleFromExpr(ModelNet(model, options))),
                     PrintOptions::WithoutMetaData());
}

TEST_CASE("networks of relay.testing print as TVM's", "[models][golden]") {
  for (const char* model : {"mlp", "dqn", "dcgan", "synthetic"}) {
    CAPTURE(model);
    CHECK(TextOf(model, {}) == ReadGolden(std::string("models/") + model + ".relay"));
  }
  CHECK(TextOf("lstm", {{"iterations", 5}, {"num_hidden", 4}}) == ReadGolden("models/lstm.relay"));
  // Channels last.
  CHECK(TextOf("resnet", {{"layout", "NHWC"}, {"image_shape", AttrValue::Ints({40, 40, 3})}}) ==
        ReadGolden("models/resnet_nhwc.relay"));
  CHECK(TextOf("resnet_3d", {{"layout", "NDHWC"},
                             {"image_shape", AttrValue::Ints({8, 16, 16, 3})},
                             {"num_layers", 8},
                             {"num_classes", 10}}) == ReadGolden("models/resnet_3d_ndhwc.relay"));
}

TEST_CASE("large networks of relay.testing print as TVM's", "[models][golden]") {
  // Hashes of the texts that TVM prints.
  struct {
    const char* model;
    AttrDict options;
    size_t size;
    uint64_t hash;
  } const kNetworks[] = {
      {"mobilenet", {}, 28840, 0xca8d8fb03523fef9},
      {"vgg", {{"num_layers", 16}, {"batch_norm", true}}, 15106, 0xb1f12de3b6b0c235},
      {"densenet", {{"batch_size", 1}}, 111351, 0x16b68e1d3612e180},
      {"inception_v3", {}, 102920, 0xf573f05398391d84},
      {"squeezenet", {}, 14840, 0x317401fbbc66665c},
      {"squeezenet", {{"version", "1.1"}}, 14840, 0xa60dcba3464b227c},
      {"resnet34", {}, 35604, 0xec1170c97ddab080},
      {"resnet50", {}, 51289, 0x646bd909412b4305},
      {"resnet101", {{"batch_size", 2}}, 102641, 0x3505715b3b7aed67},
      {"resnet152", {}, 153882, 0x2bab3ac8681a0d7d},
      {"resnet20-cifar", {{"batch_size", 4}}, 20267, 0x9849c40e1395ffb8},
  };
  for (const auto& network : kNetworks) {
    CAPTURE(network.model);
    std::string text = TextOf(network.model, network.options);
    CHECK(text.size() == network.size);
    CHECK(HashOf(text) == network.hash);
  }
}

TEST_CASE("other forms of the networks are well typed", "[models]") {
  auto typed = [](const std::string& model, const AttrDict& options) {
    return InferTypes(ModuleFromExpr(ModelNet(model, options)));
  };
  auto output = [](Shape shape) { return TensorType(std::move(shape), DataType::Float(32)); };
  // 3 units of 2 convolutions in each of 3 stages, one more in the first unit of each, and the
  // first.
  IRModule video = typed(
      "resnet_3d",
      {{"image_shape", AttrValue::Ints({3, 8, 28, 28})}, {"num_layers", 20}, {"num_classes", 5}});
  CHECK(CountOf(video, "nn.conv3d") == 3 * 3 * 2 + 3 + 1);
  CHECK(CountOf(video, "nn.adaptive_avg_pool3d") == 1);
  CHECK(OutputOf(video) == output({1, 5}));
  video = typed("resnet_3d", {{"layout", "NDHWC"}, {"num_layers", 50}});
  CHECK(CountOf(video, "nn.conv3d") == 16 * 3 + 4 + 1);
  CHECK(CountOf(video, "nn.max_pool3d") == 0);
  CHECK(OutputOf(video) == output({1, 1000}));
  CHECK(OutputOf(typed("dqn", {{"layout", "NHWC"}, {"num_actions", 4}})) == output({1, 4}));
  CHECK(OutputOf(typed("mobilenet", {{"layout", "NHWC"}})) == output({1, 1000}));
  CHECK(OutputOf(typed("dcgan", {{"layout", "NHWC"}, {"oshape", AttrValue::Ints({1, 64, 64})}})) ==
        output({1, 64, 64, 1}));
  for (int64_t layers : {11, 13, 16, 19}) {
    IRModule vgg = typed("vgg", {{"num_layers", layers}});
    CHECK(CountOf(vgg, "nn.conv2d") + CountOf(vgg, "nn.dense") == layers);
    CHECK(CountOf(vgg, "nn.dropout") == 2);
  }
  for (int64_t size : {121, 161, 169, 201}) {
    IRModule densenet = typed("densenet", {{"densenet_size", size}});
    CHECK(CountOf(densenet, "nn.conv2d") + CountOf(densenet, "nn.dense") == size);
    CHECK(OutputOf(densenet) == output({4, 1000}));
  }
  IRModule halves = typed("synthetic", {{"dtype", "float16"}});
  CHECK(OutputOf(halves) == TensorType(Shape{1, 3, 24, 12}, DataType::Float(16)));
}

TEST_CASE("a weight's fans are those of its layout", "[models]") {
  // By the fans of OIHW; the weight has the same channels in each layout.
  auto largest = [](const std::string& model, const AttrDict& options, const std::string& name) {
    Workload workload = CreateModel(model, options);
    double most = 0;
    for (const auto& [param, value] : workload.params) {
      if (param != name) continue;
      for (size_t i = 0; i < value->size(); ++i) {
        most = std::max(most, std::abs(static_cast<double>(value->as<float>()[i])));
      }
    }
    return most;
  };
  // The largest of many random numbers is near the limit.
  AttrDict last = {{"layout", "NHWC"}};
  CHECK(largest("dqn", {}, "conv2_weight") == Approx(std::sqrt(6.0 / (32 * 4 * 4))).epsilon(1e-2));
  CHECK(largest("dqn", last, "conv2_weight") ==
        Approx(std::sqrt(6.0 / (32 * 4 * 4))).epsilon(1e-2));
  CHECK(largest("mobilenet", {}, "separable_conv_block_5_weight") ==
        Approx(std::sqrt(6.0 / 9)).epsilon(1e-2));
  CHECK(largest("mobilenet", last, "separable_conv_block_5_weight") ==
        Approx(std::sqrt(6.0 / 9)).epsilon(1e-2));
  // The other rules of relay.testing.init.
  Expr net = ModelNet("mlp");
  Initializer out = {.factor = Initializer::Factor::kOut, .magnitude = 1};
  Workload workload = CreateWorkload(net, 0, out);
  REQUIRE(workload.params[0].first == "fc1_weight");
  double most = 0;
  for (size_t i = 0; i < workload.params[0].second->size(); ++i) {
    most = std::max(most, static_cast<double>(workload.params[0].second->as<float>()[i]));
  }
  CHECK(most == Approx(std::sqrt(1.0 / 128)).epsilon(1e-2));
  workload = CreateWorkload(net, 0, {.kind = Initializer::Kind::kConstant});
  CHECK(workload.params[0].second->as<float>()[5] == Approx(1.0 / (784 * 128)));
}

TEST_CASE("what has no initial value is told", "[models]") {
  auto message = [](const char* name, Type type) {
    Expr var = Var(name, std::move(type));
    Expr params[] = {var};
    try {
      CreateWorkload(Function(params, var), 0);
    } catch (const DiagnosticError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  DataType float32 = DataType::Float(32);
  CHECK(message("weight", TensorType(Shape{3}, float32)).find("2 axes") != std::string::npos);
  CHECK(message("other", TensorType(Shape{3}, float32)).find("must end with") != std::string::npos);
  CHECK(message("a_weight", TensorType(Shape{Dim::Any(), 2}, float32))
            .find("tensor of known shape") != std::string::npos);
  CHECK(message("b_bias", TupleType({})).find("tensor of known shape") != std::string::npos);
  CHECK(message("b_bias", TensorType(Shape{2}, float32)).empty());
}

// The inputs of a network's softmax, for random data.
NDArray LogitsOf(const std::string& model, const AttrDict& options) {
  Workload workload = CreateModel(model, options);
  const auto* main = As<FunctionNode>(workload.module->Lookup("main"));
  Expr body = main->body();
  if (IsCallTo(body.get(), "nn.softmax")) body = As<CallNode>(body)->args()[0];
  Expr bound = BindParamsByName(Function(main->params(), body), workload.params);
  IRModule module = InferTypes(ModuleFromExpr(bound));
  std::vector<Value> inputs = MakeInputs(module, "main", {});
  GraphExecutor executor(module);
  for (size_t i = 0; i < inputs.size(); ++i) executor.SetInput(i, inputs[i].tensor());
  executor.Run();
  return executor.GetOutput(0);
}

TEST_CASE("activations neither vanish nor explode", "[models][activations]") {
  AttrValue small = AttrValue::Ints({3, 32, 32});
  struct {
    const char* model;
    AttrDict options;
  } const kModels[] = {
      {"mlp", {}},
      {"dqn", {}},
      {"dcgan", {{"ngf", 16}}},
      {"mobilenet", {{"image_shape", AttrValue::Ints({3, 64, 64})}}},
      {"vgg", {{"image_shape", small}, {"num_layers", 19}}},
      {"squeezenet", {{"image_shape", small}, {"version", "1.1"}}},
      {"resnet_3d", {{"image_shape", AttrValue::Ints({3, 4, 28, 28})}, {"num_layers", 20}}},
      {"resnet20-cifar", {}},
      {"densenet", {{"batch_size", 1}}},
      {"inception_v3", {}},
  };
  for (const auto& [model, options] : kModels) {
    CAPTURE(model);
    NDArray values = LogitsOf(model, options);
    double sum = 0;
    double squares = 0;
    auto n = static_cast<double>(values->size());
    for (size_t i = 0; i < values->size(); ++i) {
      double value = values->as<float>()[i];
      sum += value;
      squares += value * value;
    }
    double deviation = std::sqrt(squares / n - sum / n * (sum / n));
    CHECK(deviation > 1e-2);
    CHECK(deviation < 1e2);
  }
}

TEST_CASE("impossible models say what is possible", "[models]") {
  AttrValue small = AttrValue::Ints({3, 28, 28});
  CHECK(MessageOf("resnet", {{"num_layers", 19}}).find("18, 34, 50, 101, 152, 200 or 269") !=
        std::string::npos);
  CHECK(MessageOf("resnet", {{"num_layers", 18}, {"image_shape", small}}).find("6 n + 2") !=
        std::string::npos);
  CHECK(MessageOf("resnet", {{"layout", "NCHWc"}}).find("NCHW or NHWC") != std::string::npos);
  CHECK(MessageOf("resnet", {{"image_shape", AttrValue::Ints({3, 224})}}).find("3 sizes") !=
        std::string::npos);
  CHECK_FALSE(MessageOf("resnet", {{"batch_size", 0}}).empty());
  CHECK_FALSE(MessageOf("resnet", {{"num_classes", -1}}).empty());
  CHECK_FALSE(MessageOf("resnet", {{"dtype", "int8"}}).empty());
  CHECK_FALSE(MessageOf("resnet", {{"dtype", "float33"}}).empty());
  CHECK_FALSE(MessageOf("resnet", {{"batch_size", "one"}}).empty());
  CHECK(MessageOf("resnet", {{"classes", 1}}).find("num_classes") != std::string::npos);
  CHECK(MessageOf("resnet19", {}).find("resnet18") != std::string::npos);
  CHECK(MessageOf("resnet_3d", {{"layout", "NCHW"}}).find("NCDHW or NDHWC") != std::string::npos);
  CHECK(MessageOf("resnet_3d", {{"image_shape", small}}).find("4 sizes") != std::string::npos);
  CHECK(MessageOf("resnet", {{"image_shape", small}, {"num_layers", 9'000'000'002}})
            .find("resnet: ") != std::string::npos);
  CHECK(MessageOf("vgg", {{"num_layers", 12}}).find("11, 13, 16 or 19") != std::string::npos);
  CHECK(MessageOf("densenet", {{"densenet_size", 120}}).find("121, 161, 169 or 201") !=
        std::string::npos);
  CHECK(MessageOf("squeezenet", {{"version", "2"}}).find("1.0 or 1.1") != std::string::npos);
  CHECK(MessageOf("dcgan", {{"oshape", small}}).find("channels, 64, 64") != std::string::npos);
  CHECK(MessageOf("synthetic", {{"input_shape", small}}).find("4 sizes") != std::string::npos);
  CHECK(MessageOf("lstm", {{"iterations", 10'001}}).find("10000") != std::string::npos);
  CHECK(MessageOf("lstm", {{"num_hidden", 0}}).find("hidden state must be positive, not 0") !=
        std::string::npos);
  CHECK(MessageOf("dqn", {{"layout", "NC"}}).find("NCHW or NHWC") != std::string::npos);
  CHECK(MessageOf("mobilenet", {{"dtype", "int8"}}).find("float16") != std::string::npos);
}

TEST_CASE("every network of the table can be built with its defaults", "[models]") {
  std::set<std::string> names;
  for (const ModelRow& row : ModelTable()) {
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK(std::string(row.summary).find('\n') == std::string::npos);
    AttrDict options;
    for (const AttrField& option : row.options) {
      CHECK_FALSE(std::string(option.doc).empty());
      options.emplace_back(option.name, option.default_value);
    }
    CHECK(InferTypes(ModuleFromExpr(ModelNet(row.name, options)))->Find("main")->fully_typed());
  }
}

}  // namespace passcope
