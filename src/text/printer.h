// Relay text, exactly as TVM 0.11 prints it.
#pragma once

#include <string>

#include "ir/expr.h"
#include "ir/module.h"
#include "ir/type.h"

namespace passcope {

struct PrintOptions {
  // With the `#[metadata]` section as TVM serialises it (base64 NDArrays); without, TVM's remark
  // that it was omitted stands in its place when there are constants.
  bool show_meta_data = true;
};

// As TVM's `mod.astext(show_meta_data=…)`.
std::string PrintModule(const IRModule& module, const PrintOptions& options = {});
// As TVM's `str(expr)` / `astext` of an expression, version header included.
std::string PrintExpr(const Expr& expr, const PrintOptions& options = {});
// One line for messages: a call with its operator, attributes and the types of its arguments,
// "nn.dense( Tensor[(1, 3), float32], Tensor[(4, 5), float32], units=4)"; at most a few hundred
// characters.
std::string PrintSummary(const Expr& expr);

// A double as TVM prints a floating attribute: "2e-05f", "1f"; "inff" and "nanf" as TVM does.
std::string PrintFloat(double value);

}  // namespace passcope
