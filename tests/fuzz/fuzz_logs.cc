// Pass logs of other compilers.
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  passcope::fuzz::Logs(data, size);
  return 0;
}
