// The facts about a pass that are known without running it.
#pragma once

#include <string>
#include <vector>

namespace passcope {

// Like TVM's PassInfo.
struct PassInfo {
  int opt_level = 0;
  std::string name;
  // Names of passes that a Sequential runs just before this one.
  std::vector<std::string> required;
  bool traceable = false;

  // The text that TVM prints for it.
  std::string str() const;
};

}  // namespace passcope
