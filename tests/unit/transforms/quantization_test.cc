// FakeQuantizationToInteger, and Legalize on quantized operators.
#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "op/op.h"
#include "pass/registry.h"
#include "support/random.h"
#include "transforms/fake_quantization.h"
#include "transforms/optimize.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

Pass Canonicalize() {
  return CreatePass("Legalize", {{"legalize_map_attr_name", "FTVMQnnCanonicalize"}});
}
Pass QnnLegalize() {
  return CreatePass("Legalize", {{"legalize_map_attr_name", "FTVMQnnLegalize"}});
}
IRModule RunFor(const char* target, const Pass& pass, const IRModule& module) {
  PassContextOptions options;
  options.opt_level = 3;
  options.config = {{"passcope.target", target}};
  PassContextScope scope(PassContext::Create(std::move(options)));
  return Sequential({pass})(module);
}

// The largest difference of the results of both @main functions for random integers.
double LargestDifference(const IRModule& before, const IRModule& after) {
  SplitMix64 random(7);
  std::vector<Value> args;
  for (const Expr& param : before->Find("main")->params()) {
    const auto* type = As<TensorTypeNode>(param->checked_type());
    std::vector<int64_t> shape;
    for (Dim dim : type->shape) shape.push_back(dim.value());
    NDArray array = MakeNDArray(shape, type->dtype);
    for (size_t i = 0; i < array->size(); ++i) {
      int64_t bits = static_cast<int64_t>(random.Next() % 256);
      if (type->dtype.is_float()) {
        StoreDouble(array, i, static_cast<double>(bits - 128) / 16);
      } else {
        StoreInt(array, i, type->dtype.is_uint() ? bits : bits - 128);
      }
    }
    args.emplace_back(array);
  }
  NDArray x = Evaluate(before, "main", args).tensor(), y = Evaluate(after, "main", args).tensor();
  REQUIRE(x->shape == y->shape);
  REQUIRE(x->dtype == y->dtype);
  double worst = 0;
  for (size_t i = 0; i < x->size(); ++i) {
    worst = std::max(worst, std::abs(x->ToDouble(i) - y->ToDouble(i)));
  }
  return worst;
}
bool HasQnn(const IRModule& module) { return Write(module).find("qnn.") != std::string::npos; }

// --- canonicalization ---

struct Program {
  const char* what;
  const char* text;
  double tolerance;  // The tolerance for results of the quantized operator's kernel.
};

