// Folding of scales along an axis into the weights of convolutions and dense layers.
#pragma once

#include "pass/pass.h"

namespace passcope::transform {

// Scales before a convolution go into its weights (opt level 3, requires InferType).
Pass ForwardFoldScaleAxis();
// Scales after a convolution go into its weights (opt level 3, requires InferType).
Pass BackwardFoldScaleAxis();
// Both, backward first, then FoldConstant, as a Sequential of that name.
Pass FoldScaleAxis();

}  // namespace passcope::transform
