// Functions for other compilers.
#pragma once

#include <string>

#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope::transform {

struct PartitionGraphOptions {
  std::string mod_name;  // Part of the names of the functions; may be empty.
  bool bind_constants;   // Whether constants go into the functions or stay their arguments.
  StringLists optimize;  // By compiler the passes that its functions go through.
};
// Throws DiagnosticError (kUnknownPass) for a pass that there is not.
Pass PartitionGraph(PartitionGraphOptions options);

}  // namespace passcope::transform
