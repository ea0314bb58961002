// Describes how the loops divide their work. Code that packs or allocates and code that computes
// share it.
#pragma once

#include <cstdint>

#include "kernels/kernels.h"

namespace passcope::kernels {

// A tile of a product has kTileRows × kTileColumns sums in eight vectors of registers. With two
// vectors of B and four splats of A they fill sixteen registers. V8 loads all operands of a step
// before it multiplies.
inline constexpr int64_t kTileRows = 4;
inline constexpr int64_t kTileColumns = 8;

// The division of k: `count` blocks of `size`; the last one may be smaller.
struct Blocks {
  int64_t size, count;
};
// About equal blocks of at most `most`. Each is a multiple of `unit`, except for the last.
Blocks DivideEqually(int64_t extent, int64_t most, int64_t unit);

// --- products
// ------------------------------------------------------------------------------------------

struct GemmPlan {
  Blocks k;        // B is packed as [k block][panel of 8 columns][k][8].
  int64_t m_size;  // Rows of A packed at a time, as [panel of 4 rows][k][4].
  int64_t packed_floats;
  int64_t a_floats;  // Workspace: the packed rows of A.
};
// out (m × n) = a (m × k) · b (k × n).
GemmPlan PlanGemm(int64_t m, int64_t n, int64_t k);

// --- convolutions as products, NCHW
// --------------------------------------------------------------------

// Data is read from planes: those of the input, or copies with padding. The columns of a copy are
// sorted by their remainder to the stride. So for each position of the window, a row of the result
// reads contiguous elements.
struct Im2colPlan {
  bool copies;          // True if planes are copies of the rows that one block of columns reads.
  int64_t pitch, rows;  // Of a plane.
  int64_t row_step;     // Rows of a plane between two rows of the result.
  int64_t reach;        // Rows that the window covers.
  int64_t phases;       // The number of remainders of columns …
  int64_t phase_pitch;  // … and their distance in a row of the plane.
  Blocks channels;      // Blocks of k end at whole channels.
  int64_t taps;
  int64_t n_size;         // Columns (positions) packed at a time, a multiple of 8.
  int64_t packed_floats;  // Per group: the weight as [channel block][panel of 4 rows][k][4].
  int64_t plane_floats, b_floats;  // Workspace.
  int64_t k_offsets, n_offsets;    // Workspace, int32.
};
Im2colPlan PlanIm2col(const Conv2dShape& shape);

// --- Winograd
// ------------------------------------------------------------------------------------------

// A block has whole rows of tiles. For NCHW, the data becomes V [position in tile][channel][tile],
// and the weight U [position][panel of 4 output channels][channel][4]. For NHWC, V is
// [position][panel of 4 tiles][channel][4] and U is [position][panel of 8 output
// channels][channel][8].
struct WinogradPlan {
  int64_t m;       // 2 or 4: rows and columns of a tile of the result.
  int64_t points;  // (m + 2)²
  int64_t tiles_y, tiles_x;
  int64_t rows_per_block;      // Rows of tiles.
  int64_t tiles;               // In a block, rounded up.
  int64_t channels_per_block;  // Output channels.
  int64_t packed_floats;
  int64_t v_floats, m_floats, rows_floats;  // Workspace.
};
WinogradPlan PlanWinograd(const Conv2dShape& shape, int64_t m);

// --- depthwise
// -----------------------------------------------------------------------------------------

// For NCHW, a plane is copied with its padding. Columns are sorted as in Im2colPlan.
struct DepthwisePlan {
  int64_t pitch, rows, phases, phase_pitch;
  int64_t plane_floats;
};
DepthwisePlan PlanDepthwise(const Conv2dShape& shape);

// --- 8-bit integers
// ------------------------------------------------------------------------------------

// The product of patches (one position per row) and weight, two steps of k at a time. The weight is
// int16 [panel of 8 channels][k / 2][8][2], the patches are [panel of 4 positions][k / 2][4][2].
struct IntConvPlan {
  int64_t k, pairs;
  int64_t m_size;         // Positions packed at a time.
  int64_t packed_int16s;  // Per group.
  int64_t block_int16s;   // Workspace, …
  int64_t k_offsets;      // … and int32 in it.
};
IntConvPlan PlanIntConv(const Conv2dShape& shape);

}  // namespace passcope::kernels
