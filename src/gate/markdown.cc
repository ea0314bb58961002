// The summary of a check in GitHub's Markdown.
#include <fmt/format.h>

#include <algorithm>

#include "gate/writers.h"
#include "support/real_text.h"

namespace passcope::gate {
namespace {

// A column of the table. `value` returns nullopt if the figure is unknown.
struct Column {
  const char* title;
  const char* figure;  // A name of FigureTable; null for the others.
};
constexpr Column kColumns[] = {
    {"operators", nullptr},        {"kernels", "kernels"},     {"operations", "flop"},
    {"transfer", "transferBytes"}, {"weights", "weightBytes"}, {"text", "textBytes"},
    {"missed", nullptr},           {"time", nullptr},
};

const Facts* FactsIn(const Document& document, const Checked& checked) {
  auto program = document.programs.find(checked.program);
  if (program == document.programs.end()) return nullptr;
  auto pipeline = program->second.pipelines.find(checked.pipeline);
  return pipeline == program->second.pipelines.end() ? nullptr : &pipeline->second;
}

std::string Text(const Facts& facts, const Column& column) {
  if (column.figure) {
    auto found = facts.figures.find(column.figure);
    return found == facts.figures.end() ? "" : fmt::format("{}", found->second);
  }
  const std::string_view title = column.title;
  if (title == "operators") return fmt::format("{}", SumOf(facts.operators));
  if (title == "missed") return fmt::format("{}", SumOf(facts.missed));
  return facts.times ? GeneralText(facts.times->all.ratio, 3) : "";
}

// The number now, and the baseline's where it differs. Times always differ a little.
std::string Cell(const Facts* before, const Facts* now, const Column& column) {
  if (!now) return "";
  std::string text = Text(*now, column);
  std::string other = before ? Text(*before, column) : "";
  if (text.empty()) return "";
  if (other.empty() || other == text) return text;
  if (std::string_view(column.title) == "time") return fmt::format("{} ({})", text, other);
  return fmt::format("**{}** ({})", text, other);
}

std::string Outcome(const Report& report, const Checked& checked) {
  int64_t errors = 0, warnings = 0;
  for (const Finding& finding : report.findings) {
    if (finding.program != checked.program || finding.pipeline != checked.pipeline) continue;
    if (finding.severity == Severity::kError) ++errors;
    if (finding.severity == Severity::kWarning) ++warnings;
  }
  std::string text = errors == 0 ? "as before" : Counted(errors, "error", "errors");
  if (warnings > 0) text += ", " + Counted(warnings, "warning", "warnings");
  return text;
}

}  // namespace

std::string MarkdownText(const Report& report) {
  std::string text = fmt::format(
      "### Passcope: {}\n\n",
      report.failed()  ? Counted(CountOf(report.findings, Severity::kError),
                                 "difference from the baseline", "differences from the baseline")
      : report.updated ? std::string("the baseline is updated")
                       : std::string("as in the baseline"));
  text += "| program | pipeline |";
  for (const Column& column : kColumns) text += fmt::format(" {} |", column.title);
  text += " result |\n| --- | --- |";
  for (size_t i = 0; i < std::size(kColumns); ++i) text += " ---: |";
  text += " --- |\n";
  for (const Checked& checked : report.checked) {
    const Facts *before = FactsIn(report.before, checked), *now = FactsIn(report.now, checked);
    text +=
        fmt::format("| {} | {} |", MarkdownCell(checked.program), MarkdownCell(checked.pipeline));
    for (const Column& column : kColumns) text += fmt::format(" {} |", Cell(before, now, column));
    text += fmt::format(" {} |\n",
                        checked.link.empty()
                            ? Outcome(report, checked)
                            : fmt::format("[{}]({})", Outcome(report, checked), checked.link));
  }
  text +=
      "\nNumbers of the baseline are in brackets. Transfer, weights and text are in bytes. The "
      "time "
      "of\nall passes is a multiple of a reference loop's.\n";
  if (report.findings.empty()) return text;
  text += "\n| program | pipeline | severity | finding |\n| --- | --- | --- | --- |\n";
  for (const Finding& finding : report.findings) {
    text += fmt::format("| {} | {} | {} | {} |\n", MarkdownCell(finding.program),
                        MarkdownCell(finding.pipeline), NameOf(finding.severity),
                        MarkdownCell(finding.message));
  }
  return text;
}

std::string MarkdownCell(std::string_view text) {
  std::string cell;
  for (char c : text) {
    if (c == '\n' || c == '\r') {
      cell += ' ';
    } else if (c == '<') {
      cell += "&lt;";
    } else if (c == '&') {
      cell += "&amp;";
    } else {
      if (std::string_view("\\`*_{}[]|~#@").find(c) != std::string_view::npos) cell += '\\';
      cell += c;
    }
  }
  return cell;
}

}  // namespace passcope::gate
