// Patterns of check lines: text with {{regular expressions}} and [[variables]], as LLVM's FileCheck
// has them.
#pragma once

#include <map>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace passcope::tools {

// A test file that cannot be understood, with the line of it.
struct TestFileError {
  std::string message;
  size_t line = 0;  // From 1.
};

// Texts that patterns have matched, by the names of variables.
using CheckVariables = std::map<std::string, std::string, std::less<>>;

// Where a pattern matches in a line: bytes, the end exclusive.
struct LineMatch {
  size_t begin, end;
};

struct PatternOptions {
  bool literal = false;     // The text stands for itself.
  bool full_line = false;   // It has to match a whole line …
  bool same_space = false;  // … with the white space around it.
};

// What stands behind a directive.
class CheckPattern {
 public:
  // The notation:
  //
  //   text                  stands for itself
  //   {{regex}}             a regular expression of ECMAScript
  //   [[NAME:regex]]        the same, and NAME is what it matched
  //   [[NAME]]              what NAME is; a match in the same line counts
  //
  // "[[" that is not followed by a letter or "_" stands for itself, as in a list of lists. Numeric
  // variables (`[[#N]]`) are none of it. Throws TestFileError, with the line `line`.
  CheckPattern(std::string_view text, size_t line, PatternOptions options);

  // The first match in `line` at `from` or later, and what it gives variables. Throws TestFileError
  // for a variable that has no value, and for a line that is too long for a pattern that repeats
  // what it matched.
  std::optional<LineMatch> Find(std::string_view line, size_t from,
                                CheckVariables* variables) const;

  // As it was written.
  const std::string& text() const { return text_; }
  // What of it stands for itself; variables with their values.
  std::string Fixed(const CheckVariables& variables) const;
  bool has_variables() const { return has_variables_; }

 private:
  struct Piece {
    enum class Kind : uint8_t { kText, kRegex, kUse, kDefinition };
    Kind kind;
    std::string text;  // The text, the expression, or "" for a use.
    std::string name;
    size_t group = 0;  // kDefinition: its group. kUse: the group of the same pattern, or 0.
  };

  void Parse(std::string_view text);
  void AddText(std::string_view text);
  size_t AddRegex(std::string_view text, size_t at);
  size_t AddVariable(std::string_view text, size_t at);
  [[noreturn]] void Fail(std::string message) const;
  size_t CheckRegex(const std::string& regex) const;
  const std::string& ValueOf(const Piece& use, const CheckVariables& variables) const;
  std::regex Compile(const CheckVariables& variables) const;
  std::optional<LineMatch> FindText(std::string_view line, size_t from) const;

  std::string text_;
  size_t line_;
  PatternOptions options_;
  std::vector<Piece> pieces_;
  size_t groups_ = 0;
  bool has_variables_ = false;
  bool plain_ = true;                           // Text alone.
  bool repeats_ = false;                        // Whether it uses what it defines.
  bool depends_ = false;                        // Whether it uses what others have defined.
  mutable std::optional<std::regex> compiled_;  // Of a pattern that depends on none.
};

// A text as a pattern that matches it and nothing else.
std::string EscapedForCheck(std::string_view text);

}  // namespace passcope::tools
