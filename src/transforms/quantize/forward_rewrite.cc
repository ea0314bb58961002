// The walk from arguments to results.
#include "transforms/quantize/forward_rewrite.h"

#include <algorithm>

#include "ir/identity.h"
#include "ir/lineage.h"
#include "ir/typed.h"
#include "ir/visitor.h"
#include "op/op.h"
#include "support/check.h"

namespace passcope::quantize {

void ForwardRewriter::Number(const Expr& root) {
  nodes_.clear();
  children_.clear();
  PtrMap<uint32_t> numbers;
  PostOrderVisit(root, [&](const ExprNode* expr) {
    numbers[expr] = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back({expr, static_cast<uint32_t>(children_.size())});
    for (const Expr& child : expr->children()) {
      children_.push_back(*numbers.Find(child.get()));
      ++nodes_[children_.back()].uses;
    }
  });
}

Expr ForwardRewriter::Run(const Expr& function, Effects* effects) {
  effects_ = effects;
  realized_.assign(1, nullptr);
  Number(function);
  results_.clear();
  results_.reserve(nodes_.size());
  for (const Node& node : nodes_) {
    LineageSource source(node.expr);
    Marked result = Leave(node);
    if (result.expr) AlsoFrom(result.expr, node.expr);
    bool plain = !result.is_marked && result.fields.empty();
    if (!plain && result.realized == 0) {
      result.realized = static_cast<uint32_t>(realized_.size());
      realized_.emplace_back();
    }
    results_.push_back(std::move(result));
  }
  return Plain(results_.back());
}

Marked ForwardRewriter::Use(const Node& node, size_t i) {
  const uint32_t child = children_[node.children + i];
  const Marked& result = results_[child];
  return result.is_marked && nodes_[child].uses > 1 ? ForSharedUse(result) : result;
}

Marked ForwardRewriter::Leave(const Node& of) {
  const ExprNode* node = of.expr;
  if (node->children().empty() && node->kind() != ExprKind::kTuple) return {.expr = Expr(node)};
  if (const auto* item = As<TupleGetItemNode>(node)) {
    Marked tuple = Use(of, 0);
    auto index = static_cast<size_t>(item->index);
    // Dropping the other fields must not lose effects.
    bool takes = !effects_ || effects_->Of(item->tuple()).can_move();
    if (takes && !tuple.fields.empty()) return tuple.fields[index];
    Expr plain = Plain(tuple);
    if (const auto* fields = As<TupleNode>(plain); takes && fields)
      return {.expr = fields->fields()[index]};
    return {.expr = WithChildren(node, std::span<const Expr>(&plain, 1))};
  }
  std::span<const Expr> children = node->children();
  const auto* call = As<CallNode>(node);
  bool may_keep = call || node->kind() == ExprKind::kTuple;
  std::vector<Marked> marked;
  marked.reserve(children.size());
  bool any = false;
  for (size_t i = 0; i < children.size(); ++i) {
    marked.push_back(may_keep ? Use(of, i) : Marked{.expr = Plain(ChildOf(of, i))});
    any = any || marked.back().is_marked;
  }
  if (node->kind() == ExprKind::kTuple && any) {
    // Marks of tuples inside a tuple are not used by any rule, and could be nested to any depth.
    for (Marked& field : marked) {
      if (!field.fields.empty()) field = {.expr = Plain(field)};
    }
    return {.fields = std::move(marked)};
  }
  if (call && As<OpNode>(call->op())) {
    if (auto result = Rewrite(call, std::span(marked).subspan(1))) return *std::move(result);
  }
  std::vector<Expr> plain;
  plain.reserve(marked.size());
  bool same = true;
  for (const Marked& child : marked) {
    plain.push_back(Plain(child));
    same = same && plain.back() == children[plain.size() - 1];
  }
  if (!same && call && As<OpNode>(call->op())) {
    return {.expr = ForwardCall(call, std::span<const Expr>(plain).subspan(1))};
  }
  return {.expr = WithChildren(node, plain)};
}

Expr ForwardRewriter::Plain(const Marked& marked) {
  if (!marked.is_marked && marked.fields.empty()) return marked.expr;
  if (realized_[marked.realized]) return realized_[marked.realized];
  Expr plain;
  if (marked.is_marked) {
    plain = Realize(marked);
  } else {
    std::vector<Expr> fields;
    for (const Marked& field : marked.fields) fields.push_back(Plain(field));
    plain = Tuple(fields);
  }
  if (marked.realized > 0) realized_[marked.realized] = plain;
  return plain;
}

Expr ForwardCall(const CallNode* call, std::span<const Expr> args) {
  Expr made = Call(call->op(), args, call->attrs, call->type_args, call->span());
  // If the types of the arguments are unchanged, so is the type of the result.
  for (size_t i = 0; i < args.size(); ++i) {
    if (!(args[i]->checked_type() == call->arg(i)->checked_type())) return made;
  }
  return Typed(std::move(made), call->checked_type());
}

const char* NameOf(const CallNode* call) {
  const auto* op = As<OpNode>(call->op());
  return op ? op->name() : "call";
}

bool IsConstantExpr(const Expr& expr) {
  PtrSet seen;
  std::vector<const ExprNode*> waiting = {expr.get()};
  while (!waiting.empty()) {
    const ExprNode* node = waiting.back();
    waiting.pop_back();
    if (!seen.Insert(node)) continue;
    if (const auto* tuple = As<TupleNode>(node)) {
      for (const Expr& field : tuple->fields()) waiting.push_back(field.get());
    } else if (node->kind() != ExprKind::kConstant) {
      return false;
    }
  }
  return true;
}

}  // namespace passcope::quantize
