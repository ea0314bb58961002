// What the name of a file in a folder of dumps says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recording/recording.h"

namespace passcope::recording {

struct NamedFile {
  std::string path;
  Format format = Format::kUnknown;
  Phase phase = Phase::kAfter;
  std::string_view name, argument, unit, program;  // Parts of the path.
  // The order of the files: by group, by numbers, by rank, by path.
  std::string_view group;
  std::vector<uint64_t> numbers;
  int rank = 0;
};

// Nullopt for a name that no compiler gives to a dump. The result refers to `path`, which it keeps.
void ReadFileName(NamedFile* file);
bool ComesBefore(const NamedFile& a, const NamedFile& b);

}  // namespace passcope::recording
