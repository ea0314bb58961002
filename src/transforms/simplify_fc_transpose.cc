// SimplifyFCTranspose: replaces transposed weights of dense layers by parameters that are
// transposed already.
//
// Why: a weight that each run transposes can be transposed once. Each such weight becomes a
// parameter called NAME.T, after the others. Only weights that the caller names are replaced, since
// the caller must bind transposed values.
//
//   before  fn (%x, %w) { nn.dense(%x, transpose(%w, axes=[1, 0])) }
//   after   fn (%x, %w.T) { nn.dense(%x, %w.T) }
#include "transforms/simplify_fc_transpose.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "ir/free_vars.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

// The replacement of the weight; null if it is not a transposed parameter.
Expr TransposedWeight(const CallNode* dense, const std::vector<std::string>& targets) {
  const CallNode* transpose = AsCallTo(dense->arg(1), "transpose");
  const auto* var = transpose ? As<VarNode>(transpose->arg(0)) : nullptr;
  const auto* type = var ? As<TensorTypeNode>(var->type_annotation) : nullptr;
  if (!type || type->rank() != 2) return nullptr;
  if (std::find(targets.begin(), targets.end(), var->name().view()) == targets.end()) {
    throw DiagnosticError(
        DiagKind::kBadPassOption,
        MSG(kFcTransposeWeightUnlisted,
            "SimplifyFCTranspose: the weight '{name}' is not one of 'target_weight_name'",
            var->name().view()));
  }
  return Var(var->name().str() + ".T",
             TensorType(Shape{type->shape[1], type->shape[0]}, type->dtype));
}

}  // namespace

namespace transform {

Pass SimplifyFCTranspose(SimplifyFCTransposeOptions options) {
  return CreateFunctionPass(
      [targets = std::move(options.target_weight_name)](const Expr& expr, const IRModule&,
                                                        PassContext&) {
        Expr rewritten =
            RewritePostOrder(expr, [&](const ExprNode* node, std::span<const Expr> children) {
              const CallNode* dense = AsCallTo(node, "nn.dense");
              Expr weight = dense ? TransposedWeight(dense, targets) : nullptr;
              return weight ? Call(dense->op(), {children[1], weight}, dense->attrs)
                            : WithChildren(node, children);
            });
        if (rewritten == expr) return expr;
        const auto* function = As<FunctionNode>(rewritten);
        std::vector<Expr> added = FreeVars(rewritten);
        auto with_params = [&](const std::vector<Expr>& params) {
          return Function(params, function->body(), function->ret_type, function->type_params,
                          function->attrs, function->span());
        };
        std::vector<Expr> params = FreeVars(with_params(added));
        params.insert(params.end(), added.begin(), added.end());
        return with_params(params);
      },
      TableInfo("SimplifyFCTranspose"));
}

}  // namespace transform
}  // namespace passcope
