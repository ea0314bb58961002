// Passes over functions of other compilers, those with the attribute "Compiler".
#pragma once

#include <string>
#include <vector>

#include "pass/pass.h"

namespace passcope::transform {

struct CompilerFilter {
  std::string compiler_filter;  // Selects functions of this compiler; empty selects all.
};
Pass OutlineCompilerFunctionsWithExistingGlobalSymbols(CompilerFilter options);
Pass MarkCompilerFunctionsAsExtern(CompilerFilter options);

struct InlineCompilerFunctionsOptions {
  std::vector<std::string> global_vars;  // The names of the functions.
};
Pass InlineCompilerFunctionsBoundTo(InlineCompilerFunctionsOptions options);

}  // namespace passcope::transform
