// Compares a text with check lines, like LLVM's FileCheck.
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
  // The text must equal the check lines byte for byte: no patterns, no gaps.
  bool exact = false;
  // True if a failure shows the text around its place (InputDump).
  bool dump = false;
  size_t dump_context = 5;
};

struct CheckFailure {
  std::string message;  // One sentence, lower case, no full stop.
  size_t line = 0;      // In the test file, from 1; 0 for none.
  std::string details;  // Several lines: the check line, the place of the scan, and similar lines.
};

// Compares `text` with the check lines of `file` that have one of the prefixes.
//
// Unless white space is strict, any run of it in a line counts as one blank. The directives are:
// - `PREFIX:` finds its pattern after the previous match.
// - -NEXT finds it in the next line, and -SAME in the same line.
// - -EMPTY needs an empty next line.
// - -COUNT-n finds n matches.
// - Adjacent -DAG lines match in any order without overlapping.
// - -NOT must not match between the matches around it.
// - -LABEL lines, which have no variables, divide the text. The lines between two labels match
//   between the labels' matches.
//
// Throws TestFileError for check lines that contradict these rules.
std::optional<CheckFailure> CheckText(const TestFile& file, std::string_view text,
                                      const CheckOptions& options);

// The text of check lines for --exact.
std::string ExactText(const TestFile& file, const CheckOptions& options);

}  // namespace passcope::tools
