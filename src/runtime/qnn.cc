// Kernels of quantized operators. They compute what TVM's lowering to plain operators computes.
//
// A scale or zero point is one number or a vector along an axis. Rescaling multiplies by the ratio
// of two scales, by default in fixed point. The ratio is m · 2^s, where m is an integer fraction of
// 2^31; the product has 64 bits and is rounded once (the scheme of gemmlowp).
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "ir/work_budget.h"
#include "op/attrs_nn.h"
#include "op/attrs_qnn.h"
#include "op/attrs_tensor.h"
#include "runtime/axis_index.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

const DataType kInt32 = DataType::Int(32);

// A factor as multiplier · 2^(shift - 31).
struct FixedPoint {
  int64_t multiplier = 0;
  int shift = 0;
};

FixedPoint ToFixedPoint(double factor) {
  FixedPoint result;
  if (factor == 0 || !std::isfinite(factor)) return result;
  double significand = std::frexp(factor, &result.shift);
  result.multiplier = std::llround(significand * 2147483648.0);
  if (result.multiplier == int64_t{1} << 31) {
    result.multiplier /= 2;
    ++result.shift;
  }
  return result;
}

// x times the factor; halves are rounded up or away from zero.
int64_t MultiplyFixed(int64_t x, FixedPoint factor, bool upward) {
  int left = std::max(factor.shift, 0), right = 31 + std::max(-factor.shift, 0);
  if (left > 63 || right > 63) return 0;
  int64_t product = WrapMultiply(WrapMultiply(x, int64_t{1} << left), factor.multiplier);
  int64_t half = int64_t{1} << (right - 1);
  if (!upward && product < 0) --half;
  return WrapTo(kInt32, WrapAdd(product, half) >> right);
}

// Maps an element to the entry of a vector along an axis; to the first entry for a single number.
class Channels {
 public:
  Channels(const KernelContext& context, const NDArray& data, int64_t axis, size_t count) {
    // A vector without entries is enough for a tensor without elements.
    if (count == 1 || (count == 0 && data->size() == 0)) return;
    size_t position = data->rank() <= 1 ? 0 : context.Axis(axis, data->rank());
    if (position >= data->rank() || static_cast<size_t>(data->shape[position]) != count) {
      context.Misfit(
          PHRASE(kQnnScalesMisfit,
                 "scales and zero points must be scalars or have an element for each channel"));
    }
    count_ = count;
    inner_ =
        static_cast<size_t>(Product(std::span<const int64_t>(data->shape).subspan(position + 1)));
  }
  size_t Of(size_t element) const { return count_ == 1 ? 0 : element / inner_ % count_; }

 private:
  size_t count_ = 1, inner_ = 1;
};

// The range of an integer type of at most 32 bits.
struct Range {
  explicit Range(DataType dtype)
      : low(LowestScalar(dtype)->ToInt(0)), high(HighestScalar(dtype)->ToInt(0)) {}
  int64_t Clip(int64_t x) const { return std::min(std::max(x, low), high); }
  int64_t low, high;
};

