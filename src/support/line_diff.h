// The difference of two texts, line by line.
#pragma once

#include <string>
#include <string_view>

namespace passcope {

// As `diff -u` writes it, without the two lines that name files: hunks "@@ -1,3 +1,4 @@" with
// `context` lines around what differs; empty for equal texts. The shortest edit script by
// E. W. Myers: "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1, 1986; texts that
// differ in more than some thousands of lines get one that removes the old lines and adds the new
// ones between what they begin and end with in common.
std::string LineDiff(std::string_view before, std::string_view after, size_t context = 3);

}  // namespace passcope
