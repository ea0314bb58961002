// Random programs and pipelines, and comparisons of their values.
#include "generator/value_programs.h"

#include <cmath>
#include <cstdlib>
#include <vector>

#include "analysis/count_ops.h"
#include "api/pipeline_spec.h"
#include "checking/check_values.h"
#include "checking/inputs.h"
#include "checking/program_test.h"
#include "checking/run_main.h"
#include "diagnostics/diagnostic.h"
#include "generator/module_generator.h"
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/registry.h"
#include "runtime/kernel.h"
#include "runtime/numeric.h"

namespace passcope {
namespace {

constexpr int kPipelines = 10;
// Float16 rounds numbers above about this one to infinity.
constexpr double kFloat16Limit = 65504;

// The passes under test, each with its possible options.
const std::vector<const char*>& Pipelines() {
  static const std::vector<const char*> pipelines = {
      "AlterOpLayout",
      "AnnotateSpans",
      "BackwardFoldScaleAxis",
      "CanonicalizeCast",
      "CanonicalizeOps",
      "CombineParallelBatchMatmul(min_num_branches=2)",
      "CombineParallelConv2D(min_num_branches=2)",
      "CombineParallelDense(min_num_branches=2)",
      "CombineParallelDense(min_num_branches=2, to_batch=false)",
      "ConvertLayout(desired_layouts={\"nn.conv2d\": [NHWC, default], \"nn.max_pool2d\": [NHWC]})",
      "ConvertLayout(desired_layouts={\"nn.conv2d\": [NCHW, OIHW], \"nn.conv3d\": [NDHWC, "
      "default]})",
      "DeadCodeElimination",
      "DeadCodeElimination(inline_once=true)",
      "Defunctionalization",
      "DivToMul",
      "DynamicToStatic",
      "EliminateCommonSubexpr",
      "EtaExpand(expand_global_var=true)",
      "FastMath",
      "FlattenAtrousConv",
      "FoldConstant",
      "FoldConstant(fold_qnn=true)",
      "FoldExplicitPadding",
      "FoldScaleAxis",
      "ForwardFoldScaleAxis",
      "FuseOps(fuse_opt_level=0)",
      "FuseOps(fuse_opt_level=1)",
      "FuseOps(fuse_opt_level=2)",
      "FuseOps, DefuseOps",
      "FuseOps(fuse_opt_level=2), DefuseOps",
      "Inline",
      "LambdaLift",
      "Legalize",
      "PartialEvaluate",
      "RemoveUnusedFunctions",
      "SimplifyExpr",
      "SimplifyInference",
      "SplitArgs(max_function_args=2)",
      "ToANormalForm",
      "ToANormalForm, ManifestLifetimes",
      "ToANormalForm, ToGraphNormalForm",
      "ToBasicBlockNormalForm",
      "ToGraphNormalForm",
      "ToMixedPrecision",
      "ToMixedPrecision(mixed_precision_type=bfloat16)",
  };
  return pipelines;
}

// True if ToMixedPrecision changes types of the program as TVM's does
// (docs/differences-from-tvm.md): integers become reals if an operator computes in a type of its
// choice.
bool ChangesTypes(const IRModule& module) {
  bool found = false;
  for (const IRModuleNode::Item& item : module->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      const auto* call = As<CallNode>(node);
      const auto* op = call ? As<OpNode>(call->op()) : nullptr;
      if (!op) return;
      const auto* type = As<TensorTypeNode>(call->checked_type());
      bool of_integers = !type || !(type->dtype.is_float() || type->dtype.is_bfloat());
      const AttrSchema* schema = op->decl->schema ? &op->decl->schema() : nullptr;
      bool chooses = schema && (schema->Find("out_dtype") || schema->Find("dtype"));
      found = found ||
              (of_integers && chooses && !IsCallTo(node, "cast") && !IsCallTo(node, "reinterpret"));
    });
  }
  return found;
}

