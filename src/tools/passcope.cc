// The `passcope` command line.
#include <fmt/format.h>

#include "tools/commands.h"
#include "tools/files.h"
#include "tools/foreign_options.h"

namespace passcope::tools {
namespace {

std::string Help() {
  std::string text =
      "usage: passcope COMMAND …\n\nA Relay-style compiler IR with passes and instruments.\n\n"
      "commands:\n";
  for (const Command& command : Commands()) {
    text += fmt::format("  {:<10}  {}\n", command.name, command.summary);
  }
  text +=
      "\n`passcope COMMAND --help` explains a command; `passcope --version` prints the version.\n";
  return text;
}

const Command& FindCommand(const std::string& name) {
  for (const Command& command : Commands()) {
    if (command.name == name) return command;
  }
  throw UsageError(fmt::format("there is no command '{}'{}", name, HintForCommand(name)));
}

// Where a user finds help for a wrong call.
std::string WhereExplained(const std::vector<std::string>& words) {
  for (const Command& command : Commands()) {
    if (!words.empty() && words[0] == command.name) {
      return fmt::format("`passcope {} --help` explains the command", command.name);
    }
  }
  return "`passcope --help` explains the commands";
}

int Dispatch(std::span<const std::string> words) {
  ChooseColors(words);
  if (words.empty()) throw UsageError("a command is missing");
  if (AsksForHelp(words[0]) || words[0] == "help") {
    Print(words.size() > 1 ? CommandHelp(FindCommand(words[1])) : Help());
    return 0;
  }
  if (words[0] == "--version") {
    Print(fmt::format("passcope {}\n", PASSCOPE_VERSION));
    return 0;
  }
  return Execute(FindCommand(words[0]), words.subspan(1));
}

int Main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  return ExitCode([&] { return Dispatch(words); }, [&] { return WhereExplained(words); });
}

}  // namespace

}  // namespace passcope::tools

int main(int argc, char** argv) { return passcope::tools::Main(argc, argv); }
