// The heavy loops: convolutions, matrix products, pooling, normalisations, copies.
//
// Freestanding: plain pointers and structs, no allocation, no exceptions, and only integer types of
// the standard library. Natively the loops are linked into the engine. For WebAssembly they are a
// separate module, which shares the engine's memory. The first call of a loop loads it, so pages
// that never compute do not fetch it. This is why each loop takes one pointer to a plain struct.
//
// All tensors are dense and row-major. Pointers to floats must be aligned to 4 bytes, workspaces
// and packed weights to 16. Functions that return sizes or choose an algorithm are linked into the
// engine. The loops are behind CallKernel.
#pragma once

#include <cstdint>

#include "kernels/scalar.h"

namespace passcope::kernels {

enum class KernelId : int32_t {
  kConvPack,     // ConvPackParams
  kConv,         // ConvParams
  kGemmPack,     // GemmPackParams
  kGemm,         // GemmParams
  kPool2d,       // Pool2dParams
  kSoftmax,      // SoftmaxParams
  kLayerNorm,    // LayerNormParams
  kBatchNorm,    // BatchNormParams
  kCopy,         // CopyParams
  kReduce,       // ReduceParams
  kIntConvPack,  // IntConvPackParams
  kIntConv,      // IntConvParams
  kScalar,       // ScalarParams
};

// True if CallKernel works. In WebAssembly it does not if the caller loaded the engine without a
// module of kernels.
bool HasKernels();

// Runs a kernel. Returns 0, or -1 for an unknown id. In WebAssembly the first call loads the
// module. If that fails, the call ends with a LoadError, as for a missing part of the engine
// (wasm-bindings/js/kernels.ts).
int32_t CallKernel(KernelId id, void* params);

// Kernels apply this before they store a value or pass it to the epilogue: value + bias[channel],
// then at most `max` and at least `min`. The channel of a matrix product is the column.
struct Clamp {
  float min = -__builtin_inff();
  float max = __builtin_inff();
};

// --- convolution of two spatial axes
// -------------------------------------------------------------------

enum class ConvLayout : int32_t { kNCHW, kNHWC };

enum class ConvAlgorithm : int32_t {
  kAuto,
  kSums,       // Like kAuto, but without Winograd's algorithms.
  kIm2col,     // The product of weight and patches, which are packed block by block.
  kWinograd2,  // F(2x2, 3x3).
  kWinograd4,  // F(4x4, 3x3).
  kPointwise,  // A 1x1 window: a product without patches.
  kDepthwise,  // One input channel per group.
};

// Data (batch, in_c, in_h, in_w) or (batch, in_h, in_w, in_c). Result (batch, out_c, out_h, out_w)
// or (batch, out_h, out_w, out_c). Weight (out_c, in_c / groups, kh, kw) for NCHW, (kh, kw, in_c /
// groups, out_c) for NHWC. out_h and out_w determine the padding after the data (pad_bottom,
// pad_right).
struct Conv2dShape {
  int64_t batch, in_c, in_h, in_w;
  int64_t out_c, out_h, out_w;
  int64_t kh, kw;
  int64_t sh, sw;
  int64_t dh, dw;
  int64_t pad_top, pad_left;
  int64_t groups;
  ConvLayout layout;
  ConvAlgorithm algorithm;  // kAuto or kSums: ChooseConv chooses.
};

// The algorithm for a shape, never kAuto or kSums. It is the one that the shape names, if its
// conditions hold. Otherwise it is the first row of the table whose conditions hold.
ConvAlgorithm ChooseConv(const Conv2dShape& shape);
// "winograd 4x4", "im2col" …
const char* ConvAlgorithmName(ConvAlgorithm algorithm);
// Bytes of the packed weight, and of the workspace.
int64_t ConvPackedBytes(const Conv2dShape& shape);
int64_t ConvWorkspaceBytes(const Conv2dShape& shape);
// True if the loops support the shape. Large windows, strides or paddings can put positions of the
// padded data beyond 32 bits, or make the padded copies too large.
bool IsConvInReach(const Conv2dShape& shape);

struct ConvPackParams {
  Conv2dShape shape;
  const float* weight;
  // Strides of the weight, in elements: of the output channel, the input channel in its group, and
  // the row and column of the window. So a weight of any plain layout can be packed directly. A
  // depthwise weight (in_c, multiplier) has stride_o for consecutive output channels.
  int64_t stride_o, stride_i, stride_h, stride_w;
  void* packed;
};

struct ConvParams {
  Conv2dShape shape;
  const float* in;
  const void* packed;
  float* out;
  void* workspace;
  // Per output channel; may be null.
  const float* bias;
  Clamp clamp;
  // Runs on the result; its root values are those after `clamp`. May be null. The program may store
  // into `out` (if it stores float32) or elsewhere; `out` is written in either case.
  const ScalarProgram* epilogue;
};

// --- matrix product
// ------------------------------------------------------------------------------------

// For each of `batch`: out (m × n) = a (m × k) × b (k × n). `a` is stored as (m, k), or as (k, m)
// with transpose_a. `b` is stored as (k, n), or as (n, k) with transpose_b. A batch stride of 0
// shares one matrix.
struct GemmShape {
  int64_t batch;
  int64_t m, n, k;
  int64_t a_batch_stride, b_batch_stride;  // In elements.
  int32_t transpose_a, transpose_b;
};

// Bytes of a packed `b`, which may be packed once if it is constant.
int64_t GemmPackedBytes(const GemmShape& shape);
// Workspace for a packed or a plain `b`.
int64_t GemmWorkspaceBytes(const GemmShape& shape, bool packed);

struct GemmPackParams {
  GemmShape shape;
  const float* b;
  void* packed;
};

struct GemmParams {
  GemmShape shape;
  const float* a;
  const float* b;      // Not read if `packed` is set.
  const void* packed;  // May be null.
  float* out;
  void* workspace;
  const float* bias;  // Per column; may be null.
  Clamp clamp;
  const ScalarProgram* epilogue;  // As in ConvParams.
};

// --- pooling
// -------------------------------------------------------------------------------------------

enum class PoolOp : int32_t { kMax, kAverage };

// The window of a global pooling is the whole image.
struct Pool2dParams {
  PoolOp op;
  ConvLayout layout;
  int64_t batch, channels, in_h, in_w;
  int64_t out_h, out_w;
  int64_t kh, kw, sh, sw, dh, dw;
  int64_t pad_top, pad_left;
  // If set, averages divide by the number of elements of the window within the padded data;
  // otherwise by the number within the data. pad_bottom and pad_right bound the padded data, since
  // a window may reach beyond it with ceil_mode.
  int32_t count_include_pad;
  int64_t pad_bottom, pad_right;
  const float* in;
  float* out;
  const ScalarProgram* epilogue;
};
// True if the loops support it (see IsConvInReach).
bool IsPoolInReach(const Pool2dParams& params);

// --- along one axis
// ------------------------------------------------------------------------------------

// Data (outer, size, inner), along the middle axis.
struct SoftmaxParams {
  int64_t outer, size, inner;
  int32_t log;  // 1: log_softmax.
  const float* in;
  float* out;
};

// (x - mean) / sqrt(variance + epsilon) * gamma + beta along the middle axis of (outer, size,
// inner). gamma and beta have shape (size) and may be null.
struct LayerNormParams {
  int64_t outer, size, inner;
  float epsilon;
  const float* in;
  const float* gamma;
  const float* beta;
  float* out;
};

// The same with given means and variances, (channels), on (outer, channels, inner). May work in
// place.
struct BatchNormParams {
  int64_t outer, channels, inner;
  float epsilon;
  const float* in;
  const float* gamma;  // May be null.
  const float* beta;   // May be null.
  const float* mean;
  const float* variance;
  float* out;
};

// --- copies
// --------------------------------------------------------------------------------------------

// out[i0, i1, …] (row-major) = in[i0 * strides[0] + i1 * strides[1] + …]. Used for transposes,
// layout transforms, slices and broadcasts. Strides are in elements and may be 0 or negative.
struct CopyParams {
  int32_t rank;
  int32_t element_bytes;  // 1, 2, 4 or 8.
  int64_t shape[kMaxRank];
  int64_t strides[kMaxRank];
  const void* in;
  void* out;
};

// --- reductions
// ----------------------------------------------------------------------------------------

enum class ReduceOp : int32_t { kSum, kMean, kMax, kMin, kProd };

// Reduces float32. The result has the other axes, in their order. A sum has one partial sum per
// block of at most 4096 elements, so that its error does not grow with the number of elements.
struct ReduceParams {
  ReduceOp op;
  int32_t rank;
  int64_t shape[kMaxRank];
  int32_t reduced[kMaxRank];  // 1 where the axis is reduced.
  const float* in;
  float* out;
};

// --- 8-bit integers
// ------------------------------------------------------------------------------------

// Σ (data - data_zero) · (weight - weight_zero) in int32, without saturation. Padding counts as
// data_zero. A dense layer is a 1x1 convolution on 1x1 images, with its rows as the batch.
struct IntConvShape {
  Conv2dShape shape;        // Its algorithm is ignored.
  ElementType data_type;    // kInt8 or kUint8.
  ElementType weight_type;  // kInt8 or kUint8.
};

int64_t IntConvPackedBytes(const IntConvShape& shape);
int64_t IntConvWorkspaceBytes(const IntConvShape& shape);

// Packing stores an 8-bit element minus its zero point in 16 bits, which limits zero points.
constexpr int32_t kLowestZeroPoint = 255 - 32767, kHighestZeroPoint = 32768 - 128;

struct IntConvPackParams {
  IntConvShape shape;
  const void* weight;
  int64_t stride_o, stride_i, stride_h, stride_w;  // As in ConvPackParams.
  int32_t zero_point;          // Like all zero points, kLowestZeroPoint to kHighestZeroPoint.
  const int32_t* zero_points;  // Per output channel instead of `zero_point`; may be null.
  void* packed;
};

struct IntConvParams {
  IntConvShape shape;
  const void* in;
  int32_t zero_point;
  const void* packed;
  int32_t* out;
  void* workspace;
  const int32_t* bias;            // Per output channel; may be null.
  const ScalarProgram* epilogue;  // Its root_type is kInt32.
};

// --- scalar programs
// -----------------------------------------------------------------------------------

// Calls RunScalar for the elements [offset, offset + count).
struct ScalarParams {
  const ScalarProgram* program;
  const void* tile;
  int64_t offset, count;
};

}  // namespace passcope::kernels
