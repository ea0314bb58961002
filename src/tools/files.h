// Files and standard streams.
#pragma once

#include <string>
#include <string_view>

#include "ir/ndarray.h"

namespace passcope::tools {

// The whole of a file, or of the standard input for "-". Throws DiagnosticError (kUsage), also for
// a text beyond 1 GiB.
std::string ReadFile(const std::string& name);
// A file as a buffer of its size, read without a copy. Throws DiagnosticError (kUsage).
Buffer ReadBuffer(const std::string& name);
// Throws DiagnosticError (kUsage).
void WriteFile(const std::string& name, std::string_view text);
// To the standard output. Throws DiagnosticError (kUsage) when it cannot be written, for instance
// because the disk is full.
void Print(std::string_view text);

}  // namespace passcope::tools
