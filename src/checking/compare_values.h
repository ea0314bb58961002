// Whether two programs computed the same values, as far as rounding lets anybody say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diagnostics/message.h"
#include "ir/module.h"
#include "ir/ndarray.h"
#include "schema/record.h"

namespace passcope {

// How far two reals may be apart: |actual - reference| <= absolute + relative * |reference|.
//
// What is not given is derived. Let u be the unit roundoff of the data type (2^-11 for float16,
// 2^-8 for bfloat16, 2^-24 for float32, 2^-53 for float64) and n the number of roundings on the way
// to an element (AccumulatedLength). Errors of n roundings that are independent and of mean zero
// stay below t * sqrt(n) * u with a probability of at least 1 - 2 exp(-t^2 / 2) (N. J. Higham,
// T. Mary: "A new approach to probabilistic rounding error analysis", SIAM J. Sci. Comput. 41(5),
// 2019). With t = 4, and because reference and actual are both rounded,
//
//   relative = 8 * sqrt(n) * u        absolute = relative * scale
//
// where the scale is the largest finite |element| of the reference tensor: where terms cancel, an
// element is small and its error is not, so comparing it with itself would mean nothing.
struct Tolerance {
  std::optional<double> relative;
  std::optional<double> absolute;
  double length = 1;
  // Whether values may be those of a smaller floating type: for passes that compute less precisely
  // on purpose. Takes the unit roundoff of bfloat16, reals of another type as equal in type, and
  // what lies beyond the range of float16 as equal to what lies at its end or beyond, or is
  // infinite; and integers of 8 bits, which are quantized reals, as equal when they are one step
  // apart: integer arithmetic rounds once more, or towards zero.
  bool coarse = false;
};

// How far the elements of one output move when every operation of the program rounds a little
// differently (checking/perturb.h); infinite for an element that becomes, or ceases to be, a
// number.
using Spread = std::vector<double>;

// The first element that differs, or what differs as a whole.
struct ValueDifference {
  enum class Kind : uint8_t {
    kOutputs,    // The programs have different numbers of outputs.
    kType,       // The outputs have different shapes or data types.
    kExact,      // Integers or booleans that are not equal.
    kNotFinite,  // NaN or infinities in different places.
    kReal,       // Reals that are further apart than the tolerance.
  };
  Kind kind = Kind::kReal;
  int64_t output = 0;
  std::vector<int64_t> index;
  // Elements with all their digits; types for kType; numbers of outputs for kOutputs.
  std::string reference, actual;
  double tolerance = 0;  // Of kReal: of this element, absolute.
};

struct ValueComparison {
  std::optional<ValueDifference> difference;
  int64_t compared = 0;  // Elements.
  int64_t differing = 0;
  // Over all elements of reals and integers that are finite in both, within the tolerance or not.
  double largest_absolute = 0;
  double largest_relative = 0;  // To the scale of the reference tensor.

  bool same() const { return !difference; }
};

// `spreads` is empty or has an entry for each output; an element may also differ by four times its
// spread.
ValueComparison CompareValues(std::span<const NDArray> reference, std::span<const NDArray> actual,
                              const Tolerance& tolerance = {},
                              std::span<const Spread> spreads = {});

// "output 0 at [1, 2]: 1.5 instead of 1.25 (tolerance 4.8e-06)".
Message DifferenceMessage(const ValueDifference& difference);

// About how many roundings are on the way to the results of a program: the sum over its calls of
// the number of terms that an element of the result adds up, and 1 for calls that add nothing up.
// An upper bound of the longest way but for loops, whose passages nobody knows.
double AccumulatedLength(const IRModule& module);
// Of one call.
double AccumulatedLength(const CallNode* call);

// 0 for data types that are exact.
double UnitRoundoff(DataType dtype);

std::span<const char* const> LiteralsOf(ValueDifference::Kind);
template <>
const RecordSchema& SchemaOf<ValueDifference>();
template <>
const RecordSchema& SchemaOf<ValueComparison>();

}  // namespace passcope
