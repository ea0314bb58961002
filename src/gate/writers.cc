// The texts for terminals and programs. gate/markdown.cc writes the summary.
#include "gate/writers.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/json.h"
#include "support/real_text.h"
#include "support/utf8.h"

namespace passcope::gate {
namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";

// The findings about a pipeline of a program.
std::vector<const Finding*> FindingsOf(const Report& report, const Checked& checked) {
  std::vector<const Finding*> list;
  for (const Finding& finding : report.findings) {
    if (finding.program == checked.program && finding.pipeline == checked.pipeline) {
      list.push_back(&finding);
    }
  }
  return list;
}

bool Fails(const Report& report, const Finding& finding) {
  return finding.severity == Severity::kError ||
         (report.strict && finding.severity == Severity::kWarning);
}

// What all findings are about: the checks, then other pipelines, programs and the baseline.
std::vector<Checked> Places(const Report& report) {
  std::vector<Checked> places = report.checked;
  for (const Finding& finding : report.findings) {
    const bool known = std::any_of(places.begin(), places.end(), [&](const Checked& place) {
      return place.program == finding.program && place.pipeline == finding.pipeline;
    });
    if (!known) places.push_back({finding.program, finding.pipeline, report.baseline, 0, ""});
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const Checked& a, const Checked& b) { return a.program < b.program; });
  return places;
}

std::string NameOf(const Checked& place) {
  if (place.program.empty()) return "the baseline";
  return place.pipeline.empty() ? place.program
                                : fmt::format("{}, pipeline '{}'", place.program, place.pipeline);
}

std::string SecondsText(double seconds) { return FixedText(seconds, 3); }

// A number as an integer if it is one.
AttrValue NumberValue(double number) {
  const auto whole = static_cast<int64_t>(number);
  if (static_cast<double>(whole) == number) return whole;
  return ParseReal(GeneralText(number, 3)).value_or(number);
}

AttrDict FindingValue(const Finding& finding) {
  AttrDict value = {
      {"kind", finding.kind}, {"severity", NameOf(finding.severity)}, {"message", finding.message}};
  auto add = [&value](const char* name, const std::string& text) {
    if (!text.empty()) value.emplace_back(name, text);
  };
  add("program", finding.program);
  add("pipeline", finding.pipeline);
  add("pass", finding.pass);
  add("figure", finding.figure);
  if (finding.before) value.emplace_back("before", NumberValue(*finding.before));
  if (finding.after) value.emplace_back("after", NumberValue(*finding.after));
  add("unit", finding.unit);
  if (finding.better) value.emplace_back("better", *finding.better);
  return value;
}

const char* OutcomeOf(const Report& report) {
  return report.failed() ? "failed" : report.updated ? "updated" : "passed";
}

