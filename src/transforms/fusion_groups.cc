#include "transforms/fusion_groups.h"

#include <algorithm>
#include <string>

#include "pass/remark.h"
#include "support/lca_tree.h"

namespace passcope {
namespace {

// TVM's name of a pattern.
const char* NameOf(OpPattern pattern) {
  switch (pattern) {
    case OpPattern::kElemWise:
      return "kElemWise";
    case OpPattern::kBroadcast:
      return "kBroadcast";
    case OpPattern::kInjective:
      return "kInjective";
    case OpPattern::kCommReduce:
      return "kCommReduce";
    case OpPattern::kOutEWiseFusable:
      return "kOutEWiseFusable";
    case OpPattern::kTuple:
      return "kTuple";
    default:
      return "kOpaque";
  }
}

bool IsComputed(const ExprNode* expr) {
  const auto* call = As<CallNode>(expr);
  const auto* op = call ? As<OpNode>(call->op()) : nullptr;
  return op && (!op->decl->Has(OpTrait::kNonComputational) || op->decl->Has(OpTrait::kQnn));
}

PASSCOPE_REMARKS void ExplainLevel() {
  EmitRemark(RemarkKind::kFuseLevel, nullptr,
             MSG(kFusionLevelZero, "at opt level 0, each operator has its own function"));
}

}  // namespace

FusionGroups::FusionGroups(const FusionGraph& graph, int64_t opt_level, int64_t max_depth)
    : graph_(graph), max_depth_(static_cast<uint64_t>(std::max<int64_t>(max_depth, 0))) {
  size_t count = graph.post_order.size();
  groups_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const FusionGraph::Node& node = NodeAt(static_cast<uint32_t>(i));
    groups_[i].pattern = node.pattern;
    groups_[i].anchored = node.pattern == OpPattern::kOutEWiseFusable;
  }
  if (opt_level == 0) {
    if (RemarksWanted()) ExplainLevel();
    return;
  }
  FindPostDominators();
  visited_.assign(count, 0);
  for (int phase = 0; phase < 3; ++phase) {
    for (uint32_t i = 0; i < count; ++i) TryToFuse(i, phase);
  }
  if (RemarksWanted()) Explain();
}

template <class F>
void FusionGroups::ForEachUser(uint32_t i, F&& f) const {
  for (uint32_t e = NodeAt(i).first_edge; e != kNone; e = graph_.edges[e].next) {
    f(graph_.nodes[graph_.edges[e].node].order, graph_.edges[e].pattern);
  }
}

void FusionGroups::FindPostDominators() {
  auto count = static_cast<uint32_t>(graph_.post_order.size());
  dominator_.assign(count, kNone);
  path_pattern_.assign(count, OpPattern::kOpaque);
  LcaTree tree;  // Node k is the post-order position count - 1 - k.
  for (uint32_t k = 0; k < count; ++k) {
    uint32_t i = count - 1 - k;
    if (NodeAt(i).extern_ref) {
      tree.Add(kNone, static_cast<uint8_t>(OpPattern::kOpaque));
      continue;
    }
    auto weight = static_cast<uint8_t>(OpPattern::kElemWise);
    uint32_t parent = kNone;
    bool first = true;
    ForEachUser(i, [&](uint32_t user, OpPattern pattern) {
      weight = std::max(weight, static_cast<uint8_t>(pattern));
      uint32_t node = count - 1 - user;
      parent = first ? node : tree.Lca(parent, node, &weight);
      first = false;
    });
    tree.Add(parent, weight);
    if (parent != kNone) dominator_[i] = count - 1 - parent;
    path_pattern_[i] = static_cast<OpPattern>(weight);
  }
}

