// The gradients of all operators, compared with finite differences.
#include <catch2/catch.hpp>

#include "generator/gradient_calls.h"
#include "generator/gradient_check.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/rules/rules.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

std::vector<std::string> OperatorsWithGradients() {
  std::vector<std::string> names;
  for (const Expr& op : AllOps()) {
    if (Rules().gradient.Get(op)) names.emplace_back(As<OpNode>(op)->name());
  }
  return names;
}

TEST_CASE("random calls cover all operators with a gradient", "[gradients]") {
  for (const std::string& name : OperatorsWithGradients()) {
    CAPTURE(name);
    CHECK(GradientCallOf(name));
  }
}

TEST_CASE("gradients are the limits of differences", "[gradients]") {
  constexpr uint64_t kCalls = 24;
  for (const std::string& name : OperatorsWithGradients()) {
    for (uint64_t seed = 0; seed < kCalls && GradientCallOf(name); ++seed) {
      GradientCheck check = CheckGradient(name, seed);
      if (check.finding) FAIL_CHECK(*check.finding);
    }
  }
}

struct GradientCase {
  const char* name;
  const char* text;  // @main(%x) returns a tensor; the gradient is that of its sum.
  std::vector<std::vector<double>> args, gradients;
};

// The gradients by hand.
const std::vector<GradientCase>& Cases() {
  static const auto* cases = new std::vector<GradientCase>{
      {"a depthwise convolution: each weight meets four elements",
       "def @main(%x: Tensor[(1, 2, 4, 4), float64], %w: Tensor[(2, 1, 3, 3), float64]) {"
       "  nn.conv2d(%x, %w, padding=[0, 0, 0, 0], groups=2) }",
       {std::vector<double>(32, 1), std::vector<double>(18, 1)},
       {{1, 2, 2, 1, 2, 4, 4, 2, 2, 4, 4, 2, 1, 2, 2, 1,
         1, 2, 2, 1, 2, 4, 4, 2, 2, 4, 4, 2, 1, 2, 2, 1},
        std::vector<double>(18, 4)}},
      {"a convolution of one channel with two results",
       "def @main(%x: Tensor[(1, 2, 1, 1), float64], %w: Tensor[(2, 2, 1, 1), float64]) {"
       "  nn.conv2d(%x, %w, padding=[0, 0, 0, 0], groups=2) }",
       {{5, 7}, {1, 2, 3, 4}},
       {{3, 7}, {5, 5, 7, 7}}},
      {"a slice that begins before the data",
       "def @main(%x: Tensor[(1), float64]) {"
       "  strided_slice(%x, begin=[-4], end=[1], strides=[2], axes=None) }",
       {{3}},
       {{1}}},
      {"a slice to an end beyond int32",
       "def @main(%x: Tensor[(3), float64]) {"
       "  strided_slice(%x, begin=[1], end=[9223372036854775807i64], strides=[1], axes=None) }",
       {{3, 4, 5}},
       {{0, 1, 1}}},
      {"indices that wrap around",
       "def @main(%x: Tensor[(3), float64], %i: Tensor[(4), float64]) {"
       "  take(%x, cast(%i, dtype=\"int32\"), axis=0, mode=\"wrap\") }",
       {{0, 0, 0}, {-1, 3, 4, 5}},
       {{1, 1, 2}, {0, 0, 0, 0}}},
      {"indices that are clipped",
       "def @main(%x: Tensor[(3), float64], %i: Tensor[(4), float64]) {"
       "  take(%x, cast(%i, dtype=\"int32\"), axis=0) }",
       {{0, 0, 0}, {-1, 3, 4, 1}},
       {{1, 1, 2}, {0, 0, 0, 0}}},
      {"a variance around another number than the mean",
       "def @main(%x: Tensor[(4), float64], %m: Tensor[(1), float64]) { variance(%x, %m) }",
       {{1, 2, 3, 6}, {1}},
       {{0, 0.5, 1, 2.5}, {-4}}},
      {"equal values on and off",
       "def @main(%on: float64, %off: float64) {"
       "  one_hot(1, %on, %off, depth=3, dtype=\"float64\") }",
       {{1}, {1}},
       {{1}, {2}}},
      {"the least of no axis",
       "def @main(%x: Tensor[(2), float64]) { min(%x, axis=[0], exclude=True) }",
       {{3, 4}},
       {{1, 1}}},
      {"the greatest of no axis",
       "def @main(%x: Tensor[(2), float64]) { max(%x, axis=[0], exclude=True) }",
       {{3, 4}},
       {{1, 1}}},
      {"pooling with gaps",
       "def @main(%x: Tensor[(1, 1, 1, 3), float64]) {"
       "  nn.max_pool2d(%x, pool_size=[1, 2], dilation=[1, 2]) }",
       {{1, 5, 3}},
       {{0, 0, 1}}},
      {"averages with gaps",
       "def @main(%x: Tensor[(1, 1, 1, 3), float64]) {"
       "  nn.avg_pool2d(%x, pool_size=[1, 2], dilation=[1, 2]) }",
       {{1, 5, 3}},
       {{0.5, 0, 0.5}}},
      {"a cast to integers and back",
       "def @main(%x: Tensor[(2), float64]) {"
       "  cast(cast(%x, dtype=\"int32\"), dtype=\"float64\") }",
       {{1.5, 2.5}},
       {{0, 0}}},
  };
  return *cases;
}

TEST_CASE("gradients have the values of calculus", "[gradients]") {
  for (const GradientCase& each : Cases()) {
    CAPTURE(each.name);
    IRModule module = Read(each.text);
    std::vector<Value> args;
    for (size_t i = 0; i < each.args.size(); ++i) {
      const auto* type = As<TensorTypeNode>(module->Find("main")->params()[i]->checked_type());
      std::vector<int64_t> shape;
      for (Dim dim : type->shape) shape.push_back(dim.value());
      NDArray array = MakeNDArray(shape, type->dtype);
      for (size_t k = 0; k < array->size(); ++k) StoreDouble(array, k, each.args[i][k]);
      args.emplace_back(array);
    }
    for (const char* pass : {"FirstOrderGradient", "HigherOrderGradient"}) {
      CAPTURE(pass);
      Value result = Evaluate(InferTypes(CreatePass(pass)(module)), "main", args);
      for (size_t i = 0; i < each.gradients.size(); ++i) {
        NDArray gradient = result.fields()[1].fields()[i].tensor();
        REQUIRE(gradient->size() == each.gradients[i].size());
        for (size_t k = 0; k < gradient->size(); ++k)
          CHECK(gradient->ToDouble(k) == Approx(each.gradients[i][k]));
      }
    }
  }
}

}  // namespace
}  // namespace passcope
