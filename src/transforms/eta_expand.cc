// EtaExpand: wraps global functions, and constructors that are used as values, into functions that
// call them.
//
//   before  @f
//   after   fn (%eta_expand_param) { @f(%eta_expand_param) }
#include "transforms/eta_expand.h"

#include "diagnostics/diagnostic.h"
#include "ir/type_var_kind.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

class EtaExpander : public Rewriter {
 public:
  EtaExpander(const IRModule& module, bool constructors, bool globals)
      : module_(module), constructors_(constructors), globals_(globals) {}

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* global = As<GlobalVarNode>(node);
    const FunctionNode* function =
        global && globals_ ? module_->Find(global->name.view()) : nullptr;
    if (function) return Expand(global, function);
    if (!constructors_) return WithChildrenKeepingType(node, children);
    std::vector<Expr> expanded(children.begin(), children.end());
    // A called constructor stays.
    for (size_t i = As<CallNode>(node) ? 1 : 0; i < expanded.size(); ++i) {
      if (const auto* constructor = As<ConstructorNode>(expanded[i])) {
        expanded[i] = Expand(constructor);
      }
    }
    return WithChildrenKeepingType(node, expanded);
  }

 private:
  static Expr Expand(const GlobalVarNode* global, const FunctionNode* function) {
    // Fresh type parameters, since the expression can be inside `function` itself.
    std::vector<Type> fresh;
    for (const Type& param : function->type_params) {
      fresh.push_back(TypeVar(As<TypeVarNode>(param)->name.view(), KindOf(param.get())));
    }
    auto renamed = [&](const Type& type) {
      return type ? SubstituteTypes(type, function->type_params, fresh) : type;
    };
    std::vector<Expr> params;
    for (const Expr& param : function->params()) {
      params.push_back(Var("eta_expand_param", renamed(As<VarNode>(param)->type_annotation)));
    }
    return Function(params, Call(Expr(global), params), renamed(function->ret_type), fresh,
                    function->attrs, function->span());
  }
  static Expr Expand(const ConstructorNode* constructor) {
    const TypeDataNode& data = *constructor->data;
    std::vector<Type> fresh;
    for (size_t i = 0; i < data.type_vars.size(); ++i) fresh.push_back(TypeVar("A"));
    auto renamed = [&](const Type& type) { return SubstituteTypes(type, data.type_vars, fresh); };
    std::vector<Expr> params;
    for (const Type& input : constructor->decl().inputs) {
      params.push_back(Var("eta_expand_param", renamed(input)));
    }
    return Function(params, Call(Expr(constructor), params), renamed(data.Applied()), fresh);
  }

  const IRModule& module_;
  const bool constructors_, globals_;
};

}  // namespace

namespace transform {

Pass EtaExpand(EtaExpandOptions options) {
  return CreateModulePass(
      [options](const IRModule& module, PassContext&) {
        if (!options.expand_constructor && !options.expand_global_var) {
          throw DiagnosticError(
              DiagKind::kBadPassOption,
              MSG(kEtaExpandOptionMissing,
                  "EtaExpand: one of 'expand_constructor' and 'expand_global_var' must be set"));
        }
        std::vector<IRModuleNode::Item> functions = module->functions;
        // Each function has its own expander, since an expander remembers the result for each node.
        // Results of one function must not get into another.
        for (IRModuleNode::Item& item : functions) {
          EtaExpander expander(module, options.expand_constructor, options.expand_global_var);
          item.function = expander.Run(item.function);
        }
        return WithFunctions(module, std::move(functions));
      },
      TableInfo("EtaExpand"));
}

}  // namespace transform
}  // namespace passcope
