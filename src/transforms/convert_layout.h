// Conversion of a program to other data layouts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pass/pass.h"

namespace passcope::transform {

// For each operator by name the layouts of its inputs, "default" where the operator is to choose.
using DesiredLayouts = std::vector<std::pair<std::string, std::vector<std::string>>>;

// Opt level 3, requires InferType and CanonicalizeOps. Running it throws DiagnosticError
// (kBadPassOption) for layouts that an operator cannot be converted to and (kBadLayout) for those
// that its tensors cannot be transformed to.
Pass ConvertLayout(DesiredLayouts desired_layouts);

}  // namespace passcope::transform
