// The rules of FakeQuantizationToInteger: each turns a call on reals into one on quantized
// integers.
#include "transforms/fake_quantization.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "diagnostics/diagnostic.h"
#include "ir/structural.h"
#include "op/attrs_nn.h"
#include "op/attrs_qnn.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "transforms/fold_constant.h"
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/quantized_values.h"
#include "transforms/rules/rules.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

using Site = FakeQuantizationSite;
using Affine = TensorAffineType;
constexpr DataType kInt32 = DataType::Int(32);

std::string_view NameOf(const Site& s) { return As<OpNode>(s.call->op())->name(); }

[[noreturn]] void Fail(const Site& s) {
  throw DiagnosticError(
      DiagKind::kUnsupported,
      MSG(kIntegerComputationImpossible,
          "'{operator}' has no integer form for the scales and zero points of its arguments",
          NameOf(s)),
      {}, Expr(s.before));
}
void Require(const Site& s, bool condition) {
  if (!condition) Fail(s);
}

const Affine& TypeOf(const Site& s, size_t arg) {
  Require(s, s.types[arg] && !s.types[arg]->is_tuple);
  return s.types[arg]->fields[0];
}
const Affine& ResultOf(const Site& s) {
  Require(s, s.result);
  return *s.result;
}
size_t RankOf(const Site& s, size_t arg) {
  const auto* type = As<TensorTypeNode>(s.before->arg(arg)->checked_type());
  Require(s, type);
  return type->rank();
}

Expr Folded(const Expr& expr) { return FoldConstants(expr, false); }
Expr MakeZeros(const Expr& like) { return Folded(MakeCast(CallOp("zeros_like", {like}), kInt32)); }

// The number of elements and the rank of a scale or zero point.
struct Extent {
  size_t rank;
  Dim size;
};
Extent ExtentOf(const Site& s, const Expr& param) {
  Type type = param->checked_type();
  if (const auto* constant = As<ConstantNode>(param)) type = constant->data->type();
  if (!type) type = InferTypes(param)->checked_type();
  const auto* tensor = As<TensorTypeNode>(type);
  Require(s, tensor && tensor->rank() <= 1);
  return {tensor->rank(), tensor->rank() == 0 ? Dim(1) : tensor->shape[0]};
}

bool IsScalar(const Site& s, const Affine& type) {
  return ExtentOf(s, type.scale).rank == 0 && ExtentOf(s, type.zero_point).rank == 0;
}

// Like numpy.allclose: 1e-5 relative plus 1e-8. If values are not known, the expressions must be
// equal.
bool ApproxEqual(const Site& s, const Expr& a, const Expr& b) {
  Expr x = Folded(a), y = Folded(b);
  const auto *left = As<ConstantNode>(x), *right = As<ConstantNode>(y);
  if (!left || !right) return StructuralEqual(x, y);
  size_t m = left->data->size(), n = right->data->size();
  Require(s, m == n || m == 1 || n == 1);
  for (size_t i = 0; i < std::max(m, n); ++i) {
    double u = left->data->ToDouble(m == 1 ? 0 : i), v = right->data->ToDouble(n == 1 ? 0 : i);
    if (!(u == v || std::fabs(u - v) <= 1e-8 + 1e-5 * std::fabs(v))) return false;
  }
  return true;
}
bool SameParams(const Site& s, const Affine& a, const Affine& b) {
  return ApproxEqual(s, a.scale, b.scale) && ApproxEqual(s, a.zero_point, b.zero_point) &&
         a.dtype == b.dtype;
}
bool StructurallyEqual(const Affine& a, const Affine& b) {
  return StructuralEqual(a.scale, b.scale) && StructuralEqual(a.zero_point, b.zero_point) &&
         a.dtype == b.dtype && a.axis == b.axis;
}

