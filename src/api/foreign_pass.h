// Passes that are written in another language.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "api/foreign_instrument.h"
#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope {

// A pass that `host` runs: over each function, with the types of the result inferred, or over whole
// modules. Takes `object` over. `host` must outlive the pass. A type error in what the pass
// returned names the pass.
Pass MakeForeignPass(ForeignHost& host, uint32_t object, bool over_modules, PassInfo info);

// A question about modules, an object of `host` that is run as a pass over a module: any answer
// means yes. Takes `object` over; `name` is what the question is for. An empty function for 0.
std::function<bool(const IRModule&)> MakeForeignPredicate(ForeignHost& host, uint32_t object,
                                                          std::string name);

// A question about expressions, an object of `host` that is run as a pass over a function and
// answers an expression, or null for nothing. Takes `object` over; `name` is what the question is
// for.
std::function<Expr(const Expr&)> MakeForeignQuestion(ForeignHost& host, uint32_t object,
                                                     std::string name);

// A pass of the table that asks functions of another language, each an object of `host` by number,
// which are taken over:
//
//   AlterOpLayout, Legalize   one per operator, under the operator's name: it gets a tuple of the
//                             call and its new arguments, and answers what replaces the call, or
//                             nothing to leave the call as it is.
//   AnnotateTarget            one per target and operator, under "target/operator": it gets a call,
//                             and answers it when the target takes it, or nothing.
//   EliminateCommonSubexpr    one, under the name "fskip": it gets an expression, and answers that
//                             expression to leave it alone, or nothing.
//
// The operators must exist. Throws DiagnosticError: kUnknownPass, kBadPassOption.
Pass MakeAskingPass(ForeignHost& host, const std::string& name, const AttrDict& options,
                    const std::vector<std::pair<std::string, uint32_t>>& functions);

}  // namespace passcope
