// Reductions of float32 over any axes.
//
// Neighbouring axes are merged if both are reduced or both are kept. If the last axis is kept, four
// results are computed side by side.
#include "kernels/loops.h"
#include "kernels/poll.h"
#include "kernels/simd.h"

namespace passcope::kernels {
namespace {

template <ReduceOp kOp, class T>
PASSCOPE_INLINE T Combine(T a, T b) {
  if constexpr (kOp == ReduceOp::kMax) {
    return Maximum(a, b);
  } else if constexpr (kOp == ReduceOp::kMin) {
    return Minimum(a, b);
  } else if constexpr (kOp == ReduceOp::kProd) {
    return a * b;
  } else {
    return a + b;
  }
}
template <ReduceOp kOp>
constexpr float kStart = kOp == ReduceOp::kMax    ? -__builtin_inff()
                         : kOp == ReduceOp::kMin  ? __builtin_inff()
                         : kOp == ReduceOp::kProd ? 1.0f
                                                  : 0.0f;

// The number of elements of a partial result. The error of a sum grows with this number, not with
// that of all elements.
constexpr Index kPart = 4096;

template <ReduceOp kOp>
float ReduceRow(const float* in, Index size) {
  float total = kStart<kOp>;
  for (Index first = 0; first < size; first += kPart) {
    Index end = Smaller(first + kPart, size), i = first;
    F4 a = Splat(kStart<kOp>), b = a;
    for (; i + 8 <= end; i += 8) {
      a = Combine<kOp>(a, Load(in + i));
      b = Combine<kOp>(b, Load(in + i + 4));
    }
    a = Combine<kOp>(a, b);
    float part = Combine<kOp>(Combine<kOp, float>(a[0], a[1]), Combine<kOp, float>(a[2], a[3]));
    for (; i < end; ++i) part = Combine<kOp, float>(part, in[i]);
    total = Combine<kOp>(total, part);
  }
  return total;
}

struct Axes {
  int count = 0;
  Index shape[kMaxRank + 1], strides[kMaxRank + 1];
  Index total = 1;
};

void Reverse(Axes& axes) {
  for (int i = 0; i < axes.count / 2; ++i) {
    int j = axes.count - 1 - i;
    Index shape = axes.shape[i], stride = axes.strides[i];
    axes.shape[i] = axes.shape[j];
    axes.strides[i] = axes.strides[j];
    axes.shape[j] = shape;
    axes.strides[j] = stride;
  }
}

// Calls f(offset) for all indices; the first axis is slowest.
template <class F>
PASSCOPE_INLINE void ForAll(const Axes& axes, const F& f) {
  Index index[kMaxRank + 1] = {};
  Index offset = 0;
  for (Index i = 0; i < axes.total; ++i) {
    f(offset);
    for (int a = axes.count; a-- > 0;) {
      offset += axes.strides[a];
      if (++index[a] < axes.shape[a]) break;
      offset -= axes.strides[a] * axes.shape[a];
      index[a] = 0;
    }
  }
}

template <ReduceOp kOp>
void ReduceAll(const ReduceParams& p) {
  Axes kept, reduced;
  Index stride = 1;
  // From the last axis to the first. An axis is merged with the next one if both are reduced or
  // both kept, and if they are contiguous.
  int previous = -1;
  Index row = 1;         // Elements of the last, reduced axis.
  Index neighbours = 1;  // Elements of the last, kept axis.
  bool is_last = true;
  for (int i = p.rank; i-- > 0;) {
    Index size = p.shape[i];
    if (size == 1) continue;
    bool reduces = p.reduced[i] != 0;
    if (previous >= 0 && reduces != (previous == 1)) is_last = false;
    previous = reduces ? 1 : 0;
    if (is_last) {
      (reduces ? row : neighbours) *= size;
    } else {
      Axes& axes = reduces ? reduced : kept;
      axes.shape[axes.count] = size;
      axes.strides[axes.count++] = stride;
      axes.total *= size;
    }
    stride *= size;
  }
  Reverse(kept);
  Reverse(reduced);
  Index count = reduced.total * row;
  float factor = kOp == ReduceOp::kMean ? 1 / static_cast<float>(count) : 1;
  float* out = p.out;
  ForAll(kept, [&](Index base) {
    const float* in = p.in + base;
    if (neighbours == 1) {
      float total = kStart<kOp>;
      ForAll(reduced,
             [&](Index offset) { total = Combine<kOp>(total, ReduceRow<kOp>(in + offset, row)); });
      PollAfter(count);
      *out++ = kOp == ReduceOp::kMean ? total * factor : total;
      return;
    }
    for (Index i = 0; i < neighbours; i += 4) {
      Index lanes = Smaller<Index>(neighbours - i, 4);
      F4 total = Splat(kStart<kOp>), part = total;
      Index left = kPart;
      PollAfter(reduced.total * lanes);
      ForAll(reduced, [&](Index offset) {
        const float* at = in + offset + i;
        part = Combine<kOp>(part, lanes == 4 ? Load(at) : LoadFew(at, lanes));
        if (--left == 0) {
          total = Combine<kOp>(total, part);
          part = Splat(kStart<kOp>);
          left = kPart;
        }
      });
      total = Combine<kOp>(total, part);
      if (kOp == ReduceOp::kMean) total = total * Splat(factor);
      if (lanes == 4) {
        Store(out + i, total);
      } else {
        StoreFew(out + i, total, lanes);
      }
    }
    out += neighbours;
  });
}

}  // namespace

void Reduce(const ReduceParams& params) {
  switch (params.op) {
    case ReduceOp::kSum:
      return ReduceAll<ReduceOp::kSum>(params);
    case ReduceOp::kMean:
      return ReduceAll<ReduceOp::kMean>(params);
    case ReduceOp::kMax:
      return ReduceAll<ReduceOp::kMax>(params);
    case ReduceOp::kMin:
      return ReduceAll<ReduceOp::kMin>(params);
    case ReduceOp::kProd:
      return ReduceAll<ReduceOp::kProd>(params);
  }
}

}  // namespace passcope::kernels
