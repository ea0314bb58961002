// How sensitive the results of a program are to rounding.
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

// How much reals are moved.
enum class Noise : uint8_t {
  kOwn,     // By the rounding of their own type.
  kCoarse,  // By that of bfloat16, as of Tolerance::coarse.
  kHalf,  // The same, and they become what float16 has for them: infinite, or 0, beyond its range.
};

// The module with every real that an operator computes moved by a random part of the error that its
// rounding may have: multiplied by 1 + d, with |d| at most the square root of the call's
// AccumulatedLength times the unit roundoff. Integers among the reals stay: what is rounded to one
// was usually computed exactly. That is not said of those beyond the inverse of the unit roundoff,
// where all reals are integers. Arguments that no call computes are moved by one rounding. (Monte
// Carlo arithmetic: D. S. Parker, "Monte Carlo Arithmetic", UCLA CSD-970002, 1997.)
IRModule Perturb(const IRModule& module, uint64_t seed, Noise noise);

struct Spreads {
  // How far each element of the results moves over several perturbed runs: what a rewriting that is
  // right may do to it, by cancellation, by a comparison of two nearly equal numbers, by a cast.
  std::vector<Spread> of_outputs;
  // Whether a perturbed run fails, or gives results of another size.
  bool fails = false;
  // What the runs that failed said.
  std::vector<Diagnostic> failures;
};

// `reference` are the results of the program as it is; `coarse`: by rounding to smaller types.
Spreads MeasureSpread(const IRModule& module, std::string_view function,
                      std::span<const Value> inputs, std::span<const NDArray> reference,
                      uint64_t seed, bool coarse);

}  // namespace passcope
