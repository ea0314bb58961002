// Comparing a text with check lines, as LLVM's FileCheck does.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/filecheck/test_file.h"

namespace passcope::tools {

struct CheckOptions {
  std::vector<std::string> prefixes = {kDefaultPrefix};
  bool strict_whitespace = false;
  bool match_full_lines = false;
  // The text is that of the check lines, byte for byte: no patterns, nothing left out.
  bool exact = false;
};

struct CheckFailure {
  std::string message;  // One sentence, lower case, no full stop.
  size_t line = 0;      // Of the test file, from 1; 0 for none.
  std::string details;  // Several lines: the check line, where the scan stood, what was near.
};

// Compares `text` with the check lines of `file` that have one of the prefixes.
//
// White space within a line counts as one blank unless it is strict. `PREFIX:` finds its pattern
// behind the match before it, -NEXT in the line below that, -SAME in the same line, -EMPTY in an
// empty line below; -COUNT-n finds n of them; -DAG lines that stand together match in any order
// without overlapping; -NOT must not match between the matches around it. -LABEL lines, which have
// no variables, divide the text, and the lines between two of them match between these.
//
// Throws TestFileError for check lines that make no sense.
std::optional<CheckFailure> CheckText(const TestFile& file, std::string_view text,
                                      const CheckOptions& options);

// The text of check lines for --exact.
std::string ExactText(const TestFile& file, const CheckOptions& options);

}  // namespace passcope::tools
