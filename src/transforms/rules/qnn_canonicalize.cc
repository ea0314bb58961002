// FTVMQnnCanonicalize: expresses quantized operators by operators on plain integers.
//
// A quantized tensor Q encodes the reals scale · (Q - zero point). A product by a real becomes a
// product by an integer and a shift (fixed point). This file has the elementwise operators.
// Requantization is in qnn_requantize.cc, and products are in qnn_products.cc.
#include "transforms/rules/qnn_canonicalize.h"

#include <algorithm>
#include <cmath>

#include "op/attrs_nn.h"
#include "op/attrs_qnn.h"
#include "op/attrs_tensor.h"

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
  if (multiplier == 0 || !std::isfinite(multiplier)) return {0, 0};
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

double GreatestScale(const Expr& scale, double unknown) {
  if (const auto* constant = As<ConstantNode>(scale)) {
    double greatest = 0;
    for (size_t i = 0; i < constant->data->size(); ++i) {
      greatest = std::max(greatest, constant->data->ToDouble(i));
    }
    return greatest;
  }
  const CallNode* product = AsCallTo(scale, "multiply");
  if (!product) return unknown;
  bool first = As<ConstantNode>(product->arg(0)), second = As<ConstantNode>(product->arg(1));
  if (!first && !second) return unknown;
  return GreatestScale(product->arg(first ? 0 : 1), unknown) * unknown;
}

bool HasDataInWindows(const Attrs& attrs) {
  const PoolAttrs& pool = *AsPoolAttrs(attrs);
  const size_t axes = pool.pool_size.size();
  if (pool.strides.size() != axes || pool.dilation.size() != axes ||
      pool.padding.size() != 2 * axes) {
    return false;
  }
  for (size_t i = 0; i < axes; ++i) {
    const int64_t size = pool.pool_size[i], before = pool.padding[i];
    // The last window can begin this much later.
    const int64_t after = pool.padding[axes + i] + (pool.ceil_mode ? pool.strides[i] - 1 : 0);
    if (before >= size || after >= size) return false;
    const bool has_gaps = pool.dilation[i] != 1 && size != 1;
    if (has_gaps && (before != 0 || after != 0)) return false;
  }
  return true;
}

bool CountsPadding(const Attrs& attrs) {
  const PoolAttrs& pool = *AsPoolAttrs(attrs);
  return pool.count_include_pad && std::any_of(pool.padding.begin(), pool.padding.end(),
                                               [](int64_t each) { return each != 0; });
}

namespace qnn {

Expr ClipTo(Expr data, DataType dtype) {
  auto [low, high] = IntegerRange(dtype);
  return MakeCast(MakeOp("clip", {std::move(data)}, {{"a_min", low}, {"a_max", high}}), dtype);
}

Expr FixedPointMultiply(Expr data, FixedPoint factor) {
  return MakeOp("fixed_point_multiply", {std::move(data)},
                {{"multiplier", factor.significand}, {"shift", factor.exponent}});
}

namespace {

// --- quantize, dequantize, unary operators ---

// A vector of scales or zero points along `axis` of data of rank `rank`. A scalar stays.
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

// The data in int32 with the output's parameters.
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

// lhs, rhs, their scales and zero points, and those of the output.
struct Binary : Site {
  Binary(const CallNode* call, std::span<const Expr> args)
      : Site{call, args}, attrs(*As<BroadcastAttrs>(call->attrs)) {}
  const BroadcastAttrs& attrs;
  const Expr& scale(size_t side) const { return args[2 + 2 * side]; }
  const Expr& zero(size_t side) const { return args[3 + 2 * side]; }
  int64_t axis(size_t side) const { return side == 0 ? attrs.lhs_axis : attrs.rhs_axis; }

  // An operand in the output's parameters. As in TVM, a single zero point gets as many axes as the
  // left operand's channels need; it fits any.
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
        MSG(kQnnLoweringScaleAxesDiffer,
            "lowering '{operator}' requires scales along one axis, not {first} and {second}",
            site.op_name(), site.attrs.lhs_axis, site.attrs.rhs_axis));
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
    // One of them can be a scalar.
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
    site.Unsupported(MSG(kQnnLoweringScalesNotConstant,
                         "lowering '{operator}' requires constant scales", site.op_name()));
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

}  // namespace
}  // namespace qnn

void AddQnnCanonicalizations(RuleTables& rules) {
  OpTable<LegalizeRule>& table = rules.qnn_canonicalize;
  table.Add("qnn.quantize", qnn::CanonicalizeQuantize);
  table.Add("qnn.dequantize", qnn::CanonicalizeDequantize);
  table.Add("qnn.requantize", qnn::CanonicalizeRequantize);
  table.Add("qnn.add", qnn::CanonicalizeAdd);
  table.Add("qnn.subtract", qnn::CanonicalizeSubtract);
  table.Add("qnn.mul", qnn::CanonicalizeMul);
  table.Add("qnn.concatenate", qnn::CanonicalizeConcatenate);
  table.Add("qnn.leaky_relu", qnn::CanonicalizeLeakyRelu);
  table.Add("qnn.dense", qnn::CanonicalizeDense);
  table.Add("qnn.batch_matmul", qnn::CanonicalizeBatchMatmul);
  table.Add("qnn.conv2d", qnn::CanonicalizeConv2D);
  for (const char* op : {"qnn.tanh", "qnn.exp", "qnn.sqrt", "qnn.rsqrt", "qnn.erf", "qnn.sigmoid",
                         "qnn.hardswish", "qnn.log", "qnn.abs"}) {
    table.Add(op, qnn::CanonicalizeUnary);
  }
}

}  // namespace passcope
