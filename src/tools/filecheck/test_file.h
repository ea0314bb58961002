// A test as it is written: a program with RUN lines and lines that say what is expected, all of
// them comments of Relay.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/filecheck/pattern.h"

namespace passcope::tools {

// Of RUN lines without another.
inline constexpr const char* kDefaultPrefix = "CHECK";

// A line `// PREFIX-NEXT: pattern`.
struct CheckLine {
  enum class Kind : uint8_t { kPlain, kNext, kSame, kNot, kDag, kLabel, kEmpty, kCount };
  Kind kind = Kind::kPlain;
  size_t count = 1;      // kCount: how often.
  bool literal = false;  // {LITERAL}: the pattern is a text.
  std::string prefix;    // "CHECK"
  std::string text;      // Behind the colon and one blank.
  size_t line = 0;       // From 1.
  size_t comment = 0;    // Where its "//" is, in bytes.
};

// A line `// REMARK: missed NAME pattern`, `// ERROR: pattern` or the like.
struct ExpectLine {
  enum class Where : uint8_t {
    kAnywhere,
    kBelow,  // In the next line that is no comment.
    kNowhere,
  };
  Where where = Where::kAnywhere;
  bool error = false;  // Else a remark.
  std::string prefix;  // Of the RUN lines that it is for; "CHECK" where it has none.
  std::string text;    // Behind the colon and the blanks.
  size_t line = 0;
  size_t comment = 0;
  size_t below = 0;  // kBelow: the line that it is about.
};

// What is run: a pipeline and flags.
struct RunLine {
  std::string text;  // With the lines that "\" continues.
  size_t line = 0;
};

struct TestFile {
  std::string path;
  // The lines without their ends.
  std::vector<std::string> lines;
  bool crlf = false;
  std::vector<RunLine> runs;
  std::vector<CheckLine> checks;
  std::vector<ExpectLine> expected;
  // The reason why it is expected to fail, maybe empty.
  std::optional<std::string> xfail;
};

// Which lines there are: `RUN:`, `XFAIL` and `XFAIL:`, `REMARK:`, `REMARK-BELOW:`, `REMARK-NOT:`,
// `ERROR:`, `ERROR-BELOW:`, these with the prefix "NAME-" for RUN lines that have it, and check
// lines of the prefixes that the RUN lines have. Each stands behind `//`, alone or at the end of a
// line of the program; its pattern ends where the line does. Throws TestFileError.
TestFile ParseTestFile(std::string path, std::string_view text);

// Adds the check lines of these prefixes, by which RUN lines ask for them, to `file`. Throws
// TestFileError.
void ReadCheckLines(TestFile* file, const std::vector<std::string>& prefixes);

}  // namespace passcope::tools
