// Relay expressions: immutable nodes in a DAG.
//
// Every node keeps its child expressions in one array, `children()`. Traversing, hashing, comparing
// and freeing therefore need no case for each kind:
//
//   Call          op, arg 0, arg 1, …        Function      param 0, …, body
//   Tuple         field 0, field 1, …        Let           var, value, body
//   TupleGetItem  tuple                      If            cond, true branch, false branch
//   RefCreate     value                      RefRead       ref
//   RefWrite      ref, value
//   Match         data, then for each clause the variables of its pattern and its body
//   others        none
//
// Nodes never change. `checked_type` is part of the node: InferType returns new nodes with types,
// and reuses nodes that have types already.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/attrs.h"
#include "ir/ndarray.h"
#include "ir/span.h"
#include "ir/type.h"
#include "support/check.h"
#include "support/name.h"
#include "support/ref.h"

namespace passcope {

enum class ExprKind : uint8_t {
  kVar,
  kGlobalVar,
  kConstant,
  kOp,
  kCall,
  kTuple,
  kTupleGetItem,
  kFunction,
  kLet,
  kIf,
  kRefCreate,
  kRefRead,
  kRefWrite,
  kConstructor,
  kMatch,
};
inline constexpr int kNumExprKinds = 15;

class ExprNode;
using Expr = Ref<ExprNode>;
struct OpDecl;

class ExprNode : public Object {
 public:
  ExprKind kind() const { return static_cast<ExprKind>(raw_kind()); }
  const Type& checked_type() const { return checked_type_; }
  // True if this node and all nodes below it have types, so that InferType has no work.
  bool fully_typed() const { return (flags_ & kFullyTyped) != 0; }
  // True if this node or a node below it binds variables: a function, a let or a match.
  bool has_scopes() const { return (flags_ & kHasScopes) != 0; }
  // True if this node or a node below it is a function with scopes in its body.
  bool has_inner_scopes() const { return (flags_ & kHasInnerScopes) != 0; }
  const Span& span() const { return span_; }
  std::span<const Expr> children() const { return {children_, num_children_}; }
  const Expr& child(size_t i) const { return children_[i]; }

 protected:
  enum Flags : uint8_t { kFullyTyped = 1, kHasScopes = 2, kHasInnerScopes = 4 };
  ExprNode(Destroyer destroy, ExprKind kind, Type checked_type, Span span)
      : Object(destroy, static_cast<uint8_t>(kind)),
        checked_type_(std::move(checked_type)),
        span_(std::move(span)) {}

 private:
  friend struct ExprAccess;
  uint32_t num_children_ = 0;
  Type checked_type_;
  Span span_;
  Expr* children_ = nullptr;  // Stored after the node, in the same allocation.
};

// The identity of a variable. Typing a variable makes a new VarNode with the same identity. Passes
// compare variables by it and use it as their key.
class VarIdNode : public Object {
 public:
  explicit VarIdNode(Name name) : Object(&DestroySelf), name(name) {}
  const Name name;  // The name hint; not unique.

 private:
  static void DestroySelf(Object* self) { delete static_cast<VarIdNode*>(self); }
};
using VarId = Ref<VarIdNode>;

class VarNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kVar;
  VarId vid;
  Type type_annotation;  // May be null.
  Name name() const { return vid->name; }

 private:
  friend struct ExprAccess;
  VarNode(VarId vid, Type annotation, Type checked_type, Span span);
};

// A function of a module, referred to by its name.
class GlobalVarNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kGlobalVar;
  Name name;

 private:
  friend struct ExprAccess;
  GlobalVarNode(Name name, Type checked_type, Span span);
};

class ConstantNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kConstant;
  NDArray data;

 private:
  friend struct ExprAccess;
  ConstantNode(NDArray data, Type checked_type, Span span);
};

// A primitive operator. Each engine has one node per operator (op/op.h has the declarations).
class OpNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kOp;
  const OpDecl* decl;
  uint32_t index;  // Consecutive, for tables indexed by operator.
  const char* name() const { return name_; }

 private:
  friend struct ExprAccess;
  OpNode(const OpDecl* decl, const char* name, uint32_t index);
  const char* name_;  // The declaration's name; this file knows only its name.
};

class CallNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kCall;
  Attrs attrs;  // May be null.
  std::vector<Type> type_args;
  const Expr& op() const { return child(0); }
  std::span<const Expr> args() const { return children().subspan(1); }
  const Expr& arg(size_t i) const { return child(i + 1); }

 private:
  friend struct ExprAccess;
  CallNode(Attrs attrs, std::vector<Type> type_args, Type checked_type, Span span);
};

class TupleNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kTuple;
  std::span<const Expr> fields() const { return children(); }

 private:
  friend struct ExprAccess;
  TupleNode(Type checked_type, Span span);
};

class TupleGetItemNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kTupleGetItem;
  int index;
  const Expr& tuple() const { return child(0); }

 private:
  friend struct ExprAccess;
  TupleGetItemNode(int index, Type checked_type, Span span);
};

class FunctionNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kFunction;
  Type ret_type;  // The annotation; may be null.
  std::vector<Type> type_params;
  DictAttrs attrs;  // May be null.
  std::span<const Expr> params() const { return children().first(children().size() - 1); }
  const Expr& body() const { return children().back(); }
  // True if the attribute is an integer other than 0, such as "Primitive".
  bool HasFlag(std::string_view name) const;
  bool is_primitive() const { return HasFlag("Primitive"); }
  // False for functions with the attributes "Compiler", "Extern" or "SkipOptimization", which
  // passes must not change.
  bool may_be_changed() const;

 private:
  friend struct ExprAccess;
  FunctionNode(Type ret_type, std::vector<Type> type_params, DictAttrs attrs, Type checked_type,
               Span span);
};

class LetNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kLet;
  const Expr& var() const { return child(0); }
  const Expr& value() const { return child(1); }
  const Expr& body() const { return child(2); }

 private:
  friend struct ExprAccess;
  LetNode(Type checked_type, Span span);
};

class IfNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kIf;
  const Expr& cond() const { return child(0); }
  const Expr& true_branch() const { return child(1); }
  const Expr& false_branch() const { return child(2); }

 private:
  friend struct ExprAccess;
  IfNode(Type checked_type, Span span);
};

class RefCreateNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kRefCreate;
  const Expr& value() const { return child(0); }

 private:
  friend struct ExprAccess;
  RefCreateNode(Type checked_type, Span span);
};

class RefReadNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kRefRead;
  const Expr& ref() const { return child(0); }

 private:
  friend struct ExprAccess;
  RefReadNode(Type checked_type, Span span);
};

class RefWriteNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kRefWrite;
  const Expr& ref() const { return child(0); }
  const Expr& value() const { return child(1); }

 private:
  friend struct ExprAccess;
  RefWriteNode(Type checked_type, Span span);
};

// An algebraic data type of a module: its name, type parameters and constructors. An extern type
// has no constructors.
class TypeDataNode : public Object {
 public:
  struct Constructor {
    Name name;
    std::vector<Type> inputs;  // These can use type_vars.
  };
  TypeDataNode(Name name, std::vector<Type> type_vars, std::vector<Constructor> constructors)
      : Object(&DestroySelf),
        name(name),
        type_vars(std::move(type_vars)),
        constructors(std::move(constructors)) {}
  const Name name;
  const std::vector<Type> type_vars;  // TypeVars.
  const std::vector<Constructor> constructors;
  // The type of its values, with type_vars as arguments: "List[A]".
  Type Applied() const { return TypeCall(GlobalTypeVar(name.view()), type_vars); }

 private:
  static void DestroySelf(Object* self) { delete static_cast<TypeDataNode*>(self); }
};
using TypeData = Ref<TypeDataNode>;

// A constructor of an algebraic data type, as a function. Two nodes are the same constructor if
// their data types and indices are equal.
class ConstructorNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kConstructor;
  TypeData data;
  uint32_t index;  // An index into data->constructors; TVM's tag.
  const TypeDataNode::Constructor& decl() const { return data->constructors[index]; }

 private:
  friend struct ExprAccess;
  ConstructorNode(TypeData data, uint32_t index, Type checked_type, Span span);
};

// One step of a pattern. Steps are in pre-order: the patterns of its fields follow a constructor or
// a tuple. Patterns of any depth therefore need no recursion, and the clauses of a match no nodes.
struct PatternStep {
  enum class Kind : uint8_t { kWildcard, kVar, kConstructor, kTuple };
  Kind kind = Kind::kWildcard;
  uint32_t fields = 0;  // The number of patterns after it that belong to it.
  uint32_t index = 0;   // kConstructor: an index into data->constructors.
  TypeData data;        // kConstructor.
  Span span;            // May be null.
};
struct MatchClause {
  uint32_t pattern;  // The index of its first step. The steps end where the next clause's begin.
  uint32_t vars;     // The index of its first variable's child. The body follows the variables.
  uint32_t body;     // The index of its body's child.
};

// The patterns of a match. All rewritten copies of the match share them.
class MatchPatternsNode : public Object {
 public:
  MatchPatternsNode(std::vector<PatternStep> steps, std::vector<MatchClause> clauses)
      : Object(&DestroySelf), steps(std::move(steps)), clauses(std::move(clauses)) {}
  const std::vector<PatternStep> steps;
  const std::vector<MatchClause> clauses;
  // The steps of clause `i`. Each step of kind kVar is the next variable of the clause.
  std::span<const PatternStep> Pattern(size_t i) const {
    size_t end = i + 1 < clauses.size() ? clauses[i + 1].pattern : steps.size();
    return std::span<const PatternStep>(steps).subspan(clauses[i].pattern,
                                                       end - clauses[i].pattern);
  }

