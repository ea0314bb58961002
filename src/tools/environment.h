// Variables of the process's environment.
#pragma once

#include <string>

namespace passcope::tools {

// The value of a variable; empty if it is not set.
std::string Environment(const char* name);

}  // namespace passcope::tools
