// Reading Relay text as TVM 0.11 prints and accepts it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/expr.h"
#include "ir/module.h"
#include "text/text_names.h"

namespace passcope {

// Parses a module: `#[version = "0.0.5"]`, functions `def @name(…) { … }`, and a metadata section
// if the text refers to constants. Types are not inferred; every expression has a span with
// `source_name`. Operators come from the operator table. Missing attributes get the defaults of
// their schema.
//
// Throws DiagnosticError with all mistakes (at most 20). After a mistake the parser continues at
// the next `;`, `}` or `def`. Only memory limits the depth of expressions; blocks, types and
// attribute values have limits (kNestingTooDeep).
//
// `constants` are the values of `meta[relay.Constant][i]` in a text without a metadata section.
// Such a program was printed without one (PrintedConstants), perhaps edited, and is now read back.
IRModule ParseModule(std::string_view text, std::string_view source_name,
                     std::span<const NDArray> constants = {});

// Parses one expression, which may use free variables it declares with `free_var`. The version may
// be left out. Throws like ParseModule.
Expr ParseExpr(std::string_view text, std::string_view source_name);

// The result of reading a text that can have mistakes.
struct ReadText {
  struct Range {
    int64_t begin, end;
  };
  std::vector<Diagnostic> diagnostics;  // As ParseModule throws them.
  // The functions; broken ones contain the parts that could be read. Other parts are variables that
  // nothing binds. Null if the text was not read at all.
  IRModule module;
  // The same with unused values, each bound by a let, since a program has no place for an unused
  // `%0 = …`. Null if there are none.
  IRModule with_unused;
  std::vector<Range> broken;  // In bytes: definitions with mistakes. Their types are unreliable.
  TextNames names;
};
// Reads a module for an editor. Never throws because of mistakes in the text.
ReadText ReadForEditor(std::string_view text, std::string_view source_name,
                       std::span<const NDArray> constants = {});

}  // namespace passcope
