// The texts that programs were read from, and places in them in JavaScript's units.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/module.h"
#include "ir/span.h"

namespace passcope {

// A place in a text in the units of editors and of JavaScript's strings. Lines and columns start at
// 1; columns and offsets are UTF-16 code units. The end is exclusive. Offsets are -1 if the text is
// unknown.
struct Utf16Range {
  int line, column, end_line, end_column;
  int64_t begin = -1, end = -1;
};

// The engine counts bytes of UTF-8. Only this class converts them to UTF-16 code units.
class SourceTexts {
 public:
  // Keeps a text and replaces an earlier one with this name. Only the newest few are kept.
  void Add(std::string_view name, std::string text);
  // Parses a module and keeps its text for diagnostics. If the program could be read, it keeps the
  // text without the metadata section, which has no places and can be huge. `constants` are those
  // of ParseModule. Throws like ParseModule.
  IRModule Parse(std::string_view name, std::string text, std::span<const NDArray> constants = {});
  // Null if there is no such text.
  const std::string* Find(std::string_view name) const;
  // The place of a diagnostic: its span, or the argument inside of the span that it names.
  Span PlaceOf(const Diagnostic& diagnostic) const;
  // If the text is unknown, columns do not change. They are then right for ASCII texts.
  Utf16Range Convert(const SpanNode& span) const;
  // RenderDiagnostic. If the text is known, it adds the line and a caret below it.
  std::string Render(const Diagnostic& diagnostic) const;
  // All diagnostics of an error, one below the other.
  std::string Render(const DiagnosticError& error) const;

 private:
  std::vector<std::pair<std::string, std::string>> texts_;
};

}  // namespace passcope
