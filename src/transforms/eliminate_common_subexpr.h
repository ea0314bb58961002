// Removal of calls that compute the same as an earlier one.
#pragma once

#include <functional>

#include "ir/expr.h"
#include "pass/pass.h"

namespace passcope::transform {

// `skip` returns true for expressions that must stay; it can be empty.
Pass EliminateCommonSubexpr(std::function<bool(const Expr&)> skip = {});

}  // namespace passcope::transform
