// Decides which operators of a function form a primitive function. For remarks, it also explains
// why others do not. FuseOps makes the functions.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "transforms/fusion_graph.h"

namespace passcope {

// Decides which nodes are fused. All indices are positions in the graph's post-order.
class FusionGroups {
 public:
  // `graph` must outlive this object. At `opt_level` 0, each node is a group. A group has at most
  // `max_depth` nodes.
  FusionGroups(const FusionGraph& graph, int64_t opt_level, int64_t max_depth);

  // The root of the group of `i`: the node that is computed last.
  uint32_t Root(uint32_t i) {
    uint32_t root = i;
    while (groups_[root].parent != kNone) root = groups_[root].parent;
    while (i != root) i = std::exchange(groups_[i].parent, root);
    return root;
  }

 private:
  static constexpr uint32_t kNone = FusionGraph::kNone;
  struct Group {
    uint32_t parent = kNone;
    OpPattern pattern = OpPattern::kOpaque;
    bool anchored = false;  // True if the group has a convolution or a similar operator.
    uint64_t num_nodes = 1;
  };
  enum Allowed : uint8_t { kToBroadcast, kToInjective, kBroadcastChain };

  const FusionGraph::Node& NodeAt(uint32_t i) const { return graph_.nodes[graph_.post_order[i]]; }
  template <class F>
  void ForEachUser(uint32_t i, F&& f) const;
  void FindPostDominators();
  // Walks from the users of `from` to `sink`, each node once, while `f` returns true. `f` is called
  // for the sink, but the walk does not pass it.
  template <class F>
  bool WalkToSink(uint32_t from, uint32_t sink, F&& f);
  bool PathAllows(uint32_t from, uint32_t sink, Allowed allowed);
  bool WithinDepth(uint32_t child, uint32_t sink);
  void Merge(uint32_t child, uint32_t into);
  void FuseIf(uint32_t i, uint32_t sink, Allowed allowed);
  void TryToFuse(uint32_t i, int phase);

  // Emits remarks: for each group its contents, and for each operator whose value leaves its group
  // the reason.
  void Explain();
  // Explains why the group of `i` ends there.
  void ExplainEnd(uint32_t i);
  void ExplainPath(uint32_t i, uint32_t sink, OpPattern pattern);

  const FusionGraph& graph_;
  const uint64_t max_depth_;
  std::vector<Group> groups_;
  std::vector<uint32_t> dominator_;
  std::vector<OpPattern> path_pattern_;  // The most complex use between a node and its dominator.
  std::vector<uint32_t> visited_;
  uint32_t epoch_ = 0;
  std::vector<uint32_t> stack_;
};

}  // namespace passcope
