// Small builders and checks that several passes share.
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

// A call with attributes by name. Attributes that are not given have their defaults.
using NamedAttrs = std::initializer_list<std::pair<const char*, AttrValue>>;
Expr MakeOp(std::string_view op, std::initializer_list<Expr> args, NamedAttrs attrs);
// A copy with some fields changed.
Attrs WithAttrs(const Attrs& attrs, NamedAttrs changes);
// `expr` as a call of the operator `op`; null if it is not one.
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

// Calls of operators with attributes. The parameters have the names of the attributes.
Expr MakeExpandDims(Expr data, int64_t axis, int64_t num_newaxis);
Expr MakeSqueeze(Expr data, OptInts axis);
Expr MakeReshape(Expr data, std::vector<int64_t> newshape);
// To exactly this shape: sizes of 0 are no codes.
Expr MakeReshapeTo(Expr data, std::vector<int64_t> shape);
Expr MakeRepeat(Expr data, int64_t repeats, int64_t axis);
Expr MakeLayoutTransform(Expr data, std::string_view src_layout, std::string_view dst_layout);
Expr MakeCast(Expr data, DataType dtype);
Expr MakeTranspose(Expr data, std::vector<int64_t> axes);
Expr MakeConcatenate(std::span<const Expr> fields, int64_t axis);
Expr MakeStack(std::span<const Expr> fields, int64_t axis);
// `op` is one of sum, mean, max, min, prod, all, any.
Expr MakeReduce(std::string_view op, Expr data, OptInts axis, bool keepdims, bool exclude = false);
// `mean` is the mean of `data` over the same axes, with the reduced axes kept.
Expr MakeVariance(Expr data, Expr mean, OptInts axis, bool keepdims, bool exclude = false);

// Appends axes of size 1 to a tensor, so that it broadcasts with a tensor of rank `ndim`. Its axes
// match the axes `axes` (ascending) of the other tensor. A bias (C,) for axis 1 of NCHW becomes (C,
// 1, 1).
Expr ExpandBiasToMatchAxis(Expr bias, size_t ndim, std::span<const int64_t> axes);
inline Expr ExpandBiasToMatchAxis(Expr bias, size_t ndim, int64_t axis) {
  return ExpandBiasToMatchAxis(std::move(bias), ndim, std::span<const int64_t>(&axis, 1));
}

// True if `rhs`, broadcast to `lhs`, varies only along the axes `lhs_axes` (ascending) of `lhs`,
// and has their full size there. False if `lhs` does not have all of them. With `rhs_value`, an
// expression of type `rhs`, the function replaces it by one that has only these axes. It repeats a
// scalar, which needs known dimensions.
bool MatchBroadcastToLeftAxes(const TensorTypeNode* lhs, const TensorTypeNode* rhs,
                              std::span<const int64_t> lhs_axes, Expr* rhs_value = nullptr);

// The dimensions if all are known; nullopt for a dynamic shape or a type that is not a tensor.
std::optional<std::vector<int64_t>> StaticShape(const Type& type);
// True if the type is a tensor with a single element, of any rank.
bool IsScalarType(const Type& type);

// Like WithChildren, but keeps the type. For passes that do not change types and are not followed
// by type inference.
Expr WithChildrenKeepingType(const ExprNode* node, std::span<const Expr> children);

// The function if it is typed; otherwise the function typed as part of its module. Passes that read
// types use it, since they can be called without the InferType that a Sequential runs before them.
// Throws like InferTypes.
Expr EnsureTyped(const Expr& function, const IRModule& module);

}  // namespace passcope
