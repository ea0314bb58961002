// What a kernel applies itself of that which follows it.
#pragma once

#include <cstdint>
#include <span>

#include "executor/fast_rules.h"
#include "executor/plan.h"
#include "executor/scalar_value.h"

namespace passcope {

// Takes the bias and the bounds of `epilogue` from the beginning of what follows a kernel: `value`
// is all that is computed of its result, which is `root` in it and has channels along
// `channel_axis` of `result_shape`. Returns the node whose values the kernel then gives.
ScalarNodeId TakeChannelwise(const ScalarPool& pool, const ScalarValue& value,
                             std::span<const int64_t> result_shape, int channel_axis,
                             ScalarNodeId root, const Plan& plan, Epilogue* epilogue);

}  // namespace passcope
