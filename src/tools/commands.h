// The commands of `passcope`.
#pragma once

#include <vector>

#include "api/source_texts.h"
#include "tools/arguments.h"

namespace passcope::tools {

const std::vector<Command>& Commands();

// The texts that the commands have read, for the rendering of diagnostics.
SourceTexts& Texts();

Command RunCommand();
Command BenchCommand();
Command PrintCommand();
Command ListCommand();
Command ConformCommand();
Command TestCommand();
Command BisectCommand();
Command ReduceCommand();
Command QuantizeCommand();
Command CompareCommand();

}  // namespace passcope::tools
