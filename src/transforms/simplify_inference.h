// Simplification for inference.
#pragma once

#include "pass/pass.h"

namespace passcope::transform {

// Replaces normalisations by arithmetic and drops dropout (opt level 0, requires InferType).
Pass SimplifyInference();

}  // namespace passcope::transform
