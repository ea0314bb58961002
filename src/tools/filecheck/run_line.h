// RUN lines and their requests.
#pragma once

#include <string>
#include <vector>

#include "tools/arguments.h"
#include "tools/filecheck/check.h"
#include "tools/filecheck/test_file.h"

namespace passcope::tools {

struct Request {
  Arguments arguments;  // Those of `passcope run`, and those of RUN lines.
  CheckOptions options;
};

// Reads a file with the check lines of all its RUN lines, and their requests. Throws TestFileError,
// and DiagnosticError (kUsage) if the file cannot be read.
TestFile ReadTestFile(const std::string& path, std::vector<Request>* requests);

// The flags of RUN lines that `passcope run` does not have, for help.
std::string RunFlagsHelp();

}  // namespace passcope::tools
