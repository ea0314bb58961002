// Annotating the calls that other compilers take.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope::transform {

struct AnnotateTargetOptions {
  std::vector<std::string> targets;  // The first target that supports a call takes it.
  bool include_non_call_ops;         // Tuples etc. go to the compiler of their inputs.
  StringLists supported;             // By target: the operators that it always takes.
};
// Decides whether a target takes a typed call of an operator. It adds to `supported`.
struct TargetRule {
  std::string target, op;
  std::function<bool(const Expr& call)> takes;
};
// Throws DiagnosticError (kBadPassOption, kUnknownOperator) for an operator that does not exist.
Pass AnnotateTarget(AnnotateTargetOptions options, std::vector<TargetRule> rules = {});

}  // namespace passcope::transform
