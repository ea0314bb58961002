// Regular expressions of the command line and of check lines.
#pragma once

#include <regex>
#include <string>
#include <string_view>

namespace passcope::tools {

// Not a regular expression, or one that is too large.
struct RegexError {
  std::string message;
};

// How many characters an expression may have, each as often as braces repeat it: the standard
// library calls itself once and more for each, when it reads an expression and when it looks for
// one.
inline constexpr size_t kMaxRegexSize = 8192;
// How deep its groups may be nested.
inline constexpr size_t kMaxRegexDepth = 100;

// `text` as an expression of ECMAScript. With `back_references` it may use \1 and the like; looking
// for it then recurses over the line. Throws RegexError.
std::regex ReadRegex(std::string_view text, bool back_references = false);

}  // namespace passcope::tools
