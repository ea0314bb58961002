// Relay's types. They are immutable and hash-consed: two equal types are one node, so equality is a
// pointer comparison. Incomplete types and type variables are exceptions: each has its own
// identity.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/data_type.h"
#include "support/name.h"
#include "support/ptr_map.h"
#include "support/ref.h"

namespace passcope {

// One dimension of a tensor: an integer >= 0, `?` (Any: known only at run time), a symbol, or a
// sum, difference, product, quotient or rounded multiple that contains symbols. An integer has type
// int32 or int64, which matters only for TVM's text ("4", "4i64") and for the types of computed
// integers.
class Dim {
 public:
  constexpr Dim() = default;
  // Integers near -2^63, which are not sizes, become `?`, since their values encode symbols.
  constexpr Dim(int64_t value)  // NOLINT(google-explicit-constructor)
      : value_(value < kFirstConst ? kAny : value), int64_(IsWide(value_)) {}
  static constexpr Dim Any() { return FromRaw(kAny); }
  // An integer of type int64.
  static constexpr Dim Int64(int64_t value) {
    Dim dim(value);
    dim.int64_ = dim.is_const();
    return dim;
  }
  // A symbolic dimension. Two symbols with the same name and kind are the same symbol. TVM has two
  // kinds: tir.SizeVar (never negative, made by te.size_var) and tir.Var.
  static Dim Symbol(std::string_view name, bool size_var = true);

  constexpr bool is_const() const { return value_ >= kFirstConst; }
  constexpr bool is_any() const { return value_ == kAny; }
  // True for a symbol or a dimension computed from symbols.
  constexpr bool is_symbol() const { return value_ > kAny && value_ < kFirstConst; }
  constexpr bool is_int64() const { return int64_; }
  // The integer; call it only if is_const().
  constexpr int64_t value() const { return value_; }
  // The dimension of this raw() value.
  static constexpr Dim OfRaw(int64_t raw) { return FromRaw(raw); }
  // A multiple rounded to the nearest integer: an integer (halves to even) or symbolic.
  static Dim Rounded(Dim dim, double factor);
  // The kind: 's' for a tir.SizeVar, 'v' for a tir.Var, 'a' for a `?` inside of a computed
  // dimension. For a computed dimension: '+', '-', '*', '/', 't' (quotient rounded toward zero),
  // 'm' (the greater) or 'r' (rounded multiple).
  char symbol_kind() const;
  // The factor of a rounded multiple.
  double factor() const;
  std::string symbol_name() const;
  // The operands of a computed dimension.
  std::pair<Dim, Dim> operands() const;
  // As Relay prints it: "3", "3i64", "?", "n", "(n + 1)".
  std::string str() const;
  constexpr int64_t raw() const { return value_; }

  // By value: 4 is 4i64.
  friend constexpr bool operator==(Dim a, Dim b) { return a.value_ == b.value_; }
  // Also by type.
  constexpr bool Same(Dim other) const { return value_ == other.value_ && int64_ == other.int64_; }

 private:
  static constexpr Dim FromRaw(int64_t raw) {
    Dim dim;
    dim.value_ = raw;
    return dim;
  }
  // True if the value does not fit int32.
  static constexpr bool IsWide(int64_t value) {
    return value >= kFirstConst && value != static_cast<int32_t>(value);
  }
  static Dim Computed(char kind, Dim a, Dim b);
  friend Dim operator/(Dim a, Dim b);
  friend Dim operator+(Dim a, Dim b);
  friend Dim operator-(Dim a, Dim b);
  friend Dim operator*(Dim a, Dim b);
  static constexpr int64_t kAny = std::numeric_limits<int64_t>::min();
  static constexpr int64_t kFirstConst = kAny + (int64_t{1} << 32);
  int64_t value_ = 0;
  bool int64_ = false;
};

using Shape = std::vector<Dim>;

// Shape arithmetic: exact on integers, symbolic on symbols, within limits. 0 and 1 disappear where
// this is correct. Any other result is `?`.
Dim operator+(Dim a, Dim b);
Dim operator-(Dim a, Dim b);
Dim operator*(Dim a, Dim b);
// Floor division; division by a constant 0 gives `?`.
Dim operator/(Dim a, Dim b);

enum class TypeKind : uint8_t {
  kTensor,
  kTuple,
  kFunc,
  kRef,
  kIncomplete,     // A hole that inference fills.
  kTypeVar,        // A type parameter of a function or of an ADT.
  kGlobalTypeVar,  // The name of an ADT.
  kTypeCall,       // An ADT applied to types.
};

class TypeNode : public Object {
 public:
  TypeKind kind() const { return static_cast<TypeKind>(raw_kind()); }
  // True if the type contains an IncompleteType.
  bool has_incomplete() const { return (flags_ & kHasIncomplete) != 0; }
  // True if the type contains a `?` or a symbolic dimension.
  bool is_dynamic() const { return (flags_ & kDynamic) != 0; }
  // True if a value of this type can hold functions. The type then contains a function type or a
  // type that is still unknown (holes, type parameters, data types).
  bool may_hold_functions() const { return (flags_ & kMayHoldFunctions) != 0; }
  uint64_t hash() const { return hash_; }
  // The number of types in its text. A shared part counts at each of its places.
  uint32_t num_parts() const { return num_parts_; }

