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

// A vector wherever it lies: as an argument of a template a type loses the alignment that it was
// declared with.
template <class V>
struct __attribute__((packed, may_alias)) Anywhere {
  V value;
};

// Stores to `out` the operation of `n` values, rounded up to a multiple of 4. `out` may be an
// operand, but for a selection and for what makes narrow values wide.
void RunScalarStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n);
// Of steps that are wide, and of those that give wide values.
void RunWideStep(const ScalarStep& step, void* out, Operand a, Operand b, Operand c, int64_t n);

}  // namespace passcope::kernels
