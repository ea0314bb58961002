// Small builders and checks that several passes share.
#include "transforms/pattern_utils.h"

#include <algorithm>
#include <string>

#include "op/attrs_tensor.h"
#include "op/op.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {

namespace {

Expr Reshape(Expr data, std::vector<int64_t> newshape, bool allowzero) {
  auto* attrs = MakeAttrs<ReshapeAttrs>();
  attrs->newshape = std::move(newshape);
  attrs->allowzero = allowzero;
  return CallOp("reshape", {std::move(data)}, Attrs(attrs));
}

void SetAll(AttrsNode* attrs, NamedAttrs values) {
  for (const auto& [name, value] : values) {
    const AttrField* field = attrs->schema()->Find(name);
    PASSCOPE_CHECK_MSG(field && attrs->Set(*field, value), std::string(name));
  }
}

}  // namespace

Expr MakeOp(std::string_view op, std::initializer_list<Expr> args, NamedAttrs attrs) {
  Expr callee = GetOp(op);
  AttrsNode* node = As<OpNode>(callee)->decl->schema().create();
  Attrs owner(node);
  SetAll(node, attrs);
  return Call(std::move(callee), args, std::move(owner));
}

Attrs WithAttrs(const Attrs& attrs, NamedAttrs changes) {
  AttrsNode* node = attrs->schema()->clone(*attrs);
  Attrs owner(node);
  SetAll(node, changes);
  return owner;
}

const CallNode* AsCallTo(const ExprNode* expr, std::string_view op) {
  return IsCallTo(expr, op) ? As<CallNode>(expr) : nullptr;
}

Expr MakeAdd(Expr lhs, Expr rhs) { return CallOp("add", {std::move(lhs), std::move(rhs)}); }
Expr MakeSubtract(Expr lhs, Expr rhs) {
  return CallOp("subtract", {std::move(lhs), std::move(rhs)});
}
Expr MakeMultiply(Expr lhs, Expr rhs) {
  return CallOp("multiply", {std::move(lhs), std::move(rhs)});
}
Expr MakeDivide(Expr lhs, Expr rhs) { return CallOp("divide", {std::move(lhs), std::move(rhs)}); }
Expr MakeMaximum(Expr lhs, Expr rhs) { return CallOp("maximum", {std::move(lhs), std::move(rhs)}); }
Expr MakeNegative(Expr x) { return CallOp("negative", {std::move(x)}); }
Expr MakeSqrt(Expr x) { return CallOp("sqrt", {std::move(x)}); }

Expr MakeExpandDims(Expr data, int64_t axis, int64_t num_newaxis) {
  auto* attrs = MakeAttrs<ExpandDimsAttrs>();
  attrs->axis = axis;
  attrs->num_newaxis = num_newaxis;
  return CallOp("expand_dims", {std::move(data)}, Attrs(attrs));
}

Expr MakeSqueeze(Expr data, OptInts axis) {
  auto* attrs = MakeAttrs<SqueezeAttrs>();
  attrs->axis = std::move(axis);
  return CallOp("squeeze", {std::move(data)}, Attrs(attrs));
}

Expr MakeReshape(Expr data, std::vector<int64_t> newshape) {
  return Reshape(std::move(data), std::move(newshape), false);
}

Expr MakeReshapeTo(Expr data, std::vector<int64_t> shape) {
  const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  return Reshape(std::move(data), std::move(shape), empty);
}

Expr MakeRepeat(Expr data, int64_t repeats, int64_t axis) {
  auto* attrs = MakeAttrs<RepeatAttrs>();
  attrs->repeats = repeats;
  attrs->axis = axis;
  return CallOp("repeat", {std::move(data)}, Attrs(attrs));
}

Expr MakeLayoutTransform(Expr data, std::string_view src_layout, std::string_view dst_layout) {
  auto* attrs = MakeAttrs<LayoutTransformAttrs>();
  attrs->src_layout = src_layout;
  attrs->dst_layout = dst_layout;
  return CallOp("layout_transform", {std::move(data)}, Attrs(attrs));
}

Expr MakeCast(Expr data, DataType dtype) {
  return MakeOp("cast", {std::move(data)}, {{"dtype", dtype}});
}
Expr MakeTranspose(Expr data, std::vector<int64_t> axes) {
  return MakeOp("transpose", {std::move(data)}, {{"axes", AttrValue::Ints(axes)}});
}
Expr MakeConcatenate(std::span<const Expr> fields, int64_t axis) {
  return MakeOp("concatenate", {Tuple(fields)}, {{"axis", axis}});
}
Expr MakeStack(std::span<const Expr> fields, int64_t axis) {
  return MakeOp("stack", {Tuple(fields)}, {{"axis", axis}});
}

