// Runs a program after its passes: `passcope run --output`, `passcope bench`.
#pragma once

#include <string>
#include <vector>

#include "models/workload.h"
#include "tools/arguments.h"
#include "tools/json_values.h"

namespace passcope::tools {

// --input and --output.
std::vector<Option> ExecuteOptions();
bool WantsExecution(const Arguments& arguments);
// Runs @main on the values of --input and the program's own parameters. Writes the results to the
// files. Without a file, prints their types, or appends them to the document as "results".
void Execute(const Arguments& arguments, const Workload& program,
             const std::vector<std::string>& files, Json* document = nullptr);

// --repeat, --number and the like.
std::vector<Option> BenchOptions();
// Prints the profile of the program's calls and a summary of its times.
void Bench(const Arguments& arguments, const Workload& program);

}  // namespace passcope::tools
