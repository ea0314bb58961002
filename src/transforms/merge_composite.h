// Functions for groups of operators that an accelerator computes at once.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dataflow_pattern/pattern.h"
#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope::transform {

struct MergeCompositeOptions {
  // By name: chains of operators, each the first argument of the next one. An operator with a `?`
  // behind it is optional.
  StringLists pattern_table;
};
// An entry of a pattern table. If `check` is not empty, it accepts or rejects each match.
struct CompositePattern {
  std::string name;
  DFPattern pattern;
  std::function<bool(const Expr& match)> check;
};
Pass MergeComposite(std::vector<CompositePattern> patterns);
// Throws DiagnosticError (kBadPassOption) for a chain that is empty, begins with an optional
// operator, or names an operator that does not exist.
Pass MergeComposite(MergeCompositeOptions options);

}  // namespace passcope::transform
