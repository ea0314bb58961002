// The dataflow of an expression: what comes before what, who uses whom, and where all uses of an
// expression come together again.
//
// Everything but the order is made when it is first asked for, since most patterns need no more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/expr.h"
#include "support/lca_tree.h"
#include "support/ptr_map.h"

namespace passcope {

class ExprGraph {
 public:
  static constexpr uint32_t kNone = ~0u;

  // Keeps `root` alive.
  explicit ExprGraph(const Expr& root);

  // Each expression once, inputs before users: operators and arguments before their call, the value
  // of a let before its variable and that before its body. Variables stand for all of their uses.
  std::span<const ExprNode* const> order() const { return order_; }
  // A bit for each ExprKind in order(), and the operators there.
  uint32_t kinds() const { return kinds_; }
  std::span<const OpNode* const> ops() const { return ops_; }
  // The calls of operators among them, in their order.
  struct OpCall {
    uint32_t place;
    uint32_t op;  // The operator's index.
  };
  std::span<const OpCall> op_calls() const { return op_calls_; }
  // Whether an earlier partitioning made a function, and whether there are such functions.
  static bool IsPartitioned(const FunctionNode* function);
  bool has_partitioned() const { return has_partitioned_; }
  // The place of an expression in order(); kNone for one that is not below the root.
  uint32_t IndexOf(const ExprNode* expr);
  // What flows into an expression: of a function its body alone, of a variable of a let its value,
  // of one that a match binds what is matched. A call of a function that is being defined does not
  // depend on it. Places in order(), with repetitions.
  std::span<const uint32_t> Inputs(uint32_t index);
  std::span<const uint32_t> Outputs(uint32_t index);
  // Whether everything that flows from `other` goes through `index`, another expression.
  bool Dominates(uint32_t index, uint32_t other);
  // Of which expressions `index` is the first that all of their uses go through, from late to
  // early.
  std::span<const uint32_t> DominatorChildren(uint32_t index);

 private:
  // Lists of numbers, one per expression, in one array.
  struct Lists {
    std::vector<uint32_t> begin;  // One more than there are lists.
    std::vector<uint32_t> items;
    std::span<const uint32_t> Get(uint32_t i) const {
      return std::span<const uint32_t>(items).subspan(begin[i], begin[i + 1] - begin[i]);
    }
  };
  struct Edge {
    uint32_t from, to;
  };
  static Lists Group(const std::vector<Edge>& edges, size_t size, bool by_target);
  void FindOrder();
  void NumberNodes();
  void FindEdges();
  void FindDominators();

  Expr root_;
  std::vector<const ExprNode*> order_;
  uint32_t kinds_ = 0;
  std::vector<const OpNode*> ops_;
  std::vector<OpCall> op_calls_;
  bool has_partitioned_ = false;
  // Calls of the variable of a let in the function that is its value.
  PtrSet recursive_calls_;
  PtrMap<uint32_t> index_;
  Lists inputs_, outputs_, dominator_children_;
  // Nodes in the opposite order, so that those that dominate come first.
  LcaTree dominators_;
  bool has_dominators_ = false;
};

}  // namespace passcope
