// The table of diagnostic kinds, and rendering.
#include "diagnostics/diagnostic.h"

#include <algorithm>

#include "diagnostics/snippet.h"
#include "ir/origin_name.h"
#include "support/edit_distance.h"
#include "support/format.h"
#include "support/sorting.h"
#include "support/utf8.h"

namespace passcope {
namespace {

constexpr DiagKindInfo kKinds[] = {
#define DIAG(enumerator, name, doc) {DiagKind::enumerator, name, doc},
#include "diagnostics/kinds.def"
#undef DIAG
};

}  // namespace

std::span<const DiagKindInfo> DiagKinds() { return kKinds; }

const char* DiagKindName(DiagKind kind) { return kKinds[static_cast<size_t>(kind)].name; }

// Tabs stay tabs, so that the caret is below the character in a terminal.
std::string Snippet(std::string_view text, const SpanNode& span) {
  constexpr size_t kMaxColumns = 100, kContext = 40;
  if (span.begin < 0 || static_cast<uint64_t>(span.begin) > text.size()) return {};
  auto begin = static_cast<size_t>(span.begin);
  size_t start = begin == 0 ? 0 : text.rfind('\n', begin - 1) + 1;
  size_t end = std::min(text.find('\n', begin), text.size());
  if (end > start && text[end - 1] == '\r') --end;
  size_t stop = std::clamp(static_cast<size_t>(std::max(span.end, span.begin)), begin, end);
  auto is_continuation = [&](size_t i) {
    return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
  };
  const char *head = "", *tail = "";
  if (end - start > kMaxColumns) {
    if (begin > start + kContext) {
      start = begin - kContext;
      while (start < begin && is_continuation(start)) ++start;
      head = "…";
    }
    if (end > start + kMaxColumns) {
      end = std::max(start + kMaxColumns, begin);
      while (end > begin && is_continuation(end)) --end;
      stop = std::min(stop, end);
      tail = "…";
    }
  }
  std::string line, marks(*head ? 1 : 0, ' ');
  bool hidden = false;
  for (size_t i = start; i < end; ++i) {
    char c = text[i];
    if (!is_continuation(i)) {
      size_t length = Utf8SequenceLength(text, i);
      hidden = IsControl(text, i, length);
      if (hidden) line += '?';
    }
    if (!hidden) line += c;
    if (is_continuation(i) || i >= std::max(stop, begin + 1)) continue;
    marks += i < begin ? (c == '\t' ? '\t' : ' ') : i == begin ? '^' : '~';
  }
  if (begin >= end) marks += '^';
  std::string number = IntText(span.line);
  std::string gutter(std::max<size_t>(number.size(), 4), ' ');
  number.insert(0, gutter.size() - number.size(), ' ');
  return Format("\n{} |\n{} | {}{}{}\n{} | {}", gutter, number, head, line, tail, gutter, marks);
}

std::string RenderDiagnostic(const Diagnostic& diagnostic) {
  return RenderDiagnostic(diagnostic, std::string_view());
}

std::string RenderDiagnostic(const Diagnostic& diagnostic, std::string_view source_text) {
  static constexpr const char* kSeverities[] = {"error", "warning", "note"};
  std::string out = Format("{}[{}]: {}", kSeverities[static_cast<int>(diagnostic.severity)],
                           DiagKindName(diagnostic.kind), diagnostic.message.text());
  if (diagnostic.span) {
    out += Format("\n  --> {}:{}:{}", diagnostic.span->source.view(), diagnostic.span->line,
                  diagnostic.span->column);
    if (!source_text.empty()) out += Snippet(source_text, *diagnostic.span);
  }
  // The source line already shows the node, except for the types of a call.
  if (diagnostic.node && (!diagnostic.span || diagnostic.node->kind() == ExprKind::kCall)) {
    out += "\n  in: " + PrintSummary(diagnostic.node);
  }
  for (const Message& note : diagnostic.notes) out += "\n  note: " + note.text();
  return out;
}

DiagnosticError::DiagnosticError(DiagKind kind, Message message, std::vector<Message> notes,
                                 Expr node)
    : DiagnosticError({Diagnostic{kind, Severity::kError, std::move(message), std::move(notes),
                                  node ? PlaceIn(node->span()) : nullptr, node}}) {}

DiagnosticError::DiagnosticError(std::vector<Diagnostic> diagnostics)
    : diagnostics_(std::move(diagnostics)) {
  for (const Diagnostic& diagnostic : diagnostics_) {
    if (!text_.empty()) text_ += "\n";
    text_ += RenderDiagnostic(diagnostic);
  }
}

std::vector<std::string> DidYouMean(std::string_view word,
                                    const std::vector<std::string>& candidates) {
  std::vector<std::pair<size_t, std::string>> close;
  for (const std::string& candidate : candidates) {
    size_t distance = EditDistance(word, candidate);
    if (distance <= std::max<size_t>(1, word.size() / 3)) close.emplace_back(distance, candidate);
  }
  SortItems(&close);
  std::vector<std::string> result;
  for (size_t i = 0; i < close.size() && i < 3; ++i) result.push_back(std::move(close[i].second));
  return result;
}

std::vector<Message> Suggestions(const std::vector<std::string>& names) {
  std::vector<Message> notes;
  for (const std::string& name : names)
    notes.push_back(MSG(kNameSuggestion, "did you mean {name}?", name));
  return notes;
}

std::vector<Message> Suggestions(std::string_view word,
                                 const std::vector<std::string>& candidates) {
  return Suggestions(DidYouMean(word, candidates));
}

}  // namespace passcope
