#include "support/match_sequences.h"

#include <algorithm>
#include <unordered_map>

namespace passcope {
namespace {

// Memory and time grow with its square.
constexpr int64_t kMaxEdits = 2000;

using Elements = std::span<const uint32_t>;

// By number of edits: how far diagonal k = x - y reaches, k from -d to d.
using Reaches = std::vector<std::vector<int32_t>>;

int32_t At(const std::vector<int32_t>& row, int64_t k) {
  return row[static_cast<size_t>(k + static_cast<int64_t>(row.size() / 2))];
}

// Whether the furthest path on diagonal k of `d` edits comes from the one above.
bool ComesDown(const std::vector<int32_t>& last, int64_t d, int64_t k) {
  return k == -d || (k != d && At(last, k - 1) < At(last, k + 1));
}

// The number of edits; below 0 when there are too many.
int64_t Search(Elements a, Elements b, Reaches* reached) {
  const auto n = static_cast<int64_t>(a.size()), m = static_cast<int64_t>(b.size());
  const int64_t most = std::min(n + m, kMaxEdits);
  for (int64_t d = 0; d <= most; ++d) {
    std::vector<int32_t> row(static_cast<size_t>(2 * d + 1), -1);
    bool done = false;
    for (int64_t k = -d; k <= d; k += 2) {
      int64_t x = 0;
      if (d > 0) {
        const std::vector<int32_t>& last = reached->back();
        x = ComesDown(last, d, k) ? At(last, k + 1) : At(last, k - 1) + 1;
      }
      int64_t y = x - k;
      while (x < n && y < m && a[static_cast<size_t>(x)] == b[static_cast<size_t>(y)]) ++x, ++y;
      row[static_cast<size_t>(k + d)] = static_cast<int32_t>(x);
      done = done || (x >= n && y >= m);
    }
    reached->push_back(std::move(row));
    if (done) return d;
  }
  return -1;
}

IndexPairs Shortest(Elements a, Elements b) {
  if (a.empty() || b.empty()) return {};
  Reaches reached;
  IndexPairs pairs;
  int64_t x = static_cast<int64_t>(a.size()), y = static_cast<int64_t>(b.size());
  // Backwards along the furthest reaching paths.
  for (int64_t d = Search(a, b, &reached); d >= 0; --d) {
    const int64_t k = x - y;
    int64_t start = 0, next = 0;
    if (d > 0) {
      const std::vector<int32_t>& last = reached[static_cast<size_t>(d - 1)];
      const bool down = ComesDown(last, d, k);
      next = At(last, down ? k + 1 : k - 1);
      start = down ? next : next + 1;
      for (; x > start; --x, --y) pairs.emplace_back(x - 1, y - 1);
      y = next - (down ? k + 1 : k - 1);
      x = next;
    } else {
      for (; x > 0; --x, --y) pairs.emplace_back(x - 1, y - 1);
    }
  }
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

// Indices from `begin` to `end` of the elements that the other side has, too.
std::vector<uint32_t> Shared(Elements all, Elements other) {
  std::vector<uint32_t> sorted(other.begin(), other.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<uint32_t> indices;
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (std::binary_search(sorted.begin(), sorted.end(), all[i])) indices.push_back(i);
  }
  return indices;
}

std::vector<uint32_t> Picked(Elements all, const std::vector<uint32_t>& indices) {
  std::vector<uint32_t> picked;
  picked.reserve(indices.size());
  for (uint32_t i : indices) picked.push_back(all[i]);
  return picked;
}

// Of the elements that each side has once, where they stand.
IndexPairs UniqueInBoth(Elements a, Elements b) {
  struct Places {
    uint32_t in_a = 0, in_b = 0;
    uint32_t count_a = 0, count_b = 0;
  };
  std::unordered_map<uint32_t, Places> places;
  for (uint32_t i = 0; i < b.size(); ++i) {
    Places& of = places[b[i]];
    of.in_b = i;
    ++of.count_b;
  }
  for (uint32_t i = 0; i < a.size(); ++i) {
    auto of = places.find(a[i]);
    if (of == places.end()) continue;
    of->second.in_a = i;
    ++of->second.count_a;
  }
  IndexPairs pairs;
  for (uint32_t i = 0; i < a.size(); ++i) {
    auto of = places.find(a[i]);
    if (of == places.end() || of->second.count_a != 1 || of->second.count_b != 1) continue;
    pairs.emplace_back(i, of->second.in_b);
  }
  return pairs;
}

// Calls `between` with the stretches between the pairs, and `at` with the pairs, in their order.
template <class Between, class AtPair>
void Walk(const IndexPairs& pairs, size_t size_a, size_t size_b, Between between, AtPair at) {
  uint32_t a = 0, b = 0;
  for (const auto& [x, y] : pairs) {
    between(a, x, b, y);
    at(x, y);
    a = x + 1;
    b = y + 1;
  }
  between(a, static_cast<uint32_t>(size_a), b, static_cast<uint32_t>(size_b));
}

// The pairs found by `match` in a stretch, as those of the whole.
template <class Match>
void MatchStretch(Elements a, Elements b, uint32_t from_a, uint32_t to_a, uint32_t from_b,
                  uint32_t to_b, IndexPairs* all, Match match) {
  if (from_a >= to_a || from_b >= to_b) return;
  for (const auto& [x, y] :
       match(a.subspan(from_a, to_a - from_a), b.subspan(from_b, to_b - from_b))) {
    all->emplace_back(from_a + x, from_b + y);
  }
}

IndexPairs MatchAnchored(Elements a, Elements b) {
  IndexPairs all;
  Walk(
      InOrder(UniqueInBoth(a, b)), a.size(), b.size(),
      [&](uint32_t from_a, uint32_t to_a, uint32_t from_b, uint32_t to_b) {
        MatchStretch(a, b, from_a, to_a, from_b, to_b, &all, MatchSequences);
      },
      [&](uint32_t x, uint32_t y) { all.emplace_back(x, y); });
  return all;
}

}  // namespace

IndexPairs MatchSequences(Elements a, Elements b) {
  size_t head = 0, tail = 0;
  const size_t shorter = std::min(a.size(), b.size());
  while (head < shorter && a[head] == b[head]) ++head;
  while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  IndexPairs pairs;
  auto add = [&pairs](size_t x, size_t y) {
    pairs.emplace_back(static_cast<uint32_t>(x), static_cast<uint32_t>(y));
  };
  for (size_t i = 0; i < head; ++i) add(i, i);
  // What one side alone has matches nothing; without it the search is shorter.
  const Elements middle_a = a.subspan(head, a.size() - tail - head);
  const Elements middle_b = b.subspan(head, b.size() - tail - head);
  const std::vector<uint32_t> in_a = Shared(middle_a, middle_b), in_b = Shared(middle_b, middle_a);
  for (const auto& [x, y] : Shortest(Picked(middle_a, in_a), Picked(middle_b, in_b))) {
    add(head + in_a[x], head + in_b[y]);
  }
  for (size_t i = tail; i > 0; --i) add(a.size() - i, b.size() - i);
  return pairs;
}

IndexPairs MatchBetween(const IndexPairs& known, Elements a, Elements b) {
  IndexPairs all;
  Walk(
      known, a.size(), b.size(),
      [&](uint32_t from_a, uint32_t to_a, uint32_t from_b, uint32_t to_b) {
        MatchStretch(a, b, from_a, to_a, from_b, to_b, &all, MatchAnchored);
      },
      [&](uint32_t x, uint32_t y) { all.emplace_back(x, y); });
  return all;
}

IndexPairs InOrder(const IndexPairs& pairs) {
  // Patience sorting. By length of a rising part: the pair that ends the one with the lowest end;
  // and by pair, from 1, the one before it.
  std::vector<uint32_t> ends, before;
  before.reserve(pairs.size());
  for (uint32_t i = 0; i < pairs.size(); ++i) {
    auto place = std::lower_bound(
        ends.begin(), ends.end(), pairs[i].second,
        [&pairs](uint32_t end, uint32_t right) { return pairs[end].second < right; });
    before.push_back(place == ends.begin() ? 0 : *(place - 1) + 1);
    if (place == ends.end()) {
      ends.push_back(i);
    } else {
      *place = i;
    }
  }
  IndexPairs rising;
  if (!ends.empty()) {
    for (uint32_t next = ends.back() + 1; next != 0; next = before[next - 1]) {
      rising.push_back(pairs[next - 1]);
    }
  }
  std::reverse(rising.begin(), rising.end());
  return rising;
}

}  // namespace passcope
