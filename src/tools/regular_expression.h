// Regular expressions of the command line and of check lines.
#pragma once

#include <cstdint>
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

// The maximum number of its groups if they can be asked for. The matcher copies the places of all
// groups at each step.
inline constexpr size_t kMaxRegexGroups = 100;

enum class RegexUse : uint8_t {
  kFilter,          // Only whether it matches.
  kGroups,          // Also where its groups match.
  kBackReferences,  // Also \1 and the like; matching recurses over the line.
};
// Compiles `text` as an expression of ECMAScript. Throws RegexError.
std::regex ReadRegex(std::string_view text, RegexUse use);

}  // namespace passcope::tools
