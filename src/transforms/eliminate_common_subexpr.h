// Keeping one of several calls that compute the same.
#pragma once

#include <functional>

#include "ir/expr.h"
#include "pass/pass.h"

namespace passcope::transform {

// `skip` names expressions to leave alone; it may be empty.
Pass EliminateCommonSubexpr(std::function<bool(const Expr&)> skip = {});

}  // namespace passcope::transform
