// Functions of what an accelerator does in one piece.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dataflow_pattern/pattern.h"
#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope::transform {

struct MergeCompositeOptions {
  // By name chains of operators, each the first argument of the next one; a `?` behind an operator
  // says that it may be missing.
  StringLists pattern_table;
};
// An entry of a pattern table; `check`, if it is given, is asked about each match.
struct CompositePattern {
  std::string name;
  DFPattern pattern;
  std::function<bool(const Expr& match)> check;
};
Pass MergeComposite(std::vector<CompositePattern> patterns);
// Throws DiagnosticError (kBadPassOption) for a chain that is empty, begins with an operator that
// may be missing, or names one that does not exist.
Pass MergeComposite(MergeCompositeOptions options);

}  // namespace passcope::transform
