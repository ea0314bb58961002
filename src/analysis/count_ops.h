// Counting operators.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "ir/expr.h"
#include "ir/module.h"

namespace passcope {

// The number of calls of each operator in `expr`. A shared call counts once.
std::map<std::string, int64_t> CountOps(const Expr& expr);
// The sum over all functions of the module.
std::map<std::string, int64_t> CountOps(const IRModule& module);

}  // namespace passcope
