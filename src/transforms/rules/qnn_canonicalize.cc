// FTVMQnnCanonicalize: what quantized operators are made of, in operators on plain integers.
//
// A quantized tensor Q stands for the reals scale · (Q - zero point). Products are taken apart as
//
//   Σ (A - a)(W - w) = Σ A W - w Σ A - a Σ W + n a w
//
// so that the first sum is one over small integers, and the last two are known before the program
// runs. A product by a real is one by an integer and a shift (fixed point).
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

#include "diagnostics/diagnostic.h"
#include "op/attrs_nn.h"
#include "op/attrs_qnn.h"
#include "op/attrs_tensor.h"
#include "op/layout.h"
#include "op/op.h"
#include "transforms/infer_layout.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/quantized_values.h"

namespace passcope {

bool IsEqualScalar(const Expr& a, const Expr& b) {
  const NDArrayNode *x = ConstantScalarOf(a), *y = ConstantScalarOf(b);
  return x && y && NDArrayEqual(NDArray(x), NDArray(y));
}

bool IsIntScalar(const Expr& expr, int64_t value) {
  const NDArrayNode* scalar = ConstantScalarOf(expr);
  return scalar && scalar->dtype.is_int() && scalar->ToInt(0) == value;
}

Expr IntScalar(int64_t value, DataType dtype) { return Constant(ScalarIntNDArray(value, dtype)); }

FixedPoint ToFixedPoint(double multiplier) {
  if (multiplier == 0) return {0, 0};
  int exponent = 0;
  auto significand =
      static_cast<int64_t>(std::round(std::ldexp(std::frexp(multiplier, &exponent), 31)));
  if (significand == int64_t{1} << 31) {
    significand /= 2;
    ++exponent;
  }
  return {static_cast<int32_t>(significand), exponent};
}

std::pair<double, double> IntegerRange(DataType dtype) {
  int bits = dtype.bits;
  if (dtype.is_uint()) return {0, std::ldexp(1, bits) - 1};
  return {-std::ldexp(1, bits - 1), std::ldexp(1, bits - 1) - 1};
}

namespace {

constexpr DataType kInt32 = DataType::Int(32), kInt64 = DataType::Int(64);

// A call of a quantized operator that is taken apart: the call with its types, and its arguments
// now.
struct Site {
  const CallNode* call;
  std::span<const Expr> args;

  const char* op_name() const { return As<OpNode>(call->op())->name(); }
  const TensorTypeNode* type(size_t i) const {
    const auto* tensor = As<TensorTypeNode>(call->arg(i)->checked_type());
    PASSCOPE_CHECK(tensor);
    return tensor;
  }
  [[noreturn]] void Unsupported(Message message) const {
    throw DiagnosticError(DiagKind::kUnsupported, std::move(message), {}, Expr(call));
  }
  std::vector<int64_t> StaticShapeOf(size_t i) const {
    auto shape = StaticShape(call->arg(i)->checked_type());
    if (!shape)
      Unsupported(Say("'{operator}' cannot be taken apart while sizes are unknown", op_name()));
    return *std::move(shape);
  }
  const NDArrayNode& ConstantOf(const Expr& expr) const {
    if (const auto* constant = As<ConstantNode>(expr)) return *constant->data;
    Unsupported(
        Say("'{operator}' cannot be taken apart while its scales are no constants", op_name()));
  }
  // The value of a scale; float32, as TVM keeps it.
  double ScaleOf(const Expr& expr) const { return ConstantOf(expr).ToDouble(0); }
};

Expr ClipTo(Expr data, DataType dtype) {
  auto [low, high] = IntegerRange(dtype);
  return MakeCast(MakeOp("clip", {std::move(data)}, {{"a_min", low}, {"a_max", high}}), dtype);
}

Expr FixedPointMultiply(Expr data, FixedPoint factor) {
  return MakeOp("fixed_point_multiply", {std::move(data)},
                {{"multiplier", factor.significand}, {"shift", factor.exponent}});
}

template <class T>
Expr Vector(const std::vector<T>& values, DataType dtype) {
  NDArray array = MakeNDArray({static_cast<int64_t>(values.size())}, dtype);
  for (size_t i = 0; i < values.size(); ++i) {
    if (dtype.is_float()) {
      StoreDouble(array, i, static_cast<double>(values[i]));
    } else {
      StoreInt(array, i, static_cast<int64_t>(values[i]));
    }
  }
  return Constant(std::move(array));
}

Expr Where(Expr condition, Expr yes, Expr no) {
  return CallOp("where", {std::move(condition), std::move(yes), std::move(no)});
}

Expr Zeros(const std::vector<int64_t>& shape, DataType dtype) {
  return MakeOp("zeros", {}, {{"shape", AttrValue::Ints(shape)}, {"dtype", dtype}});
}
Expr Full(Expr value, const std::vector<int64_t>& shape, DataType dtype) {
  return MakeOp("full", {std::move(value)}, {{"shape", AttrValue::Ints(shape)}, {"dtype", dtype}});
}
Expr BroadcastTo(Expr data, const std::vector<int64_t>& shape) {
  return MakeOp("broadcast_to", {std::move(data)}, {{"shape", AttrValue::Ints(shape)}});
}

// --- requantize ---

// An axis of a tensor of `rank`, which counts from the end when it is negative.
int64_t AxisFrom(int64_t axis, size_t rank) {
  if (axis >= 0) return axis;
  return rank > 0 ? static_cast<int64_t>(rank) + axis : 0;
}

// What a requantization is of: types of data that come from elsewhere than the call's arguments.
struct Requantization {
  Expr data;
  const Shape& shape;
  Expr in_scale, in_zero, out_scale, out_zero;
  DataType out_dtype;
  int64_t axis = -1;
  std::string rounding = "UPWARD";
  std::string compute_dtype = "int64";