  // The limits of the depth and of the number of parts of a type. The constructor of a larger type
  // throws DiagnosticError (kNestingTooDeep). Code can therefore recurse over types and visit each
  // part. For example, (x, x) nested 60 times is 60 nodes in memory and 2^60 parts.
  static constexpr int kMaxDepth = 256;
  static constexpr uint32_t kMaxParts = 1 << 17;

 protected:
  enum Flags : uint8_t { kHasIncomplete = 1, kDynamic = 2, kInterned = 4, kMayHoldFunctions = 8 };
  TypeNode(Destroyer destroy, TypeKind kind, uint64_t hash)
      : Object(destroy, static_cast<uint8_t>(kind)), hash_(hash) {}
  friend class TypeInterner;
  // Combines the properties of a type inside of this one.
  void Contain(const Ref<TypeNode>& type);

  uint64_t hash_;
  int depth_ = 1;
  uint32_t num_parts_ = 1;
};

using Type = Ref<TypeNode>;

class TensorTypeNode;
class TupleTypeNode;
class FuncTypeNode;
class RefTypeNode;
class IncompleteTypeNode;
class TypeVarNode;
class GlobalTypeVarNode;
class TypeCallNode;

class TensorTypeNode : public TypeNode {
 public:
  static constexpr TypeKind kKind = TypeKind::kTensor;
  DataType dtype;
  Shape shape;

  size_t rank() const { return shape.size(); }
  // The number of elements; -1 if a dimension is not an integer.
  int64_t num_elements() const;

 private:
  friend class TypeInterner;
  TensorTypeNode(uint64_t hash, DataType dtype, Shape shape);
};

class TupleTypeNode : public TypeNode {
 public:
  static constexpr TypeKind kKind = TypeKind::kTuple;
  std::vector<Type> fields;

 private:
  friend class TypeInterner;
  TupleTypeNode(uint64_t hash, std::vector<Type> fields);
};

class FuncTypeNode : public TypeNode {
 public:
  static constexpr TypeKind kKind = TypeKind::kFunc;
  std::vector<Type> type_params;  // TypeVars.
  std::vector<Type> arg_types;
  Type ret_type;

 private:
  friend class TypeInterner;
  FuncTypeNode(uint64_t hash, std::vector<Type> type_params, std::vector<Type> args, Type ret);
};

class RefTypeNode : public TypeNode {
 public:
  static constexpr TypeKind kKind = TypeKind::kRef;
  Type value;

 private:
  friend class TypeInterner;
  RefTypeNode(uint64_t hash, Type value);
};

class IncompleteTypeNode : public TypeNode {
 public:
  static constexpr TypeKind kKind = TypeKind::kIncomplete;

 private:
  friend class TypeInterner;
  explicit IncompleteTypeNode(uint64_t hash);
};

class TypeVarNode : public TypeNode {
 public:
  static constexpr TypeKind kKind = TypeKind::kTypeVar;
  Name name;

 private:
  friend class TypeInterner;
  TypeVarNode(uint64_t hash, Name name);
};

class GlobalTypeVarNode : public TypeNode {
 public:
  static constexpr TypeKind kKind = TypeKind::kGlobalTypeVar;
  Name name;

 private:
  friend class TypeInterner;
  GlobalTypeVarNode(uint64_t hash, Name name);
};

class TypeCallNode : public TypeNode {
 public:
  static constexpr TypeKind kKind = TypeKind::kTypeCall;
  Type func;
  std::vector<Type> args;

 private:
  friend class TypeInterner;
  TypeCallNode(uint64_t hash, Type func, std::vector<Type> args);
};

// Constructors. All except IncompleteType and TypeVar return the one node with these fields.
Type TensorType(Shape shape, DataType dtype);
Type TensorType(std::span<const int64_t> shape, DataType dtype);
Type ScalarType(DataType dtype);
Type TupleType(std::vector<Type> fields);
Type FuncType(std::vector<Type> arg_types, Type ret_type, std::vector<Type> type_params = {});
Type RefType(Type value);
Type IncompleteType();
Type TypeVar(std::string_view name);
Type GlobalTypeVar(std::string_view name);
Type TypeCall(Type func, std::vector<Type> args);

// Null if `type` is null or of another kind.
template <class T>
const T* As(const TypeNode* type) {
  return type && type->kind() == T::kKind ? static_cast<const T*>(type) : nullptr;
}
template <class T>
const T* As(const Type& type PASSCOPE_LIFETIME_BOUND) {
  return As<T>(type.get());
}

// Replaces parts of a type bottom-up. For every type variable and incomplete type, Replace returns
// its replacement, or null to keep it. The answer must always be the same.
class TypeSubstitution {
 public:
  virtual ~TypeSubstitution() = default;
  virtual Type Replace(const TypeNode* leaf) = 0;
  // Only for types that outlive the substitution.
  Type Apply(const Type& type);

 private:
  Type ApplyInside(const Type& type);
  PtrMap<Type> done_;
};

// `type` with each of `from` (type variables or holes) replaced by its counterpart in `to`.
Type SubstituteTypes(const Type& type, const std::vector<Type>& from, const std::vector<Type>& to);

// Relay's text of a type: "Tensor[(1, 3), float32]", "(int32, bool)", "fn (int32) -> bool",
// "ref(int32)", a scalar as its data type; a missing or incomplete type is "?". The printer
// (text/printer.h) renames type variables where a program needs it.
std::string TypeText(const Type& type);

}  // namespace passcope
