// Operators on blocks of channels run as plain ones, and tensors between them remain plain.
#include <array>
#include <string>

#include "executor/executor.h"
#include "models/models.h"
#include "transforms/bind_params.h"
#include "transforms/optimize.h"
#include "unit/executor/plans.h"

namespace passcope {
namespace {

// The number of steps with an algorithm.
int64_t Steps(const Plan& plan, const std::string& algorithm) {
  return std::count_if(plan.steps.begin(), plan.steps.end(),
                       [&](const PlanStep& step) { return step.kernel->Algorithm() == algorithm; });
}

// The steps of @main, and of @main after FuseOps.
std::array<std::unique_ptr<Plan>, 2> PlansOf(const IRModule& module) {
  return {MakePlan(module), MakePlan(Apply(module, {"FuseOps"}))};
}

void CheckFused(const std::string& text) {
  INFO(text);
  IRModule module = Parsed(text);
  CheckSame(module, 1, 1e-4);
  module = Apply(module, {"FuseOps"});
  CheckSame(module, 2, 1e-4);
  PlanOptions step_by_step;
  step_by_step.step_by_step = true;
  CheckSame(module, 3, 1e-4, step_by_step);
}

constexpr const char* kIn =
    "%a = layout_transform(%x, src_layout=\"NCHW\", dst_layout=\"NCHW4c\");";

// Lines of a program that begins and ends with plain images.
std::string Between(const std::string& params, const std::string& lines, const std::string& last) {
  return "def @main(%x: Tensor[(2, 8, 9, 7), float32]" + params + ") { let " + std::string(kIn) +
         lines + " layout_transform(" + last + ", src_layout=\"NCHW4c\", dst_layout=\"NCHW\") }";
}

}  // namespace

TEST_CASE("operators on blocks compute what plain ones compute", "[executor]") {
  const std::string conv =
      "let %c = nn.contrib_conv2d_NCHWc(%a, %w, padding=[1, 1, 1, 1], channels=12, "
      "kernel_size=[3, 3], data_layout=\"NCHW4c\", kernel_layout=\"OIHW4i4o\", "
      "out_layout=\"NCHW4c\");";
  const std::string weight = ", %w: Tensor[(3, 2, 3, 3, 4, 4), float32]";
  for (const std::string& text : {
           Between(weight, conv, "%c"),
           // A bias, a residual and an activation.
           Between(weight + ", %b: Tensor[(1, 3, 1, 1, 4), float32]",
                   conv + "let %d = nn.relu(add(%c, %b)); let %e = nn.relu(add(%c, %d));", "%e"),
           Between(", %w: Tensor[(2, 1, 3, 3, 1, 4), float32]",
                   "let %c = nn.contrib_depthwise_conv2d_NCHWc(%a, %w, strides=[2, 1], "
                   "padding=[1, 0, 1, 2], groups=8, channels=8, kernel_size=[3, 3], "
                   "data_layout=\"NCHW4c\", kernel_layout=\"OIHW1i4o\", out_layout=\"NCHW4c\");",
                   "%c"),
           // nn.conv2d may have blocks, too.
           Between(", %w: Tensor[(3, 8, 1, 1, 4), float32]",
                   "let %c = nn.conv2d(%a, %w, channels=12, kernel_size=[1, 1], "
                   "data_layout=\"NCHW4c\", kernel_layout=\"OIHW4o\");",
                   "%c"),
           Between("",
                   "let %c = nn.max_pool2d(%a, pool_size=[3, 2], strides=[2, 1], padding=[1, 0], "
                   "layout=\"NCHW4c\");",
                   "%c"),
           Between("",
                   "let %c = nn.avg_pool2d(%a, pool_size=[2, 2], padding=[1, 1], "
                   "layout=\"NCHW4c\", ceil_mode=True, count_include_pad=True);",
                   "%c"),
           Between("", "let %c = nn.global_avg_pool2d(%a, layout=\"NCHW4c\");", "%c"),
           Between("", "let %c = nn.global_max_pool2d(%a, layout=\"NCHW4c\");", "%c"),
           Between("",
                   "let %c = nn.adaptive_avg_pool2d(%a, output_size=[4, 3], layout=\"NCHW4c\");",
                   "%c"),
           Between("", "let %c = nn.upsampling(%a, scale_h=2f, scale_w=2f, layout=\"NCHW4c\");",
                   "%c"),
           // Parts with different numbers of blocks, along channels and along rows.
           Between(weight, conv + "let %d = concatenate((%a, %c, %a), axis=1);", "%d"),
           Between("", "let %d = concatenate((nn.relu(%a), %a), axis=2);", "%d"),
           // Operators without a rule for blocks.
           Between("",
                   "let %c = nn.pad(%a, 0f, pad_width=[[0, 0], [0, 0], [1, 2], [0, 1], [0, 0]]);",
                   "%c"),
           Between("", "let %c = sum(%a, axis=[1, 4], keepdims=True); let %d = add(%a, %c);", "%d"),
           // Results in blocks, also of one that others read.
           std::string("def @main(%x: Tensor[(1, 8, 3, 3), float32]) { let ") + kIn +
               " let %b = nn.relu(%a); (%b, %a, add(%b, %b)) }",
           // Parameters in blocks, with another size of the result's blocks.
           std::string(
               "def @main(%a: Tensor[(1, 2, 6, 6, 4), float32], %w: Tensor[(2, 2, 3, 3, 4, 6), "
               "float32]) { nn.contrib_conv2d_NCHWc(%a, %w, channels=12, kernel_size=[3, 3], "
               "data_layout=\"NCHW4c\", kernel_layout=\"OIHW4i6o\", "
               "out_layout=\"NCHW6c\") }"),
           // From one size of blocks to another.
           Between("",
                   "let %b = layout_transform(%a, src_layout=\"NCHW4c\", dst_layout=\"NCHW8c\");"
                   "let %c = nn.max_pool2d(%b, pool_size=[2, 2], layout=\"NCHW8c\");"
                   "let %d = layout_transform(%c, src_layout=\"NCHW8c\", dst_layout=\"NCHW4c\");",
                   "%d"),
           std::string("def @main(%x: Tensor[(3, 10), float32], %w: Tensor[(2, 10, 8), float32], "
                       "%b: Tensor[(16), float32]) { add(nn.contrib_dense_pack(%x, %w, "
                       "units=16, weight_layout=\"NC8n\"), %b) }"),
       }) {
    CheckFused(text);
  }
}

TEST_CASE("tensors between operators on blocks are not copied", "[executor]") {
  IRModule module = Parsed(
      Between(", %w: Tensor[(2, 2, 3, 3, 4, 4), float32], %b: Tensor[(1, 2, 1, 1, 4), float32]",
              "let %c = nn.contrib_conv2d_NCHWc(%a, %w, padding=[1, 1, 1, 1], channels=8, "
              "kernel_size=[3, 3],"
              "  data_layout=\"NCHW4c\", kernel_layout=\"OIHW4i4o\", out_layout=\"NCHW4c\");"
              "let %d = nn.relu(add(%c, %b));"
              "let %e = nn.max_pool2d(%d, pool_size=[2, 2], layout=\"NCHW4c\");"
              "let %f = concatenate((%e, %e), axis=1);",
              "%f"));
  SplitMix64 random(1);
  module = InferTypes(WithFunction(
      module, "main",
      BindParamsByName(module->Lookup("main"),
                       {{"w", RandomArray(random, {2, 2, 3, 3, 4, 4}, DataType::Float(32))},
                        {"b", RandomArray(random, {1, 2, 1, 1, 4}, DataType::Float(32))}})));
  CheckSame(module, 1, 1e-5);
  CheckSame(Apply(module, {"FuseOps"}), 1, 1e-5);
  for (const std::unique_ptr<Plan>& plan : PlansOf(module)) {
    CHECK(Steps(*plan, "copy") == 0);
    CHECK(Steps(*plan, "evaluator") == 0);
    // The bytes are those of the program's constants, in whatever order they are read.
    CHECK(plan->ConstantBytes() == (2 * 2 * 9 * 16 + 8) * 4);
  }
}

TEST_CASE("a network in blocks has the steps and the memory of the plain one", "[executor]") {
  const char* name = GENERATE("resnet", "mobilenet", "squeezenet");
  Workload workload = CreateModel(name, {});
  IRModule built = InferTypes(WithFunction(
      workload.module, "main", BindParamsByName(workload.module->Lookup("main"), workload.params)));
  IRModule plain = Apply(built, {"SimplifyInference", "FoldConstant", "FoldScaleAxis"}), blocked;
  {
    TargetScope target(Target::kLlvm);
    blocked = Apply(plain, {"AlterOpLayout", "FoldConstant"});
  }
  std::unique_ptr<Plan> before = MakePlan(Apply(plain, {"FuseOps"})),
                        after = MakePlan(Apply(blocked, {"FuseOps"}));
  CHECK(Steps(*before, "evaluator") == Steps(*after, "evaluator"));
  CHECK(Steps(*before, "copy") == Steps(*after, "copy"));
  for (const char* algorithm : {"winograd 4x4", "winograd 2x2", "im2col", "pointwise", "depthwise",
                                "pooling", "matrix product"}) {
    INFO(name << ": " << algorithm);
    CHECK(Steps(*before, algorithm) == Steps(*after, algorithm));
  }
  CHECK(after->activation_bytes <= before->activation_bytes * 1.01);
  CHECK(after->arena_bytes <= before->arena_bytes * 1.01);
  CHECK(after->KeptBytes() == before->KeptBytes());
}

TEST_CASE("a quantized network with factors per channel runs in blocks", "[executor]") {
  IRModule module = Parsed(
      "def @main(%x: Tensor[(1, 8, 9, 9), uint8], %w: Tensor[(8, 8, 3, 3), int8],"
      "  %s: Tensor[(8), float32]) {"
      "  %0 = qnn.conv2d(%x, %w, 3, 0, 0.05f, 0.02f, padding=[1, 1, 1, 1], channels=8,"
      "    kernel_size=[3, 3], out_dtype=\"int32\");"
      "  %1 = qnn.requantize(%0, %s, 0, 0.1f, 5, axis=1, rounding=\"UPWARD\","
      "    compute_dtype=\"int64\", out_dtype=\"uint8\");"
      "  %2 = qnn.conv2d(%1, %w, 5, 0, 0.05f, 0.02f, padding=[1, 1, 1, 1], channels=8,"
      "    kernel_size=[3, 3], out_dtype=\"int32\");"
      "  qnn.requantize(%2, %s, 0, 0.1f, 5, axis=1, rounding=\"UPWARD\","
      "    compute_dtype=\"int64\", out_dtype=\"uint8\") }");
  SplitMix64 random(1);
  NDArray scales = MakeNDArray({8}, DataType::Float(32));
  for (size_t i = 0; i < 8; ++i) {
    scales->mutable_as<float>()[i] = 0.0001F * static_cast<float>(i + 1);
  }
  NDArray weight = RandomArray(random, {8, 8, 3, 3}, DataType::Int(8));
  ParamMap params = {{"w", weight}, {"s", scales}};
  NDArray x = RandomArray(random, {1, 8, 9, 9}, DataType::UInt(8));
  std::vector<NDArray> results;
  for (int64_t level : {2, 3}) {
    PassContextOptions options;
    options.opt_level = level;
    PassContextScope scope(PassContext::Create(std::move(options)));
    IRModule optimized = InferTypes(Optimize(module, params));
    CHECK((PrintModule(optimized).find("NCHW4c") != std::string::npos) == (level == 3));
    CheckSame(optimized, 4, 0);
    GraphExecutor executor(optimized);
    executor.SetInput(0, x);
    executor.Run();
    results.push_back(executor.GetOutput(0));
  }
  CHECK(NDArrayEqual(results[0], results[1]));
}

TEST_CASE("operators on blocks count as many operations as plain ones", "[executor]") {
  IRModule module = Parsed(
      "def @main(%x: Tensor[(1, 8, 6, 6), float32], %w: Tensor[(8, 8, 3, 3), float32],"
      "  %v: Tensor[(16, 288), float32]) {"
      "  let %a = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);"
      "  nn.dense(nn.batch_flatten(%a), %v, units=16) }");
  SplitMix64 random(1);
  ParamMap params = {{"w", RandomArray(random, {8, 8, 3, 3})},
                     {"v", RandomArray(random, {16, 288})}};
  for (int64_t level : {2, 3}) {
    PassContextOptions options;
    options.opt_level = level;
    PassContextScope scope(PassContext::Create(std::move(options)));
    IRModule optimized = InferTypes(Optimize(module, params));
    CHECK((PrintModule(optimized).find("contrib_dense_pack") != std::string::npos) == (level == 3));
    CHECK(EffectsOf(optimized).flop == 2 * 8 * 6 * 6 * 8 * 3 * 3 + 2 * 16 * 288);
  }
}

TEST_CASE("convolutions without Winograd's algorithms", "[executor]") {
  IRModule module = Parsed(
      "def @main(%x: Tensor[(1, 32, 12, 12), float32], %w: Tensor[(32, 32, 3, 3), float32]) {"
      "  nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=32, kernel_size=[3, 3]) }");
  PlanOptions options;
  options.winograd = false;
  CHECK(Steps(*MakePlan(module), "winograd 4x4") == 1);
  CHECK(Steps(*MakePlan(module, "main", options), "im2col") == 1);
  // The evaluator computes the same sums.
  SplitMix64 random(1);
  NDArray x = RandomArray(random, {1, 32, 12, 12}, DataType::Float(32));
  NDArray w = RandomArray(random, {32, 32, 3, 3}, DataType::Float(32));
  GraphExecutor executor(module, "main", options);
  executor.SetInput(0, x);
  executor.SetInput(1, w);
  executor.Run();
  EvaluateOptions plain;
  plain.winograd = false;
  std::array<Value, 2> args = {x, w};
  CHECK(NDArrayEqual(Evaluate(module, "main", args, plain).tensor(), executor.GetOutput(0)));
  CHECK(!NDArrayEqual(Evaluate(module, "main", args).tensor(), executor.GetOutput(0)));
}

}  // namespace passcope
