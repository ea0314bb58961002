// The heavy loops: convolutions, matrix products, pooling, normalisations, copies.
//
// Freestanding: plain pointers and structs, no allocation, no exceptions, nothing of the standard
// library but integers' types. Natively the loops are linked into the engine. For WebAssembly they
// are a module of their own, which shares the engine's memory and is loaded when the first of them
// is called, so that pages that never compute anything do not fetch them. That is why each takes
// one pointer to a plain struct.
//
// All tensors are dense and row-major. Pointers to floats have to be aligned to 4 bytes, workspaces
// and packed weights to 16. Functions that say how large something is or which algorithm is taken
// are linked into the engine itself; what computes is behind CallKernel.
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

// Whether CallKernel computes. It does not in WebAssembly when whoever loaded the engine named no
// module of kernels.
bool HasKernels();

// Computes. Returns 0, or -1 for an id that there is not. In WebAssembly the first call loads the
// module; when that fails, the call ends in a LoadError, as a missing part of the engine does
// (wasm-bindings/js/kernels.ts).
int32_t CallKernel(KernelId id, void* params);

// What heavy kernels do with a value before they store it or hand it to the program that follows:
// value + bias[channel], then at most `max` and at least `min`. The channel of a matrix product is
// the column.
struct Clamp {
  float min = -__builtin_inff();
  float max = __builtin_inff();
};

// --- convolution of two spatial axes
// -------------------------------------------------------------------

enum class ConvLayout : int32_t { kNCHW, kNHWC };

enum class ConvAlgorithm : int32_t {
  kAuto,
  kIm2col,     // The product of the weight and the patches, which are packed block by block.
  kWinograd2,  // F(2x2, 3x3).
  kWinograd4,  // F(4x4, 3x3).
  kPointwise,  // A window of 1x1: a product without patches.
  kDepthwise,  // One input channel per group.
};

// Data (batch, in_c, in_h, in_w) or (batch, in_h, in_w, in_c); result (batch, out_c, out_h, out_w)
// or (batch, out_h, out_w, out_c). Weight (out_c, in_c / groups, kh, kw) for NCHW, (kh, kw, in_c /
// groups, out_c) for NHWC. What follows the data (pad_bottom, pad_right) is as much as out_h and
// out_w take.
struct Conv2dShape {
  int64_t batch, in_c, in_h, in_w;
  int64_t out_c, out_h, out_w;
  int64_t kh, kw;
  int64_t sh, sw;
  int64_t dh, dw;
  int64_t pad_top, pad_left;
  int64_t groups;
  ConvLayout layout;
  ConvAlgorithm algorithm;  // kAuto: ChooseConv's.
};

// The algorithm for a shape, never kAuto: the one that it names, if the shape has what that
// demands, otherwise the first row of the table whose conditions it meets.
ConvAlgorithm ChooseConv(const Conv2dShape& shape);
// "winograd 4x4", "im2col" …
const char* ConvAlgorithmName(ConvAlgorithm algorithm);
// How many bytes the packed weight takes, and what the convolution needs beside data, weight and
// result.
int64_t ConvPackedBytes(const Conv2dShape& shape);
int64_t ConvWorkspaceBytes(const Conv2dShape& shape);
// Whether the loops compute it: no window, step or margin is so large that places in the padded
// data are beyond 32 bits, or that copies with the margins around them take more than a large
// tensor.
bool IsConvInReach(const Conv2dShape& shape);

struct ConvPackParams {
  Conv2dShape shape;
  const float* weight;
  // Where a weight's elements are, in elements: of the output channel, the input channel in its
  // group, the row and the column of the window. Thus a weight of any plain layout is packed as it
  // is. A depthwise weight (in_c, multiplier) has stride_o for consecutive output channels.
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
  // Runs on the result, whose root values are what `clamp` gave; may be null. The program may store
  // into `out` itself (type float32) or elsewhere; `out` is written in either case.
  const ScalarProgram* epilogue;
};

// --- matrix product
// ------------------------------------------------------------------------------------

