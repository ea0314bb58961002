// The type interner.
#include "ir/type.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "ir/hash_mix.h"
#include "ir/type_var_kind.h"
#include "support/format.h"
#include "support/node_memory.h"
#include "support/per_engine.h"
#include "support/real_text.h"
#include "support/text_table.h"

namespace passcope {
namespace {

uint64_t MixTypes(uint64_t seed, const std::vector<Type>& types) {
  seed = Mix(seed, types.size());
  for (const Type& type : types) seed = Mix(seed, type ? type->hash() : 7);
  return seed;
}

}  // namespace

// Owns the weak table of hash-consed types. A type removes itself from it when it is destroyed.
class TypeInterner {
 public:
  static TypeInterner& Get() {
    // Never destroyed: types that other static or thread-local objects hold can outlive it.
    PASSCOPE_PER_ENGINE TypeInterner* interner = new TypeInterner;
    return *interner;
  }

  Type Tensor(Shape shape, DataType dtype) {
    uint64_t hash = Mix(11, dtype.packed());
    for (Dim dim : shape) hash = Mix(hash, static_cast<uint64_t>(dim.raw()) + dim.is_int64());
    return Intern<TensorTypeNode>(
        hash,
        [&](const TensorTypeNode* t) {
          return t->dtype == dtype &&
                 std::equal(t->shape.begin(), t->shape.end(), shape.begin(), shape.end(),
                            [](Dim a, Dim b) { return a.Same(b); });
        },
        [&] { return New<TensorTypeNode>(hash, dtype, std::move(shape)); });
  }
  Type Tuple(std::vector<Type> fields) {
    uint64_t hash = MixTypes(12, fields);
    return Intern<TupleTypeNode>(
        hash, [&](const TupleTypeNode* t) { return t->fields == fields; },
        [&] { return New<TupleTypeNode>(hash, std::move(fields)); });
  }
  Type Func(std::vector<Type> params, std::vector<Type> args, Type ret) {
    uint64_t hash = Mix(MixTypes(MixTypes(13, params), args), ret ? ret->hash() : 7);
    return Intern<FuncTypeNode>(
        hash,
        [&](const FuncTypeNode* t) {
          return t->arg_types == args && t->ret_type == ret && t->type_params == params;
        },
        [&] {
          return New<FuncTypeNode>(hash, std::move(params), std::move(args), std::move(ret));
        });
  }
  Type RefOf(Type value) {
    uint64_t hash = Mix(14, value ? value->hash() : 7);
    return Intern<RefTypeNode>(
        hash, [&](const RefTypeNode* t) { return t->value == value; },
        [&] { return New<RefTypeNode>(hash, std::move(value)); });
  }
  Type Global(Name name, TypeVarKind kind) {
    uint64_t hash = Mix(15, HashText64(name.view()));
    if (kind != TypeVarKind::kAdtHandle) hash = Mix(hash, static_cast<uint64_t>(kind));
    return Intern<GlobalTypeVarNode>(
        hash, [&](const GlobalTypeVarNode* t) { return t->name == name && KindOf(t) == kind; },
        [&] { return OfKind(New<GlobalTypeVarNode>(hash, name), kind); });
  }
  Type Call(Type func, std::vector<Type> args) {
    uint64_t hash = Mix(MixTypes(16, args), func->hash());
    return Intern<TypeCallNode>(
        hash, [&](const TypeCallNode* t) { return t->func == func && t->args == args; },
        [&] { return New<TypeCallNode>(hash, std::move(func), std::move(args)); });
  }
  Type Incomplete(TypeVarKind kind) {
    return Type(OfKind(New<IncompleteTypeNode>(Mix(17, ++unique_)), kind));
  }
  Type Var(Name name, TypeVarKind kind) {
    return Type(OfKind(New<TypeVarNode>(Mix(18, ++unique_), name), kind));
  }
  static TypeVarKind KindOf(const TypeNode* type) {
    return static_cast<TypeVarKind>(type->flags_ >> kKindShift);
  }

  template <class T>
  static void Destroy(Object* object) {
    T* node = static_cast<T*>(object);
    if ((node->flags_ & TypeNode::kInterned) != 0) Get().Forget(node);
    node->~T();
    FreeNode(node);
  }

