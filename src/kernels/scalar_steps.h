// The operations of scalar programs, on blocks of values.
#pragma once

#include <cstdint>

#include "kernels/scalar.h"

namespace passcope::kernels {

// Where the values of a block are.
struct Operand {
  const void* data = nullptr;
  int32_t step = 1;  // 0: four equal lanes.
};

// Stores to `out` the operation of `n` values, rounded up to a multiple of 4. `out` may be an
// operand.
void RunScalarStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n);

}  // namespace passcope::kernels
