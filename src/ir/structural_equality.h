// The comparison of StructuralEqual (ir/structural.h). FindStructuralMismatch
// (ir/structural_mismatch.h) repeats it for two programs that differ, to find the place.
#pragma once

#include <algorithm>
#include <vector>

#include "ir/expr.h"
#include "ir/ndarray.h"
#include "ir/type_equal.h"
#include "support/ptr_map.h"

namespace passcope {

// True if two definitions differ only in the names of their type parameters.
bool SameTypeData(const TypeData& a, const TypeData& b);

}  // namespace passcope

namespace passcope::structural_internal {

// True if one node in two places differs from two equal nodes. As in TVM, fields of tuples and the
// empty tuple make no difference.
inline bool SharingCounts(const ExprNode* node) {
  if (node->kind() == ExprKind::kTuple) return !node->children().empty();
  return node->kind() != ExprKind::kTupleGetItem;
}

// True if a call's type arguments must be compared. Those of an operator, or of a function with a
// known type, follow from the types of the arguments, and have no text.
inline bool TypeArgsCount(const CallNode* call) {
  const auto* var = As<VarNode>(call->op());
  return var && !var->type_annotation && !var->checked_type();
}

// The variable that an attribute value consists of; null for other values.
inline const VarNode* VarIn(const AttrValue& value) {
  const auto* object = value.get<AttrValue::Object>();
  return object && *object ? As<VarNode>(static_cast<const ExprNode*>(object->get())) : nullptr;
}

// One comparison. With `kTrace` it keeps the path to the first difference; without, it costs
// nothing.
template <bool kTrace>
class Equality {
 public:
  struct Frame {
    const ExprNode *a, *b;
    uint32_t next;
  };

  explicit Equality(bool map_free_vars) : map_free_vars_(map_free_vars) {}

  bool Run(const ExprNode* a, const ExprNode* b) {
    std::vector<Frame> stack;
    bool equal = Walk(a, b, stack);
    if constexpr (kTrace) path_ = std::move(stack);
    return equal;
  }

  // With kTrace, after Run found a difference: the pairs from the roots to it. The last pair itself
  // differs: in its kind, in its sharing, or in one of its members.
  const std::vector<Frame>& path() const { return path_; }

  bool map_free_vars() const { return map_free_vars_; }

  // Uses the type parameters that were met so far.
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
    Type renamed = type_vars_.empty() ? a : rename.Apply(a);
    // The parameters of function types compare up to renaming, too. Each is a separate variable.
    return renamed == b ||
           (renamed->may_hold_functions() && TypesEqual(renamed, b, map_free_vars_));
  }

 private:
  bool Walk(const ExprNode* a, const ExprNode* b, std::vector<Frame>& stack) {
    // Compares the heads and queues the children. Returns false if the heads differ.
    auto push = [&](const ExprNode* x, const ExprNode* y) {
      bool done = false;
      if (!Pair(x, y, done) || (!done && !BindAndCompareHead(x, y))) {
        if constexpr (kTrace) stack.push_back({x, y, 0});
        return false;
      }
      if (!done) stack.push_back({x, y, 0});
      return true;
    };
    if (!push(a, b)) return false;
    while (!stack.empty()) {
      Frame& top = stack.back();
      size_t count = top.a->children().size();
      if constexpr (kTrace) count = std::min(count, top.b->children().size());
      if (top.next == count) {
        if constexpr (kTrace) {
          if (!CompareTail(top.a, top.b)) return false;
        }
        if (const auto* function = As<FunctionNode>(top.a)) LeaveFunction(function);
        stack.pop_back();
        continue;
      }
      uint32_t i = top.next++;
      if (!push(top.a->child(i).get(), top.b->child(i).get())) return false;
    }
    return true;
  }

