// EtaExpand: wraps global functions that are used as values into functions that call them.
//
//   before  @f
//   after   fn (%eta_expand_param) { @f(%eta_expand_param) }
#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"
#include "transforms/transforms.h"

namespace passcope {
namespace {

class EtaExpander : public Rewriter {
 public:
  explicit EtaExpander(const IRModule& module) : module_(module) {}

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* global = As<GlobalVarNode>(node);
    const FunctionNode* function = global ? module_->Find(global->name.view()) : nullptr;
    if (!function) return WithChildrenKeepingType(node, children);
    std::vector<Expr> params;
    for (const Expr& param : function->params()) {
      params.push_back(Var("eta_expand_param", As<VarNode>(param)->type_annotation));
    }
    return Function(params, Call(Expr(node), params), function->ret_type, function->type_params,
                    function->attrs, function->span());
  }

 private:
  const IRModule& module_;
};

}  // namespace

namespace transform {

Pass EtaExpand(bool expand_constructor, bool expand_global_var) {
  return CreateModulePass(
      [expand_constructor, expand_global_var](const IRModule& module, PassContext&) {
        if (!expand_constructor && !expand_global_var) {
          throw DiagnosticError(
              DiagKind::kBadPassOption,
              "EtaExpand: one of 'expand_constructor' and 'expand_global_var' must be "
              "set");
        }
        if (!expand_global_var) return module;
        std::vector<IRModuleNode::Item> functions = module->functions;
        EtaExpander expander(module);
        for (IRModuleNode::Item& item : functions) item.function = expander.Run(item.function);
        return WithFunctions(module, std::move(functions));
      },
      TableInfo("EtaExpand"));
}

}  // namespace transform
}  // namespace passcope
