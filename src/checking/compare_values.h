// Compares the values of two programs, up to rounding.
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

// The largest difference of two reals: |actual - reference| <= absolute + relative * |reference|.
//
// Missing values are derived. Let u be the unit roundoff of the data type (2^-11 for float16, 2^-8
// for bfloat16, 2^-24 for float32, 2^-53 for float64). Let n be the number of roundings on the way
// to an element (AccumulatedLength). Suppose that n errors are independent with mean zero. Then the
// total stays below t * sqrt(n) * u with a probability of at least 1 - 2 exp(-t^2 / 2). See N. J.
// Higham, T. Mary: "A new approach to probabilistic rounding error analysis", SIAM J. Sci. Comput.
// 41(5), 2019. With t = 4, and because both reference and actual are rounded,
//
//   relative = 8 * sqrt(n) * u        absolute = relative * scale
//
// The scale is the largest finite |element| of the reference tensor. If terms cancel, an element is
// small but its error is not, so a bound relative to the element itself is useless.
struct Tolerance {
  std::optional<double> relative;
  std::optional<double> absolute;
  double length = 1;
  // True for passes that reduce precision on purpose: values can be those of a smaller floating
  // type. The unit roundoff is then that of bfloat16, and reals of another data type count as equal
  // in type. Numbers at or beyond the limits of float16, including infinities, count as equal.
  // Integers of 8 bits, which are quantized reals, can differ by one step, since integer arithmetic
  // rounds once more or towards zero.
  bool coarse = false;
};

// The change of each element of one output if every operation of the program is rounded a little
// differently (checking/perturb.h). It is infinite for an element that becomes, or stops being, a
// number.
using Spread = std::vector<double>;

// The first element that differs, or a difference of the whole.
struct ValueDifference {
  enum class Kind : uint8_t {
    kOutputs,    // The programs have different numbers of outputs.
    kType,       // The outputs have different shapes or data types.
    kExact,      // Integers or booleans are not equal.
    kNotFinite,  // NaN or infinities are in different places.
    kReal,       // Reals differ by more than the tolerance.
  };
  Kind kind = Kind::kReal;
  int64_t output = 0;
  std::vector<int64_t> index;
  // Elements with all their digits; types for kType; numbers of outputs for kOutputs.
  std::string reference, actual;
  double tolerance = 0;  // For kReal: the absolute tolerance of this element.
};

struct ValueComparison {
  std::optional<ValueDifference> difference;
  int64_t compared = 0;  // Elements.
  int64_t differing = 0;
  // The largest differences of finite reals and integers, also those within the tolerance.
  double largest_absolute = 0;
  double largest_relative = 0;  // Relative to the scale of the reference tensor.

  bool same() const { return !difference; }
};

// `spreads` is empty or has an entry for each output. An element can additionally differ by four
// times its spread.
ValueComparison CompareValues(std::span<const NDArray> reference, std::span<const NDArray> actual,
                              const Tolerance& tolerance = {},
                              std::span<const Spread> spreads = {});

// "output 0 at [1, 2]: 1.5 instead of 1.25 (tolerance 4.8e-06)".
Message DifferenceMessage(const ValueDifference& difference);

// The approximate number of roundings on the way to the results of a program. Each call counts the
// terms that an element of its result adds up, or 1 if it adds up nothing. The sum is an upper
// bound of the longest way, except for loops, whose number of iterations is unknown.
double AccumulatedLength(const IRModule& module);
// The number for one call.
double AccumulatedLength(const CallNode* call);

// The unit roundoff; 0 for exact data types.
double UnitRoundoff(DataType dtype);

std::span<const char* const> LiteralsOf(ValueDifference::Kind);
template <>
const RecordSchema& SchemaOf<ValueDifference>();
template <>
const RecordSchema& SchemaOf<ValueComparison>();

}  // namespace passcope
