// Running what a RUN line asks for.
#pragma once

#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "instrument/remarks.h"
#include "tools/filecheck/run_line.h"

namespace passcope::tools {

// What a RUN line came to.
struct Execution {
  std::string text;  // The program after the passes.
  std::vector<RemarksInstrument::Entry> remarks;
  std::vector<Diagnostic> diagnostics;  // Not empty when something was wrong.
};

// Throws UsageError, for flags that do not fit each other.
Execution Execute(const Request& request, bool with_remarks);

}  // namespace passcope::tools
