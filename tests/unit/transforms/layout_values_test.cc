// What follows a convolution computes the same in other layouts.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "analysis/count_ops.h"
#include "api/pipeline_spec.h"
#include "transforms/optimize.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

using Numbers = std::vector<double>;

// The result of @main. Each parameter has the given numbers.
Numbers ResultOf(const IRModule& module, const std::vector<Numbers>& inputs) {
  std::vector<Value> args;
  for (const Expr& param : module->Find("main")->params()) {
    const auto* type = As<TensorTypeNode>(param->checked_type());
    std::vector<int64_t> shape;
    for (Dim dim : type->shape) shape.push_back(dim.value());
    NDArray array = MakeNDArray(shape, type->dtype);
    const Numbers& numbers = inputs[args.size()];
    for (size_t i = 0; i < array->size(); ++i) StoreDouble(array, i, numbers[i % numbers.size()]);
    args.emplace_back(array);
  }
  const Value value = Evaluate(module, "main", args);
  Numbers result;
  for (size_t i = 0; i < value.tensor()->size(); ++i) result.push_back(value.tensor()->ToDouble(i));
  return result;
}

void CheckNear(const Numbers& actual, const Numbers& expected) {
  REQUIRE(actual.size() == expected.size());
  for (size_t i = 0; i < actual.size(); ++i) CHECK(actual[i] == Approx(expected[i]).margin(1e-4));
}

void CheckInLayouts(const std::string& program, const std::vector<Numbers>& inputs,
                    const Numbers& expected) {
  INFO(program);
  IRModule before = Read(program);
  CheckNear(ResultOf(before, inputs), expected);
  for (const char* layouts : {"NHWC, HWIO", "HWNC, HWOI", "CHWN, OIHW", "NCHW1c, OIHW1i1o",
                              "NCHW2c, OIHW2i2o", "NCHW4c, OIHW4i4o", "NCHW8c, OIHW8i8o"}) {
    INFO(layouts);
    std::string pass = "ConvertLayout(desired_layouts={\"nn.conv2d\": [";
    pass += std::string(layouts) + "]})";
    CheckNear(ResultOf(RunPass(PassFromSpec(ParsePipeline(pass)[0]), before), inputs), expected);
  }
  for (int level = 0; level <= 4; ++level) {
    INFO("opt level " << level);
    PassContextScope scope(PassContext::Create({.opt_level = level}));
    CheckNear(ResultOf(Optimize(before), inputs), expected);
  }
}

// Two images of two pixels with four channels: (1, 2, 3, 6) and (6, 3, 2, 1), then the negative of
// both. Pixels have the means 3 and -3 and the variance 3.5.
const Numbers kImages = {1, 6, 2, 3, 3, 2, 6, 1, -1, -6, -2, -3, -3, -2, -6, -1};
// %0 is a convolution that keeps its data.
constexpr const char* kConv =
    "def @main(%x: Tensor[(2, 4, 1, 2), float32], %w: Tensor[(4, 4, 1, 1), float32], "
    "%v: Tensor[(2, 4, 1, 1), float32], %c: Tensor[(4), float32], %n: Tensor[(2, 1, 1, 1), "
    "float32], %one: Tensor[(4), float32], %zero: Tensor[(4), float32]) { "
    "%0 = nn.conv2d(%x, %w, channels=4, kernel_size=[1, 1]); ";
const std::vector<Numbers> kInputs = {kImages,
                                      {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                      {1, 0, 0, 0, 0, 0, 0, 1},
                                      {1, 2, 3, 4},
                                      {1, 10},
                                      {1},
                                      {0}};

// The numbers of the first image and their negatives.
Numbers AndNegative(Numbers numbers) {
  for (size_t i = 0, size = numbers.size(); i < size; ++i) numbers.push_back(-numbers[i]);
  return numbers;
}

}  // namespace

