// Structural equality and hash with explicit stacks.
#include "ir/structural.h"

#include <vector>

#include "ir/hash_mix.h"
#include "ir/structural_equality.h"
#include "ir/type_equal.h"
#include "ir/visitor.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

uint64_t HashText(std::string_view text) {
  uint64_t hash = 1469598103934665603ull;  // FNV-1a, the same on every platform.
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
}

// All variables hash alike, since they may be bound.
uint64_t HashAttr(const AttrValue& value) {
  if (const AttrArray* items = value.array()) {
    uint64_t hash = Mix(51, items->size());
    for (const AttrValue& item : *items) hash = Mix(hash, HashAttr(item));
    return hash;
  }
  if (const AttrDict* dict = value.dict()) {
    uint64_t hash = Mix(53, dict->size());
    for (const auto& [key, item] : *dict) hash = Mix(Mix(hash, HashText(key)), HashAttr(item));
    return hash;
  }
  return structural_internal::VarIn(value) ? 57 : AttrHash(value);
}

uint64_t HashBytes(const NDArrayNode& array) {
  uint64_t hash = Mix(array.dtype.packed(), array.rank());
  for (int64_t dim : array.shape) hash = Mix(hash, static_cast<uint64_t>(dim));
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(array.data());
  size_t size = array.nbytes();
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t word = 0;
    for (int b = 0; b < 8; ++b) word |= static_cast<uint64_t>(bytes[i + b]) << (8 * b);
    hash = Mix(hash, word);
  }
  for (; i < size; ++i) hash = Mix(hash, bytes[i]);
  return hash;
}

}  // namespace

bool StructuralEqual(const Expr& a, const Expr& b, bool map_free_vars) {
  if (a == b) return true;
  if (!a || !b) return false;
  return structural_internal::Equality<false>(map_free_vars).Run(a.get(), b.get());
}

uint64_t StructuralHash(const Expr& expr, bool map_free_vars) {
  if (!expr) return 0;
  // The hash of a bound variable is the order in which its binder is met.
  struct Binders : PostOrderVisitor {
    bool Enter(const ExprNode* node) override {
      ForEachBinder(node, [this](const VarNode* var) {
        auto [number, fresh] = numbers.Insert(var->vid.get());
        if (fresh) *number = numbers.size();
      });
      return true;
    }
    void Leave(const ExprNode*) override {}
    PtrMap<uint64_t> numbers;
  } binders;
  binders.Run(expr.get());

  PtrMap<uint64_t> hashes;
  uint64_t order = 0;
  PostOrderVisit(expr, [&](const ExprNode* node) {
    uint64_t hash = Mix(31, static_cast<uint64_t>(node->kind()));
    bool leaf = false;
    switch (node->kind()) {
      case ExprKind::kVar: {
        leaf = true;
        const auto* var = As<VarNode>(node);
        if (const uint64_t* number = binders.numbers.Find(var->vid.get())) {
          hash = Mix(hash, *number);
          // Type parameters are compared up to renaming.
          if (var->type_annotation) hash = Mix(hash, TypeHash(var->type_annotation, true));
        } else if (!map_free_vars) {
          hash = Mix(hash, reinterpret_cast<uintptr_t>(var->vid.get()));
        }
        break;
      }
      case ExprKind::kGlobalVar:
        leaf = true;
        hash = Mix(hash, HashText(As<GlobalVarNode>(node)->name.view()));
        break;
      case ExprKind::kConstant:
        leaf = true;
        hash = Mix(hash, HashBytes(*As<ConstantNode>(node)->data));
        break;
      case ExprKind::kOp:
        leaf = true;
        hash = Mix(hash, HashText(As<OpNode>(node)->name()));
        break;
      case ExprKind::kConstructor:
        leaf = true;
        hash = Mix(hash, HashText(As<ConstructorNode>(node)->decl().name.view()));
        break;
      case ExprKind::kMatch:
        for (const PatternStep& step : As<MatchNode>(node)->patterns->steps) {
          hash = Mix(hash, static_cast<uint64_t>(step.kind) << 32 | step.index);
        }
        break;
      case ExprKind::kCall:
        hash = Mix(hash, AttrsHash(As<CallNode>(node)->attrs));
        if (structural_internal::TypeArgsCount(As<CallNode>(node))) {
          for (const Type& type : As<CallNode>(node)->type_args) {
            hash = Mix(hash, TypeHash(type, true));
          }
        }
        break;
      case ExprKind::kTupleGetItem:
        hash = Mix(hash, static_cast<uint64_t>(As<TupleGetItemNode>(node)->index));
        break;
      case ExprKind::kFunction: {
        const auto* function = As<FunctionNode>(node);
        hash = Mix(hash, function->type_params.size());
        if (function->ret_type) hash = Mix(hash, TypeHash(function->ret_type, true));
        if (function->attrs) {
          // Keys in any order hash alike.
          uint64_t sum = 0;
          for (const auto& [key, value] : function->attrs->items) {
            sum += Mix(HashText(key.view()), HashAttr(value));
          }
          hash = Mix(hash, sum);
        }
        break;
      }
      default:
        break;
    }
    for (const Expr& child : node->children()) hash = Mix(hash, *hashes.Find(child.get()));
    // Sharing counts: a node's place in the traversal distinguishes a shared node from a repeated
    // one.
    if (!leaf && structural_internal::SharingCounts(node)) hash = Mix(hash, ++order);
    hashes[node] = hash;
  });
  return *hashes.Find(expr.get());
}

}  // namespace passcope
