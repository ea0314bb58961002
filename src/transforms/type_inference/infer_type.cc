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
// (IncompleteType), and a relation that cannot decide waits in a queue; the holes are filled in at
// the end. Where types agree without being the same, an inference that merges them as
// TVM does follows (InferMerged).
#include "transforms/type_inference/infer_type.h"

#include "analysis/well_formed.h"
#include "ir/search.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/type_inference/type_inferencer.h"

namespace passcope {
namespace {

// Whether a use of a global function, which carries the type `used`, may stay as it is. A part that
// is not known may be anything.
bool StillHas(const FunctionNode* callee, const Type& used) {
  if (!callee) return false;
  const Type& type = callee->checked_type();
  if (type == used) return true;
  return type && type->has_incomplete() && TypeSolver().Unify(type, used);
}

// A typed function whose calls of global functions carry types that these functions no longer have
// loses the types that depend on them.
Expr DropStaleTypes(const Expr& function, const IRModule& module) {
  return RewritePostOrder(function, [&](const ExprNode* node, std::span<const Expr> children) {
    const auto* global = As<GlobalVarNode>(node);
    if (global && global->checked_type()) {
      const FunctionNode* callee = module->Find(global->name.view());
      if (!StillHas(callee, global->checked_type())) return WithType(node, nullptr);
    }
    return WithChildren(node, children);
  });
}

// How often types are inferred with merging at most.
constexpr int kMaxMergingRuns = 8;

// Merging changes annotations, which the next inference begins with. In TVM, whatever is read and
// then handled by a pass is inferred twice; here that goes on until annotations stay what they are.
// `run` makes one inference of what the one before found, which it is given, the first one of the
// program itself; it gives what it finds and whether annotations change. It may find mistakes that
// the usual inference, which knows more ways to find a type out, does not: those of a program
// without annotations are forgotten, and the next one begins with the annotations that the usual
// inference has found, as does that of the program's text; other mistakes are the end. TVM refuses
// what the second one refuses: its types are those of the usual inference, since the text of those
// of the first one could not be read.
template <class T, class Run>
T InferMerged(const T& usual, const Run& run) {
  T typed = usual;
  for (int i = 1; i <= kMaxMergingRuns; ++i) {
    bool changes = false;
    T next;
    try {
      next = run(i == 1, typed, &changes);
    } catch (const DiagnosticError&) {
      if (i == 1) continue;
      return i == 2 ? usual : typed;
    }
    // Types of functions follow their annotations one inference later, which TVM does not make.
    if (!changes && i > 2) return typed;
    typed = std::move(next);
    if (!changes) break;
  }
  return typed;
}

// Runs one inference over `function`.
template <class Infer>
Expr MergeTypes(TypeInferencer& inferencer, const Infer& infer, bool* changes) {
  Expr typed = infer();
  inferencer.Solve();
  inferencer.ThrowIfFailed();
  *changes = *changes || inferencer.ChangesAnnotations();
  typed = inferencer.Fill(typed);
  inferencer.ThrowIfFailed();
  return typed;
}

bool CallsGlobals(const Expr& function) {
  return ContainsNode(function, {ExprKind::kGlobalVar}, [](const ExprNode*) { return true; });
}

// Whether merging what other functions do changes nothing in this one: it was typed before, its
// type is what it says, and it calls no other.
bool IsSettled(const Expr& function) {
  return function->fully_typed() &&
         function->checked_type() == TypeInferencer::AnnotatedType(As<FunctionNode>(function)) &&
         !CallsGlobals(function);
}

IRModule MergeTypesOf(const IRModule& module, const IRModule& typed,
                      const std::vector<bool>& settled, bool* changes) {
  std::vector<IRModuleNode::Item> functions = module->functions;
  for (size_t i = 0; i < functions.size(); ++i) {
    if (!settled[i]) functions[i].function = WithoutTypes(functions[i].function);
  }
  // What calls see of a function: what it says, where it says all.
  std::vector<IRModuleNode::Item> known = functions;
  for (size_t i = 0; i < known.size(); ++i) {
    if (TypeInferencer::AnnotatedType(As<FunctionNode>(known[i].function))->has_incomplete()) {
      known[i].function = typed->functions[i].function;
    }
  }
  const IRModule signatures = WithFunctions(module, std::move(known));
  for (size_t i = 0; i < functions.size(); ++i) {
    if (settled[i]) continue;
    auto& item = functions[i];
    TypeInferencer inferencer(signatures.get(), TypeInferencer::Mode::kMerging);
    item.function = MergeTypes(
        inferencer, [&] { return inferencer.InferGlobal(item.name, item.function); }, changes);
  }
  return WithFunctions(module, std::move(functions));
}

IRModule InferAll(const IRModule& module, std::vector<Diagnostic>* problems) {
  size_t untyped = 0;
  for (const auto& item : module->functions) untyped += !item.function->fully_typed();
  if (untyped == 0) return module;

  std::vector<IRModuleNode::Item> functions = module->functions;
  TypeInferencer inferencer(module.get());
  try {
    for (auto& item : functions) {
      if (!item.function->fully_typed())
        item.function = inferencer.InferGlobal(item.name, item.function);
    }
    inferencer.Solve();
    if (inferencer.has_holes() && !inferencer.FillInPlace()) {
      for (size_t i = 0; i < functions.size(); ++i) {
        if (module->functions[i].function->fully_typed()) continue;
        functions[i].function = inferencer.Fill(functions[i].function);
      }
    }
    if (problems) inferencer.MoveDiagnostics(problems);
    inferencer.ThrowIfFailed();
  } catch (const DiagnosticError& error) {
    if (!problems) throw;
    *problems = error.diagnostics();
  }
  IRModule typed = WithFunctions(module, std::move(functions));
  if (inferencer.needs_merging() && (!problems || problems->empty())) {
    std::vector<bool> settled;
    for (const auto& item : module->functions) settled.push_back(IsSettled(item.function));
    return InferMerged(typed, [&](bool first, const IRModule& before, bool* changes) {
      return MergeTypesOf(first ? module : before, before, settled, changes);
    });
  }
  if (untyped == typed->functions.size()) return typed;

  // Some functions were typed before: they may have been typed against other signatures.
  bool stale = false;
  functions = typed->functions;
  for (size_t i = 0; i < functions.size(); ++i) {
    auto& item = functions[i];
    // What has its types from this inference agrees with the others.
    if (!module->functions[i].function->fully_typed() || !CallsGlobals(item.function)) continue;
    Expr checked = DropStaleTypes(item.function, typed);
    stale = stale || !(checked == item.function);
    item.function = std::move(checked);
  }
  return stale ? InferAll(WithFunctions(typed, std::move(functions)), nullptr) : typed;
}

}  // namespace

IRModule InferTypes(const IRModule& module) { return InferAll(module, nullptr); }

IRModule InferTypes(const IRModule& module, std::vector<Diagnostic>* problems) {
  return InferAll(module, problems);
}

Expr InferTypes(const Expr& expr) {
  if (expr->fully_typed()) return expr;
  TypeInferencer inferencer(nullptr);
  Expr typed = inferencer.Infer(expr, false);
  inferencer.Solve();
  if (inferencer.has_holes() && !inferencer.FillInPlace()) typed = inferencer.Fill(typed);
  inferencer.ThrowIfFailed();
  if (!inferencer.needs_merging()) return typed;
  return InferMerged(typed, [&](bool first, const Expr& before, bool* changes) {
    TypeInferencer merging(nullptr, TypeInferencer::Mode::kMerging);
    const Expr untyped = WithoutTypes(first ? expr : before);
    return MergeTypes(
        merging, [&] { return merging.Infer(untyped, false); }, changes);
  });
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
