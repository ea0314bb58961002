// Convolutions of NHWC data as products of patches and weight. Each position is a row.
#include "kernels/loops.h"
#include "kernels/rows.h"

namespace passcope::kernels {
namespace {

// Columns [k0, k0 + kn) of the patches at positions [m0, m0 + mn). k runs over (row, column,
// channel) of the window.
void PackPixels(const Conv2dShape& s, const float* image, Index m0, Index mn, Index k0, Index kn,
                float* to) {
  Index channels = s.in_c / s.groups, in_h = s.in_h, in_w = s.in_w, kw = s.kw;
  Index line = kw * channels;
  for (Index m = m0; m < m0 + mn; m += kTileRows) {
    Index y[kTileRows], x[kTileRows];
    bool exists[kTileRows];
    // True if, for all four positions, the window's columns are contiguous and within the data.
    bool whole = s.dw == 1 && s.groups == 1;
    for (Index i = 0; i < kTileRows; ++i) {
      exists[i] = m + i < m0 + mn;
      y[i] = (m + i) / s.out_w * s.sh - s.pad_top;
      x[i] = (m + i) % s.out_w * s.sw - s.pad_left;
      whole = whole && (!exists[i] || (x[i] >= 0 && x[i] + kw <= in_w));
    }
    for (Index k = k0; k < k0 + kn;) {
      Index row = k / line, rest = k % line, column = rest / channels;
      Index end =
          Smaller<Index>(k0 + kn, whole ? (row + 1) * line : row * line + (column + 1) * channels);
      const float* from[kTileRows];
      for (Index i = 0; i < kTileRows; ++i) {
        Index at_y = y[i] + row * s.dh, at_x = x[i] + column * s.dw;
        bool inside = exists[i] && at_y >= 0 && at_y < in_h && at_x >= 0 && at_x < in_w;
        from[i] = inside ? image + (at_y * in_w + at_x) * s.in_c + rest % channels : nullptr;
      }
      PackRows(from, end - k, to);
      to += (end - k) * kTileRows;
      k = end;
    }
  }
}

}  // namespace

void RowsPack(const ConvPackParams& params) {
  const Conv2dShape& s = params.shape;
  Index channels = s.in_c / s.groups, n = s.out_c / s.groups, k = channels * s.kh * s.kw;
  GemmPlan plan = PlanGemm(s.out_h * s.out_w, n, k);
  for (Index group = 0; group < s.groups; ++group) {
    auto at = [&](Index p, Index o) {
      Index tap = p / channels;
      return params.weight[(group * n + o) * params.stride_o + p % channels * params.stride_i +
                           tap / s.kw * params.stride_h + tap % s.kw * params.stride_w];
    };
    PackColumns(plan, n, k, at, static_cast<float*>(params.packed) + group * plan.packed_floats);
  }
}

void RowsConv(const ConvParams& params) {
  const Conv2dShape& s = params.shape;
  Index channels = s.in_c / s.groups, n = s.out_c / s.groups, k = channels * s.kh * s.kw;
  Index m = s.out_h * s.out_w;
  GemmPlan plan = PlanGemm(m, n, k);
  Finish finish = MakeFinish(params.clamp);
  for (Index image = 0; image < s.batch; ++image) {
    for (Index group = 0; group < s.groups; ++group) {
      const float* data = params.in + image * s.in_h * s.in_w * s.in_c + group * channels;
      const float* weight = static_cast<const float*>(params.packed) + group * plan.packed_floats;
      Index first = image * m * s.out_c + group * n;
      finish.column_bias = params.bias ? params.bias + group * n : nullptr;
      auto pack = [&](Index m0, Index mn, Index k0, Index kn, float* to) {
        PackPixels(s, data, m0, mn, k0, kn, to);
      };
      auto done = [&](Index m0, Index mn) {
        if (!params.epilogue) return;
        if (s.groups == 1) {
          RunEpilogue(params.epilogue, params.out, first + m0 * n, mn * n);
          return;
        }
        for (Index i = m0; i < m0 + mn; ++i) {
          RunEpilogue(params.epilogue, params.out, first + i * s.out_c, n);
        }
      };
      MultiplyRows(plan, m, n, k, weight, static_cast<float*>(params.workspace), params.out + first,
                   s.out_c, finish, pack, done);
    }
  }
}

}  // namespace passcope::kernels