const Program kPrograms[] = {
    {"add",
     "def @main(%x: Tensor[(2, 3), uint8], %y: Tensor[(2, 3), uint8]) {"
     "  qnn.add(%x, %y, 0.2f, 120, 0.3f, 130, 0.4f, 125) }",
     0},
    {"add of other ranks",
     "def @main(%x: Tensor[(2, 3, 4), int8], %y: int8) {"
     "  qnn.add(%x, %y, 0.2f, 1, 0.3f, -2, 0.4f, 3) }",
     0},
    {"add of numbers",
     "def @main(%x: int8, %y: int8) {"
     "  qnn.add(%x, %y, 0.2f, 1, 0.3f, -2, 0.4f, 3) }",
     0},
    {"mul of numbers",
     "def @main(%x: int8, %y: int8) {"
     "  qnn.mul(%x, %y, 0.2f, 1, 0.3f, -2, 0.4f, 3) }",
     0},
    {"subtract",
     "def @main(%x: Tensor[(2, 3), int8], %y: Tensor[(3), int8]) {"
     "  qnn.subtract(%x, %y, 0.2f, 0, 0.2f, 0, 0.2f, 0) }",
     0},
    {"mul",
     "def @main(%x: Tensor[(2, 3), int8], %y: Tensor[(2, 3), int8]) {"
     "  qnn.mul(%x, %y, 0.2f, 3, 0.3f, 0, 4f, -7) }",
     0},
    {"concatenate",
     "def @main(%x: Tensor[(2, 3), int8], %y: Tensor[(2, 2), int8]) {"
     "  qnn.concatenate((%x, %y), (0.5f, 1.5f), (1, 2), 0.5f, 1, axis=1) }",
     0},
    {"requantize",
     "def @main(%x: Tensor[(2, 3, 4), int32]) {"
     "  qnn.requantize(%x, 0.7f, 5, 0.4f, -3, out_dtype=\"int8\") }",
     0},
    {"requantize to nearest",
     "def @main(%x: Tensor[(2, 3, 4), int32]) {"
     "  qnn.requantize(%x, 0.5f, 5, 1f, -3, rounding=\"TONEAREST\", out_dtype=\"int8\") }",
     0},
    {"requantize a number",
     "def @main(%x: int32) {"
     "  qnn.requantize(%x, 0.7f, 5, 0.4f, -3, rounding=\"TONEAREST\", out_dtype=\"int8\") }",
     0},
    {"requantize in reals",
     "def @main(%x: Tensor[(2, 3, 4), int32]) {"
     "  qnn.requantize(%x, 0.5f, 5, 1f, 0, compute_dtype=\"float32\", out_dtype=\"int8\") }",
     0},
    {"requantize in wide reals to nearest",
     "def @main(%x: Tensor[(2, 3, 4), int32]) {"
     "  qnn.requantize(%x, 0.5f, 5, 1f, 1, rounding=\"TONEAREST\", compute_dtype=\"float64\","
     "                 out_dtype=\"int8\") }",
     0},
    {"quantize",
     "def @main(%x: Tensor[(2, 3), float32]) {"
     "  qnn.quantize(%x, 0.3f, 4, out_dtype=\"uint8\") }",
     0},
    {"dequantize", "def @main(%x: Tensor[(2, 3), uint8]) { qnn.dequantize(%x, 0.3f, 4) }", 1e-5},
    {"a vector of scales",
     "def @main(%x: Tensor[(2, 3, 2), int8], %s: Tensor[(3), float32],"
     " %z: Tensor[(3), int32]) { qnn.dequantize(%x, %s, %z, axis=1) }",
     1e-4},
    {"leaky_relu",
     "def @main(%x: Tensor[(2, 8), int8]) {"
     "  qnn.leaky_relu(%x, 0.3f, 4, 0.3f, 4, alpha=0.25f) }",
     1},
    {"tanh", "def @main(%x: Tensor[(64), int8]) { qnn.tanh(%x, 0.03f, 4, 0.01f, 1) }", 0},
    {"hardswish", "def @main(%x: Tensor[(64), int8]) { qnn.hardswish(%x, 0.1f, 4, 0.1f, 1) }", 1},
    {"dense",
     "def @main(%x: Tensor[(2, 5), int8], %w: Tensor[(3, 5), int8]) {"
     "  qnn.dense(%x, %w, 3, -4, 0.5f, 0.5f, units=3, out_dtype=\"int32\") }",
     0},
    {"dense without zero points",
     "def @main(%x: Tensor[(2, 5), int8], %w: Tensor[(3, 5), int8]) {"
     "  qnn.dense(%x, %w, 0, 0, 0.5f, 0.5f, units=3, out_dtype=\"int32\") }",
     0},
    {"dense with zero points that are computed",
     "def @main(%x: Tensor[(2, 5), int8], %w: Tensor[(3, 5), int8], %z: int32) {"
     "  qnn.dense(%x, %w, %z, -4, 0.5f, 0.5f, units=3, out_dtype=\"int32\") }",
     0},
    {"batch_matmul",
     "def @main(%x: Tensor[(2, 3, 5), int8], %y: Tensor[(2, 4, 5), int8]) {"
     "  qnn.batch_matmul(%x, %y, 3, -4, 0.5f, 0.5f, out_dtype=\"int32\", transpose_b=True) }",
     0},
    {"conv2d",
     "def @main(%x: Tensor[(1, 3, 6, 5), uint8], %w: Tensor[(4, 3, 3, 2), int8]) {"
     "  qnn.conv2d(%x, %w, 7, -4, 0.5f, 0.5f, padding=[1, 1, 0, 1], strides=[2, 1],"
     "             channels=4, kernel_size=[3, 2], out_dtype=\"int32\") }",
     0},
    {"conv2d in NHWC",
     "def @main(%x: Tensor[(1, 6, 5, 3), uint8], %w: Tensor[(1, 1, 3, 4), int8]) {"
     "  qnn.conv2d(%x, %w, 7, -4, 0.5f, 0.5f, strides=[2, 2], channels=4, kernel_size=[1, 1],"
     "             data_layout=\"NHWC\", kernel_layout=\"HWIO\", out_dtype=\"int32\") }",
     0},
    {"dilated conv2d",
     "def @main(%x: Tensor[(1, 3, 6, 5), uint8], %w: Tensor[(4, 3, 2, 2), int8]) {"
     "  qnn.conv2d(%x, %w, 7, -4, 0.5f, 0.5f, dilation=[2, 1], channels=4, kernel_size=[2, 2],"
     "             out_dtype=\"int32\") }",
     0},
    {"depthwise conv2d",
     "def @main(%x: Tensor[(1, 4, 6, 5), uint8], %w: Tensor[(4, 1, 3, 3), int8]) {"
     "  qnn.conv2d(%x, %w, 7, -4, 0.5f, 0.5f, padding=[1, 1], groups=4, channels=4,"
     "             kernel_size=[3, 3], out_dtype=\"int32\") }",
     0},
    {"conv2d of two channels in each group, with one result",
     "def @main(%x: Tensor[(1, 4, 6, 5), uint8], %w: Tensor[(2, 2, 3, 3), int8]) {"
     "  qnn.conv2d(%x, %w, 7, -4, 0.5f, 0.5f, padding=[1, 1], groups=2, channels=2,"
     "             kernel_size=[3, 3], out_dtype=\"int32\") }",
     0},
};

