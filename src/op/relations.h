// Helpers of type relations: they read arguments, check axes and shapes, and report problems.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "op/layout.h"
#include "op/op.h"

namespace passcope {

// Binds `var` to argument `i` as a tensor, or returns from the relation. It returns kPending if the
// type is not known yet, and otherwise reports a mismatch.
#define PASSCOPE_TENSOR_ARG(var, i)              \
  const TensorTypeNode* var = context.tensor(i); \
  if (!var) return context.NotTensor(i)

const char* OpName(const TypeRelContext& context);
// "(1, 3, ?)".
std::string ShapeText(const Shape& shape);
std::string IntsText(const std::vector<int64_t>& values);

// Reports "<operator>: <problem>".
RelStatus Fail(TypeRelContext& context, DiagKind kind, int arg, const Message& problem);

// Reports a padding of an axis that is too large; see TooWide.
RelStatus FailTooWide(TypeRelContext& context, const char* attribute, size_t axis,
                      std::pair<int64_t, int64_t> margins);

// True if two dimensions can be equal at run time. Different integers cannot.
inline bool MayBeEqual(Dim a, Dim b) { return !a.is_const() || !b.is_const() || a == b; }
// The more definite of two dimensions that may be equal.
inline Dim MoreDefinite(Dim a, Dim b) { return a.is_any() ? b : a; }

// The position of an axis attribute among `rank` axes. Negative axes count from the end. Reports an
// axis out of range and returns nullopt. `name` is the attribute's.
std::optional<size_t> CheckAxis(TypeRelContext& context, const char* name, int64_t axis,
                                size_t rank);
// The same for a list of axes without duplicates.
std::optional<std::vector<size_t>> CheckAxes(TypeRelContext& context, const char* name,
                                             const std::vector<int64_t>& axes, size_t rank);

// Requires that argument `i` is a tensor of this shape and type, and infers an unknown type.
// `data_axis` is the axis of the data that gives the size, if any; the message names it. Returns
// false after reporting a mismatch.
bool ExpectTensor(TypeRelContext& context, size_t i, const Shape& shape, DataType dtype,
                  std::optional<int64_t> data_axis = std::nullopt);
// Requires that argument `i` is a tensor of this shape and type by TVM's rules: a symbol takes the
// integer in its place, and `?` takes anything in its place. It is cheap if the argument already
// has this shape.
bool AssignShape(TypeRelContext& context, size_t i, const Shape& shape, DataType dtype);
// Reads a layout attribute that must be convertible to `canonical`; reports and returns nullopt
// otherwise.
std::optional<BijectiveLayout> ReadLayout(TypeRelContext& context, const char* attr,
                                          const std::string& text, const char* canonical);
// `shape` converted from one layout to the other. Reports a rank or block that does not fit. `arg`
// is the argument of the shape.
std::optional<Shape> ToCanonical(TypeRelContext& context, const BijectiveLayout& layout,
                                 const Shape& shape, int arg);

// The shape to which two operands are broadcast, by TVM's rules. Shapes are aligned at the end. A
// size of 1 yields to the other, then `?` does. Otherwise sizes must be equal; nullopt if they are
// not.
std::optional<Shape> BroadcastShapes(const Shape& a, const Shape& b);

// The tensors of a tuple argument. Empty with `*status` kPending if they are unknown, and kFailed
// if they are not tensors. Reports a tuple without fields.
std::vector<const TensorTypeNode*> TupleOfTensors(TypeRelContext& context, size_t i,
                                                  RelStatus* status);

// For a relation whose result has the type of argument `i`, which is not a tensor. If the type is
// unknown, argument and result share it, so that one determines the other.
RelStatus PendingAs(TypeRelContext& context, size_t i);
// The result has the type of the first argument, which must be a tensor.
RelStatus IdentityRel(TypeRelContext& context);
// The same for any type.
RelStatus AnyIdentityRel(TypeRelContext& context);
// Two tensors of one data type, broadcast; the second gives a bool tensor.
RelStatus BroadcastRel(TypeRelContext& context);
RelStatus CompareRel(TypeRelContext& context);

// The shape of the first argument as a tensor; attributes are ShapeOfAttrs.
RelStatus ShapeOfRel(TypeRelContext& context);

// The padding on both sides of spatial axis `i` of `dims`. `padding` has one number for all, one
// per axis, or one per axis and side; the caller has checked this.
Dim TotalPadding(const std::vector<int64_t>& padding, size_t dims, size_t i);

// Relations that operators on quantized tensors share. They only use the first arguments.
RelStatus ConvRel(TypeRelContext& context);
RelStatus DenseRel(TypeRelContext& context);
RelStatus BatchMatmulRel(TypeRelContext& context);
RelStatus ConcatenateRel(TypeRelContext& context);

inline constexpr ArgDecl kDataArg = {"data", "Tensor", "The input tensor."};

}  // namespace passcope