TEST_CASE("reductions keep their values in other layouts", "[layout][values]") {
  const std::pair<const char*, Numbers> cases[] = {
      {"%1 = mean(%0, axis=[1], keepdims=True); variance(%0, %1, axis=[1])", {3.5, 3.5, 3.5, 3.5}},
      {"%1 = mean(%0, axis=[-3], keepdims=True); variance(%0, %1, axis=[-3], unbiased=True)",
       {14.0 / 3, 14.0 / 3, 14.0 / 3, 14.0 / 3}},
      {"%1 = mean(%0, axis=[1], keepdims=True); sqrt(variance(%0, %1, axis=[1], keepdims=True))",
       {1.870829, 1.870829, 1.870829, 1.870829}},
      {"%1 = mean(%0, axis=[0, 2, 3], keepdims=True); variance(%0, %1, axis=[1], exclude=True)",
       {18.5, 6.5, 6.5, 18.5}},
      {"sum(%0, axis=[1])", {12, 12, -12, -12}},
      {"multiply(%0, sum(%0, axis=[1], keepdims=True))",
       {12, 72, 24, 36, 36, 24, 72, 12, 12, 72, 24, 36, 36, 24, 72, 12}},
      {"max(%0, axis=[1], exclude=True)", {6, 3, 3, 6}},
      {"max(%0, axis=[0, -1], keepdims=True)", {6, 3, 3, 6}},
      {"sum(%0, axis=[0, 3])", {0, 0, 0, 0}},
      {"argmax(%0, axis=[1])", {3, 0, 0, 3}},
      {"argmax(%0, axis=[1, 3])", {1, 0}},
      {"argmin(%0, axis=[1], exclude=True)", {3, 3, 2, 2}},
      {"cumsum(%0, axis=1)", AndNegative({1, 6, 3, 9, 6, 11, 12, 12})},
  };
  for (const auto& [body, expected] : cases) {
    CheckInLayouts(std::string(kConv) + body + " }", kInputs, expected);
  }
}

TEST_CASE("normalizations keep their values in other layouts", "[layout][values]") {
  const std::pair<const char*, Numbers> cases[] = {
      {"nn.layer_norm(%0, %one, %zero, axis=1, epsilon=0.5f)",
       AndNegative({-1, 1.5, -0.5, 0, 0, -0.5, 1.5, -1})},
      {"nn.layer_norm(%0, %one, %zero, axis=-3, epsilon=0.5f)",
       AndNegative({-1, 1.5, -0.5, 0, 0, -0.5, 1.5, -1})},
      {"nn.instance_norm(%0, %one, %zero, axis=1)", AndNegative({-1, 1, -1, 1, 1, -1, 1, -1})},
      {"nn.group_norm(%0, %one, %zero, num_groups=2, axis=1, epsilon=0.5f)",
       AndNegative({-1, 1.5, -0.5, 0, 0, -0.5, 1.5, -1})},
      {"nn.l2_normalize(%0, eps=0f, axis=[1])",
       AndNegative(
           {0.141421, 0.848528, 0.282843, 0.424264, 0.424264, 0.282843, 0.848528, 0.141421})},
      {"nn.l2_normalize(cast(%0, dtype=\"float64\"), eps=0f, axis=[1])",
       AndNegative(
           {0.141421, 0.848528, 0.282843, 0.424264, 0.424264, 0.282843, 0.848528, 0.141421})},
      {"%1 = nn.batch_norm(%0, %c, %zero, %zero, %one, epsilon=0f); %1.0",
       AndNegative({1, 6, 4, 6, 9, 6, 24, 4})},
  };
  for (const auto& [body, expected] : cases) {
    CheckInLayouts(std::string(kConv) + body + " }", kInputs, expected);
  }
}

