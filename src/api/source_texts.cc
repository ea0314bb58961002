// Converts UTF-8 positions to UTF-16 positions.
#include "api/source_texts.h"

#include <algorithm>

#include "support/utf8.h"
#include "text/parser.h"
#include "text/source.h"

namespace passcope {
namespace {

// Diagnostics are about the texts that were read last; older texts only use memory.
constexpr size_t kMaxTexts = 16;

}  // namespace

void SourceTexts::Add(std::string_view name, std::string text) {
  auto same = [&](const auto& item) { return item.first == name; };
  texts_.erase(std::remove_if(texts_.begin(), texts_.end(), same), texts_.end());
  if (texts_.size() == kMaxTexts) texts_.erase(texts_.begin());
  texts_.emplace_back(name, std::move(text));
}

IRModule SourceTexts::Parse(std::string_view name, std::string text,
                            std::span<const NDArray> constants) {
  // Programs and messages show the name.
  const std::string source = Printable(name);
  Add(source, std::move(text));
  std::string& kept = texts_.back().second;
  IRModule module = ParseModule(kept, source, constants);
  size_t section = kept.find("\n#[metadata]");
  if (section != kept.npos) {
    kept.resize(section + 1);
    kept.shrink_to_fit();
  }
  return module;
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
  // A span that a pass made, and no parser, has no place in a text.
  if (!text || span.begin < 0 || span.line < 1) return range;
  auto convert = [&](int64_t offset, int& line, int& column, int64_t& units) {
    size_t bytes = std::min(static_cast<size_t>(std::max<int64_t>(offset, 0)), text->size());
    size_t start = bytes == 0 ? 0 : text->rfind('\n', bytes - 1) + 1;
    line = 1 + static_cast<int>(std::count(text->data(), text->data() + start, '\n'));
    int64_t before = Utf16Length(*text, start);
    int64_t in_line = Utf16Length(std::string_view(*text).substr(start), bytes - start);
    column = static_cast<int>(in_line) + 1;
    units = before + in_line;
  };
  convert(span.begin, range.line, range.column, range.begin);
  convert(std::max(span.end, span.begin), range.end_line, range.end_column, range.end);
  return range;
}

Span SourceTexts::PlaceOf(const Diagnostic& diagnostic) const {
  const Span& span = diagnostic.span;
  const std::string* text = span ? Find(span->source.view()) : nullptr;
  if (!text || diagnostic.argument < 0 || span->begin < 0 || span->end < span->begin ||
      static_cast<size_t>(span->end) > text->size()) {
    return span;
  }
  auto begin = static_cast<size_t>(span->begin);
  TextRange range =
      FindArgument(std::string_view(*text).substr(begin, static_cast<size_t>(span->end) - begin),
                   diagnostic.argument);
  if (range.end == range.begin) return span;
  TextPos from = PosAt(*text, begin + range.begin), to = PosAt(*text, begin + range.end);
  return Span(new SpanNode(span->source, static_cast<int>(from.line), static_cast<int>(to.line),
                           static_cast<int>(from.column), static_cast<int>(to.column), from.offset,
                           to.offset));
}

std::string SourceTexts::Render(const Diagnostic& diagnostic) const {
  const std::string* text = diagnostic.span ? Find(diagnostic.span->source.view()) : nullptr;
  if (!text) return RenderDiagnostic(diagnostic);
  Diagnostic placed = diagnostic;
  Span place = PlaceOf(diagnostic);
  Utf16Range range = Convert(*place);
  // The written column is the column that editors show and that the diagnostic's record has.
  placed.span = Span(new SpanNode(place->source, range.line, range.end_line, range.column,
                                  range.end_column, place->begin, place->end));
  return RenderDiagnostic(placed, *text);
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
