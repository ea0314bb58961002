// Sorting.
#include "support/sorting.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "support/random.h"

namespace passcope {
namespace {

TEST_CASE("items are sorted, and stay in their order where they are equal", "[support]") {
  SplitMix64 random(7);
  for (size_t count = 0; count < 70; ++count) {
    std::vector<std::pair<int, size_t>> items;
    for (size_t i = 0; i < count; ++i) items.emplace_back(static_cast<int>(random.Next() % 9), i);
    auto expected = items;
    auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::stable_sort(expected.begin(), expected.end(), less);
    SortItems(&items, less);
    CHECK(items == expected);
  }
}

TEST_CASE("items that can only be moved, and the order alone", "[support]") {
  std::vector<std::string> names = {"b", "", "ab", "a"};
  CHECK(SortedOrder(4, [&](uint32_t a, uint32_t b) { return names[a] > names[b]; }) ==
        std::vector<uint32_t>{0, 2, 3, 1});
  SortItems(&names);
  CHECK(names == std::vector<std::string>{"", "a", "ab", "b"});
}

}  // namespace
}  // namespace passcope
