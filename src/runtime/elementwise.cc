// Elementwise kernels: unary, broadcast binary, cast, clip, where.
//
// Reals are computed in double; for + - * / and sqrt this rounds to the same float as float
// arithmetic. Integers are computed in int64_t. Chunks are converted before and after, so there is
// one loop per operator, not one per data type. float32 has separate loops where they are worth it.
#include "runtime/elementwise.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

constexpr size_t kChunk = 256;

// --- unary
// -------------------------------------------------------------------------------------

enum class IntRule : uint8_t { kNone, kSame, kFalse, kTrue, kFunction };

// One unary operator. Reals use `real`; `int_rule` tells what integers use.
struct UnaryRule {
  const char* name;
  double (*real)(double);
  IntRule int_rule = IntRule::kNone;
  int64_t (*integer)(int64_t) = nullptr;
  bool bool_result = false;
};

double Sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
int64_t IntSign(int64_t x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
double Negate(double x) { return -x; }
int64_t IntNegate(int64_t x) { return static_cast<int64_t>(-static_cast<uint64_t>(x)); }
int64_t IntAbs(int64_t x) { return x < 0 ? IntNegate(x) : x; }
double Relu(double x) { return x <= 0 ? 0 : x; }
int64_t IntRelu(int64_t x) { return x > 0 ? x : 0; }
int64_t IntNot(int64_t x) { return ~x; }
int64_t IntLogicalNot(int64_t x) { return x == 0; }

constexpr UnaryRule kUnary[] = {
    {"log", std::log},
    {"log2", std::log2},
    {"log10", std::log10},
    {"exp", std::exp},
    {"fast_exp", std::exp},
    {"erf", std::erf},
    {"fast_erf", std::erf},
    {"sqrt", std::sqrt},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
    {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
    {"tanh", std::tanh},
    {"fast_tanh", std::tanh},
    {"sin", std::sin},
    {"cos", std::cos},
    {"tan", std::tan},
    {"sinh", std::sinh},
    {"cosh", std::cosh},
    {"asin", std::asin},
    {"acos", std::acos},
    {"atan", std::atan},
    {"asinh", std::asinh},
    {"acosh", std::acosh},
    {"atanh", std::atanh},
    {"floor", std::floor, IntRule::kSame},
    {"ceil", std::ceil, IntRule::kSame},
    {"trunc", std::trunc, IntRule::kSame},
    {"round", std::nearbyint, IntRule::kSame},
    {"abs", std::fabs, IntRule::kFunction, IntAbs},
    {"sign", Sign, IntRule::kFunction, IntSign},
    {"negative", Negate, IntRule::kFunction, IntNegate},
    {"nn.relu", Relu, IntRule::kFunction, IntRelu},
    {"logical_not", [](double x) -> double { return x == 0; }, IntRule::kFunction, IntLogicalNot},
    {"bitwise_not", nullptr, IntRule::kFunction, IntNot},
    {"isnan", [](double x) -> double { return std::isnan(x); }, IntRule::kFalse, nullptr, true},
    {"isinf", [](double x) -> double { return std::isinf(x); }, IntRule::kFalse, nullptr, true},
    {"isfinite", [](double x) -> double { return std::isfinite(x); }, IntRule::kTrue, nullptr,
     true},
};

template <class T>
void MapElements(const NDArray& in, const NDArray& out, T (*f)(T)) {
  T chunk[kChunk];
  for (size_t i = 0; i < in->size(); i += kChunk) {
    size_t n = std::min(kChunk, in->size() - i);
    LoadElements(*in, i, n, chunk);
    for (size_t k = 0; k < n; ++k) chunk[k] = f(chunk[k]);
    StoreElements(*out, i, n, chunk);
  }
}

Value Unary(const KernelContext& context, const UnaryRule& rule) {
  const NDArray& in = context.arg(0);
  DataType dtype = in->dtype;
  bool real = IsReal(dtype);
  if (!real && rule.int_rule == IntRule::kSame) return in;
  NDArray out = MakeNDArray(in->shape, rule.bool_result ? DataType::Bool() : dtype);
  if (real && rule.real) {
    if (rule.real == Relu && Holds<float>(dtype)) {
      const float* x = in->as<float>();
      float* y = out->mutable_as<float>();
      for (size_t i = 0, n = in->size(); i < n; ++i) y[i] = x[i] <= 0 ? 0 : x[i];
    } else {
      MapElements(in, out, rule.real);
    }
    return out;
  }
  if (!real) {
    if (rule.int_rule == IntRule::kFalse) return FilledNDArray(in->shape, DataType::Bool(), 0);
    if (rule.int_rule == IntRule::kTrue) return FilledNDArray(in->shape, DataType::Bool(), 1);
    if (rule.int_rule == IntRule::kFunction) {
      // The top bit of a uint64 is not a sign.
      if (IsUInt64(dtype) && (rule.integer == IntAbs || rule.integer == IntRelu)) return in;
      if (IsUInt64(dtype) && rule.integer == IntSign) {
        MapElements<int64_t>(in, out, [](int64_t x) -> int64_t { return x != 0; });
        return out;
      }
      if (dtype.is_bool() && rule.integer == IntNot) {
        MapElements<int64_t>(in, out, IntLogicalNot);
        return out;
      }
      MapElements(in, out, rule.integer);
      return out;
    }
  }
  context.Unsupported(MSG(kOperatorDtypeUnsupported,
                          "{operator} does not support the data type {dtype}", context.name(),
                          dtype.str()));
}

template <size_t I>
Value UnaryKernel(const KernelContext& context) {
  return Unary(context, kUnary[I]);
}

template <size_t... I>
void RegisterUnary(KernelRegistry& registry, std::index_sequence<I...>) {
  (registry.Add(kUnary[I].name, UnaryKernel<I>), ...);
}

// --- broadcast binary
// --------------------------------------------------------------------------

enum class FloatLoop : uint8_t { kNone, kAdd, kSubtract, kMultiply, kDivide, kMaximum, kMinimum };

struct BinaryRule {
  const char* name;
  double (*real)(double, double) = nullptr;
  int64_t (*integer)(int64_t, int64_t);
  // For uint64, if it differs from `integer`.
  uint64_t (*unsigned64)(uint64_t, uint64_t) = nullptr;
  FloatLoop float_loop = FloatLoop::kNone;
  bool compares = false;  // The result is a bool.
  bool divides = false;   // Dividing by an integer 0 is an error.
  bool shifts = false;    // By the width or more, nothing but the sign remains.
  // For reals, replace `real`: `whole` makes the quotient integral. With `rest`, the result is the
  // first argument minus the product of this quotient and the second argument.
  double (*whole)(double) = nullptr;
  bool rest = false;
};

using I = int64_t;
using U = uint64_t;

I Wrap(U value) { return static_cast<I>(value); }
// The lowest integer divided by -1 wraps instead of trapping.
I TruncDiv(I a, I b) { return b == -1 ? Wrap(0 - static_cast<U>(a)) : a / b; }
I TruncMod(I a, I b) { return b == -1 ? 0 : a % b; }
I FloorDiv(I a, I b) { return TruncDiv(a, b) - (TruncMod(a, b) != 0 && (a < 0) != (b < 0)); }
I FloorMod(I a, I b) {
  I rest = TruncMod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
U UDiv(U a, U b) { return a / b; }
U UMod(U a, U b) { return a % b; }
I IntPower(I base, I exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  U result = 1;
  for (U square = static_cast<U>(base); exponent; exponent >>= 1, square *= square) {
    if (exponent & 1) result *= square;
  }
  return Wrap(result);
}

constexpr BinaryRule kBinary[] = {
    {.name = "add",
     .real = [](double a, double b) { return a + b; },
     .integer = [](I a, I b) { return Wrap(static_cast<U>(a) + static_cast<U>(b)); },
     .float_loop = FloatLoop::kAdd},
    {.name = "subtract",
     .real = [](double a, double b) { return a - b; },
     .integer = [](I a, I b) { return Wrap(static_cast<U>(a) - static_cast<U>(b)); },
     .float_loop = FloatLoop::kSubtract},
    {.name = "multiply",
     .real = [](double a, double b) { return a * b; },
     .integer = [](I a, I b) { return Wrap(static_cast<U>(a) * static_cast<U>(b)); },
     .float_loop = FloatLoop::kMultiply},
    {.name = "divide",
     .real = [](double a, double b) { return a / b; },
     .integer = TruncDiv,
     .unsigned64 = UDiv,
     .float_loop = FloatLoop::kDivide,
     .divides = true},
    {.name = "trunc_divide",
     .integer = TruncDiv,
     .unsigned64 = UDiv,
     .divides = true,
     .whole = std::trunc},
    {.name = "floor_divide",
     .integer = FloorDiv,
     .unsigned64 = UDiv,
     .divides = true,
     .whole = std::floor},
    {.name = "mod",
     .real = [](double a, double b) { return std::fmod(a, b); },
     .integer = TruncMod,
     .unsigned64 = UMod,
     .divides = true},
    {.name = "trunc_mod",
     .integer = TruncMod,
     .unsigned64 = UMod,
     .divides = true,
     .whole = std::trunc,
     .rest = true},
    {.name = "floor_mod",
     .integer = FloorMod,
     .unsigned64 = UMod,
     .divides = true,
     .whole = std::floor,
     .rest = true},
    {.name = "power", .real = std::pow, .integer = IntPower},
    {.name = "maximum",
     .real = [](double a, double b) { return a > b || a != a ? a : b; },
     .integer = [](I a, I b) { return std::max(a, b); },
     .unsigned64 = [](U a, U b) { return std::max(a, b); },
     .float_loop = FloatLoop::kMaximum},
    {.name = "minimum",
     .real = [](double a, double b) { return a < b || a != a ? a : b; },
     .integer = [](I a, I b) { return std::min(a, b); },
     .unsigned64 = [](U a, U b) { return std::min(a, b); },
     .float_loop = FloatLoop::kMinimum},
    {.name = "left_shift",
     .integer = [](I a, I b) { return Wrap(static_cast<U>(a) << b); },
     .shifts = true},
    {.name = "right_shift",
     .integer = [](I a, I b) { return a >> b; },
     .unsigned64 = [](U a, U b) { return a >> b; },
     .shifts = true},
    {.name = "bitwise_and", .integer = [](I a, I b) { return a & b; }},
    {.name = "bitwise_or", .integer = [](I a, I b) { return a | b; }},
    {.name = "bitwise_xor", .integer = [](I a, I b) { return a ^ b; }},
    {.name = "logical_and",
     .real = [](double a, double b) -> double { return a != 0 && b != 0; },
     .integer = [](I a, I b) -> I { return a != 0 && b != 0; }},
    {.name = "logical_or",
     .real = [](double a, double b) -> double { return a != 0 || b != 0; },
     .integer = [](I a, I b) -> I { return a != 0 || b != 0; }},
    {.name = "logical_xor",
     .real = [](double a, double b) -> double { return (a != 0) != (b != 0); },
     .integer = [](I a, I b) -> I { return (a != 0) != (b != 0); }},
    {.name = "equal",
     .real = [](double a, double b) -> double { return a == b; },
     .integer = [](I a, I b) -> I { return a == b; },
     .compares = true},
    {.name = "not_equal",
     .real = [](double a, double b) -> double { return a != b; },
     .integer = [](I a, I b) -> I { return a != b; },
     .compares = true},
    {.name = "less",
     .real = [](double a, double b) -> double { return a < b; },
     .integer = [](I a, I b) -> I { return a < b; },
     .unsigned64 = [](U a, U b) -> U { return a < b; },
     .compares = true},
    {.name = "less_equal",
     .real = [](double a, double b) -> double { return a <= b; },
     .integer = [](I a, I b) -> I { return a <= b; },
     .unsigned64 = [](U a, U b) -> U { return a <= b; },
     .compares = true},
    {.name = "greater",
     .real = [](double a, double b) -> double { return a > b; },
     .integer = [](I a, I b) -> I { return a > b; },
     .unsigned64 = [](U a, U b) -> U { return a > b; },
     .compares = true},
    {.name = "greater_equal",
     .real = [](double a, double b) -> double { return a >= b; },
     .integer = [](I a, I b) -> I { return a >= b; },
     .unsigned64 = [](U a, U b) -> U { return a >= b; },
     .compares = true},
};

template <class F>
void FloatRun(const float* a, int64_t sa, const float* b, int64_t sb, float* out, int64_t n, F f) {
  if (sa && sb) {
    for (int64_t i = 0; i < n; ++i) out[i] = f(a[i], b[i]);
  } else if (sa) {
    float y = *b;
    for (int64_t i = 0; i < n; ++i) out[i] = f(a[i], y);
  } else {
    float x = *a;
    for (int64_t i = 0; i < n; ++i) out[i] = f(x, b[i * sb]);
  }
}

void FloatBinary(FloatLoop kind, const float* a, int64_t sa, const float* b, int64_t sb, float* out,
                 int64_t n) {
  switch (kind) {
    case FloatLoop::kAdd:
      return FloatRun(a, sa, b, sb, out, n, [](float x, float y) { return x + y; });
    case FloatLoop::kSubtract:
      return FloatRun(a, sa, b, sb, out, n, [](float x, float y) { return x - y; });
    case FloatLoop::kMultiply:
      return FloatRun(a, sa, b, sb, out, n, [](float x, float y) { return x * y; });
    case FloatLoop::kDivide:
      return FloatRun(a, sa, b, sb, out, n, [](float x, float y) { return x / y; });
    case FloatLoop::kMaximum:
      return FloatRun(a, sa, b, sb, out, n,
                      [](float x, float y) { return x > y || x != x ? x : y; });
    default:
      return FloatRun(a, sa, b, sb, out, n,
                      [](float x, float y) { return x < y || x != x ? x : y; });
  }
}

// Loads a run of an operand with stride 1, or with stride 0, which repeats one element.
template <class T>
void LoadRun(const NDArrayNode& array, int64_t offset, int64_t stride, size_t n, T* out) {
  if (stride) {
    LoadElements(array, static_cast<size_t>(offset), n, out);
  } else {
    LoadElements(array, static_cast<size_t>(offset), 1, out);
    std::fill(out + 1, out + n, out[0]);
  }
}

template <class T, class F>
void BinaryChunks(const NDArray& a, const NDArray& b, const NDArray& out, StridedLoop& loop, F f) {
  T x[kChunk], y[kChunk];
  size_t position = 0;
  for (; !loop.done(); loop.Next()) {
    for (int64_t i = 0; i < loop.size(); i += kChunk) {
      size_t n = static_cast<size_t>(std::min<int64_t>(kChunk, loop.size() - i));
      LoadRun(*a, loop.offset(0) + i * loop.stride(0), loop.stride(0), n, x);
      LoadRun(*b, loop.offset(1) + i * loop.stride(1), loop.stride(1), n, y);
      f(x, y, n);
      StoreElements(*out, position, n, x);
      position += n;
    }
  }
}

std::vector<int64_t> BroadcastShape(const KernelContext& context, const NDArray& a,
                                    const NDArray& b) {
  std::vector<int64_t> shape = a->rank() >= b->rank() ? a->shape : b->shape;
  for (size_t i = 0; i < shape.size(); ++i) {
    size_t back = shape.size() - i;
    int64_t x = back <= a->rank() ? a->shape[a->rank() - back] : 1;
    int64_t y = back <= b->rank() ? b->shape[b->rank() - back] : 1;
    if (x != y && x != 1 && y != 1)
      context.Fail(MSG(kTwoShapesNotBroadcastable,
                       "the shapes {first} and {second} cannot be broadcast", SizesText(a->shape),
                       SizesText(b->shape)));
    shape[i] = x == 1 ? y : x;
  }
  return shape;
}

// The value rounded to a real data type.
double RoundedTo(DataType dtype, double value) {
  if (IsDouble(dtype)) return value;
  auto single = static_cast<float>(value);
  if (dtype.is_bfloat()) return BFloatToFloat(FloatToBFloat(single));
  return dtype.bits == 16 ? HalfToFloat(FloatToHalf(single)) : single;
}

NDArray Binary(const KernelContext& context, const BinaryRule& rule, const NDArray& a,
               const NDArray& b) {
  DataType dtype = a->dtype;
  if (b->dtype != dtype)
    context.Fail(MSG(kDtypesDiffer, "the data types must be equal, not {first} and {second}",
                     dtype.str(), b->dtype.str()));
  if (IsReal(dtype) ? !rule.real && !rule.whole : !rule.integer) {
    context.Unsupported(MSG(kOperatorDtypeUnsupported,
                            "{operator} does not support the data type {dtype}", context.name(),
                            dtype.str()));
  }
  std::vector<int64_t> shape = BroadcastShape(context, a, b);
  std::vector<int64_t> a_strides = BroadcastStrides(a->shape, shape);
  std::vector<int64_t> b_strides = BroadcastStrides(b->shape, shape);
  StridedLoop loop(shape, {a_strides, b_strides});
  NDArray out = MakeNDArray(std::move(shape), rule.compares ? DataType::Bool() : dtype);
  if (Holds<float>(dtype) && rule.float_loop != FloatLoop::kNone) {
    float* y = out->mutable_as<float>();
    for (; !loop.done(); loop.Next()) {
      FloatBinary(rule.float_loop, a->as<float>() + loop.offset(0), loop.stride(0),
                  b->as<float>() + loop.offset(1), loop.stride(1), y, loop.size());
      y += loop.size();
    }
  } else if (IsReal(dtype) && rule.whole) {
    // As in TVM, quotient and product are rounded to the data type: 1 / (1/3) is 3, not slightly
    // less.
    BinaryChunks<double>(a, b, out, loop, [&](double* x, double* y, size_t n) {
      for (size_t i = 0; i < n; ++i) {
        double whole = rule.whole(RoundedTo(dtype, x[i] / y[i]));
        x[i] = rule.rest ? x[i] - RoundedTo(dtype, whole * y[i]) : whole;
      }
    });
  } else if (IsReal(dtype)) {
    BinaryChunks<double>(a, b, out, loop, [&](double* x, double* y, size_t n) {
      for (size_t i = 0; i < n; ++i) x[i] = rule.real(x[i], y[i]);
    });
  } else {
    bool as_unsigned = rule.unsigned64 && IsUInt64(dtype);
    BinaryChunks<int64_t>(a, b, out, loop, [&](int64_t* x, int64_t* y, size_t n) {
      for (size_t i = 0; i < n; ++i) {
        if (rule.divides && y[i] == 0)
          context.Fail(
              MSG(kIntegerDivisionByZero, "{operator} divides an integer by zero", context.name()));
        if (rule.shifts && y[i] < 0 && !dtype.is_uint()) {
          context.Fail(MSG(kShiftAmountNegative,
                           "{operator} shifts by {amount} bits, but must shift by 0 or more",
                           context.name(), y[i]));
        }
        if (rule.shifts && static_cast<U>(y[i]) >= static_cast<U>(dtype.bits)) {
          if (dtype.is_uint() || !rule.unsigned64) x[i] = 0;
          y[i] = dtype.bits - 1;
        }
        x[i] = as_unsigned ? Wrap(rule.unsigned64(static_cast<U>(x[i]), static_cast<U>(y[i])))
                           : rule.integer(x[i], y[i]);
      }
    });
  }
  return out;
}

template <size_t N>
Value BinaryKernel(const KernelContext& context) {
  return Binary(context, kBinary[N], context.arg(0), context.arg(1));
}

template <size_t... N>
void RegisterBinary(KernelRegistry& registry, std::index_sequence<N...>) {
  (registry.Add(kBinary[N].name, BinaryKernel<N>), ...);
}

// --- other kernels
// ----------------------------------------------------------------------------------

Value Cast(const KernelContext& context) {
  return CastNDArray(context.arg(0), context.attrs_as<CastAttrs>().dtype);
}

Value CastLike(const KernelContext& context) {
  return CastNDArray(context.arg(0), context.arg(1)->dtype);
}

Value Reinterpret(const KernelContext& context) {
  const NDArray& in = context.arg(0);
  DataType dtype = context.attrs_as<CastAttrs>().dtype;
  if (dtype.bytes() != in->dtype.bytes())
    context.Fail(MSG(kReinterpretWidthDiffers,
                     "{from} cannot be reinterpreted as {to}, which has a different width",
                     in->dtype.str(), dtype.str()));
  return NDArray(new NDArrayNode(in->buffer(), in->byte_offset(), in->shape, dtype));
}

Value Clip(const KernelContext& context) {
  const NDArray& in = context.arg(0);
  const auto& attrs = context.attrs_as<ClipAttrs>();
  DataType dtype = in->dtype;
  NDArray out = MakeNDArray(in->shape, dtype);
  // As in TVM, the bounds are converted to the type of the data before they are compared. A bound
  // outside of an integer's range has no effect, and NaN is the lowest integer. The lower bound
  // comes last, so it wins.
  double lowest = -std::numeric_limits<double>::infinity(), highest = -lowest;
  if (!IsReal(dtype)) {
    highest = std::ldexp(1.0, dtype.is_int() ? dtype.bits - 1 : dtype.bits);
    lowest = dtype.is_int() ? -highest : 0;
    // Beyond 2^53, the next lower double is the greatest bound that fits.
    highest = dtype.bits == 64 ? std::nextafter(highest, 0.0) : highest - 1;
  }
  NDArray bounds = MakeNDArray({2}, dtype);
  auto bound = [&](double x) { return IsReal(dtype) ? x : std::min(std::max(lowest, x), highest); };
  StoreDouble(bounds, 0, bound(attrs.a_min));
  StoreDouble(bounds, 1, bound(attrs.a_max));
  auto clip = [&](auto zero) {
    using T = decltype(zero);
    T range[2];
    LoadElements(*bounds, 0, 2, range);
    T lo = range[0], hi = range[1];
    T chunk[kChunk];
    for (size_t i = 0; i < in->size(); i += kChunk) {
      size_t n = std::min(kChunk, in->size() - i);
      LoadElements(*in, i, n, chunk);
      for (size_t k = 0; k < n; ++k) {
        T x = chunk[k] > hi ? hi : chunk[k];
        chunk[k] = x < lo ? lo : x;
      }
      StoreElements(*out, i, n, chunk);
    }
  };
  if (IsUInt64(dtype)) {
    // Compares as unsigned: flipping the top bit maps the order to that of int64.
    constexpr int64_t kTop = std::numeric_limits<int64_t>::min();
    int64_t lo = bounds->ToInt(0) ^ kTop, hi = bounds->ToInt(1) ^ kTop;
    for (size_t i = 0; i < in->size(); ++i) {
      StoreInt(out, i, std::max(std::min(in->ToInt(i) ^ kTop, hi), lo) ^ kTop);
    }
  } else if (IsDouble(dtype)) {
    clip(0.0);
  } else if (IsReal(dtype)) {
    clip(0.0f);
  } else {
    clip(int64_t{0});
  }
  return out;
}

Value LeakyRelu(const KernelContext& context) {
  const NDArray& in = context.arg(0);
  double alpha = context.attrs_as<LeakyReluAttrs>().alpha;
  if (!IsReal(in->dtype))
    context.Unsupported(MSG(kOperatorDtypeUnsupported,
                            "{operator} does not support the data type {dtype}", context.name(),
                            in->dtype.str()));
  NDArray out = MakeNDArray(in->shape, in->dtype);
  double chunk[kChunk];
  // Converts the factor to the type of the data first.
  double factor = ScalarNDArray(alpha, in->dtype)->ToDouble(0);
  for (size_t i = 0; i < in->size(); i += kChunk) {
    size_t n = std::min(kChunk, in->size() - i);
    LoadElements(*in, i, n, chunk);
    for (size_t k = 0; k < n; ++k) chunk[k] = chunk[k] > 0 ? chunk[k] : chunk[k] * factor;
    StoreElements(*out, i, n, chunk);
  }
  return out;
}

// cond ? x : y, all broadcast. As in TVM, a condition with one axis may also select whole rows.
Value Where(const KernelContext& context) {
  const NDArray& cond = context.arg(0);
  const NDArray& x = context.arg(1);
  const NDArray& y = context.arg(2);
  if (x->dtype != y->dtype)
    context.Fail(MSG(kDtypesDiffer, "the data types must be equal, not {first} and {second}",
                     x->dtype.str(), y->dtype.str()));
  std::vector<int64_t> shape = context.out_shape();
  for (const NDArray* arg : {&cond, &x, &y}) {
    if (BroadcastsTo((*arg)->shape, shape)) continue;
    context.Fail(MSG(kShapeNotBroadcastableToTarget,
                     "the shape {shape} cannot be broadcast to {target}", SizesText((*arg)->shape),
                     SizesText(shape)));
  }
  std::vector<int64_t> strides[3] = {BroadcastStrides(cond->shape, shape),
                                     BroadcastStrides(x->shape, shape),
                                     BroadcastStrides(y->shape, shape)};
  NDArray flags = CastNDArray(cond, DataType::Bool());
  NDArray out = MakeNDArray(shape, x->dtype);
  StridedLoop loop(shape, {strides[0], strides[1], strides[2]});
  size_t bytes = static_cast<size_t>(x->dtype.bytes());
  std::byte* to = out->mutable_data();
  for (; !loop.done(); loop.Next()) {
    for (int64_t i = 0; i < loop.size(); ++i) {
      bool first = flags->as<uint8_t>()[loop.offset(0) + i * loop.stride(0)] != 0;
      const NDArray& from = first ? x : y;
      int64_t index = loop.offset(first ? 1 : 2) + i * loop.stride(first ? 1 : 2);
      std::memcpy(to, from->data() + static_cast<size_t>(index) * bytes, bytes);
      to += bytes;
    }
  }
  return out;
}

Value ZerosLike(const KernelContext& context) {
  return FilledNDArray(context.arg(0)->shape, context.arg(0)->dtype, 0);
}
Value OnesLike(const KernelContext& context) {
  return FilledNDArray(context.arg(0)->shape, context.arg(0)->dtype, 1);
}

}  // namespace

NDArray AddNDArrays(const KernelContext& context, const NDArray& a, const NDArray& b) {
  static_assert(kBinary[0].float_loop == FloatLoop::kAdd);
  return Binary(context, kBinary[0], a, b);
}

void RegisterElementwiseKernels(KernelRegistry& registry) {
  RegisterUnary(registry, std::make_index_sequence<std::size(kUnary)>());
  RegisterBinary(registry, std::make_index_sequence<std::size(kBinary)>());
  for (const char* name :
       {"copy", "annotation.stop_fusion", "annotation.checkpoint", "annotation.cast_hint",
        "annotation.bitpack_start", "annotation.bitpack_end", "annotation.compiler_begin",
        "annotation.compiler_end", "on_device", "device_copy", "debug"}) {
    registry.Add(name, PassOn);
  }
  registry.Add("memory.kill", [](const KernelContext&) { return Value::Tuple({}); });
  registry.Add("cast", Cast);
  registry.Add("cast_like", CastLike);
  registry.Add("reinterpret", Reinterpret);
  registry.Add("clip", Clip);
  registry.Add("nn.leaky_relu", LeakyRelu);
  registry.Add("where", Where);
  registry.Add("zeros_like", ZerosLike);
  registry.Add("ones_like", OnesLike);
}

}  // namespace passcope
