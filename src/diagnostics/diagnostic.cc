// The table of diagnostic kinds, and rendering.
#include "diagnostics/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/printer.h"

namespace passcope {
namespace {

constexpr DiagKindInfo kKinds[] = {
#define DIAG(enumerator, name, doc) {DiagKind::enumerator, name, doc},
#include "diagnostics/kinds.def"
#undef DIAG
};

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::span<const DiagKindInfo> DiagKinds() { return kKinds; }

const char* DiagKindName(DiagKind kind) { return kKinds[static_cast<size_t>(kind)].name; }

std::string RenderDiagnostic(const Diagnostic& diagnostic) {
  static constexpr const char* kSeverities[] = {"error", "warning", "note"};
  std::string out = fmt::format("{}[{}]: {}", kSeverities[static_cast<int>(diagnostic.severity)],
                                DiagKindName(diagnostic.kind), diagnostic.message);
  if (diagnostic.span) {
    out += fmt::format("\n  --> {}:{}:{}", diagnostic.span->source.view(), diagnostic.span->line,
                       diagnostic.span->column);
  } else if (diagnostic.node) {
    out += "\n  in: " + PrintSummary(diagnostic.node);
  }
  for (const std::string& note : diagnostic.notes) out += "\n  note: " + note;
  return out;
}

DiagnosticError::DiagnosticError(DiagKind kind, std::string message, std::vector<std::string> notes,
                                 Expr node)
    : DiagnosticError({Diagnostic{kind, Severity::kError, std::move(message), std::move(notes),
                                  node ? node->span() : nullptr, node}}) {}

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
  std::sort(close.begin(), close.end());
  std::vector<std::string> result;
  for (size_t i = 0; i < close.size() && i < 3; ++i) result.push_back(std::move(close[i].second));
  return result;
}

}  // namespace passcope
