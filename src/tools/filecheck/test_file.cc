// Reads test files.
#include "tools/filecheck/test_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace passcope::tools {
namespace {

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool IsDirectivePart(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

// A word after "//" and the character that ends it: "CHECK-NEXT" and ':', "XFAIL" and nothing.
struct Word {
  size_t comment;         // The index of the "//".
  std::string_view word;  // Empty if there is none.
  std::string_view rest;  // From the character that ends the word.
};

// The first comment of a line that is a word, or that begins with a word and ":" or "{".
Word FindWord(std::string_view line, size_t from = 0) {
  size_t at = line.find("//", from);
  for (; at != line.npos; at = line.find("//", at + 1)) {
    size_t begin = at + 2;
    while (begin < line.size() && (line[begin] == ' ' || line[begin] == '\t')) ++begin;
    size_t end = begin;
    while (end < line.size() && IsDirectivePart(line[end])) ++end;
    if (end == begin) continue;
    std::string_view rest = line.substr(end);
    if (rest.empty() || rest[0] == ':' || rest[0] == '{' || Trimmed(rest).empty()) {
      return {at, line.substr(begin, end - begin), rest};
    }
  }
  return {line.npos, {}, {}};
}

// Finds "A" in "A-REMARK", and "CHECK" for "REMARK".
bool SplitPrefix(std::string_view word, std::string_view name, std::string* prefix) {
  if (word == name) {
    *prefix = kDefaultPrefix;
    return true;
  }
  if (word.size() <= name.size() + 1 || !word.ends_with(name) ||
      word[word.size() - name.size() - 1] != '-') {
    return false;
  }
  *prefix = word.substr(0, word.size() - name.size() - 1);
  return true;
}

// Reads the kind after the prefix of a check line. Returns false if it is not a kind.
bool ReadKind(std::string_view suffix, CheckLine* check, size_t line) {
  using Kind = CheckLine::Kind;
  static constexpr std::pair<std::string_view, Kind> kKinds[] = {
      {"", Kind::kPlain},   {"-NEXT", Kind::kNext},   {"-SAME", Kind::kSame},  {"-NOT", Kind::kNot},
      {"-DAG", Kind::kDag}, {"-LABEL", Kind::kLabel}, {"-EMPTY", Kind::kEmpty}};
  for (const auto& [name, kind] : kKinds) {
    if (suffix != name) continue;
    check->kind = kind;
    return true;
  }
  constexpr std::string_view kCount = "-COUNT-";
  if (!suffix.starts_with(kCount)) return false;
  std::string_view digits = suffix.substr(kCount.size());
  check->kind = Kind::kCount;
  check->count = 0;
  bool number =
      !digits.empty() && digits.size() <= 6 &&
      std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  for (char c : number ? digits : std::string_view()) {
    check->count = check->count * 10 + static_cast<size_t>(c - '0');
  }
  if (check->count == 0) {
    throw TestFileError{fmt::format("{}{} needs a positive number", check->prefix, suffix), line};
  }
  return true;
}

bool IsComment(std::string_view line) {
  line = Trimmed(line);
  return line.empty() || line.starts_with("//");
}

// Reads REMARK, ERROR and similar lines. Returns false for any other word.
bool ReadExpected(const Word& word, std::string_view text, size_t i, TestFile* file) {
  using Where = ExpectLine::Where;
  struct Row {
    std::string_view name;
    Where where;
    bool error;
  };
  static constexpr Row kRows[] = {
      {"REMARK", Where::kAnywhere, false},    {"REMARK-BELOW", Where::kBelow, false},
      {"REMARK-NOT", Where::kNowhere, false}, {"ERROR", Where::kAnywhere, true},
      {"ERROR-BELOW", Where::kBelow, true},
  };
  for (const Row& row : kRows) {
    ExpectLine expect{row.where, row.error, {}, std::string(text), i + 1, word.comment};
    if (!SplitPrefix(word.word, row.name, &expect.prefix)) continue;
    if (row.where == Where::kBelow) {
      size_t below = i + 1;
      while (below < file->lines.size() && IsComment(file->lines[below])) ++below;
      if (below == file->lines.size()) {
        throw TestFileError{fmt::format("there is no line below this {}", row.name), i + 1};
      }
      expect.below = below + 1;
    }
    file->expected.push_back(std::move(expect));
    return true;
  }
  return false;
}

}  // namespace

TestFile ParseTestFile(std::string path, std::string_view text) {
  TestFile file;
  file.path = std::move(path);
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
      file.crlf = true;
    }
    file.lines.emplace_back(line);
  }
  bool continued = false;
  for (size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    bool was_continued = continued;
    continued = false;
    for (Word word = FindWord(line); !word.word.empty(); word = FindWord(line, word.comment + 2)) {
      bool colon = word.rest.starts_with(':');
      std::string_view rest = colon ? Trimmed(word.rest.substr(1)) : std::string_view();
      if (word.word == "RUN" && colon) {
        continued = rest.ends_with('\\');
        if (continued) rest = Trimmed(rest.substr(0, rest.size() - 1));
        if (was_continued) {
          file.runs.back().text += fmt::format(" {}", rest);
        } else {
          file.runs.push_back({std::string(rest), i + 1});
        }
        was_continued = false;
        break;
      }
      if (word.word == "XFAIL") {
        file.xfail = rest;
        break;
      }
      if (colon && ReadExpected(word, rest, i, &file)) break;
    }
    if (was_continued) {
      throw TestFileError{"the RUN line above ends in '\\', and this is none", i + 1};
    }
  }
  if (continued) {
    throw TestFileError{"the last line is a RUN line that ends in '\\'", file.lines.size()};
  }
  return file;
}

void ReadCheckLines(TestFile* file, const std::vector<std::string>& prefixes) {
  for (size_t i = 0; i < file->lines.size(); ++i) {
    for (Word word = FindWord(file->lines[i]); !word.word.empty();
         word = FindWord(file->lines[i], word.comment + 2)) {
      CheckLine check;
      check.line = i + 1;
      check.comment = word.comment;
      std::string_view rest = word.rest;
      if (rest.starts_with("{LITERAL}")) {
        check.literal = true;
        rest.remove_prefix(9);
      }
      if (!rest.starts_with(':')) continue;
      rest.remove_prefix(1);
      if (rest.starts_with(' ')) rest.remove_prefix(1);
      // The longest prefix that fits: A-NOT can be a prefix, too.
      const std::string* found = nullptr;
      for (const std::string& prefix : prefixes) {
        CheckLine tried = check;
        tried.prefix = prefix;
        if (!word.word.starts_with(prefix) || (found && found->size() >= prefix.size()) ||
            !ReadKind(word.word.substr(prefix.size()), &tried, i + 1)) {
          continue;
        }
        found = &prefix;
        check = tried;
      }
      if (!found) continue;
      check.text = rest;
      file->checks.push_back(std::move(check));
      break;
    }
  }
}

}  // namespace passcope::tools
