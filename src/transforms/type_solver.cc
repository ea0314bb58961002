// Unification of types with holes.
#include "transforms/type_solver.h"

#include <utility>

namespace passcope {

Type TypeSolver::Find(const Type& type) {
  Type end = type;
  auto next = [this](const Type& from) {
    return from && from->kind() == TypeKind::kIncomplete ? bound_.Find(from.get()) : nullptr;
  };
  while (const Type* bound = next(end)) {
    ++steps_;
    end = *bound;
  }
  // All holes on the way are bound to what is at its end, so that no chain is followed twice
  // (R. Tarjan, J. van Leeuwen: "Worst-Case Analysis of Set Union Algorithms", J. ACM 31(2), 1984).
  for (Type hole = type; Type* bound = next(hole);) {
    if (*bound == end) break;
    hole = std::exchange(*bound, end);
  }
  return end;
}

Type TypeSolver::Resolve(const Type& type) {
  if (!type || !type->has_incomplete()) return type;
  struct Fill : TypeSubstitution {
    explicit Fill(TypeSolver& solver) : solver(solver) {}
    Type Replace(const TypeNode* leaf) override {
      if (leaf->kind() != TypeKind::kIncomplete) return nullptr;
      Type found = solver.Find(Type(leaf));
      if (found == leaf) return nullptr;
      if (!found->has_incomplete()) return found;
      // What is found out once is not looked for again.
      return solver.bound_[leaf] = solver.Resolve(found);
    }
    TypeSolver& solver;
  } fill(*this);
  return fill.Apply(type);
}

bool TypeSolver::Occurs(const TypeNode* hole, const Type& type) {
  if (!type || !type->has_incomplete()) return false;
  struct Search : TypeSubstitution {
    explicit Search(const TypeNode* hole) : hole(hole) {}
    Type Replace(const TypeNode* leaf) override {
      found = found || leaf == hole;
      return nullptr;
    }
    const TypeNode* hole;
    bool found = false;
  } search(hole);
  search.Apply(Resolve(type));
  return search.found;
}

bool TypeSolver::UnifyAll(const std::vector<Type>& a, const std::vector<Type>& b,
                          std::vector<Type>& out) {
  if (a.size() != b.size()) return false;
  out.reserve(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    out.push_back(Unify(a[i], b[i]));
    if (!out.back()) return false;
  }
  return true;
}

bool TypeSolver::UnifyDim(Dim& a, Dim b) {
  for (Dim* dim : {&a, &b}) {
    auto known = dim->is_symbol() ? sizes_.find(dim->raw()) : sizes_.end();
    if (known != sizes_.end()) *dim = known->second;
  }
  if (a == b) {
    a = b;  // Of the type that b has.
    return true;
  }
  if (a.is_any() || b.is_any()) {
    a = Dim::Any();
    return true;
  }
  if (b.is_symbol()) std::swap(a, b);
  bool variable = a.is_symbol() && (a.symbol_kind() == 's' || a.symbol_kind() == 'v');
  if (!variable || !b.is_const()) return false;
  sizes_[a.raw()] = b;
  a = b;
  return true;
}

Type TypeSolver::Unify(const Type& left, const Type& right) {
  if (left == right) return left;
  Type a = Find(left);
  Type b = Find(right);
  if (!a || !b) return nullptr;
  if (a == b) return a;
  if (a->kind() == TypeKind::kIncomplete || b->kind() == TypeKind::kIncomplete) {
    const Type& hole = a->kind() == TypeKind::kIncomplete ? a : b;
    const Type& other = a->kind() == TypeKind::kIncomplete ? b : a;
    if (Occurs(hole.get(), other)) return nullptr;
    keep_.push_back(hole);
    bound_[hole.get()] = other;
    return other;
  }
  if (a->kind() != b->kind()) return nullptr;
  std::vector<Type> parts;
  switch (a->kind()) {
    case TypeKind::kTensor: {
      const auto* x = As<TensorTypeNode>(a);
      const auto* y = As<TensorTypeNode>(b);
      if (x->dtype != y->dtype || x->rank() != y->rank()) return nullptr;
      Shape shape = x->shape;
      for (size_t i = 0; i < shape.size(); ++i) {
        if (!UnifyDim(shape[i], y->shape[i])) return nullptr;
      }
      return TensorType(std::move(shape), x->dtype);
    }
    case TypeKind::kTuple:
      if (!UnifyAll(As<TupleTypeNode>(a)->fields, As<TupleTypeNode>(b)->fields, parts)) {
        return nullptr;
      }
      return TupleType(std::move(parts));
    case TypeKind::kFunc: {
      const auto* x = As<FuncTypeNode>(a);
      const auto* y = As<FuncTypeNode>(b);
      // Without loss of generality x has no more type parameters than y. They agree up to their
      // names; where one has more, these are instantiated.
      if (x->type_params.size() > y->type_params.size()) std::swap(x, y);
      std::vector<Type> params = x->type_params;
      while (params.size() < y->type_params.size()) params.push_back(IncompleteType());
      std::vector<Type> args = y->arg_types;
      for (Type& arg : args) arg = SubstituteTypes(arg, y->type_params, params);
      Type ret = SubstituteTypes(y->ret_type, y->type_params, params);
      if (!UnifyAll(x->arg_types, args, parts)) return nullptr;
      ret = Unify(x->ret_type, ret);
      return ret ? FuncType(std::move(parts), std::move(ret), x->type_params) : nullptr;
    }
    case TypeKind::kRef: {
      Type value = Unify(As<RefTypeNode>(a)->value, As<RefTypeNode>(b)->value);
      return value ? RefType(std::move(value)) : nullptr;
    }
    case TypeKind::kTypeCall: {
      const auto* x = As<TypeCallNode>(a);
      const auto* y = As<TypeCallNode>(b);
      Type func = Unify(x->func, y->func);
      if (!func || !UnifyAll(x->args, y->args, parts)) return nullptr;
      return TypeCall(std::move(func), std::move(parts));
    }
    default:
      return nullptr;
  }
}

Type TypeSolver::Instantiate(const FuncTypeNode* func) {
  std::vector<Type> holes(func->type_params.size());
  for (Type& hole : holes) hole = IncompleteType();
  return Instantiate(func, holes);
}

Type TypeSolver::Instantiate(const FuncTypeNode* func, const std::vector<Type>& type_args) {
  return SubstituteTypes(FuncType(func->arg_types, func->ret_type), func->type_params, type_args);
}

}  // namespace passcope
