// Unification of types with holes.
#pragma once

#include <map>
#include <vector>

#include "ir/type.h"
#include "support/ptr_map.h"

namespace passcope {

// Keeps what is known of the holes (incomplete types) of one inference. Binding is by union of a
// hole with a type, following TVM 0.11's TypeSolver: data types and ranks must agree, `?` agrees
// with every dimension, a symbol with one integer.
//
// Two types that agree without being the same have a third one in common: (?, 3) of (2, 3) and
// (?, 3). In TVM it takes the place of both, wherever they stand, since types there are objects
// with an identity. Here equal types are one node, so a type that others may take the place of is
// a cell: a hole that is bound from the beginning. Few programs have such types; a solver without
// cells tells that there are (merged).
class TypeSolver {
 public:
  // The common type of both, or null when they do not agree. May bind holes. Cells of both take it,
  // unless `keep_b`: then that of `a` alone.
  Type Unify(const Type& a, const Type& b, bool keep_b = false);
  // A hole that stands for `type` until that is merged with another one.
  Type Cell(const Type& type);
  // `type` is shown as `shown` as long as it is not merged with another one.
  void Show(const Type& type, const Type& shown) {
    keep_.push_back(type);
    shown_[type.get()] = shown;
  }
  // What is known of `type` itself, not of its parts: never a cell.
  Type Known(const Type& type) { return KnownOfLast(Find(type)); }
  // Whether a type was to take the place of another one.
  bool merged() const { return merged_; }
  // `type` with all that is known of its holes put in.
  Type Resolve(const Type& type) { return Resolve(type, true); }
  // Grows whenever something is found out.
  int64_t progress() const { return progress_; }
  // How many bindings were followed; for tests of how inference grows.
  int64_t steps() const { return steps_; }
  // The type of a generic function with fresh holes for its type parameters.
  Type Instantiate(const FuncTypeNode* func);
  // The same with these types, one for each type parameter.
  static Type Instantiate(const FuncTypeNode* func, const std::vector<Type>& type_args);

 private:
  Type Resolve(const Type& type, bool as_shown);
  // The last hole that `type` is bound to, itself when it is not bound.
  Type Find(const Type& type);
  // What is known of such a last hole.
  Type KnownOfLast(const Type& last);
  // The common type of two types that are no holes.
  Type UnifyKnown(const Type& a, const Type& b);
  bool Occurs(const TypeNode* hole, const Type& type);
  // Whether both can be the same; then the common dimension is put into `a`.
  bool UnifyDim(Dim& a, Dim b);
  bool UnifyAll(const std::vector<Type>& a, const std::vector<Type>& b, std::vector<Type>& out);

  PtrMap<Type> bound_;
  PtrMap<Type> shown_;
  int64_t steps_ = 0;
  int64_t progress_ = 0;
  bool has_cells_ = false;
  bool merged_ = false;
  std::map<int64_t, Dim> sizes_;  // Of symbols, by raw().
  std::vector<Type> keep_;        // Keeps keys alive, so that their addresses stay theirs.
};

}  // namespace passcope
