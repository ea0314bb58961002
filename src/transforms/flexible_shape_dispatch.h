// One program for several sizes of its inputs.
#pragma once

#include <vector>

#include "ir/attrs.h"
#include "pass/pass.h"

namespace passcope::transform {

struct FlexibleShapeDispatchOptions {
  std::vector<int64_t> buckets;
  int64_t axis;
  bool auto_pad;
  double pad_value;
  std::vector<int64_t> input_indices;
  bool affects_output;
};
Pass FlexibleShapeDispatch(FlexibleShapeDispatchOptions options);

}  // namespace passcope::transform
