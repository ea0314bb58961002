// Reading Relay text as TVM 0.11 prints and accepts it.
#pragma once

#include <span>
#include <string_view>

#include "ir/expr.h"
#include "ir/module.h"

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

}  // namespace passcope
