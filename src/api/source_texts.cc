// UTF-8 positions to UTF-16 positions.
#include "api/source_texts.h"

#include <fmt/format.h>

#include <algorithm>

namespace passcope {
namespace {

// Diagnostics are about what was read last; older texts would only hold memory.
constexpr size_t kMaxTexts = 16;

// Length of the well-formed sequence at `at`, or 0.
size_t SequenceLength(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(at);
  size_t length = lead < 0x80   ? 1
                  : lead < 0xC2 ? 0
                  : lead < 0xE0 ? 2
                  : lead < 0xF0 ? 3
                  : lead < 0xF5 ? 4
                                : 0;
  if (at + length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

// Byte offset of the start of a line that is counted from 1; the text's size behind the last.
size_t LineStart(std::string_view text, int line) {
  size_t at = 0;
  for (int i = 1; i < line; ++i) {
    size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  return at;
}

// How much of a line is shown. Printed programs have lines of thousands of characters.
constexpr size_t kShownBefore = 60;
constexpr size_t kShownLine = 100;

// The characters of a text, as UTF-8 sequences; what is no UTF-8, and control characters, as "?"
// and blanks.
std::vector<std::string> Characters(std::string_view text) {
  std::vector<std::string> characters;
  for (size_t at = 0; at < text.size();) {
    size_t length = SequenceLength(text, at);
    if (length == 0) {
      characters.emplace_back("?");
    } else if (length == 1 && static_cast<unsigned char>(text[at]) < 0x20) {
      characters.emplace_back(" ");
    } else {
      characters.emplace_back(text.substr(at, length));
    }
    at += std::max<size_t>(length, 1);
  }
  return characters;
}

std::string Excerpt(std::string_view text, const SpanNode& span) {
  size_t start = LineStart(text, span.line);
  std::string_view line = text.substr(start, text.find('\n', start) - start);
  size_t from = static_cast<size_t>(span.column - 1);
  if (from > line.size()) return {};
  size_t to = span.end_line == span.line ? static_cast<size_t>(std::max(span.end_column - 1, 0))
                                         : line.size();
  std::vector<std::string> before = Characters(line.substr(0, from));
  std::vector<std::string> marked = Characters(line.substr(from, std::max(to, from + 1) - from));
  std::vector<std::string> all = Characters(line);
  size_t first = before.size() > kShownBefore ? before.size() - kShownBefore : 0;
  size_t last = std::min(all.size(), first + kShownLine);
  std::string shown = first > 0 ? "…" : "";
  for (size_t i = first; i < last; ++i) shown += all[i];
  if (last < all.size()) shown += "…";
  size_t column = before.size() - first + (first > 0 ? 1 : 0);
  size_t width = std::max<size_t>(std::min(marked.size(), last - std::min(last, before.size())), 1);
  std::string number = std::to_string(span.line);
  return fmt::format("\n {} | {}\n {:{}} | {:{}}{}", number, shown, "", number.size(), "", column,
                     std::string(width, '^'));
}

}  // namespace

int64_t Utf16Length(std::string_view text, size_t bytes) {
  bytes = std::min(bytes, text.size());
  int64_t units = 0;
  for (size_t at = 0; at < bytes;) {
    size_t length = SequenceLength(text, at);
    units += length == 4 ? 2 : 1;
    at += std::max<size_t>(length, 1);
  }
  return units;
}

void SourceTexts::Add(std::string_view name, std::string text) {
  auto same = [&](const auto& item) { return item.first == name; };
  texts_.erase(std::remove_if(texts_.begin(), texts_.end(), same), texts_.end());
  if (texts_.size() == kMaxTexts) texts_.erase(texts_.begin());
  texts_.emplace_back(name, std::move(text));
}

const std::string* SourceTexts::Find(std::string_view name) const {
  for (const auto& [known, text] : texts_) {
    if (known == name) return &text;
  }
  return nullptr;
}

Utf16Range SourceTexts::Convert(const SpanNode& span) const {
  Utf16Range range{span.line, span.column, span.end_line, span.end_column};
  const std::string* text = Find(span.source.view());
  // A span of lines and columns that nothing was read at, as AnnotateSpans may copy it.
  if (!text || span.line < 1 || span.column < 1) return range;
  auto convert = [&](int line, int column, int& units, int64_t& offset) {
    size_t start = LineStart(*text, line);
    size_t bytes = static_cast<size_t>(std::max(column - 1, 0));
    int64_t in_line = Utf16Length(std::string_view(*text).substr(start), bytes);
    units = static_cast<int>(in_line) + 1;
    offset = Utf16Length(*text, start) + in_line;
  };
  convert(span.line, span.column, range.column, range.begin);
  convert(span.end_line, span.end_column, range.end_column, range.end);
  return range;
}

std::string SourceTexts::Render(const Diagnostic& diagnostic) const {
  std::string rendered = RenderDiagnostic(diagnostic);
  const SpanNode* span = diagnostic.span.get();
  const std::string* text = span ? Find(span->source.view()) : nullptr;
  if (!text || span->line < 1 || span->column < 1) return rendered;
  // Below the line that names the place.
  size_t place = rendered.find("\n  --> ");
  if (place == std::string::npos) return rendered;
  size_t end = std::min(rendered.find('\n', place + 1), rendered.size());
  return rendered.insert(end, Excerpt(*text, *span));
}

std::string SourceTexts::Render(const DiagnosticError& error) const {
  std::string text;
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    if (!text.empty()) text += "\n";
    text += Render(diagnostic);
  }
  return text;
}

}  // namespace passcope