template <class F>
bool FusionGroups::WalkToSink(uint32_t from, uint32_t sink, F&& f) {
  ++epoch_;
  stack_.clear();
  auto push_users = [&](uint32_t i) {
    size_t base = stack_.size();
    ForEachUser(i, [&](uint32_t user, OpPattern) { stack_.push_back(user); });
    std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(base), stack_.end());
  };
  push_users(from);
  while (!stack_.empty()) {
    uint32_t i = stack_.back();
    stack_.pop_back();
    if (std::exchange(visited_[i], epoch_) == epoch_) continue;
    if (!f(i)) return false;
    if (i != sink) push_users(i);
  }
  return true;
}

bool FusionGroups::PathAllows(uint32_t from, uint32_t sink, Allowed allowed) {
  return WalkToSink(from, sink, [&](uint32_t i) {
    OpPattern pattern = groups_[Root(i)].pattern;
    switch (allowed) {
      case kToBroadcast:
        return pattern <= OpPattern::kBroadcast;
      case kToInjective:
        return pattern <= OpPattern::kInjective;
      case kBroadcastChain:
        // Injective operators on any path can join. The sink can be in the group of a convolution.
        return pattern <= OpPattern::kInjective ||
               (i == sink &&
                (pattern == OpPattern::kCommReduce || pattern == OpPattern::kOutEWiseFusable));
    }
    return false;
  });
}

bool FusionGroups::WithinDepth(uint32_t child, uint32_t sink) {
  uint64_t count = groups_[Root(sink)].num_nodes + groups_[child].num_nodes;
  return count <= max_depth_ && WalkToSink(child, sink, [&](uint32_t i) {
           if (i != sink) count += groups_[i].num_nodes;
           return count <= max_depth_;
         });
}

void FusionGroups::Merge(uint32_t child, uint32_t into) {
  child = Root(child);
  into = Root(into);
  if (child == into) return;
  Group &from = groups_[child], &to = groups_[into];
  to.num_nodes += from.num_nodes;
  from.parent = into;
  if (from.anchored) {
    to.anchored = true;
    to.pattern = std::max(from.pattern, to.pattern);
  }
}

void FusionGroups::FuseIf(uint32_t i, uint32_t sink, Allowed allowed) {
  if (!PathAllows(i, sink, allowed)) return;
  Merge(i, sink);
  WalkToSink(i, sink, [&](uint32_t on_path) {
    if (on_path != sink) Merge(on_path, sink);
    return true;
  });
}

void FusionGroups::TryToFuse(uint32_t i, int phase) {
  OpPattern pattern = groups_[i].pattern;
  uint32_t sink = dominator_[i];
  if (pattern == OpPattern::kOpaque || sink == kNone || !WithinDepth(i, sink)) return;
  OpPattern sink_pattern = groups_[sink].pattern;
  if (phase == 2) {
    // Inputs of a tuple that was fused into the injective operators after it.
    OpPattern root_pattern = groups_[Root(sink)].pattern;
    if (pattern <= OpPattern::kInjective && sink_pattern == OpPattern::kTuple &&
        root_pattern <= OpPattern::kInjective) {
      FuseIf(i, sink, kToInjective);
    }
    return;
  }
  if (Root(i) == Root(sink) || sink_pattern == OpPattern::kTuple) return;
  OpPattern path = path_pattern_[i];
  if (pattern == OpPattern::kOutEWiseFusable) {
    if (phase == 0 && path == OpPattern::kElemWise) FuseIf(i, sink, kToBroadcast);
  } else if (pattern <= OpPattern::kBroadcast) {
    if (path <= OpPattern::kCommReduce) FuseIf(i, sink, kBroadcastChain);
  } else if (pattern == OpPattern::kInjective || pattern == OpPattern::kTuple) {
    // Convolutions are fused in phase 0, before.
    if (phase == 1) FuseIf(i, sink, kToInjective);
  }
}

