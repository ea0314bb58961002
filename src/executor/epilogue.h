// The part of an epilogue that a kernel applies without a scalar program.
#pragma once

#include <cstdint>
#include <span>

#include "executor/fast_rules.h"
#include "executor/plan.h"
#include "executor/scalar_value.h"

namespace passcope {

// Moves a bias and bounds from the beginning of `value` to `epilogue`. `value` is computed from the
// kernel's result, which is its node `root` and has channels along `channel_axis` of
// `result_shape`. Returns the node that the kernel then computes.
ScalarNodeId TakeChannelwise(const ScalarPool& pool, const ScalarValue& value,
                             std::span<const int64_t> result_shape, int channel_axis,
                             ScalarNodeId root, const Plan& plan, Epilogue* epilogue);

}  // namespace passcope
