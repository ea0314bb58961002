// What type relations have in common: reading arguments, checking axes and shapes, and saying what
// is wrong.
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

// Binds `var` to argument `i` as a tensor, or leaves the relation: kPending while its type is not
// known, a diagnostic when it is something else.
#define PASSCOPE_TENSOR_ARG(var, i)              \
  const TensorTypeNode* var = context.tensor(i); \
  if (!var) return context.NotTensor(i)

const char* OpName(const TypeRelContext& context);
// "(1, 3, ?)".
std::string ShapeText(const Shape& shape);
std::string IntsText(const std::vector<int64_t>& values);

// Reports "<operator>: <the problem>".
RelStatus Fail(TypeRelContext& context, DiagKind kind, int arg, const Message& problem);

// False after reporting integers beyond any size, with which kernels could not compute: of 2^31 or
// more, or -2^31 or less.
bool CheckBelowLimit(TypeRelContext& context, const char* attribute,
                     const std::vector<int64_t>& values);

// Reports margins of an axis beyond any size; see TooWide.
RelStatus FailTooWide(TypeRelContext& context, const char* attribute, size_t axis,
                      std::pair<int64_t, int64_t> margins);

// Whether two dimensions can be equal at run time: unequal integers cannot.
inline bool MayBeEqual(Dim a, Dim b) { return !a.is_const() || !b.is_const() || a == b; }
// The more definite of two dimensions that may be equal.
inline Dim MoreDefinite(Dim a, Dim b) { return a.is_any() ? b : a; }

// The position an axis attribute names among `rank` axes, negative ones counting from the end.
// Reports an axis out of range and returns nullopt. `name` is the attribute's.
std::optional<size_t> CheckAxis(TypeRelContext& context, const char* name, int64_t axis,
                                size_t rank);
// The same for a list of axes, none of which may come twice.
std::optional<std::vector<size_t>> CheckAxes(TypeRelContext& context, const char* name,
                                             const std::vector<int64_t>& axes, size_t rank);

// Requires that argument `i` is a tensor of this shape and type, and infers it when it is not known
// yet. `data_axis` is the axis of the data that gives the size, if one does; a message names it.
// False when a mismatch was reported.
bool ExpectTensor(TypeRelContext& context, size_t i, const Shape& shape, DataType dtype,
                  std::optional<int64_t> data_axis = std::nullopt);
// Requires that argument `i` is a tensor of this shape and type in TVM's sense: a symbol is taken
// for the integer that stands in its place, and `?` takes the place of whatever stands there. Costs
// nothing where the argument has this shape.
bool AssignShape(TypeRelContext& context, size_t i, const Shape& shape, DataType dtype);
// Reads a layout attribute that must be convertible to `canonical`; reports and returns nullopt
// otherwise.
std::optional<BijectiveLayout> ReadLayout(TypeRelContext& context, const char* attr,
                                          const std::string& text, const char* canonical);
// `shape` brought from one layout into the other; reports a rank or block that does not fit. `arg`
// is the argument the shape belongs to.
std::optional<Shape> ToCanonical(TypeRelContext& context, const BijectiveLayout& layout,
                                 const Shape& shape, int arg);

// The shape two operands are broadcast to, by TVM's rules: shapes are aligned at the end; 1 gives
// way, then `?`; otherwise the dimensions must be equal. Nullopt when they do not fit.
std::optional<Shape> BroadcastShapes(const Shape& a, const Shape& b);

// The tensors of a tuple argument. Empty with `*status` kPending or kFailed when they are not known
// or not tensors; a tuple without fields is reported.
std::vector<const TensorTypeNode*> TupleOfTensors(TypeRelContext& context, size_t i,
                                                  RelStatus* status);

// What a relation answers whose result has the type of argument `i`, which is no tensor: if it is
// not known yet, what is found out of the one holds of the other.
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

// The padding on both sides of spatial axis `i` of `dims`, given as one number for all, one per
// axis, or one per axis and side; the caller has checked how many there are.
Dim TotalPadding(const std::vector<int64_t>& padding, size_t dims, size_t i);

// Relations that operators on quantized tensors share; they look at the first arguments only.
RelStatus ConvRel(TypeRelContext& context);
RelStatus DenseRel(TypeRelContext& context);
RelStatus BatchMatmulRel(TypeRelContext& context);
RelStatus ConcatenateRel(TypeRelContext& context);

inline constexpr ArgDecl kDataArg = {"data", "Tensor", "The input tensor."};

}  // namespace passcope
