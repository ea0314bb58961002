// relay.quantize: the cases of TVM's own tests, scales, and the distance between quantized and real
// programs.
#include "transforms/quantize/quantize.h"

#include <map>

#include "checking/inputs.h"
#include "checking/run_main.h"
#include "ir/visitor.h"
#include "models/resnet.h"
#include "on_text.h"
#include "runtime/convert.h"
#include "support/random.h"
#include "transforms/pattern_utils.h"
#include "unit/refused.h"

namespace passcope {
namespace {

using quantize::QConfig;
using quantize::Quantize;
using quantize::ReadQConfig;

const AttrValue kNoLayers = AttrValue::Ints({});

NDArray RandomReals(SplitMix64& random, std::vector<int64_t> shape, double scale = 1) {
  NDArray array = MakeNDArray(std::move(shape), DataType::Float(32));
  for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, random.Symmetric(scale));
  return array;
}

// Values for all parameters of @main with the given names.
ParamMap RandomParams(const IRModule& module, std::initializer_list<std::string_view> names) {
  SplitMix64 random(7);
  ParamMap params;
  for (const Expr& param : module->Find("main")->params()) {
    std::string_view name = As<VarNode>(param)->name().view();
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    params.emplace_back(std::string(name),
                        RandomReals(random, *StaticShape(param->checked_type()), 0.5));
  }
  return params;
}

std::vector<double> Results(const IRModule& module, const std::vector<Value>& inputs) {
  auto outputs = RunByExecutor(module, "main", inputs);
  if (!outputs) outputs = RunFunction(module, "main", inputs);
  std::vector<double> values;
  for (const NDArray& output : *outputs) {
    for (size_t i = 0; i < output->size(); ++i) values.push_back(output->ToDouble(i));
  }
  return values;
}

// The relative distance of two vectors.
double Distance(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double distance = 0, length = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    distance += (a[i] - b[i]) * (a[i] - b[i]);
    length += a[i] * a[i];
  }
  return std::sqrt(distance / length);
}

// The data types of the results of each operator's calls, as texts.
std::multimap<std::string, std::string> TypesByOp(const IRModule& module) {
  std::multimap<std::string, std::string> types;
  PostOrderVisit(module->Lookup("main"), [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    const auto* op = call ? As<OpNode>(call->op()) : nullptr;
    const auto* type = As<TensorTypeNode>(node->checked_type());
    if (op && type) types.emplace(op->name(), type->dtype.str());
  });
  return types;
}
bool AllHaveType(const IRModule& module, const char* op, const char* dtype) {
  auto types = TypesByOp(InferTypes(module));
  auto [first, last] = types.equal_range(op);
  if (first == last) return false;
  for (; first != last; ++first) {
    if (first->second != dtype) return false;
  }
  return true;
}
size_t Count(const IRModule& module, const char* op) {
  return TypesByOp(InferTypes(module)).count(op);
}

constexpr char kTwoConvolutions[] = R"(
def @main(%data: Tensor[(1, 4, 8, 8), float32], %w0: Tensor[(4, 4, 3, 3), float32],
          %w1: Tensor[(4, 4, 3, 3), float32], %m: Tensor[(1, 4, 1, 1), float32]) {
  %0 = nn.relu(nn.conv2d(%data, %w0, padding=[1, 1], channels=4, kernel_size=[3, 3]));
  %1 = nn.relu(nn.conv2d(%0, %w1, padding=[1, 1], channels=4, kernel_size=[3, 3]));
  multiply(%1, sigmoid(%m))
}
)";

TEST_CASE("a product with what is no constant is quantised") {
  IRModule module = Read(kTwoConvolutions);
  IRModule result = Quantize(module, RandomParams(module, {"w0", "w1"}), {}, ReadQConfig({}));
  CHECK(AllHaveType(result, "multiply", "float32") == false);
  SplitMix64 random(1);
  std::vector<Value> inputs = {RandomReals(random, {1, 4, 8, 8}),
                               RandomReals(random, {1, 4, 1, 1})};
  ParamMap params = RandomParams(module, {"w0", "w1"});
  IRModule bound = WithFunction(module, "main", BindParamsByName(module->Lookup("main"), params));
  CHECK(Distance(Results(bound, inputs), Results(result, inputs)) < 0.12);
}

