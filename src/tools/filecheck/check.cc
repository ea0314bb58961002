// Scans a text for its check lines.
#include "tools/filecheck/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "diagnostics/snippet.h"
#include "support/line_diff.h"
#include "tools/filecheck/input_dump.h"
#include "tools/terminal.h"

namespace passcope::tools {
namespace {

using Kind = CheckLine::Kind;

// The limits of the search for similar text: lines ahead, and columns of a line.
constexpr size_t kLinesAhead = 60, kComparedColumns = 300;

bool HasPrefix(const CheckLine& check, const CheckOptions& options) {
  return std::find(options.prefixes.begin(), options.prefixes.end(), check.prefix) !=
         options.prefixes.end();
}

// The directive as it was written, such as "CHECK-NEXT".
std::string NameOf(const CheckLine& check) {
  static constexpr const char* kSuffixes[] = {"",     "-NEXT",  "-SAME",  "-NOT",
                                              "-DAG", "-LABEL", "-EMPTY", "-COUNT-"};
  std::string name = check.prefix + kSuffixes[static_cast<size_t>(check.kind)];
  if (check.kind == Kind::kCount) name += fmt::format("{}", check.count);
  return name;
}

std::string OneBlank(std::string_view text) {
  std::string out;
  for (char c : text) {
    bool blank = c == ' ' || c == '\t';
    if (!blank) {
      out += c;
    } else if (out.empty() || out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

// The index in a line of the character that OneBlank moved to `column`.
size_t ColumnBefore(std::string_view line, size_t column) {
  size_t at = 0;
  auto blank = [&](size_t i) { return i < line.size() && (line[i] == ' ' || line[i] == '\t'); };
  for (; column > 0 && at < line.size(); --column) {
    if (blank(at)) {
      while (blank(at + 1)) ++at;
    }
    ++at;
  }
  return at;
}

std::string_view Stripped(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

// A line with its number and a marker below the range.
std::string Marked(size_t number, std::string_view line, size_t begin, size_t end) {
  auto at = [](size_t i) { return static_cast<int64_t>(i); };
  auto shown = static_cast<int>(number);
  Span span(new SpanNode(Name(""), shown, shown, 1, 1, at(begin), at(std::max(begin, end))));
  return Snippet(line, *span);
}

// The fewest edits that turn `pattern` into a part of `line` (P. H. Sellers: "The theory and
// computation of evolutionary distances", Journal of Algorithms 1, 1980).
size_t DistanceWithin(std::string_view pattern, std::string_view line) {
  std::vector<size_t> row(line.size() + 1, 0);
  for (size_t i = 1; i <= pattern.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= line.size(); ++j) {
      size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (pattern[i - 1] != line[j - 1])});
      diagonal = above;
    }
  }
  return *std::min_element(row.begin(), row.end());
}

using Place = InputPlace;
struct Match {
  Place begin, end;
};

struct Item {
  const CheckLine* check;
  std::optional<CheckPattern> pattern;  // Not for -EMPTY.
};

class Scan {
 public:
  Scan(const TestFile& file, std::string_view text, const CheckOptions& options)
      : file_(file), options_(options) {
    while (!text.empty()) {
      size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      originals_.emplace_back(line);
      lines_.push_back(options.strict_whitespace ? std::string(line) : OneBlank(line));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    for (const CheckLine& check : file.checks) {
      if (HasPrefix(check, options)) AddItem(check);
    }
    if (items_.empty()) {
      throw TestFileError{
          fmt::format("there are no lines '// {}:'", fmt::join(options.prefixes, ":' or '// ")), 0};
    }
  }

  std::optional<CheckFailure> Run() {
    std::optional<CheckFailure> failure = MatchAll();
    if (failure && options_.dump && !lines_.empty()) {
      failure->details += std::string(kDumpHeading) +
                          InputDump(originals_, std::move(marks_), options_.dump_context);
    }
    return failure;
  }

 private:
  std::optional<CheckFailure> MatchAll() {
    // Labels come first, so that a text missing in one region is not found in another.
    std::vector<Match> labels;
    Place from;
    for (const Item& item : items_) {
      if (item.check->kind != Kind::kLabel) continue;
      std::optional<Match> match = Find(item, from, End());
      if (!match) return NotFound(item, from, End(), "");
      AddMark(InputMark::Kind::kGood, item, *match);
      labels.push_back(*match);
      from = match->end;
    }
    Place begin;
    size_t next = 0;
    for (const Match& label : labels) {
      size_t last = next;
      while (items_[last].check->kind != Kind::kLabel) ++last;
      if (auto failure = RunRegion(next, last, begin, label.begin)) return failure;
      begin = label.end;
      next = last + 1;
    }
    return RunRegion(next, items_.size(), begin, End());
  }

  void AddItem(const CheckLine& check) {
    Item item{&check, {}};
    std::string text = options_.strict_whitespace ? check.text : OneBlank(Stripped(check.text));
    std::string name = NameOf(check);
    bool empty = Stripped(text).empty();
    bool relative =
        check.kind == Kind::kNext || check.kind == Kind::kSame || check.kind == Kind::kEmpty;
    bool first = std::none_of(items_.begin(), items_.end(),
                              [](const Item& each) { return each.check->kind != Kind::kNot; });
    if (relative && first) {
      throw TestFileError{fmt::format("{} needs a check line before it that matches", name),
                          check.line};
    }
    if (check.kind == Kind::kEmpty) {
      if (!empty) throw TestFileError{fmt::format("{} takes no pattern", name), check.line};
    } else {
      if (empty) throw TestFileError{fmt::format("{} needs a pattern", name), check.line};
      PatternOptions options{check.literal, options_.match_full_lines && check.kind != Kind::kNot,
                             options_.strict_whitespace};
      item.pattern.emplace(text, check.line, options);
      if (check.kind == Kind::kLabel && item.pattern->has_variables()) {
        throw TestFileError{fmt::format("{} takes no variables", name), check.line};
      }
    }
    items_.push_back(std::move(item));
  }

  Place End() const {
    return lines_.empty() ? Place{} : Place{lines_.size() - 1, lines_.back().size()};
  }

  std::string_view LineUpTo(size_t line, Place to) const {
    std::string_view whole = lines_[line];
    return line == to.line ? whole.substr(0, to.column) : whole;
  }

  // The first match of the pattern between two places. It sets variables.
  std::optional<Match> Find(const Item& item, Place from, Place to) {
    for (size_t line = from.line; line <= to.line && line < lines_.size(); ++line) {
      std::string_view text = LineUpTo(line, to);
      size_t column = line == from.line ? from.column : 0;
      if (column > text.size()) continue;
      if (std::optional<LineMatch> match = item.pattern->Find(text, column, &variables_)) {
        return Match{{line, match->begin}, {line, match->end}};
      }
    }
    return std::nullopt;
  }

  // Reports a match of one of the -NOT patterns between two places.
  std::optional<CheckFailure> CheckNots(std::vector<const Item*>* nots, Place from, Place to) {
    for (const Item* item : *nots) {
      CheckVariables kept = variables_;
      std::optional<Match> match = Find(*item, from, to);
      variables_ = std::move(kept);
      if (!match) continue;
      CheckFailure failure = Failure(*item, "what must not be there was found");
      AddNote(&failure, "found here", *match);
      AddMark(InputMark::Kind::kBad, *item, *match, "error: no match expected");
      return failure;
    }
    nots->clear();
    return std::nullopt;
  }

  // Matches the items from `next` to `last` between two places.
  std::optional<CheckFailure> RunRegion(size_t next, size_t last, Place from, Place to) {
    std::vector<const Item*> nots;
    while (next < last) {
      const Item& item = items_[next];
      if (item.check->kind == Kind::kNot) {
        nots.push_back(&item);
        ++next;
        continue;
      }
      Match match;
      if (item.check->kind == Kind::kDag) {
        size_t end = next;
        while (end < last && items_[end].check->kind == Kind::kDag) ++end;
        if (auto failure = MatchGroup(next, end, from, to, &match)) return failure;
        next = end;
      } else {
        if (auto failure = MatchOne(item, from, to, &match)) return failure;
        ++next;
      }
      if (auto failure = CheckNots(&nots, from, match.begin)) return failure;
      from = match.end;
    }
    return CheckNots(&nots, from, to);
  }

  // Matches -DAG lines anywhere, without overlaps. `whole` spans all their matches.
  std::optional<CheckFailure> MatchGroup(size_t next, size_t end, Place from, Place to,
                                         Match* whole) {
    std::vector<Match> taken;
    for (; next < end; ++next) {
      Place at = from;
      std::optional<Match> match;
      while (true) {
        match = Find(items_[next], at, to);
        if (!match) return NotFound(items_[next], from, to, "");
        auto overlaps = [&](const Match& other) {
          return match->begin < other.end && other.begin < match->end;
        };
        auto other = std::find_if(taken.begin(), taken.end(), overlaps);
        if (other == taken.end()) break;
        at = other->end;
      }
      AddMark(InputMark::Kind::kGood, items_[next], *match);
      if (taken.empty() || match->begin < whole->begin) whole->begin = match->begin;
      if (taken.empty() || whole->end < match->end) whole->end = match->end;
      taken.push_back(*match);
    }
    return std::nullopt;
  }

  std::optional<CheckFailure> MatchOne(const Item& item, Place from, Place to, Match* match) {
    const CheckLine& check = *item.check;
    if (check.kind == Kind::kEmpty) {
      size_t line = from.line + 1;
      if (line < lines_.size() && line <= to.line && lines_[line].empty()) {
        *match = {{line, 0}, {line, 0}};
        AddMark(InputMark::Kind::kGood, item, *match);
        return std::nullopt;
      }
      CheckFailure failure = Failure(item, "the line below the previous match is not empty");
      AddNext(&failure, from);
      const Place at = line < lines_.size() ? Place{line, 0} : End();
      AddMark(InputMark::Kind::kNowhere, item, {at, {at.line, lines_[at.line].size()}},
              "error: this line is not empty");
      return failure;
    }
    for (size_t i = 0; i < check.count; ++i) {
      std::optional<Match> found = Find(item, from, to);
      if (!found) {
        return NotFound(
            item, from, to,
            check.kind == Kind::kCount ? fmt::format(" ({} of {})", i + 1, check.count) : "");
      }
      if (i == 0) match->begin = found->begin;
      match->end = found->end;
      if (check.kind != Kind::kNext && check.kind != Kind::kSame) {
        AddMark(InputMark::Kind::kGood, item, *found);
      }
      from = check.kind == Kind::kCount ? found->end : from;
    }
    size_t below = match->begin.line - from.line;
    if (check.kind == Kind::kNext && below != 1) {
      CheckFailure failure =
          Failure(item, below == 0 ? "what was found is in the same line as the previous match"
                                   : "what was found is not in the line below the previous match");
      AddNote(&failure, "found here", *match);
      AddNote(&failure, "the previous match ends here", {from, from});
      if (below > 1) AddNext(&failure, from);
      AddMark(InputMark::Kind::kBad, item, *match, "error: match on wrong line");
      return failure;
    }
    if (check.kind == Kind::kSame && below != 0) {
      CheckFailure failure =
          Failure(item, "what was found is not in the line of the previous match");
      AddNote(&failure, "found here", *match);
      AddNote(&failure, "the previous match ends here", {from, from});
      AddMark(InputMark::Kind::kBad, item, *match, "error: match on wrong line");
      return failure;
    }
    if (check.kind == Kind::kNext || check.kind == Kind::kSame) {
      AddMark(InputMark::Kind::kGood, item, *match);
    }
    return std::nullopt;
  }

  CheckFailure Failure(const Item& item, std::string_view message) const {
    const CheckLine& check = *item.check;
    CheckFailure failure;
    failure.message = fmt::format("{}: {}", NameOf(check), message);
    failure.line = check.line;
    const std::string& line = file_.lines[check.line - 1];
    size_t begin = line.size() - check.text.size();
    failure.details = fmt::format("{}:{}:{}", file_.path, check.line,
                                  Marked(check.line, line, begin, line.size()));
    return failure;
  }

  void AddNote(CheckFailure* failure, std::string_view text, const Match& match) const {
    if (lines_.empty()) return;
    // A match that begins at the end of a line is shown in the next line.
    Match shown = match;
    if (shown.begin.line + 1 < lines_.size() &&
        shown.begin.column >= lines_[shown.begin.line].size() &&
        shown.begin.line == shown.end.line && shown.begin.column == shown.end.column &&
        text == kScanning) {
      shown = {{shown.begin.line + 1, 0}, {shown.begin.line + 1, 0}};
    }
    const Place begin = Original(shown.begin), end = Original(shown.end);
    failure->details += fmt::format(
        "\n{}:{}", text, Marked(begin.line + 1, originals_[begin.line], begin.column, end.column));
  }
  void AddNext(CheckFailure* failure, Place from) const {
    if (from.line + 1 < lines_.size()) {
      const std::string& line = lines_[from.line + 1];
      AddNote(failure, "the line below the previous match",
              {{from.line + 1, 0}, {from.line + 1, line.size()}});
    } else {
      failure->details += "\nthe previous match is in the last line";
    }
  }

  CheckFailure NotFound(const Item& item, Place from, Place to, std::string_view count) {
    CheckFailure failure = Failure(item, fmt::format("what is expected was not found{}", count));
    if (lines_.empty()) {
      failure.details += "\nthe text is empty";
      return failure;
    }
    AddNote(&failure, kScanning, {from, from});
    // As in a note, a search from the end of a line begins in the next line.
    const bool next = from.column >= lines_[from.line].size() && from.line < to.line;
    const Place begin = next ? Place{from.line + 1, 0} : from;
    AddMark(InputMark::Kind::kNowhere, item, {begin, to}, "error: no match found");
    if (item.pattern->has_variables()) {
      for (const auto& [name, value] : variables_) {
        if (item.pattern->text().find("[[" + name + "]]") == std::string::npos) continue;
        failure.details += fmt::format("\nwith {} equal to '{}'", name, value);
      }
    }
    AddSimilar(&failure, item, from);
    return failure;
  }

  // Adds the line that was probably meant.
  void AddSimilar(CheckFailure* failure, const Item& item, Place from) {
    std::string fixed = item.pattern->Fixed(variables_);
    std::string_view wanted = Stripped(fixed).substr(0, kComparedColumns);
    if (wanted.size() < 3) return;
    const size_t most = wanted.size() / 3;
    size_t best = most + 1, at = 0;
    for (size_t line = from.line; line < std::min(lines_.size(), from.line + kLinesAhead); ++line) {
      std::string_view text = lines_[line];
      if (line == from.line) text.remove_prefix(std::min(from.column, text.size()));
      size_t distance = DistanceWithin(wanted, text.substr(0, kComparedColumns));
      if (distance >= best) continue;
      best = distance;
      at = line;
    }
    if (best > most) return;
    const std::string& line = lines_[at];
    const Match meant = {{at, line.find_first_not_of(' ')}, {at, line.size()}};
    AddNote(failure, "possibly meant", meant);
    AddMark(InputMark::Kind::kPossible, item, meant, "possible intended match");
  }

  static constexpr std::string_view kScanning = "scanning from here";

  // The place in the text, which can have more blanks than `lines_`.
  Place Original(Place place) const {
    if (options_.strict_whitespace) return place;
    return {place.line, ColumnBefore(originals_[place.line], place.column)};
  }

  void AddMark(InputMark::Kind kind, const Item& item, const Match& match, const char* note = "") {
    if (lines_.empty()) return;
    static constexpr const char* kLabels[] = {"check", "next",  "same",  "not",
                                              "dag",   "label", "empty", "count"};
    marks_.push_back(
        {kind,
         fmt::format("{}:{}", kLabels[static_cast<size_t>(item.check->kind)], item.check->line),
         Original(match.begin), Original(match.end), note});
  }

  const TestFile& file_;
  const CheckOptions& options_;
  std::vector<std::string> originals_;
  // The same with single blanks, unless white space is strict.
  std::vector<std::string> lines_;
  std::vector<InputMark> marks_;
  std::vector<Item> items_;
  CheckVariables variables_;
};

std::optional<CheckFailure> CompareExactly(const TestFile& file, std::string_view text,
                                           const CheckOptions& options) {
  std::string expected = ExactText(file, options);
  if (text == expected) return std::nullopt;
  CheckFailure failure;
  failure.message = "the text differs from that of the check lines";
  for (const CheckLine& check : file.checks) {
    if (!HasPrefix(check, options)) continue;
    failure.line = check.line;
    break;
  }
  failure.details = "- expected, + found:\n" + ColoredDiff(LineDiff(expected, text));
  return failure;
}

}  // namespace

std::string ExactText(const TestFile& file, const CheckOptions& options) {
  std::string text;
  bool first = true;
  for (const CheckLine& check : file.checks) {
    if (!HasPrefix(check, options)) continue;
    bool fits = first ? check.kind == Kind::kPlain
                      : check.kind == Kind::kNext || check.kind == Kind::kEmpty;
    if (!fits) {
      throw TestFileError{fmt::format("with --exact there is one {}: and then {}-NEXT: or "
                                      "{}-EMPTY: for each line, not {}:",
                                      check.prefix, check.prefix, check.prefix, NameOf(check)),
                          check.line};
    }
    if (check.kind != Kind::kEmpty) text += check.text;
    text += '\n';
    first = false;
  }
  if (first) {
    throw TestFileError{
        fmt::format("there are no lines '// {}:'", fmt::join(options.prefixes, ":' or '// ")), 0};
  }
  return text;
}

std::optional<CheckFailure> CheckText(const TestFile& file, std::string_view text,
                                      const CheckOptions& options) {
  return options.exact ? CompareExactly(file, text, options) : Scan(file, text, options).Run();
}

}  // namespace passcope::tools
