// Regular expressions of the standard library, within the limits of its recursion.
#include "tools/regular_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

namespace passcope::tools {
namespace {

// libstdc++'s usual matcher recurses over the text. Its other matcher does not, but does not
// support back-references. The matcher of libc++ never recurses.
#ifdef __GLIBCXX__
constexpr auto kLinear = std::regex::ECMAScript | std::regex_constants::__polynomial;
#else
constexpr auto kLinear = std::regex::ECMAScript;
#endif

// The end of the character set that begins at `at`, after its bracket.
size_t EndOfSet(std::string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != ']'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

// The number of repetitions that the braces at `at` require, and the index of their end.
std::pair<size_t, size_t> Repetition(std::string_view text, size_t at) {
  size_t times = 1;
  for (++at; at < text.size() && text[at] != '}';) {
    size_t number = 0;
    auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (error == std::errc::result_out_of_range) number = kMaxRegexSize + 1;
    times = std::max(times, std::min(number, kMaxRegexSize + 1));
    at = std::max(at + 1, static_cast<size_t>(end - text.data()));
  }
  return {times, std::min(at + 1, text.size())};
}

// Refuses an expression that is too large. It does not find errors of syntax.
void CheckSize(std::string_view text) {
  if (text.size() > kMaxRegexSize) {
    throw RegexError{fmt::format("it has {} characters, more than {}", text.size(), kMaxRegexSize)};
  }
  // The sizes of each open group, from the outermost on, and of its last part.
  struct Group {
    size_t size = 0, last = 0;
  };
  std::vector<Group> open(1);
  auto add = [&](size_t size) {
    open.back().size += size;
    open.back().last = size;
  };
  for (size_t at = 0; at < text.size();) {
    switch (text[at]) {
      case '(':
        if (open.size() > kMaxRegexDepth) {
          throw RegexError{fmt::format("its groups are nested more than {} deep", kMaxRegexDepth)};
        }
        open.emplace_back();
        ++at;
        break;
      case ')':
        if (open.size() > 1) {
          size_t size = open.back().size + 1;
          open.pop_back();
          add(size);
        }
        ++at;
        break;
      case '[':
        add(1);
        at = EndOfSet(text, at);
        break;
      case '{': {
        auto [times, end] = Repetition(text, at);
        open.back().size += (times - 1) * open.back().last;
        open.back().last *= times;
        at = end;
        break;
      }
      case '*':
      case '+':
      case '?':
        // The library accepts braces after it, too.
        open.back().size += 1;
        open.back().last += 1;
        ++at;
        break;
      default:
        add(1);
        at += text[at] == '\\' ? 2 : 1;
    }
    if (open.back().size > kMaxRegexSize) {
      throw RegexError{
          fmt::format("with what its braces repeat it has more than {} characters", kMaxRegexSize)};
    }
  }
}

}  // namespace

std::regex ReadRegex(std::string_view text, RegexUse use) {
  CheckSize(text);
  auto flags = use == RegexUse::kBackReferences ? std::regex::ECMAScript : kLinear;
  if (use == RegexUse::kFilter) flags |= std::regex::nosubs;
  try {
    std::regex regex(text.begin(), text.end(), flags);
    if (regex.mark_count() <= kMaxRegexGroups) return regex;
    throw RegexError{
        fmt::format("it has {} groups, more than {}", regex.mark_count(), kMaxRegexGroups)};
  } catch (const std::regex_error& error) {
    throw RegexError{error.what()};
  }
}

}  // namespace passcope::tools
