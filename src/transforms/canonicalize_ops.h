// Canonicalisation of operators.
#pragma once

#include "pass/pass.h"

namespace passcope::transform {

// Replaces nn.bias_add by expand_dims and add (opt level 3, requires InferType).
Pass CanonicalizeOps();

}  // namespace passcope::transform
