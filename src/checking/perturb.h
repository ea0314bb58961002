// Measures how sensitive the results of a program are to rounding.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "checking/compare_values.h"
#include "diagnostics/diagnostic.h"
#include "ir/module.h"
#include "runtime/value.h"

namespace passcope {

// The size of the noise in reals.
enum class Noise : uint8_t {
  kOwn,     // The rounding of their own type.
  kCoarse,  // The rounding of bfloat16, as in Tolerance::coarse.
  kHalf,    // As kCoarse, then rounded to float16: infinite or 0 beyond its range.
};

// Returns the module with noise on every real that an operator computes. The result is multiplied
// by 1 + d, with a random d. |d| is at most the square root of the call's AccumulatedLength times
// the unit roundoff. Reals that are integers stay, since they were usually computed exactly. Above
// the inverse of the unit roundoff, all reals are integers, so these get noise too. Arguments that
// no call computes get the noise of one rounding. (Monte Carlo arithmetic: D. S. Parker, "Monte
// Carlo Arithmetic", UCLA CSD-970002, 1997.)
IRModule Perturb(const IRModule& module, uint64_t seed, Noise noise);

struct Spreads {
  // The change of each element of the results over several perturbed runs. A correct rewriting can
  // change it as much: by cancellation, by a comparison of nearly equal numbers, or by a cast.
  std::vector<Spread> of_outputs;
  // True if a perturbed run fails or gives results of another size.
  bool fails = false;
  // The diagnostics of the failed runs.
  std::vector<Diagnostic> failures;
};

// `reference` are the results of the original program. `coarse`: with the rounding of smaller
// types.
Spreads MeasureSpread(const IRModule& module, std::string_view function,
                      std::span<const Value> inputs, std::span<const NDArray> reference,
                      uint64_t seed, bool coarse);

}  // namespace passcope
