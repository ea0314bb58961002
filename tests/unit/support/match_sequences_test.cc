#include "support/match_sequences.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "support/line_diff.h"

namespace passcope {
namespace {

// The length of the longest common subsequence, by the textbook's table.
size_t Longest(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1, 0));
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t k = 1; k <= b.size(); ++k) {
      table[i][k] = a[i - 1] == b[k - 1] ? table[i - 1][k - 1] + 1
                                         : std::max(table[i - 1][k], table[i][k - 1]);
    }
  }
  return table[a.size()][b.size()];
}

void CheckRises(const IndexPairs& pairs) {
  for (size_t i = 1; i < pairs.size(); ++i) {
    CHECK(pairs[i - 1].first < pairs[i].first);
    CHECK(pairs[i - 1].second < pairs[i].second);
  }
}

}  // namespace

TEST_CASE("the longest common part of two sequences is found", "[match]") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    auto sequence = [&random] {
      std::vector<uint32_t> all(random() % 30);
      for (uint32_t& element : all) element = static_cast<uint32_t>(random() % 6);
      return all;
    };
    const std::vector<uint32_t> a = sequence(), b = sequence();
    const IndexPairs pairs = MatchSequences(a, b);
    CHECK(pairs.size() == Longest(a, b));
    CheckRises(pairs);
    for (const auto& [x, y] : pairs) CHECK(a[x] == b[y]);
  }
}

TEST_CASE("what is known of two sequences stays, and the rest is matched between", "[match]") {
  const std::vector<uint32_t> a = {1, 2, 3, 4}, b = {2, 9, 1, 2, 4};
  CHECK(MatchBetween({}, a, b) == IndexPairs{{0, 2}, {1, 3}, {3, 4}});
  // 3 became 9.
  CHECK(MatchBetween({{2, 1}}, a, b) == IndexPairs{{1, 0}, {2, 1}, {3, 4}});
  CHECK(MatchBetween({}, a, {}).empty());
}

TEST_CASE("of crossing pairs as many as possible are in order", "[match]") {
  CHECK(InOrder({}).empty());
  CHECK(InOrder({{0, 5}, {1, 1}, {2, 2}, {3, 0}, {4, 3}}) == IndexPairs{{1, 1}, {2, 2}, {4, 3}});
}

TEST_CASE("lines that differ are told with those around them", "[match]") {
  CHECK(LineDiff("a\nb\n", "a\nb\n").empty());
  CHECK(LineDiff("a\nb\nc\n", "a\nx\nc\n") == "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
  CHECK(LineDiff("", "a\n") == "@@ -0,0 +1 @@\n+a\n");
  CHECK(LineDiff("a\nb\nc\nd\ne\n", "a\nb\nc\nd\n", 1) == "@@ -4,2 +4 @@\n d\n-e\n");
  std::string a, b;
  for (int i = 0; i < 5000; ++i) {
    a += "a" + std::to_string(i) + "\n";
    b += "b" + std::to_string(i) + "\n";
  }
  CHECK(LineDiff("same\n" + a, "same\n" + b, 0).starts_with("@@ -2,5000 +2,5000 @@\n-a0\n-a1\n"));
}

}  // namespace passcope
