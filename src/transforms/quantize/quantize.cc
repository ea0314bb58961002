// Runs the passes of relay.quantize in order.
#include "transforms/quantize/quantize.h"

#include "pass/pass_context.h"
#include "pass/registry.h"

namespace passcope::quantize {

IRModule PrerequisiteOptimize(const IRModule& module, const ParamMap& params) {
  IRModule bound = module;
  if (!params.empty()) {
    bound = WithFunction(module, "main", BindParamsByName(module->Lookup("main"), params));
  }
  return Sequential({CreatePass("SimplifyInference"), CreatePass("FoldConstant"),
                     CreatePass("FoldScaleAxis"), CreatePass("CanonicalizeOps"),
                     CreatePass("FoldConstant")})(bound);
}

IRModule Quantize(const IRModule& module, const ParamMap& params, Dataset dataset,
                  const QConfig& config) {
  module->Lookup("main");  // Throws if it is missing.
  IRModule prepared = PrerequisiteOptimize(module, params);
  std::vector<Pass> passes = {
      transform::QuantizePartition(config), transform::QuantizeAnnotate(config),
      transform::QuantizeCalibrate(config, std::move(dataset)), CreatePass("InferType")};
  if (!config.do_simulation) passes.push_back(transform::QuantizeRealize(config));
  passes.push_back(CreatePass("FoldConstant"));
  PassContextPtr outer = PassContext::Current();
  // Disabled passes stay disabled; all other passes that are needed are enabled.
  PassContextPtr context = PassContext::Create(
      {.opt_level = 3,
       .required_pass = {"QuantizeAnnotate", "QuantizeCalibrate", "QuantizeRealize"},
       .disabled_pass = outer->disabled_pass(),
       .instruments = outer->instruments(),
       .config = outer->config()});
  IRModule result = Sequential(std::move(passes))(prepared, context);
  if (config.partition_conversions == "disabled") return result;
  return PartitionConversions(result, config);
}

}  // namespace passcope::quantize
