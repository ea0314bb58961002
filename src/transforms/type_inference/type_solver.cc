// Unification of types with holes.
#include "transforms/type_inference/type_solver.h"

#include <utility>

#include "ir/dim_arith.h"
namespace passcope {

Type TypeSolver::Find(const Type& type) {
  auto next = [this](const Type& from) -> Type* {
    Type* bound = bound_.Find(from.get());
    return bound && *bound && (*bound)->kind() == TypeKind::kIncomplete ? bound : nullptr;
  };
  if (!type || type->kind() != TypeKind::kIncomplete) return type;
  Type* first = next(type);
  if (!first) return type;
  ++steps_;
  Type end = *first;
  bool chain = false;
  while (const Type* bound = next(end)) {
    ++steps_;
    end = *bound;
    chain = true;
  }
  if (!chain) return end;
  // Binds all holes of a chain to its end, so that no chain is followed twice (R. Tarjan, J. van
  // Leeuwen: "Worst-Case Analysis of Set Union Algorithms", J. ACM 31(2), 1984).
  for (Type hole = type; Type* bound = next(hole);) {
    if (*bound == end) break;
    hole = std::exchange(*bound, end);
  }
  return end;
}

Type TypeSolver::KnownOfLast(const Type& last) {
  const Type* known =
      last && last->kind() == TypeKind::kIncomplete ? bound_.Find(last.get()) : nullptr;
  return known ? *known : last;
}

Type TypeSolver::Cell(const Type& type) {
  if (!type || type->kind() == TypeKind::kIncomplete) return type;
  has_cells_ = true;
  keep_.push_back(IncompleteType());
  bound_[keep_.back().get()] = type;
  return keep_.back();
}

Type TypeSolver::Resolve(const Type& type, bool as_shown) {
  if (!type || !type->has_incomplete()) return type;
  if (type->kind() == TypeKind::kIncomplete) {
    // Most holes are bound to a type without holes.
    Type last = Find(type);
    Type found = KnownOfLast(last);
    if (!found->has_incomplete() || found == last) return found;
  }
  struct Fill : TypeSubstitution {
    Fill(TypeSolver& solver, bool as_shown) : solver(solver), as_shown(as_shown) {}
    Type Replace(const TypeNode* leaf) override {
      if (leaf->kind() != TypeKind::kIncomplete) return nullptr;
      Type last = solver.Find(Type(leaf));
      Type found = solver.KnownOfLast(last);
      if (found == leaf) return nullptr;
      if (!found->has_incomplete() || found == last) return found;
      // A result is remembered: in the solver if it cannot change any more, otherwise for this
      // call.
      if (!solver.has_cells_) return solver.bound_[last.get()] = Apply(found);
      if (const Type* known = resolved.Find(last.get())) return *known;
      const Type* shown = as_shown ? solver.shown_.Find(found.get()) : nullptr;
      Type result = Apply(shown ? *shown : found);
      return resolved[last.get()] = result;
    }
    TypeSolver& solver;
    const bool as_shown;
    PtrMap<Type> resolved;
  } fill(*this, as_shown);
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
  search.Apply(Resolve(type, false));
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
    a = b;  // With the type of `b`.
    return true;
  }
  if (a.is_any() || b.is_any()) {
    a = Dim::Any();
    return true;
  }
  if (b.is_symbol()) std::swap(a, b);
  bool variable = a.is_symbol() && (a.symbol_kind() == 's' || a.symbol_kind() == 'v');
  if (!variable || !b.is_const()) {
    // A dimension that is computed from `?` can have any size, too.
    if (!HoldsAny(a) && !HoldsAny(b)) return false;
    a = Dim::Any();
    return true;
  }
  sizes_[a.raw()] = b;
  a = b;
  return true;
}

Type TypeSolver::Unify(const Type& left, const Type& right, bool keep_b) {
  if (left == right) return left;
  Type last_a = Find(left), last_b = Find(right);
  if (!last_a || !last_b) return nullptr;
  Type a = KnownOfLast(last_a), b = KnownOfLast(last_b);
  if (last_a == last_b) return has_cells_ ? last_a : a;
  if (a->kind() == TypeKind::kIncomplete || b->kind() == TypeKind::kIncomplete) {
    bool open_a = a->kind() == TypeKind::kIncomplete;
    const Type& hole = open_a ? a : b;
    const Type& other = open_a ? last_b : last_a;
    if (Occurs(hole.get(), other)) return nullptr;
    keep_.push_back(hole);
    bound_[hole.get()] = other;
    ++progress_;
    if (!has_cells_) return open_a ? b : a;
    // A part of a type that is not a cell becomes shared.
    return other->kind() == TypeKind::kIncomplete ? other : hole;
  }
  Type common = a == b ? a : UnifyKnown(a, b);
  if (!common) return nullptr;
  if (!has_cells_) {
    // UnifyKnown has already checked the parts of other types.
    if (a->kind() == TypeKind::kTensor) {
      merged_ = merged_ || !(common == a) || (!keep_b && !(common == b));
    }
    return common;
  }
  // As in TVM, two equal types are merged into one.
  const bool same = a == b && a->kind() == TypeKind::kTensor;
  const bool cell_a = last_a->kind() == TypeKind::kIncomplete;
  const bool cell_b = last_b->kind() == TypeKind::kIncomplete && (same || !keep_b);
  if (!(common == a) || (cell_b && !(common == b))) ++progress_;
  if (cell_a && cell_b) bound_[last_a.get()] = last_b;
  const Type& cell = cell_b ? last_b : last_a;
  if (!cell_a && !cell_b) return common;
  bound_[cell.get()] = common;
  return cell;
}

Type TypeSolver::UnifyKnown(const Type& a, const Type& b) {
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
      // Without loss of generality, x has no more type parameters than y. Common parameters only
      // differ in names. The remaining parameters of y are instantiated.
      if (x->type_params.size() > y->type_params.size()) std::swap(x, y);
      std::vector<Type> params = x->type_params;
      while (params.size() < y->type_params.size()) params.push_back(IncompleteType());
      std::vector<Type> args = y->arg_types;
      auto substitute = [&](const Type& type) {
        if (params.empty()) return type;
        return SubstituteTypes(has_cells_ ? Resolve(type) : type, y->type_params, params);
      };
      for (Type& arg : args) arg = substitute(arg);
      Type ret = substitute(y->ret_type);
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
