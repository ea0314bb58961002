// The only entry to the loops. In the package, the engine has another CallKernel, which loads them
// as a module (wasm-bindings/bindings.cc).
#include "kernels/loops.h"

#if defined(PASSCOPE_KERNELS_AVX2)
// The same sources, compiled for AVX2 and FMA.
namespace passcope_avx2::kernels {
enum class KernelId : int32_t;
int32_t CallKernel(KernelId id, void* params);
}  // namespace passcope_avx2::kernels
#endif

namespace passcope::kernels {

bool HasKernels() { return true; }

int32_t CallKernel(KernelId id, void* params) {
#if defined(PASSCOPE_KERNELS_AVX2)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return passcope_avx2::kernels::CallKernel(
        static_cast<passcope_avx2::kernels::KernelId>(static_cast<int32_t>(id)), params);
  }
#endif
  switch (id) {
    case KernelId::kConvPack:
      ConvPack(*static_cast<const ConvPackParams*>(params));
      return 0;
    case KernelId::kConv:
      Conv(*static_cast<const ConvParams*>(params));
      return 0;
    case KernelId::kGemmPack:
      GemmPack(*static_cast<const GemmPackParams*>(params));
      return 0;
    case KernelId::kGemm:
      Gemm(*static_cast<const GemmParams*>(params));
      return 0;
    case KernelId::kPool2d:
      Pool2d(*static_cast<const Pool2dParams*>(params));
      return 0;
    case KernelId::kSoftmax:
      Softmax(*static_cast<const SoftmaxParams*>(params));
      return 0;
    case KernelId::kLayerNorm:
      LayerNorm(*static_cast<const LayerNormParams*>(params));
      return 0;
    case KernelId::kBatchNorm:
      BatchNorm(*static_cast<const BatchNormParams*>(params));
      return 0;
    case KernelId::kCopy:
      StridedCopy(*static_cast<const CopyParams*>(params));
      return 0;
    case KernelId::kReduce:
      Reduce(*static_cast<const ReduceParams*>(params));
      return 0;
    case KernelId::kIntConvPack:
      IntConvPack(*static_cast<const IntConvPackParams*>(params));
      return 0;
    case KernelId::kIntConv:
      IntConv(*static_cast<const IntConvParams*>(params));
      return 0;
    case KernelId::kScalar: {
      const auto& scalar = *static_cast<const ScalarParams*>(params);
      RunScalar(scalar.program, scalar.tile, scalar.offset, scalar.count);
      return 0;
    }
  }
  return -1;
}

}  // namespace passcope::kernels
