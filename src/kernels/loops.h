// The kernels as functions; kernels.h describes them.
#pragma once

#include "kernels/kernels.h"

namespace passcope::kernels {

void ConvPack(const ConvPackParams& params);
void Conv(const ConvParams& params);
void GemmPack(const GemmPackParams& params);
void Gemm(const GemmParams& params);
void Pool2d(const Pool2dParams& params);
void Softmax(const SoftmaxParams& params);
void LayerNorm(const LayerNormParams& params);
void BatchNorm(const BatchNormParams& params);
void StridedCopy(const CopyParams& params);
void Reduce(const ReduceParams& params);
void IntConvPack(const IntConvPackParams& params);
void IntConv(const IntConvParams& params);

// The algorithms of convolution.
void Im2colPack(const ConvPackParams& params);
void Im2colConv(const ConvParams& params);
void RowsPack(const ConvPackParams& params);  // NHWC, as a product of patches and weight.
void RowsConv(const ConvParams& params);
void WinogradPack(const ConvPackParams& params, int64_t m);
void WinogradConv(const ConvParams& params, int64_t m);
void DepthwisePack(const ConvPackParams& params);
void DepthwiseConv(const ConvParams& params);

}  // namespace passcope::kernels
