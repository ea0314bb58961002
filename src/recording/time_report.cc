#include "recording/time_report.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "recording/line_words.h"
#include "recording/sections.h"
#include "support/real_text.h"

namespace passcope::recording {
namespace {

using std::string_view;

bool IsRule(string_view line) {
  return line.size() > 20 && line.starts_with("===-") && line.ends_with("-===") &&
         line.find_first_not_of("=-") == string_view::npos;
}

bool IsGccHeading(string_view line) {
  return line.starts_with("Time variable  ") || line == "Execution times (seconds)";
}

bool IsRustRow(string_view line) {
  return line.starts_with("time: ") && Contains(line, "; rss: ") && Contains(line, "\t");
}

// Removes "0.0001 ( 20.0%)" or "-----" with the spaces before it.
std::optional<double> TakeNumber(string_view* text) {
  string_view rest = TrimStart(*text);
  if (rest.starts_with("---")) {
    rest.remove_prefix(std::min(rest.find_first_not_of('-'), rest.size()));
    *text = rest;
    return 0;
  }
  size_t end = 0;
  while (end < rest.size() && (IsDigit(rest[end]) || rest[end] == '.')) ++end;
  // A name can begin with a digit.
  if (end == 0 || (end < rest.size() && !IsSpace(rest[end]))) return std::nullopt;
  const std::optional<double> number = ParseReal(rest.substr(0, end));
  if (!number) return std::nullopt;
  rest.remove_prefix(end);
  string_view share = TrimStart(rest);
  if (share.starts_with('(')) {
    const size_t close = share.find(')');
    if (close != string_view::npos && close < 12 && share[close - 1] == '%') {
      rest = share.substr(close + 1);
    }
  }
  *text = rest;
  return number;
}

// The columns of LLVM's and MLIR's reports, by the heading "---User Time---   ---Wall Time---  ---
// Name ---".
struct Columns {
  int count = 0, user = -1, wall = -1;
};
Columns ColumnsOf(string_view heading) {
  Columns columns;
  while (true) {
    heading = heading.substr(std::min(heading.find_first_not_of(" -"), heading.size()));
    if (heading.empty()) return columns;
    size_t end = heading.find("--");
    const string_view name = TrimEnd(heading.substr(0, end));
    if (name == "Name" || name.empty()) return columns;
    if (name == "User Time") columns.user = columns.count;
    if (name == "Wall Time") columns.wall = columns.count;
    ++columns.count;
    if (end == string_view::npos) return columns;
    heading.remove_prefix(end);
  }
}

class Rows {
 public:
  Rows(string_view title, Recording* recording)
      : recording_(recording), report_(static_cast<uint32_t>(recording->reports.size())) {
    recording->reports.push_back(recording->texts.AddName(title));
  }

  void Add(string_view name, size_t depth, double user, double wall) {
    open_.resize(std::min(depth, open_.size()));
    TimeRow row;
    row.name = recording_->texts.AddName(name);
    row.parent = open_.empty() ? kNone : open_.back();
    row.report = report_;
    row.user = user;
    row.wall = wall;
    open_.push_back(static_cast<uint32_t>(recording_->times.size()));
    recording_->times.push_back(row);
  }

