// Fast copies between strided views.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace passcope {

// One axis of a copy: its size and the strides of source and destination, in elements.
struct CopyAxis {
  int64_t size;
  int64_t src_stride;
  int64_t dst_stride;
};

// Copies the elements of `axes` from `src` to `dst`. An element has `element_bytes` bytes, and no
// two indices share a destination. The order of the axes does not matter. Transpositions run in
// tiles, which are read and written in contiguous pieces, so that each cache line is loaded once.
void StridedCopy(const std::byte* src, std::byte* dst, size_t element_bytes,
                 std::span<const CopyAxis> axes);

}  // namespace passcope
