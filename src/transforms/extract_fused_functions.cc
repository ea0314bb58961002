// The functions that fusion makes.
#include "transforms/extract_fused_functions.h"

#include <algorithm>

#include "ir/structural.h"
#include "ir/visitor.h"
#include "pass/registry.h"

namespace passcope {

std::vector<std::pair<uint64_t, Expr>> ExtractFusedFunctions(const IRModule& module) {
  Pass passes = Sequential(
      {CreatePass("SimplifyInference"), CreatePass("FuseOps", {{"fuse_opt_level", int64_t{3}}})},
      {0, "ExtractFusedFunctions", {}, false});
  IRModule fused = passes(module);
  std::vector<std::pair<uint64_t, Expr>> functions;
  PostOrderVisit(fused->Lookup("main"), [&functions](const ExprNode* node) {
    const auto* function = As<FunctionNode>(node);
    if (!function || !function->is_primitive()) return;
    Expr expr(node);
    uint64_t hash = TvmStructuralHash(expr);
    bool known = std::any_of(functions.begin(), functions.end(),
                             [hash](const auto& item) { return item.first == hash; });
    if (!known) functions.emplace_back(hash, std::move(expr));
  });
  return functions;
}

}  // namespace passcope
