#include "support/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "support/format.h"
#include "support/match_sequences.h"

namespace passcope {
namespace {

// "3,4" in the notation of diff: lines count from 1, and an empty range names the line before it.
std::string Range(size_t start, size_t count) {
  return count == 1 ? Format("{}", start + 1) : Format("{},{}", count ? start + 1 : start, count);
}

}  // namespace

Lines LinesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string HunksText(const std::vector<LineEdit>& edits, size_t context) {
  std::string text;
  size_t line_a = 0, line_b = 0;
  for (size_t i = 0; i < edits.size();) {
    // The next hunk begins `context` lines before the next change. It ends `context` lines after a
    // change that more than 2 * context unchanged lines follow.
    size_t change = i;
    while (change < edits.size() && edits[change].kind == ' ') ++change;
    if (change == edits.size()) break;
    size_t begin = change - std::min(change - i, context);
    line_a += begin - i, line_b += begin - i;
    size_t end = change, unchanged = 0;
    for (size_t at = change; at < edits.size() && unchanged <= 2 * context; ++at) {
      unchanged = edits[at].kind == ' ' ? unchanged + 1 : 0;
      if (unchanged == 0) end = at + 1;
    }
    end = std::min(end + context, edits.size());
    size_t count_a = 0, count_b = 0;
    std::string body;
    for (size_t at = begin; at < end; ++at) {
      count_a += edits[at].kind != '+';
      count_b += edits[at].kind != '-';
      body += edits[at].kind;
      body += edits[at].line;
      body += '\n';
    }
    text += Format("@@ -{} +{} @@\n", Range(line_a, count_a), Range(line_b, count_b)) + body;
    line_a += count_a, line_b += count_b;
    i = end;
  }
  return text;
}

std::string LineDiff(std::string_view before, std::string_view after, size_t context) {
  if (before == after) return {};
  const Lines a = LinesOf(before), b = LinesOf(after);
  std::unordered_map<std::string_view, uint32_t> numbers;
  auto numbered = [&numbers](const Lines& lines) {
    std::vector<uint32_t> all;
    all.reserve(lines.size());
    for (std::string_view line : lines) {
      all.push_back(numbers.emplace(line, static_cast<uint32_t>(numbers.size())).first->second);
    }
    return all;
  };
  std::vector<LineEdit> edits;
  size_t i = 0, k = 0;
  auto replace = [&](size_t x, size_t y) {
    while (i < x) edits.push_back({'-', a[i++]});
    while (k < y) edits.push_back({'+', b[k++]});
  };
  const std::vector<uint32_t> numbered_a = numbered(a), numbered_b = numbered(b);
  for (const auto& [x, y] : MatchSequences(numbered_a, numbered_b)) {
    replace(x, y);
    edits.push_back({' ', a[x]});
    ++i, ++k;
  }
  replace(a.size(), b.size());
  return HunksText(edits, context);
}

}  // namespace passcope
