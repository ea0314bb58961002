// Files below a folder, for paths that do not come from the user but from a file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace passcope::tools {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePtr = std::unique_ptr<std::FILE, CloseFile>;

// Throws DiagnosticError (kUsage) with the system's reason.
[[noreturn]] void FailToOpen(const std::string& file, int error);

enum class Access : uint8_t {
  kRead,
  kWrite,  // Creates or empties the file, and creates folders on the way.
};

// Opens a regular file below `folder`. No part of `path` may be a symbolic link or "..", so the
// file cannot be outside of the folder. Throws DiagnosticError (kUsage), also for a pipe or a
// device.
FilePtr OpenBelow(const std::filesystem::path& folder, const std::filesystem::path& path,
                  Access access);

}  // namespace passcope::tools
