// Operators in another data type.
#pragma once

#include <string>
#include <vector>

#include "pass/pass.h"

namespace passcope::transform {

struct RecastOptions {
  std::string dtype;
  std::string out_dtype;
  std::vector<std::string> ops;
  std::vector<int64_t> skip_layers;
};
// Throws DiagnosticError: kBadPassOption for what is no data type, kUnknownOperator.
Pass Recast(RecastOptions options);

}  // namespace passcope::transform
