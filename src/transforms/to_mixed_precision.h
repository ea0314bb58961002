// Computing in a smaller floating type.
#pragma once

#include <cstdint>
#include <string>

#include "pass/pass.h"

namespace passcope::transform {

struct ToMixedPrecisionOptions {
  std::string mixed_precision_type;
  int64_t missing_op_mode;
};
// Throws DiagnosticError (kBadPassOption) for what is no floating type and for a mode that there is
// not.
Pass ToMixedPrecision(ToMixedPrecisionOptions options);

}  // namespace passcope::transform
