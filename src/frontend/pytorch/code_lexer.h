// The tokens of TorchScript's source texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/message.h"

namespace passcope::frontend {

enum class CodeTokenKind : uint8_t {
  kName,
  kNumber,
  kText,
  kSymbol,
  kNewline,
  kIndent,
  kDedent,
  kEnd,
};

struct CodeToken {
  CodeTokenKind kind;
  int line;
  // The token's characters; for a string literal its value; for an indentation empty.
  std::string text;
};

// Joins the lines within brackets. Throws DiagnosticError (kBadModelFile).
std::vector<CodeToken> LexTorchCode(std::string_view name, std::string_view source);

// Throws DiagnosticError (kBadModelFile) about a line of the source `name`.
[[noreturn]] void FailTorchCode(std::string_view name, int line, const Message& problem);

}  // namespace passcope::frontend