std::string Escaped(std::string_view text, std::string_view characters) {
  std::string escaped;
  for (char c : text) {
    if (characters.find(c) == std::string_view::npos) {
      escaped += c;
    } else {
      escaped += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return escaped;
}

}  // namespace

bool Report::failed() const {
  return std::any_of(findings.begin(), findings.end(),
                     [this](const Finding& finding) { return Fails(*this, finding); });
}

std::string TerminalText(const Report& report) {
  std::string text;
  for (const Checked& place : Places(report)) {
    const std::vector<const Finding*> findings = FindingsOf(report, place);
    if (findings.empty()) continue;
    text += NameOf(place) + "\n";
    for (const Finding* finding : findings) {
      text += fmt::format("  {}: {}\n", NameOf(finding->severity), finding->message);
    }
    if (!place.link.empty()) text += fmt::format("  see {}\n", place.link);
  }
  const auto count = static_cast<int64_t>(report.checked.size());
  const std::string checks = Counted(count, "pipeline was", "pipelines were");
  if (report.updated) {
    text += fmt::format("{} measured; {} has the result\n", checks, report.baseline);
    if (!report.failed()) return text;
  } else {
    text += fmt::format("{} compared with {}: ", checks, report.baseline);
  }
  const int64_t errors = CountOf(report.findings, Severity::kError);
  const int64_t warnings = CountOf(report.findings, Severity::kWarning);
  text += Counted(errors, "error", "errors");
  if (warnings > 0) text += ", " + Counted(warnings, "warning", "warnings");
  if (report.failed() && !report.updated) {
    text += ". If the changes are intended, record them with --update";
  }
  return text + "\n";
}

std::string JsonReport(const Report& report) {
  AttrArray findings, checked;
  for (const Finding& finding : report.findings) findings.emplace_back(FindingValue(finding));
  for (const Checked& place : report.checked) {
    AttrDict value = {{"program", place.program}, {"pipeline", place.pipeline}};
    if (!place.link.empty()) value.emplace_back("link", place.link);
    checked.emplace_back(std::move(value));
  }
  AttrDict value = {{"passcope", PASSCOPE_VERSION},         {"check", kFormat},
                    {"outcome", OutcomeOf(report)},         {"text", TerminalText(report)},
                    {"baseline", report.baseline},          {"checked", std::move(checked)},
                    {"findings", std::move(findings)},      {"units", UnitsValue()},
                    {"measured", DocumentValue(report.now)}};
  return ValueText(value) + "\n";
}

std::string JunitText(const Report& report) {
  struct Suite {
    std::string name, cases;
    int64_t tests = 0, failures = 0, errors = 0;
    double seconds = 0;
  };
  std::vector<Suite> suites;
  for (const Checked& place : Places(report)) {
    const std::string name = place.program.empty() ? report.baseline : place.program;
    if (suites.empty() || suites.back().name != name) suites.emplace_back().name = name;
    Suite& suite = suites.back();
    ++suite.tests;
    suite.seconds += place.seconds;
    const Finding* first = nullptr;
    int64_t count = 0;
    std::string failures, remarks;
    for (const Finding* finding : FindingsOf(report, place)) {
      const bool fails = Fails(report, *finding);
      if (fails && !first) first = finding;
      if (fails) ++count;
      (fails ? failures : remarks) +=
          fmt::format("{}: {}\n", NameOf(finding->severity), finding->message);
    }
    suite.cases += fmt::format("    <testcase name=\"{}\" classname=\"{}\" time=\"{}\"",
                               XmlText(place.pipeline.empty() ? "baseline" : place.pipeline),
                               XmlText(name), SecondsText(place.seconds));
    if (!first && remarks.empty()) {
      suite.cases += "/>\n";
      continue;
    }
    suite.cases += ">\n";
    if (first) {
      const bool error = first->kind == "failed";
      ++(error ? suite.errors : suite.failures);
      const char* tag = error ? "error" : "failure";
      std::string message = first->message;
      if (count > 1) message += fmt::format(" (and {} more)", count - 1);
      suite.cases += fmt::format("      <{} message=\"{}\" type=\"{}\">{}</{}>\n", tag,
                                 XmlText(message), XmlText(first->kind), XmlText(failures), tag);
    }
    if (!remarks.empty()) {
      suite.cases += fmt::format("      <system-out>{}</system-out>\n", XmlText(remarks));
    }
    suite.cases += "    </testcase>\n";
  }
  Suite sum;
  std::string body;
  for (const Suite& suite : suites) {
    body += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" "
        "time=\"{}\">\n{}  </testsuite>\n",
        XmlText(suite.name), suite.tests, suite.failures, suite.errors, SecondsText(suite.seconds),
        suite.cases);
    sum.tests += suite.tests;
    sum.failures += suite.failures;
    sum.errors += suite.errors;
    sum.seconds += suite.seconds;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"passcope check\" "
      "tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{}\">\n{}</testsuites>\n",
      sum.tests, sum.failures, sum.errors, SecondsText(sum.seconds), body);
}

std::string AnnotationsText(const Report& report) {
  std::string text;
  const std::vector<Checked> places = Places(report);
  // GitHub shows the first ten of each severity.
  for (Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
    for (const Checked& place : places) {
      for (const Finding* finding : FindingsOf(report, place)) {
        if (finding->severity != severity) continue;
        const char* command = severity == Severity::kNote ? "notice" : NameOf(severity);
        std::string title = fmt::format("Passcope: {}", TitleOf(*finding));
        std::string message = finding->message;
        if (!place.program.empty()) message += fmt::format("\n{}", NameOf(place));
        text += fmt::format("::{} file={},title={}::{}\n", command, CommandProperty(place.file),
                            CommandProperty(title), CommandData(message));
      }
    }
  }
  return text;
}

std::string XmlText(std::string_view text) {
  std::string escaped;
  for (size_t at = 0; at < text.size();) {
    const size_t length = std::max<size_t>(Utf8SequenceLength(text, at), 1);
    const std::string_view character = text.substr(at, length);
    const char c = character.front();
    at += length;
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else if (c == '\n' || c == '\t' || c == '\r') {
      // As a reference, it stays in attributes, too.
      escaped += fmt::format("&#{};", static_cast<int>(c));
    } else if ((c >= 0 && c < ' ') || (length == 1 && c < 0) || character == "\xEF\xBF\xBE" ||
               character == "\xEF\xBF\xBF") {
      escaped += kReplacement;
    } else {
      escaped += character;
    }
  }
  return escaped;
}

std::string CommandData(std::string_view text) { return Escaped(text, "%\r\n"); }

std::string CommandProperty(std::string_view text) { return Escaped(text, "%\r\n:,"); }

}  // namespace passcope::gate
