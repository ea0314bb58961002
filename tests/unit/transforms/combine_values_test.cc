// Combined calls compute the same, whatever follows them.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "analysis/count_ops.h"
#include "api/pipeline_spec.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"
#include "transforms/optimize.h"
#include "unit/transforms/on_text.h"

namespace passcope {
namespace {

using Numbers = std::vector<double>;

// The results of @main, one after the other. Each parameter consists of the given numbers, as often
// as they are needed.
Numbers ValuesOf(const IRModule& module, const std::vector<Numbers>& inputs) {
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
  Numbers values;
  const Value result = Evaluate(module, "main", args);
  for (const Value& field : result.fields()) {
    for (size_t i = 0; i < field.tensor()->size(); ++i)
      values.push_back(field.tensor()->ToDouble(i));
  }
  return values;
}

struct Chain {
  const char* more_params;      // Behind the data and the two weights.
  std::vector<Numbers> inputs;  // Of `more_params`.
  const char* body;             // Over the products %0 and %1.
  Numbers expected;
  // The operator that is called `times` times in the result, as combined calls are one.
  const char* op;
  int64_t times;
};

void CheckChains(const char* params, const char* products, const std::vector<Numbers>& inputs,
                 const char* pass, const std::vector<Chain>& chains) {
  for (const Chain& chain : chains) {
    INFO(pass << ": " << chain.body);
    IRModule before = Read(std::string("def @main(") + params + chain.more_params + ") { " +
                           products + chain.body + " }");
    std::vector<Numbers> all = inputs;
    all.insert(all.end(), chain.inputs.begin(), chain.inputs.end());
    CHECK(ValuesOf(before, all) == chain.expected);
    IRModule after = PassFromSpec(ParsePipeline(pass)[0])(before);
    CHECK(ValuesOf(after, all) == chain.expected);
    CHECK(CountOps(after)[chain.op] == chain.times);
    for (int level = 3; level <= 4; ++level) {
      PassContextScope scope(PassContext::Create({.opt_level = level}));
      CHECK(ValuesOf(Optimize(before), all) == chain.expected);
    }
  }
}

// The data [[1, 2], [3, 4]], multiplied by 1 and by 2.
constexpr const char* kDenseParams =
    "%x: Tensor[(2, 2), float32], %v: Tensor[(2, 2), float32], %w: Tensor[(2, 2), float32]";
constexpr const char* kDense =
    "%0 = nn.dense(%x, %v, units=None); %1 = nn.dense(%x, %w, units=None); ";
const std::vector<Numbers> kDenseInputs = {{1, 2, 3, 4}, {1, 0, 0, 1}, {2, 0, 0, 2}};

}  // namespace

TEST_CASE("dense layers in a batch keep the values of what follows", "[combine][values]") {
  CheckChains(kDenseParams, kDense, kDenseInputs, "CombineParallelDense(min_num_branches=2)",
              {{"",
                {},
                "(multiply(%0, 10f), multiply(%1, 100f))",
                {10, 20, 30, 40, 200, 400, 600, 800},
                "multiply",
                1},
               {"",
                {},
                "(subtract(10f, %0), subtract(100f, %1))",
                {9, 8, 7, 6, 98, 96, 94, 92},
                "subtract",
                1},
               {", %a: Tensor[(2), float32], %b: Tensor[(2), float32]",
                {{10, 20}, {30, 40}},
                "(add(%0, %a), add(%1, %b))",
                {11, 22, 13, 24, 32, 44, 36, 48},
                "add",
                1},
               {", %a: Tensor[(2), float32], %b: Tensor[(2), float32]",
                {{10, 20}, {30, 40}},
                "(nn.bias_add(%0, %a), nn.bias_add(%1, %b))",
                {11, 22, 13, 24, 32, 44, 36, 48},
                "nn.bias_add",
                2},
               {", %a: Tensor[(2), float32], %b: Tensor[(2), float32]",
                {{10, 20}, {30, 40}},
                "(nn.bias_add(%0, %a, axis=0), nn.bias_add(%1, %b, axis=0))",
                {11, 12, 23, 24, 32, 34, 46, 48},
                "nn.bias_add",
                2},
               {", %a: Tensor[(2), float32], %b: Tensor[(2), float32]",
                {{10, 20}, {30, 40}},
                "(nn.prelu(negative(%0), %a), nn.prelu(negative(%1), %b))",
                {-10, -40, -30, -80, -60, -160, -180, -320},
                "nn.prelu",
                2},
               {", %a: Tensor[(2, 1, 1), float32], %b: Tensor[(2, 1, 1), float32]",
                {{10, 20}, {30, 40}},
                "(multiply(%0, %a), multiply(%1, %b))",
                {10, 20, 30, 40, 20, 40, 60, 80, 60, 120, 180, 240, 80, 160, 240, 320},
                "multiply",
                2},
               {", %a: Tensor[(2, 1), float32], %b: Tensor[(2, 1), float32]",
                {{10, 20}, {30, 40}},
                "(add(expand_dims(%0, axis=1), %a), add(expand_dims(%1, axis=1), %b))",
                {11, 12, 21, 22, 13, 14, 23, 24, 32, 34, 42, 44, 36, 38, 46, 48},
                "expand_dims",
                2},
               {"",
                {},
                "(clip(%0, a_min=2f, a_max=3f), clip(%1, a_min=2f, a_max=3f))",
                {2, 2, 3, 3, 2, 3, 3, 3},
                "clip",
                1},
               {"",
                {},
                "(clip(%0, a_min=2f, a_max=3f), clip(%1, a_min=2f, a_max=4f))",
                {2, 2, 3, 3, 2, 4, 4, 4},
                "clip",
                2}});
}

TEST_CASE("dense layers in one keep the values of what follows", "[combine][values]") {
  CheckChains(kDenseParams, kDense, kDenseInputs,
              "CombineParallelDense(min_num_branches=2, to_batch=false)",
              {{"",
                {},
                "(multiply(%0, 10f), multiply(%1, 100f))",
                {10, 20, 30, 40, 200, 400, 600, 800},
                "multiply",
                1},
               {", %a: Tensor[(2), float32], %b: Tensor[(2), float32]",
                {{10, 20}, {30, 40}},
                "(nn.bias_add(%0, %a, axis=-1), nn.bias_add(%1, %b, axis=-1))",
                {11, 22, 13, 24, 32, 44, 36, 48},
                "nn.bias_add",
                1},
               {", %a: Tensor[(2), float32], %b: Tensor[(2), float32]",
                {{10, 20}, {30, 40}},
                "(nn.bias_add(%0, %a, axis=0), nn.bias_add(%1, %b, axis=0))",
                {11, 12, 23, 24, 32, 34, 46, 48},
                "nn.bias_add",
                2},
               {", %a: Tensor[(1, 3), float32], %b: Tensor[(1, 3), float32]",
                {{10, 20, 30}, {30, 40, 50}},
                "(add(expand_dims(%0, axis=2), %a), add(expand_dims(%1, axis=2), %b))",
                {11, 21, 31, 12, 22, 32, 13, 23, 33, 14, 24, 34,
                 32, 42, 52, 34, 44, 54, 36, 46, 56, 38, 48, 58},
                "add",
                1},
               {"",
                {},
                "(multiply(expand_dims(%0, axis=2), 10f), multiply(expand_dims(%1, axis=2), 100f))",
                {10, 20, 30, 40, 200, 400, 600, 800},
                "multiply",
                2}});
}

TEST_CASE("dense layers of a tensor with three axes", "[combine][values]") {
  // The middle axis has as many elements as the layers have units.
  CheckChains(
      "%x: Tensor[(1, 2, 2), float32], %v: Tensor[(2, 2), float32], %w: Tensor[(1, 2), "
      "float32]",
      kDense, {{1, 2, 3, 4}, {1, 0, 0, 1}, {2, 1}},
      "CombineParallelDense(min_num_branches=2, to_batch=false)",
      {{"", {}, "(nn.relu(%0), nn.relu(%1))", {1, 2, 3, 4, 4, 10}, "nn.relu", 1}});
  CheckChains(
      "%x: Tensor[(1, 2, 2), float32], %v: Tensor[(2, 2), float32], %w: Tensor[(2, 2), "
      "float32]",
      kDense, kDenseInputs, "CombineParallelDense(min_num_branches=2)",
      {{"", {}, "(nn.relu(%0), nn.relu(%1))", {1, 2, 3, 4, 2, 4, 6, 8}, "nn.dense", 2}});
}

TEST_CASE("scales of wider products stay behind them", "[fold_scale_axis][values]") {
  for (const char* body : {"multiply(%0, %s)",
                           "nn.dense(multiply(cast(%x, dtype=\"float64\"), %s), "
                           "%v, units=2, out_dtype=\"float64\")"}) {
    IRModule before = Read(std::string("def @main(") + kDenseParams +
                           ", %s: Tensor[(2), float64]) { %0 = nn.dense(%x, %v, units=2, "
                           "out_dtype=\"float64\"); (" +
                           body + ", %w) }");
    std::vector<Numbers> inputs = kDenseInputs;
    inputs.push_back({10, 100});
    for (const char* pass : {"BackwardFoldScaleAxis", "ForwardFoldScaleAxis", "FoldScaleAxis"}) {
      CHECK(ValuesOf(RunPass(CreatePass(pass), before), inputs) ==
            Numbers{10, 200, 30, 400, 2, 0, 0, 2});
    }
  }
}

TEST_CASE("batch_matmul keeps the values of what follows", "[combine][values]") {
  CheckChains(
      "%x: Tensor[(1, 2, 2), float32], %v: Tensor[(1, 2, 2), float32], %w: Tensor[(1, 2, 2), "
      "float32]",
      "%0 = nn.batch_matmul(%x, %v, transpose_b=True); %1 = nn.batch_matmul(%x, %w, "
      "transpose_b=True); ",
      kDenseInputs, "CombineParallelBatchMatmul(min_num_branches=2)",
      {{"",
        {},
        "(multiply(%0, 10f), multiply(%1, 100f))",
        {10, 20, 30, 40, 200, 400, 600, 800},
        "multiply",
        2},
       {", %a: Tensor[(2), float32], %b: Tensor[(2), float32]",
        {{10, 20}, {30, 40}},
        "(add(%0, %a), add(%1, %b))",
        {11, 22, 13, 24, 32, 44, 36, 48},
        "add",
        1},
       {", %a: Tensor[(2, 1), float32], %b: Tensor[(2, 1), float32]",
        {{10, 20}, {30, 40}},
        "(add(%0, %a), add(%1, %b))",
        {11, 12, 23, 24, 32, 34, 46, 48},
        "add",
        2},
       {", %a: Tensor[(2), float32], %b: Tensor[(2), float32]",
        {{10, 20}, {30, 40}},
        "(nn.bias_add(%0, %a), nn.bias_add(%1, %b))",
        {11, 12, 23, 24, 32, 34, 46, 48},
        "nn.bias_add",
        2},
       {"",
        {},
        "(expand_dims(%0, axis=3), expand_dims(%1, axis=3))",
        {1, 2, 3, 4, 2, 4, 6, 8},
        "expand_dims",
        1}});
}

TEST_CASE("convolutions keep the values of what follows", "[combine][values]") {
  // One row of two pixels with two channels: (1, 3) and (2, 4).
  const char* params =
      "%x: Tensor[(1, 2, 1, 2), float32], %v: Tensor[(2, 2, 1, 1), float32], %w: Tensor[(2, 2, 1, "
      "1), float32]";
  const char* convs = "%0 = nn.conv2d(%x, %v); %1 = nn.conv2d(%x, %w); ";
  CheckChains(params, convs, kDenseInputs, "CombineParallelConv2D(min_num_branches=2)",
              {{"",
                {},
                "(multiply(%0, 10f), multiply(%1, 100f))",
                {10, 20, 30, 40, 200, 400, 600, 800},
                "multiply",
                2},
               {", %a: Tensor[(2), float32], %b: Tensor[(2), float32]",
                {{10, 20}, {30, 40}},
                "(nn.bias_add(%0, %a), nn.bias_add(%1, %b))",
                {11, 12, 23, 24, 32, 34, 46, 48},
                "nn.bias_add",
                2},
               {", %a: Tensor[(2, 1, 1), float32], %b: Tensor[(2, 1, 1), float32]",
                {{10, 20}, {30, 40}},
                "(add(%0, %a), add(%1, %b))",
                {11, 12, 23, 24, 32, 34, 46, 48},
                "add",
                1},
               {"",
                {},
                "(expand_dims(%0, axis=1), expand_dims(%1, axis=1))",
                {1, 2, 3, 4, 2, 4, 6, 8},
                "expand_dims",
                1},
               {", %a: Tensor[(2, 1, 2, 1, 1), float32], %b: Tensor[(2, 1, 2, 1, 1), float32]",
                {{0, 1, 2, 3}, {0, 10}},
                "(add(%0, %a), add(%1, %b))",
                {1, 2, 4, 5, 3, 4, 6, 7, 2, 4, 16, 18, 2, 4, 16, 18},
                "add",
                1}});
}

}  // namespace passcope