// True if integers of `from` fit into 32 bits in the parameters of `to`, as far as this can be
// decided. For a small type it considers any integer; for int32, some integer other than 0.
// Integers that do not fit wrap around, but the reals do not. Unknown scales are taken to fit,
// unless the other scale is beyond the usual range.
bool FitInto32Bits(const Affine& from, const Affine& to) {
  constexpr double kUsual = 4294967296;
  double limit = std::ldexp(1.0, from.dtype.bits < 32 ? 31 - from.dtype.bits : 31);
  return GreatestScale(Folded(from.scale), 1 / kUsual) / GreatestScale(Folded(to.scale), kUsual) <
         limit;
}

Expr Requantize(const Site& s, Expr data, const Affine& from, const Affine& to, DataType dtype,
                int64_t axis) {
  Require(s, IsScalar(s, to) && FitInto32Bits(from, to));
  return MakeOp("qnn.requantize",
                {std::move(data), from.scale, from.zero_point, to.scale, to.zero_point},
                {{"axis", axis}, {"out_dtype", dtype}});
}
Expr Quantize(Expr data, const Affine& to, int64_t axis = -1) {
  return MakeOp("qnn.quantize", {std::move(data), to.scale, to.zero_point},
                {{"out_dtype", to.dtype}, {"axis", axis}});
}

// The call with other arguments and attributes.
Expr Remake(const Site& s, std::initializer_list<Expr> args, Attrs attrs) {
  return Call(s.call->op(), args, std::move(attrs));
}
QuantizedExpr Result(Expr expr, Affine type) { return {std::move(expr), {{std::move(type)}}}; }

// --- operators that move or choose elements ---

// The number of elements before and after an axis, as known sizes and unknown ones. It identifies
// the axis in a reshaped tensor.
std::array<int64_t, 4> SizesAround(const Shape& shape, size_t axis) {
  std::array<int64_t, 4> sizes = {1, 0, 1, 0};
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i == axis) continue;
    const size_t side = i < axis ? 0 : 2;
    if (!shape[i].is_const()) {
      ++sizes[side + 1];
    } else if (__builtin_mul_overflow(sizes[side], shape[i].value(), &sizes[side])) {
      sizes[side] = 0;
    }
  }
  return sizes;
}

// The axis of a reduction's result for axis `axis` of its argument. Fails if that axis is reduced.
size_t AxisAfterReduction(const Site& s, const AnyReduceAttrs& attrs, size_t rank, size_t axis) {
  const auto found = ReducedAxes(attrs.axis, attrs.exclude, rank);
  Require(s, found && !(*found)[axis]);
  const std::vector<bool>& reduced = *found;
  if (attrs.keepdims) return axis;
  return axis - static_cast<size_t>(std::count(
                    reduced.begin(), reduced.begin() + static_cast<std::ptrdiff_t>(axis), true));
}

// The axis of the result `to` with the channels of the first argument, axis `axis` of `from`. Fails
// if elements of several channels are mixed, or some channels are left out.
size_t AxisAfter(const Site& s, const Shape& from, const Shape& to, size_t axis) {
  std::string_view name = NameOf(s);
  const Attrs& attrs = s.call->attrs;
  if (const auto* transpose = As<TransposeAttrs>(attrs)) {
    const auto order = TransposedAxes(transpose->axes, from.size());
    Require(s, order.has_value());
    return static_cast<size_t>(std::find(order->begin(), order->end(), static_cast<int64_t>(axis)) -
                               order->begin());
  }
  if (const AnyReduceAttrs* reduce = AsReduceAttrs(attrs)) {
    return AxisAfterReduction(s, *reduce, from.size(), axis);
  }
  if (name == "broadcast_to") return axis + to.size() - from.size();
  if (const auto* slice = As<StridedSliceAttrs>(attrs)) {
    // The channels stay, in the same order.
    if (slice->strides) {
      for (int64_t stride : *slice->strides) Require(s, stride > 0);
    }
    return axis;
  }
  if (const auto* topk = As<TopKAttrs>(attrs)) {
    Require(s, NormalizeAxis(topk->axis, from.size()) != axis);
    return axis;
  }
  AttrValue layout = attrs ? attrs->Get("layout") : AttrValue();
  if (const auto* letters = layout.get<std::string>()) {
    // Pooling and resizing keep channels apart; depth_to_space does not.
    Require(s, name != "nn.depth_to_space" && letters->size() == from.size());
    Require(s, (*letters)[axis] == 'N' || (*letters)[axis] == 'C');
    return axis;
  }
  for (size_t i = 0; i < to.size(); ++i) {
    if (to[i] == from[axis] && SizesAround(to, i) == SizesAround(from, axis)) return i;
  }
  Fail(s);
}

