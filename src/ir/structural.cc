// Structural equality and hash with explicit stacks.
#include "ir/structural.h"

#include <vector>

#include "ir/type_equal.h"
#include "ir/visitor.h"
#include "support/ptr_map.h"

namespace passcope {
namespace {

uint64_t Mix(uint64_t seed, uint64_t value) {
  value *= 0xFF51AFD7ED558CCDull;
  value ^= value >> 32;
  return (seed ^ value) * 0x9E3779B97F4A7C15ull + 0x632BE59BD9B4E019ull;
}

uint64_t HashText(std::string_view text) {
  uint64_t hash = 1469598103934665603ull;  // FNV-1a, the same on every platform.
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
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

// Whether one node in two places differs from two equal nodes. As in TVM it does not for items of
// tuples and for the tuple without fields.
bool SharingCounts(const ExprNode* node) {
  if (node->kind() == ExprKind::kTuple) return !node->children().empty();
  return node->kind() != ExprKind::kTupleGetItem;
}

class Equality {
 public:
  explicit Equality(bool map_free_vars) : map_free_vars_(map_free_vars) {}

  bool Run(const ExprNode* a, const ExprNode* b) {
    struct Frame {
      const ExprNode *a, *b;
      uint32_t next;
    };
    std::vector<Frame> stack;
    // Compares the heads and queues the children; false when they differ.
    auto push = [&](const ExprNode* x, const ExprNode* y) {
      bool done = false;
      if (!Pair(x, y, done)) return false;
      if (!done) {
        if (!BindAndCompareHead(x, y)) return false;
        stack.push_back({x, y, 0});
      }
      return true;
    };
    if (!push(a, b)) return false;
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next == top.a->children().size()) {
        stack.pop_back();
        continue;
      }
      uint32_t i = top.next++;
      if (!push(top.a->child(i).get(), top.b->child(i).get())) return false;
    }
    return true;
  }

 private:
  // Keeps the matching of shared nodes one to one. `done` when the pair was compared before.
  bool Pair(const ExprNode* a, const ExprNode* b, bool& done) {
    if (a->kind() != b->kind()) return false;
    // Leaves are compared by value, whether they are shared or not.
    if (a->kind() == ExprKind::kVar || a->kind() == ExprKind::kConstant ||
        a->kind() == ExprKind::kOp || a->kind() == ExprKind::kGlobalVar ||
        a->kind() == ExprKind::kConstructor) {
      return true;
    }
    if (!SharingCounts(a)) return true;
    const ExprNode* const* left = left_.Find(a);
    const ExprNode* const* right = right_.Find(b);
    if (left || right) {
      done = true;
      return left && right && *left == b && *right == a;
    }
    // Both sides note every node: a node that one side shares and the other does not must be found.
    left_[a] = b;
    right_[b] = a;
    return true;
  }

  bool SameType(const Type& a, const Type& b) {
    if (a == b) return true;
    if (!a || !b) return false;
    // Type parameters are compared up to renaming.
    struct Rename : TypeSubstitution {
      explicit Rename(PtrMap<Type>& map) : map(map) {}
      Type Replace(const TypeNode* leaf) override {
        const Type* to = map.Find(leaf);
        return to ? *to : nullptr;
      }
      PtrMap<Type>& map;
    } rename(type_vars_);
    return !type_vars_.empty() && rename.Apply(a) == b;
  }

  bool SameVar(const VarNode* a, const VarNode* b) {
    const VarIdNode* const* left = vars_left_.Find(a->vid.get());
    const VarIdNode* const* right = vars_right_.Find(b->vid.get());
    if (left || right) return left && right && *left == b->vid.get() && *right == a->vid.get();
    if (!map_free_vars_) return a->vid == b->vid;
    return Bind(a, b);
  }

  bool Bind(const VarNode* a, const VarNode* b) {
    if (!SameType(a->type_annotation, b->type_annotation)) return false;
    vars_left_[a->vid.get()] = b->vid.get();
    vars_right_[b->vid.get()] = a->vid.get();
    return true;
  }

  // By name: what the names stand for is the modules' affair.
  static bool SameConstructor(const TypeData& a, uint32_t i, const TypeData& b, uint32_t j) {
    return i == j && a->name == b->name && a->constructors[i].name == b->constructors[j].name;
  }

