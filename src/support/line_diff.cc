// Myers' algorithm.
#include "support/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/format.h"

namespace passcope {
namespace {

// Memory and time grow with its square.
constexpr int64_t kMaxEdits = 2000;

using Lines = std::vector<std::string_view>;

Lines Split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

struct Edit {
  char kind;  // ' ', '-' or '+'.
  std::string_view line;
};

// Appends the edits from `a` to `b`; false when there are too many.
bool Shortest(const Lines& a, const Lines& b, std::vector<Edit>* edits) {
  auto n = static_cast<int64_t>(a.size()), m = static_cast<int64_t>(b.size());
  int64_t most = std::min(n + m, kMaxEdits);
  // Of each number of edits: how far diagonal k = x - y reaches, k from -d to d.
  std::vector<std::vector<int64_t>> reached;
  auto at = [](const std::vector<int64_t>& row, int64_t k) {
    return row[static_cast<size_t>(k + static_cast<int64_t>(row.size() / 2))];
  };
  int64_t found = -1;
  for (int64_t d = 0; d <= most && found < 0; ++d) {
    std::vector<int64_t> row(static_cast<size_t>(2 * d + 1), -1);
    for (int64_t k = -d; k <= d; k += 2) {
      int64_t x = 0;
      if (d > 0) {
        const std::vector<int64_t>& last = reached.back();
        bool down = k == -d || (k != d && at(last, k - 1) < at(last, k + 1));
        x = down ? at(last, k + 1) : at(last, k - 1) + 1;
      }
      int64_t y = x - k;
      while (x < n && y < m && a[static_cast<size_t>(x)] == b[static_cast<size_t>(y)]) ++x, ++y;
      row[static_cast<size_t>(k + d)] = x;
      if (x >= n && y >= m) found = d;
    }
    reached.push_back(std::move(row));
  }
  if (found < 0) return false;
  // Backwards along the furthest reaching paths.
  std::vector<Edit> back;
  int64_t x = n, y = m;
  for (int64_t d = found; d >= 0; --d) {
    int64_t k = x - y, from = 0;
    bool down = false;
    if (d > 0) {
      const std::vector<int64_t>& last = reached[static_cast<size_t>(d - 1)];
      down = k == -d || (k != d && at(last, k - 1) < at(last, k + 1));
      from = at(last, down ? k + 1 : k - 1);
    }
    int64_t start = d == 0 ? 0 : down ? from : from + 1;
    while (x > start) {
      back.push_back({' ', a[static_cast<size_t>(x - 1)]});
      --x, --y;
    }
    if (d == 0) break;
    if (down) {
      back.push_back({'+', b[static_cast<size_t>(--y)]});
    } else {
      back.push_back({'-', a[static_cast<size_t>(--x)]});
    }
  }
  edits->insert(edits->end(), back.rbegin(), back.rend());
  return true;
}

// "3,4", as diff counts: from 1, and the line before when there are none.
std::string Range(size_t start, size_t count) {
  return count == 1 ? Format("{}", start + 1) : Format("{},{}", count ? start + 1 : start, count);
}

}  // namespace

std::string LineDiff(std::string_view before, std::string_view after, size_t context) {
  if (before == after) return {};
  Lines a = Split(before), b = Split(after);
  size_t head = 0, tail = 0;
  size_t shorter = std::min(a.size(), b.size());
  while (head < shorter && a[head] == b[head]) ++head;
  while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  std::vector<Edit> edits;
  for (size_t i = 0; i < head; ++i) edits.push_back({' ', a[i]});
  Lines middle_a(a.begin() + static_cast<int64_t>(head), a.end() - static_cast<int64_t>(tail));
  Lines middle_b(b.begin() + static_cast<int64_t>(head), b.end() - static_cast<int64_t>(tail));
  if (!Shortest(middle_a, middle_b, &edits)) {
    for (std::string_view line : middle_a) edits.push_back({'-', line});
    for (std::string_view line : middle_b) edits.push_back({'+', line});
  }
  for (size_t i = a.size() - tail; i < a.size(); ++i) edits.push_back({' ', a[i]});

  std::string text;
  size_t line_a = 0, line_b = 0;
  for (size_t i = 0; i < edits.size();) {
    // The next hunk begins `context` lines before the next change and ends behind the last one that
    // is followed by as many unchanged lines twice.
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

}  // namespace passcope