// The affine type of the first argument's elements in the result: vectors of scales lie along the
// moved channel axis. TVM does not move the axis, so it scales other channels.
Affine Moved(const Site& s, const Affine& type) {
  if (IsScalar(s, type)) return type;
  const auto* from = As<TensorTypeNode>(s.before->arg(0)->checked_type());
  const auto* to = As<TensorTypeNode>(s.before->checked_type());
  Require(s, from && to && from->rank() > 0);
  const size_t axis = NormalizeAxis(type.axis, from->rank());
  const size_t now = AxisAfter(s, from->shape, to->shape, axis);
  Require(s, now < to->rank() && to->shape[now] == from->shape[axis]);
  Affine moved = type;
  moved.axis = static_cast<int64_t>(now);
  return moved;
}

QuantizedExpr Identity(const Site& s) {
  Require(s, s.call->args().size() == 1);
  return Result(Expr(s.call), Moved(s, TypeOf(s, 0)));
}

QuantizedExpr BroadcastToRule(const Site& s) {
  return Result(Remake(s, {s.call->arg(0)}, s.call->attrs), Moved(s, TypeOf(s, 0)));
}

QuantizedExpr TopkRule(const Site& s) {
  Require(s, StringField(s.call->attrs, "ret_type") == "values");
  return Result(Expr(s.call), Moved(s, TypeOf(s, 0)));
}

QuantizedExpr SplitRule(const Site& s) {
  const auto* type = As<TupleTypeNode>(s.before->checked_type());
  Require(s, type);
  const Affine& parts = TypeOf(s, 0);
  const size_t rank = RankOf(s, 0);
  Require(s, IsScalar(s, parts) || NormalizeAxis(parts.axis, rank) !=
                                       NormalizeAxis(As<SplitAttrs>(s.call->attrs)->axis, rank));
  return {Expr(s.call), {std::vector<Affine>(type->fields.size(), parts), true}};
}

QuantizedExpr ConcatenateRule(const Site& s) {
  Require(s, s.types[0] && s.types[0]->is_tuple);
  std::vector<Expr> scales, zeros;
  for (const Affine& field : s.types[0]->fields) {
    Require(s, IsScalar(s, field) && field.dtype == s.types[0]->fields[0].dtype);
    scales.push_back(field.scale);
    zeros.push_back(field.zero_point);
  }
  const Affine& result = ResultOf(s);
  Require(s, IsScalar(s, result));
  return Result(Call(GetOp("qnn.concatenate"),
                     {s.call->arg(0), Tuple(scales), Tuple(zeros), result.scale, result.zero_point},
                     s.call->attrs),
                result);
}

QuantizedExpr PadRule(const Site& s) {
  const Affine& type = TypeOf(s, 0);
  Require(s, IsScalar(s, type));
  Expr value = s.call->arg(1);
  if (s.types[1]) {
    const Affine& value_type = TypeOf(s, 1);
    if (!StructurallyEqual(type, value_type)) {
      value = Requantize(s, value, value_type, type, type.dtype, value_type.axis);
    }
  } else {
    Require(s, As<ConstantNode>(value));
    value = Quantize(value, type);
  }
  return Result(Remake(s, {s.call->arg(0), value}, s.call->attrs), type);
}

// --- qnn.quantize ends a region ---

QuantizedExpr QuantizeRule(const Site& s) {
  const auto* attrs = As<QuantizeAttrs>(s.call->attrs);
  Affine from = TypeOf(s, 0);
  Affine to{s.call->arg(1), s.call->arg(2), attrs->out_dtype, attrs->axis};
  Expr data = s.call->arg(0);
  from.scale = Folded(from.scale);
  from.zero_point = Folded(from.zero_point);
  // Equal vectors must lie along the same axis; otherwise they are requantized, which needs a
  // scalar.
  const bool alike =
      SameParams(s, from, to) && (IsScalar(s, from) || NormalizeAxis(from.axis, RankOf(s, 0)) ==
                                                           NormalizeAxis(to.axis, RankOf(s, 0)));
  if (!alike) data = Requantize(s, data, from, to, to.dtype, from.axis);
  return Result(std::move(data), std::move(to));
}

