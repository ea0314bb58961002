// Padded copies of planes, from which convolutions of NCHW data read.
#pragma once

#include "kernels/kernels.h"
#include "kernels/simd.h"

namespace passcope::kernels {

// Copies a row of the data with its padding, with columns sorted by their remainder to the stride.
// Column i · sw + phase - pad_left goes to to[phase · columns + i], for `phases` remainders of
// `columns` columns. So for each position of the window, a row of the result reads contiguous
// elements.
inline void CopyPaddedRow(const Conv2dShape& s, const float* row, int64_t phases, int64_t columns,
                          float* to) {
  Index in_w = s.in_w, sw = s.sw, count = columns;
  for (Index phase = 0; phase < phases; ++phase, to += count) {
    Index shift = phase - s.pad_left;
    Index begin = shift >= 0 ? 0 : Smaller<Index>(DivideUp(-shift, sw), count);
    Index end = shift >= in_w ? 0 : Smaller<Index>(DivideUp(in_w - shift, sw), count);
    end = Larger(end, begin);
    Fill(to, begin, 0);
    const float* from = row + shift;
    Index i = begin;
    if (sw == 1) {
      Copy(to + begin, from + begin, end - begin);
      i = end;
    } else if (sw == 2) {
      // Skips the last ones, where two vectors would reach beyond the row.
      for (; i + 4 < end; i += 4) {
        Store(to + i, Shuffle<0, 2, 4, 6>(Load(from + 2 * i), Load(from + 2 * i + 4)));
      }
    }
    for (; i < end; ++i) to[i] = from[i * sw];
    Fill(to + end, count - end, 0);
  }
}

}  // namespace passcope::kernels
