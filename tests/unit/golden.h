// Reads expected results.
#pragma once

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace passcope {

// The text of tests/golden/NAME; PASSCOPE_SOURCE_DIR is set by the build.
inline std::string ReadGolden(const std::string& name) {
  std::ifstream file(std::string(PASSCOPE_SOURCE_DIR) + "/tests/golden/" + name, std::ios::binary);
  if (!file) throw std::runtime_error("there is no golden file " + name);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace passcope