 private:
  template <class T, class... Args>
  static T* New(Args&&... args) {
    void* block = AllocateNode(sizeof(T));
    try {
      return ::new (block) T(std::forward<Args>(args)...);
    } catch (...) {
      FreeNode(block);
      throw;
    }
  }

  // The kind is above the flags, of which TypeNode has four.
  static constexpr int kKindShift = 4;
  static_assert(TypeNode::kMayHoldFunctions < 1 << kKindShift);
  template <class T>
  static T* OfKind(T* node, TypeVarKind kind) {
    node->flags_ = static_cast<uint8_t>(node->flags_ | (static_cast<uint8_t>(kind) << kKindShift));
    return node;
  }

  template <class T, class Same, class Make>
  Type Intern(uint64_t hash, Same same, Make make) {
    if ((count_ + 1) * 2 > slots_.size()) Grow();
    size_t slot = hash & mask_;
    for (; slots_[slot].type; slot = (slot + 1) & mask_) {
      if (slots_[slot].hash != hash) continue;
      const T* type = As<T>(slots_[slot].type);
      // A type with no reference waits for its destruction and must not be returned.
      if (type && type->ref_count() > 0 && same(type)) return Type(type);
    }
    T* node = make();
    node->flags_ |= TypeNode::kInterned;
    slots_[slot] = {hash, node};
    ++count_;
    return Type(node);
  }
  void Forget(const TypeNode* node) {
    size_t slot = node->hash() & mask_;
    while (slots_[slot].type != node) slot = (slot + 1) & mask_;
    --count_;
    // Entries after a removed one move up, unless they are at the slot of their hash.
    for (size_t next = slot;;) {
      next = (next + 1) & mask_;
      if (!slots_[next].type) break;
      size_t home = slots_[next].hash & mask_;
      if (((next - home) & mask_) < ((next - slot) & mask_)) continue;
      slots_[slot] = slots_[next];
      slot = next;
    }
    slots_[slot] = {};
  }
  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 256 : slots_.size() * 2);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& entry : old) {
      if (!entry.type) continue;
      size_t slot = entry.hash & mask_;
      while (slots_[slot].type) slot = (slot + 1) & mask_;
      slots_[slot] = entry;
    }
  }

  // Open addressing.
  struct Slot {
    uint64_t hash = 0;
    const TypeNode* type = nullptr;
  };
  std::vector<Slot> slots_;
  size_t mask_ = 0;
  size_t count_ = 0;
  uint64_t unique_ = 0;
};

void TypeNode::Contain(const Type& type) {
  if (!type) return;
  flags_ |= type->flags_ & (kHasIncomplete | kDynamic | kMayHoldFunctions);
  depth_ = std::max(depth_, type->depth_ + 1);
  num_parts_ += type->num_parts_;  // At most 2 * kMaxParts.
  if (depth_ > kMaxDepth) {
    throw DiagnosticError(
        DiagKind::kNestingTooDeep,
        MSG(kTypesNestedTooDeeply, "types are nested more than {limit} deep", kMaxDepth));
  }
  if (num_parts_ > kMaxParts) {
    throw DiagnosticError(DiagKind::kNestingTooDeep,
                          MSG(kTypePartsOverLimit, "a type has more than {limit} parts", kMaxParts),
                          {MSG(kTupleSharingDoublesParts,
                               "the parts of a shared type count each time that it occurs")});
  }
}

TensorTypeNode::TensorTypeNode(uint64_t hash, DataType dtype, Shape shape)
    : TypeNode(&TypeInterner::Destroy<TensorTypeNode>, kKind, hash),
      dtype(dtype),
      shape(std::move(shape)) {
  for (Dim dim : this->shape) {
    if (!dim.is_const()) flags_ |= kDynamic;
  }
}

int64_t TensorTypeNode::num_elements() const {
  Dim product = 1;
  for (Dim dim : shape) product = product * dim;
  return product.is_const() ? product.value() : -1;
}

TupleTypeNode::TupleTypeNode(uint64_t hash, std::vector<Type> fields)
    : TypeNode(&TypeInterner::Destroy<TupleTypeNode>, kKind, hash), fields(std::move(fields)) {
  for (const Type& field : this->fields) Contain(field);
}

FuncTypeNode::FuncTypeNode(uint64_t hash, std::vector<Type> type_params, std::vector<Type> args,
                           Type ret)
    : TypeNode(&TypeInterner::Destroy<FuncTypeNode>, kKind, hash),
      type_params(std::move(type_params)),
      arg_types(std::move(args)),
      ret_type(std::move(ret)) {
  flags_ |= kMayHoldFunctions;
  for (const Type& arg : arg_types) Contain(arg);
  Contain(ret_type);
}

