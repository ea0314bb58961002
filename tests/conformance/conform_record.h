// Compares the engine with recorded answers of TVM.
//
// A corpus is JSON lines, one record each:
//   {"kind": "pass", "before": …, "pass": {"name": …, "args": {…}}, "ctx": {…}, "after": …}
//   {"kind": "parse" or "parse_expr", "source": …, "text": …}
//   {"kind": "value", "program": …, "inputs": […], "outputs": […]}
// If TVM rejects the program, the record has "error" in place of "after" and "text".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace passcope::tools {

enum class ConformStatus : uint8_t {
  kPassed,
  kFailed,
  kNotSupported,  // An operator, pass, option or construct that this engine does not have.
};

struct ConformOutcome {
  ConformStatus status = ConformStatus::kFailed;
  std::string group;
  std::string test;
  std::vector<std::string> operators;  // The operators that the program calls.
  bool exact = false;                  // TVM's text is the same in every run.
  bool exact_equal = false;            // With `exact`: our text is equal byte for byte.
  std::string reason;                  // Why it did not pass, in one or more lines.
  std::string expected, actual;        // Texts that differ.
};

// Runs one record. Never throws; an error is part of the outcome.
ConformOutcome CheckConformRecord(std::string_view json_line);

// The part of a text before the metadata, with each distinct `%name` replaced by %v0, %v1, … in
// order of appearance.
std::string CanonicalText(std::string_view text);

}  // namespace passcope::tools
