#include "tools/log_banner.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <regex>
#include <utility>

#include "recording/line_words.h"
#include "tools/arguments.h"
#include "tools/regular_expression.h"

namespace passcope::tools {
namespace {

// Only the start of longer lines is compared: matching takes the product of both lengths.
constexpr size_t kLongestLine = 4096;

constexpr std::array<std::string_view, 3> kGroups = {"phase", "pass", "unit"};

struct NamedRegex {
  std::regex regex;
  // The number of each group; 0 for a missing one.
  std::array<size_t, kGroups.size()> groups = {};
  std::string literal;
};

// The library has no names for groups.
NamedRegex ReadNamed(const std::string& option, const std::string& text) {
  NamedRegex read;
  std::string plain;
  size_t count = 0;
  bool in_set = false;
  for (size_t at = 0; at < text.size(); ++at) {
    plain += text[at];
    if (text[at] == '\\' && at + 1 < text.size()) {
      plain += text[++at];
    } else if (in_set) {
      in_set = text[at] != ']';
    } else if (text[at] == '[') {
      in_set = true;
    } else if (text[at] == '(') {
      if (text.compare(at + 1, 1, "?") != 0) {
        ++count;
        continue;
      }
      size_t name = at + 2;
      if (text.compare(name, 1, "P") == 0) ++name;
      const size_t end = text.find('>', name);
      const bool look = text.compare(name + 1, 1, "=") == 0 || text.compare(name + 1, 1, "!") == 0;
      if (text.compare(name, 1, "<") != 0 || look || end == std::string::npos) continue;
      ++count;
      const std::string_view group = std::string_view(text).substr(name + 1, end - name - 1);
      for (size_t i = 0; i < kGroups.size(); ++i) {
        if (group == kGroups[i]) read.groups[i] = count;
      }
      at = end;
    }
  }
  try {
    read.regex = ReadRegex(plain, RegexUse::kGroups);
  } catch (const RegexError& error) {
    throw UsageError(
        fmt::format("--{} '{}' is not a regular expression: {}", option, text, error.message));
  }
  read.literal = LiteralIn(plain);
  return read;
}

bool Has(std::string_view line, const std::string& literal) {
  return literal.empty() || recording::Contains(line, literal);
}

}  // namespace

std::string LiteralIn(std::string_view expression) {
  std::string longest, current;
  auto cut = [&] {
    if (current.size() > longest.size()) longest = current;
    current.clear();
  };
  int depth = 0;
  bool in_set = false;
  for (size_t at = 0; at < expression.size(); ++at) {
    const char c = expression[at];
    if (in_set) {
      if (c == '\\') ++at;
      in_set = c != ']';
      continue;
    }
    std::string_view literal = expression.substr(at, 1);
    if (c == '\\') {
      literal = expression.substr(++at, 1);
      // "\d", "\n" and the like are not their letters.
      if (literal.empty() || recording::IsWordChar(literal[0])) literal = {};
    } else if (recording::Contains("^$.*+?()[]{}|", literal)) {
      if (c == '|' && depth == 0) return {};
      literal = {};
    }
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    in_set = c == '[';
    if (literal.empty() || depth > 0) {
      cut();
      if (c == '{') at = std::min(expression.find('}', at), expression.size());
      continue;
    }
    // A character that may be missing or be repeated.
    const std::string_view next = expression.substr(at + 1, 1);
    if (!next.empty() && recording::Contains("*+?{", next)) {
      cut();
      continue;
    }
    current += literal;
  }
  cut();
  return longest;
}

recording::CustomBanner ReadBannerExpression(const std::string& text) {
  const auto read = std::make_shared<NamedRegex>(ReadNamed("banner", text));
  if (read->groups[1] == 0) throw UsageError("--banner needs a group (?<pass>…)");
  return [read](std::string_view line) -> std::optional<recording::Banner> {
    line = line.substr(0, kLongestLine);
    std::match_results<std::string_view::const_iterator> match;
    if (!Has(line, read->literal) ||
        !std::regex_search(line.begin(), line.end(), match, read->regex)) {
      return std::nullopt;
    }
    auto group = [&](size_t i) -> std::string_view {
      const auto& part = match[read->groups[i]];
      if (read->groups[i] == 0 || !part.matched) return {};
      return line.substr(static_cast<size_t>(part.first - line.begin()),
                         static_cast<size_t>(part.length()));
    };
    recording::Banner banner;
    banner.format = recording::Format::kCustom;
    banner.phase = recording::PhaseOfWord(group(0)).value_or(recording::Phase::kAfter);
    banner.name = group(1);
    banner.unit = group(2);
    return banner;
  };
}

recording::CountMatches ReadSearchExpression(const std::string& text) {
  auto read = std::make_shared<NamedRegex>(ReadNamed("search", text));
  if (read->literal == text) return recording::CountLinesWith(text);
  return [read](std::string_view section) {
    uint32_t count = 0;
    // Without the literal, no line of the section can match.
    if (!Has(section, read->literal)) return count;
    while (!section.empty()) {
      const std::string_view line =
          recording::TrimEnd(recording::TakeLine(&section)).substr(0, kLongestLine);
      count += Has(line, read->literal) && std::regex_search(line.begin(), line.end(), read->regex);
    }
    return count;
  };
}

}  // namespace passcope::tools