// True if a pass of TVM changes the program's values (docs/differences-from-tvm.md).
// SimplifyInference rounds epsilon to float32, as in Passcope. TVM's FoldConstant folds
// ndarray_size of a scalar to 0; Passcope folds it to 1.
bool ChangesValuesInTvm(const IRModule& module) {
  bool found = false;
  for (const IRModuleNode::Item& item : module->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      const auto* call = As<CallNode>(node);
      const auto* op = call ? As<OpNode>(call->op()) : nullptr;
      if (!op || call->args().empty()) return;
      const auto* type = As<TensorTypeNode>(call->arg(0)->checked_type());
      const AttrSchema* schema = op->decl->schema ? &op->decl->schema() : nullptr;
      bool normalizes = schema && schema->Find("epsilon");
      found = found || (type && normalizes && type->dtype == DataType::Float(64)) ||
              (type && type->shape.empty() && IsCallTo(node, "ndarray_size"));
    });
  }
  return found;
}

// True if a maximum can be that of padding only: the lowest number of its type.
bool PoolsPaddingAlone(const IRModule& module) {
  bool found = false;
  for (const IRModuleNode::Item& item : module->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      const auto* call = As<CallNode>(node);
      const auto* op = call ? As<OpNode>(call->op()) : nullptr;
      const PoolAttrs* pool = op ? AsPoolAttrs(call->attrs) : nullptr;
      if (!pool || std::string_view(op->name()).substr(0, 11) != "nn.max_pool") return;
      for (int64_t padding : pool->padding) {
        for (int64_t size : pool->pool_size) found = found || padding >= size;
        // Elements between the taps of a dilated window are not read.
        for (int64_t step : pool->dilation) found = found || (padding > 0 && step > 1);
      }
    });
  }
  return found;
}

// True if a program computes numbers that a smaller type cannot hold: products of many factors,
// padding beyond float16, and the lowest number of its type.
bool LeavesSmallerTypes(const IRModule& module) {
  std::map<std::string, int64_t> counts = CountOps(module);
  if (counts.count("prod") != 0 || counts.count("cumprod") != 0) return true;
  if (PoolsPaddingAlone(module)) return true;
  bool found = false;
  for (const IRModuleNode::Item& item : module->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      const auto* call = As<CallNode>(node);
      AttrValue padding = call && As<OpNode>(call->op()) && call->attrs
                              ? call->attrs->Get("pad_value")
                              : AttrValue();
      const double* real = padding.get<double>();
      found = found || (real && !(std::abs(*real) < kFloat16Limit));
    });
  }
  return found;
}

// True if a smaller type can cause such a difference. Rounding can change a comparison, a
// remainder, a product of many factors, a shape that depends on values, or a computed index, which
// can become out of range. A wrong program differs in most places.
bool IsOfRounding(const IRModule& program, const ValueCheck& check) {
  if (!check.comparison) {
    return check.Explanation()->text().find(" is out of range for an axis ") != std::string::npos;
  }
  const ValueComparison& comparison = *check.comparison;
  if (program->Lookup("main")->checked_type()->is_dynamic()) return true;
  // Few elements prove nothing, and neither do numbers beyond float16.
  constexpr int64_t kFew = 3;
  const std::optional<ValueDifference>& difference = comparison.difference;
  if (difference && difference->kind == ValueDifference::Kind::kNotFinite &&
      std::abs(std::strtod(difference->reference.c_str(), nullptr)) > kFloat16Limit) {
    return true;
  }
  return comparison.compared > 0 && (2 * comparison.differing <= comparison.compared ||
                                     comparison.compared <= kFew || LeavesSmallerTypes(program));
}

// The first of a few random programs whose functions can all run; null if none can. A failure
// without a diagnostic is a finding.
IRModule RunnableProgram(uint64_t seed, SplitMix64& random, const GeneratorOptions& options,
                         ValueCounts* counts, std::optional<ValueFinding>* finding) {
  constexpr int kAttempts = 12;
  for (int i = 0; i < kAttempts; ++i) {
    IRModule program = ModuleGenerator(random.Next(), options).Next();
    try {
      // Also functions without callers: a pass can find that one of them cannot run.
      for (const IRModuleNode::Item& item : program->functions) {
        std::string_view name = item.name.view();
        RunFunction(program, name, MakeInputs(program, name, {.seed = seed}));
      }
      return program;
    } catch (const DiagnosticError& error) {
      ++counts->not_run[std::string(error.diagnostics().front().message.pattern)];
    } catch (const std::exception& error) {
      *finding = ValueFinding{"no pass", program, error.what()};
      return {};
    }
  }
  return {};
}

