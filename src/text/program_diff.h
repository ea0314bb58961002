// The difference of two programs' texts, as `diff -u` writes it.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"
#include "text/line_alignment.h"

namespace passcope {

// Hunks as LineDiff writes them; lines that differ in numbers alone are no difference, and stand as
// the second text has them. A line that became another one stands right above it.
std::string ProgramDiff(std::string_view before, std::string_view after,
                        const RelatedLines& known = {}, size_t context = 3);
// That of the texts without metadata and spans, whose lines are those of the texts with spans.
std::string ProgramDiff(const IRModule& before, const IRModule& after,
                        const RelatedLines& known = {});

}  // namespace passcope
