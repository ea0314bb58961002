// Operators in another data type.
#pragma once

#include <string>
#include <vector>

#include "ir/data_type.h"
#include "pass/pass.h"

namespace passcope::transform {

struct RecastOptions {
  DataType dtype;
  DataType out_dtype;
  std::vector<std::string> ops;
  std::vector<int64_t> skip_layers;
};
// Throws DiagnosticError (kUnknownOperator) for an unknown operator.
Pass Recast(RecastOptions options);

}  // namespace passcope::transform
