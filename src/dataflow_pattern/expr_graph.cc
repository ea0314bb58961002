// The order, the edges and the post-dominators of an expression.
#include "dataflow_pattern/expr_graph.h"

#include "ir/identity.h"
#include "op/op.h"

namespace passcope {

bool ExprGraph::IsPartitioned(const FunctionNode* function) {
  return function->attrs && function->attrs->Find("PartitionedFromPattern");
}

ExprGraph::ExprGraph(const Expr& root) : root_(root) { FindOrder(); }

void ExprGraph::FindOrder() {
  struct Frame {
    const ExprNode* node;
    uint32_t next;
  };
  std::vector<Frame> stack;
  PtrSet visited;
  // Variables of lets whose value is being visited, with the number of such visits.
  PtrMap<uint32_t> being_defined;
  auto is_being_defined = [&](const ExprNode* node) {
    if (node->kind() != ExprKind::kVar || being_defined.empty()) return false;
    const uint32_t* times = being_defined.Find(IdentityOf(node));
    return times && *times > 0;
  };
  auto leave = [&](const ExprNode* node) {
    const auto place = static_cast<uint32_t>(order_.size());
    order_.push_back(node);
    kinds_ |= 1u << static_cast<unsigned>(node->kind());
    if (node->kind() == ExprKind::kCall) {
      const ExprNode* callee = node->child(0).get();
      if (const auto* op = As<OpNode>(callee)) {
        op_calls_.push_back({place, op->index});
      } else if (is_being_defined(callee)) {
        recursive_calls_.Insert(node);
      }
    } else if (const auto* function = As<FunctionNode>(node)) {
      has_partitioned_ = has_partitioned_ || IsPartitioned(function);
    }
  };
  std::vector<bool> seen_ops(AllOps().size());
  auto push = [&](const ExprNode* node) {
    if (const auto* op = As<OpNode>(node)) {
      if (seen_ops[op->index]) return;
      seen_ops[op->index] = true;
      ops_.push_back(op);
      leave(op);
      return;
    }
    // Several nodes can be one variable. Any other node with one reference is visited only once.
    bool by_name = node->kind() == ExprKind::kVar || node->kind() == ExprKind::kGlobalVar;
    if (is_being_defined(node)) return;
    if ((by_name || node->ref_count() > 1) && !visited.Insert(IdentityOf(node))) return;
    if (node->children().empty()) {
      leave(node);
    } else {
      stack.push_back({node, 0});
    }
  };
  // The value of a let comes before its variable.
  auto child_at = [](const ExprNode* node, uint32_t i) {
    if (node->kind() == ExprKind::kLet && i < 2) i = 1 - i;
    return node->child(i).get();
  };
  push(root_.get());
  while (!stack.empty()) {
    Frame& top = stack.back();
    const ExprNode* node = top.node;
    uint32_t next = top.next++;
    if (const auto* let = As<LetNode>(node)) {
      uint32_t* times = next < 2 ? being_defined.Insert(IdentityOf(let->var())).first : nullptr;
      if (next == 0) ++*times;
      if (next == 1) --*times;
    }
    if (next < node->children().size()) {
      push(child_at(node, next));
      continue;
    }
    stack.pop_back();
    leave(node);
  }
}

void ExprGraph::NumberNodes() {
  index_.Reserve(order_.size());
  for (uint32_t i = 0; i < order_.size(); ++i) index_[IdentityOf(order_[i])] = i;
}

uint32_t ExprGraph::IndexOf(const ExprNode* expr) {
  if (index_.empty()) NumberNodes();
  const uint32_t* index = index_.Find(IdentityOf(expr));
  return index ? *index : kNone;
}

ExprGraph::Lists ExprGraph::Group(const std::vector<Edge>& edges, size_t size, bool by_target) {
  Lists lists;
  lists.begin.assign(size + 1, 0);
  for (const Edge& edge : edges) ++lists.begin[(by_target ? edge.to : edge.from) + 1];
  for (size_t i = 0; i < size; ++i) lists.begin[i + 1] += lists.begin[i];
  lists.items.resize(edges.size());
  std::vector<uint32_t> next(lists.begin.begin(), lists.begin.end() - 1);
  for (const Edge& edge : edges) {
    lists.items[next[by_target ? edge.to : edge.from]++] = by_target ? edge.from : edge.to;
  }
  return lists;
}

void ExprGraph::FindEdges() {
  if (!inputs_.begin.empty()) return;
  std::vector<Edge> edges;
  for (uint32_t i = 0; i < order_.size(); ++i) {
    const ExprNode* node = order_[i];
    auto add = [&](const Expr& from, uint32_t to) {
      uint32_t index = IndexOf(from.get());
      // The use of a definition in itself is not an input of it.
      if (index < to) edges.push_back({index, to});
    };
    switch (node->kind()) {
      case ExprKind::kFunction:
        add(As<FunctionNode>(node)->body(), i);
        break;
      case ExprKind::kCall:
        for (size_t c = recursive_calls_.Contains(node) ? 1 : 0; c < node->children().size(); ++c) {
          add(node->child(c), i);
        }
        break;
      case ExprKind::kLet: {
        const auto* let = As<LetNode>(node);
        add(let->value(), IndexOf(let->var().get()));
        add(let->body(), i);
        break;
      }
      case ExprKind::kMatch: {
        const auto* match = As<MatchNode>(node);
        for (size_t c = 0; c < match->clauses().size(); ++c) {
          for (const Expr& var : match->vars(c)) add(match->data(), IndexOf(var.get()));
          add(match->body(c), i);
        }
        break;
      }
      default:
        for (const Expr& child : node->children()) add(child, i);
    }
  }
  outputs_ = Group(edges, order_.size(), false);
  inputs_ = Group(edges, order_.size(), true);
}

std::span<const uint32_t> ExprGraph::Inputs(uint32_t index) {
  FindEdges();
  return inputs_.Get(index);
}
std::span<const uint32_t> ExprGraph::Outputs(uint32_t index) {
  FindEdges();
  return outputs_.Get(index);
}

void ExprGraph::FindDominators() {
  if (has_dominators_) return;
  has_dominators_ = true;
  FindEdges();
  auto size = static_cast<uint32_t>(order_.size());
  std::vector<Edge> edges;
  for (uint32_t i = size; i-- > 0;) {
    uint32_t parent = LcaTree::kNone;
    uint8_t weight = 0;
    std::span<const uint32_t> outputs = outputs_.Get(i);
    // The root is used from outside.
    if (i + 1 < size && !outputs.empty()) {
      parent = size - 1 - outputs[0];
      for (uint32_t output : outputs.subspan(1)) {
        parent = dominators_.Lca(parent, size - 1 - output, &weight);
      }
    }
    dominators_.Add(parent);
    if (parent != LcaTree::kNone) edges.push_back({size - 1 - parent, i});
  }
  dominator_children_ = Group(edges, size, false);
}

bool ExprGraph::Dominates(uint32_t index, uint32_t other) {
  FindDominators();
  auto last = static_cast<uint32_t>(order_.size() - 1);
  uint8_t weight = 0;
  return index != other && dominators_.Lca(last - index, last - other, &weight) == last - index;
}

std::span<const uint32_t> ExprGraph::DominatorChildren(uint32_t index) {
  FindDominators();
  return dominator_children_.Get(index);
}

}  // namespace passcope
