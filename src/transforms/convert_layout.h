// Conversion of a program to other data layouts.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope::transform {

struct ConvertLayoutOptions {
  // For each operator by name the layouts of its inputs, "default" where the operator is to choose.
  StringLists desired_layouts;
  // The numbers of the calls of these operators, in the order of the program, that stay.
  std::vector<int64_t> skip_layers = {};
};
// Throws DiagnosticError (kBadPassOption) for what is no layout. Running the pass throws
// kBadPassOption for layouts that an operator cannot be converted to and kBadLayout for those that
// its tensors cannot be transformed to.
Pass ConvertLayout(ConvertLayoutOptions options);

}  // namespace passcope::transform