TEST_CASE("convolutions that are to be skipped stay") {
  IRModule module = Read(kTwoConvolutions);
  ParamMap params = RandomParams(module, {"w0", "w1"});
  auto integers = [&](const AttrValue& skipped) {
    IRModule result = Quantize(module, params, {}, ReadQConfig({{"skip_conv_layers", skipped}}));
    auto types = TypesByOp(InferTypes(result));
    size_t count = 0;
    auto [first, last] = types.equal_range("nn.conv2d");
    for (; first != last; ++first) count += first->second == "int32" ? 1 : 0;
    return count;
  };
  CHECK(integers(kNoLayers) == 2);
  CHECK(integers(AttrValue()) == 2);
  CHECK(integers(AttrValue::Ints({0})) == 1);
  CHECK(integers(AttrValue::Ints({1})) == 1);
  CHECK(integers(AttrValue::Ints({0, 1})) == 0);
}

TEST_CASE("only the operators that are enabled are quantised") {
  IRModule module = Read(kTwoConvolutions);
  ParamMap params = RandomParams(module, {"w0", "w1"});
  IRModule result = Quantize(module, params, {},
                             ReadQConfig({{"skip_conv_layers", kNoLayers},
                                          {"debug_enabled_ops", AttrArray{"nn.conv2d"}}}));
  CHECK(AllHaveType(result, "nn.conv2d", "int32"));
  // The last product has real factors.
  size_t products = 0;
  PostOrderVisit(result->Lookup("main"), [&products](const ExprNode* node) {
    const CallNode* call = AsCallTo(node, "multiply");
    products += call && AsCallTo(call->args()[1], "sigmoid") ? 1 : 0;
  });
  CHECK(products == 1);
}

TEST_CASE("nothing behind a global pooling is quantised") {
  IRModule module = Read(R"(
def @main(%data: Tensor[(1, 4, 8, 8), float32], %w0: Tensor[(4, 4, 3, 3), float32],
          %w1: Tensor[(4, 4, 1, 1), float32]) {
  %0 = nn.relu(nn.conv2d(%data, %w0, padding=[1, 1], channels=4, kernel_size=[3, 3]));
  nn.conv2d(nn.global_avg_pool2d(%0), %w1, channels=4, kernel_size=[1, 1])
}
)");
  IRModule result = Quantize(module, RandomParams(module, {"w0", "w1"}), {},
                             ReadQConfig({{"skip_conv_layers", kNoLayers}}));
  auto types = TypesByOp(InferTypes(result));
  CHECK(types.count("nn.conv2d") == 2);
  CHECK_FALSE(AllHaveType(result, "nn.conv2d", "int32"));
  CHECK_FALSE(AllHaveType(result, "nn.conv2d", "float32"));
}

TEST_CASE("batches of matrices are multiplied as integers") {
  IRModule module = Read(R"(
def @main(%data: Tensor[(1, 4, 8, 8), float32], %w: Tensor[(8, 4, 3, 3), float32],
          %y: Tensor[(4, 16, 32), float32]) {
  %0 = nn.conv2d(%data, %w, padding=[1, 1], channels=8, kernel_size=[3, 3]);
  %1 = reshape(nn.batch_flatten(%0), newshape=[1, 16, 32]);
  nn.batch_matmul(%1, sigmoid(%y), transpose_b=True)
}
)");
  IRModule result = Quantize(module, RandomParams(module, {"w"}), {},
                             ReadQConfig({{"skip_conv_layers", kNoLayers}}));
  CHECK(AllHaveType(result, "nn.batch_matmul", "int32"));
  CHECK(AllHaveType(result, "nn.conv2d", "int32"));
  CHECK(AllHaveType(result, "nn.batch_flatten", "int8"));
}

