// Convolutions of 8-bit integers, exact in int32.
//
// Packing subtracts the zero points and stores data and weight as int16. Then one instruction
// multiplies eight pairs and adds neighbouring products.
#include "kernels/loops.h"
#include "kernels/plan.h"
#include "kernels/poll.h"
#include "kernels/simd.h"

namespace passcope::kernels {
namespace {

// a[2 i] · b[2 i] + a[2 i + 1] · b[2 i + 1]
PASSCOPE_INLINE I4 DotPairs(H8 a, H8 b) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_dot_s_i32x4_i16x8(a, b);
#elif defined(__SSE2__) && defined(__clang__)
  return __builtin_ia32_pmaddwd128(a, b);
#else
  return I4{a[0] * b[0] + a[1] * b[1], a[2] * b[2] + a[3] * b[3], a[4] * b[4] + a[5] * b[5],
            a[6] * b[6] + a[7] * b[7]};
#endif
}

PASSCOPE_INLINE H8 LoadShorts(const int16_t* from) {
  return *reinterpret_cast<const unaligned::H8*>(from);
}
// Repeats a pair of int16 four times.
PASSCOPE_INLINE H8 SplatPair(const int16_t* from) {
  struct __attribute__((packed, may_alias)) Word {
    int32_t value;
  };
  int32_t v = reinterpret_cast<const Word*>(from)->value;
  return reinterpret_cast<H8>(I4{v, v, v, v});
}

// The begin of a position's window, and the strides of the data.
struct Source {
  const Conv2dShape& s;
  Index row, column;  // Strides of the data, in elements.
  int32_t zero;

