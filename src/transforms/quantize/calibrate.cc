// QuantizeCalibrate: finds scales and bounds for the operators that QuantizeAnnotate inserted into
// @main.
//
// Why: integers of a few bits encode reals up to a threshold. If it is too small, large values are
// cut off; if it is too large, small values have few steps. The threshold of a weight follows from
// its values. For other tensors, it is one number for all, or follows from their values on samples.
// Not done: thresholds per channel.
//
//   before  def @main(%x, %dom_scale, %clip_min, %clip_max) { … simulated_quantize(%x, %dom_scale,
//           %clip_min, %clip_max, kind=1) … }
//   after   def @main(%x) { … simulated_quantize(%x, 0.0625f, -127f, 127f, kind=1) … }
#include <algorithm>
#include <cmath>
#include <limits>

#include "checking/run_main.h"
#include "executor/executor.h"
#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "runtime/convert.h"
#include "transforms/pattern_utils.h"
#include "transforms/quantize/forward_rewrite.h"
#include "transforms/quantize/quantize.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace quantize {
namespace {

QAnnotateKind KindOf(const CallNode* call) {
  return static_cast<QAnnotateKind>(As<AnnotatedQuantizeAttrs>(call->attrs)->kind);
}

// The calls of simulated_quantize, arguments before results.
std::vector<const CallNode*> AnnotationsIn(const Expr& function) {
  std::vector<const CallNode*> found;
  PostOrderVisit(function, [&found](const ExprNode* node) {
    if (const CallNode* call = AsCallTo(node, kSimulatedQuantize)) found.push_back(call);
  });
  return found;
}

// A program whose results are the inputs of all annotations except those of weights.
IRModule Profiled(const IRModule& module, const Expr& function) {
  std::vector<Expr> observed;
  RewritePostOrder(function, [&](const ExprNode* node, std::span<const Expr> children) {
    const CallNode* call = AsCallTo(node, kSimulatedQuantize);
    if (!call) return WithChildren(node, children);
    if (KindOf(call) != QAnnotateKind::kWeight) observed.push_back(children[1]);
    return children[1];
  });
  Expr results = Tuple(observed);
  return WithFunction(module, "main", Function(FreeVars(results), results));
}

// Runs a program on samples.
class Runner {
 public:
  Runner(IRModule module) : module_(Typed(std::move(module))) {
    try {
      executor_.emplace(module_, "main");
    } catch (const DiagnosticError&) {
      // The evaluator runs programs that the executor does not support, or reports the error.
    }
  }

  std::vector<NDArray> operator()(const ParamMap& sample) {
    const auto* function = As<FunctionNode>(module_->Lookup("main"));
    std::vector<Value> inputs;
    for (const Expr& param : function->params()) {
      std::string_view name = As<VarNode>(param)->name().view();
      auto given = std::find_if(sample.begin(), sample.end(),
                                [&](const auto& entry) { return entry.first == name; });
      if (given == sample.end()) {
        throw DiagnosticError(DiagKind::kUnknownParam,
                              MSG(kDatasetSampleValueMissing,
                                  "a sample of the dataset has no value for '{name}'", name));
      }
      // NumPy's arrays are float64 unless told otherwise.
      const auto* type = As<TensorTypeNode>(param->checked_type());
      inputs.emplace_back(type && given->second->dtype != type->dtype
                              ? CastNDArray(given->second, type->dtype)
                              : given->second);
    }
    std::vector<NDArray> outputs;
    if (!executor_) return RunFunction(module_, "main", inputs);
    for (size_t i = 0; i < inputs.size(); ++i) executor_->SetInput(i, inputs[i].tensor());
    executor_->Run();
    for (size_t i = 0; i < executor_->plan().outputs.size(); ++i) {
      outputs.push_back(executor_->GetOutput(i));
    }
    return outputs;
  }

