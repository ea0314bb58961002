// Products that pack their first operand during the run: dense layers, and convolutions of NHWC
// data.
#pragma once

#include "kernels/plan.h"
#include "kernels/tile.h"

namespace passcope::kernels {

// Packs panels of columns of B, [k block][panel of 8][k][8]; at(k, n) is an element.
template <class At>
inline void PackColumns(const GemmPlan& plan, Index n, Index k, const At& at, float* to) {
  for (Index k0 = 0; k0 < k; k0 += plan.k.size) {
    Index k1 = Smaller<Index>(k0 + plan.k.size, k);
    for (Index j = 0; j < n; j += kTileColumns) {
      for (Index p = k0; p < k1; ++p) {
        for (Index i = j; i < j + kTileColumns; ++i) *to++ = i < n ? at(p, i) : 0;
      }
    }
  }
}

// out (m × n, rows `stride` apart) = A · B, with B packed. `pack(m0, mn, k0, kn, to)` packs rows
// [m0, m0 + mn) and columns [k0, k0 + kn) of A as [panel of 4 rows][k][4]. `done(m0, mn)` is called
// when these rows are complete.
template <class Pack, class Done>
inline void MultiplyRows(const GemmPlan& plan, Index m, Index n, Index k, const float* packed,
                         float* block, float* out, Index stride, const Finish& finish,
                         const Pack& pack, const Done& done) {
  for (Index m0 = 0; m0 < m; m0 += plan.m_size) {
    Index mn = Smaller<Index>(plan.m_size, m - m0);
    for (Index k0 = 0; k0 < k; k0 += plan.k.size) {
      Index kn = Smaller<Index>(plan.k.size, k - k0);
      pack(m0, mn, k0, kn, block);
      MultiplyBlocks<Outer::kColumns>(mn, n, kn, block, packed + k0 * RoundUp(n, kTileColumns),
                                      kn * kTileColumns, kTileColumns, out + m0 * stride, stride,
                                      k0 > 0, k0 + kn == k ? &finish : nullptr);
    }
    done(m0, mn);
  }
}

}  // namespace passcope::kernels
