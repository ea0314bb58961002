// Looking for a node without visiting all of them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "ir/expr.h"

namespace passcope {

// Whether a node that is reachable from `root` has one of the kinds and is `wanted`, or is an
// operator of which `ops` has a mark at its index. Nodes come in no particular order and those
// without children once per use; the search ends at the first one that is found. For passes that
// most often have nothing to do: much less than a traversal.
bool ContainsNode(const Expr& root, std::initializer_list<ExprKind> kinds,
                  bool (*wanted)(const ExprNode* node), std::span<const uint8_t> ops = {});
// The same of operators alone, which costs no call for each node.
inline bool ContainsOp(const Expr& root, std::span<const uint8_t> ops) {
  return ContainsNode(root, {}, nullptr, ops);
}

}  // namespace passcope
