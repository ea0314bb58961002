// The export of the module of kernels, passcope.kernels.wasm.
#include "kernels/kernels.h"

extern "C" __attribute__((export_name("call"))) int32_t passcope_kernels_call(int32_t id,
                                                                              void* params) {
  return passcope::kernels::CallKernel(static_cast<passcope::kernels::KernelId>(id), params);
}
