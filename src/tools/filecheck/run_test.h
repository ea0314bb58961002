// Running tests and writing what they expect.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/filecheck/check.h"
#include "tools/filecheck/test_file.h"

namespace passcope::tools {

// One RUN line of a file.
struct TestCase {
  std::string name;  // The file's, and which RUN line it is when there are several.
  std::string path;
  size_t run = 0;  // Of the file's RUN lines.
};

struct TestOutcome {
  bool passed = false;
  // Why it did not pass: a sentence and the line of the file, from 1, or 0.
  std::string message;
  size_t line = 0;
  std::string details;  // Several lines; may be empty.
  // The reason of a file that is expected to fail, maybe empty.
  std::optional<std::string> xfail;
};

// The tests of a file: one for each RUN line; one that fails for a file that has none or that
// cannot be read.
std::vector<TestCase> TestsOf(const std::string& path);

// Never throws: what goes wrong is the outcome.
TestOutcome RunTest(const TestCase& test);

// Writes the check lines of a file anew, and its lines REMARK: if it has any. Returns whether it
// changed. Throws TestFileError for a file that cannot be read as a test, and for two RUN lines of
// one prefix with different results; DiagnosticError for one whose program cannot be read or run.
bool UpdateTest(const std::string& path);

}  // namespace passcope::tools