TEST_CASE("Legalize takes quantized operators apart into plain ones", "[legalize]") {
  for (const Program& program : kPrograms) {
    CAPTURE(program.what);
    IRModule before = Read(program.text);
    IRModule after = RunPass(Canonicalize(), before);
    CHECK_FALSE(HasQnn(after));
    CHECK(LargestDifference(before, after) <= program.tolerance);
    CHECK(after->Find("main")->ret_type == before->Find("main")->ret_type);
    CHECK(RunPass(Canonicalize(), after) == after);
  }
}

TEST_CASE("scales that are computed cannot be taken apart", "[legalize]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(2), int8], %s: float32) {"
      "  qnn.requantize(%x, %s, 0, 1f, 0, out_dtype=\"int8\") }");
  CHECK_THROWS_AS(RunPass(Canonicalize(), module), DiagnosticError);
}

// --- legalization for targets ---

TEST_CASE("functions of eight bits become tables", "[legalize]") {
  for (const char* dtype : {"int8", "uint8"}) {
    for (const char* op : {"tanh", "exp", "sqrt", "rsqrt", "erf", "sigmoid", "hardswish", "abs"}) {
      CAPTURE(dtype, op);
      std::string text = std::string("def @main(%x: Tensor[(300), ") + dtype + "]) { qnn." + op +
                         "(%x, 0.05f, -200, 0.1f, 0) }";
      IRModule before = Read(text), after = RunPass(QnnLegalize(), before);
      CHECK(Write(after).find("take(meta[relay.Constant][0], ") != std::string::npos);
      CHECK(LargestDifference(before, after) <= 1);
      CHECK(RunPass(QnnLegalize(), after) == after);
    }
  }
}

