// The files of a tar archive.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace passcope::tools {

inline constexpr size_t kTarBlock = 512;

// True for the first block of an archive.
bool IsTar(std::string_view head);
// Regular files by their paths, as parts of the archive. What is cut off is left out.
std::map<std::string, std::string_view> FilesOfTar(std::string_view archive);

}  // namespace passcope::tools
