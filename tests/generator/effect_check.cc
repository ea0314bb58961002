#include "generator/effect_check.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <vector>

#include "api/pipeline_spec.h"
#include "checking/run_main.h"
#include "diagnostics/diagnostic.h"
#include "generator/effect_programs.h"
#include "generator/reference_interpreter.h"
#include "pass/pass_context.h"
#include "pass/registry.h"
#include "runtime/evaluator.h"
#include "support/random.h"

namespace passcope {
namespace {

// The passes and pipelines that take programs with effects and keep their results.
constexpr const char* kPasses[] = {
    "AlterOpLayout",
    "AnnotateSpans",
    "BackwardFoldScaleAxis",
    "CanonicalizeCast",
    "CanonicalizeOps",
    "CapturePostDfsIndexInSpans",
    "CombineParallelBatchMatmul(min_num_branches=2)",
    "CombineParallelConv2D(min_num_branches=2)",
    "CombineParallelDense(min_num_branches=2)",
    "ConvertLayout(desired_layouts={\"nn.conv2d\": [NHWC, default]})",
    "DeadCodeElimination",
    "DeadCodeElimination(inline_once=true)",
    "Defunctionalization",
    "DefuseOps",
    "DivToMul",
    "DynamicToStatic",
    "EliminateCommonSubexpr",
    "EtaExpand(expand_constructor=true, expand_global_var=true)",
    "FakeQuantizationToInteger",
    "FastMath",
    "FlattenAtrousConv",
    "FoldConstant",
    "FoldConstant(fold_qnn=true)",
    "FoldExplicitPadding",
    "FoldScaleAxis",
    "ForwardFoldScaleAxis",
    "FuseOps(fuse_opt_level=0)",
    "FuseOps(fuse_opt_level=2)",
    "FuseOps(fuse_opt_level=2), DefuseOps",
    "HigherOrderGradient",
    "HigherOrderGradient, PartialEvaluate, DeadCodeElimination",
    "HigherOrderGradient, LazyGradientInit",
    "Inline",
    "LambdaLift",
    "LambdaLift, Inline",
    "LazyGradientInit",
    "Legalize",
    "PartialEvaluate",
    "PartialEvaluate, DeadCodeElimination",
    "QnnCanonicalizeOps",
    "QnnLegalize",
    "QuantizePartition",
    "RemoveUnusedFunctions",
    "SimplifyExpr",
    "SimplifyFCTranspose",
    "SimplifyInference",
    "SplitArgs(max_function_args=2)",
    "ToANormalForm",
    "ToANormalForm, DeadCodeElimination",
    "ToANormalForm, ManifestLifetimes",
    "ToANormalForm, ToGraphNormalForm",
    "ToBasicBlockNormalForm",
    "ToCPS, UnCPS",
    "ToGraphNormalForm",
};

bool Same(double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  return x == y || std::abs(x - y) <= 1e-9 * std::max(std::abs(x), std::abs(y));
}

// Empty if the values are equal.
std::string Difference(const PlainValue& want, const PlainValue& got, const std::string& place) {
  if (want.is_tensor != got.is_tensor || want.shape != got.shape ||
      want.constructor != got.constructor || want.fields.size() != got.fields.size()) {
    return place + " has another form";
  }
  for (size_t i = 0; i < want.numbers.size(); ++i) {
    if (Same(want.numbers[i], got.numbers[i])) continue;
    return place + " is " + std::to_string(got.numbers[i]) + ", not " +
           std::to_string(want.numbers[i]);
  }
  for (size_t i = 0; i < want.fields.size(); ++i) {
    std::string found = Difference(want.fields[i], got.fields[i], place + "." + std::to_string(i));
    if (!found.empty()) return found;
  }
  return {};
}

PlainValue PlainOf(const Value& value) {
  PlainValue plain;
  if (const NDArrayNode* tensor = value.as_tensor()) {
    plain.is_tensor = true;
    plain.shape = tensor->shape;
    for (size_t i = 0; i < tensor->size(); ++i) plain.numbers.push_back(tensor->ToDouble(i));
    return plain;
  }
  if (const TupleValueNode* data = value.as_data())
    plain.constructor = As<ConstructorNode>(data->constructor)->decl().name.str();
  for (const Value& field : value.fields()) plain.fields.push_back(PlainOf(field));
  return plain;
}

// The arguments of @main: a scalar, and a vector of two elements.
std::vector<PlainValue> Arguments() {
  PlainValue x, y;
  x.is_tensor = y.is_tensor = true;
  x.numbers = {2};
  y.shape = {2};
  y.numbers = {3, 5};
  return {x, y};
}

Value ByEvaluator(const IRModule& module) {
  std::vector<Value> args;
  for (const PlainValue& arg : Arguments()) {
    NDArray array = MakeNDArray(arg.shape, DataType::Float(64));
    for (size_t i = 0; i < arg.numbers.size(); ++i) StoreDouble(array, i, arg.numbers[i]);
    args.emplace_back(array);
  }
  return Evaluate(Typed(module), "main", args);
}

std::optional<EffectFinding> CheckPasses(const IRModule& program, const PlainValue& want,
                                         const std::string& text, EffectCounts* counts) {
  EffectCounts::Passes& count = counts->passes[text];
  IRModule made = program;
  try {
    PassContextScope scope(PassContext::Create({.opt_level = 4}));
    made = Sequential(PassesFromSpec(ParsePipeline(text)))(made);
  } catch (const DiagnosticError& error) {
    ++count.refused;
    ++counts->refusals[text + ": " + std::string(error.diagnostics().front().message.pattern)];
    return std::nullopt;
  } catch (const std::exception& error) {
    return EffectFinding{text, error.what(), program};
  }
  if (made == program) {
    ++count.unchanged;
    return std::nullopt;
  }
  try {
    PlainValue got = RunReference(made, Arguments());
    // A gradient is a second result.
    if (text.rfind("HigherOrderGradient", 0) == 0) got = PlainValue(got.fields.at(0));
    std::string difference = Difference(want, got, "the result");
    if (!difference.empty()) return EffectFinding{text, difference, program};
    ++count.compared;
  } catch (const ReferenceLimit& limit) {
    ++counts->limits[text + ": " + limit.what()];
  } catch (const std::exception& error) {
    return EffectFinding{text, error.what(), program};
  }
  return std::nullopt;
}

}  // namespace

std::optional<EffectFinding> CheckEffectsOf(const IRModule& program, const std::string& passes,
                                            EffectCounts* counts) {
  return CheckPasses(program, RunReference(program, Arguments()), passes, counts);
}

std::optional<EffectFinding> CheckEffects(uint64_t seed, bool all_passes, EffectCounts* counts) {
  IRModule program = MakeEffectProgram(seed);
  PlainValue want;
  try {
    want = RunReference(program, Arguments());
    std::string difference = Difference(want, PlainOf(ByEvaluator(program)), "the result");
    if (!difference.empty()) return EffectFinding{"", difference, program};
  } catch (const ReferenceLimit& limit) {
    ++counts->limits[limit.what()];
    return std::nullopt;
  } catch (const std::exception& error) {
    return EffectFinding{"", error.what(), program};
  }
  ++counts->programs;
  SplitMix64 random(seed, "passes");
  constexpr uint64_t kSome = 4;
  for (const char* passes : kPasses) {
    if (!all_passes && random.Below(kSome) != 0) continue;
    if (auto finding = CheckPasses(program, want, passes, counts)) return finding;
  }
  for (int i = 0; i < 2; ++i) {
    std::string text;
    for (uint64_t k = 2 + random.Below(4); k > 0; --k) {
      std::string next = kPasses[random.Below(std::size(kPasses))];
      // The result of a gradient has another type.
      if (next.rfind("HigherOrderGradient", 0) == 0) continue;
      text += (text.empty() ? "" : ", ") + next;
    }
    if (text.empty()) continue;
    EffectCounts of_pipeline;
    auto finding = CheckPasses(program, want, text, &of_pipeline);
    if (finding) return finding;
    EffectCounts::Passes& sum = counts->passes["pipelines"];
    sum.compared += of_pipeline.passes[text].compared;
    sum.unchanged += of_pipeline.passes[text].unchanged;
    sum.refused += of_pipeline.passes[text].refused;
  }
  return std::nullopt;
}

}  // namespace passcope
