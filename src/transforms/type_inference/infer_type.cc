// InferType: gives every expression its type.
//
// Why: passes and the printer rely on the type of each expression. Existing types are reused, so
// inferring twice allocates nothing. Not done: shapes that are only known at run time stay `?`.
//
//   before  fn (%x: Tensor[(2, 3), float32]) { nn.relu(%x) }
//   after   fn (%x: Tensor[(2, 3), float32] /* ty=… */) -> Tensor[(2, 3), float32] {
//             nn.relu(%x) /* ty=Tensor[(2, 3), float32] */ }
//
// One walk types the nodes bottom-up. An unknown type becomes a hole (IncompleteType), and a
// relation that cannot decide waits in a queue. The holes are filled in at the end. If types agree
// without being equal, a second inference merges them as TVM does (InferMerged).
#include "transforms/type_inference/infer_type.h"

#include "analysis/well_formed.h"
#include "ir/search.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "transforms/type_inference/type_inferencer.h"

namespace passcope {
namespace {

// True if a use of a global function with the type `used` can stay. An unknown part matches
// anything.
bool StillHas(const FunctionNode* callee, const Type& used) {
  if (!callee) return false;
  const Type& type = callee->checked_type();
  if (type == used) return true;
  return type && type->has_incomplete() && TypeSolver().Unify(type, used);
}

// Drops stale types of a typed function: if the types of called global functions changed, the types
// that depend on them are dropped.
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

// The largest number of inferences with merging.
constexpr int kMaxMergingRuns = 8;

// Merging changes annotations, and the next inference starts with them. In TVM, a program that is
// read and then handled by a pass is inferred twice. Here inference repeats until annotations no
// longer change.
//
// `run` makes one inference. It gets the result of the previous one; the first one infers the
// program itself. It returns its result and whether annotations change. It can throw where the
// usual inference does not, since that knows more ways to find a type.
// - If the first inference fails, the next one starts with the annotations of the usual one.
// - If the second one fails, the usual types stay. TVM rejects the program.
// - If a later one fails, the previous types stay.
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
    // Types of functions follow their annotations one inference later. TVM does not make that
    // inference.
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

// True if merging in other functions changes nothing in this one: it was typed before, its type
// equals its annotations, and it calls no other function.
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
  // The callers' view of a function: its annotations, if they are complete.
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

  // Some functions were typed before, perhaps with other signatures of their callees.
  bool stale = false;
  functions = typed->functions;
  for (size_t i = 0; i < functions.size(); ++i) {
    auto& item = functions[i];
    // Functions that this inference typed agree with the others.
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
  // Below the expression, typed expressions become variables of that type. Functions stay, since
  // they bind variables.
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
