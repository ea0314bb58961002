// PartialEvaluate: computes what is known ahead of time and names every result that is left.
//
// Why: what remains is a list of operators in the order of evaluation, without the lets, tuples and
// branches that could be decided. Not done: functions inside functions and their calls, references
// and data types, which get a diagnostic.
//
//   before  let %t = (%x, 2f); multiply(%t.0, add(%t.1, 1f))
//   after   let %x_0 = 3f; let %x_1 = multiply(%x, %x_0); %x_1
#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/fold_constant.h"
#include "transforms/normal_form.h"

namespace passcope {
namespace {

void CheckSupported(const ExprNode* function) {
  PostOrderVisit(function, [&](const ExprNode* node) {
    switch (node->kind()) {
      case ExprKind::kVar:
      case ExprKind::kConstant:
      case ExprKind::kOp:
      case ExprKind::kCall:
      case ExprKind::kTuple:
      case ExprKind::kTupleGetItem:
      case ExprKind::kLet:
      case ExprKind::kIf:
        return;
      default:
        if (node == function) return;
        throw DiagnosticError(
            DiagKind::kUnsupported,
            Say("PartialEvaluate does not support functions as values, references and data types"));
    }
  });
}

// Its parameters are variables of their own, as in TVM.
Expr WithFreshParams(const FunctionNode* function) {
  VarMap fresh;
  std::vector<Expr> params;
  for (const Expr& param : function->params()) {
    const auto* var = As<VarNode>(param);
    params.push_back(
        VarWith(VarId(new VarIdNode(var->name())), var->type_annotation, var->checked_type()));
    fresh.Set(var->vid, params.back());
  }
  return Function(params, SubstituteVars(function->body(), fresh), function->ret_type,
                  function->type_params, function->attrs);
}

}  // namespace

namespace transform {

Pass PartialEvaluate() {
  return CreateModulePass(
      [](const IRModule& module, PassContext&) {
        std::vector<IRModuleNode::Item> functions = module->functions;
        LazyEffects effects(module);
        for (IRModuleNode::Item& item : functions) {
          CheckSupported(item.function.get());
          Expr graph = FoldConstants(passcope::ToGraphNormalForm(item.function, &effects),
                                     {.fold_qnn = true}, effects.For(item.function));
          item.function = WithFreshParams(As<FunctionNode>(graph));
        }
        return ToNormalForm(WithFunctions(module, std::move(functions)), NormalForm::kA);
      },
      TableInfo("PartialEvaluate"));
}

}  // namespace transform
}  // namespace passcope
