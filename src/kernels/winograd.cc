// Convolutions with 3x3 windows and stride 1 by Winograd's algorithm: Lavin and Gray, "Fast
// Algorithms for Convolutional Neural Networks" (2015). F(4x4, 3x3) multiplies 36 times for 16
// results, where a plain sum multiplies 144 times. F(2x2, 3x3) multiplies 16 times for 4 results
// instead of 36.
//
// The price is accuracy, since the transforms amplify rounding errors. Two things keep the errors
// of F(4x4) below 4 times those of plain sums, as measured with random numbers:
// - Its points are 0, ±5/8, ±3/2 and infinity instead of the usual 0, ±1, ±2 and infinity. See
//   Barabasz et al., "Error Analysis and Improving the Accuracy of Winograd Convolution for Deep
//   Neural Networks" (2020), and Alam et al., "Winograd Convolution for Deep Neural Networks:
//   Efficient Point Selection" (2022). All factors for the data are exact in float32.
// - Sums over channels have one partial sum per block of channels.
#include "kernels/loops.h"
#include "kernels/tile.h"

namespace passcope::kernels {
namespace {

template <int M>
constexpr int kSide = M + 2;
template <int M>
constexpr int kPoints = kSide<M>* kSide<M>;

// The points of F(4x4) are 0, ±kNear, ±kFar and infinity.
constexpr float kNear = 0.625f, kFar = 1.5f;
constexpr float kNear2 = kNear * kNear, kFar2 = kFar * kFar;

// One side of the transforms, on vectors.
template <int M, class T>
PASSCOPE_INLINE void TransformData(const T (&d)[kSide<M>], T (&t)[kSide<M>]) {
  if constexpr (M == 2) {
    t[0] = d[0] - d[2];
    t[1] = d[1] + d[2];
    t[2] = d[2] - d[1];
    t[3] = d[1] - d[3];
  } else {
    T a = d[4] - kFar2 * d[2], b = d[3] - kFar2 * d[1];
    T c = d[4] - kNear2 * d[2], e = d[3] - kNear2 * d[1];
    t[0] = kNear2 * kFar2 * d[0] - (kNear2 + kFar2) * d[2] + d[4];
    t[1] = a + kNear * b;
    t[2] = a - kNear * b;
    t[3] = c + kFar * e;
    t[4] = c - kFar * e;
    t[5] = kNear2 * kFar2 * d[1] - (kNear2 + kFar2) * d[3] + d[5];
  }
}

template <int M, class T>
PASSCOPE_INLINE void TransformSums(const T (&s)[kSide<M>], T (&out)[M]) {
  if constexpr (M == 2) {
    out[0] = s[0] + s[1] + s[2];
    out[1] = s[1] - s[2] - s[3];
  } else {
    T a = s[1] + s[2], b = s[1] - s[2], c = s[3] + s[4], d = s[3] - s[4];
    out[0] = s[0] + a + c;
    out[1] = kNear * b + kFar * d;
    out[2] = kNear2 * a + kFar2 * c;
    out[3] = kNear2 * kNear * b + kFar2 * kFar * d + s[5];
  }
}

// In double, so that the transformed weight has a single rounding.
template <int M>
void TransformWeight(const double (&g)[3], double (&t)[kSide<M>]) {
  if constexpr (M == 2) {
    t[0] = g[0];
    t[1] = (g[0] + g[1] + g[2]) * 0.5;
    t[2] = (g[0] - g[1] + g[2]) * 0.5;
    t[3] = g[2];
  } else {
    // The values at a point and at its negative, divided by the product of the distances to the
    // other points.
    auto pair = [&](double x, double other, double& at, double& opposite) {
      double scale = 1 / (2 * x * x * (x * x - other * other));
      double even = (g[0] + x * x * g[2]) * scale, odd = x * g[1] * scale;
      at = even + odd;
      opposite = even - odd;
    };
    t[0] = g[0] / (double{kNear2} * kFar2);
    pair(kNear, kFar, t[1], t[2]);
    pair(kFar, kNear, t[3], t[4]);
    t[5] = g[2];
  }
}

// U[point][panel of output channels][channel][output channel in panel].
template <int M>
void Pack(const ConvPackParams& params, Index panel) {
  const Conv2dShape& s = params.shape;
  constexpr int kS = kSide<M>;
  Index in_c = s.in_c / s.groups, out_c = s.out_c / s.groups;
  Index padded = RoundUp(out_c, panel);
  auto* packed = static_cast<float*>(params.packed);
  for (Index group = 0; group < s.groups; ++group, packed += kPoints<M> * padded * in_c) {
    for (Index o = 0; o < padded; ++o) {
      for (Index c = 0; c < in_c; ++c) {
        double half[3][kS];
        for (int x = 0; x < 3; ++x) {
          double column[3] = {0, 0, 0};
          for (int y = 0; y < 3 && o < out_c; ++y) {
            column[y] = params.weight[(group * out_c + o) * params.stride_o + c * params.stride_i +
                                      y * params.stride_h + x * params.stride_w];
          }
          TransformWeight<M>(column, half[x]);
        }
        for (int i = 0; i < kS; ++i) {
          double row[3] = {half[0][i], half[1][i], half[2][i]}, t[kS];
          TransformWeight<M>(row, t);
          for (int j = 0; j < kS; ++j) {
            packed[((i * kS + j) * padded + o / panel * panel) * in_c + c * panel + o % panel] =
                static_cast<float>(t[j]);
          }
        }
      }
    }
  }
}

// A sum over channels has a partial sum per this many channels. A single sum would let the error
// grow with the number of channels.
constexpr Index kPartialSum = 32;

// --- NCHW: vectors of four columns, then of four tiles
// ----------------------------------------------------

// Transforms the tiles in rows [row, row + rows) of one channel's plane. Stores to v[point ·
// point_stride + tile].
template <int M>
void DataFromPlane(const Conv2dShape& s, Index tiles_x, const float* plane, Index row, Index rows,
                   float* halves, float* v, Index point_stride) {
  constexpr int kS = kSide<M>;
  Index in_h = s.in_h, in_w = s.in_w, pad = s.pad_left;
  // Rows of the first half have 4 more vectors than the tiles need, so that all loads stay within.
  Index width = tiles_x * M + 2, pitch = tiles_x * M + 32;
  for (Index r = 0; r < rows; ++r, v += tiles_x) {
    Index y = (row + r) * M - s.pad_top;
    const float* lines[kS];
    bool whole = true;
    for (int i = 0; i < kS; ++i) {
      bool inside = y + i >= 0 && y + i < in_h;
      lines[i] = inside ? plane + (y + i) * in_w : nullptr;
      whole = whole && inside;
    }
    PASSCOPE_ROLLED for (Index x = 0; x < width; x += 4) {
      F4 d[kS], t[kS];
      Index from = x - pad;
      if (whole && from >= 0 && from + 4 <= in_w) {
        PASSCOPE_UNROLL for (int i = 0; i < kS; ++i) d[i] = Load(lines[i] + from);
      } else {
        for (int i = 0; i < kS; ++i) {
          float few[4];
          for (Index j = 0; j < 4; ++j) {
            bool inside = lines[i] && from + j >= 0 && from + j < in_w;
            few[j] = inside ? lines[i][from + j] : 0;
          }
          d[i] = Load(few);
        }
      }
      TransformData<M>(d, t);
      PASSCOPE_UNROLL for (int i = 0; i < kS; ++i) Store(halves + i * pitch + x, t[i]);
    }
    PASSCOPE_ROLLED for (int i = 0; i < kS; ++i) {
      const float* line = halves + i * pitch;
      float* to = v + i * kS * point_stride;
      PASSCOPE_ROLLED for (Index tile = 0; tile < tiles_x; tile += 4, line += 4 * M, to += 4) {
        F4 d[kS], t[kS];
        if constexpr (M == 2) {
          F4 a = Load(line), b = Load(line + 4), next = Load(line + 8);
          d[0] = Shuffle<0, 2, 4, 6>(a, b);
          d[1] = Shuffle<1, 3, 5, 7>(a, b);
          d[2] = Shuffle<1, 2, 3, 4>(d[0], next);
          d[3] = Shuffle<1, 2, 3, 5>(d[1], next);
        } else {
          d[0] = Load(line);
          d[1] = Load(line + 4);
          d[2] = Load(line + 8);
          d[3] = Load(line + 12);
          Transpose(d[0], d[1], d[2], d[3]);
          F4 next = Load(line + 16);
          d[4] = Shuffle<1, 2, 3, 4>(d[0], next);
          d[5] = Shuffle<1, 2, 3, 5>(d[1], next);
        }
        TransformData<M>(d, t);
        PASSCOPE_UNROLL for (int j = 0; j < kS; ++j) Store(to + j * point_stride, t[j]);
      }
    }
  }
}

// Computes the results of rows of tiles of one output channel, from m[point · point_stride + tile].
template <int M>
void ResultToPlane(const Conv2dShape& s, Index tiles_x, const float* m, Index point_stride,
                   Index row, Index rows, float bias, const Finish& finish, float* plane) {
  constexpr int kS = kSide<M>;
  Index out_h = s.out_h, out_w = s.out_w;
  for (Index r = 0; r < rows; ++r, m += tiles_x) {
    Index y = (row + r) * M;
    Index lines = Smaller<Index>(M, out_h - y);
    for (Index tile = 0; tile < tiles_x; tile += 4) {
      F4 half[M][kS];
      PASSCOPE_ROLLED for (int j = 0; j < kS; ++j) {
        F4 d[kS], t[M];
        PASSCOPE_UNROLL for (int i = 0; i < kS; ++i) {
          d[i] = Load(m + (i * kS + j) * point_stride + tile);
        }
        TransformSums<M>(d, t);
        PASSCOPE_UNROLL for (int i = 0; i < M; ++i) half[i][j] = t[i];
      }
      Index x = tile * M, left = out_w - x;
      PASSCOPE_ROLLED for (Index i = 0; i < lines; ++i) {
        F4 t[M];
        TransformSums<M>(half[i], t);
        PASSCOPE_UNROLL for (int j = 0; j < M; ++j) {
          t[j] = t[j] + Splat(bias);
          if (finish.clamps) t[j] = Limit(t[j], finish);
        }
        float* to = plane + (y + i) * out_w + x;
        if constexpr (M == 2) {
          F4 low = Shuffle<0, 4, 1, 5>(t[0], t[1]);
          t[1] = Shuffle<2, 6, 3, 7>(t[0], t[1]);
          t[0] = low;
        } else {
          Transpose(t[0], t[1], t[2], t[3]);
        }
        if (left >= 4 * M) {
          PASSCOPE_UNROLL for (int j = 0; j < M; ++j) Store(to + 4 * j, t[j]);
        } else {
          for (Index j = 0; j < M && left > 4 * j; ++j) {
            if (left >= 4 * j + 4) {
              Store(to + 4 * j, t[j]);
            } else {
              StoreFew(to + 4 * j, t[j], left - 4 * j);
            }
          }
        }
      }
    }
  }
}

template <int M>
void ConvPlanes(const ConvParams& params) {
  const Conv2dShape& s = params.shape;
  WinogradPlan plan = PlanWinograd(s, M);
  Index in_c = s.in_c / s.groups, out_c = s.out_c / s.groups;
  Index volume = s.in_h * s.in_w, positions = s.out_h * s.out_w;
  Index padded = RoundUp(out_c, kTileRows);
  auto* v = static_cast<float*>(params.workspace);
  float* m = v + plan.v_floats;
  float* halves = m + plan.m_floats;
  Finish finish = MakeFinish(params.clamp);
  Index pitch = plan.tiles, tiles_x = plan.tiles_x;
  for (Index item = 0; item < s.batch * s.groups; ++item) {
    Index image = item / s.groups, group = item % s.groups;
    const float* data = params.in + (image * s.in_c + group * in_c) * volume;
    const float* u = static_cast<const float*>(params.packed) + group * plan.packed_floats;
    Index first_out = image * s.out_c + group * out_c;
    for (Index row = 0; row < plan.tiles_y; row += plan.rows_per_block) {
      Index rows = Smaller<Index>(plan.rows_per_block, plan.tiles_y - row);
      Index tiles = rows * tiles_x;
      // For each point, the values of all channels are a matrix, [channel][tile].
      for (Index c = 0; c < in_c; ++c) {
        DataFromPlane<M>(s, tiles_x, data + c * volume, row, rows, halves, v + c * pitch,
                         in_c * pitch);
      }
      for (Index o0 = 0; o0 < out_c; o0 += plan.channels_per_block) {
        Index channels = Smaller<Index>(plan.channels_per_block, out_c - o0);
        for (Index point = 0; point < kPoints<M>; ++point) {
          MultiplyBlocks<Outer::kRows>(channels, tiles, in_c, u + (point * padded + o0) * in_c,
                                       v + point * in_c * pitch, kTileColumns, pitch,
                                       m + point * plan.channels_per_block * pitch, pitch, false,
                                       nullptr, kPartialSum);
        }
        for (Index o = 0; o < channels; ++o) {
          Index channel = first_out + o0 + o;
          float bias = params.bias ? params.bias[group * out_c + o0 + o] : 0;
          ResultToPlane<M>(s, tiles_x, m + o * pitch, plan.channels_per_block * pitch, row, rows,
                           bias, finish, params.out + channel * positions);
          Index begin = row * M * s.out_w;
          Index end = Smaller<Index>((row + rows) * M, s.out_h) * s.out_w;
          RunEpilogue(params.epilogue, params.out, channel * positions + begin, end - begin);
        }
      }
    }
  }
}

// --- NHWC: vectors of four channels
// -----------------------------------------------------------------------

// Transforms four channels of a tile to four[point][4].
template <int M>
PASSCOPE_INLINE void DataFromPixels(const Conv2dShape& s, const float* image, Index y0, Index x0,
                                    Index count, float* four) {
  constexpr int kS = kSide<M>;
  Index in_h = s.in_h, in_w = s.in_w, in_c = s.in_c;
  F4 half[kS][kS];
  bool whole = y0 >= 0 && x0 >= 0 && y0 + kS <= in_h && x0 + kS <= in_w && count == 4;
  PASSCOPE_ROLLED for (int j = 0; j < kS; ++j) {
    F4 d[kS], t[kS];
    if (whole) {
      PASSCOPE_UNROLL for (int i = 0; i < kS; ++i) {
        d[i] = Load(image + ((y0 + i) * in_w + x0 + j) * in_c);
      }
    } else {
      PASSCOPE_UNROLL for (int i = 0; i < kS; ++i) {
        Index y = y0 + i, x = x0 + j;
        d[i] = Zero();
        if (y >= 0 && y < in_h && x >= 0 && x < in_w) {
          const float* from = image + (y * in_w + x) * in_c;
          d[i] = count == 4 ? Load(from) : LoadFew(from, count);
        }
      }
    }
    TransformData<M>(d, t);
    PASSCOPE_UNROLL for (int i = 0; i < kS; ++i) half[i][j] = t[i];
  }
  PASSCOPE_ROLLED for (int i = 0; i < kS; ++i) {
    F4 t[kS];
    TransformData<M>(half[i], t);
    PASSCOPE_UNROLL for (int j = 0; j < kS; ++j) Store(four + (i * kS + j) * 4, t[j]);
  }
}

// Computes `count` channels of a tile's results, from m[point · point_stride].
template <int M>
PASSCOPE_INLINE void ResultToPixels(const Conv2dShape& s, const float* m, Index point_stride,
                                    Index y0, Index x0, F4 bias, const Finish& finish, Index count,
                                    float* image) {
  constexpr int kS = kSide<M>;
  Index out_h = s.out_h, out_w = s.out_w, out_c = s.out_c;
  F4 half[M][kS];
  PASSCOPE_ROLLED for (int j = 0; j < kS; ++j) {
    F4 d[kS], t[M];
    PASSCOPE_UNROLL for (int i = 0; i < kS; ++i) d[i] = Load(m + (i * kS + j) * point_stride);
    TransformSums<M>(d, t);
    PASSCOPE_UNROLL for (int i = 0; i < M; ++i) half[i][j] = t[i];
  }
  PASSCOPE_ROLLED for (Index i = 0; i < M && y0 + i < out_h; ++i) {
    F4 t[M];
    TransformSums<M>(half[i], t);
    for (Index j = 0; j < M && x0 + j < out_w; ++j) {
      F4 value = t[j] + bias;
      if (finish.clamps) value = Limit(value, finish);
      float* to = image + ((y0 + i) * out_w + x0 + j) * out_c;
      if (count >= 4) {
        Store(to, value);
      } else {
        StoreFew(to, value, count);
      }
    }
  }
}

template <int M>
void ConvPixels(const ConvParams& params) {
  const Conv2dShape& s = params.shape;
  WinogradPlan plan = PlanWinograd(s, M);
  constexpr Index kP = kPoints<M>;
  Index in_c = s.in_c / s.groups, out_c = s.out_c / s.groups;
  Index padded = RoundUp(out_c, kTileColumns);
  auto* v = static_cast<float*>(params.workspace);
  float* m = v + plan.v_floats;
  float* four = m + plan.m_floats;  // Four tiles, each [point][4 channels].
  Finish finish = MakeFinish(params.clamp);
  Index tiles_x = plan.tiles_x, block = plan.tiles;
  for (Index item = 0; item < s.batch * s.groups; ++item) {
    Index image = item / s.groups, group = item % s.groups;
    const float* data = params.in + image * s.in_h * s.in_w * s.in_c + group * in_c;
    const float* u = static_cast<const float*>(params.packed) + group * plan.packed_floats;
    const float* bias = params.bias ? params.bias + group * out_c : nullptr;
    Index out_image = image * s.out_h * s.out_w * s.out_c;
    for (Index row = 0; row < plan.tiles_y; row += plan.rows_per_block) {
      Index rows = Smaller<Index>(plan.rows_per_block, plan.tiles_y - row);
      Index tiles = rows * tiles_x;
      for (Index tile = 0; tile < tiles; tile += 4) {
        for (Index c = 0; c < in_c; c += 4) {
          Index count = Smaller<Index>(in_c - c, 4);
          for (Index i = 0; i < 4; ++i) {
            Index at = Smaller<Index>(tile + i, tiles - 1);
            DataFromPixels<M>(s, data + c, (row + at / tiles_x) * M - s.pad_top,
                              at % tiles_x * M - s.pad_left, count, four + i * kP * 4);
          }
          for (Index point = 0; point < kP; ++point) {
            const float* from = four + point * 4;
            F4 a = Load(from), b = Load(from + kP * 4), d = Load(from + kP * 8),
               e = Load(from + kP * 12);
            Transpose(a, b, d, e);
            float* to = v + (point * block + tile) * in_c + c * 4;
            Store(to, a);
            if (count > 1) Store(to + 4, b);
            if (count > 2) Store(to + 8, d);
            if (count > 3) Store(to + 12, e);
          }
        }
      }
      for (Index o0 = 0; o0 < out_c; o0 += plan.channels_per_block) {
        Index channels = Smaller<Index>(plan.channels_per_block, out_c - o0);
        for (Index point = 0; point < kP; ++point) {
          MultiplyBlocks<Outer::kColumns>(tiles, channels, in_c, v + point * block * in_c,
                                          u + (point * padded + o0) * in_c, in_c * kTileColumns,
                                          kTileColumns, m + point * block * plan.channels_per_block,
                                          plan.channels_per_block, false, nullptr, kPartialSum);
        }
        for (Index tile = 0; tile < tiles; ++tile) {
          Index y = (row + tile / tiles_x) * M, x = tile % tiles_x * M;
          for (Index o = 0; o < channels; o += 4) {
            Index count = Smaller<Index>(channels - o, 4);
            F4 with = Zero();
            if (bias) with = count == 4 ? Load(bias + o0 + o) : LoadFew(bias + o0 + o, count);
            ResultToPixels<M>(s, m + tile * plan.channels_per_block + o,
                              block * plan.channels_per_block, y, x, with, finish, count,
                              params.out + out_image + group * out_c + o0 + o);
          }
        }
      }
      if (params.epilogue) {
        Index begin = row * M, end = Smaller<Index>((row + rows) * M, s.out_h);
        for (Index p = begin * s.out_w; p < end * s.out_w; ++p) {
          RunEpilogue(params.epilogue, params.out, out_image + p * s.out_c + group * out_c, out_c);
        }
      }
    }
  }
}

}  // namespace

void WinogradPack(const ConvPackParams& params, int64_t m) {
  bool nchw = params.shape.layout == ConvLayout::kNCHW;
  Index panel = nchw ? kTileRows : kTileColumns;
  m == 2 ? Pack<2>(params, panel) : Pack<4>(params, panel);
}

void WinogradConv(const ConvParams& params, int64_t m) {
  if (params.shape.layout == ConvLayout::kNCHW) {
    m == 2 ? ConvPlanes<2>(params) : ConvPlanes<4>(params);
  } else {
    m == 2 ? ConvPixels<2>(params) : ConvPixels<4>(params);
  }
}

}  // namespace passcope::kernels
