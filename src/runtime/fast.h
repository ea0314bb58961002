// What the evaluator has the fast kernels of src/kernels compute: float32, of two spatial axes at
// most. Each returns a null array for what they do not do, or when they are not there, so that the
// caller computes it himself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/ndarray.h"
#include "kernels/kernels.h"
#include "op/attrs_nn.h"
#include "op/windows.h"

namespace passcope {

// Counts the work of kernels of src/kernels before they run (ir/work_budget.h), since their loops
// count nothing themselves: multiplications with the addition of the product. They do several in
// the time of an operation elsewhere.
void SpendProducts(double count);

// Nullopt for layouts that the kernels do not know.
std::optional<kernels::ConvLayout> LayoutOf(const std::string& text);

// The axes of an image: batch, channels, height, width.
struct ImageAxes {
  size_t n, c, h, w;
};
ImageAxes AxesOf(kernels::ConvLayout layout);

// Strides, dilation and padding before the data, from the attributes of a convolution or a pooling
// of images.
template <class Attributes, class Params>
void SetSteps(const Attributes& attrs, Params* params) {
  params->sh = AtAxis(attrs.strides, 0);
  params->sw = AtAxis(attrs.strides, 1);
  params->dh = AtAxis(attrs.dilation, 0);
  params->dw = AtAxis(attrs.dilation, 1);
  params->pad_top = AtAxis(attrs.padding, 0);
  params->pad_left = AtAxis(attrs.padding, 1);
}

// A pooling of images of the shape `in` to ones of `out`, with a window of one element; nullopt
// for layouts that the kernels do not know.
std::optional<kernels::Pool2dParams> PoolOf(kernels::PoolOp op, const std::string& layout,
                                            const std::vector<int64_t>& in,
                                            const std::vector<int64_t>& out);
void SetWindow(const PoolAttrs& attrs, kernels::Pool2dParams* pool);

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
