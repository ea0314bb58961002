#include "runtime/fast.h"

#include <algorithm>
#include <memory>
#include <new>

#include "ir/ndarray.h"
#include "ir/work_budget.h"
#include "support/check.h"

namespace passcope {
namespace {

using kernels::KernelId;

bool IsFloat32(const NDArray& array) { return array->dtype == DataType::Float(32); }

// Memory with the alignment that the kernels need.
struct Release {
  void operator()(void* memory) const { ::operator delete(memory, std::align_val_t(16)); }
};
using Room = std::unique_ptr<void, Release>;
Room MakeRoom(int64_t bytes) {
  RequireScratch(static_cast<uint64_t>(bytes), 1);
  return Room(::operator new(static_cast<size_t>(bytes), std::align_val_t(16)));
}

const float* Floats(const NDArray& array) { return reinterpret_cast<const float*>(array->data()); }
NDArray MakeFloats(std::vector<int64_t> shape) {
  return MakeNDArray(std::move(shape), DataType::Float(32));
}
float* MutableFloats(const NDArray& array) {
  return reinterpret_cast<float*>(array->mutable_data());
}

thread_local bool winograd_allowed = true;

void Call(KernelId id, void* params) { PASSCOPE_CHECK(kernels::CallKernel(id, params) == 0); }

}  // namespace

kernels::ConvAlgorithm ConvChoice() {
  return winograd_allowed ? kernels::ConvAlgorithm::kAuto : kernels::ConvAlgorithm::kSums;
}
WinogradScope::WinogradScope(bool allowed) : before_(winograd_allowed) {
  winograd_allowed = before_ && allowed;
}
WinogradScope::~WinogradScope() { winograd_allowed = before_; }

void SpendProducts(double count) {
  constexpr double kAtOnce = 4;
  constexpr double kMost = 0x1p50;  // Keeps sums from overflowing.
  SpendOperations(static_cast<int64_t>(std::min(count / kAtOnce, kMost)));
}

std::optional<kernels::ConvLayout> LayoutOf(const std::string& text) {
  if (text == "NCHW") return kernels::ConvLayout::kNCHW;
  if (text == "NHWC") return kernels::ConvLayout::kNHWC;
  return std::nullopt;
}

ImageAxes AxesOf(kernels::ConvLayout layout) {
  return layout == kernels::ConvLayout::kNCHW ? ImageAxes{0, 1, 2, 3} : ImageAxes{0, 3, 1, 2};
}

std::optional<kernels::Pool2dParams> PoolOf(kernels::PoolOp op, const std::string& layout_text,
                                            const std::vector<int64_t>& in,
                                            const std::vector<int64_t>& out) {
  auto layout = LayoutOf(layout_text);
  if (!layout || in.size() != 4) return std::nullopt;
  ImageAxes axes = AxesOf(*layout);
  kernels::Pool2dParams pool{};
  pool.op = op;
  pool.layout = *layout;
  pool.batch = in[axes.n];
  pool.channels = in[axes.c];
  pool.in_h = in[axes.h];
  pool.in_w = in[axes.w];
  pool.out_h = out[axes.h];
  pool.out_w = out[axes.w];
  pool.kh = pool.kw = pool.sh = pool.sw = pool.dh = pool.dw = 1;
  return pool;
}

void SetWindow(const PoolAttrs& attrs, kernels::Pool2dParams* pool) {
  SetSteps(attrs, pool);
  pool->kh = AtAxis(attrs.pool_size, 0);
  pool->kw = AtAxis(attrs.pool_size, 1);
  pool->pad_bottom = PaddingAt(attrs.padding, 2, 0).second;
  pool->pad_right = PaddingAt(attrs.padding, 2, 1).second;
  pool->count_include_pad = attrs.count_include_pad;
}

NDArray FastConv(const NDArray& data, const NDArray& weight, kernels::Conv2dShape conv,
                 const WeightStrides& strides, std::vector<int64_t> shape) {
  conv.algorithm = ConvChoice();
  bool possible = IsFloat32(data) && IsFloat32(weight) && conv.pad_top >= 0 && conv.pad_left >= 0 &&
                  conv.in_c >= conv.groups && conv.out_c >= conv.groups && data->size() > 0 &&
                  weight->size() > 0 && conv.out_h > 0 && conv.out_w > 0 &&
                  kernels::IsConvInReach(conv);
  if (!possible || !kernels::HasKernels()) return {};
  SpendProducts(static_cast<double>(conv.batch) * conv.out_h * conv.out_w * conv.out_c * conv.kh *
                conv.kw * (conv.in_c / conv.groups));
  Room packed = MakeRoom(kernels::ConvPackedBytes(conv));
  kernels::ConvPackParams pack{};
  pack.shape = conv;
  pack.weight = Floats(weight);
  pack.stride_o = strides.o;
  pack.stride_i = strides.i;
  pack.stride_h = strides.h;
  pack.stride_w = strides.w;
  pack.packed = packed.get();
  Call(KernelId::kConvPack, &pack);
  Room workspace = MakeRoom(kernels::ConvWorkspaceBytes(conv));
  NDArray out = MakeFloats(std::move(shape));
  kernels::ConvParams params{};
  params.shape = conv;
  params.in = Floats(data);
  params.packed = packed.get();
  params.out = MutableFloats(out);
  params.workspace = workspace.get();
  Call(KernelId::kConv, &params);
  return out;
}

NDArray FastGemm(const NDArray& a, const NDArray& b, const kernels::GemmShape& gemm,
                 std::vector<int64_t> shape) {
  bool possible = IsFloat32(a) && IsFloat32(b) && gemm.m > 0 && gemm.n > 0 && gemm.k > 0;
  if (!possible || !kernels::HasKernels()) return {};
  SpendProducts(static_cast<double>(gemm.batch) * gemm.m * gemm.n * gemm.k);
  Room workspace = MakeRoom(kernels::GemmWorkspaceBytes(gemm, false));
  NDArray out = MakeFloats(std::move(shape));
  kernels::GemmParams params{};
  params.shape = gemm;
  params.a = Floats(a);
  params.b = Floats(b);
  params.out = MutableFloats(out);
  params.workspace = workspace.get();
  Call(KernelId::kGemm, &params);
  return out;
}

NDArray FastPool(const NDArray& data, kernels::Pool2dParams pool, std::vector<int64_t> shape) {
  bool possible = IsFloat32(data) && data->size() > 0 && pool.pad_top >= 0 && pool.pad_left >= 0 &&
                  kernels::IsPoolInReach(pool);
  if (!possible || !kernels::HasKernels()) return {};
  SpendProducts(static_cast<double>(pool.batch) * pool.channels * pool.out_h * pool.out_w *
                pool.kh * pool.kw);
  NDArray out = MakeFloats(std::move(shape));
  pool.in = Floats(data);
  pool.out = MutableFloats(out);
  pool.epilogue = nullptr;
  Call(KernelId::kPool2d, &pool);
  return out;
}

NDArray FastSoftmax(const NDArray& data, int64_t outer, int64_t size, int64_t inner, bool log) {
  if (!IsFloat32(data) || data->size() == 0 || !kernels::HasKernels()) return {};
  NDArray out = MakeFloats(data->shape);
  kernels::SoftmaxParams params{outer, size, inner, log ? 1 : 0, Floats(data), MutableFloats(out)};
  Call(KernelId::kSoftmax, &params);
  return out;
}

}  // namespace passcope
