// Counting operators.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// How often each operator is called in `expr` (every shared call counts once).
std::map<std::string, int64_t> CountOps(const Expr& expr);
// The sum over all functions of the module.
std::map<std::string, int64_t> CountOps(const IRModule& module);

}  // namespace passcope
