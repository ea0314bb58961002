// A growing rooted tree that finds the lowest common ancestor of two nodes in logarithmic time.
//
// The scopes and post-dominators of a chain of n nodes form a path, on which climbing step by step
// would cost n for every shared constant. Each node therefore keeps a second link, "jump", as in a
// skew-binary list (E. W. Myers, "An applicative random-access stack", 1983), with the largest
// weight on the way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace passcope {

class LcaTree {
 public:
  static constexpr uint32_t kNone = ~0u;

  // Adds a node below `parent` (kNone for a root), with an edge of weight `weight`.
  uint32_t Add(uint32_t parent, uint8_t weight = 0) {
    Node node{parent, kNone, 0, weight, weight};
    if (parent != kNone) {
      const Node& up = nodes_[parent];
      node.depth = up.depth + 1;
      if (up.jump != kNone &&
          up.depth - nodes_[up.jump].depth == nodes_[up.jump].depth - JumpDepth(nodes_[up.jump])) {
        node.jump = nodes_[up.jump].jump;
        node.jump_weight = std::max({weight, up.jump_weight, nodes_[up.jump].jump_weight});
      } else {
        node.jump = parent;
      }
    }
    nodes_.push_back(node);
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  // kNone if they are in different trees. Raises `weight` to the largest weight on both paths.
  uint32_t Lca(uint32_t a, uint32_t b, uint8_t* weight) const {
    if (a == kNone || b == kNone) return kNone;
    while (nodes_[a].depth > nodes_[b].depth) a = Climb(a, nodes_[b].depth, weight);
    while (nodes_[b].depth > nodes_[a].depth) b = Climb(b, nodes_[a].depth, weight);
    while (a != b) {
      const Node &x = nodes_[a], &y = nodes_[b];
      if (x.parent == kNone) return kNone;
      // Nodes with equal depths have jumps of equal lengths.
      if (x.jump != y.jump) {
        *weight = std::max({*weight, x.jump_weight, y.jump_weight});
        a = x.jump;
        b = y.jump;
      } else {
        *weight = std::max({*weight, x.weight, y.weight});
        a = x.parent;
        b = y.parent;
      }
    }
    return a;
  }

  uint32_t parent(uint32_t node) const { return nodes_[node].parent; }
  uint8_t weight(uint32_t node) const { return nodes_[node].weight; }

 private:
  struct Node {
    uint32_t parent;
    uint32_t jump;
    uint32_t depth;
    uint8_t weight;
    uint8_t jump_weight;
  };
  // The jump of a root leads to itself.
  uint32_t JumpDepth(const Node& node) const {
    return node.jump == kNone ? 0 : nodes_[node.jump].depth;
  }
  // Climbs one step or jump, but not above `depth`.
  uint32_t Climb(uint32_t from, uint32_t depth, uint8_t* weight) const {
    const Node& node = nodes_[from];
    if (nodes_[node.jump].depth >= depth) {
      *weight = std::max(*weight, node.jump_weight);
      return node.jump;
    }
    *weight = std::max(*weight, node.weight);
    return node.parent;
  }

  std::vector<Node> nodes_;
};

}  // namespace passcope
