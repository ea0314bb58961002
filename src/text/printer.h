// Relay text, exactly as TVM 0.11 prints it.
#pragma once

#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/module.h"
#include "ir/type.h"
#include "text/text_stream.h"

namespace passcope {

struct PrintOptions {
  // With the `#[metadata]` section as TVM serialises it (base64 NDArrays); without, TVM's remark
  // that it was omitted stands in its place when there are constants. As in TVM, dictionaries and
  // global variables that are values of attributes are printed in place only without metadata.
  bool show_meta_data = true;
  // The line `#[version = "0.0.5"]`.
  bool version_header = true;
  // The remark in place of the metadata section.
  bool meta_data_remark = true;
  // Where each expression came from, `span=…`, as far as it is known.
  bool show_spans = true;
  // Whether reals have as many digits as tell them from others, so that what is read back is the
  // same program. TVM prints six.
  bool all_digits = false;
  // Of a text that is not handed to a sink; what would be longer is a DiagnosticError
  // (kOverBudget).
  size_t max_bytes = TextStream::kUnlimited;

  // `mod.astext(show_meta_data=False)`.
  static PrintOptions WithoutMetaData() { return {false, true, true, true}; }
  // Python's `str(mod)` and `str(expr)`.
  static PrintOptions Str() { return {false, false, false, true}; }
};

// As TVM's `mod.astext(show_meta_data=…)`: functions in the order of their names.
std::string PrintModule(const IRModule& module, const PrintOptions& options = {});
// The same text, handed to `sink` piece by piece: what a module's constants take in the metadata
// section may be more than fits into memory.
void PrintModule(const IRModule& module, const PrintOptions& options, TextSink* sink);
// What `meta[relay.Constant][i]` stands for in that text, by i. The arrays are shared, not copied.
std::vector<NDArray> PrintedConstants(const IRModule& module);
// As TVM's `expr.astext()`, version header included (see PrintOptions::Str for `str(expr)`).
std::string PrintExpr(const Expr& expr, const PrintOptions& options = {});

// Where a node stands in a printed text, in bytes.
struct PrintedRange {
  const ExprNode* node;
  size_t begin;
  size_t end;
  // Whether the node is spelled out here; otherwise this is a mention, "%3" or "%x".
  bool definition;
};
struct PrintedText {
  std::string text;
  // In order of `begin` except that a node that spans lines (a function, an if, a let) follows what
  // is inside it. Globals' and operators' names are left out.
  std::vector<PrintedRange> ranges;
};
// PrintModule and the place of every node in it. The ranges hold plain pointers: keep the module.
PrintedText PrintModuleWithMap(const IRModule& module, const PrintOptions& options = {});
// The same of PrintExpr.
PrintedText PrintExprWithMap(const Expr& expr, const PrintOptions& options = {});

// A double as TVM prints a floating attribute: "2e-05f", "1f"; "inff" and "nanf" as TVM does.
std::string PrintFloat(double value);

}  // namespace passcope