RefTypeNode::RefTypeNode(uint64_t hash, Type value)
    : TypeNode(&TypeInterner::Destroy<RefTypeNode>, kKind, hash), value(std::move(value)) {
  Contain(this->value);
}

IncompleteTypeNode::IncompleteTypeNode(uint64_t hash)
    : TypeNode(&TypeInterner::Destroy<IncompleteTypeNode>, kKind, hash) {
  flags_ |= kHasIncomplete | kMayHoldFunctions;
}

TypeVarNode::TypeVarNode(uint64_t hash, Name name)
    : TypeNode(&TypeInterner::Destroy<TypeVarNode>, kKind, hash), name(name) {
  flags_ |= kMayHoldFunctions;
}

GlobalTypeVarNode::GlobalTypeVarNode(uint64_t hash, Name name)
    : TypeNode(&TypeInterner::Destroy<GlobalTypeVarNode>, kKind, hash), name(name) {
  flags_ |= kMayHoldFunctions;
}

TypeCallNode::TypeCallNode(uint64_t hash, Type func, std::vector<Type> args)
    : TypeNode(&TypeInterner::Destroy<TypeCallNode>, kKind, hash),
      func(std::move(func)),
      args(std::move(args)) {
  for (const Type& arg : this->args) Contain(arg);
  Contain(this->func);
}

Type TensorType(Shape shape, DataType dtype) {
  // An integer that does not fit int32 has type int64, wherever it was computed.
  for (Dim& dim : shape) {
    if (dim.is_const() && dim.value() != static_cast<int32_t>(dim.value())) {
      dim = Dim::Int64(dim.value());
    }
  }
  return TypeInterner::Get().Tensor(std::move(shape), dtype);
}
Type TensorType(std::span<const int64_t> shape, DataType dtype) {
  return TensorType(Shape(shape.begin(), shape.end()), dtype);
}
Type ScalarType(DataType dtype) { return TensorType(Shape(), dtype); }
Type TupleType(std::vector<Type> fields) { return TypeInterner::Get().Tuple(std::move(fields)); }
Type FuncType(std::vector<Type> arg_types, Type ret_type, std::vector<Type> type_params) {
  return TypeInterner::Get().Func(std::move(type_params), std::move(arg_types),
                                  std::move(ret_type));
}
Type RefType(Type value) { return TypeInterner::Get().RefOf(std::move(value)); }
Type IncompleteType() { return IncompleteType(TypeVarKind::kType); }
Type TypeVar(std::string_view name) { return TypeVar(name, TypeVarKind::kType); }
Type GlobalTypeVar(std::string_view name) { return GlobalTypeVar(name, TypeVarKind::kAdtHandle); }
Type IncompleteType(TypeVarKind kind) { return TypeInterner::Get().Incomplete(kind); }
Type TypeVar(std::string_view name, TypeVarKind kind) {
  return TypeInterner::Get().Var(Name(name), kind);
}
Type GlobalTypeVar(std::string_view name, TypeVarKind kind) {
  return TypeInterner::Get().Global(Name(name), kind);
}
TypeVarKind KindOf(const TypeNode* type) { return TypeInterner::KindOf(type); }
Type TypeCall(Type func, std::vector<Type> args) {
  return TypeInterner::Get().Call(std::move(func), std::move(args));
}

Type TypeSubstitution::Apply(const Type& type) {
  // A part that a large type shares is handled once.
  constexpr uint32_t kSmall = 16;
  if (!type || type->num_parts() <= kSmall) return ApplyInside(type);
  if (const Type* done = done_.Find(type.get())) return *done;
  Type result = ApplyInside(type);
  done_[type.get()] = result;
  return result;
}

