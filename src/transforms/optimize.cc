// relay.optimize: the pipeline that TVM runs before it generates code.
#include "transforms/optimize.h"

#include "pass/pass_context.h"
#include "pass/registry.h"

namespace passcope {

std::vector<Pass> OptimizePasses() {
  return {CreatePass("RemoveUnusedFunctions"),
          CreatePass("ToBasicBlockNormalForm"),
          Sequential({CreatePass("Legalize", {{"legalize_map_attr_name", "FTVMQnnLegalize"}}),
                      CreatePass("Legalize", {{"legalize_map_attr_name", "FTVMQnnCanonicalize"}})},
                     {0, "qnn.Legalize", {}, false}),
          CreatePass("Legalize"),
          CreatePass("SimplifyInference"),
          CreatePass("EliminateCommonSubexpr"),
          CreatePass("CombineParallelConv2D"),
          CreatePass("CombineParallelDense"),
          CreatePass("CombineParallelBatchMatmul"),
          CreatePass("FoldConstant"),
          CreatePass("FoldScaleAxis"),
          CreatePass("SimplifyExpr"),
          CreatePass("CanonicalizeCast"),
          CreatePass("CanonicalizeOps"),
          CreatePass("FlattenAtrousConv"),
          CreatePass("InferType"),
          CreatePass("AlterOpLayout"),
          CreatePass("FastMath"),
          CreatePass("FoldConstant"),
          CreatePass("SplitArgs"),
          CreatePass("PlanDevices"),
          CreatePass("FuseOps")};
}

IRModule Optimize(const IRModule& module, const ParamMap& params) {
  IRModule result = module;
  if (!params.empty()) {
    result = WithFunction(result, "main", BindParamsByName(result->Lookup("main"), params));
  }
  Pass infer_type = CreatePass("InferType");
  {
    TargetScope target(Target::kLlvm);
    result = Sequential(OptimizePasses())(result);
  }
  result = CreatePass("Inline")(infer_type(result));
  result = transform::LabelOps()(infer_type(result));
  return CreatePass("AnnotateMemoryScope")(result);
}

}  // namespace passcope
