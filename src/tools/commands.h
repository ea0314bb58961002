// The commands of `passcope`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "api/source_texts.h"
#include "tools/arguments.h"

namespace passcope::tools {

const std::vector<Command>& Commands();

// The texts that the commands have read, for the rendering of diagnostics.
SourceTexts& Texts();

// What `run` returns: 0 for success. What it throws is printed: 1 for a mistake in the program or
// the pipeline; 2 for a command line that cannot be understood, with `where_explained`; 70 for a
// bug of Passcope.
int ExitCode(const std::function<int()>& run, const std::function<std::string()>& where_explained);

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