Expr MakeReduce(std::string_view op, Expr data, OptInts axis, bool keepdims, bool exclude) {
  auto* attrs = MakeAttrs<ReduceAttrs>();
  attrs->axis = std::move(axis);
  attrs->keepdims = keepdims;
  attrs->exclude = exclude;
  return CallOp(op, {std::move(data)}, Attrs(attrs));
}

Expr MakeVariance(Expr data, Expr mean, OptInts axis, bool keepdims, bool exclude) {
  auto* attrs = MakeAttrs<VarianceAttrs>();
  attrs->axis = std::move(axis);
  attrs->keepdims = keepdims;
  attrs->exclude = exclude;
  return CallOp("variance", {std::move(data), std::move(mean)}, Attrs(attrs));
}

Expr ExpandBiasToMatchAxis(Expr bias, size_t ndim, std::span<const int64_t> axes) {
  for (size_t i = axes.size(); i > 0; --i) {
    // Between two neighbours TVM inserts as many axes as their distance, one more than needed. The
    // result must equal TVM's.
    int64_t missing =
        i == axes.size() ? static_cast<int64_t>(ndim) - axes[i - 1] - 1 : axes[i] - axes[i - 1];
    PASSCOPE_CHECK(missing >= 0);
    if (missing > 0) bias = MakeExpandDims(std::move(bias), static_cast<int64_t>(i), missing);
  }
  return bias;
}

bool MatchBroadcastToLeftAxes(const TensorTypeNode* lhs, const TensorTypeNode* rhs,
                              std::span<const int64_t> lhs_axes, Expr* rhs_value) {
  if (lhs->rank() < rhs->rank()) return false;
  for (int64_t axis : lhs_axes) {
    if (static_cast<size_t>(axis) >= lhs->rank()) return false;
  }
  size_t base = lhs->rank() - rhs->rank();
  if (rhs->rank() == 0 && rhs_value && !lhs_axes.empty()) {
    for (int64_t axis : lhs_axes) {
      if (!lhs->shape[static_cast<size_t>(axis)].is_const()) return false;
    }
    *rhs_value = MakeExpandDims(*rhs_value, 0, static_cast<int64_t>(lhs_axes.size()));
    for (size_t i = 0; i < lhs_axes.size(); ++i) {
      // Each axis is repeated to its size.
      *rhs_value =
          MakeRepeat(*rhs_value, lhs->shape[static_cast<size_t>(lhs_axes[i])].value(), int64_t(i));
    }
    return true;
  }
  std::vector<int64_t> ones;
  size_t next = 0;
  for (size_t i = 0; i < lhs->rank(); ++i) {
    if (next < lhs_axes.size() && static_cast<int64_t>(i) == lhs_axes[next]) {
      if (i < base || lhs->shape[i] != rhs->shape[i - base]) return false;
      ++next;
    } else if (i >= base) {
      if (rhs->shape[i - base] != Dim(1)) return false;
      ones.push_back(static_cast<int64_t>(i - base));
    }
  }
  if (rhs_value && !ones.empty()) *rhs_value = MakeSqueeze(*rhs_value, std::move(ones));
  return true;
}

std::optional<std::vector<int64_t>> StaticShape(const Type& type) {
  const auto* tensor = As<TensorTypeNode>(type);
  if (!tensor) return std::nullopt;
  std::vector<int64_t> shape;
  for (Dim dim : tensor->shape) {
    if (!dim.is_const()) return std::nullopt;
    shape.push_back(dim.value());
  }
  return shape;
}

bool IsScalarType(const Type& type) {
  const auto* tensor = As<TensorTypeNode>(type);
  if (!tensor) return false;
  for (Dim dim : tensor->shape) {
    if (dim != Dim(1)) return false;
  }
  return true;
}

Expr EnsureTyped(const Expr& function, const IRModule& module) {
  if (function->fully_typed()) return function;
  for (size_t i = 0; i < module->functions.size(); ++i) {
    if (module->functions[i].function == function) return InferTypes(module)->functions[i].function;
  }
  return InferTypes(function);
}

Expr WithChildrenKeepingType(const ExprNode* node, std::span<const Expr> children) {
  std::span<const Expr> old = node->children();
  bool same = std::equal(old.begin(), old.end(), children.begin(), children.end());
  return same ? Expr(node) : Rebuild(node, children, node->checked_type());
}

}  // namespace passcope
