// Matrix multiplication, for convolutions and dense layers.
#pragma once

#include <cstdint>

namespace passcope {

// The width of a panel of B in elements: two 16-byte vectors.
template <class T>
constexpr int64_t GemmPanel() {
  return 32 / static_cast<int64_t>(sizeof(T));
}

// The source of B (k × n). Writes rows [k0, k0 + kn) of columns [n0, n0 + nn) to `out`, as panels
// of GemmPanel<T>() columns: [panel][row][column in panel]. Columns beyond nn are zeros.
template <class T>
class GemmSource {
 public:
  virtual void Pack(int64_t k0, int64_t kn, int64_t n0, int64_t nn, T* out) = 0;

 protected:
  ~GemmSource() = default;
};

// C (m × n, rows `ldc` apart) = A (m × k, rows `lda` apart) × B, accumulated in T. Blocked so that
// a panel of B fits the first-level cache, and a block of B the second. Goto and van de Geijn,
// "Anatomy of High-Performance Matrix Multiplication" (2008), with one level less.
template <class T>
void Gemm(int64_t m, int64_t n, int64_t k, const T* a, int64_t lda, GemmSource<T>& b, T* c,
          int64_t ldc);

// A matrix in memory as a source: element (k, n) is data[k * row_stride + n * column_stride].
template <class T>
class MatrixSource final : public GemmSource<T> {
 public:
  MatrixSource(const T* data, int64_t row_stride, int64_t column_stride)
      : data_(data), row_stride_(row_stride), column_stride_(column_stride) {}
  void Pack(int64_t k0, int64_t kn, int64_t n0, int64_t nn, T* out) override;

 private:
  const T* data_;
  int64_t row_stride_, column_stride_;
};

extern template void Gemm(int64_t, int64_t, int64_t, const float*, int64_t, GemmSource<float>&,
                          float*, int64_t);
extern template void Gemm(int64_t, int64_t, int64_t, const double*, int64_t, GemmSource<double>&,
                          double*, int64_t);
extern template void Gemm(int64_t, int64_t, int64_t, const int64_t*, int64_t, GemmSource<int64_t>&,
                          int64_t*, int64_t);
extern template class MatrixSource<float>;
extern template class MatrixSource<double>;
extern template class MatrixSource<int64_t>;

}  // namespace passcope
