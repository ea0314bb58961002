// Random programs for the passes that change layouts or combine parallel calls.
#include "generator/chain_programs.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/count_ops.h"
#include "api/pipeline_spec.h"
#include "checking/program_test.h"
#include "diagnostics/diagnostic.h"
#include "generator/chain_builder.h"
#include "op/op.h"
#include "transforms/layout_conversion.h"
#include "transforms/op_rules.h"
#include "transforms/optimize.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

// A pipeline under test, with the values that it may change.
struct Tested {
  std::string text;
  int opt_level = 4;
  std::function<IRModule(const IRModule&)> run;
  PassValues values = PassValues::kKeeps;
};

Tested FromSpec(const std::string& text) {
  std::vector<Pass> passes = PassesFromSpec(ParsePipeline(text));
  auto run = [passes](const IRModule& module) { return Sequential(passes)(module); };
  return {text, 4, run, ValuesOf(passes)};
}

Tested Optimized(int opt_level) {
  auto run = [](const IRModule& module) { return Optimize(module); };
  return {"optimize at level " + std::to_string(opt_level), opt_level, run,
          opt_level > 3 ? PassValues::kApproximates : PassValues::kKeeps};
}

int64_t RandomDivisor(SplitMix64& random, int64_t size) {
  int64_t divisor = 0;
  do {
    divisor = 1 + static_cast<int64_t>(random.Below(static_cast<uint64_t>(size)));
  } while (size % divisor != 0);
  return divisor;
}

// AlterOpLayout with a rule that gives each convolution blocks of random sizes.
Tested Altered(uint64_t seed) {
  auto run = [seed](const IRModule& module) {
    SplitMix64 random(seed, "blocks");
    auto rule = [&](const CallNode* call, std::span<const Expr> args) -> Expr {
      const auto* attrs = As<Conv2DAttrs>(call->attrs);
      auto data = StaticShape(call->arg(0)->checked_type());
      auto weight = StaticShape(call->arg(1)->checked_type());
      if (attrs->data_layout != "NCHW" || attrs->groups != 1 || random.Below(8) == 0)
        return nullptr;
      std::string in = std::to_string(RandomDivisor(random, (*data)[1]));
      std::string out = std::to_string(RandomDivisor(random, (*weight)[0]));
      return Call(GetOp("nn.contrib_conv2d_NCHWc"), args,
                  WithAttrs(WithFullPadding(call->attrs, 2),
                            {{"channels", (*weight)[0]},
                             {"kernel_size", AttrValue::Ints({(*weight)[2], (*weight)[3]})},
                             {"data_layout", "NCHW" + in + "c"},
                             {"kernel_layout", "OIHW" + in + "i" + out + "o"},
                             {"out_layout", "NCHW" + out + "c"}}));
    };
    return Sequential({transform::AlterOpLayout({{"nn.conv2d", rule}})})(module);
  };
  return {"AlterOpLayout with random blocks", 4, run};
}

// Runs the pipelines over the program. A diagnostic of a pass is a finding.
std::optional<ValueFinding> CheckAll(uint64_t seed, const IRModule& program,
                                     const std::vector<Tested>& pipelines, ValueCounts* counts) {
  ++counts->programs;
  for (const auto& [name, count] : CountOps(program)) counts->operators.insert(name);
  ValueCheckOptions options;
  options.seed = static_cast<int64_t>(seed);
  ValueChecker checker(options);
  for (const Tested& tested : pipelines) {
    ValueCheck check;
    try {
      PassContextScope scope(PassContext::Create({.opt_level = tested.opt_level}));
      check = checker.Check(program, tested.run(program), tested.values);
    } catch (const DiagnosticError& error) {
      if (error.diagnostics().front().kind == DiagKind::kUnsupported) {
        ++counts->refused;
        continue;
      }
      return ValueFinding{tested.text, program, error.what()};
    } catch (const std::exception& error) {
      return ValueFinding{tested.text, program, error.what()};
    }
    switch (check.outcome) {
      case ValueCheck::Outcome::kUnchanged:
        ++counts->unchanged;
        break;
      case ValueCheck::Outcome::kSame:
        ++counts->compared;
        break;
      case ValueCheck::Outcome::kNotChecked:
        ++counts->not_checked[check.Explanation()->text()];
        break;
      case ValueCheck::Outcome::kDiffers:
        if (IsKnownToDiffer(program, tested.text, tested.values, check)) break;
        return ValueFinding{tested.text, program, check.Explanation()->text()};
    }
  }
  return std::nullopt;
}

