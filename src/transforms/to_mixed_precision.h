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
// Throws DiagnosticError (kBadPassOption) for a type that is not floating, and for an unknown mode.
Pass ToMixedPrecision(ToMixedPrecisionOptions options);

}  // namespace passcope::transform
