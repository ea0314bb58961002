// Unification of types with holes.
#pragma once

#include <map>
#include <vector>

#include "ir/type.h"
#include "support/ptr_map.h"

namespace passcope {

// The knowledge about the holes (incomplete types) of one inference. Unification follows TVM 0.11's
// TypeSolver. Data types and ranks must be equal. `?` agrees with every dimension, and a symbol
// with one integer.
//
// Two types that agree without being equal have a common type, such as (?, 3) for (2, 3) and (?,
// 3). In TVM, it replaces both in all places, since types there are objects with an identity. Here
// equal types are one node. So a type that can be replaced is a cell: a hole that is bound from the
// beginning. Few programs need cells; a solver without cells detects the need (merged).
class TypeSolver {
 public:
  // The common type of both, or null if they do not agree. Can bind holes. Cells of both get the
  // common type; with `keep_b`, only those of `a`.
  Type Unify(const Type& a, const Type& b, bool keep_b = false);
  // A hole that is bound to `type` until that is merged with another one.
  Type Cell(const Type& type);
  // `type` is printed as `shown` until it is merged with another one.
  void Show(const Type& type, const Type& shown) {
    keep_.push_back(type);
    shown_[type.get()] = shown;
  }
  // The known part of `type` itself, not of its parts. It is never a cell.
  Type Known(const Type& type) { return KnownOfLast(Find(type)); }
  // True if a type would have to replace another one.
  bool merged() const { return merged_; }
  // `type` with its holes filled as far as known.
  Type Resolve(const Type& type) { return Resolve(type, true); }
  // Grows with each new piece of knowledge.
  int64_t progress() const { return progress_; }
  // The number of followed bindings, for tests of inference cost.
  int64_t steps() const { return steps_; }
  // The type of a generic function with fresh holes for its type parameters.
  Type Instantiate(const FuncTypeNode* func);
  // The same with these types, one for each type parameter.
  static Type Instantiate(const FuncTypeNode* func, const std::vector<Type>& type_args);

 private:
  Type Resolve(const Type& type, bool as_shown);
  // The last hole that `type` is bound to; `type` itself if it is not bound.
  Type Find(const Type& type);
  // The known part of such a last hole.
  Type KnownOfLast(const Type& last);
  // The common type of two types that are not holes.
  Type UnifyKnown(const Type& a, const Type& b);
  bool Occurs(const TypeNode* hole, const Type& type);
  // Returns true if both can be equal, and sets `a` to the common dimension.
  bool UnifyDim(Dim& a, Dim b);
  bool UnifyAll(const std::vector<Type>& a, const std::vector<Type>& b, std::vector<Type>& out);

  PtrMap<Type> bound_;
  PtrMap<Type> shown_;
  int64_t steps_ = 0;
  int64_t progress_ = 0;
  bool has_cells_ = false;
  bool merged_ = false;
  std::map<int64_t, Dim> sizes_;  // Of symbols, by raw().
  std::vector<Type> keep_;        // Keeps keys alive, so that addresses stay unique.
};

}  // namespace passcope
