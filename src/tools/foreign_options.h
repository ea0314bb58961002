// Options of other tools - opt, mlir-opt, FileCheck, clang, TVM's scripts - and what has their
// purpose here.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tools/arguments.h"

namespace passcope::tools {

// True if the name, without dashes, is an option of another tool.
bool IsForeignOption(std::string_view name);

// What to write instead of an option that a command does not have, as the end of a sentence:
// "; did you mean --time?". Empty if nothing is near. `word` has the dashes and perhaps a value.
std::string HintForOption(std::string_view command, std::span<const Option> options,
                          std::string_view word);

// The same for a word that is not a command.
std::string HintForCommand(const std::string& word);

}  // namespace passcope::tools