  // With kTrace, extra children, attributes and type arguments of calls and tuples are compared
  // after the children that both have. As in TVM, the first difference in the text is then found
  // first.
  static bool HasTail(const ExprNode* node) {
    return kTrace && (node->kind() == ExprKind::kCall || node->kind() == ExprKind::kTuple);
  }
  bool CompareTail(const ExprNode* a, const ExprNode* b) {
    if (a->children().size() != b->children().size()) return false;
    const auto* x = As<CallNode>(a);
    return !x || SameExtras(x, As<CallNode>(b));
  }
  // Compares attributes and type arguments.
  bool SameExtras(const CallNode* a, const CallNode* b) {
    return AttrsEqual(a->attrs, b->attrs) &&
           (!TypeArgsCount(a) || SameTypes(a->type_args, b->type_args));
  }
  bool SameTypes(const std::vector<Type>& a, const std::vector<Type>& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (!SameType(a[i], b[i])) return false;
    }
    return true;
  }

  // Keeps the matching of shared nodes one to one. `done` if the pair was compared before.
  bool Pair(const ExprNode* a, const ExprNode* b, bool& done) {
    if (a->kind() != b->kind()) return false;
    // Leaves are compared by value, shared or not.
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
    // Every node is recorded for both sides, to find a node that only one side shares.
    left_[a] = b;
    right_[b] = a;
    return true;
  }

  // Like DictAttrsEqual, but compares variables as the functions bind them. Values nest only a few
  // levels.
  bool SameAttrs(const DictAttrs& a, const DictAttrs& b) {
    size_t count = a ? a->items.size() : 0;
    if (count != (b ? b->items.size() : 0)) return false;
    for (size_t i = 0; i < count; ++i) {
      const AttrValue* other = b->Find(a->items[i].first.view());
      if (!other || !SameValue(a->items[i].second, *other)) return false;
    }
    return true;
  }
  bool SameValue(const AttrValue& a, const AttrValue& b) {
    const AttrArray *x = a.array(), *y = b.array();
    if (x && y) {
      return std::equal(x->begin(), x->end(), y->begin(), y->end(),
                        [this](const AttrValue& m, const AttrValue& n) { return SameValue(m, n); });
    }
    const AttrDict *p = a.dict(), *q = b.dict();
    if (p && q) {
      return std::equal(p->begin(), p->end(), q->begin(), q->end(),
                        [this](const auto& m, const auto& n) {
                          return m.first == n.first && SameValue(m.second, n.second);
                        });
    }
    const VarNode *var = VarIn(a), *other = VarIn(b);
    return var && other ? SameVar(var, other) : AttrEqual(a, b);
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

  // By name: comparing modules compares the definitions.
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
      // Both sides must have the same number of variables.
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

  // Two nested functions can bind the same type parameter. Outside of the inner function it has its
  // earlier value again.
  void LeaveFunction(const FunctionNode* function) {
    for (size_t i = function->type_params.size(); i > 0; --i) {
      type_vars_[function->type_params[i - 1].get()] = std::move(hidden_.back());
      hidden_.pop_back();
    }
  }

  bool BindAndCompareHead(const ExprNode* a, const ExprNode* b) {
    if (!HasTail(a) && a->children().size() != b->children().size()) return false;
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
        if constexpr (kTrace) return true;
        return SameExtras(As<CallNode>(a), As<CallNode>(b));
      }
      case ExprKind::kTupleGetItem:
        return As<TupleGetItemNode>(a)->index == As<TupleGetItemNode>(b)->index;
      case ExprKind::kFunction: {
        const auto* x = As<FunctionNode>(a);
        const auto* y = As<FunctionNode>(b);
        if (x->type_params.size() != y->type_params.size()) return false;
        for (size_t i = 0; i < x->type_params.size(); ++i) {
          Type& renamed = type_vars_[x->type_params[i].get()];
          hidden_.push_back(std::move(renamed));
          renamed = y->type_params[i];
        }
        for (size_t i = 0; i < x->params().size(); ++i) {
          if (!Bind(As<VarNode>(x->params()[i]), As<VarNode>(y->params()[i]))) return false;
        }
        return SameType(x->ret_type, y->ret_type) && SameAttrs(x->attrs, y->attrs);
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

  std::vector<Frame> path_;
  bool map_free_vars_;
  PtrMap<const ExprNode*> left_, right_;
  PtrMap<const VarIdNode*> vars_left_, vars_right_;
  PtrMap<Type> type_vars_;    // The counterparts of the type parameters of entered functions.
  std::vector<Type> hidden_;  // Their earlier counterparts, maybe null, in the order of binding.
};

}  // namespace passcope::structural_internal
