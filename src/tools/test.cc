// `passcope test`: files with a program and the expected results of passes.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <regex>

#ifndef __EMSCRIPTEN__
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#endif

#include "diagnostics/diagnostic.h"
#include "tools/commands.h"
#include "tools/filecheck/input_dump.h"
#include "tools/filecheck/run_line.h"
#include "tools/filecheck/run_test.h"
#include "tools/files.h"
#include "tools/json_values.h"
#include "tools/regular_expression.h"
#include "tools/terminal.h"

namespace passcope::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".relay";

// The named files and those in named folders, in order, each once.
std::vector<std::string> FilesOf(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  auto add = [&files](std::string file) {
    if (std::find(files.begin(), files.end(), file) == files.end()) {
      files.push_back(std::move(file));
    }
  };
  for (const std::string& word : words) {
    std::error_code error;
    if (!fs::exists(word, error)) {
      throw UsageError(fmt::format("there is no file or folder '{}'", word));
    }
    if (!fs::is_directory(word, error)) {
      add(word);
      continue;
    }
    std::vector<std::string> found;
    fs::recursive_directory_iterator entry(word, error), end;
    for (; !error && entry != end; entry.increment(error)) {
      std::string path = entry->path().generic_string();
      if (!path.ends_with(kEnding)) continue;
      // Ignores broken links.
      if (entry->is_regular_file(error)) found.push_back(std::move(path));
      if (error && error != std::errc::no_such_file_or_directory) break;
    }
    // A folder that cannot be read could contain tests.
    if (error) {
      throw UsageError(
          fmt::format("cannot read all of the folder '{}': {}", word, error.message()));
    }
    std::sort(found.begin(), found.end());
    if (found.empty()) throw UsageError(fmt::format("no file in '{}' ends in {}", word, kEnding));
    std::for_each(found.begin(), found.end(), add);
  }
  return files;
}

std::vector<TestCase> Chosen(const std::vector<std::string>& files, const Arguments& arguments) {
  std::vector<TestCase> tests;
  std::optional<std::regex> filter;
  if (const std::string* expression = arguments.Find("filter")) {
    try {
      filter = ReadRegex(*expression, RegexUse::kFilter);
    } catch (const RegexError& error) {
      throw UsageError(fmt::format("--filter takes a regular expression: {}", error.message));
    }
  }
  for (const std::string& file : files) {
    for (TestCase& test : TestsOf(file)) {
      if (!filter || std::regex_search(test.name, *filter)) tests.push_back(std::move(test));
    }
  }
  if (tests.empty()) throw UsageError("no test has a name that matches --filter");
  return tests;
}

// --- outcomes as text ---