// --- pooling and means ---

QuantizedExpr MaxPool2DRule(const Site& s) {
  // A maximum over padding alone would be the least number of the type.
  Require(s, HasDataInWindows(WithFullPadding(s.call->attrs, 2)));
  return Identity(s);
}

// The argument in int32 with the result's parameters.
Expr WidenedTo(const Site& s, const Affine& result) {
  const Affine& type = TypeOf(s, 0);
  Expr arg = s.call->arg(0);
  if (SameParams(s, type, result)) {
    Require(s, IsScalar(s, type) || Moved(s, type).axis == static_cast<int64_t>(NormalizeAxis(
                                                               result.axis, RankOf(s, 0))));
    return MakeCast(arg, kInt32);
  }
  return Requantize(s, arg, type, result, kInt32, type.axis);
}

QuantizedExpr WidePoolRule(const Site& s) {
  Affine result = ResultOf(s);
  Expr pooled = Remake(s, {WidenedTo(s, result)}, s.call->attrs);
  result.dtype = kInt32;
  return Result(std::move(pooled), std::move(result));
}

QuantizedExpr AvgPool2DRule(const Site& s) {
  const Affine& result = ResultOf(s);
  Attrs attrs = WithFullPadding(s.call->attrs, 2);
  // Padding is with 0. If the zero point is not 0, that does not encode the real 0.
  if (!IsIntScalar(Folded(result.zero_point), 0)) {
    Require(s, HasDataInWindows(attrs) && !CountsPadding(attrs));
  }
  Expr pooled = Remake(s, {WidenedTo(s, result)}, attrs);
  if (result.dtype != kInt32) {
    auto [low, high] = IntegerRange(result.dtype);
    pooled = MakeCast(MakeOp("clip", {pooled}, {{"a_min", low}, {"a_max", high}}), result.dtype);
  }
  return Result(std::move(pooled), result);
}

QuantizedExpr MeanRule(const Site& s) {
  const Affine& type = TypeOf(s, 0);
  Expr mean = Remake(s, {MakeCast(s.call->arg(0), kInt32)}, s.call->attrs);
  return Result(MakeCast(std::move(mean), type.dtype), Moved(s, type));
}

// --- products ---

// True if a quantized product accepts data and a weight of these types: 8 bits, or some types of
// 16.
bool AreFactors(std::string_view op, DataType data, DataType weight) {
  const bool conv = op == "qnn.conv2d";
  auto fits = [](DataType type, bool also_int16, bool also_uint16) {
    return type.bits == 8 || (type.bits == 16 && (type.is_uint() ? also_uint16 : also_int16));
  };
  return fits(data, op != "qnn.batch_matmul", op != "qnn.batch_matmul" && !conv) &&
         fits(weight, conv, false);
}

QuantizedExpr Product(const Site& s, const char* op, Attrs attrs, int64_t axis, Expr zero) {
  const Affine &x = TypeOf(s, 0), &w = TypeOf(s, 1);
  Require(s, AreFactors(op, x.dtype, w.dtype) && IsScalar(s, x));
  Expr scale = Folded(MakeMultiply(x.scale, w.scale));
  if (!zero) zero = MakeZeros(scale);
  attrs = WithAttrs(attrs, {{"out_dtype", kInt32}});
  return Result(
      Call(GetOp(op),
           {s.call->arg(0), s.call->arg(1), x.zero_point, w.zero_point, x.scale, w.scale}, attrs),
      {scale, zero, kInt32, axis});
}

