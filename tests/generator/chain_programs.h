// Random programs in which operators follow convolutions and products, for the passes that change
// layouts or combine parallel calls.
#pragma once

#include <cstdint>
#include <optional>

#include "generator/value_programs.h"

namespace passcope {

// Runs reductions, normalizations, broadcasts and slices behind convolutions through AlterOpLayout
// with blocks of any size, ConvertLayout and relay.optimize. The passes must keep the values, and
// may not refuse the program.
std::optional<ValueFinding> CheckLayoutPasses(uint64_t seed, ValueCounts* counts);

// The same for several convolutions or products of one tensor, followed by alike calls, through
// CombineParallel* and relay.optimize.
std::optional<ValueFinding> CheckCombiningPasses(uint64_t seed, ValueCounts* counts);

}  // namespace passcope
