// The difference of two programs' texts.
//
// A text's own numbers tell nothing: each line that is put in renumbers every `%n` after it, and
// each constant every `meta[relay.Constant][n]`. So lines belong together when it is known that
// they are about the same expression (RelatedLines), else when they compute the same: by their
// texts without these numbers and what the lines compute that they name, at first far, then less
// far. What two such lines name is looked up in both texts, so that a line of which only numbers
// differ is told from one that has got another argument.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"
#include "support/match_sequences.h"

namespace passcope {

// What is known of two texts: the lines, from 0, of which one became the other, and the numbers of
// constants that are the same. Each line and each number stands in one pair at most, and the pairs
// are in the order of the first text.
struct RelatedLines {
  IndexPairs lines, constants;
};

// Hunks as LineDiff writes them; lines that differ in numbers alone are no difference, and stand as
// the second text has them. A line that became another one stands right above it.
std::string ProgramDiff(std::string_view before, std::string_view after,
                        const RelatedLines& known = {}, size_t context = 3);
// That of the texts without metadata and spans, whose lines are those of the texts with spans.
std::string ProgramDiff(const IRModule& before, const IRModule& after,
                        const RelatedLines& known = {});

}  // namespace passcope
