// The parts of each axis that the attributes of strided_slice select.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "op/attrs_tensor.h"

namespace passcope {

// The axes that a slice cuts, for data of `rank` axes, in the order of its other lists: the named
// ones, or all. Nullopt if one is out of range.
std::optional<std::vector<size_t>> SlicedAxes(const StridedSliceAttrs& attrs, size_t rank);

// From `begin` to before `end`; negative positions count from the end of the axis. Nullopt means to
// that end of the axis. A negative stride goes backwards.
struct SliceRange {
  std::optional<int64_t> begin, end;
  int64_t stride = 1;
};
// Range `i` of a slice, with defaults for omitted values. As in TVM, a backward range without an
// end excludes the first element.
SliceRange RangeOf(const StridedSliceAttrs& attrs, size_t i);

// The elements begin, begin + step, …, `count` of them.
struct SlicedElements {
  int64_t begin, count, step;
};
// The elements of a range in an axis of `size` elements; positions outside of the axis are clipped.
// A range that ends before it begins has none. The stride must not be 0.
SlicedElements ElementsOf(const SliceRange& range, int64_t size);

}  // namespace passcope
