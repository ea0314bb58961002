// --output: the files for a program and for the results of running it.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"
#include "tools/arguments.h"

namespace passcope::tools {

// "-" is the standard output.
struct Outputs {
  std::vector<std::string> programs;  // FILE.relay, FILE.txt or -.
  std::vector<std::string> arrays;    // FILE.npy or FILE.npz.
};

// --output, or -o.
Option OutputOption(std::string help);
// The files of --output. Throws UsageError for a file whose name does not tell what to write; for
// a command that only writes programs, also for arrays.
Outputs OutputsOf(const Arguments& arguments, bool with_arrays);

// A program with its constants, so that it can be read again.
std::string ProgramText(const IRModule& module);
// Writes that text; to the standard output, the text that `passcope run` prints. Throws
// DiagnosticError (kUsage).
void WriteProgram(const std::string& file, const IRModule& module, const Arguments& arguments);

}  // namespace passcope::tools
