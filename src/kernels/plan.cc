#include "kernels/plan.h"

#include "kernels/simd.h"

namespace passcope::kernels {
namespace {

// The part of the second-level cache for a block of a product's second operand, in floats: 512 KiB.
constexpr int64_t kCacheFloats = 128 * 1024;
constexpr int64_t kMostK = 384;

bool IsWinograd(const Conv2dShape& s) {
  return s.kh == 3 && s.kw == 3 && s.sh == 1 && s.sw == 1 && s.dh == 1 && s.dw == 1;
}
bool Is1x1(const Conv2dShape& s) { return s.kh == 1 && s.kw == 1; }
bool IsPointwise(const Conv2dShape& s) {
  return Is1x1(s) && s.sh == 1 && s.sw == 1 && s.pad_top == 0 && s.pad_left == 0 &&
         s.out_h == s.in_h && s.out_w == s.in_w;
}
bool IsDepthwise(const Conv2dShape& s) {
  return s.groups > 1 && s.groups == s.in_c && (s.layout == ConvLayout::kNCHW || s.out_c == s.in_c);
}

// In the order of preference.
constexpr ConvAlgorithm kOrder[] = {ConvAlgorithm::kDepthwise, ConvAlgorithm::kPointwise,
                                    ConvAlgorithm::kWinograd4, ConvAlgorithm::kWinograd2,
                                    ConvAlgorithm::kIm2col};

bool IsPossible(ConvAlgorithm algorithm, const Conv2dShape& s) {
  switch (algorithm) {
    case ConvAlgorithm::kAuto:
    case ConvAlgorithm::kSums:
      return false;
    case ConvAlgorithm::kDepthwise:
      return IsDepthwise(s);
    case ConvAlgorithm::kPointwise:
      return IsPointwise(s);
    case ConvAlgorithm::kWinograd2:
    case ConvAlgorithm::kWinograd4:
      return IsWinograd(s) && s.algorithm != ConvAlgorithm::kSums;
    case ConvAlgorithm::kIm2col:
      return true;
  }
  return false;
}

// With few tiles, registers remain unused. With few channels, the transforms cost more than they
// save.
bool IsWorthwhile(ConvAlgorithm algorithm, const Conv2dShape& s) {
  int64_t positions = s.out_h * s.out_w, few = Smaller(s.in_c, s.out_c);
  switch (algorithm) {
    case ConvAlgorithm::kWinograd4:
      return s.groups == 1 && few >= 16 && positions >= (s.layout == ConvLayout::kNCHW ? 96 : 16);
    case ConvAlgorithm::kWinograd2:
      return s.groups == 1 && few >= 32 && positions >= 16;
    default:
      return true;
  }
}

// Limits of sizes along an axis, so that all positions, sums of few such numbers, fit.
constexpr int64_t kMostReach = int64_t{1} << 27;
bool IsAxisInReach(int64_t in, int64_t out, int64_t kernel, int64_t stride, int64_t dilation,
                   int64_t before) {
  return in <= kMostReach && out <= kMostReach && kernel <= kMostReach && stride <= kMostReach &&
         dilation <= kMostReach && before <= kMostReach && (kernel - 1) * dilation <= kMostReach &&
         (out - 1) * stride <= kMostReach;
}

}  // namespace

bool IsConvInReach(const Conv2dShape& s) {
  if (!IsAxisInReach(s.in_h, s.out_h, s.kh, s.sh, s.dh, s.pad_top) ||
      !IsAxisInReach(s.in_w, s.out_w, s.kw, s.sw, s.dw, s.pad_left)) {
    return false;
  }
  if (s.layout != ConvLayout::kNCHW) return true;
  constexpr double kMostFloats = 1 << 28;
  switch (ChooseConv(s)) {
    case ConvAlgorithm::kDepthwise: {
      DepthwisePlan plan = PlanDepthwise(s);
      return static_cast<double>(plan.rows) * static_cast<double>(plan.pitch) <= kMostFloats;
    }
    case ConvAlgorithm::kIm2col: {
      Im2colPlan plan = PlanIm2col(s);
      double rows = static_cast<double>(plan.channels.size) * static_cast<double>(plan.rows);
      return !plan.copies || rows * static_cast<double>(plan.pitch) <= kMostFloats;
    }
    default:
      return true;
  }
}

bool IsPoolInReach(const Pool2dParams& p) {
  return IsAxisInReach(p.in_h, p.out_h, p.kh, p.sh, p.dh, p.pad_top) &&
         IsAxisInReach(p.in_w, p.out_w, p.kw, p.sw, p.dw, p.pad_left) &&
         p.pad_bottom <= kMostReach && p.pad_right <= kMostReach;
}

ConvAlgorithm ChooseConv(const Conv2dShape& shape) {
  if (IsPossible(shape.algorithm, shape)) return shape.algorithm;
  for (ConvAlgorithm algorithm : kOrder) {
    if (IsPossible(algorithm, shape) && IsWorthwhile(algorithm, shape)) return algorithm;
  }
  return ConvAlgorithm::kIm2col;
}

const char* ConvAlgorithmName(ConvAlgorithm algorithm) {
  switch (algorithm) {
    case ConvAlgorithm::kAuto:
    case ConvAlgorithm::kSums:
      return "auto";
    case ConvAlgorithm::kIm2col:
      return "im2col";
    case ConvAlgorithm::kWinograd2:
      return "winograd 2x2";
    case ConvAlgorithm::kWinograd4:
      return "winograd 4x4";
    case ConvAlgorithm::kPointwise:
      return "pointwise";
    case ConvAlgorithm::kDepthwise:
      return "depthwise";
  }
  return "";
}

Blocks DivideEqually(int64_t extent, int64_t most, int64_t unit) {
  int64_t count = Larger<int64_t>(DivideUp(extent, Larger(most, unit)), 1);
  int64_t size = Larger(RoundUp(DivideUp(extent, count), unit), unit);
  return {size, Larger<int64_t>(DivideUp(extent, size), 1)};
}

GemmPlan PlanGemm(int64_t m, int64_t n, int64_t k) {
  GemmPlan plan;
  plan.k = DivideEqually(k, kMostK, 1);
  plan.m_size = DivideEqually(m, kCacheFloats / Larger<int64_t>(plan.k.size, 1), kTileRows).size;
  plan.packed_floats = RoundUp(n, kTileColumns) * k;
  plan.a_floats = plan.m_size * plan.k.size;
  return plan;
}

Im2colPlan PlanIm2col(const Conv2dShape& s) {
  Im2colPlan plan;
  plan.taps = s.kh * s.kw;
  int64_t reach_x = (s.kw - 1) * s.dw + 1;
  plan.reach = (s.kh - 1) * s.dh + 1;
  bool inside = s.pad_top == 0 && s.pad_left == 0 && (s.out_h - 1) * s.sh + plan.reach <= s.in_h &&
                (s.out_w - 1) * s.sw + reach_x <= s.in_w;
  plan.copies = !inside || s.sw != 1;
  if (plan.copies) {
    plan.row_step = Smaller(s.sh, plan.reach);
    plan.phases = Smaller(s.sw, reach_x);
    plan.phase_pitch = s.out_w + (reach_x - 1) / s.sw;
    plan.pitch = plan.phases * plan.phase_pitch;
  } else {
    plan.row_step = s.sh;
    plan.rows = s.in_h;
    plan.phases = 1;
    plan.phase_pitch = s.in_w;
    plan.pitch = s.in_w;
  }
  int64_t group_in = s.in_c / s.groups, group_out = s.out_c / s.groups;
  plan.channels = DivideEqually(group_in, kMostK / plan.taps, 1);
  int64_t depth = plan.channels.size * plan.taps;
  plan.n_size = DivideEqually(s.out_h * s.out_w, kCacheFloats / depth, kTileColumns).size;
  if (plan.copies) {
    // A block may begin and end within a row.
    int64_t rows = Smaller(s.out_h, (plan.n_size + s.out_w - 2) / s.out_w + 1);
    plan.rows = (rows - 1) * plan.row_step + plan.reach;
  }
  plan.packed_floats = RoundUp(group_out, kTileRows) * group_in * plan.taps;
  plan.plane_floats = plan.copies ? RoundUp(plan.channels.size * plan.rows * plan.pitch + 8, 4) : 0;
  plan.b_floats = plan.n_size * depth;
  plan.k_offsets = RoundUp(depth, 4);
  plan.n_offsets = RoundUp(plan.n_size, 4);
  return plan;
}

WinogradPlan PlanWinograd(const Conv2dShape& s, int64_t m) {
  WinogradPlan plan;
  plan.m = m;
  plan.points = (m + 2) * (m + 2);
  plan.tiles_y = DivideUp(s.out_h, m);
  plan.tiles_x = DivideUp(s.out_w, m);
  int64_t in_c = s.in_c / s.groups, out_c = s.out_c / s.groups;
  int64_t row_floats = plan.points * in_c * plan.tiles_x;
  plan.rows_per_block = DivideEqually(plan.tiles_y, kCacheFloats / row_floats, 1).size;
  // Tiles are written four at a time; the last ones of a row are padding.
  plan.tiles = RoundUp((plan.rows_per_block - 1) * plan.tiles_x + RoundUp(plan.tiles_x, 4), 4);
  plan.channels_per_block =
      Smaller(RoundUp(out_c, kTileColumns),
              Larger<int64_t>(kCacheFloats / 4 / (plan.points * plan.tiles) / kTileColumns, 1) *
                  kTileColumns);
  bool nchw = s.layout == ConvLayout::kNCHW;
  plan.packed_floats = plan.points * RoundUp(out_c, nchw ? kTileRows : kTileColumns) * in_c;
  // The last tile of a product may be read beyond its end.
  plan.v_floats = plan.points * in_c * plan.tiles + 8;
  plan.m_floats = plan.points * plan.channels_per_block * plan.tiles + 8;
  // For NCHW, the rows of a row of tiles after the first half of the transform; for NHWC, four
  // tiles.
  plan.rows_floats = nchw ? (m + 2) * (plan.tiles_x * m + 32) : 4 * 4 * plan.points;
  return plan;
}

DepthwisePlan PlanDepthwise(const Conv2dShape& s) {
  DepthwisePlan plan;
  int64_t reach_x = (s.kw - 1) * s.dw + 1;
  plan.rows = (s.out_h - 1) * s.sh + (s.kh - 1) * s.dh + 1;
  plan.phases = Smaller(s.sw, reach_x);
  // Vectors read beyond the end of a row.
  plan.phase_pitch = RoundUp(s.out_w, 8) + (reach_x - 1) / s.sw;
  plan.pitch = plan.phases * plan.phase_pitch;
  plan.plane_floats = RoundUp(plan.rows * plan.pitch + 8, 4);
  return plan;
}

int64_t ConvPackedBytes(const Conv2dShape& s) {
  bool nchw = s.layout == ConvLayout::kNCHW;
  int64_t floats = 0;
  switch (ChooseConv(s)) {
    case ConvAlgorithm::kDepthwise:
      floats = s.out_c * s.kh * s.kw;
      break;
    case ConvAlgorithm::kWinograd2:
      floats = s.groups * PlanWinograd(s, 2).packed_floats;
      break;
    case ConvAlgorithm::kWinograd4:
      floats = s.groups * PlanWinograd(s, 4).packed_floats;
      break;
    default:
      floats = s.groups * (nchw ? PlanIm2col(s).packed_floats
                                : PlanGemm(s.out_h * s.out_w, s.out_c / s.groups,
                                           s.in_c / s.groups * s.kh * s.kw)
                                      .packed_floats);
  }
  return RoundUp(floats, 4) * 4;
}

int64_t ConvWorkspaceBytes(const Conv2dShape& s) {
  bool nchw = s.layout == ConvLayout::kNCHW;
  int64_t floats = 0;
  ConvAlgorithm algorithm = ChooseConv(s);
  switch (algorithm) {
    case ConvAlgorithm::kDepthwise:
      floats = nchw ? PlanDepthwise(s).plane_floats : 0;
      break;
    case ConvAlgorithm::kWinograd2:
    case ConvAlgorithm::kWinograd4: {
      WinogradPlan plan = PlanWinograd(s, algorithm == ConvAlgorithm::kWinograd2 ? 2 : 4);
      floats = plan.v_floats + plan.m_floats + plan.rows_floats;
      break;
    }
    default:
      if (nchw) {
        Im2colPlan plan = PlanIm2col(s);
        floats = plan.plane_floats + plan.b_floats + plan.k_offsets + plan.n_offsets;
      } else {
        GemmPlan plan =
            PlanGemm(s.out_h * s.out_w, s.out_c / s.groups, s.in_c / s.groups * s.kh * s.kw);
        floats = plan.a_floats + plan.k.size;
      }
  }
  return RoundUp(floats, 4) * 4 + 16;
}

int64_t GemmPackedBytes(const GemmShape& s) {
  int64_t matrices = s.b_batch_stride ? s.batch : 1;
  return RoundUp(matrices * PlanGemm(s.m, s.n, s.k).packed_floats, 4) * 4;
}

int64_t GemmWorkspaceBytes(const GemmShape& s, bool packed) {
  GemmPlan plan = PlanGemm(s.m, s.n, s.k);
  return RoundUp(plan.a_floats + (packed ? 0 : plan.packed_floats), 4) * 4 + 16;
}

IntConvPlan PlanIntConv(const Conv2dShape& s) {
  IntConvPlan plan;
  plan.k = s.in_c / s.groups * s.kh * s.kw;
  plan.pairs = DivideUp(plan.k, 2);
  plan.m_size =
      DivideEqually(s.out_h * s.out_w, kCacheFloats / 2 / Larger<int64_t>(plan.pairs, 1), kTileRows)
          .size;
  plan.packed_int16s = RoundUp(s.out_c / s.groups, kTileColumns) * plan.pairs * 2;
  plan.block_int16s = plan.m_size * plan.pairs * 2;
  plan.k_offsets = plan.k;
  return plan;
}

int64_t IntConvPackedBytes(const IntConvShape& s) {
  return RoundUp(s.shape.groups * PlanIntConv(s.shape).packed_int16s * 2, 16);
}

int64_t IntConvWorkspaceBytes(const IntConvShape& s) {
  IntConvPlan plan = PlanIntConv(s.shape);
  return RoundUp(plan.block_int16s * 2 + plan.k_offsets * 4, 16) + 16;
}

}  // namespace passcope::kernels