  explicit Source(const IntConvParams& params)
      : s(params.shape.shape),
        row(s.layout == ConvLayout::kNCHW ? s.in_w : s.in_w * s.in_c),
        column(s.layout == ConvLayout::kNCHW ? 1 : s.in_c),
        zero(params.zero_point) {}
  Index Top(Index position) const { return position / s.out_w * s.sh - s.pad_top; }
  Index Left(Index position) const { return position % s.out_w * s.sw - s.pad_left; }
};

// The window's element `k` in the order of the weight: (channel, row, column) for NCHW, (row,
// column, channel) for NHWC.
struct Tap {
  Index channel, y, x;
};
PASSCOPE_INLINE Tap TapOf(const Conv2dShape& s, Index k) {
  Index kw = s.kw, taps = s.kh * kw, channels = s.in_c / s.groups;
  if (s.layout == ConvLayout::kNCHW) return {k / taps, k % taps / kw, k % kw};
  return {k % channels, k / channels / kw, k / channels % kw};
}

template <class T>
void PackPositions(const Source& source, const T* data, const int32_t* k_offsets, Index k,
                   Index pairs, Index m0, Index mn, int16_t* to) {
  const Conv2dShape& s = source.s;
  Index reach_y = (s.kh - 1) * s.dh, reach_x = (s.kw - 1) * s.dw;
  for (Index m = m0; m < m0 + mn; m += kTileRows) {
    for (Index i = 0; i < kTileRows; ++i) {
      int16_t* out = to + 2 * i;
      if (m + i >= m0 + mn) {
        for (Index p = 0; p < pairs; ++p) out[p * 2 * kTileRows] = out[p * 2 * kTileRows + 1] = 0;
        continue;
      }
      Index y = source.Top(m + i), x = source.Left(m + i);
      const T* from = data + y * source.row + x * source.column;
      auto at = [&](Index p) -> int16_t& { return out[p / 2 * 2 * kTileRows + p % 2]; };
      bool inside = y >= 0 && x >= 0 && y + reach_y < s.in_h && x + reach_x < s.in_w;
      if (inside) {
        for (Index p = 0; p < k; ++p)
          at(p) = static_cast<int16_t>(from[k_offsets[p]] - source.zero);
      } else {
        for (Index p = 0; p < k; ++p) {
          Tap tap = TapOf(s, p);
          Index tap_y = y + tap.y * s.dh, tap_x = x + tap.x * s.dw;
          bool there = tap_y >= 0 && tap_y < s.in_h && tap_x >= 0 && tap_x < s.in_w;
          at(p) = there ? static_cast<int16_t>(from[k_offsets[p]] - source.zero) : int16_t{0};
        }
      }
      if (k % 2 != 0) at(k) = 0;
    }
    to += pairs * 2 * kTileRows;
  }
}

// Four positions by eight channels.
void IntTile(Index pairs, const int16_t* a, const int16_t* b, int32_t (&sums)[4][8]) {
  I4 acc[4][2];
  PASSCOPE_UNROLL for (int i = 0; i < 4; ++i) acc[i][0] = acc[i][1] = I4{0, 0, 0, 0};
  for (Index p = 0; p < pairs; ++p) {
    H8 low = LoadShorts(b), high = LoadShorts(b + 8);
    PASSCOPE_UNROLL for (int i = 0; i < 4; ++i) {
      H8 row = SplatPair(a + 2 * i);
      acc[i][0] += DotPairs(row, low);
      acc[i][1] += DotPairs(row, high);
    }
    a += 8;
    b += 16;
  }
  PASSCOPE_UNROLL for (int i = 0; i < 4; ++i) {
    *reinterpret_cast<unaligned::I4*>(sums[i]) = acc[i][0];
    *reinterpret_cast<unaligned::I4*>(sums[i] + 4) = acc[i][1];
  }
}

template <class T>
void PackWeight(const IntConvPackParams& params) {
  const Conv2dShape& s = params.shape.shape;
  IntConvPlan plan = PlanIntConv(s);
  const auto* weight = static_cast<const T*>(params.weight);
  auto* to = static_cast<int16_t*>(params.packed);
  Index n = s.out_c / s.groups;
  for (Index group = 0; group < s.groups; ++group) {
    for (Index o = 0; o < n; o += kTileColumns) {
      for (Index pair = 0; pair < plan.pairs; ++pair) {
        for (Index i = o; i < o + kTileColumns; ++i) {
          for (Index k = 2 * pair; k < 2 * pair + 2; ++k) {
            int32_t value = 0;
            if (i < n && k < plan.k) {
              Tap tap = TapOf(s, k);
              Index channel = group * n + i;
              value = weight[channel * params.stride_o + tap.channel * params.stride_i +
                             tap.y * params.stride_h + tap.x * params.stride_w] -
                      (params.zero_points ? params.zero_points[channel] : params.zero_point);
            }
            *to++ = static_cast<int16_t>(value);
          }
        }
      }
    }
  }
}

template <class T>
void Convolve(const IntConvParams& params) {
  const Conv2dShape& s = params.shape.shape;
  IntConvPlan plan = PlanIntConv(s);
  Source source(params);
  bool nchw = s.layout == ConvLayout::kNCHW;
  Index channels = s.in_c / s.groups, n = s.out_c / s.groups, positions = s.out_h * s.out_w;
  Index volume = s.in_h * s.in_w;
  auto* block = static_cast<int16_t*>(params.workspace);
  auto* k_offsets = reinterpret_cast<int32_t*>(block + plan.block_int16s);
  for (Index k = 0; k < plan.k; ++k) {
    Tap tap = TapOf(s, k);
    k_offsets[k] = static_cast<int32_t>(tap.channel * (nchw ? volume : 1) +
                                        tap.y * s.dh * source.row + tap.x * s.dw * source.column);
  }
  for (Index image = 0; image < s.batch; ++image) {
    for (Index group = 0; group < s.groups; ++group) {
      const T* data = static_cast<const T*>(params.in) + image * s.in_c * volume +
                      group * channels * (nchw ? volume : 1);
      const int16_t* weight =
          static_cast<const int16_t*>(params.packed) + group * plan.packed_int16s;
      Index first = image * s.out_c * positions + group * n * (nchw ? positions : 1);
      Index to_position = nchw ? 1 : s.out_c, to_channel = nchw ? positions : 1;
      for (Index m0 = 0; m0 < positions; m0 += plan.m_size) {
        Index mn = Smaller<Index>(plan.m_size, positions - m0);
        PollAfter(mn * n * plan.k);
        PackPositions<T>(source, data, k_offsets, plan.k, plan.pairs, m0, mn, block);
        for (Index o = 0; o < n; o += kTileColumns) {
          for (Index m = 0; m < mn; m += kTileRows) {
            int32_t sums[4][8];
            IntTile(plan.pairs, block + m * plan.pairs * 2, weight + o * plan.pairs * 2, sums);
            Index rows = Smaller<Index>(kTileRows, mn - m);
            Index columns = Smaller<Index>(kTileColumns, n - o);
            int32_t* out = params.out + first + (m0 + m) * to_position + o * to_channel;
            for (Index j = 0; j < columns; ++j) {
              int32_t bias = params.bias ? params.bias[group * n + o + j] : 0;
              for (Index i = 0; i < rows; ++i) {
                out[i * to_position + j * to_channel] = static_cast<int32_t>(
                    static_cast<uint32_t>(sums[i][j]) + static_cast<uint32_t>(bias));
              }
            }
          }
        }
        if (!params.epilogue) continue;
        auto run = [&](Index offset, Index count) {
          RunScalar(params.epilogue, params.out + offset, offset, count);
        };
        if (nchw) {
          for (Index o = 0; o < n; ++o) run(first + o * positions + m0, mn);
        } else if (s.groups == 1) {
          run(first + m0 * n, mn * n);
        } else {
          for (Index m = m0; m < m0 + mn; ++m) run(first + m * s.out_c, n);
        }
      }
    }
  }
}

}  // namespace

void IntConvPack(const IntConvPackParams& params) {
  if (params.shape.weight_type == ElementType::kInt8) {
    PackWeight<int8_t>(params);
  } else {
    PackWeight<uint8_t>(params);
  }
}

void IntConv(const IntConvParams& params) {
  if (params.shape.data_type == ElementType::kInt8) {
    Convolve<int8_t>(params);
  } else {
    Convolve<uint8_t>(params);
  }
}

}  // namespace passcope::kernels
