// Makes nodes with types, for passes that know them. InferType then has no work.
#pragma once

#include <algorithm>

#include "ir/expr.h"

namespace passcope {

// `made` with the given type, which may be null. Returns `made` itself if nothing else refers to
// it, or else a copy. The type must be the one that InferType finds.
Expr Typed(Expr&& made, Type checked_type);

// Changes the type of `made` in place, and the annotation of a variable or function. Only for type
// inference, which completes nodes that no other code has seen.
void FillType(const Expr& made, Type checked_type, Type annotation);

// A new variable of a known type.
inline Expr TypedVar(std::string_view name, const Type& type) {
  return VarWith(VarId(new VarIdNode(Name(name))), type, type);
}
inline Expr TypedLet(Expr var, Expr value, Expr body) {
  Type type = body->checked_type();
  return Typed(Let(std::move(var), std::move(value), std::move(body)), std::move(type));
}

// True if a type consists only of tensors.
inline bool IsOfTensors(const Type& type) {
  const auto* tuple = As<TupleTypeNode>(type);
  return tuple ? std::all_of(tuple->fields.begin(), tuple->fields.end(), IsOfTensors)
               : As<TensorTypeNode>(type) != nullptr;
}

}  // namespace passcope
