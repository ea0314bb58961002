// `passcope bisect`: finds the failing pass.
#include "checking/bisect.h"

#include <fmt/format.h>

#include "instrument/lineage_lines.h"
#include "tools/commands.h"
#include "tools/files.h"
#include "tools/json_values.h"
#include "tools/terminal.h"
#include "tools/test_options.h"

namespace passcope::tools {
namespace {

int RunBisect(const Arguments& arguments) {
  TestSpec spec = TestOf(arguments);
  Reproducer run = ReproducerOf(arguments);
  spec.values.given = run.program.params;
  ProgramTest test(std::move(spec), ValuesOf(run));
  BisectOptions options;
  options.linear = arguments.Has("linear");
  options.differ = DifferByLineage();
  options.progress = [](int64_t number, int64_t limit) {
    if (limit < 0) {
      PrintError(fmt::format("run {}: all executions\n", number));
    } else {
      PrintError(fmt::format("run {}: up to execution {}\n", number, limit));
    }
  };
  BisectResult result = Bisect(run.program.module, PipelineOf(run), &test, options);
  bool found = result.outcome == BisectResult::Outcome::kFound;
  std::string command =
      fmt::format("{} --opt-bisect-limit {} --print", RunCommandOf(arguments), result.limit);
  if (arguments.Has("json")) {
    Json json = ParseJson(JsonText(result), PHRASE(kResultNoun, "the result"));
    if (found) json["command"] = command;
    Print(DumpJson(json, 2) + "\n");
  } else {
    Print(result.sentence.text() + "\n");
    if (!result.diff.empty()) Print("\n" + ColoredDiff(result.diff));
    if (found) Print(fmt::format("\nTo see it again:\n  {}\n", command));
  }
  return found ? 0 : 1;
}

}  // namespace

Command BisectCommand() {
  Command command;
  command.name = "bisect";
  command.usage = "(--model NAME | FILE | - | --reproducer FILE) --passes PIPELINE [options]";
  command.summary =
      "Finds the failing pass: the execution of a pass after which a test fails for the first "
      "time.";
  command.details =
      "Runs the pipeline up to different executions, as `passcope run --opt-bisect-limit` does. "
      "Then\n"
      "prints the first execution after which the test fails, what it changed, and a command that\n"
      "reproduces it. Nested passes are separate executions, and so is a function pass on each\n"
      "function.\n\n" +
      TestHelp() +
      "\n"
      "The exit code is 0 if an execution was found. Otherwise it is 1, and the reason is printed.";
  AddPipelineOptions(&command.options);
  AddTestOptions(&command.options);
  command.options.push_back(
      {"linear", "", "test one execution after the other instead of a binary search"});
  command.options.push_back({"json", "", "print the result as JSON"});
  AddModelOptions(&command.options);
  command.run = RunBisect;
  return command;
}

}  // namespace passcope::tools