int64_t WrapSubtract(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

double Number(const KernelContext& context, const NDArray& array) {
  if (array->size() != 1)
    context.Fail(MSG(kQnnKernelScalarRequired,
                     "a parameter of {operator} must be a scalar, not of shape {shape}",
                     context.name(), SizesText(array->shape)));
  return array->ToDouble(0);
}

// Counts what the kernels below do for each element in addition to writing it: a division and
// rounding.
void SpendOnRounding(const NDArray& data) {
  constexpr int64_t kCost = 3;
  SpendOperations(kCost * static_cast<int64_t>(data->size()));
}

NDArray Quantize(const KernelContext& context, const NDArray& data, const NDArray& scale,
                 const NDArray& zero, int64_t axis, DataType dtype) {
  SpendOnRounding(data);
  NDArray out = MakeNDArray(data->shape, dtype);
  Elements<float> x(data), s(scale), z(zero);
  Channels by_scale(context, data, axis, scale->size());
  Channels by_zero(context, data, axis, zero->size());
  Range range(dtype);
  auto low = static_cast<float>(range.low), high = static_cast<float>(range.high);
  for (size_t i = 0; i < data->size(); ++i) {
    float q = std::nearbyint(x[i] / s[by_scale.Of(i)]) + z[by_zero.Of(i)];
    q = q < high ? q : high;
    StoreDouble(out, i, q > low ? q : low);
  }
  return out;
}

NDArray Dequantize(const KernelContext& context, const NDArray& data, const NDArray& scale,
                   const NDArray& zero, int64_t axis) {
  NDArray out = MakeNDArray(data->shape, DataType::Float(32));
  Elements<int64_t> x(data), z(zero);
  Elements<float> s(scale);
  Channels by_scale(context, data, axis, scale->size());
  Channels by_zero(context, data, axis, zero->size());
  float* y = out->mutable_as<float>();
  for (size_t i = 0; i < data->size(); ++i) {
    y[i] = static_cast<float>(WrapTo(kInt32, WrapSubtract(x[i], z[by_zero.Of(i)]))) *
           s[by_scale.Of(i)];
  }
  return out;
}

// data - zero point.
NDArray Shifted(const KernelContext& context, const NDArray& data, const NDArray& zero,
                int64_t axis, DataType dtype = kInt32) {
  NDArray out = MakeNDArray(data->shape, dtype);
  Elements<int64_t> x(data), z(zero);
  Channels by_zero(context, data, axis, zero->size());
  for (size_t i = 0; i < data->size(); ++i) StoreInt(out, i, WrapSubtract(x[i], z[by_zero.Of(i)]));
  return out;
}

struct RequantizeMode {
  int64_t axis = -1;
  bool upward = true;
  int real_bits = 0;  // 0 computes in fixed point.
};

// Toward zero, as `cast` does. A value beyond `dtype` gives its low bits, and NaN gives 0.
template <class T>
int64_t Truncated(T y, DataType dtype) {
  if (std::isnan(y)) return 0;
  constexpr T kEnd = T(9223372036854775808.0);
  int64_t whole = y >= kEnd    ? std::numeric_limits<int64_t>::max()
                  : y <= -kEnd ? std::numeric_limits<int64_t>::min()
                               : static_cast<int64_t>(y);
  return WrapTo(dtype, whole);
}

// Rounds by casts to an integer type of the width of `T`, as on processors without a rounding
// instruction. A value beyond that type gives the result of the casts.
template <class T>
int64_t ScaleReal(int64_t x, double factor, double zero, bool upward) {
  const DataType whole = DataType::Int(8 * sizeof(T));
  T y = static_cast<T>(x) * static_cast<T>(factor) + static_cast<T>(zero);
  if (!std::isfinite(y)) return Truncated(y, kInt32);
  if (upward) {
    T biased = y + T(0.5);
    y = static_cast<T>(Truncated(biased, whole));
    if (biased != y && biased < 0) y -= 1;
  } else {
    T sign = y < 0 ? T(-1) : T(1);
    y = static_cast<T>(Truncated((y + T(0.5) * sign) * sign, whole)) * sign;
  }
  return Truncated(y, kInt32);
}

NDArray Requantize(const KernelContext& context, const NDArray& data, const NDArray& in_scale,
                   const NDArray& in_zero, const NDArray& out_scale, const NDArray& out_zero,
                   DataType dtype, RequantizeMode mode = {}) {
  SpendOnRounding(data);
  double target = Number(context, out_scale);
  auto zero = static_cast<int64_t>(Number(context, out_zero));
  if (target == 0)
    context.Fail(
        MSG(kQnnOutputScaleZero, "the output scale of {operator} must not be 0", context.name()));
  std::vector<double> factors = Scratch<double>(in_scale->size());
  RequireScratch(in_scale->size(), sizeof(FixedPoint));
  std::vector<FixedPoint> fixed(in_scale->size());
  for (size_t i = 0; i < factors.size(); ++i) {
    factors[i] = in_scale->ToDouble(i) / target;
    fixed[i] = ToFixedPoint(factors[i]);
  }
  NDArray shifted = Shifted(context, data, in_zero, mode.axis);
  NDArray out = MakeNDArray(data->shape, dtype);
  Channels by_scale(context, data, mode.axis, factors.size());
  Range range(dtype);
  for (size_t i = 0; i < data->size(); ++i) {
    size_t channel = by_scale.Of(i);
    int64_t x = shifted->as<int32_t>()[i];
    x = mode.real_bits == 0 ? WrapTo(kInt32, MultiplyFixed(x, fixed[channel], mode.upward) + zero)
        : mode.real_bits == 32
            ? ScaleReal<float>(x, factors[channel], static_cast<double>(zero), mode.upward)
            : ScaleReal<double>(x, factors[channel], static_cast<double>(zero), mode.upward);
    StoreInt(out, i, dtype == kInt32 ? x : range.Clip(x));
  }
  return out;
}

Value QuantizeKernel(const KernelContext& context) {
  const auto& attrs = context.attrs_as<QuantizeAttrs>();
  return Quantize(context, context.arg(0), context.arg(1), context.arg(2), attrs.axis,
                  attrs.out_dtype);
}

Value DequantizeKernel(const KernelContext& context) {
  return Dequantize(context, context.arg(0), context.arg(1), context.arg(2),
                    context.attrs_as<DequantizeAttrs>().axis);
}

Value RequantizeKernel(const KernelContext& context) {
  const auto& attrs = context.attrs_as<RequantizeAttrs>();
  RequantizeMode mode;
  mode.axis = attrs.axis;
  mode.upward = attrs.rounding != "TONEAREST";
  if (!mode.upward || attrs.rounding == "UPWARD" || attrs.rounding == "None") {
    mode.real_bits = attrs.compute_dtype == "float32"   ? 32
                     : attrs.compute_dtype == "float64" ? 64
                                                        : 0;
    return Requantize(context, context.arg(0), context.arg(1), context.arg(2), context.arg(3),
                      context.arg(4), attrs.out_dtype, mode);
  }
  context.Unsupported(MSG(kQnnRoundingUnsupported,
                          "{operator} does not support the rounding {rounding}", context.name(),
                          attrs.rounding));
}

// Adds `zero` to int32 sums, and clips to `dtype`.
NDArray Saturated(const NDArray& sum, int64_t zero, DataType dtype) {
  NDArray out = MakeNDArray(sum->shape, dtype);
  Range range(dtype);
  for (size_t i = 0; i < sum->size(); ++i) {
    StoreInt(out, i, range.Clip(WrapTo(kInt32, sum->as<int32_t>()[i] + zero)));
  }
  return out;
}

// Addition and subtraction first convert both sides to the scale of the result.
Value QnnBinary(const KernelContext& context) {
  const auto& attrs = context.attrs_as<BroadcastAttrs>();
  const std::string name = context.op->name();
  DataType dtype = context.arg(0)->dtype;
  if (IsReal(dtype))
    context.Unsupported(MSG(kOperatorDtypeUnsupported,
                            "{operator} does not support the data type {dtype}", context.name(),
                            dtype.str()));
  NDArray sides[2];
  for (size_t i : {0, 1}) {
    const NDArray &data = context.arg(i), &scale = context.arg(2 + 2 * i),
                  &zero = context.arg(3 + 2 * i);
    RequantizeMode mode;
    mode.axis = i ? attrs.rhs_axis : attrs.lhs_axis;
    sides[i] = name == "qnn.mul" ? Shifted(context, data, zero, mode.axis)
                                 : Requantize(context, data, scale, zero, context.arg(6),
                                              context.arg(7), kInt32, mode);
  }
  if (name != "qnn.mul") {
    auto zero = static_cast<int64_t>(Number(context, context.arg(7)));
    bool add = name == "qnn.add";
    NDArray sum = ApplyOp(add ? "add" : "subtract", {sides[0], sides[1]}).tensor();
    return Saturated(sum, add ? -zero : zero, dtype);
  }
  // The scale of the product is the product of the scales.
  NDArray scale = ApplyOp("multiply", {context.arg(2), context.arg(4)}).tensor();
  NDArray product = ApplyOp("multiply", {sides[0], sides[1]}).tensor();
  RequantizeMode mode;
  mode.axis = attrs.lhs_axis;
  return Requantize(context, product, scale, ScalarIntNDArray(0, kInt32), context.arg(6),
                    context.arg(7), dtype, mode);
}

// Functions are computed on the real values.
Value QnnUnary(const KernelContext& context) {
  NDArray x = Dequantize(context, context.arg(0), context.arg(1), context.arg(2), -1);
  std::string_view name = std::string_view(context.op->name()).substr(4);
  if (name == "hardswish") {
    float* y = x->mutable_as<float>();
    for (size_t i = 0; i < x->size(); ++i) {
      y[i] = y[i] * std::min(std::max(y[i] + 3.0f, 0.0f), 6.0f) / 6.0f;
    }
  } else {
    x = ApplyOp(name, {x}).tensor();
  }
  return Quantize(context, x, context.arg(3), context.arg(4), -1, context.arg(0)->dtype);
}

// alpha · q + (1 - alpha) · zero point below the zero point; q has the scale of the result.
Value QnnLeakyRelu(const KernelContext& context) {
  double alpha = context.attrs_as<LeakyReluAttrs>().alpha;
  const NDArray& data = context.arg(0);
  NDArray q = Requantize(context, data, context.arg(1), context.arg(2), context.arg(3),
                         context.arg(4), kInt32);
  auto in_zero = static_cast<int64_t>(Number(context, context.arg(2)));
  auto out_zero = static_cast<int64_t>(Number(context, context.arg(4)));
  FixedPoint slope = ToFixedPoint(alpha);
  int64_t offset = MultiplyFixed(out_zero, ToFixedPoint(1 - alpha), true);
  NDArray out = MakeNDArray(data->shape, kInt32);
  for (size_t i = 0; i < data->size(); ++i) {
    int64_t x = q->as<int32_t>()[i];
    StoreInt(out, i, data->ToInt(i) < in_zero ? MultiplyFixed(x, slope, true) + offset : x);
  }
  return Saturated(out, 0, data->dtype);
}

Value QnnConcatenate(const KernelContext& context) {
  // Arguments: the tensors, their scales and zero points, then those of the result.
  size_t count = (context.args.size() - 2) / 3;
  std::vector<Value> parts;
  for (size_t i = 0; i < count; ++i) {
    const NDArray &data = context.arg(i), &scale = context.arg(count + i),
                  &zero = context.arg(2 * count + i), &out_scale = context.arg(3 * count),
                  &out_zero = context.arg(3 * count + 1);
    // A tensor that already has the result's parameters is not rounded and clipped again.
    bool same = NDArrayEqual(scale, out_scale) && NDArrayEqual(zero, out_zero);
    parts.emplace_back(
        same ? data : Requantize(context, data, scale, zero, out_scale, out_zero, data->dtype));
  }
  return ApplyOp("concatenate", {Value::Tuple(std::move(parts))}, context.attrs);
}

// Subtracts the zero points of data and weight, then multiplies. So padding with zeros is padding
// with the zero point.
Value QnnProduct(const KernelContext& context) {
  AttrValue layout = context.attrs->Get("kernel_layout");
  const std::string* text = layout.get<std::string>();
  auto axis = text ? static_cast<int64_t>(text->find('O')) : 0;
  // As wide as the result, but at least 32 bits.
  AttrValue out = context.attrs->Get("out_dtype");
  const DataType* wanted = out.get<DataType>();
  const DataType wide = DataType::Int(wanted && wanted->bits == 64 ? 64 : 32);
  NDArray data = Shifted(context, context.arg(0), context.arg(2), 0, wide);
  NDArray weight = Shifted(context, context.arg(1), context.arg(3), axis, wide);
  return ApplyOp("nn." + std::string(context.op->name()).substr(4), {data, weight}, context.attrs);
}

Value FixedPointMultiply(const KernelContext& context) {
  const auto& attrs = context.attrs_as<FixedPointMultiplyAttrs>();
  const NDArray& data = context.arg(0);
  FixedPoint factor = {attrs.multiplier,
                       static_cast<int>(std::clamp<int64_t>(attrs.shift, -99, 99))};
  NDArray out = MakeNDArray(data->shape, data->dtype);
  for (size_t i = 0; i < data->size(); ++i) {
    StoreInt(out, i, MultiplyFixed(data->ToInt(i), factor, true));
  }
  return out;
}

// The factors have the data's sizes along `axes`, in the order of `axes`; or one factor is for all
// elements.
Value FixedPointMultiplyPerAxis(const KernelContext& context) {
  const auto& attrs = context.attrs_as<FixedPointMultiplyPerAxisAttrs>();
  const NDArray &data = context.arg(0), &multiplier = context.arg(1);
  SpendOnRounding(data);
  std::vector<int64_t> expected, factor_strides(data->rank(), 0);
  std::vector<int64_t> row_major = RowMajorStrides(multiplier->shape);
  bool one = multiplier->size() == 1;
  for (size_t k = 0; k < attrs.axes.size(); ++k) {
    size_t axis = context.Axis(attrs.axes[k], data->rank());
    expected.push_back(data->shape[axis]);
    if (!one && k < row_major.size()) factor_strides[axis] += row_major[k];
  }
  for (size_t i = 1; i <= 3; ++i) {
    const std::vector<int64_t>& shape = context.arg(i)->shape;
    if (shape == expected || (one && context.arg(i)->size() == 1)) continue;
    context.Fail(MSG(kQnnFactorsMisfit,
                     "the multipliers and shifts of {operator} must have the shape {expected}, the "
                     "sizes of the data along its axes, not {actual}",
                     context.name(), SizesText(expected), SizesText(shape)));
  }
  NDArray out = MakeNDArray(data->shape, data->dtype);
  size_t at = 0;
  for (StridedLoop loop(data->shape, {factor_strides}); !loop.done(); loop.Next()) {
    for (int64_t i = 0; i < loop.size(); ++i, ++at) {
      auto factor_at = static_cast<size_t>(loop.offset(0) + i * loop.stride(0));
      auto shift = [&](size_t arg) {
        return static_cast<int>(std::clamp<int64_t>(context.arg(arg)->ToInt(factor_at), 0, 99));
      };
      FixedPoint factor = {multiplier->ToInt(factor_at), shift(2) - shift(3)};
      StoreInt(out, at, MultiplyFixed(data->ToInt(at), factor, true));
    }
  }
  return out;
}

// The integer type for TVM's number of a simulated type; nullopt for none.
std::optional<DataType> SimulatedType(const KernelContext& context) {
  context.CheckScalar(1);
  switch (context.arg(1)->ToInt(0)) {
    case 1:
      return DataType::Int(8);
    case 2:
      return DataType::UInt(8);
    case 3:
      return kInt32;
    default:
      return std::nullopt;
  }
}

// Simulated quantisation, whose result consists of reals, or its inverse. Scales and zero points
// repeat along the axis.
template <bool kQuantize>
Value Simulated(const KernelContext& context) {
  int64_t given = 0;
  if constexpr (kQuantize) {
    given = context.attrs_as<SimulatedQuantizeAttrs>().axis;
  } else {
    given = context.attrs_as<DequantizeAttrs>().axis;
  }
  const NDArray& data = context.arg(0);
  std::optional<DataType> dtype = SimulatedType(context);
  if (!dtype) return data;
  SpendOnRounding(data);
  Elements<double> scale(context.arg(2)), zero(context.arg(3));
  size_t scales = context.arg(2)->size(), zeros = context.arg(3)->size();
  if (scales == 0 || zeros == 0) {
    context.Misfit(
        PHRASE(kQnnScalesMisfit,
               "scales and zero points must be scalars or have an element for each channel"));
  }
  int64_t size = 1, inner = static_cast<int64_t>(data->size());
  if (data->rank() > 0) {
    size_t axis = context.Axis(given, data->rank());
    size = data->shape[axis];
    inner = Product(std::span<const int64_t>(data->shape).subspan(axis + 1));
  }
  double low = LowestScalar(*dtype)->ToDouble(0), high = HighestScalar(*dtype)->ToDouble(0);
  Elements<double> x(data);
  NDArray out = MakeNDArray(data->shape, data->dtype);
  OutElements<double> y(out);
  for (size_t i = 0; i < data->size(); ++i) {
    auto channel = static_cast<size_t>(static_cast<int64_t>(i) / inner % size);
    double s = scale[channel % scales], z = zero[channel % zeros];
    y[i] = kQuantize ? std::clamp(std::nearbyint(x[i] / s) + z, low, high) : (x[i] - z) * s;
  }
  return y.Finish();
}

// Rounds reals to multiples of the scale, within the bounds. Computes in float32, as TVM does.
Value AnnotatedQuantize(const KernelContext& context) {
  const auto& attrs = context.attrs_as<AnnotatedQuantizeAttrs>();
  const NDArray& data = context.arg(0);
  if (attrs.kind == static_cast<int64_t>(QAnnotateKind::kIdentity)) return data;
  if (!attrs.sign || attrs.rounding != "round") {
    context.Unsupported(MSG(kQnnRoundsSignedIntegersOnly,
                            "{operator} supports only sign=True and rounding=\"round\"",
                            context.name()));
  }
  auto scale = static_cast<float>(context.arg(1)->ToDouble(0));
  auto least = static_cast<float>(context.arg(2)->ToDouble(0));
  auto greatest = static_cast<float>(context.arg(3)->ToDouble(0));
  Elements<float> from(data);
  OutElements<float> out(MakeNDArray(data->shape, data->dtype));
  for (size_t i = 0; i < data->size(); ++i) {
    out[i] = std::nearbyint(std::max(std::min(from[i] / scale, greatest), least)) * scale;
  }
  return out.Finish();
}

}  // namespace

