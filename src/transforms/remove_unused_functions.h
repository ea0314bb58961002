// Removal of functions that nothing reaches.
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
