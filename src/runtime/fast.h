// Calls the fast kernels of src/kernels for the evaluator: float32 with at most two spatial axes.
// Each function returns a null array if the kernels do not support the call, or are missing. The
// caller then computes the result itself.
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
// do not count. `count` is the number of multiply-adds; several of them count as one operation.
void SpendProducts(double count);

// What ChooseConv may choose on this thread: kAuto, or kSums within a WinogradScope(false).
kernels::ConvAlgorithm ConvChoice();
class WinogradScope {
 public:
  // Scopes nest: one that allows Winograd's algorithms changes nothing.
  explicit WinogradScope(bool allowed);
  ~WinogradScope();
  WinogradScope(const WinogradScope&) = delete;
  WinogradScope& operator=(const WinogradScope&) = delete;

 private:
  bool before_;
};

// Nullopt for layouts that the kernels do not support.
std::optional<kernels::ConvLayout> LayoutOf(const std::string& text);

// The axes of an image: batch, channels, height, width.
struct ImageAxes {
  size_t n, c, h, w;
};
ImageAxes AxesOf(kernels::ConvLayout layout);

// Sets strides, dilation and the padding before the data, from the attributes of a convolution or a
// pooling of images.
template <class Attributes, class Params>
void SetSteps(const Attributes& attrs, Params* params) {
  params->sh = AtAxis(attrs.strides, 0);
  params->sw = AtAxis(attrs.strides, 1);
  params->dh = AtAxis(attrs.dilation, 0);
  params->dw = AtAxis(attrs.dilation, 1);
  params->pad_top = AtAxis(attrs.padding, 0);
  params->pad_left = AtAxis(attrs.padding, 1);
}

// A pooling of images of shape `in` to images of shape `out`, with a window of one element. Nullopt
// for layouts that the kernels do not support.
std::optional<kernels::Pool2dParams> PoolOf(kernels::PoolOp op, const std::string& layout,
                                            const std::vector<int64_t>& in,
                                            const std::vector<int64_t>& out);
void SetWindow(const PoolAttrs& attrs, kernels::Pool2dParams* pool);

// The strides of the weight, as in kernels::ConvPackParams.
struct WeightStrides {
  int64_t o, i, h, w;
};

// An array of `shape` with the elements of the convolution in its layout. ConvChoice chooses its
// algorithm.
NDArray FastConv(const NDArray& data, const NDArray& weight, kernels::Conv2dShape conv,
                 const WeightStrides& strides, std::vector<int64_t> shape);

NDArray FastGemm(const NDArray& a, const NDArray& b, const kernels::GemmShape& gemm,
                 std::vector<int64_t> shape);

// `pool` needs no pointers.
NDArray FastPool(const NDArray& data, kernels::Pool2dParams pool, std::vector<int64_t> shape);

// Works along the middle axis of (outer, size, inner).
NDArray FastSoftmax(const NDArray& data, int64_t outer, int64_t size, int64_t inner, bool log);

}  // namespace passcope
