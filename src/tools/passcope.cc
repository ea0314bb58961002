// The `passcope` command line.
//
// Exit codes: 0 success; 1 a mistake in the program or the pipeline; 2 a command line that cannot
// be understood; 70 a bug of Passcope.
#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "diagnostics/diagnostic.h"
#include "tools/commands.h"
#include "tools/files.h"

namespace passcope::tools {
namespace {

constexpr int kUserError = 1;
constexpr int kUsage = 2;
constexpr int kInternal = 70;

std::string Help() {
  std::string text =
      "usage: passcope COMMAND …\n\nA Relay-style compiler IR with passes and instruments.\n\n"
      "commands:\n";
  for (const Command& command : Commands()) {
    text += fmt::format("  {:<8}  {}\n", command.name, command.summary);
  }
  text +=
      "\n`passcope COMMAND --help` explains a command; `passcope --version` prints the version.\n";
  return text;
}

const Command& FindCommand(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : Commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  std::string message = fmt::format("there is no command '{}'", name);
  std::vector<std::string> near = DidYouMean(name, names);
  if (!near.empty()) message += fmt::format("; did you mean '{}'?", near.front());
  throw UsageError(std::move(message));
}

bool AsksForHelp(const std::string& word) { return word == "--help" || word == "-h"; }

// Where a call that is not understood is explained.
std::string WhereExplained(const std::vector<std::string>& words) {
  for (const Command& command : Commands()) {
    if (!words.empty() && words[0] == command.name) {
      return fmt::format("`passcope {} --help` explains the command", command.name);
    }
  }
  return "`passcope --help` explains the commands";
}

int Dispatch(std::span<const std::string> words) {
  if (words.empty()) throw UsageError("a command is missing");
  if (AsksForHelp(words[0]) || words[0] == "help") {
    Print(words.size() > 1 ? CommandHelp(FindCommand(words[1])) : Help());
    return 0;
  }
  if (words[0] == "--version") {
    Print(fmt::format("passcope {}\n", PASSCOPE_VERSION));
    return 0;
  }
  const Command& command = FindCommand(words[0]);
  std::span<const std::string> rest = words.subspan(1);
  for (const std::string& word : rest) {
    if (word == "--") break;
    if (!AsksForHelp(word)) continue;
    Print(CommandHelp(command));
    return 0;
  }
  return command.run(ParseArguments(command.name, command.options, rest));
}

int Main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  try {
    return Dispatch(words);
  } catch (const UsageError& error) {
    fmt::print(stderr, "passcope: {}\n{}.\n", error.what(), WhereExplained(words));
    return kUsage;
  } catch (const DiagnosticError& error) {
    fmt::print(stderr, "{}\n", Texts().Render(error));
    return kUserError;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "passcope: there is not enough memory for this.\n");
    return kUserError;
  } catch (const std::exception& error) {
    fmt::print(stderr,
               "passcope {}: internal error: {}\nThis is a bug of Passcope; please report it with "
               "this text and the command.\n",
               PASSCOPE_VERSION, error.what());
    return kInternal;
  }
}

}  // namespace

}  // namespace passcope::tools

int main(int argc, char** argv) { return passcope::tools::Main(argc, argv); }