PASSCOPE_REMARKS void FusionGroups::Explain() {
  auto count = static_cast<uint32_t>(graph_.post_order.size());
  std::vector<MessageList> names(count);
  for (uint32_t i = 0; i < count; ++i) {
    const ExprNode* expr = NodeAt(i).expr;
    if (!IsComputed(expr)) continue;
    names[Root(i)].items.push_back(NameInRemark(expr));
    if (Root(i) == i) ExplainEnd(i);
  }
  for (uint32_t i = 0; i < count; ++i) {
    size_t calls = names[i].items.size();
    if (calls < 2) continue;
    EmitRemark(RemarkKind::kFused, NodeAt(i).expr,
               MSG(kOperatorsFused, "{count} operators are computed in one function: {operators}",
                   calls, names[i]));
  }
}

PASSCOPE_REMARKS void FusionGroups::ExplainEnd(uint32_t i) {
  const ExprNode* expr = NodeAt(i).expr;
  const std::string name = NameInRemark(expr);
  // The pattern of the operator itself, since fused operators can change the pattern of the group.
  OpPattern pattern = groups_[i].pattern;
  uint32_t sink = dominator_[i];
  if (NodeAt(i).pattern == OpPattern::kOpaque) {
    EmitRemark(
        RemarkKind::kFuseOpaque, expr,
        MSG(kOpaqueOperatorNotFused, "{operator} is opaque: nothing is fused with it", name));
  } else if (NodeAt(i).extern_ref) {
    EmitRemark(RemarkKind::kFuseResult, expr,
               MSG(kWholeValueNotFused,
                   "{operator} is not fused: its value is a result or the input of an expression "
                   "that is never fused",
                   name));
  } else if (sink == kNone) {
    EmitRemark(RemarkKind::kFuseDiverges, expr,
               MSG(kUsesWithoutCommonOperator,
                   "{operator} is not fused: its uses do not meet in one operator", name));
  } else if (!WithinDepth(i, sink)) {
    EmitRemark(RemarkKind::kFuseTooMany, expr,
               MSG(kFusionDepthLimitReached,
                   "{operator} is not fused into {user}: the function would have more than "
                   "{limit} operators (relay.FuseOps.max_depth)",
                   name, NameInRemark(NodeAt(sink).expr), max_depth_));
  } else if (NodeAt(sink).pattern == OpPattern::kTuple) {
    EmitRemark(
        RemarkKind::kFuseTuple, expr,
        MSG(kTupleFieldNotFused, "{operator} is not fused into the tuple that uses it", name));
  } else {
    ExplainPath(i, sink, pattern);
  }
}

PASSCOPE_REMARKS void FusionGroups::ExplainPath(uint32_t i, uint32_t sink, OpPattern pattern) {
  OpPattern most =
      pattern == OpPattern::kOutEWiseFusable ? OpPattern::kBroadcast : OpPattern::kInjective;
  uint32_t blocker = kNone;
  WalkToSink(i, sink, [&](uint32_t on_path) {
    // The pattern of the operator itself, since it can have joined a simpler group since then.
    if (on_path == sink || NodeAt(on_path).pattern <= most) return true;
    blocker = on_path;
    return false;
  });
  const ExprNode* expr = NodeAt(i).expr;
  const ExprNode* user = NodeAt(sink).expr;
  if (blocker != kNone) {
    EmitRemark(RemarkKind::kFusePath, expr,
               MSG(kFusionBlockedBetween,
                   "{operator} is not fused into {user}: {blocker}, which is between them, is "
                   "{pattern}",
                   NameInRemark(expr), NameInRemark(user), NameInRemark(NodeAt(blocker).expr),
                   NameOf(NodeAt(blocker).pattern)));
    return;
  }
  EmitRemark(RemarkKind::kFusePattern, expr,
             MSG(kFusionPatternsIncompatible,
                 "{operator} is not fused into {user}: its group is {pattern}, the other's is "
                 "{user_pattern}",
                 NameInRemark(expr), NameInRemark(user), NameOf(pattern),
                 NameOf(groups_[Root(sink)].pattern)));
}

}  // namespace passcope