 private:
  static void DestroySelf(Object* self) { delete static_cast<MatchPatternsNode*>(self); }
};
using MatchPatterns = Ref<MatchPatternsNode>;

class MatchNode : public ExprNode {
 public:
  static constexpr ExprKind kKind = ExprKind::kMatch;
  MatchPatterns patterns;
  bool complete;  // False for `match?`, where cases can be unmatched.
  const Expr& data() const { return child(0); }
  const std::vector<MatchClause>& clauses() const { return patterns->clauses; }
  std::span<const Expr> vars(size_t clause) const {
    const MatchClause& range = clauses()[clause];
    return children().subspan(range.vars, range.body - range.vars);
  }
  const Expr& body(size_t clause) const { return child(clauses()[clause].body); }

 private:
  friend struct ExprAccess;
  MatchNode(MatchPatterns patterns, bool complete, Type checked_type, Span span);
};

// Null if `expr` is null or of another kind.
template <class T>
const T* As(const ExprNode* expr) {
  return expr && expr->kind() == T::kKind ? static_cast<const T*>(expr) : nullptr;
}
template <class T>
const T* As(const Expr& expr PASSCOPE_LIFETIME_BOUND) {
  return As<T>(expr.get());
}

// Builders. They neither infer nor check types.
Expr Var(std::string_view name, Type annotation = nullptr, Span span = nullptr);
// The same variable (identity) with another annotation, type or span.
Expr VarWith(VarId vid, Type annotation, Type checked_type = nullptr, Span span = nullptr);
Expr GlobalVar(std::string_view name, Type checked_type = nullptr, Span span = nullptr);
// The type of a constant is known, but only InferType sets it, as in TVM.
Expr Constant(NDArray data, Span span = nullptr);
Expr ConstantScalar(double value, DataType dtype);
Expr Call(Expr op, std::span<const Expr> args, Attrs attrs = nullptr,
          std::vector<Type> type_args = {}, Span span = nullptr);
Expr Call(Expr op, std::initializer_list<Expr> args, Attrs attrs = nullptr,
          std::vector<Type> type_args = {}, Span span = nullptr);
Expr Tuple(std::span<const Expr> fields, Span span = nullptr);
Expr TupleGetItem(Expr tuple, int index, Span span = nullptr);
Expr Function(std::span<const Expr> params, Expr body, Type ret_type = nullptr,
              std::vector<Type> type_params = {}, DictAttrs attrs = nullptr, Span span = nullptr);
Expr Let(Expr var, Expr value, Expr body, Span span = nullptr);
Expr If(Expr cond, Expr true_branch, Expr false_branch, Span span = nullptr);
Expr RefCreate(Expr value, Span span = nullptr);
Expr RefRead(Expr ref, Span span = nullptr);
Expr RefWrite(Expr ref, Expr value, Span span = nullptr);
Expr Constructor(TypeData data, uint32_t index, Span span = nullptr);
// Only for the table of operators (op/op.cc); `name` is the declaration's.
Expr MakeOpNode(const OpDecl* decl, const char* name, uint32_t index);
// `children` as at the top of this file, with one child for each variable step of `patterns`.
Expr Match(std::span<const Expr> children, MatchPatterns patterns, bool complete,
           Span span = nullptr);

// Calls `f` with each variable that `node` binds: the parameters of a function, the variable of a
// let, or the variables of a match's patterns.
template <class F>
void ForEachBinder(const ExprNode* node, F&& f) {
  if (const auto* function = As<FunctionNode>(node)) {
    for (const Expr& param : function->params()) f(As<VarNode>(param));
  } else if (const auto* let = As<LetNode>(node)) {
    f(As<VarNode>(let->var()));
  } else if (const auto* match = As<MatchNode>(node)) {
    for (size_t i = 0; i < match->clauses().size(); ++i) {
      for (const Expr& var : match->vars(i)) f(As<VarNode>(var));
    }
  }
}

// A node like `node` with other children and the given checked type. It keeps fields, attributes
// and span. The number of children may differ only for calls, tuples and functions.
Expr Rebuild(const ExprNode* node, std::span<const Expr> children, Type checked_type);
// `node` if `children` are its own; else Rebuild without a type, which InferType finds later.
Expr WithChildren(const ExprNode* node, std::span<const Expr> children);
Expr WithType(const ExprNode* node, Type checked_type);
Expr WithSpan(const ExprNode* node, Span span);
Expr WithFunctionAttrs(const FunctionNode* function, DictAttrs attrs);

// True if `expr` is a call of the operator `name`.
bool IsCallTo(const ExprNode* expr, std::string_view name);
inline bool IsCallTo(const Expr& expr, std::string_view name) { return IsCallTo(expr.get(), name); }

}  // namespace passcope