void RegisterQnnKernels(KernelRegistry& registry) {
  registry.Add("fixed_point_multiply", FixedPointMultiply);
  registry.Add("fixed_point_multiply_per_axis", FixedPointMultiplyPerAxis);
  registry.Add("qnn.quantize", QuantizeKernel);
  registry.Add("qnn.dequantize", DequantizeKernel);
  registry.Add("qnn.requantize", RequantizeKernel);
  registry.Add("relay.op.annotation.simulated_quantize", AnnotatedQuantize);
  registry.Add("qnn.simulated_quantize", Simulated<true>);
  registry.Add("qnn.simulated_dequantize", Simulated<false>);
  for (const char* name : {"qnn.add", "qnn.subtract", "qnn.mul"}) registry.Add(name, QnnBinary);
  for (const char* name : {"qnn.tanh", "qnn.exp", "qnn.sqrt", "qnn.rsqrt", "qnn.erf", "qnn.sigmoid",
                           "qnn.hardswish", "qnn.log", "qnn.abs"}) {
    registry.Add(name, QnnUnary);
  }
  registry.Add("qnn.leaky_relu", QnnLeakyRelu);
  registry.Add("qnn.concatenate", QnnConcatenate);
  for (const char* name : {"qnn.dense", "qnn.batch_matmul", "qnn.conv2d", "qnn.conv2d_transpose"}) {
    registry.Add(name, QnnProduct);
  }
}

}  // namespace passcope
