// The models' files that tests make are what fuzzing begins with: PASSCOPE_SEEDS names a folder,
// with one folder for each fuzzer in it, into which they are written.
#pragma once

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

namespace passcope::frontend::testing {

inline void KeepSeed(const std::string& target, std::string_view bytes) {
  const char* folder = std::getenv("PASSCOPE_SEEDS");
  if (!folder) return;
  std::string name = std::to_string(std::hash<std::string_view>()(bytes));
  std::ofstream(std::string(folder) + "/" + target + "/" + name, std::ios::binary) << bytes;
}

}  // namespace passcope::frontend::testing
