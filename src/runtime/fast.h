// What the evaluator has the fast kernels of src/kernels compute: float32, of two spatial axes at
// most. Each returns a null array for what they do not do, or when they are not there, so that the
// caller computes it himself.
#pragma once

#include "ir/ndarray.h"
#include "kernels/kernels.h"

namespace passcope {

// Counts the work of kernels of src/kernels before they run (ir/work_budget.h), since their loops
// count nothing themselves: multiplications with the addition of the product. They do several in
// the time of an operation elsewhere.
void SpendProducts(double count);

// The weight's elements are found by strides, as kernels::ConvPackParams has them.
struct WeightStrides {
  int64_t o, i, h, w;
};

// A result of `shape`, whose elements are those of the convolution in its layout.
NDArray FastConv(const NDArray& data, const NDArray& weight, const kernels::Conv2dShape& conv,
                 const WeightStrides& strides, std::vector<int64_t> shape);

NDArray FastGemm(const NDArray& a, const NDArray& b, const kernels::GemmShape& gemm,
                 std::vector<int64_t> shape);

// `pool` without pointers.
NDArray FastPool(const NDArray& data, kernels::Pool2dParams pool, std::vector<int64_t> shape);

// Along the middle axis of (outer, size, inner).
NDArray FastSoftmax(const NDArray& data, int64_t outer, int64_t size, int64_t inner, bool log);

}  // namespace passcope
