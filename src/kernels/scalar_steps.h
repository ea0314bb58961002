// The operations of scalar programs, on blocks of values.
#pragma once

#include <cstdint>

#include "kernels/scalar.h"

namespace passcope::kernels {

// The location of the values of a block.
struct Operand {
  const void* data = nullptr;
  int32_t step = 1;  // 0: four equal lanes.
};

// An unaligned vector. A type loses its declared alignment as an argument of a template.
template <class V>
struct __attribute__((packed, may_alias)) Anywhere {
  V value;
};

// Applies the operation to `n` values, rounded up to a multiple of 4, and stores to `out`. `out`
// may be an operand, except for a selection and for operations that widen values.
void RunScalarStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n);
// For wide steps and steps that give wide values.
void RunWideStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n);

}  // namespace passcope::kernels
