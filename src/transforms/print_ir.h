// Printing of the module.
#pragma once

#include <functional>
#include <string>

#include "pass/pass.h"

namespace passcope::transform {

struct PrintIROptions {
  std::string header;
  bool show_meta_data;
};
// Passes the header and the module's text to `write`; if it is empty, to standard error.
Pass PrintIR(PrintIROptions options, std::function<void(const std::string&)> write = {});

}  // namespace passcope::transform
