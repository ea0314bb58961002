// Patterns, implemented with regular expressions.
#include "tools/filecheck/pattern.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/regular_expression.h"

namespace passcope::tools {
namespace {

// The maximum length of a line for patterns with back-references.
constexpr size_t kMaxRepeatedLine = 4096;

bool IsNameStart(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }
bool IsNamePart(char c) { return IsNameStart(c) || (c >= '0' && c <= '9'); }

bool IsSpecial(char c) {
  return std::string_view("^$\\.*+?()[]{}|").find(c) != std::string_view::npos;
}

std::string EscapedForRegex(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (IsSpecial(c)) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// The only text that a regular expression matches, if that is obvious, as for {{\[\[}} and {{[{]}}.
std::optional<std::string> OnlyText(std::string_view regex) {
  std::string text;
  while (!regex.empty()) {
    char c = regex.front();
    size_t length = 1;
    if (c == '\\' && regex.size() > 1 && IsSpecial(regex[1])) {
      c = regex[1];
      length = 2;
    } else if (c == '[' && regex.size() > 2 && regex[2] == ']' && regex[1] != '^' &&
               regex[1] != '\\' && regex[1] != ']') {
      c = regex[1];
      length = 3;
    } else if (IsSpecial(c)) {
      return std::nullopt;
    }
    text += c;
    regex.remove_prefix(length);
  }
  return text;
}

// A text as messages quote it.
std::string ShownStart(std::string_view text) {
  constexpr size_t kShown = 60;
  if (text.size() <= kShown) return std::string(text);
  size_t end = kShown;
  // Do not cut a character in two.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace

CheckPattern::CheckPattern(std::string_view text, size_t line, PatternOptions options)
    : text_(text), line_(line), options_(options) {
  if (options.literal) {
    pieces_.push_back({Piece::Kind::kText, text_, {}});
  } else {
    Parse(text);
  }
  for (const Piece& piece : pieces_) {
    if (piece.kind != Piece::Kind::kText) plain_ = false;
    if (piece.kind == Piece::Kind::kUse) (piece.group > 0 ? repeats_ : depends_) = true;
    if (!piece.name.empty()) has_variables_ = true;
  }
}

void CheckPattern::Fail(std::string message) const {
  throw TestFileError{std::move(message), line_};
}

void CheckPattern::AddText(std::string_view text) {
  if (pieces_.empty() || pieces_.back().kind != Piece::Kind::kText) {
    pieces_.push_back({Piece::Kind::kText, {}, {}});
  }
  pieces_.back().text += text;
}

void CheckPattern::Parse(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    if (text.substr(at, 2) == "{{") {
      at = AddRegex(text, at);
    } else if (text.substr(at, 2) == "[[" && at + 2 < text.size() &&
               (IsNameStart(text[at + 2]) || text[at + 2] == '$' || text[at + 2] == '#' ||
                text[at + 2] == '@')) {
      at = AddVariable(text, at);
    } else {
      AddText(text.substr(at, 1));
      ++at;
    }
  }
}

size_t CheckPattern::CheckRegex(const std::string& regex) const {
  try {
    return ReadRegex(regex, RegexUse::kGroups).mark_count();
  } catch (const RegexError& error) {
    Fail(fmt::format("'{}' is not a regular expression that can be read: {}", ShownStart(regex),
                     error.message));
  }
}

size_t CheckPattern::AddRegex(std::string_view text, size_t at) {
  size_t end = text.find("}}", at + 2);
  if (end == text.npos) Fail("'{{' begins a regular expression that no '}}' ends");
  // For example {{a{2}}}.
  while (end + 2 < text.size() && text[end + 2] == '}') ++end;
  std::string regex(text.substr(at + 2, end - at - 2));
  if (regex.empty()) Fail("a regular expression is empty: {{}}");
  if (std::optional<std::string> only = OnlyText(regex)) {
    AddText(*only);
    return end + 2;
  }
  size_t groups = CheckRegex(regex);
  pieces_.push_back({Piece::Kind::kRegex, std::move(regex), {}});
  groups_ += groups;
  return end + 2;
}

size_t CheckPattern::AddVariable(std::string_view text, size_t at) {
  size_t begin = at + 2;
  if (text[begin] == '#' || text[begin] == '@') {
    Fail("numeric variables and expressions, '[[#…]]' and '[[@…]]', cannot be used here");
  }
  size_t end = begin + (text[begin] == '$' ? 1 : 0);
  while (end < text.size() && IsNamePart(text[end])) ++end;
  std::string name(text.substr(begin, end - begin));
  if (text.substr(end, 2) == "]]") {
    size_t group = 0;
    for (const Piece& piece : pieces_) {
      if (piece.kind == Piece::Kind::kDefinition && piece.name == name) group = piece.group;
    }
    pieces_.push_back({Piece::Kind::kUse, {}, std::move(name), group});
    return end + 2;
  }
  if (end >= text.size() || text[end] != ':') {
    Fail(
        fmt::format("'[[{}' begins no variable: write [[NAME]] or [[NAME:regex]], or "
                    "{{{{\\[\\[}}}} for the brackets themselves",
                    name));
  }
  // Finds the brackets that close it, and skips those of character sets.
  size_t depth = 0, close = end + 1;
  for (;; ++close) {
    if (close + 1 >= text.size()) Fail(fmt::format("no ']]' ends the variable '{}'", name));
    if (text[close] == '\\') {
      ++close;
    } else if (depth == 0 && text.substr(close, 2) == "]]") {
      break;
    } else if (text[close] == '[') {
      ++depth;
    } else if (text[close] == ']' && depth > 0) {
      --depth;
    }
  }
  std::string regex(text.substr(end + 1, close - end - 1));
  if (regex.empty()) Fail(fmt::format("the regular expression of '{}' is empty", name));
  size_t groups = CheckRegex(regex);
  pieces_.push_back({Piece::Kind::kDefinition, std::move(regex), std::move(name), groups_ + 1});
  groups_ += groups + 1;
  return close + 2;
}

const std::string& CheckPattern::ValueOf(const Piece& use, const CheckVariables& variables) const {
  auto found = variables.find(use.name);
  if (found == variables.end()) {
    Fail(
        fmt::format("the variable '{}' has no value: no line before this one has matched "
                    "[[{}:regex]]",
                    use.name, use.name));
  }
  return found->second;
}

std::regex CheckPattern::Compile(const CheckVariables& variables) const {
  std::string regex;
  for (const Piece& piece : pieces_) {
    switch (piece.kind) {
      case Piece::Kind::kText:
        regex += EscapedForRegex(piece.text);
        break;
      case Piece::Kind::kRegex:
        regex += "(?:" + piece.text + ")";
        break;
      case Piece::Kind::kDefinition:
        regex += "(" + piece.text + ")";
        break;
      case Piece::Kind::kUse:
        // The next text must not become part of the number.
        regex += piece.group > 0 ? fmt::format("(?:\\{})", piece.group)
                                 : EscapedForRegex(ValueOf(piece, variables));
        break;
    }
  }
  if (options_.full_line) {
    const char* space = options_.same_space ? "" : " *";
    regex = fmt::format("^{}(?:{}){}$", space, regex, space);
  }
  try {
    return ReadRegex(regex, repeats_ ? RegexUse::kBackReferences : RegexUse::kGroups);
  } catch (const RegexError& error) {
    Fail(
        fmt::format("the pattern is not a regular expression that can be read: {}", error.message));
  }
}

std::optional<LineMatch> CheckPattern::FindText(std::string_view line, size_t from) const {
  std::string_view text = pieces_.empty() ? std::string_view() : pieces_.front().text;
  if (!options_.full_line) {
    size_t at = line.find(text, from);
    if (at == line.npos) return std::nullopt;
    return LineMatch{at, at + text.size()};
  }
  if (from > 0) return std::nullopt;
  std::string_view whole = line;
  if (!options_.same_space) {
    while (whole.starts_with(' ')) whole.remove_prefix(1);
    while (whole.ends_with(' ')) whole.remove_suffix(1);
  }
  if (whole != text) return std::nullopt;
  return LineMatch{0, line.size()};
}

std::optional<LineMatch> CheckPattern::Find(std::string_view line, size_t from,
                                            CheckVariables* variables) const {
  if (plain_) return FindText(line, from);
  // A quick check, because most lines lack some of the text.
  for (const Piece& piece : pieces_) {
    if (piece.kind == Piece::Kind::kText && line.find(piece.text, from) == line.npos) {
      return std::nullopt;
    }
    if (piece.kind == Piece::Kind::kUse && piece.group == 0 &&
        line.find(ValueOf(piece, *variables), from) == line.npos) {
      return std::nullopt;
    }
  }
  if (repeats_ && line.size() > kMaxRepeatedLine) {
    Fail(
        fmt::format("a line of {} bytes is too long for a pattern that uses the variable that it "
                    "defines",
                    line.size()));
  }
  if (!compiled_ || depends_) compiled_ = Compile(*variables);
  std::match_results<std::string_view::const_iterator> found;
  auto flags = std::regex_constants::match_default;
  if (from > 0) {
    flags |= std::regex_constants::match_prev_avail | std::regex_constants::match_not_bol;
  }
  try {
    if (!std::regex_search(line.begin() + static_cast<ptrdiff_t>(from), line.end(), found,
                           *compiled_, flags)) {
      return std::nullopt;
    }
  } catch (const std::regex_error& error) {
    Fail(fmt::format("the pattern cannot be matched: {}", error.what()));
  }
  for (const Piece& piece : pieces_) {
    if (piece.kind == Piece::Kind::kDefinition) (*variables)[piece.name] = found[piece.group].str();
  }
  size_t begin = from + static_cast<size_t>(found.position(0));
  return LineMatch{begin, begin + static_cast<size_t>(found.length(0))};
}

std::string CheckPattern::Fixed(const CheckVariables& variables) const {
  std::string fixed;
  for (const Piece& piece : pieces_) {
    if (piece.kind == Piece::Kind::kText) fixed += piece.text;
    if (piece.kind != Piece::Kind::kUse || piece.group > 0) continue;
    if (auto found = variables.find(piece.name); found != variables.end()) fixed += found->second;
  }
  return fixed;
}

std::string EscapedForCheck(std::string_view text) {
  std::string escaped;
  for (size_t at = 0; at < text.size(); ++at) {
    bool bracket = text.substr(at, 2) == "[[" && at + 2 < text.size() &&
                   (IsNameStart(text[at + 2]) || text[at + 2] == '$' || text[at + 2] == '#' ||
                    text[at + 2] == '@');
    if (bracket) {
      escaped += "{{\\[\\[}}";
      ++at;
    } else if (text.substr(at, 2) == "{{") {
      escaped += "{{[{][{]}}";
      ++at;
    } else {
      escaped += text[at];
    }
  }
  return escaped;
}

}  // namespace passcope::tools