TEST_CASE("broadcasts and moves keep their values in other layouts", "[layout][values]") {
  const std::pair<const char*, Numbers> cases[] = {
      {"nn.bias_add(%0, %c)", {2, 7, 4, 5, 6, 5, 10, 5, 0, -5, 0, -1, 0, 1, -2, 3}},
      {"multiply(expand_dims(%c, axis=1, num_newaxis=2), %0)",
       AndNegative({1, 6, 4, 6, 9, 6, 24, 4})},
      {"multiply(%0, %n)", {1, 6, 2, 3, 3, 2, 6, 1, -10, -60, -20, -30, -30, -20, -60, -10}},
      {"add(%0, strided_slice(%c, begin=[0], end=[2], strides=[1], axes=None))",
       {2, 8, 3, 5, 4, 4, 7, 3, 0, -4, -1, -1, -2, 0, -5, 1}},
      {"where(less(%0, multiply(%n, 2f)), 0f, %0)",
       {0, 6, 2, 3, 3, 2, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
      {"%1 = nn.conv2d(%x, %v, channels=2, kernel_size=[1, 1]); %2 = (%0, %1); "
       "sum(concatenate(%2, axis=1), axis=[1])",
       {19, 19, -19, -19}},
      {"%1 = nn.conv2d(%x, %v, channels=2, kernel_size=[1, 1]); "
       "multiply(%0, max(%1, axis=[1], keepdims=True))",
       {6, 36, 12, 18, 18, 12, 36, 6, 1, 6, 2, 3, 3, 2, 6, 1}},
      {"strided_slice(%0, begin=[1], end=[3], strides=[1], axes=[1])", AndNegative({2, 3, 3, 2})},
      {"%1 = split(%0, indices_or_sections=[1, 3], axis=1); %1.1", AndNegative({2, 3, 3, 2})},
      {"reverse(%0, axis=1)", AndNegative({6, 1, 3, 2, 2, 3, 1, 6})},
      {"take(%0, 2, axis=1)", AndNegative({3, 2})},
      {"transpose(squeeze(%0, axis=[2]), axes=[0, 2, 1])", AndNegative({1, 2, 3, 6, 6, 3, 2, 1})},
      {"nn.pad(%0, 5f, pad_width=[[0, 0], [1, 0], [0, 0], [0, 0]])",
       {5, 5, 1, 6, 2, 3, 3, 2, 6, 1, 5, 5, -1, -6, -2, -3, -3, -2, -6, -1}},
  };
  for (const auto& [body, expected] : cases) {
    CheckInLayouts(std::string(kConv) + body + " }", kInputs, expected);
  }
}

TEST_CASE("a program in blocks keeps its values", "[layout][values]") {
  const std::string conv =
      "def @main(%x: Tensor[(1, 2, 1, 1, 2), float32], %w: Tensor[(2, 2, 1, 1, 2, 2), float32]) { "
      "%0 = nn.conv2d(%x, %w, channels=4, kernel_size=[1, 1], data_layout=\"NCHW2c\", "
      "kernel_layout=\"OIHW2i2o\", out_layout=\"NCHW2c\"); ";
  // The identity, in blocks.
  const std::vector<Numbers> inputs = {{1, 2, 3, 6},
                                       {1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1}};
  const std::pair<const char*, Numbers> cases[] = {
      {"sum(%0, axis=[1, 2, 3])", {4, 8}},
      {"sum(%0, axis=[4])", {3, 9}},
      {"%1 = mean(%0, axis=[1], keepdims=True); variance(%0, %1, axis=[1])", {1, 4}},
      {"argmax(%0, axis=[4])", {1, 1}},
      {"transpose(%0, axes=[0, 4, 2, 3, 1])", {1, 3, 2, 6}},
      {"nn.pad(%0, 5f, pad_width=[[0, 0], [0, 0], [0, 0], [0, 0], [0, 1]])", {1, 2, 5, 3, 6, 5}},
      {"reverse(nn.relu(%0), axis=4)", {2, 1, 6, 3}},
  };
  for (const auto& [body, expected] : cases) CheckInLayouts(conv + body + " }", inputs, expected);
}

TEST_CASE("a product of data in blocks keeps its operator", "[layout][values]") {
  CheckInLayouts(
      "def @main(%x: Tensor[(1, 2, 1, 1, 2), float32], %w: Tensor[(2, 2), float32]) { "
      "%0 = nn.global_avg_pool2d(%x, layout=\"NCHW2c\"); %1 = squeeze(%0, axis=[3]); "
      "%2 = squeeze(%1, axis=[0]); %3 = squeeze(%2, axis=[1]); nn.dense(%3, %w, units=2) }",
      {{1, 2, 3, 4}, {1, 0, 1, 1}}, {1, 3, 3, 7});
}

TEST_CASE("scales of quantized operands follow their axis", "[layout][values]") {
  IRModule before = Read(
      "def @main(%x: Tensor[(1, 2, 1, 2), int8], %w: Tensor[(2, 2, 1, 1), int8], "
      "%y: Tensor[(1, 2, 1, 2), int8], %s: Tensor[(2), float32]) { "
      "%0 = qnn.conv2d(%x, %w, 0, 0, 1f, 1f, channels=2, kernel_size=[1, 1], out_dtype=\"int32\"); "
      "%1 = qnn.requantize(%0, 1f, 0, 1f, 0, axis=1, out_dtype=\"int8\"); "
      "qnn.add(%1, %y, %s, 0, 1f, 0, 1f, 0, lhs_axis=1) }");
  const std::vector<Numbers> inputs = {{1, 2, 3, 4}, {1, 0, 0, 1}, {10}, {1, 2}};
  CheckNear(ResultOf(before, inputs), {11, 12, 16, 18});
  for (const char* layouts : {"NHWC, HWIO", "HWNC, HWOI"}) {
    INFO(layouts);
    std::string pass = "ConvertLayout(desired_layouts={\"qnn.conv2d\": [";
    pass += std::string(layouts) + "]})";
    IRModule after = RunPass(PassFromSpec(ParsePipeline(pass)[0]), before);
    CHECK(Write(after).find("lhs_axis=1") == std::string::npos);
    CheckNear(ResultOf(after, inputs), {11, 12, 16, 18});
  }
}

}  // namespace passcope