// For each of `batch`: out (m × n) = a (m × k) × b (k × n). `a` is stored (m, k), or (k, m) when
// transpose_a; `b` is stored (k, n), or (n, k) when transpose_b. A matrix of a batch that has
// stride 0 is shared by all.
struct GemmShape {
  int64_t batch;
  int64_t m, n, k;
  int64_t a_batch_stride, b_batch_stride;  // In elements.
  int32_t transpose_a, transpose_b;
};

// Whether `b` is worth packing once when it is constant; otherwise the packed form is not used.
int64_t GemmPackedBytes(const GemmShape& shape);
// With `b` packed beforehand or not.
int64_t GemmWorkspaceBytes(const GemmShape& shape, bool packed);

struct GemmPackParams {
  GemmShape shape;
  const float* b;
  void* packed;
};

struct GemmParams {
  GemmShape shape;
  const float* a;
  const float* b;      // Not read when `packed` is given.
  const void* packed;  // May be null.
  float* out;
  void* workspace;
  const float* bias;  // Per column; may be null.
  Clamp clamp;
  const ScalarProgram* epilogue;  // As for a convolution.
};

// --- pooling
// -------------------------------------------------------------------------------------------

enum class PoolOp : int32_t { kMax, kAverage };

// A global pooling is one whose window is the whole image.
struct Pool2dParams {
  PoolOp op;
  ConvLayout layout;
  int64_t batch, channels, in_h, in_w;
  int64_t out_h, out_w;
  int64_t kh, kw, sh, sw, dh, dw;
  int64_t pad_top, pad_left;
  // Averages divide by the whole window when this is set, otherwise by what of it lies on the data.
  // With it, pad_bottom and pad_right bound what counts (a window may reach over the padded data
  // with ceil_mode).
  int32_t count_include_pad;
  int64_t pad_bottom, pad_right;
  const float* in;
  float* out;
  const ScalarProgram* epilogue;
};
// Whether the loops compute it (see IsConvInReach).
bool IsPoolInReach(const Pool2dParams& params);

// --- along one axis
// ------------------------------------------------------------------------------------

// Data (outer, size, inner), along the axis in the middle.
struct SoftmaxParams {
  int64_t outer, size, inner;
  int32_t log;  // 1: log_softmax.
  const float* in;
  float* out;
};

// (x - mean) / sqrt(variance + epsilon) * gamma + beta along the axis in the middle of (outer,
// size, inner); gamma and beta (size), may be null.
struct LayerNormParams {
  int64_t outer, size, inner;
  float epsilon;
  const float* in;
  const float* gamma;
  const float* beta;
  float* out;
};

// The same with means and variances that are given, (channels), on (outer, channels, inner). May be
// in place.
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

// out[i0, i1, …] (row-major) = in[i0 * strides[0] + i1 * strides[1] + …]. Transposes, layout
// transforms, slices, broadcasts. Strides in elements, may be 0 or negative.
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

// Float32. The result has the axes that are not reduced, in their order. Sums have one partial sum
// per block of 4096 elements at most, so that their error does not grow with the number of
// elements.
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

// Σ (data - data_zero) · (weight - weight_zero) in int32, without saturation. Where the window lies
// on padding the data count as data_zero. A dense layer is a convolution of 1x1 on an image of 1x1
// (batch: rows).
struct IntConvShape {
  Conv2dShape shape;        // Its algorithm is not used.
  ElementType data_type;    // kInt8 or kUint8.
  ElementType weight_type;  // kInt8 or kUint8.
};

int64_t IntConvPackedBytes(const IntConvShape& shape);
int64_t IntConvWorkspaceBytes(const IntConvShape& shape);

// What is packed is an element of 8 bits, signed or not, less its zero point, in 16 bits.
constexpr int32_t kLowestZeroPoint = 255 - 32767, kHighestZeroPoint = 32768 - 128;

struct IntConvPackParams {
  IntConvShape shape;
  const void* weight;
  int64_t stride_o, stride_i, stride_h, stride_w;  // As ConvPackParams.
  int32_t zero_point;          // As all of them within kLowestZeroPoint and kHighestZeroPoint.
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

// RunScalar on elements [offset, offset + count).
struct ScalarParams {
  const ScalarProgram* program;
  const void* tile;
  int64_t offset, count;
};

}  // namespace passcope::kernels
