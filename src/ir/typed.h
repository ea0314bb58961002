// Nodes that are made with their types, by passes that know them, so that InferType has nothing to
// do.
#pragma once

#include <algorithm>

#include "ir/expr.h"

namespace passcope {

// `made` with the given type, which may be null: itself when nobody else refers to it, else a copy.
// It must be the type that InferType would find.
Expr Typed(Expr&& made, Type checked_type);

// Gives `made` another type in place, and a variable or a function the annotation that goes with
// it. For inference alone, which fills in what it left open in nodes that nobody else has seen yet.
void FillType(const Expr& made, Type checked_type, Type annotation);

// A fresh variable of a known type.
inline Expr TypedVar(std::string_view name, const Type& type) {
  return VarWith(VarId(new VarIdNode(Name(name))), type, type);
}
inline Expr TypedLet(Expr var, Expr value, Expr body) {
  Type type = body->checked_type();
  return Typed(Let(std::move(var), std::move(value), std::move(body)), std::move(type));
}

// Whether a type consists of tensors alone.
inline bool IsOfTensors(const Type& type) {
  const auto* tuple = As<TupleTypeNode>(type);
  return tuple ? std::all_of(tuple->fields.begin(), tuple->fields.end(), IsOfTensors)
               : As<TensorTypeNode>(type) != nullptr;
}

}  // namespace passcope
