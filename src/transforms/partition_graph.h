// Functions for other compilers.
#pragma once

#include <string>

#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope::transform {

struct PartitionGraphOptions {
  std::string mod_name;  // Part of the names of the functions; can be empty.
  bool bind_constants;   // True if constants go into the functions; otherwise they stay arguments.
  StringLists optimize;  // By compiler: the passes that run over its functions.
};
// Throws DiagnosticError (kUnknownPass) for an unknown pass.
Pass PartitionGraph(PartitionGraphOptions options);

}  // namespace passcope::transform