Type TypeSubstitution::ApplyInside(const Type& type) {
  if (!type) return type;
  auto apply_all = [this](const std::vector<Type>& types, bool& changed) {
    std::vector<Type> result;
    result.reserve(types.size());
    for (const Type& field : types) {
      result.push_back(Apply(field));
      changed = changed || !(result.back() == field);
    }
    return result;
  };
  bool changed = false;
  switch (type->kind()) {
    case TypeKind::kTensor:
      return type;
    case TypeKind::kIncomplete:
    case TypeKind::kTypeVar:
    case TypeKind::kGlobalTypeVar: {
      Type replacement = Replace(type.get());
      return replacement ? replacement : type;
    }
    case TypeKind::kTuple: {
      auto fields = apply_all(As<TupleTypeNode>(type)->fields, changed);
      return changed ? TupleType(std::move(fields)) : type;
    }
    case TypeKind::kFunc: {
      const auto* func = As<FuncTypeNode>(type);
      auto params = apply_all(func->type_params, changed);
      // Only a type variable can be a parameter. If an outer function has the same parameter and it
      // is replaced by another type, the inner parameter stays unchanged and has no effect.
      for (size_t i = 0; i < params.size(); ++i) {
        bool is_var = As<TypeVarNode>(func->type_params[i]) != nullptr;
        if (is_var && !As<TypeVarNode>(params[i])) params[i] = func->type_params[i];
      }
      auto args = apply_all(func->arg_types, changed);
      Type ret = Apply(func->ret_type);
      if (!changed && ret == func->ret_type) return type;
      return FuncType(std::move(args), std::move(ret), std::move(params));
    }
    case TypeKind::kRef: {
      Type value = Apply(As<RefTypeNode>(type)->value);
      return value == As<RefTypeNode>(type)->value ? type : RefType(std::move(value));
    }
    case TypeKind::kTypeCall: {
      const auto* call = As<TypeCallNode>(type);
      Type func = Apply(call->func);
      auto args = apply_all(call->args, changed);
      if (!changed && func == call->func) return type;
      return TypeCall(std::move(func), std::move(args));
    }
  }
  return type;
}

Type SubstituteTypes(const Type& type, const std::vector<Type>& from, const std::vector<Type>& to) {
  struct Substitution : TypeSubstitution {
    Substitution(const std::vector<Type>& from, const std::vector<Type>& to) : from(from), to(to) {}
    Type Replace(const TypeNode* leaf) override {
      for (size_t i = 0; i < from.size(); ++i) {
        if (from[i] == leaf) return to[i];
      }
      return nullptr;
    }
    const std::vector<Type>&from, &to;
  } substitution(from, to);
  return from.empty() ? type : substitution.Apply(type);
}

namespace {

void AppendTypes(std::string& out, const std::vector<Type>& types, const char* separator = ", ") {
  for (size_t i = 0; i < types.size(); ++i) {
    if (i) out += separator;
    out += TypeText(types[i]);
  }
}

}  // namespace

std::string TypeText(const Type& type) {
  if (!type) return "?";
  std::string out;
  switch (type->kind()) {
    case TypeKind::kTensor: {
      const auto* tensor = As<TensorTypeNode>(type);
      if (tensor->shape.empty()) return tensor->dtype.str();
      out = "Tensor[(";
      for (size_t i = 0; i < tensor->shape.size(); ++i) {
        if (i) out += ", ";
        out += tensor->shape[i].str();
      }
      out += "), " + tensor->dtype.str() + "]";
      return out;
    }
    case TypeKind::kTuple: {
      const auto& fields = As<TupleTypeNode>(type)->fields;
      out = "(";
      AppendTypes(out, fields);
      // A tuple of one field keeps its comma, as in TVM.
      out += fields.size() == 1 ? ",)" : ")";
      return out;
    }
    case TypeKind::kFunc: {
      const auto* func = As<FuncTypeNode>(type);
      out = "fn ";
      if (!func->type_params.empty()) {
        out += "[";
        AppendTypes(out, func->type_params);
        out += "]";
      }
      out += "(";
      AppendTypes(out, func->arg_types);
      out += ") -> " + TypeText(func->ret_type);
      return out;
    }
    case TypeKind::kRef:
      return "ref(" + TypeText(As<RefTypeNode>(type)->value) + ")";
    case TypeKind::kIncomplete:
      return "?";
    case TypeKind::kTypeVar:
      return As<TypeVarNode>(type)->name.str();
    case TypeKind::kGlobalTypeVar:
      return As<GlobalTypeVarNode>(type)->name.str();
    case TypeKind::kTypeCall: {
      const auto* call = As<TypeCallNode>(type);
      out = TypeText(call->func) + "[";
      AppendTypes(out, call->args);
      return out + "]";
    }
  }
  return out;
}

}  // namespace passcope
