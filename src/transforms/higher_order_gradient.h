// Gradients of functions of any kind.
#pragma once

#include <string>

#include "pass/pass.h"

namespace passcope::transform {

struct HigherOrderGradientOptions {
  std::string function;
};
// Throws DiagnosticError (kUnknownGlobal) when run on a module without the function.
Pass HigherOrderGradient(HigherOrderGradientOptions options);

}  // namespace passcope::transform
