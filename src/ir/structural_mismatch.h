// Finds the first difference of two programs, for messages. StructuralEqual (ir/structural.h) only
// tells whether they differ.
#pragma once

#include <optional>
#include <string>

#include "ir/expr.h"
#include "ir/module.h"
#include "ir/type.h"

namespace passcope {

// A place in each of two programs, in the notation of TVM's ObjectPath:
// "<root>.body.args[0].attrs.axis". The path of a program where an element is missing ends in
// "[<missing element #2>]" or "[<missing entry>]".
struct StructuralMismatch {
  std::string lhs_path, rhs_path;
  // The innermost expressions on these paths that are not names of operators or functions. Null if
  // the paths contain none.
  Expr lhs, rhs;
};

// The first difference in TVM's order of comparison: operators before arguments, arguments before
// attributes, parameters before bodies. No value if StructuralEqual holds.
std::optional<StructuralMismatch> FindStructuralMismatch(const Expr& a, const Expr& b,
                                                         bool map_free_vars = false);
std::optional<StructuralMismatch> FindStructuralMismatch(const Type& a, const Type& b,
                                                         bool map_free_vars = false);
// Compares functions in the order of `a`. Paths begin with `<root>.functions["main"]`.
std::optional<StructuralMismatch> FindStructuralMismatch(const IRModule& a, const IRModule& b);

}  // namespace passcope
