// The list of commands, and code that they share.
#include "tools/commands.h"

#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "diagnostics/diagnostic.h"

namespace passcope::tools {

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = {
      RunCommand(),      BenchCommand(), CompareCommand(), BisectCommand(), ReduceCommand(),
      QuantizeCommand(), PrintCommand(), TestCommand(),    ListCommand(),   ConformCommand()};
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
    fmt::print(stderr, "passcope: {}\n{}.\n", error.what(), where_explained());
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

}  // namespace passcope::tools
