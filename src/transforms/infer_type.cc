// InferType: gives every expression its type.
//
// Why: passes and the printer rely on the type of each expression. What is typed already is reused
// as it is, so inferring twice allocates nothing. Not done here: shapes that only running the
// program can tell stay `?`.
//
//   before  fn (%x: Tensor[(2, 3), float32]) { nn.relu(%x) }
//   after   fn (%x: Tensor[(2, 3), float32] /* ty=… */) -> Tensor[(2, 3), float32] {
//             nn.relu(%x) /* ty=Tensor[(2, 3), float32] */ }
//
// One walk types the nodes bottom-up. Where a type is not known yet it gets a hole
// (IncompleteType), and a relation that cannot decide waits in a queue; a second walk, only then,
// fills the holes in.
#include "transforms/infer_type.h"

#include "analysis/well_formed.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/type_inferencer.h"

namespace passcope {
namespace {

// A typed function whose calls of global functions carry types that these functions no longer have
// loses the types that depend on them.
Expr DropStaleTypes(const Expr& function, const IRModule& module) {
  return RewritePostOrder(function, [&](const ExprNode* node, std::span<const Expr> children) {
    const auto* global = As<GlobalVarNode>(node);
    if (global && global->checked_type()) {
      const FunctionNode* callee = module->Find(global->name.view());
      if (!callee || !(callee->checked_type() == global->checked_type())) {
        return WithType(node, nullptr);
      }
    }
    return WithChildren(node, children);
  });
}

// Where calls give parameters of local functions other types, all is inferred `again`. What differs
// after that, calls of one function disagree about.
IRModule InferAll(const IRModule& module, std::vector<Diagnostic>* problems, bool again) {
  size_t untyped = 0;
  for (const auto& item : module->functions) untyped += !item.function->fully_typed();
  if (untyped == 0) return module;

  std::vector<IRModuleNode::Item> functions = module->functions;
  TypeInferencer inferencer(module.get(), again);
  for (const auto& item : functions) {
    inferencer.DeclareGlobal(item.name, As<FunctionNode>(item.function));
  }
  try {
    for (auto& item : functions) {
      if (!item.function->fully_typed())
        item.function = inferencer.InferGlobal(item.name, item.function);
    }
    inferencer.Solve();
    if (inferencer.has_holes()) {
      for (auto& item : functions) item.function = inferencer.Fill(item.function);
    }
    if (problems) inferencer.MoveDiagnostics(problems);
    inferencer.ThrowIfFailed();
  } catch (const DiagnosticError& error) {
    if (!problems) throw;
    *problems = error.diagnostics();
  }
  IRModule typed = WithFunctions(module, std::move(functions));
  if (!again && inferencer.has_refined_callees() && (!problems || problems->empty())) {
    return InferAll(WithoutTypes(typed), problems, true);
  }
  if (untyped == typed->functions.size()) return typed;

  // Some functions were typed before: they may have been typed against other signatures.
  bool stale = false;
  functions = typed->functions;
  for (auto& item : functions) {
    Expr checked = DropStaleTypes(item.function, typed);
    stale = stale || !(checked == item.function);
    item.function = std::move(checked);
  }
  return stale ? InferAll(WithFunctions(typed, std::move(functions)), nullptr, false) : typed;
}

}  // namespace

IRModule InferTypes(const IRModule& module) { return InferAll(module, nullptr, false); }

IRModule InferTypes(const IRModule& module, std::vector<Diagnostic>* problems) {
  return InferAll(module, problems, false);
}

Expr InferTypes(const Expr& expr) {
  if (expr->fully_typed()) return expr;
  Expr typed = expr;
  for (bool again : {false, true}) {
    TypeInferencer inferencer(nullptr, again);
    typed = inferencer.Infer(typed, false);
    inferencer.Solve();
    if (inferencer.has_holes()) typed = inferencer.Fill(typed);
    inferencer.ThrowIfFailed();
    if (again || !inferencer.has_refined_callees()) break;
    typed = WithoutTypes(typed);
  }
  return typed;
}

Type InferTypeLocal(const Expr& expr) {
  // Below the expression, what has a type becomes a variable of that type; functions, which bind
  // variables, stay.
  struct Pruner : Rewriter {
    explicit Pruner(const ExprNode* root) : root(root) {}
    Expr Enter(const ExprNode* node) override {
      bool leaf = node->children().empty() && !As<TupleNode>(node);
      if (node == root || leaf) return nullptr;
      const Type& type = node->checked_type();
      if (type && !type->has_incomplete()) return Var("typed", type);
      return As<FunctionNode>(node) ? Expr(node) : nullptr;
    }
    Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
      return node == root ? Rebuild(node, children, nullptr) : WithChildren(node, children);
    }
    const ExprNode* const root;
  };
  bool leaf = expr->children().empty() || As<FunctionNode>(expr);
  Expr pruned = leaf ? expr : Pruner(expr.get()).Run(expr);
  return InferTypes(pruned)->checked_type();
}

namespace transform {

Pass InferType() {
  return CreateModulePass([](const IRModule& module, PassContext&) { return InferTypes(module); },
                          TableInfo("InferType"));
}

}  // namespace transform
}  // namespace passcope
