// Helpers for rules of quantized operators: constant scales and zero points.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ir/expr.h"
#include "transforms/rules/rules.h"

namespace passcope {

// The array if `expr` is a constant of rank 0; otherwise null.
inline const NDArrayNode* ConstantScalarOf(const Expr& expr) {
  const auto* constant = As<ConstantNode>(expr);
  return constant && constant->data->rank() == 0 ? constant->data.get() : nullptr;
}
// True if both are constants of rank 0 with the same type and value.
bool IsEqualScalar(const Expr& a, const Expr& b);
// True if `expr` is an integer constant of rank 0 with this value, of any width.
bool IsIntScalar(const Expr& expr, int64_t value);

Expr IntScalar(int64_t value, DataType dtype = DataType::Int(32));

// `multiplier` as significand · 2^(exponent - 31), with a significand of 31 bits, like TFLite's
// QuantizeMultiplier.
struct FixedPoint {
  int32_t significand;
  int32_t exponent;
};
FixedPoint ToFixedPoint(double multiplier);

// The smallest and the largest value of an integer type of at most 32 bits.
std::pair<double, double> IntegerRange(DataType dtype);

// The greatest value of a scale. An unknown value counts as `unknown`.
double GreatestScale(const Expr& scale, double unknown);

// For image pooling with expanded padding. HasDataInWindows is true if each window has elements of
// the data, for data of any size. CountsPadding is true if an average counts elements of the
// padding.
bool HasDataInWindows(const Attrs& attrs);
bool CountsPadding(const Attrs& attrs);

// The families of rules of quantized operators.
void AddQnnCanonicalizations(RuleTables& rules);
void AddQnnLegalizations(RuleTables& rules);

}  // namespace passcope

namespace passcope::qnn {

// `data` of this shape times `factor`, as a fixed-point number in 64 bits. Halves are rounded away
// from zero. The result is int32.
Expr MultiplyToNearest(Expr data, double factor, const std::vector<int64_t>& shape);

}  // namespace passcope::qnn
