// Patterns of check lines: text with {{regular expressions}} and [[variables]], as in LLVM's
// FileCheck.
#pragma once

#include <map>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace passcope::tools {

// An error in a test file, with its line.
struct TestFileError {
  std::string message;
  size_t line = 0;  // From 1.
};

// Texts that patterns matched, by the names of variables.
using CheckVariables = std::map<std::string, std::string, std::less<>>;

// The place of a match in a line: bytes, the end exclusive.
struct LineMatch {
  size_t begin, end;
};

struct PatternOptions {
  bool literal = false;     // The text has no special characters.
  bool full_line = false;   // It must match a whole line …
  bool same_space = false;  // … with the white space around it.
};

// The pattern of a directive.
class CheckPattern {
 public:
  // The notation:
  //
  //   text                  that text
  //   {{regex}}             a regular expression of ECMAScript
  //   [[NAME:regex]]        the same; NAME becomes the matched text
  //   [[NAME]]              the value of NAME, which a match in the same line can set
  //
  // "[[" without a letter or "_" after it is plain text, as in a list of lists. Numeric variables
  // (`[[#N]]`) are not supported. Throws TestFileError, with the line `line`.
  CheckPattern(std::string_view text, size_t line, PatternOptions options);

  // The first match in `line` at `from` or later, and the values that it gives variables. Throws
  // TestFileError for a variable without a value. It also throws if the line is too long for a
  // pattern that repeats its own match.
  std::optional<LineMatch> Find(std::string_view line, size_t from,
                                CheckVariables* variables) const;

  // The pattern as it was written.
  const std::string& text() const { return text_; }
  // The plain text of the pattern, with the values of its variables.
  std::string Fixed(const CheckVariables& variables) const;
  bool has_variables() const { return has_variables_; }

 private:
  struct Piece {
    enum class Kind : uint8_t { kText, kRegex, kUse, kDefinition };
    Kind kind;
    std::string text;  // The text, the expression, or empty for a use.
    std::string name;
    size_t group = 0;  // kDefinition: its group. kUse: the group if this pattern defines it, or 0.
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
  bool plain_ = true;                           // Only text.
  bool repeats_ = false;                        // True if it uses a variable that it defines.
  bool depends_ = false;                        // True if it uses variables of other patterns.
  mutable std::optional<std::regex> compiled_;  // Only if depends_ is false.
};

// The pattern that matches exactly this text.
std::string EscapedForCheck(std::string_view text);

}  // namespace passcope::tools
