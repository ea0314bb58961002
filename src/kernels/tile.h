// Products of packed matrices, tile by tile.
#pragma once

#include "kernels/kernels.h"
#include "kernels/plan.h"
#include "kernels/poll.h"
#include "kernels/simd.h"

namespace passcope::kernels {

// Applied to a tile when its sums are complete: bias per row or per column, then bounds.
struct Finish {
  const float* row_bias = nullptr;     // From the first row.
  const float* column_bias = nullptr;  // From the first column.
  F4 min = Splat(-__builtin_inff());
  F4 max = Splat(__builtin_inff());
  bool clamps = false;
  bool has_max = false;
};

inline Finish MakeFinish(const Clamp& clamp) {
  Finish finish;
  finish.min = Splat(clamp.min);
  finish.max = Splat(clamp.max);
  finish.has_max = clamp.max != __builtin_inff();
  finish.clamps = clamp.min != -__builtin_inff() || finish.has_max;
  return finish;
}

// NaN becomes the upper bound, or the lower bound if there is no upper one.
PASSCOPE_INLINE F4 Limit(F4 v, const Finish& finish) {
  return Max(finish.min, finish.has_max ? Min(finish.max, v) : v);
}

// Adds a[k][i] · b[k][j] over k, for kTileRows × 4 V results. Rows of `b` are b_stride apart.
template <int V>
PASSCOPE_INLINE void Accumulate(Index k, const float* __restrict a, const float* __restrict b,
                                Index b_stride, F4 (&acc)[kTileRows][V]) {
  // Not unrolled: V8 loads all operands of a block first, and those of one step fill sixteen
  // registers.
#pragma clang loop unroll(disable)
  for (Index p = 0; p < k; ++p) {
    F4 columns[V];
    PASSCOPE_UNROLL for (int j = 0; j < V; ++j) columns[j] = Load(b + 4 * j);
    PASSCOPE_UNROLL for (int i = 0; i < kTileRows; ++i) {
      F4 row = Splat(a[i]);
      PASSCOPE_UNROLL for (int j = 0; j < V; ++j) acc[i][j] = MulAdd(acc[i][j], row, columns[j]);
    }
    a += kTileRows;
    b += b_stride;
  }
}

// One tile: c = (accumulates ? c : 0) + a · b, then `finish`, if given. `rows` and `columns` are
// the size of the tile within c. The product has partial sums of `partial` elements.
template <int V>
void Tile(Index k, const float* a, const float* b, Index b_stride, float* c, Index c_stride,
          Index rows, Index columns, bool accumulates, const Finish* finish, Index partial) {
  F4 acc[kTileRows][V];
  auto clear = [&]() __attribute__((always_inline)) {
    PASSCOPE_UNROLL for (int i = 0; i < kTileRows; ++i) {
      PASSCOPE_UNROLL for (int j = 0; j < V; ++j) acc[i][j] = Zero();
    }
  };
  clear();
  if (k > partial) {
    F4 total[kTileRows][V];
    for (Index p = 0; p < k; p += partial) {
      if (p > 0) clear();
      Accumulate<V>(Smaller<Index>(partial, k - p), a + p * kTileRows, b + p * b_stride, b_stride,
                    acc);
      PASSCOPE_UNROLL for (int i = 0; i < kTileRows; ++i) {
        PASSCOPE_UNROLL for (int j = 0; j < V; ++j) {
          if (p > 0) acc[i][j] += total[i][j];
          total[i][j] = acc[i][j];
        }
      }
    }
  } else {
    Accumulate<V>(k, a, b, b_stride, acc);
  }
  if (rows == kTileRows && columns == 4 * V) {
    PASSCOPE_UNROLL for (int i = 0; i < kTileRows; ++i) {
      float* to = c + i * c_stride;
      PASSCOPE_UNROLL for (int j = 0; j < V; ++j) {
        F4 v = acc[i][j];
        if (accumulates) v += Load(to + 4 * j);
        if (finish) {
          if (finish->row_bias) v += Splat(finish->row_bias[i]);
          if (finish->column_bias) v += Load(finish->column_bias + 4 * j);
          if (finish->clamps) v = Limit(v, *finish);
        }
        Store(to + 4 * j, v);
      }
    }
    return;
  }
  float sums[kTileRows][4 * V];
  PASSCOPE_UNROLL for (int i = 0; i < kTileRows; ++i) {
    PASSCOPE_UNROLL for (int j = 0; j < V; ++j) Store(sums[i] + 4 * j, acc[i][j]);
  }
  for (Index i = 0; i < rows; ++i) {
    float* to = c + i * c_stride;
    for (Index j = 0; j < columns; ++j) {
      float v = sums[i][j];
      if (accumulates) v += to[j];
      if (finish) {
        if (finish->row_bias) v += finish->row_bias[i];
        if (finish->column_bias) v += finish->column_bias[j];
        if (finish->clamps) v = Limit(Splat(v), *finish)[0];
      }
      to[j] = v;
    }
  }
}

constexpr Index kWholeSum = __PTRDIFF_MAX__;  // No partial sums.

// Multiplies a block of rows by a block of columns. Panels of A have 4 rows, [k][4], and are
// contiguous. Panels of B have 8 columns and are b_panel apart, with rows b_stride apart. The outer
// loop runs over the panels of A (kRows) or B: one panel stays in the first-level cache for all
// panels of the other.
enum class Outer { kRows, kColumns };
template <Outer kOuter>
inline void MultiplyBlocks(Index m, Index n, Index k, const float* a, const float* b, Index b_panel,
                           Index b_stride, float* c, Index c_stride, bool accumulates,
                           const Finish* finish, Index partial = kWholeSum) {
  auto tile = [&](Index i, Index j) __attribute__((always_inline)) {
    Index rows = Smaller<Index>(m - i, kTileRows), columns = Smaller<Index>(n - j, kTileColumns);
    Finish here;
    if (finish) {
      here = *finish;
      if (here.row_bias) here.row_bias += i;
      if (here.column_bias) here.column_bias += j;
    }
    const float* a_panel = a + i * k;
    const float* panel = b + j / kTileColumns * b_panel;
    float* to = c + i * c_stride + j;
    const Finish* with = finish ? &here : nullptr;
    if (columns <= 4) {
      Tile<1>(k, a_panel, panel, b_stride, to, c_stride, rows, columns, accumulates, with, partial);
    } else {
      Tile<2>(k, a_panel, panel, b_stride, to, c_stride, rows, columns, accumulates, with, partial);
    }
  };
  if constexpr (kOuter == Outer::kRows) {
    for (Index i = 0; i < m; i += kTileRows) {
      for (Index j = 0; j < n; j += kTileColumns) tile(i, j);
      PollAfter(kTileRows * n * k);
    }
  } else {
    for (Index j = 0; j < n; j += kTileColumns) {
      for (Index i = 0; i < m; i += kTileRows) tile(i, j);
      PollAfter(m * kTileColumns * k);
    }
  }
}

// Biases beyond the last row or column are not read.

// Packs rows of A for MultiplyBlocks: `rows` points to `k` contiguous elements each. A null pointer
// gives zeros.
PASSCOPE_INLINE void PackRows(const float* const (&rows)[kTileRows], Index k, float* to) {
  Index p = 0;
  if (rows[0] && rows[1] && rows[2] && rows[3]) {
    for (; p + 4 <= k; p += 4) {
      F4 a = Load(rows[0] + p), b = Load(rows[1] + p), c = Load(rows[2] + p), d = Load(rows[3] + p);
      Transpose(a, b, c, d);
      Store(to + 4 * p, a);
      Store(to + 4 * p + 4, b);
      Store(to + 4 * p + 8, c);
      Store(to + 4 * p + 12, d);
    }
  }
  for (; p < k; ++p) {
    for (int i = 0; i < kTileRows; ++i) to[4 * p + i] = rows[i] ? rows[i][p] : 0;
  }
}

// Runs `program`, if any, on a range of the result at `out`.
inline void RunEpilogue(const ScalarProgram* program, const float* out, int64_t offset,
                        int64_t count) {
  if (program) RunScalar(program, out + offset, offset, count);
}

}  // namespace passcope::kernels
