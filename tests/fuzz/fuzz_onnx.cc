#include "fuzz/mutator_main.h"
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  passcope::fuzz::Onnx(data, size);
  return 0;
}

PASSCOPE_FUZZ_MUTATOR(passcope::fuzz::MutateOnnx)
