#include "kernels/loops.h"
#include "kernels/poll.h"
#include "kernels/tile.h"

namespace passcope::kernels {
namespace {

// The taps of one position along one axis that are within the data, and the divisor of an average.
struct Window {
  Index begin, count;
  float divisor;
};
Window MakeWindow(Index o, Index size, Index kernel, Index stride, Index dilation, Index before,
                  Index after, bool counts_padding) {
  Index start = o * stride - before, end = start + (kernel - 1) * dilation;
  Index skipped = start < 0 ? (-start + dilation - 1) / dilation : 0;
  Window w;
  w.begin = start + skipped * dilation;
  Index last = Smaller<Index>(end, size - 1);
  w.count = last >= w.begin ? (last - w.begin) / dilation + 1 : 0;
  Index counted =
      counts_padding ? (Smaller<Index>(end, size + after - 1) - start) / dilation + 1 : w.count;
  w.divisor = static_cast<float>(counted);
  return w;
}

template <PoolOp kOp, class T>
PASSCOPE_INLINE T Combine(T a, T b) {
  return kOp == PoolOp::kMax ? Maximum(a, b) : a + b;
}
// The result of no elements. As in TVM, the maximum of padding alone is the lowest finite number.
template <PoolOp kOp>
PASSCOPE_INLINE float Start(Index count) {
  if (kOp == PoolOp::kAverage) return 0;
  return count > 0 ? -__builtin_inff() : -3.4028234663852886e38f;
}

PASSCOPE_INLINE float Reciprocal(float divisor) { return 1 / Larger(divisor, 1.0f); }

template <PoolOp kOp>
void PoolPlane(const Pool2dParams& p, const float* in, float* out) {
  Index in_h = p.in_h, in_w = p.in_w, out_w = p.out_w;
  if (p.kh == in_h && p.kw == in_w && p.out_h == 1 && p.out_w == 1 && p.pad_top == 0 &&
      p.pad_left == 0 && p.dh == 1 && p.dw == 1) {
    // The whole plane.
    Index size = in_h * in_w, i = 0;
    F4 acc = Splat(Start<kOp>(size));
    for (; i + 4 <= size; i += 4) acc = Combine<kOp>(acc, Load(in + i));
    float value = Combine<kOp>(Combine<kOp>(acc[0], acc[1]), Combine<kOp>(acc[2], acc[3]));
    for (; i < size; ++i) value = Combine<kOp>(value, in[i]);
    *out = kOp == PoolOp::kMax ? value : value * Reciprocal(static_cast<float>(size));
    return;
  }
  // Columns whose window lies within the data. With a stride of 2, four of them read two vectors
  // per tap.
  Index sw = p.sw, dw = p.dw, reach = (p.kw - 1) * dw;
  Index first = Smaller<Index>(DivideUp(p.pad_left, sw), out_w);
  Index last = in_w + p.pad_left - reach > 0 ? (in_w + p.pad_left - reach - 1) / sw + 1 : 0;
  last = Larger(Smaller(last, out_w), first);
  for (Index y = 0; y < p.out_h; ++y, out += out_w) {
    Window wy = MakeWindow(y, in_h, p.kh, p.sh, p.dh, p.pad_top, p.pad_bottom, p.count_include_pad);
    auto one = [&](Index x) {
      Window wx = MakeWindow(x, in_w, p.kw, sw, dw, p.pad_left, p.pad_right, p.count_include_pad);
      float value = Start<kOp>(wy.count * wx.count);
      for (Index ky = 0; ky < wy.count; ++ky) {
        const float* row = in + (wy.begin + ky * p.dh) * in_w + wx.begin;
        for (Index kx = 0; kx < wx.count; ++kx) value = Combine<kOp>(value, row[kx * dw]);
      }
      out[x] = kOp == PoolOp::kMax ? value : value * Reciprocal(wy.divisor * wx.divisor);
    };
    Index x = 0;
    for (; x < first; ++x) one(x);
    if (sw <= 2) {
      F4 factor = Splat(Reciprocal(wy.divisor * static_cast<float>(p.kw)));
      // With a stride of 2, the second vector reaches one column further than the windows.
      Index bound = sw == 1 ? last : Smaller<Index>(last, (in_w + p.pad_left - reach) / 2);
      for (; x + 4 <= bound; x += 4) {
        F4 acc = Splat(Start<kOp>(wy.count));
        for (Index ky = 0; ky < wy.count; ++ky) {
          const float* row = in + (wy.begin + ky * p.dh) * in_w + x * sw - p.pad_left;
          for (Index kx = 0; kx < p.kw; ++kx) {
            const float* at = row + kx * dw;
            F4 v = sw == 1 ? Load(at) : Shuffle<0, 2, 4, 6>(Load(at), Load(at + 4));
            acc = Combine<kOp>(acc, v);
          }
        }
        Store(out + x, kOp == PoolOp::kMax ? acc : acc * factor);
      }
    }
    for (; x < out_w; ++x) one(x);
    PollAfter(out_w * wy.count * p.kw);
  }
}

template <PoolOp kOp>
void PoolPixels(const Pool2dParams& p, Index row, const float* in, float* out) {
  Index channels = p.channels, in_w = p.in_w;
  Window wy =
      MakeWindow(row, p.in_h, p.kh, p.sh, p.dh, p.pad_top, p.pad_bottom, p.count_include_pad);
  for (Index x = 0; x < p.out_w; ++x, out += channels) {
    Window wx = MakeWindow(x, in_w, p.kw, p.sw, p.dw, p.pad_left, p.pad_right, p.count_include_pad);
    float factor = Reciprocal(wy.divisor * wx.divisor), start = Start<kOp>(wy.count * wx.count);
    const float* first = in + (wy.begin * in_w + wx.begin) * channels;
    Index line = p.dh * in_w * channels, step = p.dw * channels;
    Index c = 0;
    for (; c + 4 <= channels; c += 4) {
      F4 acc = Splat(start);
      for (Index ky = 0; ky < wy.count; ++ky) {
        const float* at = first + ky * line + c;
        for (Index kx = 0; kx < wx.count; ++kx, at += step) acc = Combine<kOp>(acc, Load(at));
      }
      Store(out + c, kOp == PoolOp::kMax ? acc : acc * Splat(factor));
    }
    PollAfter(channels * wy.count * wx.count);
    for (; c < channels; ++c) {
      float acc = start;
      for (Index ky = 0; ky < wy.count; ++ky) {
        const float* at = first + ky * line + c;
        for (Index kx = 0; kx < wx.count; ++kx, at += step) acc = Combine<kOp>(acc, *at);
      }
      out[c] = kOp == PoolOp::kMax ? acc : acc * factor;
    }
  }
}

template <PoolOp kOp>
void PoolAll(const Pool2dParams& p) {
  if (p.layout == ConvLayout::kNCHW) {
    Index size = p.out_h * p.out_w;
    for (Index i = 0; i < p.batch * p.channels; ++i) {
      PoolPlane<kOp>(p, p.in + i * p.in_h * p.in_w, p.out + i * size);
      RunEpilogue(p.epilogue, p.out, i * size, size);
    }
    return;
  }
  Index line = p.out_w * p.channels;
  for (Index row = 0; row < p.batch * p.out_h; ++row) {
    const float* image = p.in + row / p.out_h * p.in_h * p.in_w * p.channels;
    PoolPixels<kOp>(p, row % p.out_h, image, p.out + row * line);
    RunEpilogue(p.epilogue, p.out, row * line, line);
  }
}

}  // namespace

void Pool2d(const Pool2dParams& params) {
  if (params.op == PoolOp::kMax) {
    PoolAll<PoolOp::kMax>(params);
  } else {
    PoolAll<PoolOp::kAverage>(params);
  }
}

}  // namespace passcope::kernels
