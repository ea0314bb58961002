// FTVMQnnLegalize: rewrites quantized operators for a kind of processor, and unary functions of
// eight bits as tables.
#include <cmath>

#include "op/attrs_nn.h"
#include "op/op.h"
#include "pass/pass_context.h"
#include "runtime/kernel.h"
#include "transforms/infer_layout.h"
#include "transforms/layout_conversion.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/quantized_values.h"

namespace passcope {
namespace {

DataType DtypeOf(const CallNode* call, size_t arg) {
  return As<TensorTypeNode>(call->arg(arg)->checked_type())->dtype;
}
bool IsScalarArg(const CallNode* call, size_t arg) {
  return As<TensorTypeNode>(call->arg(arg)->checked_type())->rank() == 0;
}

// --- unary functions: every value of eight bits is looked up ---

struct UnaryRow {
  const char* op;
  float (*function)(float);
};
constexpr UnaryRow kUnary[] = {
    {"qnn.sqrt", [](float x) { return std::sqrt(x); }},
    {"qnn.rsqrt", [](float x) { return 1 / std::sqrt(x); }},
    {"qnn.exp", [](float x) { return std::exp(x); }},
    {"qnn.erf", [](float x) { return std::erf(x); }},
    {"qnn.sigmoid", [](float x) { return 1 / (1 + std::exp(-x)); }},
    {"qnn.hardswish",
     [](float x) { return x * std::fmin(std::fmax(x + 3.0f, 0.0f), 6.0f) / 6.0f; }},
    {"qnn.tanh", [](float x) { return std::tanh(x); }},
    {"qnn.log", [](float x) { return std::log(x); }},
    {"qnn.abs", [](float x) { return std::fabs(x); }},
};

// Null if scales or zero points are not constants.
Expr LegalizeUnary(const CallNode* call, std::span<const Expr> args) {
  for (const Expr& param : args.subspan(1)) {
    if (!As<ConstantNode>(param)) return nullptr;
  }
  auto param = [&](size_t i) { return Value(ReshapeNDArray(As<ConstantNode>(args[i])->data, {})); };
  std::string_view name = As<OpNode>(call->op())->name();
  const UnaryRow* row = kUnary;
  while (row->op != name) ++row;
  DataType dtype = DtypeOf(call, 0);
  constexpr int64_t kValues = 256;
  // Value `i` of the table has the bits of `i`, for either sign.
  NDArray patterns = MakeNDArray({kValues}, dtype);
  for (int64_t i = 0; i < kValues; ++i) {
    patterns->mutable_as<uint8_t>()[i] = static_cast<uint8_t>(i);
  }
  Expr quantize = MakeOp("qnn.quantize", {args[0], args[3], args[4]}, {{"out_dtype", dtype}});
  Expr dequantize = MakeOp("qnn.dequantize", {args[0], args[1], args[2]}, {});
  NDArray reals = ApplyOp("qnn.dequantize", {Value(patterns), param(1), param(2)},
                          As<CallNode>(dequantize)->attrs)
                      .tensor();
  NDArray results = MakeNDArray({kValues}, DataType::Float(32));
  for (size_t i = 0; i < kValues; ++i) {
    results->mutable_as<float>()[i] = row->function(reals->as<float>()[i]);
  }
  NDArray table =
      ApplyOp("qnn.quantize", {Value(results), param(3), param(4)}, As<CallNode>(quantize)->attrs)
          .tensor();
  Expr index = MakeOp("reinterpret", {args[0]}, {{"dtype", DataType::UInt(8)}});
  return MakeOp("take", {Constant(table), index}, {{"axis", 0}, {"mode", "fast"}});
}

// --- convolutions and dense layers ---

// True if a tensor minus its zero point, which must be known, fits in 16 bits.
bool FitsInInt16(const CallNode* call, std::span<const Expr> args, size_t tensor) {
  const auto* zero = As<ConstantNode>(args[tensor + 2]);
  if (!zero) return false;
  auto [low, high] = IntegerRange(DtypeOf(call, tensor));
  auto [first, last] = IntegerRange(DataType::Int(16));
  for (size_t i = 0; i < zero->data->size(); ++i) {
    double point = zero->data->ToDouble(i);
    if (point < first || point > last || low - point < first || high - point > last) return false;
  }
  return true;
}
// The type for computing both tensors: 16 bits if they are enough.
DataType ShiftedType(const CallNode* call, std::span<const Expr> args) {
  return DataType::Int(FitsInInt16(call, args, 0) && FitsInInt16(call, args, 1) ? 16 : 32);
}

// A tensor in `dtype` minus its zero point: a scalar, or one for each entry of `axis`.
Expr Shifted(const CallNode* call, std::span<const Expr> args, size_t tensor, int64_t axis,
             DataType dtype) {
  Expr data = MakeCast(args[tensor], dtype), zero = MakeCast(args[tensor + 2], dtype);
  if (IsScalarArg(call, tensor + 2)) return MakeSubtract(std::move(data), std::move(zero));
  const auto* type = As<TensorTypeNode>(call->arg(tensor + 2)->checked_type());
  if (type && type->rank() == 1 && !type->shape[0].is_const()) {
    // The zero point can be one for all channels.
    const auto* of = As<TensorTypeNode>(call->arg(tensor)->checked_type());
    zero = ExpandBiasToMatchAxis(std::move(zero), of->rank(), axis);
    return MakeSubtract(std::move(data), std::move(zero));
  }
  return MakeOp("nn.bias_add", {std::move(data), MakeNegative(std::move(zero))}, {{"axis", axis}});
}

// For processors without fast 8-bit products: the plain operator on 16 or 32 bits.
Expr InInt16(const CallNode* call, std::span<const Expr> args, const char* plain) {
  DataType dtype = ShiftedType(call, args);
  Expr data = MakeSubtract(MakeCast(args[0], dtype), MakeCast(args[2], dtype));
  int64_t axis = 0;
  if (AsConvAttrs(call->attrs)) {
    axis = static_cast<int64_t>(StringField(call->attrs, "kernel_layout").find('O'));
  }
  Expr weight = Shifted(call, args, 1, axis, dtype);
  return Call(GetOp(plain), {data, weight}, WithFullPadding(call->attrs, 2));
}

// The data and zero point of an 8-bit tensor after a change of its sign.
struct OtherSign {
  Expr data, zero;
};
OtherSign ShiftTo(const Expr& data, const Expr& zero, DataType dtype) {
  int64_t by = dtype.is_uint() ? 128 : -128;
  Expr moved = MakeCast(MakeAdd(MakeCast(data, DataType::Int(32)), IntScalar(by)), dtype);
  const NDArrayNode* constant = ConstantScalarOf(zero);
  return {std::move(moved),
          constant ? IntScalar(constant->ToInt(0) + by) : MakeAdd(zero, IntScalar(by))};
}

// For instructions that multiply signed by signed (dp4a).
Expr InInt8(const CallNode* call, std::span<const Expr> args) {
  std::vector<Expr> now(args.begin(), args.end());
  bool changed = false;
  for (size_t i : {0, 1}) {
    if (DtypeOf(call, i) != DataType::UInt(8)) continue;
    OtherSign shifted = ShiftTo(args[i], args[i + 2], DataType::Int(8));
    now[i] = shifted.data;
    now[i + 2] = shifted.zero;
    changed = true;
  }
  return changed ? Call(call->op(), now, WithFullPadding(call->attrs, 2)) : Expr();
}

// For instructions that multiply equal types.
Expr InOneType(const CallNode* call, std::span<const Expr> args) {
  DataType data = DtypeOf(call, 0), weight = DtypeOf(call, 1);
  if (data == weight || data.bits != 8 || weight.bits != 8) return nullptr;
  std::vector<Expr> now(args.begin(), args.end());
  OtherSign shifted = ShiftTo(args[0], args[2], weight);
  now[0] = shifted.data;
  now[2] = shifted.zero;
  return Call(call->op(), now, WithFullPadding(call->attrs, 2));
}

Expr ForTarget(const CallNode* call, std::span<const Expr> args, const char* plain) {
  switch (CurrentTarget()) {
    case Target::kNone:
      return nullptr;
    case Target::kLlvm:
      return InInt16(call, args, plain);
    case Target::kCuda:
    case Target::kRocm:
      return InInt8(call, args);
    case Target::kVulkan:
      return InOneType(call, args);
  }
  return nullptr;
}

Expr LegalizeConv2D(const CallNode* call, std::span<const Expr> args) {
  return ForTarget(call, args, "nn.conv2d");
}
Expr LegalizeDense(const CallNode* call, std::span<const Expr> args) {
  return ForTarget(call, args, "nn.dense");
}

// For any target, since no other code computes it.
Expr LegalizeQnnConv2DTranspose(const CallNode* call, std::span<const Expr> args) {
  DataType dtype = ShiftedType(call, args);
  Expr data = Shifted(call, args, 0, 1, dtype), weight = Shifted(call, args, 1, 1, dtype);
  return Call(GetOp("nn.conv2d_transpose"), {data, weight}, WithFullPadding(call->attrs, 2));
}

}  // namespace

void AddQnnLegalizations(RuleTables& rules) {
  for (const UnaryRow& row : kUnary) rules.qnn_legalize.Add(row.op, LegalizeUnary);
  rules.qnn_legalize.Add("qnn.conv2d", LegalizeConv2D);
  rules.qnn_legalize.Add("qnn.dense", LegalizeDense);
  rules.qnn_legalize.Add("qnn.conv2d_transpose", LegalizeQnnConv2DTranspose);
}

}  // namespace passcope
