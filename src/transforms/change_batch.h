// Another batch size.
#pragma once

#include <string>
#include <vector>

#include "pass/pass.h"

namespace passcope::transform {

struct ChangeBatchOptions {
  std::vector<std::string> data;  // The parameters.
  std::vector<int64_t> axes;      // Of each of them, that of the batch; 0 for those without one.
  int64_t batch_size;
};
// Throws DiagnosticError (kBadPassOption): more axes than parameters, or a size below 0.
Pass ChangeBatch(ChangeBatchOptions options);

}  // namespace passcope::transform
