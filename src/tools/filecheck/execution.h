// Executes RUN lines.
#pragma once

#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "instrument/remarks.h"
#include "tools/filecheck/run_line.h"

namespace passcope::tools {

// The results of a RUN line.
struct Execution {
  std::string text;  // The program after the passes.
  std::vector<RemarksInstrument::Entry> remarks;
  std::vector<Diagnostic> diagnostics;  // Not empty if there was an error.
};

// Throws UsageError for flags that exclude each other.
Execution Execute(const Request& request, bool with_remarks);

}  // namespace passcope::tools
