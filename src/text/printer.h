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
  // True for the `#[metadata]` section as TVM serializes it (base64 NDArrays). If false and there
  // are constants, TVM's remark that the section was omitted takes its place. As in TVM,
  // dictionaries and global variables that are values of attributes are printed in place only
  // without metadata.
  bool show_meta_data = true;
  // The line `#[version = "0.0.5"]`.
  bool version_header = true;
  // The remark in place of the metadata section.
  bool meta_data_remark = true;
  // Where each expression came from, `span=…`, if it is known.
  bool show_spans = true;
  // True to print reals with enough digits that reading them back gives the same program. TVM
  // prints six.
  bool all_digits = false;
  // The limit of a text without a sink; a longer text is a DiagnosticError (kOverBudget).
  size_t max_bytes = TextStream::kUnlimited;

  // `mod.astext(show_meta_data=False)`.
  static PrintOptions WithoutMetaData() { return {false, true, true, true}; }
  // Python's `str(mod)` and `str(expr)`.
  static PrintOptions Str() { return {false, false, false, true}; }
};

// Prints like TVM's `mod.astext(show_meta_data=…)`: functions in the order of their names.
std::string PrintModule(const IRModule& module, const PrintOptions& options = {});
// The same text, passed to `sink` piece by piece: the constants of a module can need more room in
// the metadata section than there is memory.
void PrintModule(const IRModule& module, const PrintOptions& options, TextSink* sink);
// The arrays that `meta[relay.Constant][i]` refers to in that text, by i. They are shared, not
// copied.
std::vector<NDArray> PrintedConstants(const IRModule& module);
// As TVM's `expr.astext()`, version header included (see PrintOptions::Str for `str(expr)`).
std::string PrintExpr(const Expr& expr, const PrintOptions& options = {});

// The place of a node in a printed text, in bytes.
struct PrintedRange {
  const ExprNode* node;
  size_t begin;
  size_t end;
  // True if the node's text is here; false for a mention, "%3" or "%x".
  bool definition;
};
struct PrintedText {
  std::string text;
  // Ordered by `begin`, except that a node that spans lines (a function, an if, a let) follows the
  // nodes inside it. Names of globals and operators have no ranges.
  std::vector<PrintedRange> ranges;
};
// The text of PrintModule and the place of every node. The ranges hold raw pointers: keep the
// module alive.
PrintedText PrintModuleWithMap(const IRModule& module, const PrintOptions& options = {});
// The same for PrintExpr.
PrintedText PrintExprWithMap(const Expr& expr, const PrintOptions& options = {});

// A double as TVM prints a floating attribute: "2e-05f", "1f"; "inff" and "nanf" as TVM does.
std::string PrintFloat(double value);

}  // namespace passcope
