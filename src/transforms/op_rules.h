// Passes that replace calls by rules of their operators.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pass/pass.h"

namespace passcope::transform {

// Returns the replacement of a typed call with rewritten arguments; null keeps the call.
using OpRule = std::function<Expr(const CallNode* call, std::span<const Expr> new_args)>;
// Rules by operator name. If an operator has two, the later one is used.
using OpRules = std::vector<std::pair<std::string, OpRule>>;

// Replaces calls by the results of rules. `rules` override the engine's rules for
// `legalize_map_attr_name`. `row`: the pass's name in the table.
struct LegalizeOptions {
  std::string legalize_map_attr_name;
};
Pass Legalize(LegalizeOptions options, OpRules rules = {}, const char* row = "Legalize");

// Lets rules choose other operators or layouts, and inserts layout transforms where layouts differ.
// A rule returns a call with as many arguments and results, whose attributes say its layouts.
// `call` has the attributes for the layouts of `new_args`. Without rules, nothing changes.
Pass AlterOpLayout(OpRules rules = {});

}  // namespace passcope::transform