// A description for TAP: "#" begins a directive and "\" an escape.
std::string TapText(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\n' || c == '\r') c = ' ';
    if (c == '#' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

// A field of a YAML block: a text in JSON's quotes, which YAML reads, or unchanged lines.
void AddYaml(std::string* out, std::string_view key, std::string_view text) {
  if (text.find('\n') == text.npos) {
    *out += fmt::format("  {}: {}\n", key, DumpJson(Json(text)));
    return;
  }
  *out += fmt::format("  {}: |-\n", key);
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    *out += line.empty() ? "\n" : fmt::format("    {}\n", line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// True if the outcome is the expected one: a file that is expected to fail must fail.
bool IsGood(const TestOutcome& outcome) { return outcome.passed != outcome.xfail.has_value(); }

std::string TapPoint(size_t number, const TestCase& test, const TestOutcome& outcome) {
  bool ok = outcome.passed && !outcome.xfail;
  const Style style = ok ? Style::kGood : IsGood(outcome) ? Style::kWarning : Style::kError;
  std::string out =
      fmt::format("{} {} - {}", Styled(style, ok ? "ok" : "not ok"), number, TapText(test.name));
  // An expected failure is a TODO in TAP, which does not fail the run.
  if (!outcome.passed && outcome.xfail) {
    out += fmt::format(" # TODO {}", outcome.xfail->empty() ? "XFAIL" : TapText(*outcome.xfail));
  }
  out += "\n";
  if (ok) return out;
  std::string message = outcome.message;
  if (outcome.passed) message = "it passes, although XFAIL marks it as failing";
  out += "  ---\n";
  AddYaml(&out, "message", message);
  AddYaml(&out, "at", outcome.line > 0 ? fmt::format("{}:{}", test.path, outcome.line) : test.path);
  // The first line of a YAML block sets the indentation, so the details must begin with such a
  // line.
  if (!outcome.details.empty()) {
    // The text around a failure has its colours already.
    const size_t dump = std::min(outcome.details.rfind(kDumpHeading), outcome.details.size());
    AddYaml(&out, "details",
            ColoredDiagnostic(outcome.details.substr(0, dump), Stream::kOut) +
                outcome.details.substr(dump) + "\n");
  }
  return out + "  ...\n";
}

// --- processes ---

// Reports the outcomes of all tests in order.
using OnOutcome = std::function<void(size_t index, const TestOutcome& outcome)>;

void RunHere(const std::vector<TestCase>& tests, const DumpOptions& dump, const OnOutcome& tell) {
  for (size_t i = 0; i < tests.size(); ++i) tell(i, RunTest(tests[i], dump));
}

#ifndef __EMSCRIPTEN__

Json ToJson(const TestOutcome& outcome) {
  Json json = {{"passed", outcome.passed},
               {"message", outcome.message},
               {"line", outcome.line},
               {"details", outcome.details}};
  if (outcome.xfail) json["xfail"] = *outcome.xfail;
  return json;
}

TestOutcome FromJson(const std::string& line) {
  Json json = Json::parse(line);
  TestOutcome outcome;
  outcome.passed = json["passed"];
  outcome.message = json["message"];
  outcome.line = json["line"];
  outcome.details = json["details"];
  if (json.contains("xfail")) outcome.xfail = json["xfail"].get<std::string>();
  return outcome;
}

// Runs every `jobs`-th test in a separate process, so a crash does not end the others.
class Worker {
 public:
  Worker(const std::vector<TestCase>& tests, const DumpOptions& dump, size_t first, size_t jobs) {
    int ends[2];
    if (pipe(ends) != 0) throw UsageError("there is no pipe for another process");
    std::fflush(nullptr);
    process_ = fork();
    if (process_ < 0) throw UsageError("the system cannot start another process");
    if (process_ == 0) {
      close(ends[0]);
      std::FILE* out = fdopen(ends[1], "w");
      for (size_t i = first; i < tests.size(); i += jobs) {
        fmt::print(out, "{}\n", DumpJson(ToJson(RunTest(tests[i], dump))));
        std::fflush(out);
      }
      std::fclose(out);
      _exit(0);
    }
    close(ends[1]);
    in_ = fdopen(ends[0], "r");
  }
  ~Worker() {
    if (in_) std::fclose(in_);
    waitpid(process_, nullptr, 0);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  TestOutcome Next() {
    std::string line;
    for (int c = std::getc(in_); c != EOF; c = std::getc(in_)) {
      if (c == '\n') return FromJson(line);
      line += static_cast<char>(c);
    }
    TestOutcome outcome;
    outcome.message =
        told_ ? "it did not run: its process has ended" : "the process that ran it has ended";
    told_ = true;
    return outcome;
  }

 private:
  pid_t process_ = -1;
  std::FILE* in_ = nullptr;
  bool told_ = false;
};

void RunInProcesses(const std::vector<TestCase>& tests, const DumpOptions& dump, size_t jobs,
                    const OnOutcome& tell) {
  std::vector<std::unique_ptr<Worker>> workers;
  for (size_t i = 0; i < jobs; ++i)
    workers.push_back(std::make_unique<Worker>(tests, dump, i, jobs));
  for (size_t i = 0; i < tests.size(); ++i) tell(i, workers[i % jobs]->Next());
}

#endif

void RunAll(const std::vector<TestCase>& tests, const DumpOptions& dump, size_t jobs,
            const OnOutcome& tell) {
#ifndef __EMSCRIPTEN__
  jobs = std::min(jobs, tests.size());
  if (jobs > 1) return RunInProcesses(tests, dump, jobs, tell);
#endif
  // WebAssembly has one process.
  (void)jobs;
  RunHere(tests, dump, tell);
}

// --- the command ---

int Update(const std::vector<TestCase>& tests) {
  int failed = 0;
  std::vector<std::string> files;
  for (const TestCase& test : tests) {
    if (files.empty() || files.back() != test.path) files.push_back(test.path);
  }
  for (const std::string& file : files) {
    try {
      if (UpdateTest(file)) Print(fmt::format("{}\n", file));
      continue;
    } catch (const TestFileError& error) {
      PrintError(fmt::format("{}:{}: {}\n", file, error.line, error.message));
    } catch (const DiagnosticError& error) {
      PrintError(
          fmt::format("{}:\n{}\n", file, ColoredDiagnostic(Texts().Render(error), Stream::kErr)));
    } catch (const UsageError& error) {
      PrintError(fmt::format("{}: {}\n", file, error.what()));
    }
    ++failed;
  }
  return failed > 0 ? 1 : 0;
}

DumpOptions DumpOf(const Arguments& arguments) {
  DumpOptions dump;
  if (const std::string* when = arguments.Find("dump-input")) {
    if (*when != "fail" && *when != "never") {
      throw UsageError(fmt::format("--dump-input takes fail or never, not '{}'", *when));
    }
    dump.dump = *when == "fail";
  }
  if (const std::string* context = arguments.Find("dump-input-context")) {
    const int lines = ParseInt("dump-input-context", *context);
    if (lines < 0) {
      throw UsageError(fmt::format("--dump-input-context takes a number from 0, not {}", lines));
    }
    dump.context = static_cast<size_t>(lines);
  }
  return dump;
}

int Test(const Arguments& arguments) {
  if (arguments.words().empty()) throw UsageError("name files and folders with tests");
  const std::string* given = arguments.Find("jobs");
  int jobs = given ? ParseInt("jobs", *given) : 1;
  if (jobs < 1) throw UsageError(fmt::format("--jobs takes a positive number, not {}", jobs));
  const DumpOptions dump = DumpOf(arguments);
  std::vector<TestCase> tests = Chosen(FilesOf(arguments.words()), arguments);
  if (arguments.Has("update")) return Update(tests);
  Print(fmt::format("TAP version 14\n1..{}\n", tests.size()));
  size_t passed = 0, failed = 0;
  RunAll(tests, dump, static_cast<size_t>(jobs), [&](size_t i, const TestOutcome& outcome) {
    Print(TapPoint(i + 1, tests[i], outcome));
    if (!IsGood(outcome)) ++failed;
    if (outcome.passed && !outcome.xfail) ++passed;
  });
  // Ends like the report of Node's test runner.
  Print(fmt::format("# tests {}\n# pass {}\n# fail {}\n# todo {}\n", tests.size(), passed, failed,
                    tests.size() - passed - failed));
  return failed > 0 ? 1 : 0;
}

}  // namespace

Command TestCommand() {
  Command command;
  command.name = "test";
  command.usage = "(DIRECTORY | FILE)… [options]";
  command.summary = "Runs passes on test programs and compares the results with their check lines.";
  command.details =
      "Each file is Relay text. Its comments say what to run and what to expect:\n\n"
      "  // RUN: InferType, FoldConstant --opt-level 3\n"
      "  // CHECK: add(%x, [[C:meta.*]])\n"
      "  // CHECK-NEXT: }\n\n"
      "After RUN:, write a pipeline and then flags: those of `passcope run` for models and "
      "contexts,\n"
      "and these:\n\n" +
      RunFlagsHelp() +
      "\n"
      "The check lines are those of LLVM's FileCheck: CHECK, -NEXT, -SAME, -NOT, -DAG, -LABEL,\n"
      "-EMPTY and -COUNT-n. `REMARK: missed NAME …` expects a remark, `ERROR: …` expects a\n"
      "diagnostic, and a file with XFAIL is expected to fail. The output is TAP, version 14. The "
      "exit\n"
      "code is 1 if a test fails.";
  command.options = {
      {"filter", "REGEX", "run only the tests whose names match"},
      {"jobs", "N", "run N tests in parallel processes; 1 by default", 'j'},
      {"update", "",
       "rewrite the check lines to match the results, and print the names of changed files"},
      {.name = "dump-input",
       .value = "WHEN",
       .help = "show the text around the place of a failure: fail (the default) or never",
       .choices = {"fail", "never"}},
      {"dump-input-context", "N", "the lines of that text before and after; 5 by default"}};
  command.run = Test;
  return command;
}

}  // namespace passcope::tools
