// The operations of a program, found without a parser.
#pragma once

#include <string_view>

#include "recording/family.h"

namespace passcope::recording {

// The name of the operation in a line, such as "arith.addi" or "load"; empty if the line has none.
std::string_view OperationOf(Family family, std::string_view line);

}  // namespace passcope::recording