bool WritesReferences(const IRModule& program) {
  bool writes = false;
  for (const IRModuleNode::Item& item : program->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      writes = writes || node->kind() == ExprKind::kRefWrite;
    });
  }
  return writes;
}

// True if a quantized convolution pads with a constant that its data's type cannot hold.
bool PadsByZeroPointOutOfRange(const IRModule& program) {
  bool found = false;
  for (const IRModuleNode::Item& item : program->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      if (!IsCallTo(node, "qnn.conv2d") && !IsCallTo(node, "qnn.conv2d_transpose")) return;
      const auto* call = As<CallNode>(node);
      const auto* type = As<TensorTypeNode>(call->arg(0)->checked_type());
      const auto* zero = As<ConstantNode>(call->arg(2));
      if (!type || !zero || zero->data->size() != 1 || type->dtype.bits > 32) return;
      int64_t value = zero->data->ToInt(0);
      found = found || value < LowestScalar(type->dtype)->ToInt(0) ||
              value > HighestScalar(type->dtype)->ToInt(0);
    });
  }
  return found;
}

// True if a scale has no fixed-point factor, or if subtracting a zero point overflows integers.
// Factors and sums of integers then wrap around.
bool QuantizesBeyondIntegers(const IRModule& program) {
  bool found = false;
  for (const IRModuleNode::Item& item : program->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      if (!IsCallTo(node, "qnn.quantize") && !IsCallTo(node, "qnn.dequantize")) return;
      const auto* call = As<CallNode>(node);
      const auto* scale = As<ConstantNode>(call->arg(1));
      const auto* zero = As<ConstantNode>(call->arg(2));
      for (size_t i = 0; scale && i < scale->data->size(); ++i) {
        double value = std::abs(scale->data->ToDouble(i));
        found = found || !(value > 0x1p-31 && value < 0x1p31);
      }
      for (size_t i = 0; zero && i < zero->data->size(); ++i) {
        found = found || std::abs(zero->data->ToDouble(i)) >= 0x1p30;
      }
    });
  }
  return found;
}

}  // namespace

bool IsKnownToDiffer(const IRModule& program, std::string_view pipeline, PassValues values,
                     const ValueCheck& check) {
  if (ChangesValuesInTvm(program)) return true;
  if (pipeline.find("ToMixedPrecision") != std::string_view::npos && ChangesTypes(program)) {
    return true;
  }
  // The option makes the pass drop writes whose values are not needed.
  if (pipeline.find("ignore_impurity=true") != std::string_view::npos &&
      WritesReferences(program)) {
    return true;
  }
  if (pipeline.find("FakeQuantizationToInteger") != std::string_view::npos &&
      QuantizesBeyondIntegers(program)) {
    return true;
  }
  // A zero point that a pass bound to a variable is assumed to fit.
  const size_t canonicalized = pipeline.find("QnnCanonicalizeOps");
  if (canonicalized != std::string_view::npos && canonicalized != 0 &&
      PadsByZeroPointOutOfRange(program)) {
    return true;
  }
  // The square of the lowest number overflows its type, and the normalization is then computed in
  // steps.
  if (pipeline.find("SimplifyInference") != std::string_view::npos && PoolsPaddingAlone(program)) {
    return true;
  }
  return values == PassValues::kApproximates && IsOfRounding(program, check);
}