TEST_CASE("products of quantized tensors become what the target multiplies fast", "[legalize]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(2, 5), uint8], %w: Tensor[(3, 5), int8]) {"
      "  qnn.dense(%x, %w, 3, -4, 0.5f, 0.5f, units=3, out_dtype=\"int32\") }");
  CHECK(RunPass(QnnLegalize(), module) == module);
  IRModule cpu = RunFor("llvm", QnnLegalize(), module);
  CHECK_FALSE(HasQnn(cpu));
  CHECK(Write(cpu).find("cast(%x, dtype=\"int16\")") != std::string::npos);
  CHECK(LargestDifference(module, cpu) == 0);
  for (const char* target : {"cuda", "rocm", "vulkan"}) {
    IRModule gpu = RunFor(target, QnnLegalize(), module);
    CHECK(Write(gpu).find("qnn.dense(%2, %w, -125, -4,") != std::string::npos);
    CHECK(LargestDifference(module, gpu) == 0);
  }
  CHECK_THROWS_AS(RunFor("abacus", QnnLegalize(), module), DiagnosticError);
}

TEST_CASE("transposed convolutions of quantized tensors become plain ones", "[legalize]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 2, 3, 3), uint8], %w: Tensor[(2, 3, 2, 2), int8]) {"
      "  qnn.conv2d_transpose(%x, %w, 3, -4, 0.5f, 0.5f, channels=3, kernel_size=[2, 2],"
      "                       strides=[2, 2], kernel_layout=\"IOHW\", out_dtype=\"int32\") }");
  IRModule after = RunPass(QnnLegalize(), module);
  CHECK_FALSE(HasQnn(after));
  CHECK(LargestDifference(module, after) == 0);
}

// --- FakeQuantizationToInteger ---

const Program kFake[] = {
    {"convolution, bias, relu",
     "def @main(%x: Tensor[(1, 3, 6, 6), int8], %w: Tensor[(4, 3, 3, 3), int8], %b: Tensor[(4), "
     "int32]) {"
     "  %0 = qnn.dequantize(%x, 0.5f, 1); %1 = qnn.dequantize(%w, 0.25f, 0);"
     "  %2 = nn.conv2d(%0, %1, padding=[1, 1], channels=4, kernel_size=[3, 3]);"
     "  %3 = qnn.dequantize(%b, 0.125f, 0); %4 = nn.bias_add(%2, %3); %5 = nn.relu(%4);"
     "  qnn.quantize(%5, 50f, 2, out_dtype=\"int8\") }",
     1},
    {"dense and tanh",
     "def @main(%x: Tensor[(2, 5), int8], %w: Tensor[(3, 5), int8]) {"
     "  %0 = qnn.dequantize(%x, 0.5f, 1); %1 = qnn.dequantize(%w, 0.25f, 0);"
     "  %2 = nn.dense(%0, %1, units=3); qnn.quantize(%2, 9f, 2, out_dtype=\"int8\") }",
     1},
    {"pooling, reshape, transpose",
     "def @main(%x: Tensor[(1, 3, 6, 6), int8]) {"
     "  %0 = qnn.dequantize(%x, 0.5f, 1); %1 = nn.avg_pool2d(%0, pool_size=[2, 2], strides=[2, 2]);"
     "  %2 = transpose(%1, axes=[0, 2, 3, 1]); %3 = reshape(%2, newshape=[3, 9]);"
     "  qnn.quantize(%3, 0.5f, 1, out_dtype=\"int8\") }",
     1},
    {"sum and maximum",
     "def @main(%x: Tensor[(2, 3), int8], %y: Tensor[(2, 3), int8]) {"
     "  %0 = qnn.dequantize(%x, 0.5f, 1); %1 = qnn.dequantize(%y, 0.25f, -3); %2 = add(%0, %1);"
     "  %3 = maximum(%2, 1f); qnn.quantize(%3, 0.75f, 4, out_dtype=\"int8\") }",
     2},
    {"clip and leaky_relu",
     "def @main(%x: Tensor[(2, 30), int8]) {"
     "  %0 = qnn.dequantize(%x, 0.5f, 1); %1 = clip(%0, a_min=-30f, a_max=20f);"
     "  %2 = nn.leaky_relu(%1, alpha=0.25f); qnn.quantize(%2, 0.5f, 1, out_dtype=\"int8\") }",
     1},
    {"concatenation and split",
     "def @main(%x: Tensor[(2, 3), int8], %y: Tensor[(2, 3), int8]) {"
     "  %0 = qnn.dequantize(%x, 0.5f, 1); %1 = qnn.dequantize(%y, 0.25f, -3);"
     "  %2 = concatenate((%0, %1), axis=1); %3 = split(%2, indices_or_sections=2, axis=1);"
     "  qnn.quantize(%3.1, 0.75f, 4, out_dtype=\"int8\") }",
     1},
    {"padding by a real constant",
     "def @main(%x: Tensor[(2, 3), uint8]) {"
     "  %0 = qnn.dequantize(%x, 0.5f, 128); %1 = nn.pad(%0, 0f, pad_width=[[1, 0], [0, 2]]);"
     "  qnn.quantize(%1, 0.5f, 128, out_dtype=\"uint8\") }",
     0},
    {"one tensor with two meanings",
     "def @main(%x: Tensor[(2, 3), int8]) {"
     "  %0 = qnn.dequantize(%x, 0.5f, 0); %1 = qnn.dequantize(%x, 0.25f, 0); %2 = add(%0, %1);"
     "  qnn.quantize(%2, 1f, 0, out_dtype=\"int8\") }",
     1},
};

