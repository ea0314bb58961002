// The difference of two texts, line by line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace passcope {

// As `diff -u` writes it, without the two lines that name files: hunks "@@ -1,3 +1,4 @@" with
// `context` lines around what differs; empty for equal texts. As few lines as possible differ
// (MatchSequences).
std::string LineDiff(std::string_view before, std::string_view after, size_t context = 3);

using Lines = std::vector<std::string_view>;
Lines LinesOf(std::string_view text);

// A line that both texts have, ' ', or only the first, '-', or only the second, '+'.
struct LineEdit {
  char kind;
  std::string_view line;
};
// The hunks of such lines; empty where both texts have all of them.
std::string HunksText(const std::vector<LineEdit>& edits, size_t context);

}  // namespace passcope
