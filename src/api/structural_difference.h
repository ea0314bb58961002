// The message of a failed comparison of two programs, with places and texts.
#pragma once

#include <optional>
#include <string>

#include "ir/module.h"
#include "schema/record.h"

namespace passcope {

struct StructuralDifference {
  std::string lhs_path, rhs_path;  // In the notation of TVM's ObjectPath.
  // Several lines: both places in their texts, then the differences of the texts.
  std::string message;
};
template <>
const RecordSchema& SchemaOf<StructuralDifference>();

// No value if the two are structurally equal. `message` begins like TVM's:
//
//   StructuralEqual check failed, caused by lhs at <root>.functions["main"].body.args[0].op:
//      |
//    3 |   %0 = nn.relu(%x) /* ty=Tensor[(2), float32] */;
//      |        ^~~~~~~~~~~
//   and rhs at <root>.functions["main"].body.args[0].op:
//      |
//    3 |   %0 = tanh(%x) /* ty=Tensor[(2), float32] */;
//      |        ^~~~~~~~
//   the texts (- lhs, + rhs):
//   @@ -1,5 +1,5 @@
std::optional<StructuralDifference> FindDifference(const IRModule& a, const IRModule& b);
std::optional<StructuralDifference> FindDifference(const Expr& a, const Expr& b,
                                                   bool map_free_vars);
std::optional<StructuralDifference> FindDifference(const Type& a, const Type& b,
                                                   bool map_free_vars);

}  // namespace passcope