Expr Results(const std::vector<Expr>& values) {
  return values.size() == 1 ? values[0] : Tuple(values);
}

}  // namespace

std::optional<ValueFinding> CheckLayoutPasses(uint64_t seed, ValueCounts* counts) {
  ChainBuilder builder(seed);
  std::vector<Expr> values;
  while (values.empty()) {
    if (Expr start = builder.Start()) values.push_back(start);
  }
  if (builder.Chance(30)) {
    // A second convolution, of the same data or of the first one.
    const auto* first = AsCallTo(values[0], "nn.conv2d");
    Expr data = first && builder.Chance(50) ? first->arg(0) : values[0];
    if (Expr conv = builder.Conv2D(data)) values.push_back(conv);
  }
  uint64_t steps = 1 + builder.Below(5);
  for (uint64_t i = 0; i < steps; ++i) {
    const Expr& data = builder.Chance(75) ? values.back() : values[builder.Below(values.size())];
    if (Expr next = builder.Typed(builder.Step(data, values))) values.push_back(next);
  }
  std::vector<Expr> results = {values.back()};
  if (builder.Chance(30)) results.push_back(values[builder.Below(values.size())]);
  IRModule program = builder.Build(Results(results));

  static constexpr const char* kConversions[] = {
      R"(ConvertLayout(desired_layouts={"nn.conv2d": [NHWC, default], "nn.conv3d": [NDHWC, default], "nn.conv2d_transpose": [NHWC, HWIO]}))",
      R"(ConvertLayout(desired_layouts={"nn.conv2d": [NHWC, HWIO], "nn.max_pool2d": [NHWC], "image.resize2d": [NHWC], "vision.roi_align": [NHWC, default], "qnn.conv2d": [NHWC, default]}))",
      R"(ConvertLayout(desired_layouts={"nn.conv2d": [NHWC, OHWI], "nn.avg_pool2d": [NCHW], "qnn.conv2d": [HWNC, HWOI], "nn.conv3d": [DHWNC, DHWIO]}))",
      R"(ConvertLayout(desired_layouts={"nn.conv2d": [HWNC, HWOI]}))",
      R"(ConvertLayout(desired_layouts={"nn.conv2d": [HWNC, default], "nn.global_avg_pool2d": [NHWC], "nn.global_max_pool2d": [NHWC]}))",
      R"(ConvertLayout(desired_layouts={"nn.conv2d": [CHWN, OIHW], "qnn.conv2d": [NHWC, OHWI]}))",
      R"(ConvertLayout(desired_layouts={"nn.conv2d": [NCHW2c, OIHW2i2o]}))",
      R"(ConvertLayout(desired_layouts={"nn.conv2d": [NCHW4c, OIHW4i4o]}))",
      R"(ConvertLayout(desired_layouts={"nn.conv2d": [NCHW1c, OIHW1i1o]}))",
  };
  std::string conversion = builder.Pick(kConversions);
  if (builder.Chance(30)) conversion = "SimplifyInference, " + conversion;
  if (builder.Chance(10)) conversion = "ToANormalForm, " + conversion;
  std::vector<Tested> pipelines = {Altered(seed), Altered(seed + 1), FromSpec(conversion),
                                   Optimized(3)};
  if (builder.Chance(20)) pipelines.push_back(Optimized(static_cast<int>(builder.Below(5))));
  return CheckAll(seed, program, pipelines, counts);
}

