// One inference of types, for InferType (transforms/type_inference/infer_type.h): the state of its
// two walks.
//
// Types that agree without being the same, such as (?, 3) and (2, 3), are merged as TVM does it by
// an inference of its own (Mode::kMerging): the types of variables, constants, calls and functions
// are cells there (type_solver.h), and relations run only where TVM runs them, before functions and
// their calls and at the end, on what is known by then.
//
// Its members are defined by subject: the walks in type_inferencer.cc, the kinds of expressions in
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

  // What the annotations of a function say, with holes for what they do not.
  static Type AnnotatedType(const FunctionNode* function);

  // The first walk. `closed`: every variable must be bound or typed.
  Expr Infer(const Expr& root, bool closed) {
    closed_ = closed;
    return Walk(root);
  }
  Expr InferGlobal(Name name, const Expr& function);

  // Runs the relations that had to wait until nothing more is learned.
  void Solve();

  // Whether there were types that the first walk did not know: then Fill is needed.
  bool has_holes() const { return has_holes_; }
  // Fills the holes of all that was typed, where they are. False, and nothing is done, where that
  // takes the second walk: after mistakes, and where holes stand in what was typed before.
  bool FillInPlace();
  // The second walk: fills the holes of a typed expression.
  Expr Fill(const Expr& root);
  // Whether a type would have had to take the place of another one.
  bool needs_merging() const { return !merging_ && solver_.merged(); }
  // With merging: whether what is annotated is merged with something else, so that the next
  // inference begins with other annotations.
  bool ChangesAnnotations();

  void MoveDiagnostics(std::vector<Diagnostic>* to) { *to = std::exchange(diagnostics_, {}); }
  void ThrowIfFailed() {
    if (!diagnostics_.empty()) throw DiagnosticError(std::move(diagnostics_));
  }

  // TypeRelContext:
  bool Assign(size_t i, const Type& type) override;
  RelStatus Fail(DiagKind kind, Message message, int arg) override;

 private:
  // More mistakes than these are not told: nobody reads them.
  static constexpr size_t kMaxMistakes = 100;

  // A call whose relation has to wait, or a field of what may turn out to be a tuple.
  struct Pending {
    Expr node;  // Over typed children.
    Type result;
  };

  // The type of a global function: complete, or with holes for what its own inference finds out.
  // Functions are declared when one is met, all of `module_` then; with merging each by itself.
  void DeclareGlobal(Name name, const FunctionNode* function);
  // Null where there is no such function.
  const Type* GlobalType(Name name);

  // What a variable or a function of this type says about it; null for other expressions.
  Type Annotation(const ExprNode* node, const Type& type);
  // `node` over `children` with `type`; annotations that were left out are filled in, as in TVM.
  Expr Typed(const ExprNode* node, std::span<const Expr> children, Type type);

  std::string Text(const Type& type) { return TypeText(solver_.Resolve(type)); }
  void Report(DiagKind kind, Message message, const Expr& node, std::vector<Message> notes = {});
  // About an argument of a call, or about all of it when `arg` is -1.
  void ReportArgument(DiagKind kind, Message message, const Expr& call, int arg);

  // A hole in place of a type that is not known (yet).
  Type Hole() {
    has_holes_ = true;
    return IncompleteType();
  }

  // With merging, a cell of `type`, which others may share.
  Type FreshCell(const Type& type) {
    if (!merging_) return type;
    has_holes_ = true;
    return solver_.Cell(type);
  }
  // The same for what a program says; null stays null.
  Type FreshAnnotation(const Type& type);

  // type_inferencer.cc: the walk and the variables.
  Expr Walk(const Expr& root);
  template <class Push>
  void StepLet(const LetNode* let, uint32_t step, std::vector<Expr>& values, Push&& push);
  // The typed node that stands for a binder and all its uses. `type` is a suggestion for variables
  // without annotation.
  Expr BindVar(const Expr& binder, Type type);
  Expr UseVar(const VarNode* var);
  void UnifyVar(const Expr& var, const Expr& value);

  // infer_expr.cc: a node over its typed children.
  Expr TypeOfLeaf(const ExprNode* node);
  Expr TypeOf(const ExprNode* node, std::span<const Expr> children);
  // The same; a mistake without a place is one of the node.
  Expr TypeOfPlaced(const ExprNode* node, std::span<const Expr> children);
  Expr TypeOfField(const ExprNode* node, std::span<const Expr> children);
  Expr TypeOfFunction(const ExprNode* node, std::span<const Expr> children);
  Type ReferencedType(const ExprNode* node, const Expr& ref);
  // Whether the tuple is known; then the result is bound or a mistake reported.
  bool ResolveField(const Pending& field);

  // infer_call.cc.
  Expr TypeOfOpCall(const ExprNode* node, std::span<const Expr> children);
  // Null when the relation has to wait. A failed relation gives a hole, so that one mistake is one
  // diagnostic.
  Type RunRelation(const CallNode* node, std::span<const Expr> children);
  Expr TypeOfCall(const ExprNode* node, std::span<const Expr> children);
  // Runs what waits, until nothing more is learned.
  void RunPending();

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
  // When all that waits was tried last: how much that was, and the solver's progress.
  size_t num_tried_ = 0;
  int64_t pending_progress_ = -1;
  std::vector<Type> annotations_;   // With merging: cells of what the program says…
  std::vector<Type> annotated_as_;  // …and what that is.
  std::vector<Diagnostic> diagnostics_;
  std::span<const Expr> children_;  // Of the call whose relation runs: the typed ones.
  const bool merging_;
  bool closed_ = true;
  bool declared_ = false;   // Whether all functions are declared.
  bool met_holes_ = false;  // Whether holes stand in what was typed before.
  bool has_holes_ = false;
};

}  // namespace passcope
