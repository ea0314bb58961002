// Convolutions of NCHW data as products of weight and patches. Patches are packed block by block.
#include "kernels/loops.h"
#include "kernels/planes.h"
#include "kernels/tile.h"

namespace passcope::kernels {
namespace {

// Copies `count` planes of an image, from plane `first` on, with padding: the part that the windows
// of rows `first_y` to `last_y` of the result cover. A row of a copy is a row of the padded image,
// with its columns sorted by their remainder to the stride.
void CopyPlanes(const Conv2dShape& s, const Im2colPlan& plan, const float* image, Index first,
                Index count, Index first_y, Index last_y, float* planes) {
  Index in_h = s.in_h, in_w = s.in_w, pitch = plan.pitch;
  Index begin = first_y * plan.row_step, end = last_y * plan.row_step + plan.reach;
  for (Index channel = 0; channel < count; ++channel, planes += plan.rows * pitch) {
    const float* plane = image + (first + channel) * in_h * in_w;
    float* to = planes;
    for (Index r = begin; r < end; ++r, to += pitch) {
      Index y = (plan.row_step < s.sh ? r / plan.reach * s.sh + r % plan.reach : r) - s.pad_top;
      if (y < 0 || y >= in_h) {
        Fill(to, pitch, 0);
        continue;
      }
      CopyPaddedRow(s, plane + y * in_w, plan.phases, plan.phase_pitch, to);
    }
  }
}

// Columns [n0, n0 + n) of the patches as panels [panel][k][8].
void PackPatches(const float* planes, const int32_t* k_offsets, Index k, const int32_t* n_offsets,
                 Index n, float* to) {
  for (Index j = 0; j < n; j += kTileColumns) {
    const int32_t* at = n_offsets + j;
    Index columns = Smaller<Index>(n - j, kTileColumns);
    if (columns == kTileColumns && at[7] - at[0] == 7) {
      const float* from = planes + at[0];
      for (Index p = 0; p < k; ++p, to += kTileColumns) {
        F4 low = Load(from + k_offsets[p]), high = Load(from + k_offsets[p] + 4);
        Store(to, low);
        Store(to + 4, high);
      }
    } else if (columns == kTileColumns && at[3] - at[0] == 3 && at[7] - at[4] == 3) {
      const float* from = planes + at[0];
      Index gap = at[4] - at[0];
      for (Index p = 0; p < k; ++p, to += kTileColumns) {
        F4 low = Load(from + k_offsets[p]), high = Load(from + k_offsets[p] + gap);
        Store(to, low);
        Store(to + 4, high);
      }
    } else {
      int32_t offsets[kTileColumns];
      for (Index i = 0; i < kTileColumns; ++i) offsets[i] = at[Smaller<Index>(i, columns - 1)];
      for (Index p = 0; p < k; ++p, to += kTileColumns) {
        const float* from = planes + k_offsets[p];
        PASSCOPE_UNROLL for (int i = 0; i < kTileColumns; ++i) to[i] = from[offsets[i]];
      }
    }
  }
}

}  // namespace

void Im2colPack(const ConvPackParams& params) {
  const Conv2dShape& s = params.shape;
  Im2colPlan plan = PlanIm2col(s);
  Index group_in = s.in_c / s.groups, group_out = s.out_c / s.groups;
  auto* to = static_cast<float*>(params.packed);
  for (Index group = 0; group < s.groups; ++group) {
    for (Index c0 = 0; c0 < group_in; c0 += plan.channels.size) {
      Index c1 = Smaller<Index>(c0 + plan.channels.size, group_in);
      for (Index o = 0; o < group_out; o += kTileRows) {
        for (Index c = c0; c < c1; ++c) {
          for (Index y = 0; y < s.kh; ++y) {
            for (Index x = 0; x < s.kw; ++x) {
              for (Index i = o; i < o + kTileRows; ++i) {
                *to++ = i < group_out ? params.weight[(group * group_out + i) * params.stride_o +
                                                      c * params.stride_i + y * params.stride_h +
                                                      x * params.stride_w]
                                      : 0;
              }
            }
          }
        }
      }
    }
  }
}

void Im2colConv(const ConvParams& params) {
  const Conv2dShape& s = params.shape;
  Im2colPlan plan = PlanIm2col(s);
  Index group_in = s.in_c / s.groups, group_out = s.out_c / s.groups;
  Index positions = s.out_h * s.out_w, volume = s.in_h * s.in_w;
  auto* planes = static_cast<float*>(params.workspace);
  float* block = planes + plan.plane_floats;
  auto* k_offsets = reinterpret_cast<int32_t*>(block + plan.b_floats);
  int32_t* n_offsets = k_offsets + plan.k_offsets;
  Index plane = plan.rows * plan.pitch;
  {
    int32_t* to = k_offsets;
    for (Index c = 0; c < Smaller<Index>(plan.channels.size, group_in); ++c) {
      for (Index y = 0; y < s.kh; ++y) {
        for (Index x = 0; x < s.kw; ++x) {
          Index column = x * s.dw;
          Index at = plan.copies ? column % s.sw * plan.phase_pitch + column / s.sw : column;
          *to++ = static_cast<int32_t>(c * plane + y * s.dh * plan.pitch + at);
        }
      }
    }
  }
  Finish finish = MakeFinish(params.clamp);
  for (Index image = 0; image < s.batch; ++image) {
    for (Index group = 0; group < s.groups; ++group) {
      const float* data = params.in + (image * s.in_c + group * group_in) * volume;
      const float* weight = static_cast<const float*>(params.packed) + group * plan.packed_floats;
      Index first_out = image * s.out_c + group * group_out;
      float* out = params.out + first_out * positions;
      finish.row_bias = params.bias ? params.bias + group * group_out : nullptr;
      for (Index c0 = 0; c0 < group_in; c0 += plan.channels.size) {
        Index channels = Smaller<Index>(plan.channels.size, group_in - c0);
        Index depth = channels * plan.taps;
        bool last = c0 + channels == group_in;
        const float* from = plan.copies ? planes : data + c0 * volume;
        for (Index n0 = 0; n0 < positions; n0 += plan.n_size) {
          Index n = Smaller<Index>(plan.n_size, positions - n0);
          Index y = n0 / s.out_w, x = n0 % s.out_w;
          if (plan.copies) {
            CopyPlanes(s, plan, data, c0, channels, y, (n0 + n - 1) / s.out_w, planes);
            y = 0;
          }
          for (Index j = 0; j < n; ++j) {
            n_offsets[j] = static_cast<int32_t>(y * plan.row_step * plan.pitch + x);
            if (++x == s.out_w) {
              x = 0;
              ++y;
            }
          }
          PackPatches(from, k_offsets, depth, n_offsets, n, block);
          MultiplyBlocks<Outer::kRows>(group_out, n, depth, weight, block, depth * kTileColumns,
                                       kTileColumns, out + n0, positions, c0 > 0,
                                       last ? &finish : nullptr);
          if (last && params.epilogue) {
            for (Index o = 0; o < group_out; ++o) {
              RunEpilogue(params.epilogue, params.out, (first_out + o) * positions + n0, n);
            }
          }
        }
        weight += RoundUp(group_out, kTileRows) * depth;
      }
    }
  }
}

}  // namespace passcope::kernels
