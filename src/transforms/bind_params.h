// Binding parameters to values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/expr.h"
#include "ir/ndarray.h"

namespace passcope {

// Values by parameter name, in a fixed order.
using ParamMap = std::vector<std::pair<std::string, NDArray>>;

// `function` without the parameters that `params` names: each becomes a constant that shares the
// array. As in TVM's bind_params_by_name, unknown names are ignored, and the return type and
// attributes stay. Throws DiagnosticError (kUnknownParam) if several parameters have a given name.
// Throws it too if a value does not fit the parameter's type, which TVM finds out only later.
Expr BindParamsByName(const Expr& function, const ParamMap& params);
// The entries of `params` that `function` has as parameters of the value's type.
ParamMap FittingParams(const Expr& function, const ParamMap& params);

}  // namespace passcope
