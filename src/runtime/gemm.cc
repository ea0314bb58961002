// Blocked matrix multiplication.
#include "runtime/gemm.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>

#include "ir/work_budget.h"

namespace passcope {
namespace {

constexpr int64_t kRows = 4;
constexpr int64_t kBlockK = 256;
constexpr int64_t kBlockN = 128;

// Multiplies 4 rows of A with one panel of B in eight vector registers. `tile` is 4 × GemmPanel.
template <class T>
void Tile(const T* const rows[kRows], const T* panel, int64_t k, T* tile) {
  // Unsigned integers, since they wrap.
  using E = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                        std::type_identity<T>>::type;
  typedef E Vec __attribute__((vector_size(16)));
  constexpr int64_t kLanes = 16 / sizeof(T);
  Vec c00 = {}, c01 = {}, c10 = {}, c11 = {}, c20 = {}, c21 = {}, c30 = {}, c31 = {};
  const T *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3];
  for (int64_t i = 0; i < k; ++i) {
    Vec b0, b1;
    std::memcpy(&b0, panel, 16);
    std::memcpy(&b1, panel + kLanes, 16);
    panel += 2 * kLanes;
    // A scalar operand is repeated in all lanes.
    E a0 = static_cast<E>(r0[i]), a1 = static_cast<E>(r1[i]);
    E a2 = static_cast<E>(r2[i]), a3 = static_cast<E>(r3[i]);
    c00 += b0 * a0;
    c01 += b1 * a0;
    c10 += b0 * a1;
    c11 += b1 * a1;
    c20 += b0 * a2;
    c21 += b1 * a2;
    c30 += b0 * a3;
    c31 += b1 * a3;
  }
  const Vec all[] = {c00, c01, c10, c11, c20, c21, c30, c31};
  std::memcpy(tile, all, sizeof(all));
}

}  // namespace

template <class T>
void Gemm(int64_t m, int64_t n, int64_t k, const T* a, int64_t lda, GemmSource<T>& b, T* c,
          int64_t ldc) {
  constexpr int64_t kPanel = GemmPanel<T>();
  if (k == 0) {
    for (int64_t i = 0; i < m; ++i) std::fill(c + i * ldc, c + i * ldc + n, T(0));
    return;
  }
  std::unique_ptr<T[]> block(
      new T[static_cast<size_t>(std::min(k, kBlockK) * (std::min(n, kBlockN) + kPanel))]);
  for (int64_t k0 = 0; k0 < k; k0 += kBlockK) {
    int64_t kn = std::min(kBlockK, k - k0);
    for (int64_t n0 = 0; n0 < n; n0 += kBlockN) {
      int64_t nn = std::min(kBlockN, n - n0);
      b.Pack(k0, kn, n0, nn, block.get());
      for (int64_t m0 = 0; m0 < m; m0 += kRows) {
        int64_t mn = std::min(kRows, m - m0);
        SpendOperations(mn * nn * kn);
        const T* rows[kRows];
        // Rows beyond the end repeat the first; their results are not stored.
        for (int64_t r = 0; r < kRows; ++r) rows[r] = a + (m0 + (r < mn ? r : 0)) * lda + k0;
        for (int64_t p = 0; p < nn; p += kPanel) {
          T tile[kRows * kPanel];
          Tile(rows, block.get() + p * kn, kn, tile);
          int64_t width = std::min(kPanel, nn - p);
          for (int64_t r = 0; r < mn; ++r) {
            T* to = c + (m0 + r) * ldc + n0 + p;
            const T* from = tile + r * kPanel;
            if (k0 == 0) {
              for (int64_t i = 0; i < width; ++i) to[i] = from[i];
            } else if constexpr (std::is_integral_v<T>) {
              for (int64_t i = 0; i < width; ++i) {
                to[i] =
                    static_cast<T>(static_cast<uint64_t>(to[i]) + static_cast<uint64_t>(from[i]));
              }
            } else {
              for (int64_t i = 0; i < width; ++i) to[i] += from[i];
            }
          }
        }
      }
    }
  }
}

template <class T>
void MatrixSource<T>::Pack(int64_t k0, int64_t kn, int64_t n0, int64_t nn, T* out) {
  constexpr int64_t kPanel = GemmPanel<T>();
  for (int64_t p = 0; p < nn; p += kPanel) {
    int64_t width = std::min(kPanel, nn - p);
    for (int64_t i = 0; i < kn; ++i) {
      const T* from = data_ + (k0 + i) * row_stride_ + (n0 + p) * column_stride_;
      for (int64_t j = 0; j < width; ++j) out[j] = from[j * column_stride_];
      for (int64_t j = width; j < kPanel; ++j) out[j] = 0;
      out += kPanel;
    }
  }
}

template void Gemm(int64_t, int64_t, int64_t, const float*, int64_t, GemmSource<float>&, float*,
                   int64_t);
template void Gemm(int64_t, int64_t, int64_t, const double*, int64_t, GemmSource<double>&, double*,
                   int64_t);
template void Gemm(int64_t, int64_t, int64_t, const int64_t*, int64_t, GemmSource<int64_t>&,
                   int64_t*, int64_t);
template class MatrixSource<float>;
template class MatrixSource<double>;
template class MatrixSource<int64_t>;

}  // namespace passcope
