// Sorting with the code of one sort. std::sort and std::stable_sort need one to three kilobytes for
// each type and order, too much to sort a few names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace passcope {

// The indices from 0 to `count`, which is below 2^32, in a stable order. `before(context, a, b)` is
// true if item a must come before item b. A merge sort: n log n comparisons.
std::vector<uint32_t> SortedOrder(size_t count, const void* context,
                                  bool (*before)(const void* context, uint32_t a, uint32_t b));
template <class Before>
std::vector<uint32_t> SortedOrder(size_t count, const Before& before) {
  return SortedOrder(count, &before, [](const void* context, uint32_t a, uint32_t b) {
    return static_cast<bool>((*static_cast<const Before*>(context))(a, b));
  });
}

// Sorts items that can be moved, stably.
template <class T, class Less = std::less<T>>
void SortItems(std::vector<T>* items, const Less& less = {}) {
  std::vector<uint32_t> order = SortedOrder(
      items->size(), [&](uint32_t a, uint32_t b) { return less((*items)[a], (*items)[b]); });
  std::vector<T> sorted;
  sorted.reserve(items->size());
  for (uint32_t i : order) sorted.push_back(std::move((*items)[i]));
  *items = std::move(sorted);
}

}  // namespace passcope
