// `passcope check` as a function, which the Python package calls, too.
#pragma once

#include <span>
#include <string>

#include "gate/writers.h"
#include "tools/arguments.h"

namespace passcope::tools {

// Measures, compares, and writes the files that the arguments name. Throws UsageError, and
// DiagnosticError for a file that cannot be written.
gate::Report Check(const Arguments& arguments);
// The same for the words of a command line after "check".
gate::Report Check(std::span<const std::string> words);

}  // namespace passcope::tools
