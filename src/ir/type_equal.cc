#include "ir/type_equal.h"

#include <string_view>

#include "ir/hash_mix.h"
#include "ir/type_var_kind.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

// Recursion is safe: types nest at most TypeNode::kMaxDepth deep.
class Equality {
 public:
  explicit Equality(bool map_free_vars) : map_free_vars_(map_free_vars) {}

  bool Same(const Type& a, const Type& b) {
    if (!a || !b) return a == b;
    if (a->kind() != b->kind()) return false;
    if (a->kind() == TypeKind::kTypeVar || a->kind() == TypeKind::kIncomplete) {
      const TypeNode* const* left = left_.Find(a.get());
      const TypeNode* const* right = right_.Find(b.get());
      if (left || right) return left && right && *left == b.get() && *right == a.get();
      if (a != b && !map_free_vars_) return false;
      return Bind(a, b);
    }
    // A part that `a` shares is compared once with each of its counterparts.
    if (const TypeNode* const* compared = compared_.Find(a.get()); compared && *compared == b.get())
      return true;
    if (!SameParts(a, b)) return false;
    compared_[a.get()] = b.get();
    return true;
  }

 private:
  bool Bind(const Type& a, const Type& b) {
    if (KindOf(a.get()) != KindOf(b.get())) return false;
    left_[a.get()] = b.get();
    right_[b.get()] = a.get();
    return true;
  }

  bool SameParts(const Type& a, const Type& b) {
    switch (a->kind()) {
      case TypeKind::kTensor: {
        const auto *x = As<TensorTypeNode>(a), *y = As<TensorTypeNode>(b);
        return x->dtype == y->dtype && x->shape == y->shape;
      }
      case TypeKind::kTuple:
        return AllSame(As<TupleTypeNode>(a)->fields, As<TupleTypeNode>(b)->fields);
      case TypeKind::kFunc: {
        const auto *x = As<FuncTypeNode>(a), *y = As<FuncTypeNode>(b);
        if (x->type_params.size() != y->type_params.size()) return false;
        for (size_t i = 0; i < x->type_params.size(); ++i) {
          if (!Bind(x->type_params[i], y->type_params[i])) return false;
        }
        return AllSame(x->arg_types, y->arg_types) && Same(x->ret_type, y->ret_type);
      }
      case TypeKind::kRef:
        return Same(As<RefTypeNode>(a)->value, As<RefTypeNode>(b)->value);
      case TypeKind::kTypeCall: {
        const auto *x = As<TypeCallNode>(a), *y = As<TypeCallNode>(b);
        return Same(x->func, y->func) && AllSame(x->args, y->args);
      }
      default:
        return a == b;
    }
  }

  bool AllSame(const std::vector<Type>& a, const std::vector<Type>& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (!Same(a[i], b[i])) return false;
    }
    return true;
  }

  bool map_free_vars_;
  PtrMap<const TypeNode*> left_, right_, compared_;
};

class Hash {
 public:
  explicit Hash(bool map_free_vars) : map_free_vars_(map_free_vars) {}

  uint64_t Of(const Type& type) {
    if (!type) return 7;
    if (const uint64_t* known = known_.Find(type.get())) return *known;
    uint64_t hash = Compute(type);
    known_[type.get()] = hash;
    return hash;
  }

 private:
  uint64_t Compute(const Type& type) {
    uint64_t hash = Mix(41, static_cast<uint64_t>(type->kind()));
    if (TypeVarKind kind = KindOf(type.get()); kind != TypeVarKind::kType) {
      hash = Mix(hash, static_cast<uint64_t>(kind));
    }
    switch (type->kind()) {
      case TypeKind::kTensor: {
        const auto* tensor = As<TensorTypeNode>(type);
        hash = Mix(hash, tensor->dtype.packed());
        for (Dim dim : tensor->shape) hash = Mix(hash, static_cast<uint64_t>(dim.raw()));
        return hash;
      }
      case TypeKind::kTuple:
        return All(hash, As<TupleTypeNode>(type)->fields);
      case TypeKind::kFunc: {
        const auto* function = As<FuncTypeNode>(type);
        // The hash of a bound variable is the order in which it is bound.
        for (const Type& param : function->type_params) {
          known_[param.get()] = Mix(43 + static_cast<uint64_t>(KindOf(param.get())), ++bound_);
        }
        return Mix(All(Mix(hash, function->type_params.size()), function->arg_types),
                   Of(function->ret_type));
      }
      case TypeKind::kRef:
        return Mix(hash, Of(As<RefTypeNode>(type)->value));
      case TypeKind::kTypeCall:
        return All(Mix(hash, Of(As<TypeCallNode>(type)->func)), As<TypeCallNode>(type)->args);
      case TypeKind::kTypeVar:
      case TypeKind::kIncomplete:
        return map_free_vars_ ? Mix(hash, ++free_) : Mix(hash, type->hash());
      default:
        return Mix(hash, type->hash());
    }
  }

  uint64_t All(uint64_t hash, const std::vector<Type>& types) {
    hash = Mix(hash, types.size());
    for (const Type& type : types) hash = Mix(hash, Of(type));
    return hash;
  }

  bool map_free_vars_;
  uint64_t bound_ = 0, free_ = 0;
  PtrMap<uint64_t> known_;
};

}  // namespace

bool TypesEqual(const Type& a, const Type& b, bool map_free_vars) {
  return Equality(map_free_vars).Same(a, b);
}

uint64_t TypeHash(const Type& type, bool map_free_vars) { return Hash(map_free_vars).Of(type); }

}  // namespace passcope
