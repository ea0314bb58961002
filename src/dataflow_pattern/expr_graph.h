// The dataflow of an expression: its order, its users, and its post-dominators.
//
// Everything except the order is computed on demand, since most patterns do not need it.
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

  // Each expression once, inputs before users. Operators and arguments come before their call. The
  // value of a let comes before its variable, and that before its body. A variable represents all
  // of its uses.
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
  // IsPartitioned: true if an earlier partitioning made the function. has_partitioned: true if
  // there are such functions.
  static bool IsPartitioned(const FunctionNode* function);
  bool has_partitioned() const { return has_partitioned_; }
  // The place of an expression in order(); kNone if it is not below the root.
  uint32_t IndexOf(const ExprNode* expr);
  // The inputs of an expression, as places in order(), with repetitions. The only input of a
  // function is its body. The input of a let-bound variable is its value, and the input of a match
  // variable is the matched data. A recursive call does not depend on its function.
  std::span<const uint32_t> Inputs(uint32_t index);
  std::span<const uint32_t> Outputs(uint32_t index);
  // True if all dataflow from `other` goes through `index`, which is another expression.
  bool Dominates(uint32_t index, uint32_t other);
  // The expressions whose immediate post-dominator is `index`, from late to early.
  std::span<const uint32_t> DominatorChildren(uint32_t index);

 private:
  // Lists of numbers, one for each expression, in one array.
  struct Lists {
    std::vector<uint32_t> begin;  // Has one more entry than there are lists.
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
  // Recursive calls: calls of a let-bound variable in the function that it is bound to.
  PtrSet recursive_calls_;
  PtrMap<uint32_t> index_;
  Lists inputs_, outputs_, dominator_children_;
  // Nodes are in reverse order, so that dominators come first.
  LcaTree dominators_;
  bool has_dominators_ = false;
};

}  // namespace passcope
