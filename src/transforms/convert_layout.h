// Conversion of a program to other data layouts.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope::transform {

struct ConvertLayoutOptions {
  // By operator name: the layouts of its inputs. With "default", the operator chooses.
  StringLists desired_layouts;
  // The numbers of calls that stay unchanged. Calls of these operators are numbered in program
  // order.
  std::vector<int64_t> skip_layers = {};
};
// Throws DiagnosticError (kBadPassOption) for a text that is not a layout. Running the pass throws
// kBadPassOption for layouts that an operator does not support. It throws kBadLayout for layouts
// that tensors cannot be transformed to.
Pass ConvertLayout(ConvertLayoutOptions options);

}  // namespace passcope::transform
