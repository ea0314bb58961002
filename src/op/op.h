// Declarations of operators. The parser, the printer, InferType, JSON, completion and the command
// line use them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/attrs.h"
#include "ir/expr.h"
#include "op/traits.h"

namespace passcope {

// The fusion pattern of an operator, like TVM's TOpPattern.
enum class OpPattern : uint8_t {
  kElemWise = 0,
  kBroadcast = 1,
  kInjective = 2,
  kCommReduce = 3,
  kOutEWiseFusable = 4,
  kTuple = 7,
  kOpaque = 8,
};

enum class RelStatus : uint8_t {
  kDone,     // The result type is set.
  kPending,  // An argument's type is not known well enough.
  kFailed,   // A diagnostic was reported through Fail.
};

// The inputs and outputs of a type relation for one call.
class TypeRelContext {
 public:
  virtual ~TypeRelContext() = default;

  // The call. The checked types of its arguments may be missing; use `arg_types`.
  const CallNode* call = nullptr;
  // One type per argument, as far as it is resolved. It may be IncompleteType.
  std::span<const Type> arg_types;
  // Set by the relation.
  Type result;

  size_t num_args() const { return arg_types.size(); }
  // The argument as a tensor; null if it is not, or not yet, a tensor. The relation then calls
  // NotTensor(i).
  const TensorTypeNode* tensor(size_t i) const { return As<TensorTypeNode>(arg_types[i]); }
  // Returns kPending if argument i is incomplete. Otherwise reports kTypeMismatch, since a tensor
  // was expected.
  RelStatus NotTensor(size_t i);
  // Requires that argument i has exactly this type. If it is incomplete, infers it, for example the
  // shape of a weight. Reports a mismatch and returns false then.
  virtual bool Assign(size_t i, const Type& type) = 0;
  RelStatus Return(Type type) {
    result = std::move(type);
    return RelStatus::kDone;
  }
  // Reports a diagnostic about this call. `arg` is the index of the argument that it points at, or
  // -1 for the whole call. Returns kFailed.
  virtual RelStatus Fail(DiagKind kind, Message message, int arg = -1) = 0;
  // Typed attributes. They always exist in a relation: InferType reports missing attributes and
  // attributes of another type before it runs the relation.
  template <class A>
  const A& attrs() const {
    const A* attrs = As<A>(call->attrs);
    PASSCOPE_CHECK(attrs);
    return *attrs;
  }
};

using TypeRelation = RelStatus (*)(TypeRelContext& context);

// Runs the type relation of the call's operator, which must have one, and checks the result. A
// negative size is an error.
RelStatus RunTypeRelation(TypeRelContext& context);

struct ArgDecl {
  const char* name;
  const char* type;  // "Tensor", "Tuple[Tensor]".
  const char* doc;
};

struct OpDecl {
  const char* name;
  const char* doc;
  std::vector<ArgDecl> args;
  // Null for operators without attributes.
  const AttrSchema& (*schema)() = nullptr;
  TypeRelation relation = nullptr;
  OpPattern pattern = OpPattern::kOpaque;
  int support_level = 10;
  bool variadic = false;  // Any number of arguments.
  OpTraits traits = {};

  bool Has(OpTrait trait) const { return traits.Has(trait); }
};

// The fields that most operators declare, for the tables of the families.
struct OpRow {
  const char* name;
  const AttrSchema& (*schema)();
  TypeRelation relation;
  OpPattern pattern;
  int level;
  const char* doc;
  std::vector<ArgDecl> args;
  OpTraits traits = {};
};

// All operators in the order of registration. The nodes live as long as the engine.
std::span<const Expr> AllOps();
// Null if there is no such operator.
const OpNode* FindOp(std::string_view name);
// The operator node. An unknown name is a bug of the calling pass or model, so it fails a check.
Expr GetOp(std::string_view name);

// A call of operator `name` (a builder for passes, models and tests).
inline Expr CallOp(std::string_view name, std::initializer_list<Expr> args, Attrs attrs = nullptr) {
  return Call(GetOp(name), args, std::move(attrs));
}

// Throw an InternalError that names the operator of a faulty table.
[[noreturn]] void FailUndeclared(std::string_view name);
[[noreturn]] void FailSetTwice(std::string_view name);

// A table of functions per operator, such as kernels or layout rules. Absent entries are T(). Both
// ways to fill it refuse undeclared names, since a misspelt entry would have no effect.
template <class T>
class OpTable {
 public:
  // Adds the entry of an operator. An operator may have only one.
  void Add(std::string_view name, T value) {
    T& entry = Entry(name);
    if (!(entry == T())) FailSetTwice(name);
    entry = std::move(value);
  }
  // Sets the entry of an operator and replaces a former one.
  void Replace(std::string_view name, T value) { Entry(name) = std::move(value); }
  T Get(const OpNode* op) const {
    return op && op->index < values_.size() ? values_[op->index] : T();
  }
  // For the callee of a call; T() if it is not an operator.
  T Get(const Expr& callee) const { return Get(As<OpNode>(callee)); }

 private:
  T& Entry(std::string_view name) {
    const OpNode* op = FindOp(name);
    if (!op) FailUndeclared(name);
    if (op->index >= values_.size()) values_.resize(AllOps().size());
    return values_[op->index];
  }

  std::vector<T> values_;
};

// Collects the declarations. Each operator family has a function `void Register…Ops(OpRegistry&)`.
// RegisterAllOps (op/register.cc) calls it explicitly, so that no linker can drop it.
class OpRegistry {
 public:
  void Add(OpDecl decl) { decls_.push_back(std::move(decl)); }
  void Add(std::span<const OpRow> rows);
  std::vector<OpDecl>& decls() { return decls_; }

 private:
  std::vector<OpDecl> decls_;
};
void RegisterAllOps(OpRegistry& registry);

}  // namespace passcope
