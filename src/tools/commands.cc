// The list of commands, and what they share.
#include "tools/commands.h"

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

}  // namespace passcope::tools
