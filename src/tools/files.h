// Files and standard streams.
#pragma once

#include <string>
#include <string_view>

#include "ir/ndarray.h"

namespace passcope::tools {

// The contents of a file, or of the standard input for "-". Throws DiagnosticError (kUsage), also
// for a text larger than 1 GiB.
std::string ReadFile(const std::string& name);
// Reads a file into a buffer of its size, without a copy. Throws DiagnosticError (kUsage).
Buffer ReadBuffer(const std::string& name);
// The same for a file below a folder, to which no symbolic link leads (tools/below.h).
Buffer ReadBufferBelow(const std::string& folder, const std::string& path);
// Throws DiagnosticError (kUsage).
void WriteFile(const std::string& name, std::string_view text);
void WriteFileBelow(const std::string& folder, const std::string& path, std::string_view text);
// Like WriteFile, but no reader ever sees a part of the text: it replaces the file as a whole.
void WriteWhole(const std::string& name, std::string_view text);
// Writes to the standard output, without characters that control a terminal. Throws DiagnosticError
// (kUsage) if that fails, for example because the disk is full.
void Print(std::string_view text);
// Writes to the standard error output, without these characters either.
void PrintError(std::string_view text);

}  // namespace passcope::tools
