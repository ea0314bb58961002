// Running recorded answers of TVM against the engine.
//
// A corpus is JSON lines, one record each:
//   {"kind": "pass", "before": …, "pass": {"name": …, "args": {…}}, "ctx": {…}, "after": …}
//   {"kind": "parse" or "parse_expr", "source": …, "text": …}
//   {"kind": "value", "program": …, "inputs": […], "outputs": […]}
// with "error" in place of "after" and "text" where TVM rejects the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace passcope {

enum class ConformStatus : uint8_t {
  kPassed,
  kFailed,
  kNotSupported,  // An operator, pass, option or construct that this engine does not have.
};

struct ConformOutcome {
  ConformStatus status = ConformStatus::kFailed;
  std::string group;
  std::string test;
  bool exact = false;            // TVM's text is the same in every run …
  bool exact_equal = false;      // … and so is ours, byte for byte.
  std::string reason;            // Why it did not pass, in a line or several.
  std::string expected, actual;  // Texts that differ.
};

// Runs one record. Never throws: what goes wrong is the outcome.
ConformOutcome CheckConformRecord(std::string_view json_line);

// The body of a text (what comes before the metadata) with each distinct `%name` replaced by %v0,
// %v1, … in order of appearance.
std::string CanonicalText(std::string_view text);

// The command `passcope conform FILE… [--json] [--diff K] [--group NAME]`: runs the records, prints
// a table of groups and, last, "N passed, M failed". Returns the exit code: 0 when all passed, 1
// when some failed, 2 when the arguments are wrong.
int RunConform(std::span<const std::string> args);

}  // namespace passcope
