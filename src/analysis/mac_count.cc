// Counts the multiply-add operations of a program.
#include "analysis/mac_count.h"

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/layout.h"
#include "op/op.h"

namespace passcope {
namespace {

[[noreturn]] void Unknown(const CallNode* call) {
  throw DiagnosticError(
      DiagKind::kEvaluation,
      MSG(kMacCountSizesUnknown, "the sizes of '{operator}' must be known to count its operations",
          As<OpNode>(call->op())->name()),
      {}, Expr(call));
}

const Shape& ShapeOf(const CallNode* call, const ExprNode* expr) {
  const auto* type = As<TensorTypeNode>(expr->checked_type());
  if (!type || type->num_elements() < 0) Unknown(call);
  return type->shape;
}

int64_t SizeOf(const CallNode* call, const Expr& expr, size_t axis) {
  const Shape& shape = ShapeOf(call, expr.get());
  if (axis >= shape.size()) Unknown(call);
  return shape[axis].value();
}

// `T` is the attribute type of a convolution or of a transposed convolution.
template <class T>
int64_t OfConvolution(const CallNode* call, const T& attrs) {
  std::optional<Layout> layout = Layout::Parse(attrs.data_layout);
  if (!layout || !attrs.kernel_size) Unknown(call);
  int64_t channels = 1;
  for (size_t i = 0; i < layout->ndim(); ++i) {
    if (PrimalAxis((*layout)[i]) == 'C') channels *= SizeOf(call, call->arg(0), i);
  }
  int64_t count = channels / attrs.groups;
  for (int64_t size : *attrs.kernel_size) count *= size;
  for (Dim dim : ShapeOf(call, call)) count *= dim.value();
  return count;
}

// Sets a missing kernel size from the weight.
Attrs WithKernelSize(const CallNode* call, const Conv2DAttrs& attrs) {
  auto* copy = CopyAttrs(attrs);
  Attrs result(copy);
  std::optional<Layout> layout = Layout::Parse(attrs.kernel_layout);
  if (!layout || !layout->Contains('H') || !layout->Contains('W')) Unknown(call);
  auto size = [&](char axis) {
    return SizeOf(call, call->arg(1), static_cast<size_t>(layout->IndexOf(axis)));
  };
  copy->kernel_size = {size('H'), size('W')};
  return result;
}

int64_t CountOf(const CallNode* call) {
  if (IsCallTo(call, "nn.conv2d")) {
    const auto* attrs = As<Conv2DAttrs>(call->attrs);
    if (attrs->kernel_size) return OfConvolution(call, *attrs);
    Attrs known = WithKernelSize(call, *attrs);
    return OfConvolution(call, *As<Conv2DAttrs>(known));
  }
  if (IsCallTo(call, "nn.conv2d_transpose")) {
    return OfConvolution(call, *As<Conv2DTransposeAttrs>(call->attrs));
  }
  if (IsCallTo(call, "nn.dense")) {
    int64_t count = SizeOf(call, call->arg(1), 0);
    for (Dim dim : ShapeOf(call, call->arg(0).get())) count *= dim.value();
    return count;
  }
  if (IsCallTo(call, "nn.batch_matmul")) {
    const auto* attrs = As<BatchMatmulAttrs>(call->attrs);
    int64_t count = SizeOf(call, call->arg(0), attrs->transpose_a ? 1 : 2);
    for (Dim dim : ShapeOf(call, call)) count *= dim.value();
    return count;
  }
  return 0;
}

}  // namespace

int64_t TotalMacNumber(const Expr& expr) {
  int64_t count = 0;
  PostOrderVisit(expr, [&count](const ExprNode* node) {
    if (const auto* call = As<CallNode>(node)) count += CountOf(call);
  });
  return count;
}

}  // namespace passcope