namespace {

// With `channels_last`, the data and the weight of a convolution have their channels in the end.
Expr Product(ChainBuilder& builder, int kind, const Expr& data, int64_t units, bool channels_last) {
  std::vector<int64_t> shape = *StaticShape(data->checked_type());
  DataType dtype = As<TensorTypeNode>(data->checked_type())->dtype;
  if (kind == 0) {
    if (!channels_last) return builder.Conv2D(data, units);
    AttrValue kernel = AttrValue::Ints({1, 1});
    return MakeOp("nn.conv2d", {data, builder.Operand({1, 1, shape[3], units}, dtype)},
                  {{"channels", units},
                   {"kernel_size", kernel},
                   {"data_layout", "NHWC"},
                   {"kernel_layout", "HWIO"},
                   {"out_layout", builder.Chance(20) ? "NCHW" : ""}});
  }
  bool wide = builder.Chance(10);
  AttrValue out_dtype = wide ? DataType::Float(64) : DataType();
  if (kind == 1) {
    return MakeOp(
        "nn.dense", {data, builder.Operand({units, shape.back()}, dtype)},
        {{"units", builder.Chance(50) ? AttrValue(units) : AttrValue()}, {"out_dtype", out_dtype}});
  }
  bool transpose = builder.Chance(85);
  int64_t batch = shape[0] == 1 && builder.Chance(40)  ? builder.Size(1, 3)
                  : shape[0] > 1 && builder.Chance(20) ? 1
                                                       : shape[0];
  std::vector<int64_t> weight = {batch, units, shape[2]};
  if (!transpose) std::swap(weight[1], weight[2]);
  return MakeOp("nn.batch_matmul", {data, builder.Operand(weight, dtype)},
                {{"transpose_a", false}, {"transpose_b", transpose}, {"out_dtype", out_dtype}});
}

}  // namespace

std::optional<ValueFinding> CheckCombiningPasses(uint64_t seed, ValueCounts* counts) {
  ChainBuilder builder(seed);
  int kind = static_cast<int>(builder.Below(3));
  DataType dtype = DataType::Float(32);
  std::vector<int64_t> shape;
  if (kind == 0) {
    shape = {builder.Size(1, 2), builder.Size(1, 4), builder.Size(1, 3), builder.Size(1, 3)};
  } else if (kind == 1) {
    shape = {builder.Size(1, 3), builder.Size(1, 4)};
    if (builder.Chance(20)) shape.insert(shape.begin(), builder.Size(1, 3));
  } else {
    shape = {builder.Size(1, 3), builder.Size(1, 3), builder.Size(1, 4)};
  }
  Expr data = builder.Operand(shape, dtype);
  if (builder.Chance(30)) data = InferTypes(CallOp("nn.relu", {data}));
  uint64_t branches = 2 + builder.Below(3), steps = builder.Below(4);
  int64_t units = builder.Size(1, 4);
  bool equal = builder.Chance(60), channels_last = builder.Chance(40);
  std::vector<Expr> values;
  // All branches draw the same calls, apart from the sizes of operands, unless one deviates.
  const SplitMix64 same = builder.random();
  for (uint64_t i = 0; i < branches; ++i) {
    SplitMix64 own(seed + i, "branch");
    builder.random() = same;
    int64_t size = equal ? units : 1 + static_cast<int64_t>(own.Below(4));
    Expr value = builder.Typed(Product(builder, kind, data, size, channels_last));
    for (uint64_t step = 0; value && step < steps; ++step) {
      if (own.Below(10) == 0) builder.random() = SplitMix64(own.Next());
      Expr next = builder.Typed(builder.Elementwise(value, values));
      if (next) value = next;
    }
    if (value) values.push_back(value);
  }
  builder.random() = SplitMix64(seed, "rest");
  if (values.empty()) return std::nullopt;
  if (builder.Chance(20)) {
    if (Expr next = builder.Typed(builder.Step(values.back(), values))) values.push_back(next);
  }
  IRModule program = builder.Build(Results(values));
  std::vector<Tested> pipelines = {Optimized(static_cast<int>(3 + builder.Below(2)))};
  if (kind == 0) pipelines.push_back(FromSpec("CombineParallelConv2D(min_num_branches=2)"));
  if (kind == 1) {
    pipelines.push_back(FromSpec("CombineParallelDense(min_num_branches=2)"));
    pipelines.push_back(FromSpec("CombineParallelDense(min_num_branches=2, to_batch=false)"));
  }
  if (kind == 2) pipelines.push_back(FromSpec("CombineParallelBatchMatmul(min_num_branches=2)"));
  return CheckAll(seed, program, pipelines, counts);
}

}  // namespace passcope
