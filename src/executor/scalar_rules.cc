#include "executor/scalar_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "executor/blocked.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/axes.h"
#include "op/layout.h"
#include "op/slices.h"
#include "runtime/strided.h"
#include "support/per_engine.h"

namespace passcope {

using kernels::ElementType;
using kernels::ScalarOp;
using kernels::ScalarWord;

std::vector<int64_t> ScalarRuleContext::out_shape(size_t i) const {
  std::vector<int64_t> shape;
  for (Dim dim : outs[i]->shape) shape.push_back(dim.value());
  return shape;
}

namespace {

using Result = std::optional<std::vector<ScalarValue>>;

Result One(std::optional<ScalarValue> value) {
  if (!value) return std::nullopt;
  return std::vector<ScalarValue>{std::move(*value)};
}

bool IsByte(ElementType type) { return type == ElementType::kInt8 || type == ElementType::kUint8; }

// An operation with a result of `type`. Integers wrap to their width, and float16 values are
// rounded.
ScalarNodeId Wrapped(ScalarPool& pool, ElementType type, ScalarOp op,
                     std::span<const ScalarNodeId> args, ScalarWord x = {}, ScalarWord y = {}) {
  ScalarNodeId id = pool.Op(op, args, x, y);
  std::span<const ScalarNodeId> made(&id, 1);
  if (type == ElementType::kFloat16) return pool.Op(ScalarOp::kToHalf, made);
  if (!IsByte(type)) return id;
  return pool.Op(type == ElementType::kInt8 ? ScalarOp::kToInt8 : ScalarOp::kToUint8, made);
}

// --- unary -------------------------------------------------------------------------------------

enum class Ints : uint8_t {
  kNone,   // There is no operation for integers.
  kSame,   // Integers remain unchanged.
  kFits,   // The result fits the argument's type.
  kWraps,  // The result may not fit.
};

struct UnaryRow {
  const char* name;
  ScalarOp real;
  Ints ints = Ints::kNone;
  ScalarOp integer = ScalarOp::kMove;
};

constexpr UnaryRow kUnary[] = {
    {"exp", ScalarOp::kExpF},
    {"fast_exp", ScalarOp::kExpF},
    {"log", ScalarOp::kLogF},
    {"erf", ScalarOp::kErfF},
    {"fast_erf", ScalarOp::kErfF},
    {"tanh", ScalarOp::kTanhF},
    {"fast_tanh", ScalarOp::kTanhF},
    {"sigmoid", ScalarOp::kSigmoidF},
    {"sqrt", ScalarOp::kSqrtF},
    {"rsqrt", ScalarOp::kRsqrtF},
    {"floor", ScalarOp::kFloorF, Ints::kSame},
    {"ceil", ScalarOp::kCeilF, Ints::kSame},
    {"trunc", ScalarOp::kTruncF, Ints::kSame},
    {"round", ScalarOp::kRoundF, Ints::kSame},
    {"abs", ScalarOp::kAbsF, Ints::kWraps, ScalarOp::kAbsI},
    {"sign", ScalarOp::kSignF, Ints::kFits, ScalarOp::kSignI},
    {"negative", ScalarOp::kNegF, Ints::kWraps, ScalarOp::kNegI},
    {"nn.relu", ScalarOp::kReluF, Ints::kFits, ScalarOp::kReluI},
};

Result Unary(ScalarRuleContext& context, const UnaryRow& row) {
  ScalarValue value = context.args[0];
  auto type = ElementTypeOf(value.dtype);
  if (!type || *type == ElementType::kBool) return std::nullopt;
  std::span<const ScalarNodeId> arg(&value.root, 1);
  if (IsRealType(*type)) {
    // Functions round to the type. Operations that also exist for integers give exact values.
    value.root = row.ints == Ints::kNone ? Wrapped(context.pool, *type, row.real, arg)
                                         : context.pool.Op(row.real, arg);
  } else if (row.ints == Ints::kNone) {
    return std::nullopt;
  } else if (row.ints != Ints::kSame) {
    value.root = row.ints == Ints::kWraps ? Wrapped(context.pool, *type, row.integer, arg)
                                          : context.pool.Op(row.integer, arg);
  }
  return One(value);
}

template <size_t I>
Result UnaryRule(ScalarRuleContext& context) {
  return Unary(context, kUnary[I]);
}

// --- binary ------------------------------------------------------------------------------------

struct BinaryRow {
  const char* name;
  std::optional<ScalarOp> real, integer;
  bool wraps = false;
  bool compares = false;  // The result is a bool.
  bool on_bools = false;
};

constexpr BinaryRow kBinary[] = {
    {"add", ScalarOp::kAddF, ScalarOp::kAddI, true},
    {"subtract", ScalarOp::kSubF, ScalarOp::kSubI, true},
    {"multiply", ScalarOp::kMulF, ScalarOp::kMulI, true},
    {"divide", ScalarOp::kDivF, std::nullopt, true},
    {"maximum", ScalarOp::kMaxF, ScalarOp::kMaxI},
    {"minimum", ScalarOp::kMinF, ScalarOp::kMinI},
    {"bitwise_and", std::nullopt, ScalarOp::kAndI, false, false, true},
    {"bitwise_or", std::nullopt, ScalarOp::kOrI, false, false, true},
    {"bitwise_xor", std::nullopt, ScalarOp::kXorI, false, false, true},
    {"less", ScalarOp::kLessF, ScalarOp::kLessI, false, true, true},
    {"less_equal", ScalarOp::kLessEqualF, ScalarOp::kLessEqualI, false, true, true},
    {"greater", ScalarOp::kGreaterF, ScalarOp::kGreaterI, false, true, true},
    {"greater_equal", ScalarOp::kGreaterEqualF, ScalarOp::kGreaterEqualI, false, true, true},
    {"equal", ScalarOp::kEqualF, ScalarOp::kEqualI, false, true, true},
    {"not_equal", ScalarOp::kNotEqualF, ScalarOp::kNotEqualI, false, true, true},
};

// Broadcasts the arguments to the shape of the result, with common factors.
std::optional<std::vector<ScalarValue>> Operands(ScalarRuleContext& context, size_t count) {
  std::vector<ScalarValue> operands;
  for (size_t i = 0; i < count; ++i) {
    auto operand = context.pool.Broadcast(context.args[i], context.out_shape());
    if (!operand) return std::nullopt;
    operands.push_back(std::move(*operand));
  }
  if (!context.pool.Align(operands)) return std::nullopt;
  return operands;
}

Result BinaryOf(ScalarRuleContext& context, std::vector<ScalarValue> operands,
                const BinaryRow& row) {
  auto type = ElementTypeOf(operands[0].dtype);
  if (!type || operands[1].dtype != operands[0].dtype) return std::nullopt;
  if (*type == ElementType::kBool && !row.on_bools) return std::nullopt;
  const auto& op = IsRealType(*type) ? row.real : row.integer;
  if (!op) return std::nullopt;
  ScalarNodeId args[] = {operands[0].root, operands[1].root};
  ScalarValue value = std::move(operands[0]);
  value.root = row.wraps ? Wrapped(context.pool, *type, *op, args) : context.pool.Op(*op, args);
  if (row.compares) value.dtype = DataType::Bool();
  return One(value);
}

Result Binary(ScalarRuleContext& context, const BinaryRow& row) {
  auto operands = Operands(context, 2);
  if (!operands) return std::nullopt;
  return BinaryOf(context, std::move(*operands), row);
}

template <size_t I>
Result BinaryRule(ScalarRuleContext& context) {
  return Binary(context, kBinary[I]);
}

template <ScalarOp kOp>
Result LogicalRule(ScalarRuleContext& context) {
  if (!context.args[0].dtype.is_bool()) return std::nullopt;
  return Binary(context, {nullptr, std::nullopt, kOp, false, false, true});
}

Result LogicalNot(ScalarRuleContext& context) {
  ScalarValue value = context.args[0];
  if (!value.dtype.is_bool()) return std::nullopt;
  value.root = context.pool.Op(ScalarOp::kLogicalNotI, std::span(&value.root, 1));
  return One(value);
}

// Powers by a constant that multiplications and square roots compute.
Result Power(ScalarRuleContext& context) {
  const auto* constant = As<ConstantNode>(context.call->arg(1));
  ScalarValue value = context.args[0];
  auto type = ElementTypeOf(value.dtype);
  if (!constant || constant->data->size() != 1 || !type || !IsRealType(*type) ||
      constant->data->dtype != value.dtype) {
    return std::nullopt;
  }
  auto shaped = context.pool.Broadcast(value, context.out_shape());
  if (!shaped) return std::nullopt;
  value = std::move(*shaped);
  double exponent = constant->data->ToDouble(0);
  auto op = [&](ScalarOp which, ScalarNodeId a, ScalarNodeId b) {
    ScalarNodeId args[] = {a, b};
    return Wrapped(context.pool, *type, which, args);
  };
  ScalarNodeId x = value.root;
  if (exponent == 2) {
    value.root = op(ScalarOp::kMulF, x, x);
  } else if (exponent == 3 && *type != ElementType::kFloat16) {
    value.root = op(ScalarOp::kMulF, op(ScalarOp::kMulF, x, x), x);
  } else if (exponent != 1) {
    // pow(x, 0.5) differs from the square root for -0 and -infinity.
    return std::nullopt;
  }
  return One(value);
}

// --- other functions of one element --------------------------------------------------------------

// The operations that convert values of one type to another.
std::vector<ScalarOp> Conversions(ElementType from, ElementType to) {
  using enum ScalarOp;
  std::vector<ScalarOp> ops;
  bool wide_from = IsWide(from), wide = IsWide(to);
  if (to == ElementType::kBool) return {kLogicalNotI, kLogicalNotI};
  if (IsRealType(from) && IsRealType(to)) {
    if (wide != wide_from) ops.push_back(wide ? kWidenF : kNarrowF);
  } else if (IsRealType(to)) {
    if (wide && !wide_from) ops.push_back(kWidenI);
    ops.push_back(wide_from && !wide ? kNarrowToFloat : kToFloat);
  } else if (IsRealType(from)) {
    if (wide && !wide_from) ops.push_back(kWidenF);
    ops.push_back(kToInt);
    if (wide_from && !wide) ops.push_back(kNarrowI);
  } else if (wide != wide_from) {
    ops.push_back(wide ? kWidenI : kNarrowI);
  }
  if (to == ElementType::kInt8) ops.push_back(kToInt8);
  if (to == ElementType::kUint8) ops.push_back(kToUint8);
  if (to == ElementType::kFloat16) ops.push_back(kToHalf);
  return ops;
}

Result CastTo(ScalarRuleContext& context, DataType dtype) {
  ScalarValue value = context.args[0];
  if (value.dtype == dtype) return One(value);
  auto from = ElementTypeOf(value.dtype), to = ElementTypeOf(dtype);
  if (!from || !to || (IsRealType(*from) && *to == ElementType::kBool)) return std::nullopt;
  std::vector<ScalarOp> ops = Conversions(*from, *to);
  // A leaf has the type of its tensor. Another type with the same representation needs a move.
  if (ops.empty() && context.pool[value.root].leaf()) ops.push_back(ScalarOp::kMove);
  for (ScalarOp op : ops) value.root = context.pool.Op(op, std::span(&value.root, 1));
  value.dtype = dtype;
  return One(value);
}

Result Cast(ScalarRuleContext& context) {
  const auto* attrs = As<CastAttrs>(context.call->attrs);
  return attrs ? CastTo(context, attrs->dtype) : std::nullopt;
}

Result CastLike(ScalarRuleContext& context) { return CastTo(context, context.args[1].dtype); }

// A number rounded to a real data type.
ScalarWord RealWord(double value, DataType dtype) {
  ScalarWord word{};
  double rounded = ScalarNDArray(value, dtype)->ToDouble(0);
  if (dtype.bits == 64) {
    word.d = rounded;
  } else {
    word.f = static_cast<float>(rounded);
  }
  return word;
}

Result Clip(ScalarRuleContext& context) {
  const auto* attrs = As<ClipAttrs>(context.call->attrs);
  ScalarValue value = context.args[0];
  auto type = ElementTypeOf(value.dtype);
  if (!attrs || !type || *type == ElementType::kBool) return std::nullopt;
  ScalarWord lo{}, hi{};
  if (IsRealType(*type)) {
    lo = RealWord(attrs->a_min, value.dtype);
    hi = RealWord(attrs->a_max, value.dtype);
  } else {
    // Bounds are converted to the type of the data. A bound outside of the type's range has no
    // effect, and NaN is the lowest number.
    double highest =
        std::ldexp(1.0, value.dtype.is_int() ? value.dtype.bits - 1 : value.dtype.bits);
    double lowest = value.dtype.is_int() ? -highest : 0;
    // Beyond 2^53, the next lower double is the greatest bound that fits.
    highest = IsWide(*type) ? std::nextafter(highest, 0.0) : highest - 1;
    auto bound = [&](double x) {
      ScalarWord word{};
      auto integer = static_cast<int64_t>(std::min(std::max(lowest, x), highest));
      if (IsWide(*type)) {
        word.l = integer;
      } else {
        word.i = static_cast<int32_t>(integer);
      }
      return word;
    };
    lo = bound(attrs->a_min);
    hi = bound(attrs->a_max);
  }
  value.root = context.pool.Op(IsRealType(*type) ? ScalarOp::kClipF : ScalarOp::kClipI,
                               std::span(&value.root, 1), lo, hi);
  return One(value);
}

Result LeakyRelu(ScalarRuleContext& context) {
  const auto* attrs = As<LeakyReluAttrs>(context.call->attrs);
  ScalarValue value = context.args[0];
  auto type = ElementTypeOf(value.dtype);
  if (!attrs || !type || !IsRealType(*type)) return std::nullopt;
  value.root = Wrapped(context.pool, *type, ScalarOp::kLeakyReluF, std::span(&value.root, 1),
                       RealWord(attrs->alpha, value.dtype));
  return One(value);
}

Result Where(ScalarRuleContext& context) {
  auto condition = ElementTypeOf(context.args[0].dtype);
  if (!condition || IsRealType(*condition) || IsWide(*condition) ||
      !ElementTypeOf(context.args[1].dtype) || context.args[1].dtype != context.args[2].dtype) {
    return std::nullopt;
  }
  auto operands = Operands(context, 3);
  if (!operands) return std::nullopt;
  ScalarNodeId args[] = {(*operands)[0].root, (*operands)[1].root, (*operands)[2].root};
  ScalarValue value = std::move((*operands)[1]);
  value.root = context.pool.Op(ScalarOp::kSelect, args);
  return One(value);
}

Result BiasAdd(ScalarRuleContext& context) {
  const auto* attrs = As<BiasAddAttrs>(context.call->attrs);
  if (!attrs || context.args[1].axes.size() != 1) return std::nullopt;
  std::vector<int64_t> shape = context.out_shape();
  auto axis = FindAxis(attrs->axis, shape.size());
  if (!axis) return std::nullopt;
  // The bias has its axis, and all others have size 1.
  ScalarValue bias = context.args[1];
  std::vector<std::vector<int64_t>> axes(shape.size());
  axes[*axis] = std::move(bias.axes[0]);
  bias.axes = std::move(axes);
  auto shaped = context.pool.Broadcast(bias, shape);
  if (!shaped) return std::nullopt;
  std::vector<ScalarValue> operands = {context.args[0], std::move(*shaped)};
  if (!context.pool.Align(operands)) return std::nullopt;
  return BinaryOf(context, std::move(operands), {nullptr, ScalarOp::kAddF, ScalarOp::kAddI, true});
}

Result Same(ScalarRuleContext& context) {
  if (context.args.size() != 1 || context.outs.size() != 1) return std::nullopt;
  return One(context.args[0]);
}

// --- operators that move elements ----------------------------------------------------------------

Result Transpose(ScalarRuleContext& context) {
  const auto* attrs = As<TransposeAttrs>(context.call->attrs);
  if (!attrs) return std::nullopt;
  auto axes = TransposedAxes(attrs->axes, context.args[0].axes.size());
  if (!axes) return std::nullopt;
  return One(context.pool.Transpose(context.args[0], *axes));
}

Result BroadcastTo(ScalarRuleContext& context) {
  std::vector<int64_t> shape = context.out_shape();
  if (shape.size() < context.args[0].axes.size()) return std::nullopt;
  return One(context.pool.Broadcast(context.args[0], shape));
}

Result ReshapeLike(ScalarRuleContext& context) {
  return One(context.pool.Reshape(context.args[0], context.out_shape()));
}

Result Reverse(ScalarRuleContext& context) {
  const auto* attrs = As<ReverseAttrs>(context.call->attrs);
  if (!attrs || !attrs->axis) return std::nullopt;
  std::vector<int64_t> shape = context.out_shape();
  std::vector<int64_t> begins(shape.size(), 0), steps(shape.size(), 1);
  auto at = FindAxis(*attrs->axis, shape.size());
  if (!at) return std::nullopt;
  begins[*at] = shape[*at] - 1;
  steps[*at] = -1;
  return One(context.pool.Slice(context.args[0], begins, steps, shape));
}

Result StridedSlice(ScalarRuleContext& context) {
  const auto* attrs = As<StridedSliceAttrs>(context.call->attrs);
  if (!attrs || !attrs->begin || context.args.size() != 1) return std::nullopt;
  std::vector<int64_t> from = context.args[0].Shape(), shape = context.out_shape();
  std::vector<int64_t> begins(from.size(), 0), steps(from.size(), 1);
  auto axes = SlicedAxes(*attrs, from.size());
  if (!axes) return std::nullopt;
  for (size_t i = 0; i < axes->size(); ++i) {
    size_t at = (*axes)[i];
    SlicedElements elements = ElementsOf(RangeOf(*attrs, i), from[at]);
    if (elements.count == 0 || elements.count != shape[at]) return std::nullopt;
    begins[at] = elements.begin;
    steps[at] = elements.step;
  }
  return One(context.pool.Slice(context.args[0], begins, steps, shape));
}

Result Split(ScalarRuleContext& context) {
  const auto* attrs = As<SplitAttrs>(context.call->attrs);
  if (!attrs) return std::nullopt;
  std::vector<int64_t> from = context.args[0].Shape();
  auto axis = FindAxis(attrs->axis, from.size());
  if (!axis) return std::nullopt;
  std::vector<int64_t> begins(from.size(), 0), steps(from.size(), 1);
  std::vector<ScalarValue> parts;
  for (size_t i = 0; i < context.outs.size(); ++i) {
    std::vector<int64_t> shape = context.out_shape(i);
    size_t at = *axis;
    if (begins[at] + shape[at] > from[at]) return std::nullopt;
    auto part = context.pool.Slice(context.args[0], begins, steps, shape);
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
    begins[at] += shape[at];
  }
  return parts;
}

Result LayoutTransform(ScalarRuleContext& context) {
  const auto* attrs = As<LayoutTransformAttrs>(context.call->attrs);
  auto src = Layout::Parse(attrs ? attrs->src_layout : "");
  auto dst = Layout::Parse(attrs ? attrs->dst_layout : "");
  if (!src || !dst) return std::nullopt;
  auto value = ConvertLayout(context.pool, context.args[0], *src, *dst);
  // Blocks that do not divide their axis need padding, which does not only move elements.
  if (!value || value->Shape() != context.out_shape()) return std::nullopt;
  return One(std::move(value));
}

template <size_t... I>
void AddUnary(OpTable<ScalarRule>& table, std::index_sequence<I...>) {
  (table.Add(kUnary[I].name, UnaryRule<I>), ...);
}
template <size_t... I>
void AddBinary(OpTable<ScalarRule>& table, std::index_sequence<I...>) {
  (table.Add(kBinary[I].name, BinaryRule<I>), ...);
}

}  // namespace

const OpTable<ScalarRule>& ScalarRules() {
  PASSCOPE_PER_ENGINE const OpTable<ScalarRule>* table = [] {
    auto* fresh = new OpTable<ScalarRule>;
    AddUnary(*fresh, std::make_index_sequence<std::size(kUnary)>());
    AddBinary(*fresh, std::make_index_sequence<std::size(kBinary)>());
    fresh->Add("logical_and", LogicalRule<ScalarOp::kAndI>);
    fresh->Add("logical_or", LogicalRule<ScalarOp::kOrI>);
    fresh->Add("logical_xor", LogicalRule<ScalarOp::kXorI>);
    fresh->Add("logical_not", LogicalNot);
    fresh->Add("power", Power);
    fresh->Add("cast", Cast);
    fresh->Add("cast_like", CastLike);
    fresh->Add("clip", Clip);
    fresh->Add("nn.leaky_relu", LeakyRelu);
    fresh->Add("where", Where);
    fresh->Add("nn.bias_add", BiasAdd);
    for (const char* name : {"copy", "annotation.stop_fusion", "annotation.checkpoint",
                             "annotation.compiler_begin", "annotation.compiler_end"}) {
      fresh->Add(name, Same);
    }
    fresh->Add("transpose", Transpose);
    fresh->Add("broadcast_to", BroadcastTo);
    fresh->Add("broadcast_to_like", BroadcastTo);
    fresh->Add("reshape_like", ReshapeLike);
    fresh->Add("reverse", Reverse);
    fresh->Add("strided_slice", StridedSlice);
    fresh->Add("split", Split);
    fresh->Add("layout_transform", LayoutTransform);
    return fresh;
  }();
  return *table;
}

}  // namespace passcope
