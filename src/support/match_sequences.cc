#include "support/match_sequences.h"

#include <algorithm>

namespace passcope {
namespace {

// Memory and time grow with its square.
constexpr int64_t kMaxEdits = 2000;

using Elements = std::span<const uint32_t>;

// A part of each of the two sequences.
struct Stretch {
  uint32_t a, end_a, b, end_b;
};

class Matcher {
 public:
  Matcher(Elements a, Elements b) : a_(a), b_(b) {
    uint32_t most = 0;
    for (uint32_t element : a) most = std::max(most, element);
    for (uint32_t element : b) most = std::max(most, element);
    counts_.resize(size_t{most} + 1);
  }

  void Match(Stretch of);
  // Adds the pairs, and between them the pairs that `match` finds there.
  void Around(const IndexPairs& pairs, Stretch of, void (Matcher::*match)(Stretch)) {
    for (const auto& [x, y] : pairs) {
      (this->*match)({of.a, x, of.b, y});
      Add(x, y);
      of.a = x + 1;
      of.b = y + 1;
    }
    (this->*match)(of);
  }
  void MatchAnchored(Stretch of) {
    if (of.a < of.end_a && of.b < of.end_b) Around(InOrder(UniqueInBoth(of)), of, &Matcher::Match);
  }
  Stretch All() const {
    return {0, static_cast<uint32_t>(a_.size()), 0, static_cast<uint32_t>(b_.size())};
  }
  IndexPairs Take() { return std::move(pairs_); }

 private:
  // The counts of an element in each part, and its last index in the second part.
  struct Counts {
    uint32_t a, b, at_b;
  };

  void Add(uint32_t x, uint32_t y) { pairs_.emplace_back(x, y); }
  void Count(Stretch of) {
    for (uint32_t x = of.a; x < of.end_a; ++x) counts_[a_[x]] = {};
    for (uint32_t y = of.b; y < of.end_b; ++y) counts_[b_[y]] = {};
    for (uint32_t x = of.a; x < of.end_a; ++x) ++counts_[a_[x]].a;
    for (uint32_t y = of.b; y < of.end_b; ++y) {
      Counts& counts = counts_[b_[y]];
      ++counts.b;
      counts.at_b = y;
    }
  }
  IndexPairs UniqueInBoth(Stretch of) {
    Count(of);
    IndexPairs unique;
    for (uint32_t x = of.a; x < of.end_a; ++x) {
      const Counts& counts = counts_[a_[x]];
      if (counts.a == 1 && counts.b == 1) unique.emplace_back(x, counts.at_b);
    }
    return unique;
  }
  void Shortest();
  // The furthest x on the diagonal k = x - y after d edits. k goes from -d to d in steps of two.
  int32_t& Reach(int64_t d, int64_t k) {
    return reaches_[static_cast<size_t>(d * (d + 1) / 2 + (k + d) / 2)];
  }
  // True if the furthest path on diagonal k with d edits comes from the diagonal above.
  bool ComesDown(int64_t d, int64_t k) {
    return k == -d || (k != d && Reach(d - 1, k - 1) < Reach(d - 1, k + 1));
  }
  // The x at which it came to the diagonal.
  int64_t Start(int64_t d, int64_t k) {
    if (d == 0) return 0;
    return ComesDown(d, k) ? Reach(d - 1, k + 1) : Reach(d - 1, k - 1) + 1;
  }

  const Elements a_, b_;
  std::vector<Counts> counts_;         // By element.
  std::vector<uint32_t> in_a_, in_b_;  // Indices of shared elements in the parts that are searched.
  std::vector<int32_t> reaches_;
  IndexPairs pairs_;
};

// For the shared elements.
void Matcher::Shortest() {
  const auto n = static_cast<int64_t>(in_a_.size()), m = static_cast<int64_t>(in_b_.size());
  if (n == 0 || m == 0) return;
  int64_t d = 0;
  reaches_.clear();
  for (bool done = false; !done; ++d) {
    if (d > kMaxEdits) return;
    reaches_.resize(reaches_.size() + static_cast<size_t>(d) + 1);
    for (int64_t k = -d; k <= d; k += 2) {
      int64_t x = Start(d, k);
      while (x < n && x - k < m &&
             a_[in_a_[static_cast<size_t>(x)]] == b_[in_b_[static_cast<size_t>(x - k)]]) {
        ++x;
      }
      Reach(d, k) = static_cast<int32_t>(x);
      done = done || (x >= n && x - k >= m);
    }
  }
  // Goes backwards along the paths that reach furthest.
  const auto first = static_cast<std::ptrdiff_t>(pairs_.size());
  int64_t x = n, k = n - m;
  while (--d >= 0) {
    for (const int64_t start = Start(d, k); x > start; --x) {
      Add(in_a_[static_cast<size_t>(x - 1)], in_b_[static_cast<size_t>(x - 1 - k)]);
    }
    if (d == 0) break;
    if (ComesDown(d, k)) {
      ++k;
    } else {
      --k;
      --x;
    }
  }
  std::reverse(pairs_.begin() + first, pairs_.end());
}

void Matcher::Match(Stretch of) {
  for (; of.a < of.end_a && of.b < of.end_b && a_[of.a] == b_[of.b]; ++of.a, ++of.b) {
    Add(of.a, of.b);
  }
  uint32_t tail = 0;
  for (; of.a < of.end_a && of.b < of.end_b && a_[of.end_a - 1] == b_[of.end_b - 1]; ++tail) {
    --of.end_a;
    --of.end_b;
  }
  // Elements of one side cannot match. Without them, the search is shorter.
  Count(of);
  in_a_.clear();
  in_b_.clear();
  for (uint32_t x = of.a; x < of.end_a; ++x) {
    if (counts_[a_[x]].b > 0) in_a_.push_back(x);
  }
  for (uint32_t y = of.b; y < of.end_b; ++y) {
    if (counts_[b_[y]].a > 0) in_b_.push_back(y);
  }
  Shortest();
  for (uint32_t i = 0; i < tail; ++i) Add(of.end_a + i, of.end_b + i);
}

}  // namespace

IndexPairs MatchSequences(Elements a, Elements b) {
  Matcher matcher(a, b);
  matcher.Match(matcher.All());
  return matcher.Take();
}

IndexPairs MatchBetween(const IndexPairs& known, Elements a, Elements b) {
  Matcher matcher(a, b);
  matcher.Around(known, matcher.All(), &Matcher::MatchAnchored);
  return matcher.Take();
}

IndexPairs InOrder(const IndexPairs& pairs) {
  // Patience sorting. `ends` has, for each length of an increasing sequence, the pair with the
  // lowest end of such a sequence. `before` has, for each pair, its predecessor, counted from 1.
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
