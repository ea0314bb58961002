// Checks the results of RUN lines.
#include "tools/filecheck/run_test.h"

#include <fmt/format.h>

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "tools/commands.h"
#include "tools/filecheck/execution.h"
#include "tools/filecheck/expectations.h"
#include "tools/files.h"

namespace passcope::tools {
namespace {

bool IsUsed(const TestFile& file, const std::string& prefix) {
  auto has = [&](const auto& line) { return line.prefix == prefix; };
  return std::any_of(file.checks.begin(), file.checks.end(), has) ||
         std::any_of(file.expected.begin(), file.expected.end(), has);
}

// A prefix without a line is perhaps misspelt. FileCheck refuses it, too. If all are, CheckText
// says so.
void CheckPrefixes(const TestFile& file, const std::vector<std::string>& prefixes, size_t line) {
  auto used = [&](const std::string& prefix) { return IsUsed(file, prefix); };
  if (std::none_of(prefixes.begin(), prefixes.end(), used)) return;
  auto unused = std::find_if_not(prefixes.begin(), prefixes.end(), used);
  if (unused != prefixes.end()) {
    throw TestFileError{fmt::format("there are no lines '// {}:' for this prefix", *unused), line};
  }
}

// Runs a RUN line and returns its first failure.
std::optional<CheckFailure> Check(const TestFile& file, const Request& request, size_t run,
                                  const DumpOptions& dump) {
  CheckPrefixes(file, request.options.prefixes, file.runs[run].line);
  ExpectLines errors = ExpectedOf(file, request.options.prefixes, true);
  ExpectLines remarks = ExpectedOf(file, request.options.prefixes, false);
  Execution result = Execute(request, !remarks.empty());
  if (auto failure = CheckErrors(file, errors, result.diagnostics, file.runs[run].line)) {
    return failure;
  }
  if (auto failure = CheckRemarks(file, remarks, result.remarks)) return failure;
  bool checks = std::any_of(file.checks.begin(), file.checks.end(), [&](const CheckLine& check) {
    const auto& prefixes = request.options.prefixes;
    return std::find(prefixes.begin(), prefixes.end(), check.prefix) != prefixes.end();
  });
  // A test without check lines can consist of its errors and remarks.
  if (!checks && !request.options.exact && (!errors.empty() || !remarks.empty())) {
    return std::nullopt;
  }
  if (!result.diagnostics.empty()) {
    return CheckFailure{
        "what is run fails, as expected, and has no text for check lines", file.runs[run].line, {}};
  }
  CheckOptions options = request.options;
  options.dump = dump.dump;
  options.dump_context = dump.context;
  return CheckText(file, result.text, options);
}

}  // namespace

std::vector<TestCase> TestsOf(const std::string& path) {
  size_t runs = 0;
  try {
    runs = ParseTestFile(path, ReadFile(path)).runs.size();
  } catch (const TestFileError&) {
    // Running the test reports the error.
  } catch (const DiagnosticError&) {
  }
  if (runs <= 1) return {{path, path, 0}};
  std::vector<TestCase> tests;
  for (size_t i = 0; i < runs; ++i)
    tests.push_back({fmt::format("{} RUN {}", path, i + 1), path, i});
  return tests;
}

TestOutcome RunTest(const TestCase& test, const DumpOptions& dump) {
  TestOutcome outcome;
  auto fail = [&outcome](std::string message, size_t line = 0, std::string details = "") {
    outcome.message = std::move(message);
    outcome.line = line;
    outcome.details = std::move(details);
  };
  try {
    std::vector<Request> requests;
    TestFile file = ReadTestFile(test.path, &requests);
    outcome.xfail = file.xfail;
    if (requests.empty()) throw TestFileError{"there is no line '// RUN:'", 0};
    if (auto failure = Check(file, requests[test.run], test.run, dump)) {
      fail(std::move(failure->message), failure->line, std::move(failure->details));
    } else {
      outcome.passed = true;
    }
  } catch (const TestFileError& error) {
    fail(error.message, error.line);
  } catch (const UsageError& error) {
    fail(error.what());
  } catch (const DiagnosticError& error) {
    fail("the test cannot be read", 0, Texts().Render(error));
  } catch (const std::exception& error) {
    fail(fmt::format("internal error: {}", error.what()));
  }
  return outcome;
}

}  // namespace passcope::tools
