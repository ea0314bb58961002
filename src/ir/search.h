// Searches for a node without visiting all nodes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "ir/expr.h"

namespace passcope {

// True if a node that `root` reaches has one of the kinds and is `wanted`, or is an operator with a
// mark in `ops` at its index. The order of nodes is unspecified, and leaves come once per use. The
// search ends at the first match. Passes that usually have nothing to do use it, because it costs
// much less than a traversal.
bool ContainsNode(const Expr& root, std::initializer_list<ExprKind> kinds,
                  bool (*wanted)(const ExprNode* node), std::span<const uint8_t> ops = {});
// The same only for operators, without a call for each node.
inline bool ContainsOp(const Expr& root, std::span<const uint8_t> ops) {
  return ContainsNode(root, {}, nullptr, ops);
}

}  // namespace passcope
