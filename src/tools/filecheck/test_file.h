// The text of a test: a program with RUN lines and lines of expectations, all of them comments of
// Relay.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/filecheck/pattern.h"

namespace passcope::tools {

// The prefix of RUN lines without a --check-prefix.
inline constexpr const char* kDefaultPrefix = "CHECK";

// A line `// PREFIX-NEXT: pattern`.
struct CheckLine {
  enum class Kind : uint8_t { kPlain, kNext, kSame, kNot, kDag, kLabel, kEmpty, kCount };
  Kind kind = Kind::kPlain;
  size_t count = 1;      // kCount: the number of matches.
  bool literal = false;  // {LITERAL}: the pattern is plain text.
  std::string prefix;    // "CHECK"
  std::string text;      // After the colon and one blank.
  size_t line = 0;       // From 1.
  size_t comment = 0;    // The index of its "//", in bytes.
};

// A line `// REMARK: missed NAME pattern`, `// ERROR: pattern` or the like.
struct ExpectLine {
  enum class Where : uint8_t {
    kAnywhere,
    kBelow,  // In the next line that is not a comment.
    kNowhere,
  };
  Where where = Where::kAnywhere;
  bool error = false;  // False for a remark.
  std::string prefix;  // The prefix of its RUN lines; "CHECK" if it has none.
  std::string text;    // After the colon and the blanks.
  size_t line = 0;
  size_t comment = 0;
  size_t below = 0;  // kBelow: the line that it refers to.
};

// A pipeline and flags.
struct RunLine {
  std::string text;  // With the lines that "\" joins.
  size_t line = 0;
};

struct TestFile {
  std::string path;
  // The lines without line breaks.
  std::vector<std::string> lines;
  bool crlf = false;
  std::vector<RunLine> runs;
  std::vector<CheckLine> checks;
  std::vector<ExpectLine> expected;
  // The reason why it is expected to fail; may be empty.
  std::optional<std::string> xfail;
};

// Parses a test. Its lines are `RUN:`, `XFAIL` and `XFAIL:`, `REMARK:`, `REMARK-BELOW:`,
// `REMARK-NOT:`, `ERROR:` and `ERROR-BELOW:`. With the prefix "NAME-", the last five apply to RUN
// lines with that prefix. The other lines are check lines with the prefixes of the RUN lines. Each
// is after `//`, alone or at the end of a line of the program, and ends with the line. Throws
// TestFileError.
TestFile ParseTestFile(std::string path, std::string_view text);

// Adds the check lines with these prefixes, which RUN lines use, to `file`. Throws TestFileError.
void ReadCheckLines(TestFile* file, const std::vector<std::string>& prefixes);

}  // namespace passcope::tools
