// Removal of lets that nothing uses.
#pragma once

#include "pass/pass.h"

namespace passcope::transform {

struct DeadCodeEliminationOptions {
  bool inline_once;
  bool ignore_impurity;
};
Pass DeadCodeElimination(DeadCodeEliminationOptions options);

}  // namespace passcope::transform
