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
// array. As TVM's bind_params_by_name: names that the function does not have are ignored, and the
// return type and attributes are kept. Throws DiagnosticError (kUnknownParam) when several
// parameters have a name that is given, or when a value does not fit the parameter's type (which
// TVM finds out only later).
Expr BindParamsByName(const Expr& function, const ParamMap& params);
// Those of `params` that the function has with the type of the value.
ParamMap FittingParams(const Expr& function, const ParamMap& params);

}  // namespace passcope
