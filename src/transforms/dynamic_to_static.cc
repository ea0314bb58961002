// DynamicToStatic: replaces operators that take shapes at run time by those that have them as
// attributes.
//
// Why: a program of known shapes can be planned and fused. An argument is known if it is a constant
// or folds to one: typed shapes of tensors, and arithmetic on them.
//
//   before  dyn.reshape(%x, shape_of(%y))                    with %y of shape (2, 3)
//   after   reshape(%x, newshape=[2, 3])
#include <memory>

#include "analysis/effects.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/fold_constant.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

class Staticizer : public Rewriter {
 public:
  // A null `effects` means that nothing has effects. `module` defines the global functions.
  Staticizer(Effects* effects, const IRModule& module) : effects_(effects), module_(module) {}

 protected:
  void LetValueDone(const LetNode* let, const Expr& value) override {
    const auto* var = As<VarNode>(let->var());
    const Type& type = value->checked_type();
    if (type != var->checked_type())
      vars_.Set(var->vid, VarWith(var->vid, type, type, var->span()));
  }

  // The result is typed. Its types can be more precise than before.
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    switch (node->kind()) {
      case ExprKind::kVar: {
        const Expr* var = vars_.Find(As<VarNode>(node)->vid.get());
        return var ? *var : Expr(node);
      }
      case ExprKind::kGlobalVar: {
        if (node->checked_type()) return Expr(node);
        const FunctionNode* function = module_->Find(As<GlobalVarNode>(node)->name.view());
        return function ? WithType(node, function->checked_type()) : Expr(node);
      }
      case ExprKind::kFunction: {
        const auto* function = As<FunctionNode>(node);
        if (children.back() == function->body() && node->fully_typed()) return Expr(node);
        return InferTypes(Function(function->params(), children.back(), nullptr,
                                   function->type_params, function->attrs));
      }
      case ExprKind::kLet: {
        const Expr* var = vars_.Find(As<VarNode>(node->child(0))->vid.get());
        Expr own[] = {var ? *var : children[0], children[1], children[2]};
        return InferTypes(WithChildren(node, own));
      }
      case ExprKind::kCall: {
        if (As<OpNode>(children[0]) || As<FunctionNode>(children[0])) {
          Expr call = WithChildren(node, children);
          return InferTypes(Replace(As<CallNode>(call), node));
        }
        // The result type of a global function does not change.
        Expr call = WithChildrenKeepingType(node, children);
        return call->checked_type() ? call : InferTypes(call);
      }
      default:
        return node->children().empty() ? Expr(node) : InferTypes(WithChildren(node, children));
    }
  }

 private:
  // The static call, or the call itself if it cannot be replaced. `old`: the call in the program.
  Expr Replace(const CallNode* call, const ExprNode* old) {
    const auto* op = As<OpNode>(call->op());
    const StaticForm* form = op ? op->decl->traits.static_form : nullptr;
    Expr fixed = form ? Fix(call, *form, old) : nullptr;
    if (fixed && RemarksWanted()) {
      EmitRemark(RemarkKind::kMadeStatic, old,
                 MSG(kDynamicMadeStatic, "{operator} becomes {replacement}", op->name(), form->op));
    }
    return fixed ? fixed : Expr(call);
  }

  // The static call; null if an argument is not known.
  Expr Fix(const CallNode* call, const StaticForm& form, const ExprNode* old) {
    std::vector<NDArray> params;
    for (const StaticForm::Param& param : form.params()) {
      const Expr& arg = call->arg(param.arg);
      Expr folded = As<ConstantNode>(arg) ? arg : FoldConstants(arg, {.memo = &memo_}, effects_);
      const auto* constant = As<ConstantNode>(folded);
      if (!constant) {
        if (RemarksWanted()) {
          EmitRemark(RemarkKind::kNotStatic, old,
                     MSG(kDynamicArgumentNotConstant,
                         "{operator} stays dynamic: its argument {index}, {argument}, is known "
                         "only when the program runs",
                         NameInRemark(call), param.arg + 1, NameInRemark(arg)));
        }
        return nullptr;
      }
      params.push_back(constant->data);
    }
    const StaticForm::Param* misfit = nullptr;
    Attrs attrs = form.MakeStaticAttrs(call->attrs, params, &misfit);
    if (!attrs) {
      if (RemarksWanted()) {
        EmitRemark(
            RemarkKind::kNotStatic, old,
            MSG(kDynamicKeptByReplacement,
                "{operator} stays dynamic: {replacement} does not support the value of an argument",
                NameInRemark(call), form.op));
      }
      return nullptr;
    }
    std::vector<Expr> args;
    for (size_t i = 0; i < call->args().size(); ++i) {
      if (!form.ParamOf(i)) args.push_back(call->arg(i));
    }
    return Call(GetOp(form.op), args, std::move(attrs));
  }

  Effects* const effects_;
  const IRModule& module_;
  VarMap vars_;  // Variables whose types changed.
  FoldMemo memo_;
};

// The result is typed.
Expr MakeStatic(const Expr& function, const IRModule& module, Effects* effects) {
  try {
    return Staticizer(effects, module).Run(EnsureTyped(function, module));
  } catch (const DiagnosticError&) {
    // An operator such as a dyn.full of unknown rank has no type before it is replaced.
    // The other functions still need their types.
    std::vector<Diagnostic> problems;
    const IRModule partly_typed = InferTypes(module, &problems);
    Expr fixed;
    try {
      fixed = Staticizer(effects, partly_typed).Run(function);
    } catch (const DiagnosticError&) {
      // The error of the whole function tells all mistakes.
    }
    if (!fixed) throw;
    return fixed;
  }
}

}  // namespace

namespace transform {

Pass DynamicToStatic() {
  return CreateFunctionPassPerModule(
      [](const IRModule& all) {
        auto effects = std::make_shared<LazyEffects>(all);
        return [effects](const Expr& function, const IRModule& module, PassContext&) {
          Effects* known = effects->For(function);
          return FoldConstants(MakeStatic(function, module, known), FoldOptions(), known);
        };
      },
      TableInfo("DynamicToStatic"));
}

}  // namespace transform
}  // namespace passcope