  size_t rank() const { return shape.size(); }
  int64_t positive_axis() const { return AxisFrom(axis, rank()); }
};

// A vector along `axis` of a tensor of `rank`, so that the two broadcast.
Expr Expanded(Expr vector, size_t rank, int64_t axis) {
  return rank <= 1 ? vector : ExpandBiasToMatchAxis(std::move(vector), rank, axis);
}

// The data less the zero point, in `dtype`.
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
      site.Unsupported(
          Say("'{operator}' cannot be taken apart while sizes are unknown", site.op_name()));
    sizes.push_back(size.value());
  }
  return sizes;
}

}  // namespace

Expr MultiplyToNearest(Expr data, double factor, const std::vector<int64_t>& shape) {
  data = MakeCast(std::move(data), kInt64);
  auto [significand, exponent] = ToFixedPoint(factor);
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

// The same with a factor per channel.
Expr MultiplyToNearestPerChannel(const Site& site, const Requantization& r, Expr data,
                                 const std::vector<double>& factors) {
  std::vector<int64_t> significands, lefts, shifts, halves, halves_less;
  bool any_left = false;
  for (double factor : factors) {
    auto [significand, exponent] = ToFixedPoint(factor);
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

// Reals rounded to integers without an operator that processors lack: by casts.
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

Expr Requantize(const Site& site, const Requantization& r) {
  if (site.ScaleOf(r.out_scale) == 0) {
    site.Unsupported(Say("the output's scale of '{operator}' is zero", site.op_name()));
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

// --- quantize, dequantize, unary operators ---

// A vector of scales or zero points along `axis` of data of `rank`; a scalar as it is.
Expr AlongAxis(const Expr& param, const TensorTypeNode* type, size_t rank, int64_t axis) {
  if (type->rank() == 0) return param;
  return Expanded(param, rank, AxisFrom(axis, rank));
}

struct Param {
  Expr scale, zero;
};

Expr Quantized(Expr data, const Param& param, DataType dtype) {
  Expr scaled = CallOp("round", {MakeDivide(std::move(data), param.scale)});
  return ClipTo(MakeAdd(std::move(scaled), MakeCast(param.zero, DataType::Float(32))), dtype);
}
Expr Dequantized(Expr data, const Param& param) {
  Expr shifted = MakeSubtract(MakeCast(std::move(data), kInt32), param.zero);
  return MakeMultiply(MakeCast(std::move(shifted), DataType::Float(32)), param.scale);
}

Param ParamAlongAxis(const Site& site, int64_t axis) {
  size_t rank = site.type(0)->rank();
  return {AlongAxis(site.args[1], site.type(1), rank, axis),
          AlongAxis(site.args[2], site.type(2), rank, axis)};
}

Expr CanonicalizeQuantize(const CallNode* call, std::span<const Expr> args) {
  const auto* attrs = As<QuantizeAttrs>(call->attrs);
  return Quantized(args[0], ParamAlongAxis({call, args}, attrs->axis), attrs->out_dtype);
}
Expr CanonicalizeDequantize(const CallNode* call, std::span<const Expr> args) {
  const auto* attrs = As<DequantizeAttrs>(call->attrs);
  return Dequantized(args[0], ParamAlongAxis({call, args}, attrs->axis));
}

Expr CanonicalizeUnary(const CallNode* call, std::span<const Expr> args) {
  Expr x = Dequantized(args[0], {args[1], args[2]});
  std::string_view name = As<OpNode>(call->op())->name();
  name.remove_prefix(std::string_view("qnn.").size());
  Expr y;
  if (name == "hardswish") {
    DataType f32 = DataType::Float(32);
    Expr shifted =
        MakeOp("clip", {MakeAdd(x, ConstantScalar(3, f32))}, {{"a_min", 0.0}, {"a_max", 6.0}});
    y = MakeDivide(MakeMultiply(x, std::move(shifted)), ConstantScalar(6, f32));
  } else {
    y = CallOp(name, {std::move(x)});
  }
  return Quantized(std::move(y), {args[3], args[4]},
                   As<TensorTypeNode>(call->arg(0)->checked_type())->dtype);
}

// The data in int32 and in the output's parameters.
Expr RequantizeOrUpcast(const Site& site, Requantization r) {
  if (IsEqualScalar(r.in_scale, r.out_scale) && IsEqualScalar(r.in_zero, r.out_zero)) {
    return MakeCast(r.data, kInt32);
  }
  return Requantize(site, r);
}

Expr CanonicalizeLeakyRelu(const CallNode* call, std::span<const Expr> args) {
  Site site{call, args};
  Expr data = MakeCast(args[0], kInt32);
  Expr in_zero = MakeCast(args[2], kInt32), out_zero = MakeCast(args[4], kInt32);
  Expr positive = RequantizeOrUpcast(
      site, {data, site.type(0)->shape, args[1], in_zero, args[3], out_zero, kInt32});
  double alpha = As<LeakyReluAttrs>(call->attrs)->alpha;
  Expr product = FixedPointMultiply(positive, ToFixedPoint(alpha));
  Expr offset = FixedPointMultiply(out_zero, ToFixedPoint(1 - alpha));
  Expr negative = MakeAdd(std::move(product), std::move(offset));
  Expr result = Where(CallOp("less", {data, in_zero}), negative, positive);
  return ClipTo(std::move(result), site.type(0)->dtype);
}

// --- add, subtract, mul, concatenate ---

// lhs, rhs, their scales and zero points, those of the output.
struct Binary : Site {
  Binary(const CallNode* call, std::span<const Expr> args)
      : Site{call, args}, attrs(*As<BroadcastAttrs>(call->attrs)) {}
  const BroadcastAttrs& attrs;
  const Expr& scale(size_t side) const { return args[2 + 2 * side]; }
  const Expr& zero(size_t side) const { return args[3 + 2 * side]; }
  int64_t axis(size_t side) const { return side == 0 ? attrs.lhs_axis : attrs.rhs_axis; }

  // An operand in the output's parameters. A single zero point has as many axes as the left
  // operand's channels need, as in TVM; it fits any.
  Expr Requantized(size_t side) const {
    const Shape& shape = type(type(3 + 2 * side)->rank() == 0 ? 0 : side)->shape;
    return RequantizeOrUpcast(
        *this, {args[side], shape, scale(side), zero(side), args[6], args[7], kInt32, axis(side)});
  }
};

Expr CanonicalizeAdd(const CallNode* call, std::span<const Expr> args) {
  Binary site(call, args);
  Expr lhs = site.Requantized(0), rhs = site.Requantized(1);
  Expr sum = MakeAdd(std::move(lhs), std::move(rhs));
  if (!IsIntScalar(args[7], 0)) sum = MakeSubtract(std::move(sum), args[7]);
  return ClipTo(std::move(sum), site.type(0)->dtype);
}

Expr CanonicalizeSubtract(const CallNode* call, std::span<const Expr> args) {
  Binary site(call, args);
  Expr lhs = site.Requantized(0), rhs = site.Requantized(1);
  Expr difference = MakeSubtract(std::move(lhs), std::move(rhs));
  if (!IsIntScalar(args[7], 0)) difference = MakeAdd(std::move(difference), args[7]);
  return ClipTo(std::move(difference), site.type(0)->dtype);
}

Expr CanonicalizeMul(const CallNode* call, std::span<const Expr> args) {
  Binary site(call, args);
  bool per_tensor = ConstantScalarOf(site.scale(0)) && ConstantScalarOf(site.scale(1));
  if (!per_tensor && site.attrs.lhs_axis != site.attrs.rhs_axis) {
    site.Unsupported(
        Say("'{operator}' cannot be taken apart with scales along different axes", site.op_name()));
  }
  Expr factors[2];
  for (size_t side : {0, 1}) {
    factors[side] = MakeCast(args[side], kInt32);
    if (IsIntScalar(site.zero(side), 0)) continue;
    Expr zero = site.zero(side);
    if (!per_tensor) {
      size_t rank = site.type(0)->rank();
      zero = MakeCast(Expanded(MakeReshape(zero, {-1}), rank, AxisFrom(site.axis(side), rank)),
                      kInt32);
    }
    factors[side] = MakeSubtract(factors[side], std::move(zero));
  }
  const NDArrayNode &lhs = site.ConstantOf(site.scale(0)), &rhs = site.ConstantOf(site.scale(1));
  Expr scale;
  if (per_tensor) {
    auto product = static_cast<float>(lhs.ToDouble(0)) * static_cast<float>(rhs.ToDouble(0));
    scale = ConstantScalar(product, DataType::Float(32));
  } else {
    // One of them may be a scalar.
    std::vector<double> products;
    for (size_t i = 0; i < std::max(lhs.size(), rhs.size()); ++i) {
      products.push_back(lhs.ToDouble(lhs.size() == 1 ? 0 : i) *
                         rhs.ToDouble(rhs.size() == 1 ? 0 : i));
    }
    scale = Vector(products, DataType::Float(32));
  }
  Requantization r{MakeMultiply(factors[0], factors[1]),
                   As<TensorTypeNode>(call->checked_type())->shape,
                   std::move(scale),
                   IntScalar(0),
                   args[6],
                   args[7],
                   site.type(0)->dtype};
  if (!per_tensor) r.axis = site.attrs.lhs_axis;
  return Requantize(site, r);
}

Expr CanonicalizeConcatenate(const CallNode* call, std::span<const Expr> args) {
  Site site{call, args};
  const auto* types = As<TupleTypeNode>(call->arg(0)->checked_type());
  const auto *scales = As<TupleNode>(args[1]), *zeros = As<TupleNode>(args[2]);
  if (!scales || !zeros) {
    site.Unsupported(Say("'{operator}' cannot be taken apart while its scales are no constants",
                         site.op_name()));
  }
  const auto* tuple = As<TupleNode>(args[0]);
  std::vector<Expr> fields;
  for (size_t i = 0; i < types->fields.size(); ++i) {
    Expr field = tuple ? tuple->fields()[i] : TupleGetItem(args[0], static_cast<int>(i));
    const auto* type = As<TensorTypeNode>(types->fields[i]);
    const Expr &scale = scales->fields()[i], &zero = zeros->fields()[i];
    if (!IsEqualScalar(scale, args[3]) || !IsEqualScalar(zero, args[4])) {
      field = Requantize(site, {field, type->shape, scale, zero, args[3], args[4], type->dtype});
    }
    fields.push_back(std::move(field));
  }
  return MakeConcatenate(fields, As<ConcatenateAttrs>(call->attrs)->axis);
}

// --- products ---

// Zero points as integers, where both are constants.
struct ZeroPoints {
  int64_t data = 0, weight = 0;
};
std::optional<ZeroPoints> ConstantZeroPoints(const Expr& data, const Expr& weight) {
  const NDArrayNode *x = ConstantScalarOf(data), *w = ConstantScalarOf(weight);
  if (!x || !w) return std::nullopt;
  return ZeroPoints{x->ToInt(0), w->ToInt(0)};
}

// term1 - term2 + (term4 - term3), without the terms that are zero. What is constant stands
// together, so that it can be folded.
Expr Combine(const std::optional<ZeroPoints>& zeros, Expr term1, Expr term2, Expr term3,
             Expr term4) {
  bool no_data_zero = zeros && zeros->data == 0, no_weight_zero = zeros && zeros->weight == 0;
  if (no_data_zero && no_weight_zero) return term1;
  if (no_data_zero) return MakeSubtract(std::move(term1), std::move(term2));
  if (no_weight_zero) return MakeSubtract(std::move(term1), std::move(term3));
  Expr data = MakeSubtract(std::move(term1), std::move(term2));
  Expr constant = MakeSubtract(std::move(term4), std::move(term3));
  return MakeAdd(std::move(data), std::move(constant));
}

Expr SumOf(const Expr& data, std::vector<int64_t> axes, bool keepdims) {
  return MakeReduce("sum", MakeCast(data, kInt32), std::move(axes), keepdims);
}

Expr CanonicalizeDense(const CallNode* call, std::span<const Expr> args) {
  Site site{call, args};
  const Expr &data = args[0], &weight = args[1], &data_zero = args[2], &weight_zero = args[3];
  int64_t depth = site.StaticShapeOf(0).back(), units = site.StaticShapeOf(1)[0];
  int64_t last = static_cast<int64_t>(site.type(0)->rank()) - 1;
  Expr term1 = Call(GetOp("nn.dense"), {data, weight}, call->attrs);
  Expr sum = SumOf(data, {last}, true);
  if (!ConstantScalarOf(weight_zero)) sum = MakeRepeat(std::move(sum), units, last);
  Expr term2 = MakeMultiply(weight_zero, std::move(sum));
  Expr term3 = MakeMultiply(data_zero, SumOf(weight, {1}, false));
  auto zeros = ConstantZeroPoints(data_zero, weight_zero);
  Expr term4 = zeros ? IntScalar(zeros->data * zeros->weight * depth)
                     : MakeMultiply(MakeMultiply(data_zero, weight_zero), IntScalar(depth));
  return Combine(zeros, term1, term2, term3, term4);
}

Expr CanonicalizeBatchMatmul(const CallNode* call, std::span<const Expr> args) {
  Site site{call, args};
  const auto* attrs = As<BatchMatmulAttrs>(call->attrs);
  if (attrs->transpose_a || !attrs->transpose_b) {
    site.Unsupported(
        Say("'{operator}' can be taken apart only with transpose_a=False and transpose_b=True",
            site.op_name()));
  }
  const Expr &x = args[0], &y = args[1], &x_zero = args[2], &y_zero = args[3];
  int64_t depth = site.StaticShapeOf(0)[2], columns = site.StaticShapeOf(1)[1];
  Expr term1 = Call(GetOp("nn.batch_matmul"), {x, y}, call->attrs);
  Expr term2 = MakeMultiply(y_zero, SumOf(x, {2}, true));
  Expr term3 = MakeReshape(MakeMultiply(x_zero, SumOf(y, {2}, true)), {0, 1, columns});
  auto zeros = ConstantZeroPoints(x_zero, y_zero);
  Expr term4 = zeros ? IntScalar(zeros->data * zeros->weight * depth)
                     : MakeMultiply(MakeMultiply(x_zero, y_zero), IntScalar(depth));
  return Combine(zeros, term1, term2, term3, term4);
}

// qnn.conv2d.
struct Convolution : Site {
  const ConvAttrs& attrs;
  // The kernel's sizes, and how many results depthwise convolutions have per channel.
  int64_t out_channels, in_channels, height, width, multiplier;
  size_t channel_axis;  // Of the data.
  bool depthwise;

  Convolution(const CallNode* call, std::span<const Expr> args)
      : Site{call, args}, attrs(*AsConvAttrs(call->attrs)) {
    bool nchw = attrs.data_layout == "NCHW";
    const std::string& kernel = attrs.kernel_layout;
    if ((!nchw && attrs.data_layout != "NHWC") ||
        (kernel != "OIHW" && kernel != "HWIO" && kernel != "HWOI" && kernel != "OHWI")) {
      Unsupported(Say("'{operator}' cannot be taken apart in the layouts {data} and {kernel}",
                      op_name(), attrs.data_layout, kernel));
    }
    channel_axis = nchw ? 1 : 3;
    std::vector<int64_t> data = StaticShapeOf(0), weight = StaticShapeOf(1);
    in_channels = data[channel_axis];
    out_channels = weight[kernel.find('O')];
    height = weight[kernel.find('H')];
    width = weight[kernel.find('W')];
    multiplier = weight[kernel.find('I')];
    depthwise = attrs.channels && *attrs.channels == attrs.groups && attrs.groups != 1;
  }

  std::vector<int64_t> AxesOfKernel(std::string_view which) const {
    std::vector<int64_t> axes;
    for (size_t i = 0; i < 4; ++i) {
      if (which.find(attrs.kernel_layout[i]) != which.npos) axes.push_back(static_cast<int64_t>(i));
    }
    return axes;
  }
  std::vector<int64_t> ShapeOfChannels(int64_t size) const {
    std::vector<int64_t> shape(4, 1);
    shape[channel_axis] = size;
    return shape;
  }

  // The data padded by their zero point.
  Expr Padded() const {
    Attrs full = WithFullPadding(call->attrs, 2);
    const std::vector<int64_t>& pad = AsConvAttrs(full)->padding;
    if (pad == std::vector<int64_t>(4, 0)) return args[0];
    std::vector<AttrValue> widths(4, AttrValue::Ints({0, 0}));
    widths[channel_axis == 1 ? 2 : 1] = AttrValue::Ints({pad[0], pad[2]});
    widths[channel_axis == 1 ? 3 : 2] = AttrValue::Ints({pad[1], pad[3]});
    return MakeOp("nn.pad", {args[0], args[2]},
                  {{"pad_width", AttrArray(widths)}, {"pad_mode", "constant"}});
  }
  Expr Pooled(Expr data) const {
    AttrValue size =
        attrs.kernel_size ? AttrValue::Ints(*attrs.kernel_size) : AttrValue::Ints({height, width});
    return MakeOp("nn.avg_pool2d", {std::move(data)},
                  {{"pool_size", size},
                   {"strides", AttrValue::Ints(attrs.strides)},
                   {"dilation", AttrValue::Ints(attrs.dilation)},
                   {"padding", AttrValue::Ints({0, 0})},
                   {"layout", attrs.data_layout}});
  }
  // The sums of the data's windows. A mean of integers is rounded, so they are multiplied first.
  Expr WindowSums(Expr data) const {
    if (height * width != 1) {
      return Pooled(MakeMultiply(std::move(data), IntScalar(height * width)));
    }
    bool strided = attrs.strides != std::vector<int64_t>(2, 1);
    return strided ? Pooled(std::move(data)) : data;
  }

  Expr Term2(const Expr& padded, const Expr& weight_zero) const {
    Expr sums = SumOf(padded, {static_cast<int64_t>(channel_axis)}, true);
    sums = WindowSums(std::move(sums));
    if (IsIntScalar(weight_zero, 1)) return sums;
    if (!ConstantScalarOf(weight_zero)) {
      sums = MakeRepeat(std::move(sums), out_channels, static_cast<int64_t>(channel_axis));
    }
    return MakeMultiply(weight_zero, std::move(sums));
  }
  Expr DepthwiseTerm2(const Expr& padded, Expr weight_zero) const {
    Expr sums = WindowSums(MakeCast(padded, kInt32));
    if (!IsIntScalar(weight_zero, 1)) {
      if (!ConstantScalarOf(weight_zero)) weight_zero = MakeRepeat(weight_zero, multiplier, 0);
      sums = MakeMultiply(std::move(weight_zero), std::move(sums));
    }
    if (multiplier == 1) return sums;
    return MakeRepeat(std::move(sums), multiplier, static_cast<int64_t>(channel_axis));
  }
  Expr Term3() const {
    std::vector<int64_t> axes = AxesOfKernel(depthwise ? "HW" : "IHW");
    Expr sums = MakeReshape(SumOf(args[1], std::move(axes), false),
                            ShapeOfChannels(depthwise ? out_channels * multiplier : out_channels));
    return IsIntScalar(args[2], 1) ? sums : MakeMultiply(args[2], std::move(sums));
  }
  Expr Term4(const std::optional<ZeroPoints>& zeros, const Expr& weight_zero) const {
    int64_t count = depthwise ? height * width : in_channels * height * width;
    DataType dtype = depthwise ? kInt32 : WideType();
    if (zeros) return IntScalar(zeros->data * zeros->weight * count, dtype);
    return MakeMultiply(IntScalar(count, dtype), MakeMultiply(args[2], weight_zero));
  }
  DataType WideType() const { return attrs.out_dtype.bits < 32 ? kInt32 : attrs.out_dtype; }

  Expr Conv(const Expr& data, const Expr& weight, bool padded) const {
    Attrs now =
        padded ? WithAttrs(call->attrs, {{"padding", AttrValue::Ints({0, 0, 0, 0})}}) : call->attrs;
    return Call(GetOp("nn.conv2d"), {data, weight}, std::move(now));
  }
  // A convolution of the data and the weight less their zero points.
  Expr Shifted(const Expr& weight_zero) const {
    auto shifted = [&](const Expr& tensor, const Expr& zero) {
      DataType dtype = DataType::Int(WideType().bits);
      Expr wide = MakeCast(tensor, dtype);
      // TVM compares with a zero of the wide type, to which none of int32 is equal.
      if (dtype == kInt32 && IsIntScalar(zero, 0)) return wide;
      return MakeSubtract(std::move(wide), MakeCast(zero, dtype));
    };
    Expr data = shifted(args[0], args[2]), weight = shifted(args[1], weight_zero);
    return Conv(data, weight, false);
  }
};

Expr CanonicalizeConv2D(const CallNode* call, std::span<const Expr> args) {
  Convolution conv(call, args);
  auto zeros = ConstantZeroPoints(args[2], args[3]);
  // Windows of dilated convolutions cannot be summed by pooling.
  bool dilated = conv.attrs.dilation != std::vector<int64_t>(2, 1);
  bool sums =
      (!dilated || (zeros && zeros->weight == 0)) && (conv.attrs.groups == 1 || conv.depthwise);
  Expr weight_zero = args[3];
  if (!zeros) {
    size_t axis = sums ? conv.channel_axis : conv.attrs.kernel_layout.find('O');
    weight_zero =
        ExpandBiasToMatchAxis(MakeReshape(weight_zero, {-1}), 4, static_cast<int64_t>(axis));
  }
  if (!sums) return conv.Shifted(weight_zero);
  Expr padded = conv.Padded();
  Expr term1 = conv.Conv(padded, args[1], true);
  Expr term2 =
      conv.depthwise ? conv.DepthwiseTerm2(padded, weight_zero) : conv.Term2(padded, weight_zero);
  return Combine(zeros, term1, term2, conv.Term3(), conv.Term4(zeros, weight_zero));
}

}  // namespace

void AddQnnCanonicalizations(RuleTables& rules) {
  OpTable<LegalizeRule>& table = rules.qnn_canonicalize;
  table.Add("qnn.quantize", CanonicalizeQuantize);
  table.Add("qnn.dequantize", CanonicalizeDequantize);
  table.Add("qnn.requantize", CanonicalizeRequantize);
  table.Add("qnn.add", CanonicalizeAdd);
  table.Add("qnn.subtract", CanonicalizeSubtract);
  table.Add("qnn.mul", CanonicalizeMul);
  table.Add("qnn.concatenate", CanonicalizeConcatenate);
  table.Add("qnn.leaky_relu", CanonicalizeLeakyRelu);
  table.Add("qnn.dense", CanonicalizeDense);
  table.Add("qnn.batch_matmul", CanonicalizeBatchMatmul);
  table.Add("qnn.conv2d", CanonicalizeConv2D);
  for (const char* op : {"qnn.tanh", "qnn.exp", "qnn.sqrt", "qnn.rsqrt", "qnn.erf", "qnn.sigmoid",
                         "qnn.hardswish", "qnn.log", "qnn.abs"}) {
    table.Add(op, CanonicalizeUnary);
  }
}

}  // namespace passcope