 private:
  IRModule module_;
  std::optional<GraphExecutor> executor_;
};

// The threshold of each annotation that is not a weight, from its values on the dataset.
std::vector<float> ScalesOf(const IRModule& module, const Expr& function, const Dataset& dataset,
                            const QConfig& config) {
  if (dataset.empty()) {
    throw DiagnosticError(
        DiagKind::kBadPassOption,
        MSG(kCalibrateModeNeedsDataset, "calibrate_mode is '{mode}', which needs a dataset",
            config.calibrate_mode));
  }
  IRModule profiled = Profiled(module, function);
  size_t count = As<TupleNode>(As<FunctionNode>(profiled->Lookup("main"))->body())->fields().size();
  Runner run(profiled);
  size_t chunk = config.calibrate_chunk_by > 0 ? static_cast<size_t>(config.calibrate_chunk_by)
                                               : std::max<size_t>(count, 1);
  std::vector<float> scales;
  for (size_t begin = 0; begin < count; begin += chunk) {
    std::vector<std::vector<float>> values(std::min(chunk, count - begin));
    for (const ParamMap& sample : dataset) {
      std::vector<NDArray> outputs = run(sample);
      for (size_t i = 0; i < values.size(); ++i) {
        const NDArray& output = outputs[begin + i];
        size_t old = values[i].size();
        values[i].resize(old + output->size());
        LoadElements(*output, 0, output->size(), values[i].data() + old);
      }
    }
    for (const std::vector<float>& tensor : values) {
      float scale = config.calibrate_mode == "percentile" ? FindScaleByPercentile(tensor)
                                                          : FindScaleByKl(tensor);
      // Any scale is right for a tensor that is 0 on all samples. TVM divides by 0.
      scales.push_back(scale > 0 ? scale : 1);
    }
  }
  return scales;
}

// The threshold of a weight, from its values.
double WeightScale(const CallNode* call, const QConfig& config) {
  const auto* weight = As<ConstantNode>(call->args()[0]);
  if (!weight) {
    throw DiagnosticError(
        DiagKind::kUnsupported,
        MSG(kQuantizeWeightsNotConstant,
            "relay.quantize requires constant weights: bind parameters and fold constants first"),
        {}, Expr(call));
  }
  double greatest = 0;
  Elements<float> values(weight->data);
  for (size_t i = 0; i < weight->data->size(); ++i) {
    greatest = std::max(greatest, std::fabs(double{values[i]}));
  }
  // TVM divides by 0 if the weight is all zeros and weight_scale is "max".
  if (greatest == 0) return 1;
  return config.weight_scale == "max" ? greatest : std::exp2(std::ceil(std::log2(greatest)));
}

IRModule Calibrate(const IRModule& module, const QConfig& config, const Dataset& dataset) {
  Expr function = module->Lookup("main");
  if (!function) return module;
  std::vector<const CallNode*> annotations = AnnotationsIn(function);
  if (annotations.empty()) return module;
  std::vector<float> scales;
  if (config.calibrate_mode != "global_scale") scales = ScalesOf(module, function, dataset, config);
  size_t next = 0;
  const auto* node = As<FunctionNode>(function);
  PtrSet inner;  // Variables that the body binds keep their values.
  PostOrderVisit(node->body(), [&](const ExprNode* expr) {
    ForEachBinder(expr, [&](const VarNode* var) { inner.Insert(var->vid.get()); });
  });
  VarMap values;
  PtrSet bound;
  for (const CallNode* call : annotations) {
    QAnnotateKind kind = KindOf(call);
    double scale = kind == QAnnotateKind::kWeight ? WeightScale(call, config)
                   : scales.empty()               ? config.global_scale
                                                  : scales[next++];
    double range = std::ldexp(1, static_cast<int>(config.BitsOf(kind)) - 1);
    auto bind = [&](size_t arg, double value) {
      const auto* var = As<VarNode>(call->args()[arg]);
      if (!var || inner.Contains(var->vid.get())) return;
      values.Set(var->vid, Constant(ScalarNDArray(value, DataType::Float(32))));
      bound.Insert(var->vid.get());
    };
    bind(1, scale / range);
    bind(2, -(range - 1));
    bind(3, range - 1);
  }
  Expr rewritten = SubstituteVars(node->body(), values);
  std::vector<Expr> params;
  for (const Expr& param : node->params()) {
    if (!bound.Contains(As<VarNode>(param)->vid.get())) params.push_back(param);
  }
  return WithFunction(
      module, "main",
      Function(params, rewritten, node->ret_type, node->type_params, node->attrs, node->span()));
}

// The distribution with a small part moved to entries that are 0; empty if that is impossible.
std::vector<float> Smoothed(std::vector<float> p) {
  constexpr float kEpsilon = 0.0001F;
  auto zeros = static_cast<size_t>(std::count(p.begin(), p.end(), 0.0F));
  size_t others = p.size() - zeros;
  if (others == 0) return {};
  float taken = kEpsilon * static_cast<float>(zeros) / static_cast<float>(others);
  if (taken >= 1) return {};
  for (float& value : p) value += value == 0 ? kEpsilon : -taken;
  return p;
}

// The Kullback-Leibler divergence of two distributions that are not normalized.
float Divergence(const std::vector<float>& p, const std::vector<float>& q) {
  float p_sum = 0, q_sum = 0, sum = 0;
  for (float value : p) p_sum += value;
  for (float value : q) q_sum += value;
  for (size_t i = 0; i < p.size(); ++i) {
    float a = p[i] / p_sum, b = q[i] / q_sum;
    // Smoothing can make a small count negative. Such entries tell nothing, so they are skipped.
    if (a > 0 && b > 0) sum += a * std::log(a / b);
  }
  return sum;
}

}  // namespace