 private:
  Recording* const recording_;
  const uint32_t report_;
  std::vector<uint32_t> open_;  // The rows that contain the next one.
};

// A row of LLVM's or MLIR's report; false if the line is not one.
bool ReadRow(string_view line, const Columns& columns, Rows* rows) {
  double user = -1, wall = -1;
  for (int i = 0; i < columns.count; ++i) {
    const std::optional<double> number = TakeNumber(&line);
    if (!number) return false;
    if (i == columns.user) user = *number;
    if (i == columns.wall) wall = *number;
  }
  if (line.size() < 2) return false;
  // Two spaces, and two more for each level.
  const size_t indentation = IndentationOf(line);
  const string_view name = Trim(line);
  if (name.empty()) return false;
  if (name != "Total") rows->Add(name, indentation < 2 ? 0 : indentation / 2 - 1, user, wall);
  return true;
}

uint64_t ReadLlvmReport(string_view* rest, Recording* recording) {
  string_view after = *rest;
  if (!IsRule(TrimEnd(TakeLine(&after)))) return 0;
  string_view title = Trim(TakeLine(&after));
  if (title.empty() || !IsRule(TrimEnd(TakeLine(&after)))) return 0;
  while (title.starts_with('.') || title.starts_with(' ')) title.remove_prefix(1);
  while (title.ends_with('.') || title.ends_with(' ')) title.remove_suffix(1);
  Rows rows(title, recording);
  uint64_t lines = 3;
  Columns columns;
  bool any = false;
  while (!after.empty()) {
    string_view next = after;
    const string_view line = TrimEnd(TakeLine(&next));
    if (columns.count == 0) {
      // A few lines come before the heading of the columns.
      if (IsRule(line) || lines > 12) break;
      if (Contains(line, "Name --") || Contains(line, "-Name-")) columns = ColumnsOf(line);
    } else if (ReadRow(line, columns, &rows)) {
      any = true;
    } else if (any || !line.empty()) {
      break;
    }
    after = next;
    ++lines;
  }
  *rest = after;
  return lines;
}

// " NAME   :   0.00 (  0%)   0.00 (  0%)   0.00 (  0%)  1298k ( 49%)"
uint64_t ReadGccReport(string_view* rest, Recording* recording) {
  string_view after = *rest;
  if (!IsGccHeading(TrimEnd(TakeLine(&after)))) return 0;
  Rows rows("Time variable", recording);
  uint64_t lines = 1;
  while (!after.empty()) {
    string_view next = after;
    const string_view line = TrimEnd(TakeLine(&next));
    const size_t colon = line.find(" : ");
    const size_t mark = colon == string_view::npos ? line.find(':') : colon + 1;
    if (mark == string_view::npos || !line.starts_with(' ')) break;
    string_view numbers = line.substr(mark + 1);
    const std::optional<double> user = TakeNumber(&numbers), system = TakeNumber(&numbers);
    const std::optional<double> wall = TakeNumber(&numbers);
    if (!user || !system || !wall) break;
    string_view name = Trim(line.substr(0, mark));
    const bool part = Skip(&name, "`- ");
    if (name != "TOTAL") rows.Add(name, part ? 1 : 0, *user, *wall);
    after = next;
    ++lines;
  }
  *rest = after;
  return lines;
}

// "time:   0.002; rss:   45MB ->   46MB (   +1MB)\tparse_crate"
uint64_t ReadRustReport(string_view* rest, Recording* recording) {
  string_view after = *rest;
  if (!IsRustRow(TrimEnd(TakeLine(&after)))) return 0;
  Rows rows("time-passes", recording);
  uint64_t lines = 0;
  after = *rest;
  while (!after.empty()) {
    string_view next = after;
    const string_view line = TrimEnd(TakeLine(&next));
    if (!IsRustRow(line)) break;
    const std::optional<double> wall = ParseReal(Trim(UpTo(line.substr(6), ";")));
    rows.Add(line.substr(line.rfind('\t') + 1), 0, -1, wall.value_or(0));
    after = next;
    ++lines;
  }
  *rest = after;
  return lines;
}

constexpr string_view kJsonRow = "{\"user\": {\"duration\":";
constexpr string_view kJsonWallRow = "{\"wall\": {\"duration\":";

// The rows of -mlir-output-format=json, which begin after a line with a bracket.
uint64_t ReadJsonReport(string_view* rest, Recording* recording) {
  string_view text = *rest;
  const bool bracket = Skip(&text, "[\n") || Skip(&text, "[\r\n");
  if (!text.starts_with(kJsonRow) && !text.starts_with(kJsonWallRow)) return 0;
  // The report ends with a line that is a bracket.
  size_t end = text.find("\n]");
  end = end == string_view::npos ? text.size() : end + 2;
  const std::string json = "[" + std::string(text.substr(0, end)) + "]";
  if (!ReadTimeJson(json, recording)) return 0;
  if (end < text.size() && text[end] == '\r') ++end;
  if (end < text.size() && text[end] == '\n') ++end;
  *rest = text.substr(end);
  const string_view report = text.substr(0, end);
  return static_cast<uint64_t>(std::count(report.begin(), report.end(), '\n')) + (bracket ? 1 : 0);
}

}  // namespace

bool BeginsTimeReport(string_view line) {
  switch (line.empty() ? '\0' : line[0]) {
    case '=':
      return IsRule(line);
    case 'T':
    case 'E':
      return IsGccHeading(line);
    case 't':
      return IsRustRow(line);
    case '[':
      return line == "[";
    case '{':
      return line.starts_with(kJsonRow) || line.starts_with(kJsonWallRow);
    default:
      return false;
  }
}

uint64_t ReadTimeReport(string_view* rest, Recording* recording) {
  switch (rest->empty() ? '\0' : (*rest)[0]) {
    case '=':
      return ReadLlvmReport(rest, recording);
    case 'T':
    case 'E':
      return ReadGccReport(rest, recording);
    case 't':
      return ReadRustReport(rest, recording);
    case '[':
    case '{':
      return ReadJsonReport(rest, recording);
    default:
      return 0;
  }
}

}  // namespace passcope::recording
