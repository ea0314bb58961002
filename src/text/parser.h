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
// when there are constants to refer to. Types are not inferred; every expression carries a span
// with `source_name`. Operators come from the operator table, attributes left out get the defaults
// of their schema.
//
// Throws DiagnosticError with everything that is wrong (at most 20 diagnostics): after a mistake
// the parser goes on at the next `;`, `}` or `def`. The depth of expressions is limited by memory
// only; blocks, types and attribute values have limits (kNestingTooDeep).
//
// `constants` are what `meta[relay.Constant][i]` stands for in a text without metadata section: a
// program that was printed without (PrintedConstants), perhaps edited, and is read back.
IRModule ParseModule(std::string_view text, std::string_view source_name,
                     std::span<const NDArray> constants = {});

// Parses one expression, which may use free variables it declares with `free_var`. The version may
// be left out. Throws like ParseModule.
Expr ParseExpr(std::string_view text, std::string_view source_name);

// What can be said of a text that may have mistakes.
struct ReadText {
  struct Range {
    int64_t begin, end;
  };
  std::vector<Diagnostic> diagnostics;  // As ParseModule throws them.
  // The functions, broken ones with what could be read of them; what could not is a variable that
  // nothing binds. Null when the text was not read at all.
  IRModule module;
  // The same with the values that nothing uses, each in a let, since `%0 = …` is no part of a
  // program otherwise. Null when there are none.
  IRModule with_unused;
  std::vector<Range> broken;  // In bytes: the definitions with mistakes, whose types mean little.
  TextNames names;
};
// Reads a module for an editor. Throws nothing that is the text's fault.
ReadText ReadForEditor(std::string_view text, std::string_view source_name,
                       std::span<const NDArray> constants = {});

}  // namespace passcope
