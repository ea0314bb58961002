// What `passcope bisect` and `passcope reduce` share.
#pragma once

#include <string>
#include <vector>

#include "checking/program_test.h"
#include "tools/stages.h"

namespace passcope::tools {

// --test and the options of the comparison of values.
void AddTestOptions(std::vector<Option>* options);
// What --test takes, for --help.
std::string TestHelp();
// Throws UsageError, and what ParseTest throws.
TestSpec TestOf(const Arguments& arguments);

// Throws UsageError for what is no number, or a negative one.
double ParseTolerance(const std::string& option, const std::string& text);
// `passcope run` with the options that say what is run, as they were given, for a shell.
std::string RunCommandOf(const Arguments& arguments);
// A word as a shell reads it back.
std::string Quoted(const std::string& word);

// All stages one after the other. The stages of `run` are copied.
Pipeline PipelineOf(const Reproducer& run);
// What the passes of the stages do to values: the most that one of them does.
PassValues ValuesOf(const Reproducer& run);

}  // namespace passcope::tools
