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
class TypeSolver {
 public:
  // The common type of both, or null when they do not agree. May bind holes.
  Type Unify(const Type& a, const Type& b);
  // `type` with all that is known of its holes put in.
  Type Resolve(const Type& type);
  // How often a hole was bound; grows with progress.
  size_t num_bound() const { return bound_.size(); }
  // How many bindings were followed; for tests of how inference grows.
  int64_t steps() const { return steps_; }
  // The type of a generic function with fresh holes for its type parameters.
  Type Instantiate(const FuncTypeNode* func);
  // The same with these types, one for each type parameter.
  static Type Instantiate(const FuncTypeNode* func, const std::vector<Type>& type_args);

 private:
  // The last hole or type that `type` is bound to, itself when it is not bound.
  Type Find(const Type& type);
  bool Occurs(const TypeNode* hole, const Type& type);
  // Whether both can be the same; then the common dimension is put into `a`.
  bool UnifyDim(Dim& a, Dim b);
  bool UnifyAll(const std::vector<Type>& a, const std::vector<Type>& b, std::vector<Type>& out);

  PtrMap<Type> bound_;
  int64_t steps_ = 0;
  std::map<int64_t, Dim> sizes_;  // Of symbols, by raw().
  std::vector<Type> keep_;        // Keeps the holes alive, so that their addresses stay theirs.
};

}  // namespace passcope
