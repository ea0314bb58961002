// Requantization: products by the ratio of two scales, in integers or in reals.
#include <algorithm>
#include <cmath>

#include "op/attrs_qnn.h"
#include "transforms/rules/qnn_canonicalize.h"

namespace passcope::qnn {

int64_t AxisFrom(int64_t axis, size_t rank) {
  auto axes = static_cast<int64_t>(rank);
  if (axis < 0) axis += axes;
  // Parameters with one element have no axis, so the attribute does not matter.
  return rank == 0 ? 0 : std::clamp<int64_t>(axis, 0, axes - 1);
}

Expr Expanded(Expr vector, size_t rank, int64_t axis) {
  if (rank == 0) return MakeReshape(std::move(vector), {});
  return rank == 1 ? vector : ExpandBiasToMatchAxis(std::move(vector), rank, axis);
}

namespace {

constexpr DataType kInt64 = DataType::Int(64);

Expr Zeros(const std::vector<int64_t>& shape, DataType dtype) {
  return MakeOp("zeros", {}, {{"shape", AttrValue::Ints(shape)}, {"dtype", dtype}});
}
Expr Full(Expr value, const std::vector<int64_t>& shape, DataType dtype) {
  return MakeOp("full", {std::move(value)}, {{"shape", AttrValue::Ints(shape)}, {"dtype", dtype}});
}
Expr BroadcastTo(Expr data, const std::vector<int64_t>& shape) {
  return MakeOp("broadcast_to", {std::move(data)}, {{"shape", AttrValue::Ints(shape)}});
}

// The data minus the zero point, in `dtype`.
Expr WithoutZero(const Requantization& r, DataType dtype) {
  Expr data = MakeCast(r.data, dtype);
  if (IsIntScalar(r.in_zero, 0)) return data;
  Expr zero = Expanded(MakeReshape(r.in_zero, {-1}), r.rank(), r.positive_axis());
  return MakeSubtract(std::move(data), MakeCast(std::move(zero), dtype));
}

// The factors by which the integers are multiplied: one, or one per channel.
std::vector<double> Multipliers(const Site& site, const Requantization& r) {
  const NDArrayNode& scales = site.ConstantOf(r.in_scale);
  double out = site.ScaleOf(r.out_scale);
  std::vector<double> factors;
  for (size_t i = 0; i < scales.size(); ++i) factors.push_back(scales.ToDouble(i) / out);
  return factors;
}

std::vector<int64_t> StaticSizes(const Site& site, const Shape& shape) {
  std::vector<int64_t> sizes;
  for (Dim size : shape) {
    if (!size.is_const())
      site.Unsupported(MSG(kQnnLoweringSizesUnknown, "lowering '{operator}' requires known shapes",
                           site.op_name()));
    sizes.push_back(size.value());
  }
  return sizes;
}

// The factor for a product that is shifted in 64 bits. A factor that needs larger shifts becomes 0,
// which is right for small ones. TVM shifts by more bits than there are.
FixedPoint FactorIn64Bits(double factor) {
  FixedPoint fixed = ToFixedPoint(factor);
  return fixed.exponent > 63 || fixed.exponent < -32 ? FixedPoint{0, 0} : fixed;
}

}  // namespace

Expr MultiplyToNearest(Expr data, double factor, const std::vector<int64_t>& shape) {
  data = MakeCast(std::move(data), kInt64);
  auto [significand, exponent] = FactorIn64Bits(factor);
  int left = exponent > 0 ? exponent : 0, right = exponent > 0 ? 0 : -exponent;
  if (left != 0) data = CallOp("left_shift", {std::move(data), IntScalar(left, kInt64)});
  data = MakeMultiply(std::move(data), IntScalar(significand, kInt64));
  int shift = right + 31;
  int64_t half = int64_t{1} << (shift - 1);
  Expr up = Full(IntScalar(half, kInt64), shape, kInt64);
  Expr down = Full(IntScalar(half - 1, kInt64), shape, kInt64);
  Expr rounder = Where(CallOp("greater_equal", {data, Zeros(shape, kInt64)}), up, down);
  data = MakeAdd(std::move(data), std::move(rounder));
  data = CallOp("right_shift", {std::move(data), IntScalar(shift, kInt64)});
  return MakeCast(std::move(data), kInt32);
}

namespace {

// The same with one factor for each channel.
Expr MultiplyToNearestPerChannel(const Site& site, const Requantization& r, Expr data,
                                 const std::vector<double>& factors) {
  std::vector<int64_t> significands, lefts, shifts, halves, halves_less;
  bool any_left = false;
  for (double factor : factors) {
    auto [significand, exponent] = FactorIn64Bits(factor);
    significands.push_back(significand);
    lefts.push_back(exponent > 0 ? exponent : 0);
    any_left = any_left || lefts.back() != 0;
    shifts.push_back((exponent > 0 ? 0 : -exponent) + 31);
    halves.push_back(int64_t{1} << (shifts.back() - 1));
    halves_less.push_back(halves.back() - 1);
  }
  auto expanded = [&](const std::vector<int64_t>& values) {
    return Expanded(Vector(values, kInt64), r.rank(), r.positive_axis());
  };
  data = MakeCast(std::move(data), kInt64);
  if (any_left) data = CallOp("left_shift", {std::move(data), expanded(lefts)});
  data = MakeMultiply(std::move(data), expanded(significands));
  std::vector<int64_t> shape = StaticSizes(site, r.shape);
  Expr up = BroadcastTo(expanded(halves), shape), down = BroadcastTo(expanded(halves_less), shape);
  Expr rounder = Where(CallOp("greater_equal", {data, Zeros(shape, kInt64)}), up, down);
  data = MakeAdd(std::move(data), std::move(rounder));
  data = CallOp("right_shift", {std::move(data), expanded(shifts)});
  return MakeCast(std::move(data), kInt32);
}

Expr MultiplyUpwardPerChannel(const Requantization& r, Expr data,
                              const std::vector<double>& factors) {
  std::vector<int64_t> significands, lefts, rights;
  bool any_left = false, any_right = false;
  for (double factor : factors) {
    auto [significand, exponent] = ToFixedPoint(factor);
    significands.push_back(significand);
    lefts.push_back(exponent > 0 ? exponent : 0);
    rights.push_back(exponent > 0 ? 0 : -exponent);
    any_left = any_left || lefts.back() != 0;
    any_right = any_right || rights.back() != 0;
  }
  return MakeOp("fixed_point_multiply_per_axis",
                {std::move(data), Vector(significands, kInt32), Vector(lefts, kInt32),
                 Vector(rights, kInt32)},
                {{"is_lshift_required", any_left},
                 {"is_rshift_required", any_right},
                 {"axes", AttrValue::Ints({r.positive_axis()})}});
}

Expr RequantizeInIntegers(const Site& site, const Requantization& r) {
  Expr data = WithoutZero(r, kInt32);
  bool upward = r.rounding == "UPWARD";
  std::vector<double> factors = Multipliers(site, r);
  if (!ConstantScalarOf(r.in_scale)) {
    data = upward ? MultiplyUpwardPerChannel(r, std::move(data), factors)
                  : MultiplyToNearestPerChannel(site, r, std::move(data), factors);
  } else if (!IsEqualScalar(r.in_scale, r.out_scale)) {
    data = upward ? FixedPointMultiply(std::move(data), ToFixedPoint(factors[0]))
                  : MultiplyToNearest(std::move(data), factors[0], StaticSizes(site, r.shape));
  }
  if (!IsIntScalar(r.out_zero, 0)) {
    data = MakeAdd(MakeCast(r.out_zero, kInt32), std::move(data));
  }
  return r.out_dtype == kInt32 ? data : ClipTo(std::move(data), r.out_dtype);
}

// Rounds reals to integers by casts, since some processors have no operator for it.
Expr RoundUpward(const Expr& x, DataType dtype) {
  Expr biased = MakeAdd(x, ConstantScalar(0.5, dtype));
  Expr zero = ConstantScalar(0, dtype), one = ConstantScalar(1, dtype);
  Expr truncated = MakeCast(MakeCast(biased, DataType::Int(dtype.bits)), dtype);
  Expr exact = CallOp("logical_or", {CallOp("equal", {biased, truncated}),
                                     CallOp("greater_equal", {biased, zero})});
  Expr rounded = Where(exact, truncated, MakeSubtract(truncated, one));
  return Where(CallOp("isfinite", {x}), rounded, x);
}
Expr RoundToNearest(const Expr& x, DataType dtype) {
  Expr half = ConstantScalar(0.5, dtype), zero = ConstantScalar(0, dtype);
  Expr one = ConstantScalar(1, dtype), minus_one = ConstantScalar(-1, dtype);
  Expr sign = Where(CallOp("less", {x, zero}), minus_one, one);
  Expr magnitude = MakeMultiply(MakeAdd(x, MakeMultiply(half, sign)), sign);
  Expr truncated = MakeCast(MakeCast(magnitude, DataType::Int(dtype.bits)), dtype);
  return Where(CallOp("isfinite", {x}), MakeMultiply(truncated, sign), x);
}

Expr RequantizeInReals(const Site& site, const Requantization& r, DataType dtype) {
  Expr data = WithoutZero(r, dtype);
  std::vector<double> factors = Multipliers(site, r);
  if (!ConstantScalarOf(r.in_scale)) {
    Expr vector = Expanded(Vector(factors, dtype), r.rank(), r.positive_axis());
    data = MakeMultiply(std::move(data), std::move(vector));
  } else if (!IsEqualScalar(r.in_scale, r.out_scale)) {
    data = MakeMultiply(ConstantScalar(factors[0], dtype), std::move(data));
  }
  if (!IsIntScalar(r.out_zero, 0)) {
    data = MakeAdd(std::move(data), MakeCast(r.out_zero, dtype));
  }
  data = r.rounding == "UPWARD" ? RoundUpward(data, dtype) : RoundToNearest(data, dtype);
  data = MakeCast(std::move(data), kInt32);
  return r.out_dtype == kInt32 ? data : ClipTo(std::move(data), r.out_dtype);
}

}  // namespace

Expr Requantize(const Site& site, const Requantization& r) {
  if (site.ScaleOf(r.out_scale) == 0) {
    site.Unsupported(MSG(kQnnLoweringOutputScaleZero,
                         "the output scale of '{operator}' must not be zero", site.op_name()));
  }
  if (r.compute_dtype == "float32") return RequantizeInReals(site, r, DataType::Float(32));
  if (r.compute_dtype == "float64") return RequantizeInReals(site, r, DataType::Float(64));
  return RequantizeInIntegers(site, r);
}

Expr CanonicalizeRequantize(const CallNode* call, std::span<const Expr> args) {
  Site site{call, args};
  const auto* attrs = As<RequantizeAttrs>(call->attrs);
  Requantization r{args[0], site.type(0)->shape, args[1],    args[2], args[3],
                   args[4], attrs->out_dtype,    attrs->axis};
  if (attrs->rounding != "None") r.rounding = attrs->rounding;
  if (attrs->compute_dtype != "None") r.compute_dtype = attrs->compute_dtype;
  return Requantize(site, r);
}

}  // namespace passcope::qnn
