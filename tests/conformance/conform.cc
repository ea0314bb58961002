// `passcope_conform`: compares the engine with recorded answers of TVM.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "conformance/conform_record.h"
#include "tools/commands.h"
#include "tools/files.h"
#include "tools/json_values.h"

namespace passcope::tools {
namespace {

// A record that the engine answers differently on purpose.
struct Exception {
  std::string group, test, reason;
};

struct Count {
  int passed = 0, failed = 0, not_supported = 0, excepted = 0;
  int exact = 0, exact_equal = 0;
  int all() const { return passed + failed + not_supported + excepted; }
  void Add(const ConformOutcome& outcome, const Exception* exception) {
    if (outcome.status == ConformStatus::kPassed) {
      ++passed;
    } else if (exception) {
      ++excepted;
    } else if (outcome.status == ConformStatus::kFailed) {
      ++failed;
    } else {
      ++not_supported;
    }
    if (outcome.exact) ++exact;
    if (outcome.exact && outcome.exact_equal) ++exact_equal;
  }
};
using Counts = std::map<std::string, Count>;

const char* StatusText(ConformStatus status) {
  switch (status) {
    case ConformStatus::kPassed:
      return "passed";
    case ConformStatus::kFailed:
      return "failed";
    case ConformStatus::kNotSupported:
      return "not supported";
  }
  return "";
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == text.npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// The first lines that differ, expected ones with `-`, ours with `+`. Names are canonical, so only
// real differences appear.
std::string FirstDifference(const ConformOutcome& outcome) {
  constexpr size_t kLines = 6, kWidth = 400;
  std::string expected_text = CanonicalText(outcome.expected);
  std::string actual_text = CanonicalText(outcome.actual);
  std::vector<std::string_view> expected = Lines(expected_text), actual = Lines(actual_text);
  std::string out;
  size_t shown = 0;
  for (size_t i = 0; i < std::max(expected.size(), actual.size()) && shown < kLines; ++i) {
    std::string_view a = i < expected.size() ? expected[i] : "";
    std::string_view b = i < actual.size() ? actual[i] : "";
    if (a == b && i < expected.size() && i < actual.size()) continue;
    // Long lines are cut at the place where they begin to differ.
    size_t same = 0;
    while (same < std::min(a.size(), b.size()) && a[same] == b[same]) ++same;
    size_t from = same > 80 ? same - 80 : 0;
    if (i < expected.size())
      out += fmt::format("    {}- {}\n", i + 1, a.substr(std::min(from, a.size()), kWidth));
    if (i < actual.size())
      out += fmt::format("    {}+ {}\n", i + 1, b.substr(std::min(from, b.size()), kWidth));
    ++shown;
  }
  return out;
}

std::string Table(const char* title, const Counts& counts) {
  std::string text = fmt::format("{:<34} {:>7} {:>7} {:>14} {:>9} {:>16}\n", title, "passed",
                                 "failed", "not supported", "excepted", "byte for byte");
  for (const auto& [name, count] : counts) {
    text += fmt::format("{:<34} {:>7} {:>7} {:>14} {:>9} {:>16}\n", name, count.passed,
                        count.failed, count.not_supported, count.excepted,
                        fmt::format("{} of {}", count.exact_equal, count.exact));
  }
  return text;
}

std::vector<Exception> ReadExceptions(const std::string& path) {
  std::vector<Exception> exceptions;
  for (const Json& row : ParseJson(ReadFile(path), Phrase("the list of exceptions"))) {
    exceptions.push_back({row.at("group").get<std::string>(), row.at("test").get<std::string>(),
                          row.at("reason").get<std::string>()});
  }
  return exceptions;
}

const Exception* FindException(const std::vector<Exception>& exceptions,
                               const ConformOutcome& outcome) {
  for (const Exception& exception : exceptions) {
    if (exception.group == outcome.group && exception.test == outcome.test) return &exception;
  }
  return nullptr;
}

Json TableJson(const Counts& counts) {
  Json table = Json::object();
  for (const auto& [name, count] : counts) {
    table[name] = {{"passed", count.passed},
                   {"failed", count.failed},
                   {"not_supported", count.not_supported},
                   {"excepted", count.excepted},
                   {"exact", count.exact},
                   {"exact_equal", count.exact_equal}};
  }
  return table;
}

std::string Heading(const ConformOutcome& outcome, const std::string& place, int number) {
  return fmt::format("{}. {}: {} ({}, {})\n   {}\n", number, place, StatusText(outcome.status),
                     outcome.group, outcome.test, outcome.reason);
}

int RunConform(const Arguments& arguments) {
  if (arguments.words().empty()) throw UsageError("name the files of records");
  const std::string* group = arguments.Find("group");
  const std::string* wanted = arguments.Find("diff");
  int diff = wanted ? ParseInt("diff", *wanted) : 0;
  if (wanted && diff < 1) throw UsageError("--diff counts the failures from 1 on");
  bool json = arguments.Has("json");
  std::vector<Exception> exceptions;
  if (const std::string* file = arguments.Find("exceptions")) exceptions = ReadExceptions(*file);
  std::string excepted;

  Counts groups, operators;
  Count total;
  int failures = 0;
  Json details = Json::array();
  for (const std::string& path : arguments.words()) {
    std::string text = ReadFile(path);
    int line_number = 0;
    for (std::string_view line : Lines(text)) {
      ++line_number;
      if (line.empty()) continue;
      ConformOutcome outcome = CheckConformRecord(line);
      if (group && outcome.group != *group) continue;
      const Exception* exception = FindException(exceptions, outcome);
      groups[outcome.group].Add(outcome, exception);
      for (const std::string& name : outcome.operators) operators[name].Add(outcome, exception);
      total.Add(outcome, exception);
      std::string place = fmt::format("{}:{}", path, line_number);
      bool passed = outcome.status == ConformStatus::kPassed;
      if (!passed && exception) {
        excepted += fmt::format("{} ({}, {})\n   {}\n", place, outcome.group, outcome.test,
                                exception->reason);
      } else if (!passed) {
        ++failures;
      }
      if (json) {
        Json detail = {{"file", path},
                       {"line", line_number},
                       {"group", outcome.group},
                       {"test", outcome.test},
                       {"operators", outcome.operators},
                       {"status", StatusText(outcome.status)}};
        if (!passed) detail["reason"] = outcome.reason;
        if (!passed && exception) detail["exception"] = exception->reason;
        if (!passed && !outcome.expected.empty()) detail["difference"] = FirstDifference(outcome);
        details.push_back(std::move(detail));
      } else if (!passed && !exception && failures == diff) {
        Print(Heading(outcome, place, failures));
        if (!outcome.expected.empty()) Print(FirstDifference(outcome));
        Print("\n");
      } else if (!passed && !exception && arguments.Has("list")) {
        Print(Heading(outcome, place, failures));
      }
    }
  }
  if (failures < diff) Print(fmt::format("there are only {} failures\n\n", failures));

  if (json) {
    Json report = {{"passed", total.passed},
                   {"failed", total.failed + total.not_supported},
                   {"excepted", total.excepted},
                   {"groups", TableJson(groups)},
                   {"operators", TableJson(operators)},
                   {"records", std::move(details)}};
    Print(DumpJson(report, 2) + "\n");
  } else {
    Print(Table("group", groups));
    Print("\n" + Table("operator", operators));
    if (!excepted.empty()) Print("\nexceptions\n" + excepted);
    Print(fmt::format("\n{} passed, {} failed", total.passed, total.failed + total.not_supported));
    Print(total.excepted ? fmt::format(", {} excepted\n", total.excepted) : "\n");
  }
  return total.passed + total.excepted == total.all() ? 0 : 1;
}

int Main(std::span<const std::string> words) {
  Command command;
  command.name = "passcope_conform";
  command.usage = "FILE… [options]";
  command.summary = "Compares the engine's answers with recorded ones.";
  command.details =
      "Runs recorded answers of TVM 0.11 (JSON lines) and counts, per group and per operator, "
      "which\n"
      "the engine gives too. What needs an operator or pass that the engine does not have counts "
      "as\n"
      "failed. Exit code: 0 when all passed, 1 when some failed.\n";
  command.options = {
      {"json", "", "print the counts and every record's outcome as JSON"},
      {"list", "", "print each failure's place and reason"},
      {"diff", "K", "show failure number K with the lines that differ"},
      {"group", "NAME", "only the records of this group"},
      {"exceptions", "FILE",
       "records that are to be answered otherwise than TVM does: a JSON array of objects with "
       "group, test and reason"},
  };
  command.run = RunConform;
  return ExitCode([&] { return Execute(command, words, ""); },
                  [] { return "`passcope_conform --help` explains the program"; });
}

}  // namespace

}  // namespace passcope::tools

int main(int argc, char** argv) {
  return passcope::tools::Main(std::vector<std::string>(argv + 1, argv + argc));
}
