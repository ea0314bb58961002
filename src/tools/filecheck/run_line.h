// RUN lines: what they ask for.
#pragma once

#include <string>
#include <vector>

#include "tools/arguments.h"
#include "tools/filecheck/check.h"
#include "tools/filecheck/test_file.h"

namespace passcope::tools {

struct Request {
  Arguments arguments;  // As `passcope run` takes them, and RUN lines' own.
  CheckOptions options;
};

// A file with the check lines of all of its RUN lines, and what these ask for. Throws
// TestFileError, and DiagnosticError (kUsage) for a file that cannot be read.
TestFile ReadTestFile(const std::string& path, std::vector<Request>* requests);

// The flags that RUN lines have and `passcope run` has not, for help.
std::string RunFlagsHelp();

}  // namespace passcope::tools
