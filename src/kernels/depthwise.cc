// Convolutions with one input channel per group, by direct summation.
#include "kernels/loops.h"
#include "kernels/planes.h"
#include "kernels/poll.h"
#include "kernels/tile.h"

namespace passcope::kernels {
namespace {

// `weight` is [channel][tap] for NCHW, and [tap][channel] for NHWC.
bool IsNCHW(const Conv2dShape& s) { return s.layout == ConvLayout::kNCHW; }

// Copies a plane with its padding.
void CopyPlane(const Conv2dShape& s, const DepthwisePlan& plan, const float* plane, float* to) {
  Index in_h = s.in_h, in_w = s.in_w;
  for (Index r = 0; r < plan.rows; ++r, to += plan.pitch) {
    Index y = r - s.pad_top;
    if (y < 0 || y >= in_h) {
      Fill(to, plan.pitch, 0);
    } else {
      CopyPaddedRow(s, plane + y * in_w, plan.phases, plan.phase_pitch, to);
    }
  }
}

// Computes one plane of the result. kSize: rows and columns of the window, or 0 for any size.
template <int kSize>
void ConvPlane(const Conv2dShape& s, const DepthwisePlan& plan, const float* plane,
               const float* weight, float bias, const Finish& finish, float* out) {
  Index kh = kSize ? kSize : s.kh, kw = kSize ? kSize : s.kw;
  Index out_h = s.out_h, out_w = s.out_w, dw = s.dw, sw = s.sw;
  for (Index y = 0; y < out_h; ++y, out += out_w) {
    const float* from = plane + y * s.sh * plan.pitch;
    for (Index x = 0; x < out_w; x += 8) {
      F4 low = Splat(bias), high = low;
      const float* w = weight;
      for (Index ky = 0; ky < kh; ++ky) {
        const float* row = from + ky * s.dh * plan.pitch + x;
        for (Index kx = 0; kx < kw; ++kx) {
          Index column = kx * dw;
          const float* at = row + (sw == 1 ? column : column % sw * plan.phase_pitch + column / sw);
          F4 v = Splat(*w++);
          low = MulAdd(low, v, Load(at));
          high = MulAdd(high, v, Load(at + 4));
        }
      }
      if (finish.clamps) {
        low = Limit(low, finish);
        high = Limit(high, finish);
      }
      Index left = out_w - x;
      if (left >= 8) {
        Store(out + x, low);
        Store(out + x + 4, high);
      } else if (left >= 4) {
        Store(out + x, low);
        StoreFew(out + x + 4, high, left - 4);
      } else {
        StoreFew(out + x, low, left);
      }
    }
  }
}

void ConvPlanes(const ConvParams& params) {
  const Conv2dShape& s = params.shape;
  DepthwisePlan plan = PlanDepthwise(s);
  Index multiplier = s.out_c / s.in_c, positions = s.out_h * s.out_w, taps = s.kh * s.kw;
  auto* plane = static_cast<float*>(params.workspace);
  Fill(plane, plan.plane_floats, 0);
  const auto* weight = static_cast<const float*>(params.packed);
  Finish finish = MakeFinish(params.clamp);
  bool square = s.kh == s.kw;
  for (Index i = 0; i < s.batch * s.in_c; ++i) {
    CopyPlane(s, plan, params.in + i * s.in_h * s.in_w, plane);
    for (Index j = 0; j < multiplier; ++j) {
      Index channel = i % s.in_c * multiplier + j;
      Index first = (i * multiplier + j) * positions;
      const float* w = weight + channel * taps;
      float bias = params.bias ? params.bias[channel] : 0;
      float* out = params.out + first;
      if (square && s.kh == 3) {
        ConvPlane<3>(s, plan, plane, w, bias, finish, out);
      } else if (square && s.kh == 5) {
        ConvPlane<5>(s, plan, plane, w, bias, finish, out);
      } else {
        ConvPlane<0>(s, plan, plane, w, bias, finish, out);
      }
      RunEpilogue(params.epilogue, params.out, first, positions);
      PollAfter(positions * taps);
    }
  }
}

void ConvPixels(const ConvParams& params) {
  const Conv2dShape& s = params.shape;
  Index channels = s.in_c, in_h = s.in_h, in_w = s.in_w, kw = s.kw;
  const auto* weight = static_cast<const float*>(params.packed);
  Finish finish = MakeFinish(params.clamp);
  Index line = s.out_w * channels;
  for (Index row = 0; row < s.batch * s.out_h; ++row) {
    const float* image = params.in + row / s.out_h * in_h * in_w * channels;
    Index y0 = row % s.out_h * s.sh - s.pad_top;
    PollAfter(line * s.kh * kw);
    for (Index x = 0; x < s.out_w; ++x) {
      Index x0 = x * s.sw - s.pad_left;
      float* out = params.out + row * line + x * channels;
      // Sums the channels of a pixel: eight at a time, then four, then one.
      auto sum = [&](auto one, auto load, auto store, Index c) __attribute__((always_inline)) {
        auto acc = one;
        for (Index ky = 0; ky < s.kh; ++ky) {
          Index y = y0 + ky * s.dh;
          if (y < 0 || y >= in_h) continue;
          for (Index kx = 0; kx < kw; ++kx) {
            Index at = x0 + kx * s.dw;
            if (at < 0 || at >= in_w) continue;
            load(acc, image + (y * in_w + at) * channels + c,
                 weight + (ky * kw + kx) * channels + c);
          }
        }
        store(acc, c);
      };
      struct Pair {
        F4 low, high;
      };
      Index c = 0;
      for (; c + 8 <= channels; c += 8) {
        Pair start = {Zero(), Zero()};
        if (params.bias) start = {Load(params.bias + c), Load(params.bias + c + 4)};
        sum(
            start, [](Pair & acc, const float* d, const float* w) __attribute__((always_inline)) {
              acc.low = MulAdd(acc.low, Load(d), Load(w));
              acc.high = MulAdd(acc.high, Load(d + 4), Load(w + 4));
            },
            [&](Pair acc, Index at) __attribute__((always_inline)) {
              Store(out + at, finish.clamps ? Limit(acc.low, finish) : acc.low);
              Store(out + at + 4, finish.clamps ? Limit(acc.high, finish) : acc.high);
            },
            c);
      }
      for (; c < channels; c += 4) {
        Index count = Smaller<Index>(channels - c, 4);
        auto read = [&](const float* from) __attribute__((always_inline)) {
          return count == 4 ? Load(from) : LoadFew(from, count);
        };
        sum(
            params.bias ? read(params.bias + c) : Zero(),
            [&](F4 & acc, const float* d, const float* w)
                __attribute__((always_inline)) { acc = MulAdd(acc, read(d), read(w)); },
            [&](F4 acc, Index at) __attribute__((always_inline)) {
              F4 v = finish.clamps ? Limit(acc, finish) : acc;
              if (count == 4) {
                Store(out + at, v);
              } else {
                StoreFew(out + at, v, count);
              }
            },
            c);
      }
    }
    RunEpilogue(params.epilogue, params.out, row * line, line);
  }
}

}  // namespace

void DepthwisePack(const ConvPackParams& params) {
  const Conv2dShape& s = params.shape;
  Index taps = s.kh * s.kw;
  auto* to = static_cast<float*>(params.packed);
  for (Index o = 0; o < s.out_c; ++o) {
    for (Index y = 0; y < s.kh; ++y) {
      for (Index x = 0; x < s.kw; ++x) {
        Index tap = y * s.kw + x;
        to[IsNCHW(s) ? o * taps + tap : tap * s.out_c + o] =
            params.weight[o * params.stride_o + y * params.stride_h + x * params.stride_w];
      }
    }
  }
}

void DepthwiseConv(const ConvParams& params) {
  if (IsNCHW(params.shape)) {
    ConvPlanes(params);
  } else {
    ConvPixels(params);
  }
}

}  // namespace passcope::kernels
