// Small builders and tests that several passes share.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/expr.h"
#include "ir/identity.h"
#include "ir/module.h"
#include "op/attrs_nn.h"
#include "op/axes.h"

namespace passcope {

// A call with attributes given by name; those that are left out have their defaults.
using NamedAttrs = std::initializer_list<std::pair<const char*, AttrValue>>;
Expr MakeOp(std::string_view op, std::initializer_list<Expr> args, NamedAttrs attrs);
// A copy with some fields changed.
Attrs WithAttrs(const Attrs& attrs, NamedAttrs changes);
// The call when `expr` is one of the operator `op`; else null.
const CallNode* AsCallTo(const ExprNode* expr, std::string_view op);
inline const CallNode* AsCallTo(const Expr& expr, std::string_view op) {
  return AsCallTo(expr.get(), op);
}
// Calls of operators without attributes.
Expr MakeAdd(Expr lhs, Expr rhs);
Expr MakeSubtract(Expr lhs, Expr rhs);
Expr MakeMultiply(Expr lhs, Expr rhs);
Expr MakeDivide(Expr lhs, Expr rhs);
Expr MakeMaximum(Expr lhs, Expr rhs);
Expr MakeNegative(Expr x);
Expr MakeSqrt(Expr x);

// Calls of operators with attributes; the names of the parameters are those of the attributes.
Expr MakeExpandDims(Expr data, int64_t axis, int64_t num_newaxis);
Expr MakeSqueeze(Expr data, OptInts axis);
Expr MakeReshape(Expr data, std::vector<int64_t> newshape);
Expr MakeRepeat(Expr data, int64_t repeats, int64_t axis);
Expr MakeLayoutTransform(Expr data, std::string_view src_layout, std::string_view dst_layout);
Expr MakeCast(Expr data, DataType dtype);
Expr MakeTranspose(Expr data, std::vector<int64_t> axes);
Expr MakeConcatenate(std::span<const Expr> fields, int64_t axis);
Expr MakeStack(std::span<const Expr> fields, int64_t axis);
// `op` is one of sum, mean, max, min, prod, all, any.
Expr MakeReduce(std::string_view op, Expr data, OptInts axis, bool keepdims, bool exclude = false);
// `mean` is the mean of `data` over the same axes, with the reduced ones kept.
Expr MakeVariance(Expr data, Expr mean, OptInts axis, bool keepdims, bool exclude = false);

// Appends axes of size 1 to a tensor whose axes match the axes `axes` (ascending) of a tensor of
// rank `ndim`, so that the two broadcast: a bias (C,) for axis 1 of NCHW becomes (C, 1, 1).
Expr ExpandBiasToMatchAxis(Expr bias, size_t ndim, std::span<const int64_t> axes);
inline Expr ExpandBiasToMatchAxis(Expr bias, size_t ndim, int64_t axis) {
  return ExpandBiasToMatchAxis(std::move(bias), ndim, std::span<const int64_t>(&axis, 1));
}

// Whether `rhs` broadcast to `lhs` varies along the axes `lhs_axes` (ascending) of `lhs` only, and
// has their full size there. False when `lhs` has not all of them. With `rhs_value`, that
// expression of type `rhs` is replaced by one that has these axes and no others; a scalar is
// repeated, which needs integer dimensions.
bool MatchBroadcastToLeftAxes(const TensorTypeNode* lhs, const TensorTypeNode* rhs,
                              std::span<const int64_t> lhs_axes, Expr* rhs_value = nullptr);

// The dimensions when all are known; nullopt for a dynamic shape and for what is no tensor.
std::optional<std::vector<int64_t>> StaticShape(const Type& type);
// Whether the type is that of a tensor with a single element, of any rank.
bool IsScalarType(const Type& type);

// As WithChildren, and the type stays: for passes after which nobody infers types and that change
// none.
Expr WithChildrenKeepingType(const ExprNode* node, std::span<const Expr> children);

// The function itself when it carries types, else typed as part of its module: a pass that reads
// types may be called without the InferType that a Sequential would put before it. Throws as
// InferTypes does.
Expr EnsureTyped(const Expr& function, const IRModule& module);

}  // namespace passcope
