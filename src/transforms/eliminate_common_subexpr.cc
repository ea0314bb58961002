// EliminateCommonSubexpr: keeps one of several calls or projections that compute the same.
//
// Why: a value is computed once, and fusion sees one producer. Two calls are the same if they have
// the same operator, attributes and arguments. Scalar constants compare by value, all else by
// identity. Not done: calls of functions or stateful operators, calls without arguments, and
// expressions that the `skip` function names.
//
//   before  %0 = add(%x, %y); %1 = add(%x, %y); multiply(%0, %1)
//   after   %0 = add(%x, %y); multiply(%0, %0)
#include "transforms/eliminate_common_subexpr.h"

#include <unordered_map>

#include "ir/structural.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

const ConstantNode* AsScalar(const Expr& expr) {
  const auto* constant = As<ConstantNode>(expr);
  return constant && constant->data->shape.empty() ? constant : nullptr;
}

// Uses of one variable can be different nodes.
const void* Identity(const Expr& expr) {
  const auto* var = As<VarNode>(expr);
  return var ? static_cast<const void*>(var->vid.get()) : expr.get();
}

bool SameValue(const Expr& a, const Expr& b) {
  return Identity(a) == Identity(b) || (AsScalar(a) && AsScalar(b) && StructuralEqual(a, b));
}

uint64_t HashOf(const Expr& expr) {
  return AsScalar(expr) ? StructuralHash(expr) : reinterpret_cast<uintptr_t>(Identity(expr));
}

class Eliminator : public Rewriter {
 public:
  explicit Eliminator(const std::function<bool(const Expr&)>& skip) : skip_(skip) {}
  // The number of replaced expressions.
  int64_t merged() const { return merged_; }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    Expr result = WithChildrenKeepingType(node, children);
    if (const auto* call = As<CallNode>(result)) {
      const auto* op = As<OpNode>(call->op());
      if (op && op->decl->Has(OpTrait::kStateful) && RemarksWanted()) {
        EmitRemark(RemarkKind::kNotMergedStateful, node,
                   MSG(kSubexpressionEffectfulKept,
                       "{operator} is not merged with others: it has side effects", op->name()));
      }
      if (!op || call->args().empty() || op->decl->Has(OpTrait::kStateful)) return result;
    } else if (!As<TupleGetItemNode>(result)) {
      return result;
    }
    if (skip_ && skip_(result)) return result;
    Expr first = FirstLike(result);
    if (first != result && RemarksWanted()) {
      EmitRemark(RemarkKind::kMerged, node,
                 MSG(kSubexpressionMerged,
                     "{expression} is replaced by an earlier expression that computes the same",
                     NameInRemark(node)));
    }
    return first;
  }

 private:
  static uint64_t Hash(const Expr& expr) {
    uint64_t hash = 0;
    auto mix = [&hash](uint64_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15ull; };
    for (const Expr& child : expr->children()) {
      mix(HashOf(child));
      hash ^= hash >> 29;
    }
    if (const auto* call = As<CallNode>(expr)) {
      if (call->attrs) mix(AttrsHash(call->attrs));
    } else {
      mix(static_cast<uint64_t>(As<TupleGetItemNode>(expr)->index) + 1);
    }
    return hash;
  }

  static bool Same(const Expr& a, const Expr& b) {
    if (a->kind() != b->kind() || a->children().size() != b->children().size()) return false;
    if (const auto* call = As<CallNode>(a)) {
      if (!AttrsEqual(call->attrs, As<CallNode>(b)->attrs)) return false;
    } else if (As<TupleGetItemNode>(a)->index != As<TupleGetItemNode>(b)->index) {
      return false;
    }
    for (size_t i = 0; i < a->children().size(); ++i) {
      if (!SameValue(a->child(i), b->child(i))) return false;
    }
    return true;
  }

  Expr FirstLike(const Expr& expr) {
    auto [it, end] = seen_.equal_range(Hash(expr));
    for (; it != end; ++it) {
      if (!Same(it->second, expr)) continue;
      ++merged_;
      return it->second;
    }
    seen_.emplace(Hash(expr), expr);
    return expr;
  }

  const std::function<bool(const Expr&)>& skip_;
  int64_t merged_ = 0;
  std::unordered_multimap<uint64_t, Expr> seen_;
};

}  // namespace

namespace transform {

Pass EliminateCommonSubexpr(std::function<bool(const Expr&)> skip) {
  return CreateFunctionPass(
      [skip = std::move(skip)](const Expr& function, const IRModule&, PassContext& context) {
        Eliminator eliminator(skip);
        Expr result = eliminator.Run(function);
        context.Count("expressions merged", eliminator.merged());
        return result;
      },
      TableInfo("EliminateCommonSubexpr"));
}

}  // namespace transform
}  // namespace passcope
