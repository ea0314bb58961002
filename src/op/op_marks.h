// Sets of operators that passes query at every node.
#pragma once

#include <cstdint>
#include <vector>

#include "op/op.h"

namespace passcope {

// A mark for each operator, by its index: 1 if `wanted` is true.
inline std::vector<uint8_t> MarkOps(bool (*wanted)(const OpDecl& decl)) {
  std::vector<uint8_t> marks;
  for (const Expr& op : AllOps()) marks.push_back(wanted(*As<OpNode>(op)->decl) ? 1 : 0);
  return marks;
}

}  // namespace passcope
