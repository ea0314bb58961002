// Limits the nodes that a pass makes, so that a small program cannot take all memory.
#pragma once

#include "ir/module.h"
#include "support/node_memory.h"

namespace passcope {

// Counts the nodes (expressions, types and the like) that the engine makes in this thread while the
// scope lives. A pass of the engine may make kMinNodes, or kNodesPerNode for each expression of the
// module that it got. More is a DiagnosticError (kOverBudget). An inner scope has a count of its
// own. Nodes are counted, not their bytes, so results are the same on every machine.
class NodeScope {
 public:
  // About 1 GB and some seconds in a native build.
  static constexpr int64_t kMinNodes = int64_t{1} << 22;
  static constexpr int64_t kNodesPerNode = 256;

  explicit NodeScope(const IRModule& module) : module_(module), outer_(node_limit) {
    node_limit = {kMinNodes, &Reached, this};
  }
  ~NodeScope() { node_limit = outer_; }
  NodeScope(const NodeScope&) = delete;
  NodeScope& operator=(const NodeScope&) = delete;

 private:
  static void Reached(void* self);

  const IRModule& module_;
  const NodeLimit outer_;
  bool raised_ = false;  // To the limit that follows from the module's size.
};

}  // namespace passcope
