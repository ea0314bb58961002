// Compares the first word of each comment with the directives.
#include "tools/filecheck/misspelled.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "support/edit_distance.h"

namespace passcope::tools {
namespace {

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return IsUpper(c) || IsLower(c); }
bool IsSeparator(char c) { return c == '-' || c == '_'; }
bool IsBlank(char c) { return c == ' ' || c == '\t'; }
bool IsWordPart(char c) { return IsLetter(c) || IsDigit(c) || IsSeparator(c); }

std::string_view WithoutBlanks(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

// Upper case without separators: "CHECKNOT" for "check_not". What is equal then was meant.
std::string Bare(std::string_view word) {
  std::string bare;
  for (char c : word) {
    if (!IsSeparator(c)) bare += IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return bare;
}

// The characters that keyboards and editors write for "-" and ":".
std::string Plain(std::string_view line) {
  static constexpr std::pair<std::string_view, char> kLookAlikes[] = {
      {"\u2010", '-'}, {"\u2011", '-'}, {"\u2012", '-'}, {"\u2013", '-'},
      {"\u2014", '-'}, {"\u2212", '-'}, {"\uFF1A", ':'}, {"\uFE55", ':'}};
  std::string plain;
  while (!line.empty()) {
    auto found = std::find_if(std::begin(kLookAlikes), std::end(kLookAlikes),
                              [&](const auto& row) { return line.starts_with(row.first); });
    bool special = found != std::end(kLookAlikes);
    plain += special ? found->second : line.front();
    line.remove_prefix(special ? found->first.size() : 1);
  }
  return plain;
}

// True if a text is more likely a pattern than the rest of a sentence.
bool LooksLikePattern(std::string_view text) {
  text = WithoutBlanks(text);
  if (text.empty()) return false;
  if (text.find("{{") != text.npos || text.find("[[") != text.npos) return true;
  std::string_view first = text.substr(0, text.find_first_of(" \t"));
  if (first.size() == text.size()) return true;
  for (std::string_view keyword : {"fn", "let", "def", "free_var"}) {
    if (first == keyword) return true;
  }
  // "%0", "@main", "add(%x", "nn.relu", "}": a word of a sentence has none of these inside.
  if (std::string_view("%@}#").find(first.front()) != std::string_view::npos) return true;
  while (first.ends_with('.') || first.ends_with(',') || first.ends_with(':')) {
    first.remove_suffix(1);
  }
  return first.substr(std::min<size_t>(1, first.size())).find_first_of("%@=;({[._/") !=
         std::string_view::npos;
}

// A directive and how it must be written.
struct Directive {
  std::string name;  // "CHECK-NEXT"; for -COUNT, "CHECK-COUNT-N".
  bool suffixed;     // True if a word with this name cannot be prose.
  bool check;        // A check line.
  bool count = false;
};

std::vector<Directive> DirectivesOf(const std::vector<std::string>& prefixes) {
  std::vector<Directive> all = {{"RUN", false, false}, {"XFAIL", false, false}};
  for (const std::string& prefix : prefixes) {
    all.push_back({prefix, false, true});
    for (const char* suffix : {"-NEXT", "-SAME", "-NOT", "-DAG", "-LABEL", "-EMPTY"}) {
      all.push_back({prefix + suffix, true, true});
    }
    all.push_back({prefix + "-COUNT-N", true, true, true});
    const bool standard = prefix == kDefaultPrefix;
    for (const char* name : {"REMARK", "ERROR", "REMARK-BELOW", "REMARK-NOT", "ERROR-BELOW"}) {
      const bool plain = std::string_view(name).find('-') == std::string_view::npos;
      all.push_back({standard ? name : prefix + "-" + name, !standard || !plain, false});
    }
  }
  return all;
}

// True for a RUN line or an XFAIL line, whose text is no comment.
bool IsSettled(std::string_view text) {
  text = WithoutBlanks(text);
  return text.starts_with("RUN:") || text.starts_with("XFAIL:") || text == "XFAIL";
}

// The largest number of slips in a word that was meant as the directive.
size_t MostSlips(const Directive& directive) {
  const size_t length = Bare(directive.name).size();
  // With two slips, most words of three letters are alike.
  const bool short_end = directive.name.ends_with("-NOT") || directive.name.ends_with("-DAG");
  return length < 3 ? 0 : length < 8 || short_end ? 1 : 2;
}

class Finder {
 public:
  Finder(const TestFile& file, const std::vector<std::string>& prefixes)
      : prefixes_(prefixes), directives_(DirectivesOf(prefixes)) {
    for (const RunLine& run : file.runs) has_run_ |= run.line > 0;
  }

  // What is wrong with a comment, or nothing. `text` begins after "//".
  std::optional<std::string> MistakeOf(std::string_view text) const {
    text = WithoutBlanks(text);
    size_t length = 0;
    while (length < text.size() && IsWordPart(text[length])) ++length;
    std::string_view word = text.substr(0, length), rest = text.substr(length);
    while (word.ends_with('-')) word.remove_suffix(1);
    if (Bare(word).empty()) return std::nullopt;
    const bool loud = std::none_of(word.begin(), word.end(), IsLower);
    const Directive* exact = FindExact(word);
    if (rest.starts_with('{')) return WrongModifier(exact, word, rest);
    const bool colon = WithoutBlanks(rest).starts_with(':');
    if (!colon) return WithoutColon(exact, word, rest, loud);
    std::string_view pattern = WithoutBlanks(rest).substr(1);
    if (exact) {
      if (!rest.starts_with(':') && (loud || exact->suffixed)) {
        return fmt::format("there is a blank between '{}' and its colon: write '{}:'", word, word);
      }
      // Other characters were written for "-" or ":".
      if (rest.starts_with(':')) {
        return fmt::format("'{}:' is written with other characters than '-' and ':'", word);
      }
      return std::nullopt;
    }
    if (std::optional<std::string> unread = Unread(word)) return unread;
    const Directive* near = FindNear(word, loud);
    if (!near) return loud || HasPrefix(word) ? UnknownSuffix(word) : std::nullopt;
    // The same letters in lower case can be prose: "check: this is not fused".
    if (!loud && !near->suffixed && !IsMeant(*near, pattern)) return std::nullopt;
    if (near->count && !IsDigit(word.back())) {
      return fmt::format("'{}:' needs a number: write '{}2:' for two matches", word,
                         near->name.substr(0, near->name.size() - 1));
    }
    return fmt::format("'{}:' is not a directive; did you mean '{}:'?", word, Written(*near, word));
  }

  // True for a directive in a comment that begins with "/*".
  bool IsDirective(std::string_view text) const {
    text = WithoutBlanks(text);
    size_t length = 0;
    while (length < text.size() && IsWordPart(text[length])) ++length;
    return FindExact(text.substr(0, length)) && text.substr(length).starts_with(':');
  }

 private:
  static bool IsCount(const Directive& directive, std::string_view word) {
    std::string_view head = std::string_view(directive.name).substr(0, directive.name.size() - 1);
    return directive.count && word.starts_with(head) && word.size() > head.size() &&
           std::all_of(word.begin() + static_cast<ptrdiff_t>(head.size()), word.end(), IsDigit);
  }

  const Directive* FindExact(std::string_view word) const {
    for (const Directive& each : directives_) {
      if (each.count ? IsCount(each, word) : each.name == word) return &each;
    }
    return nullptr;
  }

  // For a -COUNT line, the number becomes the N of its name.
  static std::string Compared(const Directive& directive, std::string_view word) {
    std::string bare = Bare(word);
    if (!directive.count) return bare;
    while (!bare.empty() && IsDigit(bare.back())) bare.pop_back();
    return bare + "N";
  }

  const Directive* FindNear(std::string_view word, bool loud) const {
    const Directive* best = nullptr;
    size_t fewest = 0;
    for (const Directive& each : directives_) {
      const std::string name = Bare(each.name), compared = Compared(each, word);
      const size_t slips = EditDistance(compared, name);
      size_t most = MostSlips(each);
      // A word of a sentence that is only similar was not meant.
      if (!HasSeparator(word)) most = std::min<size_t>(most, 1);
      if (!loud) most = each.suffixed && HasSeparator(word) ? std::min<size_t>(most, 1) : 0;
      // A short word must at least begin alike.
      if (name.size() < 4 && compared.front() != name.front()) continue;
      // "CHECK-COUNT:" has no number at all.
      if (slips > most || (best && slips >= fewest)) continue;
      best = &each;
      fewest = slips;
    }
    return best;
  }

  static bool HasSeparator(std::string_view word) {
    return std::any_of(word.begin(), word.end(), IsSeparator);
  }

  // True if a word in lower case is meant as a directive, by the text after it.
  static bool IsMeant(const Directive& near, std::string_view text) {
    if (near.check) return LooksLikePattern(text);
    text = WithoutBlanks(text);
    if (near.name == "REMARK") {
      return text.starts_with("missed ") || text.starts_with("passed ") ||
             text.starts_with("analysis ");
    }
    if (near.name == "RUN") {
      // Names of passes begin with a capital letter and have another one.
      auto end = std::find_if_not(text.begin(), text.end(), IsLetter);
      return std::count_if(text.begin(), end, IsUpper) > 1;
    }
    return near.name == "ERROR" && LooksLikePattern(text);
  }

  // The directive with the number of the word.
  static std::string Written(const Directive& near, std::string_view word) {
    if (!near.count) return near.name;
    size_t digits = word.size();
    while (digits > 0 && IsDigit(word[digits - 1])) --digits;
    return near.name.substr(0, near.name.size() - 1) + std::string(word.substr(digits));
  }

  bool HasPrefix(std::string_view word) const {
    return std::any_of(prefixes_.begin(), prefixes_.end(), [&](const std::string& prefix) {
      return word.size() > prefix.size() + 1 && word.starts_with(prefix) &&
             IsSeparator(word[prefix.size()]);
    });
  }

  // "CHECK-BEFORE:" or, without a RUN line for it, "CHECK-O3:".
  std::optional<std::string> UnknownSuffix(std::string_view word) const {
    if (!HasPrefix(word) || std::any_of(word.begin(), word.end(), IsLower)) return std::nullopt;
    return fmt::format(
        "'{}:' is not a directive, and no RUN line has it as a --check-prefix; directives end in "
        "-NEXT, -SAME, -NOT, -DAG, -LABEL, -EMPTY or -COUNT-n",
        word);
  }

  // A check line, REMARK or ERROR line whose prefix no RUN line has.
  std::optional<std::string> Unread(std::string_view word) const {
    if (!has_run_) return std::nullopt;
    std::string prefix;
    for (const Directive& each : DirectivesOf({kDefaultPrefix})) {
      if (each.name == "RUN" || each.name == "XFAIL") continue;
      if (each.count ? IsCount(each, word) : each.name == word) prefix = kDefaultPrefix;
      const std::string ending = "-" + each.name;
      if (!each.check && word.ends_with(ending)) {
        prefix = word.substr(0, word.size() - ending.size());
      }
    }
    if (prefix.empty() || std::find(prefixes_.begin(), prefixes_.end(), prefix) != prefixes_.end())
      return std::nullopt;
    return fmt::format("no RUN line reads '{}:': their prefixes are {}", word,
                       fmt::join(prefixes_, ", "));
  }

  std::optional<std::string> WithoutColon(const Directive* exact, std::string_view word,
                                          std::string_view rest, bool loud) const {
    const bool ends = rest.empty() || IsBlank(rest.front()) || rest.front() == ';';
    if (!ends || (!loud && !HasPrefix(word))) return std::nullopt;
    const Directive* near = exact ? exact : FindNear(word, loud);
    if (!near) return std::nullopt;
    if (rest.starts_with(';')) rest.remove_prefix(1);
    // A number is no part of prose.
    const bool counts = near->count && IsDigit(word.back());
    const bool alone = WithoutBlanks(rest).empty() && near->suffixed;
    const bool pattern = near->suffixed ? LooksLikePattern(rest) : exact && IsMeant(*near, rest);
    // One word after CHECK can be prose: "CHECK lines".
    std::string_view text = WithoutBlanks(rest);
    const bool plain = std::all_of(text.begin(), text.end(), IsLetter);
    if (!counts && !alone && (!pattern || (plain && !near->suffixed))) return std::nullopt;
    return fmt::format("'{}' has no colon; did you mean '{}:'?", word, Written(*near, word));
  }

  // "{literal}" or "{LITERAL}-NEXT".
  static std::optional<std::string> WrongModifier(const Directive* exact, std::string_view word,
                                                  std::string_view rest) {
    const size_t close = rest.find('}');
    if (!exact || !exact->check || close == rest.npos) return std::nullopt;
    std::string_view after = rest.substr(close + 1);
    const size_t end = std::min(after.find(':'), after.size());
    if (end == after.size() ||
        !std::all_of(after.begin(), after.begin() + static_cast<ptrdiff_t>(end), IsWordPart)) {
      return std::nullopt;
    }
    return fmt::format("'{}{}:' is not a directive; did you mean '{}{}{{LITERAL}}:'?", word,
                       rest.substr(0, close + 1 + end), word, after.substr(0, end));
  }

  const std::vector<std::string>& prefixes_;
  std::vector<Directive> directives_;
  bool has_run_ = false;
};

}  // namespace

void CheckDirectives(const TestFile& file, const std::vector<std::string>& prefixes) {
  Finder finder(file, prefixes);
  // Where the directive of a line begins: only the text before it can have another one.
  std::vector<size_t> ends;
  for (const std::string& line : file.lines) ends.push_back(line.size());
  for (const CheckLine& check : file.checks) ends[check.line - 1] = check.comment;
  for (const ExpectLine& line : file.expected) {
    size_t& end = ends[line.line - 1];
    const bool read = std::find(prefixes.begin(), prefixes.end(), line.prefix) != prefixes.end();
    if (read) end = std::min(end, line.comment);
  }
  TestFileError first;
  for (size_t i = 0; i < file.lines.size(); ++i) {
    // A metadata section ends the program.
    if (file.lines[i] == "#[metadata]") break;
    const std::string line = Plain(std::string_view(file.lines[i]).substr(0, ends[i]));
    std::optional<std::string> mistake;
    for (size_t at = line.find('/'); at != line.npos && !mistake; at = line.find('/', at + 1)) {
      std::string_view text = std::string_view(line).substr(at + 1);
      if (text.starts_with('/')) {
        text.remove_prefix(1);
        if (IsSettled(text)) break;
        mistake = finder.MistakeOf(text);
      } else if (text.starts_with('*') && finder.IsDirective(text.substr(1))) {
        mistake = "a directive is a comment that begins with '//', not with '/*'";
      }
    }
    if (!mistake) continue;
    if (first.line == 0) {
      first = {std::move(*mistake), i + 1};
    } else {
      first.message += fmt::format("; line {}: {}", i + 1, *mistake);
    }
  }
  if (first.line > 0) throw first;
}

}  // namespace passcope::tools
