// Code that `passcope bisect` and `passcope reduce` share.
#pragma once

#include <string>
#include <vector>

#include "checking/program_test.h"
#include "tools/stages.h"

namespace passcope::tools {

// --test and the options of the comparison of values.
void AddTestOptions(std::vector<Option>* options);
// The values of --test, for --help.
std::string TestHelp();
// Throws UsageError, and what ParseTest throws.
TestSpec TestOf(const Arguments& arguments);

// Throws UsageError for a text that is not a number, or a negative number.
double ParseTolerance(const std::string& option, const std::string& text);
// `passcope run` with the same options for program and pipeline, quoted for a shell.
std::string RunCommandOf(const Arguments& arguments);
// A word in a form that a shell reads back unchanged.
std::string Quoted(const std::string& word);

// All stages, one after the other. Copies the stages of `run`.
Pipeline PipelineOf(const Reproducer& run);
// The effect of the stages on values: the largest effect of one of their passes.
PassValues ValuesOf(const Reproducer& run);

}  // namespace passcope::tools
