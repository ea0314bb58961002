// The programs of TVM's tutorials.
#pragma once

#include "ir/module.h"

namespace passcope::tutorials {

// The program of "How to use TVM pass infra": a convolution of %x (1, 64, 56, 56) with %weight (64,
// 64, 3, 3), and additions of a constant, without types. The constant is random, like the
// tutorial's, but the same at every call.
IRModule UsePassInfra();

}  // namespace passcope::tutorials