TEST_CASE("shifts are never by negative numbers") {
  IRModule module = Read(R"(
def @main(%data: Tensor[(1, 4, 8, 8), float32]) {
  %0 = full(256f, shape=[4, 4, 3, 3], dtype="float32");
  %1 = nn.conv2d(%data, %0, padding=[1, 1], channels=4, kernel_size=[3, 3]);
  %2 = nn.relu(%1);
  nn.conv2d(%2, %0, padding=[1, 1], channels=4, kernel_size=[3, 3])
}
)");
  IRModule result = Quantize(module, {}, {}, ReadQConfig({{"skip_conv_layers", AttrValue()}}));
  size_t shifts = 0;
  PostOrderVisit(result->Lookup("main"), [&](const ExprNode* node) {
    const CallNode* call = AsCallTo(node, "left_shift");
    if (!call) call = AsCallTo(node, "right_shift");
    if (!call) return;
    ++shifts;
    CHECK(As<ConstantNode>(call->args()[1])->data->ToInt(0) >= 0);
  });
  CHECK(shifts > 0);
}

TEST_CASE("dense layers are quantised when they are not to be skipped") {
  IRModule module = Read(R"(
def @main(%x: Tensor[(3, 16), float32], %w: Tensor[(4, 16), float32]) { nn.dense(%x, %w, units=4) }
)");
  ParamMap params = RandomParams(module, {"w"});
  CHECK(AllHaveType(Quantize(module, params, {}, ReadQConfig({})), "nn.dense", "float32"));
  IRModule result = Quantize(module, params, {}, ReadQConfig({{"skip_dense_layer", false}}));
  CHECK(AllHaveType(result, "nn.dense", "int32"));
  IRModule simulated = Quantize(
      module, params, {}, ReadQConfig({{"skip_dense_layer", false}, {"do_simulation", true}}));
  CHECK(AllHaveType(simulated, "nn.dense", "float32"));
  CHECK(Count(simulated, "relay.op.annotation.simulated_quantize") == 1);
  // The simulation predicts the results of the integers.
  SplitMix64 random(3);
  std::vector<Value> inputs = {RandomReals(random, {3, 16}, 4)};
  CHECK(Distance(Results(simulated, inputs), Results(result, inputs)) < 1e-5);
}

TEST_CASE("scales follow from samples") {
  IRModule module = Read(R"(
def @main(%x: Tensor[(1, 2, 8, 8), float32], %w: Tensor[(2, 2, 3, 3), float32]) {
  nn.conv2d(%x, %w, padding=[1, 1], channels=2, kernel_size=[3, 3])
}
)");
  ParamMap params = RandomParams(module, {"w"});
  SplitMix64 random(4);
  quantize::Dataset dataset;
  for (int i = 0; i < 3; ++i) dataset.push_back({{"x", RandomReals(random, {1, 2, 8, 8}, 0.25)}});
  // The scale of the input, which is its first factor.
  auto factor = [&](const char* mode, int64_t chunk) {
    IRModule result = Quantize(module, params, dataset,
                               ReadQConfig({{"skip_conv_layers", kNoLayers},
                                            {"calibrate_mode", mode},
                                            {"calibrate_chunk_by", chunk}}));
    double found = 0;
    PostOrderVisit(result->Lookup("main"), [&](const ExprNode* node) {
      const CallNode* call = AsCallTo(node, "multiply");
      if (call && found == 0) found = As<ConstantNode>(call->args()[1])->data->ToDouble(0);
    });
    return found;
  };
  CHECK(factor("global_scale", -1) == 16);
  double percentile = factor("percentile", -1);
  CHECK(percentile == Approx(128 / 0.25).epsilon(0.02));
  CHECK(factor("percentile", 1) == percentile);
  // Samples of another type, such as NumPy's float64, are converted to the type of the input.
  const quantize::Dataset given = dataset;
  for (ParamMap& sample : dataset) {
    sample[0].second = CastNDArray(sample[0].second, DataType::Float(64));
  }
  CHECK(factor("percentile", -1) == percentile);
  dataset = given;
  double kl = factor("kl_divergence", -1);
  CHECK(kl >= 128 / 0.25 * 0.99);
  dataset = {{{"x", RandomReals(random, {1, 2, 8, 8}, 0)}}};
  CHECK(factor("percentile", -1) == 128);
  CHECK(factor("kl_divergence", -1) == 128);
  // A sample without a value, and no samples.
  auto refused = [&](quantize::Dataset samples) {
    try {
      Quantize(module, params, std::move(samples),
               ReadQConfig({{"skip_conv_layers", kNoLayers}, {"calibrate_mode", "percentile"}}));
    } catch (const DiagnosticError& error) {
      return error.diagnostics().front().kind;
    }
    return DiagKind::kUsage;
  };
  CHECK(refused({}) == DiagKind::kBadPassOption);
  CHECK(refused({{}}) == DiagKind::kUnknownParam);
}

