// relay.quantize: a program of reals as one of integers, after Jain, Bhattacharya, Masuda, Sharma,
// Wang: Efficient execution of quantized deep learning models, 2020, and TVM 0.11.
#pragma once

#include <vector>

#include "ir/module.h"
#include "ir/ndarray.h"
#include "pass/pass.h"
#include "transforms/bind_params.h"
#include "transforms/quantize/qconfig.h"

namespace passcope {

namespace quantize {

// What stands for a value that will be an integer: QuantizeAnnotate puts it there,
// QuantizeCalibrate gives it its scale, QuantizeRealize takes it away.
inline constexpr char kSimulatedQuantize[] = "relay.op.annotation.simulated_quantize";

// Inputs of @main by name, one entry for each sample.
using Dataset = std::vector<ParamMap>;

// What has to be done before quantization: parameters become constants, batch normalizations
// multiplications that are folded into weights, and biases sums. Throws as BindParamsByName and the
// passes do.
IRModule PrerequisiteOptimize(const IRModule& module, const ParamMap& params = {});

// PrerequisiteOptimize, then QuantizePartition, QuantizeAnnotate, QuantizeCalibrate, InferType,
// QuantizeRealize (unless config.do_simulation), FoldConstant, as one Sequential at opt level 3; in
// the end functions of their own for conversions if the config asks for them. Throws as the passes
// do.
IRModule Quantize(const IRModule& module, const ParamMap& params, Dataset dataset,
                  const QConfig& config);

// @main as conversions of its inputs, the rest, and conversions of its results. Throws
// DiagnosticError (kUnsupported) where there are other functions, where results are made of several
// tensors of integers, and, for "fully_integral", where the rest computes with reals.
IRModule PartitionConversions(const IRModule& module, const QConfig& config);

// The threshold that is best for a tensor whose values are `values`: that which loses the least
// information when what is below it is kept in `num_quantized_bins` steps (Migacz: 8-bit inference
// with TensorRT, 2017). 0 where all values are.
float FindScaleByKl(const std::vector<float>& values, int num_bins = 8001,
                    int num_quantized_bins = 255);
// The magnitude that the part `percentile` of the values has at most.
float FindScaleByPercentile(const std::vector<float>& values, double percentile = 0.99999);

// Throws DiagnosticError (kUnsupported): the rules have nothing for a call of this operator on
// arguments that are quantized like this.
[[noreturn]] void RefuseKinds(const CallNode* call);

}  // namespace quantize

namespace transform {
Pass QuantizePartition(const quantize::QConfig& config);
Pass QuantizeAnnotate(const quantize::QConfig& config);
Pass QuantizeCalibrate(const quantize::QConfig& config, quantize::Dataset dataset);
Pass QuantizeRealize(const quantize::QConfig& config);
}  // namespace transform

}  // namespace passcope