// The channel axis of a convolution's result. With a single scale, any axis is right. Then it is
// TVM's: the axis at the position of the channels in NCHW.
int64_t ChannelAxis(const Site& s) {
  std::string layout = StringField(s.call->attrs, "out_layout");
  if (layout.empty()) layout = StringField(s.call->attrs, "data_layout");
  Require(s, layout.size() == 4 && layout.find_first_not_of("NCHW") == layout.npos);
  bool single =
      ExtentOf(s, TypeOf(s, 0).scale).rank == 0 && ExtentOf(s, TypeOf(s, 1).scale).rank == 0;
  return static_cast<int64_t>(single ? std::string_view("NCHW").find(layout[1]) : layout.find('C'));
}

// Requires one scale for a weight, or one for each channel of the result. They must lie along an
// axis of `layout` with one of these letters.
void RequireOutputScales(const Site& s, std::string_view layout, std::string_view letters) {
  const Affine& weight = TypeOf(s, 1);
  if (IsScalar(s, weight)) return;
  const size_t axis = NormalizeAxis(weight.axis, RankOf(s, 1));
  Require(s, axis < layout.size() && letters.find(layout[axis]) != letters.npos);
}
// In a grouped convolution's layout HWOI, both axes together count the channels.
void RequireOutputScales(const Site& s) {
  const std::string layout = StringField(s.call->attrs, "kernel_layout");
  std::string_view letters = "O";
  if (layout == "HWOI" && *s.call->attrs->Get("groups").get<int64_t>() != 1) {
    const Shape& shape = As<TensorTypeNode>(s.call->arg(1)->checked_type())->shape;
    letters = shape[3] == Dim(1) ? "O" : shape[2] == Dim(1) ? "I" : "";
  }
  RequireOutputScales(s, layout, letters);
}

QuantizedExpr Conv2DRule(const Site& s) {
  RequireOutputScales(s);
  return Product(s, "qnn.conv2d", WithFullPadding(s.call->attrs, 2), ChannelAxis(s), nullptr);
}
QuantizedExpr Conv2DTransposeRule(const Site& s) {
  RequireOutputScales(s);
  return Product(s, "qnn.conv2d_transpose", WithFullPadding(s.call->attrs, 2), ChannelAxis(s),
                 nullptr);
}
QuantizedExpr DenseRule(const Site& s) {
  RequireOutputScales(s, "OI", "O");
  return Product(s, "qnn.dense", s.call->attrs, 1, nullptr);
}
QuantizedExpr BatchMatmulRule(const Site& s) {
  const auto* attrs = As<BatchMatmulAttrs>(s.call->attrs);
  // qnn.batch_matmul supports only this form.
  Require(s, !attrs->transpose_a && attrs->transpose_b && IsScalar(s, TypeOf(s, 1)));
  return Product(s, "qnn.batch_matmul", s.call->attrs, TypeOf(s, 0).axis, IntScalar(0));
}

// --- elementwise ---

QuantizedExpr BiasAddRule(const Site& s) {
  const Affine& type = TypeOf(s, 0);
  Expr bias = s.call->arg(1);
  if (s.types[1]) {
    const Affine& bias_type = TypeOf(s, 1);
    if (!SameParams(s, type, bias_type)) {
      Affine to{Folded(type.scale), Folded(type.zero_point), type.dtype, type.axis};
      bias = Requantize(s, bias, bias_type, to, type.dtype, 0);
    }
  } else {
    Require(s, As<ConstantNode>(bias));
    bias = Quantize(bias, type, 0);
  }
  return Result(Remake(s, {s.call->arg(0), bias}, s.call->attrs), type);
}

// A vector along the channel axis of argument 0, so that the two broadcast. A scalar stays.
Expr AlongChannels(const Site& s, Expr value, const Affine& type) {
  Extent extent = ExtentOf(s, type.scale);
  if (extent.rank == 0 || extent.size == Dim(1)) return value;
  Require(s, extent.size.is_const());
  size_t rank = RankOf(s, 0);
  std::vector<int64_t> shape(rank, 1);
  shape[NormalizeAxis(type.axis, rank)] = -1;
  Expr vector = MakeOp("broadcast_to", {std::move(value)},
                       {{"shape", AttrValue::Ints({extent.size.value()})}});
  return MakeReshape(std::move(vector), shape);
}