TEST_CASE("thresholds by hand") {
  std::vector<float> values;
  for (int i = -1000; i <= 1000; ++i) values.push_back(static_cast<float>(i));
  CHECK(quantize::FindScaleByPercentile(values, 0.5) == 500);
  CHECK(quantize::FindScaleByPercentile(values, 1) == 1000);
  CHECK(quantize::FindScaleByPercentile({}, 0.5) == 0);
  CHECK(quantize::FindScaleByKl({0, 0}) == 0);
  // A few large values among many small ones are clipped.
  SplitMix64 random(5);
  std::vector<float> tail;
  for (int i = 0; i < 20000; ++i) tail.push_back(static_cast<float>(random.Symmetric(1)));
  float whole = quantize::FindScaleByKl(tail);
  CHECK(whole > 0.9F);
  CHECK(whole <= 1);
  tail.push_back(50);
  CHECK(quantize::FindScaleByKl(tail) < 25);
}

TEST_CASE("options that qconfig does not take are refused") {
  auto kind = [](AttrDict given) {
    try {
      ReadQConfig(given);
    } catch (const DiagnosticError& error) {
      return error.diagnostics().front().kind;
    }
    return DiagKind::kUsage;
  };
  CHECK(kind({{"rounding", "DOWNWARD"}}) == DiagKind::kBadPassOption);
  CHECK(kind({{"global_scale", 0.0}}) == DiagKind::kBadPassOption);
  CHECK(kind({{"nbit_input", 1}}) == DiagKind::kBadPassOption);
  CHECK(kind({{"dtype_input", "float32"}}) == DiagKind::kBadPassOption);
  CHECK(kind({{"calibrate_mode", "guess"}}) == DiagKind::kBadPassOption);
  CHECK(kind({{"nbits", 8}}) == DiagKind::kBadPassOption);
  CHECK(kind({{"dtype_input", "int16"}, {"nbit_input", 16}}) == DiagKind::kUsage);
  QConfig defaults = ReadQConfig({});
  CHECK(defaults.skip_conv_layers == std::vector<int64_t>{0});
  CHECK(defaults.BitsOf(QAnnotateKind::kActivation) == 32);
}

TEST_CASE("weights have to be constants, and other products be known") {
  IRModule module = Read(kTwoConvolutions);
  CHECK_THROWS_AS(Quantize(module, {}, {}, ReadQConfig({})), DiagnosticError);
  IRModule product = Read(R"(
def @main(%x: Tensor[(1, 2, 4, 4), float32], %w: Tensor[(2, 2, 1, 1), float32]) {
  %0 = nn.conv2d(%x, %w, channels=2, kernel_size=[1, 1]);
  multiply(%0, %0)
}
)");
  CHECK_THROWS_AS(Quantize(product, RandomParams(product, {"w"}), {},
                           ReadQConfig({{"skip_conv_layers", kNoLayers}})),
                  DiagnosticError);
}

