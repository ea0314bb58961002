// The bytes of logs: files, folders, the standard input, and what is compressed or packed.
#pragma once

#include <string>

#include "recording/log.h"

namespace passcope::tools {

// Reads a file, a folder or "-" into a recording. Throws DiagnosticError (kUsage).
void ReadLog(const std::string& name, const recording::CustomBanner& custom,
             recording::Recording* recording);

}  // namespace passcope::tools
