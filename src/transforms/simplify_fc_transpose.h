// Weights of dense layers as transposed parameters.
#pragma once

#include <string>
#include <vector>

#include "pass/pass.h"

namespace passcope::transform {

struct SimplifyFCTransposeOptions {
  std::vector<std::string> target_weight_name;
};
Pass SimplifyFCTranspose(SimplifyFCTransposeOptions options);

}  // namespace passcope::transform