TEST_CASE("FakeQuantizationToInteger computes about the same on integers",
          "[fake_quantization_to_integer]") {
  Pass pass = CreatePass("FakeQuantizationToInteger", {{"hard_fail", true}});
  for (const Program& program : kFake) {
    CAPTURE(program.what);
    IRModule before = Read(program.text), after = RunPass(pass, before);
    CHECK(Write(after).find("qnn.dequantize") == std::string::npos);
    CHECK(LargestDifference(before, after) <= program.tolerance);
    CHECK(RunPass(pass, after) == after);
  }
}

TEST_CASE("FakeQuantizationToInteger leaves what it has no rule for",
          "[fake_quantization_to_integer]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(2, 3), int8]) {"
      "  %0 = qnn.dequantize(%x, 0.5f, 1); %1 = reshape(%0, newshape=[3, 2]); %2 = cos(%1);"
      "  qnn.quantize(%2, 0.5f, 1, out_dtype=\"int8\") }");
  CHECK(RunPass(CreatePass("FakeQuantizationToInteger"), module) == module);
  CHECK_THROWS_AS(RunPass(CreatePass("FakeQuantizationToInteger", {{"hard_fail", true}}), module),
                  DiagnosticError);
  IRModule single = RunPass(CreatePass("FakeQuantizationToInteger", {{"use_qat", true}}), module);
  CHECK(Write(single).find("%0 = reshape(%x, newshape=[3, 2]);") != std::string::npos);
  CHECK(LargestDifference(module, single) == 0);
  // Operators with several results stay, because a tuple cannot be dequantized.
  IRModule tuple = Read(
      "def @main(%x: Tensor[(2, 4), int8]) {"
      "  %0 = qnn.dequantize(%x, 0.5f, 1); %1 = split(%0, indices_or_sections=2, axis=1); "
      "cos(%1.0) }");
  CHECK(RunPass(CreatePass("FakeQuantizationToInteger", {{"use_qat", true}}), tuple) == tuple);
}

TEST_CASE("FakeQuantizationToInteger leaves scales of which 32 bits hold no multiple",
          "[fake_quantization_to_integer]") {
  auto program = [](const std::string& scale, const std::string& type) {
    return Read("def @main(%x: Tensor[(2, 3), int8], %w: Tensor[(4, 3), int8], %b: Tensor[(4), " +
                type +
                "]) {"
                "  %0 = qnn.dequantize(%x, 0.5f, 1); %1 = qnn.dequantize(%w, 0.25f, 0);"
                "  %2 = nn.dense(%0, %1, units=None); %3 = qnn.dequantize(%b, " +
                scale +
                ", 0);"
                "  qnn.quantize(nn.bias_add(%2, %3), 2f, 3, out_dtype=\"int8\") }");
  };
  Pass pass = CreatePass("FakeQuantizationToInteger");
  for (auto [scale, type] : {std::pair("1e30f", "int32"), {"4e8f", "int32"}, {"2e6f", "int8"}}) {
    CAPTURE(scale, type);
    IRModule module = program(scale, type);
    CHECK(RunPass(pass, module) == module);
  }
  for (auto [scale, type] : {std::pair("2e8f", "int32"), {"1e6f", "int8"}}) {
    CAPTURE(scale, type);
    CHECK(Write(RunPass(pass, program(scale, type))).find("qnn.requantize") != std::string::npos);
  }
}

