// Shared by the files of FTVMQnnCanonicalize: the canonicalized call, and requantization.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "op/op.h"
#include "transforms/no_elements.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/quantized_values.h"

namespace passcope::qnn {

inline constexpr DataType kInt32 = DataType::Int(32);

// A call of a quantized operator to canonicalize: the typed call, and its rewritten arguments.
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
      Unsupported(
          MSG(kQnnLoweringSizesUnknown, "lowering '{operator}' requires known shapes", op_name()));
    return *std::move(shape);
  }
  // True if argument 0 or 1 has no elements. Products of such data are 0 without their zero points.
  bool IsEmpty() const {
    return HasNoElements(call->arg(0)->checked_type()) ||
           HasNoElements(call->arg(1)->checked_type());
  }
  const NDArrayNode& ConstantOf(const Expr& expr) const {
    if (const auto* constant = As<ConstantNode>(expr)) return *constant->data;
    Unsupported(MSG(kQnnLoweringScalesNotConstant, "lowering '{operator}' requires constant scales",
                    op_name()));
  }
  // The value of a scale; float32, as TVM keeps it.
  double ScaleOf(const Expr& expr) const { return ConstantOf(expr).ToDouble(0); }
};

// `data` clipped to the range of an integer type, and cast to it.
Expr ClipTo(Expr data, DataType dtype);
Expr FixedPointMultiply(Expr data, FixedPoint factor);
// A constant with one axis.
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
inline Expr Where(Expr condition, Expr yes, Expr no) {
  return CallOp("where", {std::move(condition), std::move(yes), std::move(no)});
}

// The axis of a tensor of rank `rank`; a negative `axis` counts from the end.
int64_t AxisFrom(int64_t axis, size_t rank);
// A vector along `axis` of a tensor of rank `rank`, so that the two broadcast.
Expr Expanded(Expr vector, size_t rank, int64_t axis);

// The input of a requantization. The types of its data need not come from the call's arguments.
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

// Converts data of one scale and zero point to others.
Expr Requantize(const Site& site, const Requantization& r);
Expr CanonicalizeRequantize(const CallNode* call, std::span<const Expr> args);

// Products (qnn_products.cc).
Expr CanonicalizeDense(const CallNode* call, std::span<const Expr> args);
Expr CanonicalizeBatchMatmul(const CallNode* call, std::span<const Expr> args);
Expr CanonicalizeConv2D(const CallNode* call, std::span<const Expr> args);

}  // namespace passcope::qnn
