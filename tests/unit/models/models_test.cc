// The models against the programs that TVM builds, and what they refuse.
#include "models/models.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "analysis/count_ops.h"
#include "diagnostics/diagnostic.h"
#include "models/resnet.h"
#include "models/tutorials.h"
#include "text/printer.h"
#include "transforms/infer_type.h"
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
      // Each bottleneck unit has three convolutions, each plain one two; stages start with one
      // more,
      // and so does the network.
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
      // Uniform in [-s, s): the variance is a third of the square of s.
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

TEST_CASE("impossible models say what is possible", "[models]") {
  AttrValue small = AttrValue::Ints({3, 28, 28});
  CHECK(MessageOf("resnet", {{"num_layers", 19}}).find("18, 34, 50, 101, 152, 200 or 269") !=
        std::string::npos);
  CHECK(MessageOf("resnet", {{"num_layers", 18}, {"image_shape", small}}).find("6 n + 2") !=
        std::string::npos);
  CHECK(MessageOf("resnet", {{"layout", "NCHWc"}}).find("NCHW or NHWC") != std::string::npos);
  CHECK(MessageOf("resnet", {{"image_shape", AttrValue::Ints({3, 224})}}).find("three") !=
        std::string::npos);
  CHECK_FALSE(MessageOf("resnet", {{"batch_size", 0}}).empty());
  CHECK_FALSE(MessageOf("resnet", {{"num_classes", -1}}).empty());
  CHECK_FALSE(MessageOf("resnet", {{"dtype", "int8"}}).empty());
  CHECK_FALSE(MessageOf("resnet", {{"dtype", "float33"}}).empty());
  CHECK_FALSE(MessageOf("resnet", {{"batch_size", "one"}}).empty());
  CHECK(MessageOf("resnet", {{"classes", 1}}).find("num_classes") != std::string::npos);
  CHECK(MessageOf("resnet19", {}).find("resnet18") != std::string::npos);
}

TEST_CASE("every model of the table can be built with its defaults", "[models]") {
  std::set<std::string> names;
  for (const ModelRow& row : ModelTable()) {
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK(std::string(row.summary).find('\n') == std::string::npos);
    AttrDict options;
    bool big = false;
    for (const AttrField& option : row.options) {
      CHECK_FALSE(std::string(option.doc).empty());
      options.emplace_back(option.name, option.default_value);
      if (option.name == std::string("num_layers")) big = *option.default_value.get<int64_t>() > 50;
    }
    // The deepest only differ from the others in their number of units.
    if (!big) CHECK(CreateModel(row.name, options).module->Find("main")->fully_typed());
  }
}

}  // namespace passcope