QuantizedExpr ReluRule(const Site& s) {
  const Affine& type = TypeOf(s, 0);
  Expr zero = MakeCast(AlongChannels(s, type.zero_point, type), type.dtype);
  return Result(MakeMaximum(s.call->arg(0), Folded(zero)), type);
}

QuantizedExpr ClipRule(const Site& s) {
  const Affine& type = TypeOf(s, 0);
  double low = *s.call->attrs->Get("a_min").get<double>(),
         high = *s.call->attrs->Get("a_max").get<double>();
  Expr scale = Folded(type.scale), zero = Folded(type.zero_point);
  const auto *scale_value = As<ConstantNode>(scale), *zero_value = As<ConstantNode>(zero);
  if (scale_value && zero_value && scale_value->data->size() == 1 &&
      zero_value->data->size() == 1) {
    auto quantized = [&](double bound) {
      return std::trunc(bound / scale_value->data->ToDouble(0) + zero_value->data->ToDouble(0));
    };
    double new_low = quantized(low), new_high = quantized(high);
    Require(s, std::isfinite(new_low) && std::isfinite(new_high));
    return Result(MakeOp("clip", {s.call->arg(0)}, {{"a_min", new_low}, {"a_max", new_high}}),
                  type);
  }
  Affine folded{scale, zero, type.dtype, type.axis};
  auto bound = [&](double value) {
    Expr real = AlongChannels(s, ConstantScalar(value, DataType::Float(32)), folded);
    return Folded(Quantize(std::move(real), folded, folded.axis));
  };
  Expr least = bound(low), most = bound(high);
  return Result(CallOp("minimum", {MakeMaximum(s.call->arg(0), least), most}), type);
}

QuantizedExpr LeakyReluRule(const Site& s) {
  const Affine &type = TypeOf(s, 0), &result = ResultOf(s);
  Require(s, type.dtype.bits == 8 && IsScalar(s, type) && IsScalar(s, result));
  // The result has the parameters of qnn.leaky_relu's result. TVM uses nn.leaky_relu on the
  // integers, with the parameters of the argument.
  return Result(Call(GetOp("qnn.leaky_relu"),
                     {s.call->arg(0), type.scale, type.zero_point, result.scale, result.zero_point},
                     s.call->attrs),
                {result.scale, result.zero_point, type.dtype, result.axis});
}

QuantizedExpr UnaryRule(const Site& s) {
  const Affine &type = TypeOf(s, 0), &result = ResultOf(s);
  Require(s, type.dtype.bits == 8 && IsScalar(s, type) && IsScalar(s, result));
  Expr call = CallOp("qnn." + std::string(NameOf(s)), {s.call->arg(0), type.scale, type.zero_point,
                                                       result.scale, result.zero_point});
  return Result(std::move(call), {result.scale, result.zero_point, type.dtype, result.axis});
}

// The operands of a binary operator, one of which can be a real constant, and the result's type.
struct Operands {
  Expr left, right;
  Affine left_type, right_type, result;
};
Operands OperandsOf(const Site& s) {
  Operands o{s.call->arg(0), s.call->arg(1), {}, {}, ResultOf(s)};
  Require(s, s.types[0] || s.types[1]);
  o.left_type = TypeOf(s, s.types[0] ? 0 : 1);
  o.right_type = TypeOf(s, s.types[1] ? 1 : 0);
  auto constant = [&](Expr& operand, const Affine& type) {
    Require(s, As<ConstantNode>(operand));
    operand = Quantize(std::move(operand), type);
  };
  if (!s.types[0]) constant(o.left, o.right_type);
  if (!s.types[1]) constant(o.right, o.left_type);
  if (o.left_type.dtype != o.result.dtype) o.result = o.left_type;
  return o;
}

bool IsZero(const Expr& expr) {
  const auto* constant = As<ConstantNode>(expr);
  if (!constant) return false;
  for (size_t i = 0; i < constant->data->size(); ++i) {
    if (constant->data->ToInt(i) != 0) return false;
  }
  return true;
}

