// One inference of types for InferType (transforms/type_inference/infer_type.h): the state of its
// two walks.
//
// A separate inference (Mode::kMerging) merges types that agree without being equal, as TVM does.
// An example is (?, 3) and (2, 3). In it, the types of variables, constants, calls and functions
// are cells (type_solver.h). Relations run only where TVM runs them: before functions and their
// calls, and at the end, on what is known by then.
//
// The definitions are split by subject: walks in type_inferencer.cc, kinds of expressions in
// infer_expr.cc, calls and type relations in infer_call.cc, matches in infer_match.cc.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/module.h"
#include "op/op.h"
#include "support/ptr_map.h"
#include "transforms/type_inference/type_solver.h"

namespace passcope {

class TypeInferencer final : public TypeRelContext {
 public:
  enum class Mode : uint8_t { kUsual, kMerging };
  // `module` has the global functions; may be null.
  explicit TypeInferencer(const IRModuleNode* module, Mode mode = Mode::kUsual)
      : module_(module), merging_(mode == Mode::kMerging) {}

  // The type that the annotations of a function declare, with holes for missing ones.
  static Type AnnotatedType(const FunctionNode* function);

  // The first walk. `closed`: every variable must be bound or typed.
  Expr Infer(const Expr& root, bool closed) {
    closed_ = closed;
    return Walk(root);
  }
  Expr InferGlobal(Name name, const Expr& function);

  // Runs the waiting relations until nothing new is known.
  void Solve();

  // True if the first walk did not know some types. Then Fill is needed.
  bool has_holes() const { return has_holes_; }
  // Fills the holes of all typed nodes in place. Returns false without changes if the second walk
  // is needed: after mistakes, or if nodes that were typed before have holes.
  bool FillInPlace();
  // The second walk: fills the holes of a typed expression.
  Expr Fill(const Expr& root);
  // True if a type would have to replace another one.
  bool needs_merging() const { return !merging_ && solver_.merged(); }
  // When merging: true if an annotation is merged with another type, so that the next inference
  // starts with other annotations.
  bool ChangesAnnotations();

  void MoveDiagnostics(std::vector<Diagnostic>* to) { *to = std::exchange(diagnostics_, {}); }
  void ThrowIfFailed() {
    if (!diagnostics_.empty()) throw DiagnosticError(std::move(diagnostics_));
  }

  // TypeRelContext:
  bool Assign(size_t i, const Type& type) override;
  RelStatus Fail(DiagKind kind, Message message, int arg) override;

 private:
  // Further mistakes are not reported.
  static constexpr size_t kMaxMistakes = 100;

  // A call whose relation must wait, or a projection of an expression that might be a tuple.
  struct Pending {
    Expr node;  // Over typed children.
    Type result;
  };

  // Declares the type of a global function: complete, or with holes that its own inference fills.
  // The first function that is met declares all of `module_`. When merging, each is declared
  // separately.
  void DeclareGlobal(Name name, const FunctionNode* function);
  // Null if there is no such function.
  const Type* GlobalType(Name name);

  // The annotation of a variable or a function of this type; null for other expressions.
  Type Annotation(const ExprNode* node, const Type& type);
  // `node` over `children` with `type`. As in TVM, missing annotations are filled in.
  Expr Typed(const ExprNode* node, std::span<const Expr> children, Type type);

  std::string Text(const Type& type) { return TypeText(solver_.Resolve(type)); }
  void Report(DiagKind kind, Message message, const Expr& node, std::vector<Message> notes = {});
  // Reports a mistake in an argument of a call, or in the whole call if `arg` is -1.
  void ReportArgument(DiagKind kind, Message message, const Expr& call, int arg);

  // A hole for a type that is not known yet.
  Type Hole() {
    has_holes_ = true;
    return IncompleteType();
  }

  // When merging, a cell of `type`, which others can share.
  Type FreshCell(const Type& type) {
    if (!merging_) return type;
    has_holes_ = true;
    return solver_.Cell(type);
  }
  // The same for an annotation; null stays null.
  Type FreshAnnotation(const Type& type);

  // type_inferencer.cc: the walk and the variables.
  Expr Walk(const Expr& root);
  template <class Push>
  void StepLet(const LetNode* let, uint32_t step, std::vector<Expr>& values, Push&& push);
  // The typed node for a binder and all its uses. A variable without annotation gets `type`.
  Expr BindVar(const Expr& binder, Type type);
  Expr UseVar(const VarNode* var);
  void UnifyVar(const Expr& var, const Expr& value);

  // infer_expr.cc: a node over its typed children.
  Expr TypeOfLeaf(const ExprNode* node);
  Expr TypeOf(const ExprNode* node, std::span<const Expr> children);
  // The same. A mistake without a span gets the span of the node.
  Expr TypeOfPlaced(const ExprNode* node, std::span<const Expr> children);
  Expr TypeOfField(const ExprNode* node, std::span<const Expr> children);
  Expr TypeOfFunction(const ExprNode* node, std::span<const Expr> children);
  Type ReferencedType(const ExprNode* node, const Expr& ref);
  // Returns true if the tuple is known. Then it binds the result or reports a mistake.
  bool ResolveField(const Pending& field);

  // infer_call.cc.
  Expr TypeOfOpCall(const ExprNode* node, std::span<const Expr> children);
  // Null if the relation must wait. A failed relation gives a hole, so that one mistake is one
  // diagnostic.
  Type RunRelation(const CallNode* node, std::span<const Expr> children);
  Expr TypeOfCall(const ExprNode* node, std::span<const Expr> children);
  // Runs the waiting relations until nothing new is known.
  void RunPending();
  void RunPendingCalls();

  // infer_match.cc.
  // Types the variables of a match's patterns after the data is typed.
  void BindPatterns(const MatchNode* match, const Expr& data);
  Type TypeOfMatch(const MatchNode* match, std::span<const Expr> children);

  const IRModuleNode* module_;
  TypeSolver solver_;
  PtrMap<Type> global_types_;  // By the identity of the interned name.
  PtrMap<bool> defining_;      // Variables of lets whose functions are being typed.
  PtrMap<Expr> vars_;          // Typed variables by identity.
  PtrMap<Expr> memo_;          // Typed nodes of shared ones.
  PtrMap<Expr> filled_;        // Variables whose holes were filled.
  std::vector<Expr> roots_;    // Keeps the keys of the maps alive.
  std::vector<Expr> open_;     // Typed nodes with holes in their types.
  std::vector<Pending> pending_;
  // The last try of all waiting relations: their number, and the solver's progress.
  size_t num_tried_ = 0;
  int64_t pending_progress_ = -1;
  bool running_pending_ = false;
  bool deferred_ = false;  // True if the relation that runs must run again after the waiting ones.
  std::vector<Type> annotations_;   // When merging: cells of annotations …
  std::vector<Type> annotated_as_;  // … and their original types.
  std::vector<Diagnostic> diagnostics_;
  std::span<const Expr> children_;  // Typed children of the call whose relation runs.
  const bool merging_;
  bool closed_ = true;
  bool declared_ = false;   // True if all functions are declared.
  bool met_holes_ = false;  // True if nodes that were typed before have holes.
  bool has_holes_ = false;
};

}  // namespace passcope