TEST_CASE("scales and modules that cannot be quantised are refused") {
  auto realizes = [](const std::string& program, const AttrDict& given, const char* says) {
    auto run = [&] { transform::QuantizeRealize(ReadQConfig(given))(Read(program)); };
    CheckRefused(run, DiagKind::kUnsupported, says);
  };
  const std::string op = "relay.op.annotation.simulated_quantize";
  auto twice = [&](const char* size, const char* scale) {
    return "def @main(%x: Tensor[(" + std::string(size) + "), float32]) { %0 = " + op +
           "(%x, 1f, -127f, 127f, kind=1); " + op + "(%0, " + scale + ", -127f, 127f, kind=1) }";
  };
  realizes(twice("2", "0f"), {}, "must be positive and finite, not 0");
  realizes(twice("2", "8589934592f"), {}, "more bits than they have");
  realizes(twice("?", "3f"), {{"rounding", "TONEAREST"}}, "requires known shapes");

  auto partitions = [](const std::string& program, const char* says) {
    QConfig config = ReadQConfig({{"partition_conversions", "enabled"}});
    CheckRefused([&] { quantize::PartitionConversions(Read(program), config); },
                 DiagKind::kUnsupported, says);
  };
  partitions("def @main(%x: int8) { %x }\ndef @f(%x: int8) { %x }", "not 2 functions");
  partitions(
      "def @main(%x: int8, %y: int8) { (cast(%x, dtype=\"float32\"), cast(%y, dtype=\"float32\")) "
      "}",
      "one integer tensor");
  CheckRefused([] { Quantize(Read("def @f(%x: int8) { %x }"), {}, {}, ReadQConfig({})); },
               DiagKind::kUnknownGlobal, "no function @main");
}

TEST_CASE("conversions become functions of their own") {
  constexpr char kTwoInputs[] = R"(
def @main(%x1: Tensor[(1, 4, 8, 8), float32], %w1: Tensor[(4, 4, 3, 3), float32],
          %x2: Tensor[(1, 4, 8, 8), float32], %w2: Tensor[(4, 4, 3, 3), float32]) {
  %0 = nn.conv2d(%x1, %w1, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);
  %1 = nn.conv2d(%x2, %w2, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);
  add(%0, %1)
}
)";
  IRModule module = Read(kTwoInputs);
  ParamMap params = RandomParams(module, {"w1", "w2"});
  auto with = [&](const IRModule& program, const char* partition) {
    return Quantize(program, params, {},
                    ReadQConfig({{"skip_conv_layers", kNoLayers},
                                 {"skip_dense_layer", false},
                                 {"partition_conversions", partition}}));
  };
  IRModule whole = with(module, "disabled"), parts = with(module, "fully_integral");
  CHECK(whole->functions.size() == 1);
  CHECK(parts->functions.size() == 4);
  SplitMix64 random(6);
  std::vector<Value> inputs = {RandomReals(random, {1, 4, 8, 8}),
                               RandomReals(random, {1, 4, 8, 8})};
  CHECK(Results(whole, inputs) == Results(parts, inputs));

  // A bias without an addition stays real.
  IRModule biased = Read(R"(
def @main(%x1: Tensor[(1, 4, 8, 8), float32], %w1: Tensor[(4, 4, 3, 3), float32]) {
  sigmoid(nn.conv2d(%x1, %w1, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]))
}
)");
  CHECK(with(biased, "enabled")->functions.size() == 4);
  CHECK_THROWS_AS(with(biased, "fully_integral"), DiagnosticError);
  IRModule sum = Read(
      "def @main(%x: Tensor[(10, 10), float32], %y: Tensor[(10, 10), float32]) { add(%x, %y) }");
  CHECK(with(sum, "enabled")->functions.size() == 4);
  CHECK_THROWS_AS(with(sum, "fully_integral"), DiagnosticError);
}

TEST_CASE("a quantised ResNet-18 mostly says what the one of reals says") {
  resnet::Options options;
  options.image_shape = {3, 64, 64};
  options.num_classes = 10;
  Workload workload = resnet::GetWorkload(options);
  IRModule reals = quantize::PrerequisiteOptimize(workload.module, workload.params);
  IRModule integers = Quantize(workload.module, workload.params, {}, ReadQConfig({}));
  CHECK(Count(integers, "nn.conv2d") == 21);
  SplitMix64 random(8);
  int same = 0;
  constexpr int kImages = 8;
  for (int i = 0; i < kImages; ++i) {
    std::vector<Value> inputs = {RandomReals(random, {1, 3, 64, 64}, 2)};
    std::vector<double> a = Results(reals, inputs), b = Results(integers, inputs);
    auto top = [](const std::vector<double>& values) {
      return std::max_element(values.begin(), values.end()) - values.begin();
    };
    same += top(a) == top(b) ? 1 : 0;
    CHECK(Distance(a, b) < 0.1);
  }
  CHECK(same >= 6);
}

}  // namespace
}  // namespace passcope