float FindScaleByKl(const std::vector<float>& values, int num_bins, int num_quantized_bins) {
  float threshold = 0;
  for (float value : values) threshold = std::max(threshold, std::fabs(value));
  if (threshold == 0) return 0;
  auto bins = static_cast<size_t>(num_bins);
  std::vector<float> edges(bins + 1);
  double width = 2.0 * threshold / num_bins;
  for (size_t i = 0; i <= bins; ++i) {
    edges[i] = static_cast<float>(-threshold + width * static_cast<double>(i));
  }
  edges[bins] = threshold;
  std::vector<int> histogram(bins, 0);
  for (float value : values) {
    if (!(std::fabs(value) <= threshold)) continue;
    auto bin = static_cast<size_t>(
        std::clamp((value + double{threshold}) / width, 0.0, static_cast<double>(bins - 1)));
    // The bin according to the edges, which are rounded.
    if (bin > 0 && value < edges[bin]) --bin;
    if (bin + 1 < bins && value >= edges[bin + 1]) ++bin;
    ++histogram[bin];
  }
  size_t zero = bins / 2;
  auto steps = static_cast<size_t>(num_quantized_bins);
  float best = std::numeric_limits<float>::infinity(), result = 0;
  bool any = false;
  for (size_t i = steps / 2; i <= zero; ++i) {
    // Values outside of the bins from `start` to `stop` are cut off.
    size_t start = zero - i, stop = zero + i + 1, size = stop - start;
    std::vector<int> inside(histogram.begin() + static_cast<std::ptrdiff_t>(start),
                            histogram.begin() + static_cast<std::ptrdiff_t>(stop));
    // As in TVM, the first bin counts as cut off, but only for this distribution.
    inside[0] = 0;
    std::vector<float> p(inside.begin(), inside.end());
    for (size_t j = 0; j <= start; ++j) p[0] += static_cast<float>(histogram[j]);
    for (size_t j = stop; j < bins; ++j) p.back() += static_cast<float>(histogram[j]);
    size_t merged = size / steps;
    std::vector<float> q(size, 0);
    for (size_t j = 0; j < steps; ++j) {
      size_t first = j * merged, last = j + 1 == steps ? size : first + merged;
      float sum = 0;
      int filled = 0;
      for (size_t k = first; k < last; ++k) {
        sum += static_cast<float>(inside[k]);
        filled += inside[k] != 0 ? 1 : 0;
      }
      if (filled == 0) continue;
      for (size_t k = first; k < last; ++k) {
        if (p[k] != 0) q[k] = sum / static_cast<float>(filled);
      }
    }
    p = Smoothed(std::move(p));
    q = Smoothed(std::move(q));
    float divergence =
        p.empty() || q.empty() ? std::numeric_limits<float>::infinity() : Divergence(p, q);
    if (!any || divergence < best) {
      any = true;
      best = divergence;
      result = edges[stop];
    }
  }
  return result;
}

float FindScaleByPercentile(const std::vector<float>& values, double percentile) {
  if (values.empty()) return 0;
  std::vector<float> magnitudes;
  magnitudes.reserve(values.size());
  for (float value : values) magnitudes.push_back(std::fabs(value));
  auto at = static_cast<std::ptrdiff_t>(static_cast<double>(values.size()) * percentile);
  at = std::min(at, static_cast<std::ptrdiff_t>(values.size()) - 1);
  std::nth_element(magnitudes.begin(), magnitudes.begin() + at, magnitudes.end());
  return magnitudes[static_cast<size_t>(at)];
}

}  // namespace quantize

namespace transform {

Pass QuantizeCalibrate(const quantize::QConfig& config, quantize::Dataset dataset) {
  return CreateModulePass(
      [config, dataset = std::move(dataset)](const IRModule& module, PassContext&) {
        return quantize::Calibrate(module, config, dataset);
      },
      TableInfo("QuantizeCalibrate"));
}

}  // namespace transform
}  // namespace passcope
