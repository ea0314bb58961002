// A bottom-up merge sort.
#include "support/sorting.h"

#include <algorithm>

namespace passcope {

std::vector<uint32_t> SortedOrder(size_t count, const void* context,
                                  bool (*before)(const void* context, uint32_t a, uint32_t b)) {
  std::vector<uint32_t> order(count), merged(count);
  for (uint32_t i = 0; i < count; ++i) order[i] = i;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t begin = 0; begin < count; begin += 2 * width) {
      size_t middle = std::min(begin + width, count);
      size_t end = std::min(middle + width, count);
      for (size_t left = begin, right = middle, to = begin; to < end; ++to) {
        bool from_right =
            left == middle || (right < end && before(context, order[right], order[left]));
        merged[to] = order[from_right ? right++ : left++];
      }
    }
    order.swap(merged);
  }
  return order;
}

}  // namespace passcope