TEST_CASE("FakeQuantizationToInteger with use_qat and hard_fail",
          "[fake_quantization_to_integer]") {
  Pass pass = CreatePass("FakeQuantizationToInteger", {{"hard_fail", true}, {"use_qat", true}});
  auto program = [](const std::string& argument) {
    return Read(
        "def @main(%x: Tensor[(2, 3), int8], %y: Tensor[(2, 3), float32]) {"
        "  %0 = qnn.dequantize(%x, 0.5f, 1); nn.relu(" +
        argument + ") }");
  };
  // An operator between them cannot compute on integers.
  CHECK_THROWS_AS(RunPass(pass, program("cos(%0)")), DiagnosticError);
  CHECK_THROWS_AS(RunPass(pass, program("add(reshape(%0, newshape=[3, 2]), cos(1f))")),
                  DiagnosticError);
  // It is not quantized, or only partly.
  for (const char* argument : {"%y", "add(%0, %y)", "1f"}) {
    CAPTURE(argument);
    IRModule module = program(argument);
    CHECK(RunPass(pass, module) == module);
  }
  CHECK(Write(RunPass(pass, program("reshape(%0, newshape=[3, 2])"))).find("maximum(") !=
        std::string::npos);
}

TEST_CASE("FakeQuantizationToInteger stops at control flow", "[fake_quantization_to_integer]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(2, 3), int8], %c: bool) {"
      "  %0 = qnn.dequantize(%x, 0.5f, 1); %1 = if (%c) { %0 } else { nn.relu(%0) };"
      "  qnn.quantize(%1, 0.5f, 1, out_dtype=\"int8\") }");
  CHECK(RunPass(CreatePass("FakeQuantizationToInteger", {{"hard_fail", true}}), module) == module);
}

// --- relay.optimize ---

TEST_CASE("relay.optimize's layouts keep what a network computes", "[optimize]") {
  IRModule module = Read(
      "def @main(%x: Tensor[(1, 8, 6, 6), float32], %w: Tensor[(12, 8, 3, 3), float32],"
      "          %d: Tensor[(12, 1, 3, 3), float32], %f: Tensor[(10, 12), float32]) {"
      "  %0 = nn.conv2d(%x, %w, padding=[1, 1], channels=12, kernel_size=[3, 3]);"
      "  %1 = nn.relu(%0);"
      "  %2 = nn.conv2d(%1, %d, groups=12, channels=12, kernel_size=[3, 3]);"
      "  %3 = nn.global_avg_pool2d(%2); %4 = nn.batch_flatten(%3); nn.dense(%4, %f, units=10) }");
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  IRModule after = Optimize(module);
  std::string text = Write(after);
  CHECK(text.find("nn.contrib_conv2d_NCHWc") != std::string::npos);
  CHECK(text.find("nn.contrib_depthwise_conv2d_NCHWc") != std::string::npos);
  CHECK(text.find("weight_layout=\"NC5n\"") != std::string::npos);
  CheckSameResults(module, after);
}

TEST_CASE("relay.optimize leaves no quantized operator", "[optimize]") {
  IRModule module = Read(kPrograms[19].text);
  PassContextScope scope(PassContext::Create({.opt_level = 3}));
  IRModule after = Optimize(module);
  CHECK_FALSE(HasQnn(after));
  CHECK(LargestDifference(module, after) == 0);
}

}  // namespace
}  // namespace passcope
