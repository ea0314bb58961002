// Regular expressions of the command line and of check lines.
#pragma once

#include <regex>
#include <string>
#include <string_view>

namespace passcope::tools {

// The error for a text that is not a regular expression or is too large.
struct RegexError {
  std::string message;
};

// The maximum size of an expression: its characters, counted as often as braces repeat them. The
// standard library recurses at least once for each, both when it compiles and when it matches.
inline constexpr size_t kMaxRegexSize = 8192;
// The maximum nesting of its groups.
inline constexpr size_t kMaxRegexDepth = 100;

// Compiles `text` as an expression of ECMAScript. With `back_references` it may use \1 and the
// like; matching then recurses over the line. Throws RegexError.
std::regex ReadRegex(std::string_view text, bool back_references = false);

}  // namespace passcope::tools
