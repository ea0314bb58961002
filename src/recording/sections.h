// Divides the text of a program into functions and what is between them.
#pragma once

#include <functional>
#include <string_view>

#include "recording/family.h"

namespace passcope::recording {

// Calls `add` for each section in order. Together they are the whole text. `symbol` is the
// function's name, or empty.
void ForEachSection(
    std::string_view text, Family family,
    const std::function<void(std::string_view section, std::string_view symbol)>& add);

// The number of leading spaces and tabs.
size_t IndentationOf(std::string_view line);

}  // namespace passcope::recording
