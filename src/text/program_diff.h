// The difference of two programs' texts, as `diff -u` writes it.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"
#include "text/line_alignment.h"

namespace passcope {

// Hunks as LineDiff writes them. Lines that differ only in numbers count as equal, and have the
// numbers of the second text. A line that became another one is directly above it.
std::string ProgramDiff(std::string_view before, std::string_view after,
                        const RelatedLines& known = {}, size_t context = 3);
// Compares the texts without metadata and spans; lines have the same numbers as with spans.
std::string ProgramDiff(const IRModule& before, const IRModule& after,
                        const RelatedLines& known = {});

}  // namespace passcope
