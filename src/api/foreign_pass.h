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
// modules. It owns `object`. `host` must outlive the pass. A type error in the result names the
// pass.
Pass MakeForeignPass(ForeignHost& host, uint32_t object, bool over_modules, PassInfo info);

// A question about modules: an object of `host` that runs as a pass over a module. Any answer means
// yes. Owns `object`; `name` says in messages what the question is for. 0 gives an empty function.
std::function<bool(const IRModule&)> MakeForeignPredicate(ForeignHost& host, uint32_t object,
                                                          std::string name);

// A question about expressions: an object of `host` that runs as a pass over a function. It returns
// an expression, or null for nothing. Owns `object`; `name` says in messages what the question is
// for.
std::function<Expr(const Expr&)> MakeForeignQuestion(ForeignHost& host, uint32_t object,
                                                     std::string name);

// A converter of an operator of another framework: an object of `host` that runs as a pass over the
// tuple of the arguments that are expressions. The name of its pass info describes all arguments.
// Owns `object`.
std::function<Expr(const std::string&, const std::vector<Expr>&)> MakeForeignConverter(
    ForeignHost& host, uint32_t object);

// A pass of the table that calls functions of another language. Each is an object of `host`, given
// by its number. The pass owns them.
//
//   AlterOpLayout, Legalize   One per operator, under the operator's name. It gets a tuple of the
//                             call and its new arguments. It returns the replacement of the call,
//                             or nothing to keep the call.
//   AnnotateTarget            One per target and operator, under "target/operator". It gets a call
//                             and returns it if the target supports it, or else nothing.
//   EliminateCommonSubexpr    One, under the name "fskip". It gets an expression and returns it to
//                             exclude it from the pass, or else nothing.
//
// The operators must exist. Throws DiagnosticError: kUnknownPass, kBadPassOption.
Pass MakeAskingPass(ForeignHost& host, const std::string& name, const AttrDict& options,
                    const std::vector<std::pair<std::string, uint32_t>>& functions);

}  // namespace passcope
