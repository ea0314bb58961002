// One inference of types, for InferType (transforms/infer_type.h): the state of its two walks.
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
#include "transforms/type_solver.h"

namespace passcope {

class TypeInferencer final : public TypeRelContext {
 public:
  // `module` has the global functions; may be null. `again`: this inference follows one that
  // refined callees.
  TypeInferencer(const IRModuleNode* module, bool again) : module_(module), again_(again) {}

  // The type of a global function: complete, or with holes for what its own inference finds out.
  void DeclareGlobal(Name name, const FunctionNode* function);

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
  // The second walk: fills the holes of a typed expression.
  Expr Fill(const Expr& root);
  // Whether a call of a local function gave one of its parameters another type than the one with
  // which the function was typed: then all types are to be inferred once more, after Fill.
  bool has_refined_callees() const { return has_refined_callees_; }

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

  // A call whose relation has to wait.
  struct Pending {
    Expr call;  // Over typed arguments.
    Type result;
  };
  // A field of what may turn out to be a tuple.
  struct PendingField {
    Type tuple;
    int index;
    Type result;
    Expr node;
  };

  static Type AnnotatedType(const FunctionNode* function);
  // The local function that a typed expression has for certain; null when there is none.
  const FunctionNode* LocalFunction(const Expr& callee) const;
  // `node` over `children` with `type`; annotations that were left out are filled in, as in TVM.
  static Expr Typed(const ExprNode* node, std::span<const Expr> children, Type type);

  std::string Text(const Type& type) { return TypeText(solver_.Resolve(type)); }
  void Report(DiagKind kind, Message message, const Expr& node, std::vector<Message> notes = {});
  // About an argument of a call, or about all of it when `arg` is -1.
  void ReportArgument(DiagKind kind, Message message, const Expr& call, int arg);

  // A hole in place of a type that is not known (yet).
  Type Hole() {
    has_holes_ = true;
    return IncompleteType();
  }

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
  Expr TypeOfField(const ExprNode* node, std::span<const Expr> children);
  Expr TypeOfFunction(const ExprNode* node, std::span<const Expr> children);
  Type ReferencedType(const ExprNode* node, const Expr& ref);
  void ResolveField(PendingField& field);

  // infer_call.cc.
  Expr TypeOfOpCall(const ExprNode* node, std::span<const Expr> children);
  // Null when the relation has to wait. A failed relation gives a hole, so that one mistake is one
  // diagnostic.
  Type RunRelation(const CallNode* node, std::span<const Expr> children);
  Expr TypeOfCall(const ExprNode* node, std::span<const Expr> children);
  // From now on the variable has this type wherever it is used.
  void Refine(const VarNode* var, const Type& type);

  // infer_match.cc.
  // Types the variables of a match's patterns after the data is typed.
  void BindPatterns(const MatchNode* match, const Expr& data);
  Type TypeOfMatch(const MatchNode* match, std::span<const Expr> children);

  const IRModuleNode* module_;
  TypeSolver solver_;
  PtrMap<Type> global_types_;  // By the identity of the interned name.
  PtrMap<Expr> vars_;          // Typed variables by identity.
  PtrMap<Expr> memo_;          // Typed nodes of shared ones.
  PtrMap<Expr> filled_;        // Variables whose holes were filled.
  PtrMap<Type> refined_;       // By variable: the type that takes the place of its own.
  PtrMap<Expr> functions_;     // By variable of a let: the typed function that is its value.
  std::vector<Expr> roots_;    // Keeps the keys of the maps alive.
  std::vector<Pending> pending_;
  std::vector<PendingField> pending_fields_;
  std::vector<Diagnostic> diagnostics_;
  std::span<const Expr> children_;  // Of the call whose relation runs: the typed ones.
  const bool again_;
  bool closed_ = true;
  bool has_holes_ = false;
  bool has_refined_callees_ = false;
};

}  // namespace passcope
