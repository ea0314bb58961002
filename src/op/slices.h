// What the attributes of strided_slice cut out of each axis.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "op/attrs_tensor.h"

namespace passcope {

// The axes that a slice of data of `rank` axes cuts, in the order of its other lists: those that
// are named, or all. Nullopt when one is out of range.
std::optional<std::vector<size_t>> SlicedAxes(const StridedSliceAttrs& attrs, size_t rank);

// From `begin` to before `end`, where negative positions count from the end of the axis. Nullopt
// is that end. With a negative stride it goes backwards.
struct SliceRange {
  std::optional<int64_t> begin, end;
  int64_t stride = 1;
};
// Number `i` of a slice's ranges, with what the lists leave out. As in TVM, one that goes backwards
// and has no end stops before the first element.
SliceRange RangeOf(const StridedSliceAttrs& attrs, size_t i);

// The elements begin, begin + step, …, `count` of them.
struct SlicedElements {
  int64_t begin, count, step;
};
// Those that a range has of an axis of `size` elements; what lies outside of the axis is cut off.
// Nullopt for a stride that is no step, and for a range that ends before it begins.
std::optional<SlicedElements> ElementsOf(const SliceRange& range, int64_t size);

}  // namespace passcope
