// What is known about a pass without running it.
#pragma once

#include <string>
#include <vector>

namespace passcope {

// As TVM's PassInfo.
struct PassInfo {
  int opt_level = 0;
  std::string name;
  // Passes that a Sequential runs just before this one, by name.
  std::vector<std::string> required;
  bool traceable = false;

  // As TVM prints it.
  std::string str() const;
};

}  // namespace passcope
