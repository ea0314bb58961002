// Looking for a node without visiting all of them.
#pragma once

#include <initializer_list>

#include "ir/expr.h"

namespace passcope {

// Whether a node that is reachable from `root` has one of the kinds and is `wanted`. Nodes come in
// no particular order and those without children once per use; the search ends at the first one
// that is found. For passes that most often have nothing to do: much less than a traversal.
bool ContainsNode(const Expr& root, std::initializer_list<ExprKind> kinds,
                  bool (*wanted)(const ExprNode* node));

}  // namespace passcope
