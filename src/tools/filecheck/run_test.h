// Runs tests and writes their expectations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/filecheck/check.h"
#include "tools/filecheck/test_file.h"

namespace passcope::tools {

// One RUN line of a file.
struct TestCase {
  std::string name;  // The file's name, and the number of the RUN line if there are several.
  std::string path;
  size_t run = 0;  // The index of the RUN line in the file.
};

struct TestOutcome {
  bool passed = false;
  // Why it did not pass: a sentence, and the line of the file (from 1) or 0.
  std::string message;
  size_t line = 0;
  std::string details;  // Several lines; may be empty.
  // The reason of a file that is expected to fail; may be empty.
  std::optional<std::string> xfail;
};

// The tests of a file, one for each RUN line. A file that has none or cannot be read has one test,
// which fails.
std::vector<TestCase> TestsOf(const std::string& path);

// What a failure shows of the scanned text.
struct DumpOptions {
  bool dump = true;
  size_t context = CheckOptions().dump_context;
};

// Never throws: an error is an outcome.
TestOutcome RunTest(const TestCase& test, const DumpOptions& dump);

// Writes the check lines of a file, and its REMARK lines if it has any. Returns true if the file
// changed. Throws TestFileError for a file that is not a test, and for two RUN lines with one
// prefix and different results. Throws DiagnosticError if the program cannot be read or run.
bool UpdateTest(const std::string& path);

}  // namespace passcope::tools