std::optional<IRModule> WithSmallerConstants(const IRModule& program) {
  bool found = false;
  std::vector<IRModuleNode::Item> functions = program->functions;
  for (IRModuleNode::Item& item : functions) {
    item.function = RewritePostOrder(
        item.function, [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
          const auto* constant = As<ConstantNode>(node);
          if (!constant) return WithChildren(node, children);
          const NDArray& data = constant->data;
          if (!data->dtype.is_float() && !data->dtype.is_bfloat()) return Expr(node);
          const double limit = std::sqrt(HighestScalar(data->dtype)->ToDouble(0));
          NDArray smaller = MakeNDArray(data->shape, data->dtype);
          bool changed = false;
          for (size_t i = 0; i < data->size(); ++i) {
            double value = data->ToDouble(i);
            const bool large = std::isfinite(value) && std::abs(value) >= limit;
            // About the fourth root of the type's limit.
            if (large) value /= limit * std::sqrt(limit);
            changed = changed || large;
            StoreDouble(smaller, i, value);
          }
          found = found || changed;
          return changed ? Constant(std::move(smaller)) : Expr(node);
        });
  }
  if (!found) return std::nullopt;
  return IRModule(new IRModuleNode(std::move(functions), program->attrs, program->types));
}

std::vector<std::string> RunnableOperators() {
  std::vector<std::string> names;
  for (const Expr& op : AllOps()) {
    const auto* node = As<OpNode>(op);
    if (node->decl->relation && HasKernel(node)) names.emplace_back(node->name());
  }
  return names;
}

std::optional<ValueFinding> CheckValues(uint64_t seed, ValueCounts* counts) {
  SplitMix64 random(seed, "values");
  GeneratorOptions options;
  options.runnable = true;
  options.steps = 1 + static_cast<int>(random.Below(10));
  options.functions = 1 + static_cast<int>(random.Below(2));
  options.control_flow = random.Below(2) != 0;
  options.max_elements = 32;
  std::optional<ValueFinding> finding;
  IRModule program = RunnableProgram(seed, random, options, counts, &finding);
  if (finding) return finding;
  if (!program || ChangesValuesInTvm(program)) return std::nullopt;
  ++counts->programs;
  for (const auto& [name, count] : CountOps(program)) counts->operators.insert(name);
  bool changes_types = ChangesTypes(program);
  auto pick = [&] {
    const std::vector<const char*>& all = Pipelines();
    std::string text;
    do {
      text = all[random.Below(all.size())];
    } while (changes_types && text.rfind("ToMixedPrecision", 0) == 0);
    return text;
  };
  ValueCheckOptions check_options;
  check_options.seed = static_cast<int64_t>(seed);
  ValueChecker checker(check_options);
  for (int i = 0; i < kPipelines; ++i) {
    std::string text = pick();
    if (i >= kPipelines / 2) {
      for (uint64_t more = 1 + random.Below(4); more > 0; --more) text += ", " + pick();
    }
    std::vector<Pass> passes = PassesFromSpec(ParsePipeline(text));
    IRModule made;
    try {
      PassContextScope scope(PassContext::Create({.opt_level = 4}));
      made = program;
      for (const Pass& pass : passes) made = pass(made);
    } catch (const DiagnosticError&) {
      ++counts->refused;
      continue;
    } catch (const std::exception& error) {
      return ValueFinding{text, program, error.what()};
    }
    PassValues values = ValuesOf(passes);
    ValueCheck check;
    try {
      check = checker.Check(program, made, values);
    } catch (const std::exception& error) {
      return ValueFinding{text, program, error.what()};
    }
    switch (check.outcome) {
      case ValueCheck::Outcome::kUnchanged:
        ++counts->unchanged;
        break;
      case ValueCheck::Outcome::kSame:
        ++counts->compared;
        counts->sensitive += check.sensitive;
        break;
      case ValueCheck::Outcome::kNotChecked:
        ++counts->not_checked[check.Explanation()->text()];
        break;
      case ValueCheck::Outcome::kDiffers:
        if (values == PassValues::kApproximates && IsOfRounding(program, check)) {
          ++counts->compared;
          break;
        }
        return ValueFinding{text, program, check.Explanation()->text()};
    }
  }
  return std::nullopt;
}

}  // namespace passcope
