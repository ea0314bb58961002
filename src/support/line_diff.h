// The difference of two texts, line by line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace passcope {

// Like `diff -u`, without the two lines that name files: hunks "@@ -1,3 +1,4 @@" with `context`
// lines around differences. Empty for equal texts. The number of different lines is minimal
// (MatchSequences).
std::string LineDiff(std::string_view before, std::string_view after, size_t context = 3);

using Lines = std::vector<std::string_view>;
Lines LinesOf(std::string_view text);

// A line of both texts (' '), of the first only ('-') or of the second only ('+').
struct LineEdit {
  char kind;
  std::string_view line;
};
// The hunks of such lines; empty if all lines are in both texts.
std::string HunksText(const std::vector<LineEdit>& edits, size_t context);

}  // namespace passcope
