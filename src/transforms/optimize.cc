// relay.optimize: the pipeline that TVM runs before it generates code.
#include "transforms/optimize.h"

#include "pass/registry.h"
#include "transforms/op_rules.h"
#include "transforms/transforms.h"

namespace passcope {

std::vector<Pass> OptimizePasses() {
  return {transform::RemoveUnusedFunctions({"main"}),
          transform::ToBasicBlockNormalForm(),
          Sequential({transform::Legalize("FTVMQnnLegalize"), CreatePass("InferType"),
                      transform::Legalize("FTVMQnnCanonicalize")},
                     {1, "qnn.Legalize", {"InferType"}, false}),
          transform::Legalize(),
          CreatePass("SimplifyInference"),
          transform::EliminateCommonSubexpr(),
          transform::CombineParallelConv2D(),
          transform::CombineParallelDense(),
          transform::CombineParallelBatchMatmul(),
          CreatePass("FoldConstant"),
          CreatePass("FoldScaleAxis"),
          transform::SimplifyExpr(),
          transform::CanonicalizeCast(),
          CreatePass("CanonicalizeOps"),
          transform::FlattenAtrousConv(),
          CreatePass("InferType"),
          transform::AlterOpLayout(),
          transform::FastMath(),
          CreatePass("FoldConstant"),
          transform::SplitArgs(-1),
          transform::FuseOps()};
}

IRModule Optimize(const IRModule& module, const ParamMap& params) {
  IRModule result = module;
  if (!params.empty()) {
    result = WithFunction(result, "main", BindParamsByName(result->Lookup("main"), params));
  }
  Pass infer_type = CreatePass("InferType");
  result = Sequential(OptimizePasses())(result);
  result = transform::Inline()(infer_type(result));
  return transform::LabelOps()(infer_type(result));
}

}  // namespace passcope
