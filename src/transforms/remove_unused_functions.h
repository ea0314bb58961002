// Removal of functions that no entry function reaches.
#pragma once

#include <string>
#include <vector>

#include "pass/pass.h"

namespace passcope::transform {

struct RemoveUnusedFunctionsOptions {
  std::vector<std::string> entry_functions;
};
Pass RemoveUnusedFunctions(RemoveUnusedFunctionsOptions options);

}  // namespace passcope::transform
