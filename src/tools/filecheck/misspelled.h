// Lines that look like directives and are none. Without an error, they would check nothing.
#pragma once

#include <string>
#include <vector>

#include "tools/filecheck/test_file.h"

namespace passcope::tools {

// Looks for misspelt directives in the comments of a file that has been read, for example
// `CHECK_NOT:`, `CHECK-NXT:`, `check-next:`, `CHECK-COUNT-2 add`, `REMRK:` and `RUNN:`; and for
// check lines, REMARK and ERROR lines that no RUN line reads. Prose such as "checks" or
// "CHECK lines follow" is none. `prefixes` are those of the RUN lines.
//
// Throws TestFileError with the first line; its message names the others, too.
void CheckDirectives(const TestFile& file, const std::vector<std::string>& prefixes);

}  // namespace passcope::tools
