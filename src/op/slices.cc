#include "op/slices.h"

#include <algorithm>
#include <limits>

#include "op/axes.h"

namespace passcope {

std::optional<std::vector<size_t>> SlicedAxes(const StridedSliceAttrs& attrs, size_t rank) {
  std::vector<size_t> axes;
  if (!attrs.axes) {
    for (size_t i = 0; i < rank; ++i) axes.push_back(i);
    return axes;
  }
  for (int64_t axis : *attrs.axes) {
    std::optional<size_t> found = FindAxis(axis, rank);
    if (!found) return std::nullopt;
    axes.push_back(*found);
  }
  return axes;
}

SliceRange RangeOf(const StridedSliceAttrs& attrs, size_t i) {
  auto given = [i](const OptInts& list) {
    return list && i < list->size() ? std::optional((*list)[i]) : std::nullopt;
  };
  const bool sizes = attrs.slice_mode == "size";
  SliceRange range;
  if (!sizes) range.stride = given(attrs.strides).value_or(1);
  range.begin = given(attrs.begin);
  if (!range.begin && range.stride > 0) range.begin = 0;
  range.end = given(attrs.end);
  if (!range.end && range.stride < 0) range.end = 0;
  if (sizes && range.end) {
    int64_t end = 0;
    // A slice from a negative begin may reach the end of the data.
    bool open = *range.end < 0 || __builtin_add_overflow(*range.begin, *range.end, &end) ||
                (*range.begin < 0 && end >= 0);
    range.end = open ? std::nullopt : std::optional(end);
  }
  return range;
}

SlicedElements ElementsOf(const SliceRange& range, int64_t size) {
  const int64_t stride = range.stride;
  const bool backwards = stride < 0;
  // Positions range from 0 to `size`, and backwards from size - 1 to -1.
  const int64_t lowest = backwards ? -1 : 0, highest = backwards ? size - 1 : size;
  auto place = [&](std::optional<int64_t> index) {
    if (!index) return highest;
    return std::min(std::max(*index < 0 ? *index + size : *index, lowest), highest);
  };
  const int64_t begin = place(range.begin), end = place(range.end);
  const int64_t length = backwards ? begin - end : end - begin;
  // The lowest integer has no opposite.
  const int64_t step = backwards ? -std::max(stride, -std::numeric_limits<int64_t>::max()) : stride;
  if (length <= 0) return {0, 0, stride};
  return {begin, length / step + (length % step != 0), stride};
}

}  // namespace passcope
