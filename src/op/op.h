// Operators: one declaration each, from which the parser, the printer, InferType, JSON, completion
// and the command line derive.
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

// How an operator can be fused, as TVM's TOpPattern.
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
  kPending,  // An argument's type is not known well enough yet.
  kFailed,   // A diagnostic was reported through Fail.
};

// What a type relation sees of one call and how it answers.
class TypeRelContext {
 public:
  virtual ~TypeRelContext() = default;

  // The call; its args()' own checked types may be missing, `arg_types` are what counts.
  const CallNode* call = nullptr;
  // One type per argument, resolved as far as is known; may be IncompleteType.
  std::span<const Type> arg_types;
  // Set by the relation.
  Type result;

  size_t num_args() const { return arg_types.size(); }
  // The argument as a tensor; null when it is (still) something else. Relations call NotTensor(i)
  // then.
  const TensorTypeNode* tensor(size_t i) const { return As<TensorTypeNode>(arg_types[i]); }
  // kPending when argument i is incomplete, else a kTypeMismatch diagnostic that says a tensor was
  // expected.
  RelStatus NotTensor(size_t i);
  // Requires that argument i has exactly this type; infers it when it is incomplete (a weight's
  // shape, say). A mismatch is reported; returns false then.
  virtual bool Assign(size_t i, const Type& type) = 0;
  RelStatus Return(Type type) {
    result = std::move(type);
    return RelStatus::kDone;
  }
  // Reports a diagnostic about this call. `arg` is the index of the argument it points at, -1 for
  // the call as a whole. Returns kFailed.
  virtual RelStatus Fail(DiagKind kind, Message message, int arg = -1) = 0;
  // Typed attributes. A call whose attributes are missing or of another type is reported (and null
  // returned) by InferType before the relation runs, so this never fails inside a relation.
  template <class A>
  const A& attrs() const {
    const A* attrs = As<A>(call->attrs);
    PASSCOPE_CHECK(attrs);
    return *attrs;
  }
};

using TypeRelation = RelStatus (*)(TypeRelContext& context);

// Runs the type relation of the call's operator, which has one, and looks at what it says: a result
// has no negative sizes.
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

// What most operators declare, for the tables of the families.
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

// Every operator, in the order of registration. The nodes live as long as the thread.
std::span<const Expr> AllOps();
// Null when there is no such operator.
const OpNode* FindOp(std::string_view name);
// The operator node; an unknown name is a bug of the caller (a pass or a model), hence a check.
Expr GetOp(std::string_view name);

// A call of operator `name` (a builder for passes, models and tests).
inline Expr CallOp(std::string_view name, std::initializer_list<Expr> args, Attrs attrs = nullptr) {
  return Call(GetOp(name), args, std::move(attrs));
}

// Broken invariants of a table: an InternalError that names the operator.
[[noreturn]] void FailUndeclared(std::string_view name);
[[noreturn]] void FailSetTwice(std::string_view name);

// A table of functions per operator, such as kernels or layout rules; absent entries are T(). Both
// ways to fill it refuse a name that no operator is declared with: what nothing can call would be
// forgotten without a word.
template <class T>
class OpTable {
 public:
  // The entry of an operator that has none yet: two for one operator contradict each other.
  void Add(std::string_view name, T value) {
    T& entry = Entry(name);
    if (!(entry == T())) FailSetTwice(name);
    entry = std::move(value);
  }
  // The entry of an operator in place of the one that it may have.
  void Replace(std::string_view name, T value) { Entry(name) = std::move(value); }
  T Get(const OpNode* op) const {
    return op && op->index < values_.size() ? values_[op->index] : T();
  }
  // For the callee of a call; T() when it is no operator.
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

// Collects the declarations. Each operator family has one function `void
// Register…Ops(OpRegistry&)`, called from RegisterAllOps (op/register.cc), explicitly, so that no
// linker can drop one.
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
