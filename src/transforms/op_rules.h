// Passes that ask a rule per operator what should take its place.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pass/pass.h"

namespace passcope::transform {

// Given a call with types and its rewritten arguments, returns what replaces the call, or null to
// leave it.
using OpRule = std::function<Expr(const CallNode* call, std::span<const Expr> new_args)>;
// Rules by the operator's name; of two for one operator the later one counts.
using OpRules = std::vector<std::pair<std::string, OpRule>>;

// Replaces calls by what the rules say; `rules` come after those that the engine has for
// `legalize_map_attr_name`. `row`: the pass's name in the table.
struct LegalizeOptions {
  std::string legalize_map_attr_name;
};
Pass Legalize(LegalizeOptions options, OpRules rules = {}, const char* row = "Legalize");

// Lets rules choose other operators or layouts, and puts layout transforms where layouts meet. A
// rule returns a call of as many arguments and results; its attributes say which layouts it has.
// `call` has the attributes that fit the layouts of `new_args`. Without rules nothing changes.
Pass AlterOpLayout(OpRules rules = {});

}  // namespace passcope::transform
