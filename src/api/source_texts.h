// The texts that programs were read from, and places in them as JavaScript counts.
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

// A place in a text as editors and JavaScript's strings count: lines and columns from 1, columns
// and offsets in UTF-16 code units. The end is exclusive. Offsets are -1 when the text is unknown.
struct Utf16Range {
  int line, column, end_line, end_column;
  int64_t begin = -1, end = -1;
};

// The engine counts bytes of UTF-8; this is the one place where they become UTF-16 code units.
class SourceTexts {
 public:
  // Keeps the text, in place of an earlier one of that name. Only the newest few are kept.
  void Add(std::string_view name, std::string text);
  // Parses a module from a text and keeps that, for diagnostics now and later; of a program that
  // could be read, without the metadata section, which has no places and can be huge. Throws as
  // ParseModule does.
  // `constants` as ParseModule takes them.
  IRModule Parse(std::string_view name, std::string text, std::span<const NDArray> constants = {});
  // Null when there is none.
  const std::string* Find(std::string_view name) const;
  // Where a diagnostic points: its span, or the argument inside of that which it names.
  Span PlaceOf(const Diagnostic& diagnostic) const;
  // Without the text, columns stay as they are: right for texts of ASCII.
  Utf16Range Convert(const SpanNode& span) const;
  // RenderDiagnostic, with the line that it is about and a caret below when its text is known.
  std::string Render(const Diagnostic& diagnostic) const;
  // All of an error, one below the other.
  std::string Render(const DiagnosticError& error) const;

 private:
  std::vector<std::pair<std::string, std::string>> texts_;
};

}  // namespace passcope
