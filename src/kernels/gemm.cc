// Matrix products, in blocks as in Goto and van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication" (2008).
#include "kernels/loops.h"
#include "kernels/rows.h"

namespace passcope::kernels {
namespace {

// A row of A is multiplied with this many panels at a time.
constexpr int kRowPanels = 4;

// Multiplies one row of A. Each element of B is used once, so tiles gain nothing. It computes 32
// columns at a time, since each sum waits for the previous addition.
void MultiplyRow(const GemmPlan& plan, Index n, Index k, const float* a, const float* packed,
                 float* out, const Finish& finish) {
  Index padded = RoundUp(n, kTileColumns);
  for (Index j = 0; j < n; j += kRowPanels * kTileColumns) {
    Index panels = Smaller<Index>(kRowPanels, (padded - j) / kTileColumns);
    F4 acc[2 * kRowPanels];
    for (F4& v : acc) v = Zero();
    for (Index k0 = 0; k0 < k; k0 += plan.k.size) {
      Index kn = Smaller<Index>(plan.k.size, k - k0);
      const float* b = packed + k0 * padded + j * kn;
      Index panel = kn * kTileColumns;
      if (panels == kRowPanels) {
        for (Index p = 0; p < kn; ++p, b += kTileColumns) {
          F4 v = Splat(a[k0 + p]);
          PASSCOPE_UNROLL for (int i = 0; i < kRowPanels; ++i) {
            acc[2 * i] = MulAdd(acc[2 * i], v, Load(b + i * panel));
            acc[2 * i + 1] = MulAdd(acc[2 * i + 1], v, Load(b + i * panel + 4));
          }
        }
      } else {
        for (Index i = 0; i < panels; ++i) {
          F4 low = acc[2 * i], high = acc[2 * i + 1];
          for (Index p = 0; p < kn; ++p) {
            F4 v = Splat(a[k0 + p]);
            low = MulAdd(low, v, Load(b + i * panel + p * kTileColumns));
            high = MulAdd(high, v, Load(b + i * panel + p * kTileColumns + 4));
          }
          acc[2 * i] = low;
          acc[2 * i + 1] = high;
        }
      }
    }
    for (Index i = 0; i < 2 * panels; ++i) {
      Index at = j + 4 * i, count = n - at;
      if (count <= 0) break;
      F4 v = acc[i];
      if (finish.column_bias) {
        const float* bias = finish.column_bias + at;
        v += count >= 4 ? Load(bias) : LoadFew(bias, count);
      }
      if (finish.clamps) v = Limit(v, finish);
      if (count >= 4) {
        Store(out + at, v);
      } else {
        StoreFew(out + at, v, count);
      }
    }
  }
}

void PackMatrix(const GemmPlan& plan, const GemmShape& s, const float* b, float* to) {
  Index n = s.n, k = s.k;
  if (s.transpose_b) {
    PackColumns(
        plan, n, k, [&](Index p, Index j) { return b[j * k + p]; }, to);
  } else {
    PackColumns(
        plan, n, k, [&](Index p, Index j) { return b[p * n + j]; }, to);
  }
}

}  // namespace

void GemmPack(const GemmPackParams& params) {
  const GemmShape& s = params.shape;
  GemmPlan plan = PlanGemm(s.m, s.n, s.k);
  for (Index i = 0; i < (s.b_batch_stride ? s.batch : 1); ++i) {
    PackMatrix(plan, s, params.b + i * s.b_batch_stride,
               static_cast<float*>(params.packed) + i * plan.packed_floats);
  }
}

void Gemm(const GemmParams& params) {
  const GemmShape& s = params.shape;
  GemmPlan plan = PlanGemm(s.m, s.n, s.k);
  Index m = s.m, n = s.n, k = s.k;
  auto* block = static_cast<float*>(params.workspace);
  float* own = block + plan.a_floats;
  Finish finish = MakeFinish(params.clamp);
  finish.column_bias = params.bias;
  for (Index i = 0; i < s.batch; ++i) {
    const float* a = params.a + i * s.a_batch_stride;
    const float* packed = own;
    if (params.packed) {
      packed = static_cast<const float*>(params.packed) +
               (s.b_batch_stride ? i * plan.packed_floats : 0);
    } else if (i == 0 || s.b_batch_stride) {
      PackMatrix(plan, s, params.b + i * s.b_batch_stride, own);
    }
    Index first = i * m * n;
    auto pack = [&](Index m0, Index mn, Index k0, Index kn, float* to) {
      for (Index row = m0; row < m0 + mn; row += kTileRows, to += kn * kTileRows) {
        Index rows = Smaller<Index>(kTileRows, m0 + mn - row);
        if (!s.transpose_a) {
          const float* from[kTileRows];
          for (Index r = 0; r < kTileRows; ++r) {
            from[r] = r < rows ? a + (row + r) * k + k0 : nullptr;
          }
          PackRows(from, kn, to);
        } else {
          for (Index p = 0; p < kn; ++p) {
            const float* from = a + (k0 + p) * m + row;
            Store(to + p * kTileRows, rows == kTileRows ? Load(from) : LoadFew(from, rows));
          }
        }
      }
    };
    auto done = [&](Index m0, Index mn) {
      RunEpilogue(params.epilogue, params.out, first + m0 * n, mn * n);
    };
    if (m == 1) {
      MultiplyRow(plan, n, k, a, packed, params.out + first, finish);
      done(0, 1);
    } else {
      MultiplyRows(plan, m, n, k, packed, block, params.out + first, n, finish, pack, done);
    }
  }
}

}  // namespace passcope::kernels
