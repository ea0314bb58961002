// Changing the batch size.
#pragma once

#include <string>
#include <vector>

#include "pass/pass.h"

namespace passcope::transform {

struct ChangeBatchOptions {
  std::vector<std::string> data;  // The parameters.
  std::vector<int64_t> axes;      // The batch axis of each parameter; 0 if it has none.
  int64_t batch_size;
};
// Throws DiagnosticError (kBadPassOption) for more axes than parameters, or for a negative size.
Pass ChangeBatch(ChangeBatchOptions options);

}  // namespace passcope::transform
