// Strided copies. If both sides are contiguous, a copy moves rows. If axes are exchanged, it moves
// blocks of 4x4.
#include "kernels/loops.h"
#include "kernels/poll.h"
#include "kernels/simd.h"

namespace passcope::kernels {
namespace {

// The axes without those of size 1. Neighbours that are contiguous in memory are merged. At least
// two axes.
struct Axes {
  int rank = 0;
  Index shape[kMaxRank + 2];
  Index from[kMaxRank + 2];  // Strides of the input, in elements …
  Index to[kMaxRank + 2];    // … and of the result.
};

Axes Simplify(const CopyParams& p) {
  Axes axes;
  Index stride = 1;
  // From the last axis to the first; reversed at the end.
  for (int i = p.rank; i-- > 0;) {
    Index size = p.shape[i], from = p.strides[i];
    if (size == 1) continue;
    int last = axes.rank - 1;
    if (last >= 0 && from == axes.from[last] * axes.shape[last]) {
      axes.shape[last] *= size;
    } else {
      axes.shape[axes.rank] = size;
      axes.from[axes.rank] = from;
      axes.to[axes.rank] = stride;
      ++axes.rank;
    }
    stride *= size;
  }
  while (axes.rank < 2) {
    axes.shape[axes.rank] = 1;
    axes.from[axes.rank] = 0;
    axes.to[axes.rank] = stride;
    ++axes.rank;
  }
  for (int i = 0; i < axes.rank / 2; ++i) {
    auto swap = [&](Index* list) {
      Index other = list[axes.rank - 1 - i];
      list[axes.rank - 1 - i] = list[i];
      list[i] = other;
    };
    swap(axes.shape);
    swap(axes.from);
    swap(axes.to);
  }
  return axes;
}

// A plane of rows × columns. The columns are contiguous in the result.
template <class T>
void CopyPlane(const T* in, T* out, Index rows, Index columns, Index from_row, Index from_column,
               Index to_row) {
  if (from_column == 1) {
    constexpr Index kLanes = 16 / sizeof(T);
    typedef T V __attribute__((vector_size(16), aligned(sizeof(T)), may_alias));
    for (Index r = 0; r < rows; ++r, in += from_row, out += to_row) {
      Index i = 0;
      for (; i + kLanes <= columns; i += kLanes) {
        *reinterpret_cast<V*>(out + i) = *reinterpret_cast<const V*>(in + i);
      }
      for (; i < columns; ++i) {
        out[i] = in[i];
        asm volatile("" ::: "memory");
      }
    }
    return;
  }
  // Copies squares, so that both sides use whole cache lines.
  constexpr Index kSquare = 32;
  for (Index r0 = 0; r0 < rows; r0 += kSquare) {
    Index r1 = Smaller(r0 + kSquare, rows);
    PollAfter(kSquare * columns);
    for (Index c0 = 0; c0 < columns; c0 += kSquare) {
      Index c1 = Smaller(c0 + kSquare, columns), r = r0;
      if constexpr (sizeof(T) == 4) {
        if (from_row == 1) {
          const auto* floats = reinterpret_cast<const float*>(in);
          auto* to = reinterpret_cast<float*>(out);
          for (; r + 4 <= r1; r += 4) {
            Index c = c0;
            for (; c + 4 <= c1; c += 4) {
              const float* at = floats + r + c * from_column;
              F4 a = Load(at), b = Load(at + from_column), d = Load(at + 2 * from_column),
                 e = Load(at + 3 * from_column);
              Transpose(a, b, d, e);
              Store(to + r * to_row + c, a);
              Store(to + (r + 1) * to_row + c, b);
              Store(to + (r + 2) * to_row + c, d);
              Store(to + (r + 3) * to_row + c, e);
            }
            for (; c < c1; ++c) {
              for (Index i = r; i < r + 4; ++i) out[i * to_row + c] = in[i + c * from_column];
            }
          }
        }
      }
      for (; r < r1; ++r) {
        for (Index c = c0; c < c1; ++c) {
          out[r * to_row + c] = in[r * from_row + c * from_column];
        }
      }
    }
  }
}

template <class T>
void CopyAll(const CopyParams& p) {
  Axes axes = Simplify(p);
  for (int i = 0; i < axes.rank; ++i) {
    if (axes.shape[i] == 0) return;
  }
  const auto* in = static_cast<const T*>(p.in);
  auto* out = static_cast<T*>(p.out);
  // The plane has the last axis, and the axis that is contiguous in the input, or else the axis
  // before the last.
  int column = axes.rank - 1, row = axes.rank - 2;
  for (int i = 0; i < column; ++i) {
    if (axes.from[column] != 1 && axes.from[i] == 1) row = i;
  }
  Index index[kMaxRank + 2] = {};
  while (true) {
    CopyPlane(in, out, axes.shape[row], axes.shape[column], axes.from[row], axes.from[column],
              axes.to[row]);
    int i = column;
    while (--i >= 0) {
      if (i == row) continue;
      in += axes.from[i];
      out += axes.to[i];
      if (++index[i] < axes.shape[i]) break;
      in -= axes.from[i] * axes.shape[i];
      out -= axes.to[i] * axes.shape[i];
      index[i] = 0;
    }
    if (i < 0) return;
  }
}

}  // namespace

void StridedCopy(const CopyParams& params) {
  switch (params.element_bytes) {
    case 1:
      return CopyAll<int8_t>(params);
    case 2:
      return CopyAll<int16_t>(params);
    case 4:
      return CopyAll<int32_t>(params);
    default:
      return CopyAll<int64_t>(params);
  }
}

}  // namespace passcope::kernels
