// `passcope conform`: runs ONNX's tests of operators.
#include <fmt/format.h>

#include <map>

#include "tools/commands.h"
#include "tools/conform_onnx.h"
#include "tools/files.h"
#include "tools/json_values.h"

namespace passcope::tools {
namespace {

// Runs ONNX's tests and counts the passed tests of each operator in the models.
int RunConform(const Arguments& arguments) {
  if (arguments.words().empty()) throw UsageError("name folders with ONNX's tests");
  for (const std::string& path : arguments.words()) {
    if (IsFolder(path)) continue;
    throw UsageError(fmt::format("'{}' is not a folder with ONNX's tests", path));
  }
  std::map<std::string, std::pair<int, int>> operators;  // Passed tests, all tests.
  int passed = 0, all = 0, fixed_inputs = 0;
  Json details = Json::array();
  bool json = arguments.Has("json");
  for (const std::string& folder : arguments.words()) {
    for (const std::string& test : FindOnnxTests(folder)) {
      OnnxTestOutcome outcome = RunOnnxTest(test);
      ++all;
      passed += outcome.passed;
      fixed_inputs += outcome.passed && outcome.fixed_inputs;
      for (const std::string& name : outcome.operators) {
        operators[name].first += outcome.passed;
        ++operators[name].second;
      }
      if (json) {
        Json detail = {{"test", test},
                       {"operators", outcome.operators},
                       {"status", outcome.passed ? "passed" : "failed"},
                       {"fixed_inputs", outcome.fixed_inputs}};
        if (!outcome.passed) detail["reason"] = outcome.reason;
        details.push_back(std::move(detail));
      } else if (!outcome.passed && arguments.Has("list")) {
        Print(fmt::format("{}. {}: failed\n   {}\n", all - passed, outcome.test, outcome.reason));
      }
    }
  }
  if (json) {
    Json table = Json::object();
    for (const auto& [name, count] : operators) {
      table[name] = {{"passed", count.first}, {"failed", count.second - count.first}};
    }
    Json report = {{"passed", passed},
                   {"failed", all - passed},
                   {"fixed_inputs", fixed_inputs},
                   {"operators", std::move(table)},
                   {"tests", std::move(details)}};
    Print(DumpJson(report, 2) + "\n");
  } else {
    std::string text = fmt::format("{:<34} {:>7} {:>7}\n", "operator", "passed", "failed");
    for (const auto& [name, count] : operators) {
      text += fmt::format("{:<34} {:>7} {:>7}\n", name, count.first, count.second - count.first);
    }
    Print(text);
    if (fixed_inputs > 0) {
      Print(fmt::format("\n{} of those that passed have inputs that are constants here\n",
                        fixed_inputs));
    }
    Print(fmt::format("\n{} passed, {} failed\n", passed, all - passed));
  }
  return passed == all ? 0 : 1;
}

}  // namespace

Command ConformCommand() {
  Command command;
  command.name = "conform";
  command.usage = "DIR… [options]";
  command.summary = "Runs ONNX's tests of operators.";
  command.details =
      "Searches folders for ONNX's tests of operators (model.onnx with test_data_set_0, …). Each "
      "test\n"
      "is imported and run, and its results are compared. The exit code is 0 if all tests pass, "
      "and 1\n"
      "if a test fails.\n";
  command.options = {
      {"json", "", "print the counts and the outcome of each test as JSON"},
      {"list", "", "print each test that fails, with the reason"},
  };
  command.run = RunConform;
  return command;
}

}  // namespace passcope::tools