  bool SameMatch(const MatchNode* a, const MatchNode* b) {
    const auto& steps = a->patterns->steps;
    const auto& others = b->patterns->steps;
    if (a->complete != b->complete || steps.size() != others.size() ||
        a->clauses().size() != b->clauses().size()) {
      return false;
    }
    for (size_t i = 0; i < steps.size(); ++i) {
      const PatternStep& x = steps[i];
      const PatternStep& y = others[i];
      if (x.kind != y.kind || x.fields != y.fields ||
          (x.data && !SameConstructor(x.data, x.index, y.data, y.index))) {
        return false;
      }
    }
    for (size_t i = 0; i < a->clauses().size(); ++i) {
      // With as many variables on both sides.
      if (a->clauses()[i].pattern != b->clauses()[i].pattern ||
          a->clauses()[i].body != b->clauses()[i].body) {
        return false;
      }
      for (size_t v = 0; v < a->vars(i).size(); ++v) {
        if (!Bind(As<VarNode>(a->vars(i)[v]), As<VarNode>(b->vars(i)[v]))) return false;
      }
    }
    return true;
  }

  bool BindAndCompareHead(const ExprNode* a, const ExprNode* b) {
    if (a->children().size() != b->children().size()) return false;
    switch (a->kind()) {
      case ExprKind::kVar:
        return SameVar(As<VarNode>(a), As<VarNode>(b));
      case ExprKind::kGlobalVar:
        return As<GlobalVarNode>(a)->name == As<GlobalVarNode>(b)->name;
      case ExprKind::kConstant:
        return NDArrayEqual(As<ConstantNode>(a)->data, As<ConstantNode>(b)->data);
      case ExprKind::kOp:
        return a == b;
      case ExprKind::kCall: {
        const auto* x = As<CallNode>(a);
        const auto* y = As<CallNode>(b);
        // Type arguments are inferred; they count no more than checked types do.
        return AttrsEqual(x->attrs, y->attrs);
      }
      case ExprKind::kTupleGetItem:
        return As<TupleGetItemNode>(a)->index == As<TupleGetItemNode>(b)->index;
      case ExprKind::kFunction: {
        const auto* x = As<FunctionNode>(a);
        const auto* y = As<FunctionNode>(b);
        if (x->type_params.size() != y->type_params.size()) return false;
        for (size_t i = 0; i < x->type_params.size(); ++i) {
          type_vars_[x->type_params[i].get()] = y->type_params[i];
        }
        for (size_t i = 0; i < x->params().size(); ++i) {
          if (!Bind(As<VarNode>(x->params()[i]), As<VarNode>(y->params()[i]))) return false;
        }
        return SameType(x->ret_type, y->ret_type) && DictAttrsEqual(x->attrs, y->attrs);
      }
      case ExprKind::kLet:
        return Bind(As<VarNode>(a->child(0)), As<VarNode>(b->child(0)));
      case ExprKind::kConstructor: {
        const auto* x = As<ConstructorNode>(a);
        const auto* y = As<ConstructorNode>(b);
        return SameConstructor(x->data, x->index, y->data, y->index);
      }
      case ExprKind::kMatch:
        return SameMatch(As<MatchNode>(a), As<MatchNode>(b));
      default:
        return true;
    }
  }

  bool map_free_vars_;
  PtrMap<const ExprNode*> left_, right_;
  PtrMap<const VarIdNode*> vars_left_, vars_right_;
  PtrMap<Type> type_vars_;
};

}  // namespace

bool StructuralEqual(const Expr& a, const Expr& b, bool map_free_vars) {
  if (a == b) return true;
  if (!a || !b) return false;
  return Equality(map_free_vars).Run(a.get(), b.get());
}

uint64_t StructuralHash(const Expr& expr, bool map_free_vars) {
  if (!expr) return 0;
  // Bound variables hash by the order in which their binders are met.
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
            sum += Mix(HashText(key.view()), AttrHash(value));
          }
          hash = Mix(hash, sum);
        }
        break;
      }
      default:
        break;
    }
    for (const Expr& child : node->children()) hash = Mix(hash, *hashes.Find(child.get()));
    // Sharing counts: a node's place in the traversal tells a shared node from a repeated one.
    if (!leaf && SharingCounts(node)) hash = Mix(hash, ++order);
    hashes[node] = hash;
  });
  return *hashes.Find(expr.get());
}

}  // namespace passcope