QuantizedExpr QnnBinaryRule(const Site& s) {
  Operands o = OperandsOf(s);
  const Affine &l = o.left_type, &r = o.right_type;
  std::string_view name = NameOf(s);
  // A bias after a 32-bit product, whose scale can be a vector: a plain sum.
  if (name == "add" && SameParams(s, l, r) && l.dtype == kInt32 &&
      ApproxEqual(s, l.scale, o.result.scale) &&
      ApproxEqual(s, l.zero_point, o.result.zero_point) && IsZero(o.result.zero_point)) {
    const size_t left = RankOf(s, 0), right = RankOf(s, 1);
    // Counted from the end, since shapes broadcast from there.
    Require(s, IsScalar(s, l) ||
                   left - NormalizeAxis(l.axis, left) == right - NormalizeAxis(r.axis, right));
    return Result(MakeAdd(o.left, o.right), left < right ? r : l);
  }
  Require(s, ConstantScalarOf(o.result.scale) && ConstantScalarOf(o.result.zero_point));
  Require(s, l.dtype == r.dtype);
  if (name != "multiply") Require(s, FitInto32Bits(l, o.result) && FitInto32Bits(r, o.result));
  std::string op = name == "multiply" ? "qnn.mul" : "qnn." + std::string(name);
  Expr call = MakeOp(op,
                     {o.left, o.right, l.scale, l.zero_point, r.scale, r.zero_point, o.result.scale,
                      o.result.zero_point},
                     {{"lhs_axis", l.axis}, {"rhs_axis", r.axis}});
  return Result(std::move(call), o.result);
}

QuantizedExpr IntegerBinaryRule(const Site& s) {
  Operands o = OperandsOf(s);
  Require(s, IsScalar(s, o.result) || RankOf(s, 0) == RankOf(s, 1));
  auto in_result = [&](const Expr& operand, const Affine& type) {
    if (StructurallyEqual(type, o.result)) return operand;
    return Requantize(s, operand, type, o.result, o.result.dtype, type.axis);
  };
  Expr left = in_result(o.left, o.left_type), right = in_result(o.right, o.right_type);
  return Result(Remake(s, {left, right}, nullptr), o.result);
}

}  // namespace

void AddFakeQuantizationRules(RuleTables& rules) {
  OpTable<FakeQuantizationRule>& table = rules.fake_quantization;
  for (const char* op : {"reshape", "squeeze", "strided_slice", "transpose", "expand_dims",
                         "nn.batch_flatten", "nn.depth_to_space", "max", "min", "image.resize2d"}) {
    table.Add(op, Identity);
  }
  table.Add("broadcast_to", BroadcastToRule);
  table.Add("topk", TopkRule);
  table.Add("split", SplitRule);
  table.Add("concatenate", ConcatenateRule);
  table.Add("nn.pad", PadRule);
  table.Add("qnn.quantize", QuantizeRule);
  table.Add("nn.adaptive_avg_pool1d", WidePoolRule);
  table.Add("nn.global_avg_pool2d", WidePoolRule);
  table.Add("nn.avg_pool2d", AvgPool2DRule);
  table.Add("nn.max_pool2d", MaxPool2DRule);
  table.Add("mean", MeanRule);
  table.Add("nn.conv2d", Conv2DRule);
  table.Add("nn.conv2d_transpose", Conv2DTransposeRule);
  table.Add("nn.dense", DenseRule);
  table.Add("nn.batch_matmul", BatchMatmulRule);
  table.Add("nn.bias_add", BiasAddRule);
  table.Add("nn.relu", ReluRule);
  table.Add("clip", ClipRule);
  table.Add("nn.leaky_relu", LeakyReluRule);
  for (const char* op : {"sqrt", "rsqrt", "exp", "erf", "sigmoid", "tanh", "abs", "log"}) {
    table.Add(op, UnaryRule);
  }
  for (const char* op : {"add", "subtract", "multiply"}) table.Add(op, QnnBinaryRule);
  for (const char* op : {"minimum", "maximum"}) table.Add(op, IntegerBinaryRule);
}

}  // namespace passcope
