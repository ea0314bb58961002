// Fuzzing starts with the models' files that tests make. PASSCOPE_SEEDS names a folder with one
// folder for each fuzzer, and tests write the files there.
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
