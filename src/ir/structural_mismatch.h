// Where two programs differ first, for messages: StructuralEqual (ir/structural.h) only tells
// whether.
#pragma once

#include <optional>
#include <string>

#include "ir/expr.h"
#include "ir/module.h"
#include "ir/type.h"

namespace passcope {

// A place in each of two programs, as TVM's ObjectPath writes it: "<root>.body.args[0].attrs.axis".
// What one of them has and the other has not is "[<missing element #2>]" or "[<missing entry>]"
// in the latter.
struct StructuralMismatch {
  std::string lhs_path, rhs_path;
  // The innermost expressions on these paths that are no names of operators or functions; null
  // where the paths lead to none.
  Expr lhs, rhs;
};

// The first difference in the order in which TVM compares: operators before arguments, arguments
// before attributes, parameters before bodies. No value when StructuralEqual holds.
std::optional<StructuralMismatch> FindStructuralMismatch(const Expr& a, const Expr& b,
                                                         bool map_free_vars = false);
std::optional<StructuralMismatch> FindStructuralMismatch(const Type& a, const Type& b,
                                                         bool map_free_vars = false);
// Functions in the order of `a`. Paths begin with `<root>.functions["main"]`.
std::optional<StructuralMismatch> FindStructuralMismatch(const IRModule& a, const IRModule& b);

}  // namespace passcope
