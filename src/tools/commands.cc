// The list of commands, and code that they share.
#include "tools/commands.h"

#include <fmt/format.h>

#include <new>

#include "diagnostics/diagnostic.h"
#include "models/models.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "support/utf8.h"
#include "tools/files.h"
#include "tools/terminal.h"

namespace passcope::tools {
namespace {

Option ColorOption() {
  return {.name = "color",
          .value = "WHEN",
          .help = "colours: auto (on a terminal, unless NO_COLOR is set), always or never",
          .choices = {"auto", "always", "never"}};
}

// The values of options whose placeholders have a meaning.
std::vector<std::string> ChoicesFor(const Option& option) {
  std::vector<std::string> names;
  if (option.value == "PIPELINE" || option.value == "A,B") {
    for (const PassRow& row : PassTable()) names.emplace_back(row.name);
  } else if (option.name == "model") {
    for (const ModelRow& row : ModelTable()) names.emplace_back(row.name);
  } else if (option.value == "[=TYPES]") {
    for (const char* type : LiteralsOf(RemarkType())) names.emplace_back(type);
  }
  return names;
}

}  // namespace

void ChooseColors(std::span<const std::string> words) {
  // Read before the other options, so that a mistake in those has its colours.
  std::string when = "auto";
  constexpr std::string_view kOption = "--color";
  for (size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (words[i] == kOption && i + 1 < words.size()) when = words[++i];
    if (words[i].starts_with("--color=")) when = words[i].substr(kOption.size() + 1);
  }
  if (!SetColors(when)) {
    SetColors("auto");
    throw UsageError(fmt::format("--color takes auto, always or never, not '{}'", when));
  }
}

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = [] {
    std::vector<Command> all = {
        RunCommand(),    BenchCommand(),    CompareCommand(), CheckCommand(),     BisectCommand(),
        ReduceCommand(), QuantizeCommand(), PrintCommand(),   TestCommand(),      ListCommand(),
        LogCommand(),    ConformCommand(),  ManCommand(),     CompletionCommand()};
    for (Command& command : all) {
      command.options.push_back(ColorOption());
      for (Option& option : command.options) {
        if (option.choices.empty()) option.choices = ChoicesFor(option);
      }
    }
    return all;
  }();
  return commands;
}

SourceTexts& Texts() {
  static SourceTexts texts;
  return texts;
}

int ExitCode(const std::function<int()>& run, const std::function<std::string()>& where_explained) {
  constexpr int kUserError = 1;
  constexpr int kUsage = 2;
  constexpr int kInternal = 70;
  try {
    return run();
  } catch (const UsageError& error) {
    PrintError(fmt::format("{} {}\n{}.\n", Styled(Style::kError, "passcope:", Stream::kErr),
                           Printable(error.what()), where_explained()));
    return kUsage;
  } catch (const DiagnosticError& error) {
    PrintError(fmt::format("{}\n", ColoredDiagnostic(Texts().Render(error), Stream::kErr)));
    return kUserError;
  } catch (const std::bad_alloc&) {
    PrintError("passcope: there is not enough memory for this.\n");
    return kUserError;
  } catch (const std::exception& error) {
    PrintError(fmt::format(
        "passcope {}: internal error: {}\nThis is a bug of Passcope; please report it with "
        "this text and the command.\n",
        PASSCOPE_VERSION, error.what()));
    return kInternal;
  }
}

}  // namespace passcope::tools
