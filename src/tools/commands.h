// The commands of `passcope`.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "api/source_texts.h"
#include "tools/arguments.h"

namespace passcope::tools {

const std::vector<Command>& Commands();

// The texts that the commands have read, for the rendering of diagnostics.
SourceTexts& Texts();

// Sets the colours that --color among the words requests. Throws UsageError.
void ChooseColors(std::span<const std::string> words);

// Returns the result of `run`, which is 0 for success. Prints an exception and returns its exit
// code: 1 for a mistake in the program or the pipeline, 2 for a command line that Passcope does not
// understand (with `where_explained`), 70 for a bug of Passcope.
int ExitCode(const std::function<int()>& run, const std::function<std::string()>& where_explained);

Command RunCommand();
Command BenchCommand();
Command PrintCommand();
Command ListCommand();
Command LogCommand();
Command ConformCommand();
Command TestCommand();
Command BisectCommand();
Command ReduceCommand();
Command QuantizeCommand();
Command CompareCommand();
Command CompletionCommand();
Command ManCommand();
Command CheckCommand();

}  // namespace passcope::tools
