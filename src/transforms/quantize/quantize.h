// relay.quantize: turns a program on reals into one on integers. After Jain, Bhattacharya, Masuda,
// Sharma, Wang: Efficient execution of quantized deep learning models, 2020, and TVM 0.11.
#pragma once

#include <vector>

#include "ir/module.h"
#include "ir/ndarray.h"
#include "pass/pass.h"
#include "transforms/bind_params.h"
#include "transforms/quantize/qconfig.h"

namespace passcope {

namespace quantize {

// The operator for a value that will be an integer. QuantizeAnnotate inserts it, QuantizeCalibrate
// gives it a scale, and QuantizeRealize removes it.
inline constexpr char kSimulatedQuantize[] = "relay.op.annotation.simulated_quantize";

// Inputs of @main by name, one entry for each sample.
using Dataset = std::vector<ParamMap>;

// The preparation for quantization. Parameters become constants, batch normalizations become
// multiplications that are folded into weights, and biases become sums. Exceptions of
// BindParamsByName and the passes propagate.
IRModule PrerequisiteOptimize(const IRModule& module, const ParamMap& params = {});

// Runs PrerequisiteOptimize, then QuantizePartition, QuantizeAnnotate, QuantizeCalibrate,
// InferType, QuantizeRealize (unless config.do_simulation) and FoldConstant, as one Sequential at
// opt level 3. In the end, it makes separate functions for conversions if the config wants them.
// Exceptions of the passes propagate.
IRModule Quantize(const IRModule& module, const ParamMap& params, Dataset dataset,
                  const QConfig& config);

// Splits @main into conversions of its inputs, the rest, and conversions of its results. Throws
// DiagnosticError (kUnsupported) if there are other functions, or if results consist of several
// tensors of integers. With "fully_integral", it also throws if the rest computes on reals.
IRModule PartitionConversions(const IRModule& module, const QConfig& config);

// The best threshold for a tensor with the given values. It loses the least information if values
// below it are kept in `num_quantized_bins` steps (Migacz: 8-bit inference with TensorRT, 2017).
// Returns 0 if all values are 0.
float FindScaleByKl(const std::vector<float>& values, int num_bins = 8001,
                    int num_quantized_bins = 255);
// The magnitude that the fraction `percentile` of the values does not exceed.
float FindScaleByPercentile(const std::vector<float>& values, double percentile = 0.99999);

// Throws DiagnosticError (kUnsupported): no rule supports this operator on arguments that are
// quantized like these.
[[noreturn]] void RefuseKinds(const CallNode* call);

}  // namespace quantize

namespace transform {
Pass QuantizePartition(const quantize::QConfig& config);
Pass QuantizeAnnotate(const quantize::QConfig& config);
Pass QuantizeCalibrate(const quantize::QConfig& config, quantize::Dataset dataset);
Pass QuantizeRealize(const quantize::QConfig& config);
}  // namespace transform

}  // namespace passcope
