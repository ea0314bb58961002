#include "tools/log_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "recording/op_counts.h"
#include "recording/text_diff.h"
#include "support/json_writer.h"
#include "support/utf8.h"
#include "tools/terminal.h"

namespace passcope::tools {

using recording::kNoName;
using recording::kNone;
using recording::kNoText;
using recording::Pass;
using recording::Recording;
using recording::Status;
using recording::TextId;

namespace {

// A name in one line: line breaks and tabs are shown as escapes, as are other control characters
// (support/utf8.h).
std::string InLine(std::string_view name) {
  std::string line;
  for (char c : name) {
    if (c == '\n') {
      line += "\\n";
    } else if (c == '\t') {
      line += "\\t";
    } else {
      line += c;
    }
  }
  return Printable(line);
}

// The text in a column, cut in the middle.
std::string Cell(std::string_view name, size_t width) {
  std::string text = InLine(name);
  // Bytes that are not ASCII are rare in names; cutting them could break a character.
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return c > 0; });
  if (text.size() > width && ascii) {
    const size_t head = (width - 1) / 2;
    text = text.substr(0, head) + "…" + text.substr(text.size() - (width - 1 - head));
    return text;
  }
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

// "1 pass", "2 passes".
std::string Counted(size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

size_t DepthOf(const Recording& recording, const Pass& pass) {
  size_t depth = 0;
  for (uint32_t at = pass.parent; at != kNone && depth < 8; at = recording.passes[at].parent) {
    ++depth;
  }
  return depth;
}

bool IsShown(Recording* recording, const Pass& pass, const LogView& view) {
  if (pass.status == Status::kFailed) return true;
  if (view.function.empty()) return view.all || pass.changed;
  const TextId before = TextIn(recording, pass.before, view);
  const TextId after = TextIn(recording, pass.after, view);
  const bool has =
      before != kNoText || after != kNoText || recording->Name(pass.shown_unit) == view.function;
  if (!has) return false;
  if (view.all) return true;
  if (pass.is_diff) return pass.changed;
  recording::TextDiff diff(&recording->texts);
  const recording::LineCounts counts = diff.Count(before, after);
  return before != kNoText && counts.added + counts.removed > 0;
}

std::string Changes(Recording* recording, const Pass& pass, const LogView& view,
                    recording::TextDiff* diff) {
  if (pass.status != Status::kRan && pass.status != Status::kFailed) {
    return std::string(StatusName(pass.status));
  }
  const std::string failed = pass.status == Status::kFailed ? "failed  " : "";
  if (pass.is_diff) return failed + "a difference in the log";
  const TextId before = TextIn(recording, pass.before, view);
  const TextId after = TextIn(recording, pass.after, view);
  if (!pass.changed) return failed + "-";
  if (before == kNoText || after == kNoText) return failed + "changed";
  const recording::LineCounts lines = diff->Count(before, after);
  const uint64_t ops_before = OperationsOf(&recording->texts, before);
  const uint64_t ops_after = OperationsOf(&recording->texts, after);
  std::string text =
      failed + fmt::format("{:<14}", fmt::format("+{} -{}", lines.added, lines.removed));
  if (ops_before != ops_after) text += fmt::format("{} -> {}", ops_before, ops_after);
  return text;
}

std::string OperationLines(Recording* recording, const Pass& pass, const LogView& view) {
  std::string text;
  const TextId before = TextIn(recording, pass.before, view);
  const TextId after = TextIn(recording, pass.after, view);
  if (before == kNoText || after == kNoText) return text;
  for (const recording::OpChange& change : OperationChanges(recording->texts, before, after)) {
    text += fmt::format("          {}  {} -> {}\n", InLine(change.op), change.before, change.after);
  }
  return text;
}

std::string SecondsText(double seconds) {
  if (seconds < 0) return "";
  return seconds < 1 ? fmt::format("{:.3f} ms", seconds * 1e3) : fmt::format("{:.3f} s", seconds);
}

// The figure of a row that the report has.
double SecondsOf(const recording::TimeRow& row) { return row.wall >= 0 ? row.wall : row.user; }

std::string TimeText(const Recording& recording, const Pass& pass) {
  if (pass.time == kNone) return "";
  const recording::TimeRow& row = recording.times[pass.time];
  std::string text = SecondsText(SecondsOf(row));
  // Reports sum up several executions.
  if (row.passes > 1) text += fmt::format(" of {}", row.passes);
  return text;
}

std::string NameOf(const Recording& recording, const Pass& pass) {
  return std::string(recording.Name(pass.argument == kNoName ? pass.name : pass.argument));
}

}  // namespace

TextId TextIn(Recording* recording, TextId text, const LogView& view) {
  if (view.function.empty() || text == kNoText) return text;
  const recording::NameId name = recording->texts.FindName(view.function);
  std::vector<recording::SectionId> sections;
  for (recording::SectionId id : recording->texts.SectionsOf(text)) {
    if (name != kNone && recording->texts.At(id).symbol == name) sections.push_back(id);
  }
  return sections.empty() ? kNoText : recording->texts.AddSections(sections);
}

std::string LogSummary(const Recording& recording) {
  size_t changed = 0, failed = 0;
  for (const Pass& pass : recording.passes) {
    changed += pass.changed;
    failed += pass.status == Status::kFailed;
  }
  std::string text = fmt::format("{}: {}, {} changed something", ToolName(recording.format),
                                 Counted(recording.passes.size(), "pass", "passes"), changed);
  if (failed > 0) text += fmt::format(", {} failed", failed);
  if (!recording.times.empty()) text += ", " + Counted(recording.times.size(), "time", "times");
  text = Styled(Style::kBold, text) + "\n";
  if (recording.crash != kNoName) {
    text += Styled(Style::kError, "the log ends with a crash: ") +
            InLine(recording.Name(recording.crash)) + "\n";
    if (!recording.passes.empty()) {
      const Pass& last = recording.passes.back();
      text += fmt::format(
          "the last pass is {}, {} on {}\n", recording.passes.size(),
          InLine(NameOf(recording, last)),
          last.shown_unit == kNoName ? "the module" : InLine(recording.Name(last.shown_unit)));
    }
  }
  constexpr size_t kMostUnread = 5;
  for (size_t i = 0; i < std::min(recording.unread.size(), kMostUnread); ++i) {
    const recording::Unread& unread = recording.unread[i];
    std::string place = InLine(recording.Name(unread.file));
    if (unread.first > 0) {
      if (!place.empty()) place += ", ";
      place += unread.first == unread.last
                   ? fmt::format("line {}", unread.first)
                   : fmt::format("lines {} to {}", unread.first, unread.last);
    }
    text += Styled(Style::kDim, fmt::format("not understood: {}: {}", place,
                                            InLine(recording.Name(unread.text)))) +
            "\n";
  }
  if (recording.unread.size() > kMostUnread) {
    text += Styled(Style::kDim, "not understood: " + Counted(recording.unread.size() - kMostUnread,
                                                             "more place", "more places")) +
            "\n";
  }
  return text;
}

std::string LogTable(Recording* recording, const LogView& view) {
  constexpr size_t kNameWidth = 40, kUnitWidth = 30;
  recording::TextDiff diff(&recording->texts);
  std::string text = Styled(Style::kBold, fmt::format("{:>6}  {:<40}  {:<30}  {:<14}{}", "number",
                                                      "pass", "unit", "lines", "operations")) +
                     "\n";
  size_t hidden = 0;
  for (size_t i = 0; i < recording->passes.size(); ++i) {
    // A copy: finding differences adds texts.
    const Pass pass = recording->passes[i];
    if (!IsShown(recording, pass, view)) {
      ++hidden;
      continue;
    }
    const std::string name =
        std::string(2 * DepthOf(*recording, pass), ' ') + NameOf(*recording, pass);
    text += fmt::format("{:>6}  {}  {}  {}", i + 1, Cell(name, kNameWidth),
                        Cell(recording->Name(pass.shown_unit), kUnitWidth),
                        Changes(recording, pass, view, &diff));
    const std::string time = TimeText(*recording, pass);
    if (!time.empty()) text += "  " + Styled(Style::kDim, time);
    while (text.ends_with(' ')) text.pop_back();
    text += '\n';
    if (view.operations) text += OperationLines(recording, pass, view);
  }
  if (hidden > 0) {
    const std::string_view how = view.all ? "on other functions" : "that changed nothing";
    text += Styled(Style::kDim,
                   fmt::format("{:>6}  {} {} left out", hidden, hidden == 1 ? "pass" : "passes",
                               std::string(how) + (hidden == 1 ? " is" : " are"))) +
            "\n";
  }
  return text;
}

std::string LogDiff(Recording* recording, uint32_t number, const LogView& view) {
  const Pass pass = recording->passes[number];
  const std::string where =
      pass.shown_unit == kNoName ? "" : " on " + InLine(recording->Name(pass.shown_unit));
  const std::string title = InLine(NameOf(*recording, pass)) + where;
  if (pass.is_diff) {
    return fmt::format("--- before {}\n+++ after {}\n{}", title, title,
                       recording->texts.TextOf(recording->dumps[pass.after_dump].text));
  }
  const TextId before = TextIn(recording, pass.before, view);
  const TextId after = TextIn(recording, pass.after, view);
  if (before == kNoText && after == kNoText) {
    return fmt::format("{}: the log has no text of it ({})\n", title, StatusName(pass.status));
  }
  if (before == kNoText || after == kNoText) {
    return fmt::format("{}: the log has only the text {} it\n{}", title,
                       before == kNoText ? "after" : "before",
                       recording->texts.TextOf(before == kNoText ? after : before));
  }
  const std::string hunks = recording::TextDiff(&recording->texts).Hunks(before, after);
  if (hunks.empty()) return fmt::format("{}: it changed nothing\n", title);
  return fmt::format("--- before {}\n+++ after {}\n{}", title, title, hunks);
}

std::string LogTimes(const Recording& recording) {
  std::string text;
  uint32_t report = kNone;
  for (const recording::TimeRow& row : recording.times) {
    if (row.report != report) {
      report = row.report;
      text += Styled(Style::kBold, InLine(recording.Name(recording.reports[report]))) + "\n";
    }
    size_t depth = 0;
    for (uint32_t at = row.parent; at != kNone && depth < 16; at = recording.times[at].parent) {
      ++depth;
    }
    text += fmt::format("{:>14}  {}{}", SecondsText(SecondsOf(row)), std::string(2 * depth, ' '),
                        InLine(recording.Name(row.name)));
    if (row.detail != kNoName) text += " on " + InLine(recording.Name(row.detail));
    text += '\n';
  }
  return text;
}

std::string LogSearch(const Recording& recording, const std::vector<recording::SearchHit>& hits) {
  if (hits.empty()) return "no text of the log has a match\n";
  auto line = [&](const char* what, const recording::SearchHit& hit) {
    const Pass& pass = recording.passes[hit.pass];
    auto count = [](int64_t lines) {
      return lines < 0 ? std::string("?") : fmt::format("{}", lines);
    };
    return fmt::format("{:<8}{:>6}  {}  {}  {} -> {}\n", what, hit.pass + 1,
                       Cell(NameOf(recording, pass), 40), Cell(recording.Name(pass.shown_unit), 30),
                       count(hit.before), count(hit.after));
  };
  std::string text = Styled(Style::kBold, fmt::format("{:<8}{:>6}  {:<40}  {:<30}  {}", "",
                                                      "number", "pass", "unit", "matching lines")) +
                     "\n";
  text += line("first", hits.front());
  for (const recording::SearchHit& hit : hits) {
    if (hit.before >= 0 && hit.after >= 0 && hit.before != hit.after) text += line("changed", hit);
  }
  return text + line("last", hits.back());
}

std::string LogJson(Recording* recording, const LogView& view) {
  JsonWriter json;
  json.BeginObject().Key("format").String(FormatName(recording->format));
  json.Key("passes").BeginArray();
  LogView everything = view;
  everything.all = true;
  for (size_t i = 0; i < recording->passes.size(); ++i) {
    const Pass pass = recording->passes[i];
    if (!view.function.empty() && !IsShown(recording, pass, everything)) continue;
    json.BeginObject();
    json.Key("name").String(recording->Name(pass.name));
    json.Key("argument").String(recording->Name(pass.argument));
    json.Key("unit").String(recording->Name(pass.unit));
    json.Key("status").String(StatusName(pass.status));
    json.Key("lines").Int(static_cast<int64_t>(pass.lines));
    json.Key("changed").Bool(pass.changed);
    json.EndObject();
  }
  json.EndArray();
  if (!recording->times.empty()) {
    json.Key("times").BeginArray();
    for (const recording::TimeRow& row : recording->times) {
      json.BeginObject().Key("report").String(recording->Name(recording->reports[row.report]));
      json.Key("name").String(recording->Name(row.name));
      if (row.detail != kNoName) json.Key("unit").String(recording->Name(row.detail));
      if (row.parent != kNone) json.Key("parent").Int(row.parent);
      if (row.wall >= 0) json.Key("wall").Real(row.wall);
      if (row.user >= 0) json.Key("user").Real(row.user);
      json.EndObject();
    }
    json.EndArray();
  }
  json.EndObject();
  return json.Take() + "\n";
}

std::string LogComparisonText(Recording* a, Recording* b,
                              const recording::LogComparison& comparison, const LogView& view) {
  std::string text;
  for (const recording::AlignedPass& aligned : comparison.passes) {
    const bool both = aligned.a != kNone && aligned.b != kNone;
    if (both && !view.all && !aligned.differs) continue;
    const Recording& of = aligned.a != kNone ? *a : *b;
    const Pass& pass = of.passes[aligned.a != kNone ? aligned.a : aligned.b];
    auto number = [](uint32_t index) {
      return index == kNone ? std::string("-") : fmt::format("{}", index + 1);
    };
    const char* what = aligned.moved        ? "moved"
                       : aligned.a == kNone ? "only in B"
                       : aligned.b == kNone ? "only in A"
                       : aligned.differs    ? "differs"
                                            : "same";
    text += fmt::format("{:<10}{:>6} {:>6}  {}  {}", what, number(aligned.a), number(aligned.b),
                        Cell(NameOf(of, pass), 40), InLine(of.Name(pass.shown_unit)));
    while (text.ends_with(' ')) text.pop_back();
    text += '\n';
  }
  if (comparison.first == kNone) {
    return text + "after no pass of both logs the programs differ\n";
  }
  const recording::AlignedPass& first = comparison.passes[comparison.first];
  const Pass& pass = a->passes[first.a];
  text += fmt::format("the programs first differ after pass {} of A, {} of B: {}\n", first.a + 1,
                      first.b + 1, InLine(NameOf(*a, pass)));
  // The texts of both in one store, so that they can be compared.
  const Pass& other = b->passes[first.b];
  auto text_after = [](Recording* of, const Pass& shown) {
    const TextId id = shown.is_diff            ? of->dumps[shown.after_dump].text
                      : shown.after == kNoText ? shown.before
                                               : shown.after;
    return id;
  };
  const TextId in_a = text_after(a, pass), in_b = text_after(b, other);
  const auto sections = b->texts.SectionsOf(in_b);
  const recording::Family family =
      sections.empty() ? recording::Family::kPlain : b->texts.At(sections[0]).family;
  const TextId copied = a->texts.Add(b->texts.TextOf(in_b), family);
  return text + "--- A\n+++ B\n" + recording::TextDiff(&a->texts).Hunks(in_a, copied);
}

std::string LogComparisonJson(const Recording& a, const Recording& b,
                              const recording::LogComparison& comparison) {
  JsonWriter json;
  json.BeginObject().Key("passes").BeginArray();
  for (const recording::AlignedPass& aligned : comparison.passes) {
    const Recording& of = aligned.a != kNone ? a : b;
    const Pass& pass = of.passes[aligned.a != kNone ? aligned.a : aligned.b];
    json.BeginObject();
    json.Key("name").String(of.Name(pass.name));
    json.Key("argument").String(of.Name(pass.argument));
    json.Key("unit").String(of.Name(pass.unit));
    json.Key("a");
    aligned.a == kNone ? json.Null() : json.Int(aligned.a);
    json.Key("b");
    aligned.b == kNone ? json.Null() : json.Int(aligned.b);
    json.Key("moved").Bool(aligned.moved);
    json.Key("differs").Bool(aligned.differs);
    json.EndObject();
  }
  json.EndArray().Key("first");
  comparison.first == kNone ? json.Null() : json.Int(comparison.first);
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace passcope::tools
