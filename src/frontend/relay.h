// Builders of typed Relay expressions for the converters of all formats.
//
// Each call gets its type when it is made. So reading a type costs nothing, and a type error
// appears where it arises. The functions treat their arguments as TVM's Python functions of the
// same name do (`relay.op`). If an argument may be a number or a computed tensor, a constant
// becomes an attribute. Otherwise the operator's dynamic form is called.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/expr.h"
#include "ir/work_budget.h"
#include "transforms/fold_constant.h"

namespace passcope::frontend {

using Ints = std::vector<int64_t>;

// An attribute by its name.
struct AttrArg {
  template <class T>
  AttrArg(const char* name, T value) : name(name), value(std::move(value)) {}
  AttrArg(const char* name, const Ints& values) : name(name), value(AttrValue::Ints(values)) {}
  AttrArg(const char* name, const std::optional<Ints>& values)
      : name(name), value(values ? AttrValue::Ints(*values) : AttrValue()) {}
  AttrArg(const char* name, const std::optional<int64_t>& number)
      : name(name), value(number ? AttrValue(*number) : AttrValue()) {}

  const char* name;
  AttrValue value;
};

// --- types

// `expr` with its type. It remains untyped only while one of its children is untyped.
Expr Typed(const Expr& expr);
// All of these throw DiagnosticError (kTypeMismatch) if `expr` is not a tensor.
const TensorTypeNode& TensorTypeOf(const Expr& expr);
DataType DtypeOf(const Expr& expr);
int64_t RankOf(const Expr& expr);
// The shape, with `?` for unknown dimensions.
const Shape& ShapeOf(const Expr& expr);
// The shape. Throws DiagnosticError (kUnsupported) if a dimension is not known.
Ints StaticShapeOf(const Expr& expr);
bool IsDynamic(const Expr& expr);

// --- leaves

// A typed variable.
Expr TypedVar(std::string_view name, Type type);
// Numbers as a constant of `dtype`; `Const` with one number makes a scalar.
Expr Const(double value, DataType dtype = DataType::Float(32));
Expr ConstInt(int64_t value, DataType dtype = DataType::Int(32));
Expr ConstInts(std::span<const int64_t> values, DataType dtype = DataType::Int(32));
Expr ConstReals(std::span<const double> values, DataType dtype = DataType::Float(32));
Expr ConstArray(NDArray array);
// The elements of a constant's data.
Ints IntsOf(const NDArray& array);
std::vector<double> RealsOf(const NDArray& array);
// The first element. Throws DiagnosticError (kShapeMismatch) if there is none.
int64_t FirstInt(const NDArray& array);
double FirstReal(const NDArray& array);
// The data of a constant; null for any other expression.
inline NDArray DataOf(const Expr& expr) {
  const auto* constant = As<ConstantNode>(expr);
  return constant ? constant->data : nullptr;
}

// --- calls

// A call of the operator `op`. Attributes that are not named get their defaults.
Expr Op(std::string_view op, std::span<const Expr> args, std::initializer_list<AttrArg> attrs = {});
inline Expr Op(std::string_view op, std::initializer_list<Expr> args,
               std::initializer_list<AttrArg> attrs = {}) {
  return Op(op, std::span<const Expr>(args.begin(), args.size()), attrs);
}
Expr MakeTuple(std::span<const Expr> fields);
inline Expr MakeTuple(std::initializer_list<Expr> fields) {
  return MakeTuple(std::span<const Expr>(fields.begin(), fields.size()));
}
// The field of a tuple-typed expression, as a projection.
Expr Field(const Expr& tuple, int index);

inline Expr Add(const Expr& a, const Expr& b) { return Op("add", {a, b}); }
inline Expr Sub(const Expr& a, const Expr& b) { return Op("subtract", {a, b}); }
inline Expr Mul(const Expr& a, const Expr& b) { return Op("multiply", {a, b}); }
inline Expr Div(const Expr& a, const Expr& b) { return Op("divide", {a, b}); }
inline Expr Less(const Expr& a, const Expr& b) { return Op("less", {a, b}); }
inline Expr Greater(const Expr& a, const Expr& b) { return Op("greater", {a, b}); }
inline Expr GreaterEqual(const Expr& a, const Expr& b) { return Op("greater_equal", {a, b}); }
inline Expr Negative(const Expr& a) { return Op("negative", {a}); }
inline Expr Where(const Expr& condition, const Expr& x, const Expr& y) {
  return Op("where", {condition, x, y});
}
Expr Cast(const Expr& data, DataType dtype);
// The shape as a constant if it is known completely, otherwise a call of shape_of. TVM's helper for
// frontends uses int64, too. `begin` and `end` cut a constant shape as Python's slices do.
Expr ShapeTensor(const Expr& data, DataType dtype = DataType::Int(64), int64_t begin = 0,
                 std::optional<int64_t> end = std::nullopt);
// A call of shape_of.
Expr ShapeOfCall(const Expr& data, DataType dtype = DataType::Int(32));

Expr Reshape(const Expr& data, const Ints& newshape, bool allowzero = false);
Expr Reshape(const Expr& data, const Expr& newshape, bool allowzero = false);
Expr Transpose(const Expr& data, std::optional<Ints> axes = std::nullopt);
Expr ExpandDims(const Expr& data, int64_t axis, int64_t num_newaxis = 1);
Expr ExpandDims(const Expr& data, const Expr& axis);
// Without axes, removes all axes of length 1.
Expr Squeeze(const Expr& data, std::optional<Ints> axis = std::nullopt);
Expr Squeeze(const Expr& data, const Expr& axis);
Expr BroadcastTo(const Expr& data, const Ints& shape);
Expr BroadcastTo(const Expr& data, const Expr& shape);
Expr Full(const Expr& fill_value, const Ints& shape, DataType dtype);
Expr Full(const Expr& fill_value, const Expr& shape, DataType dtype);
Expr Zeros(const Ints& shape, DataType dtype);
Expr Zeros(const Expr& shape, DataType dtype);
Expr Ones(const Ints& shape, DataType dtype);
Expr Ones(const Expr& shape, DataType dtype);
Expr Tile(const Expr& data, const Ints& reps);
Expr Tile(const Expr& data, const Expr& reps);
Expr Concatenate(std::span<const Expr> tensors, int64_t axis);
inline Expr Concatenate(std::initializer_list<Expr> tensors, int64_t axis) {
  return Concatenate(std::span<const Expr>(tensors.begin(), tensors.size()), axis);
}
Expr Stack(std::span<const Expr> tensors, int64_t axis);
inline Expr Stack(std::initializer_list<Expr> tensors, int64_t axis) {
  return Stack(std::span<const Expr>(tensors.begin(), tensors.size()), axis);
}
// Splits into equal parts, or before each of `indices`. The indices have type int64 if they come
// from a tensor (`int64`). The result is a tuple.
Expr SplitParts(const Expr& data, int64_t parts, int64_t axis);
Expr SplitAt(const Expr& data, const Ints& indices, int64_t axis, bool int64 = false);
Expr StridedSlice(const Expr& data, const Ints& begin, const Ints& end, const Ints& strides = {1},
                  std::optional<Ints> axes = std::nullopt, std::string_view slice_mode = "end");
// Each of begin, end and strides may be a constant; `strides` may be null.
Expr StridedSlice(const Expr& data, const Expr& begin, const Expr& end, const Expr& strides,
                  std::string_view slice_mode = "end");
// The same with the values of int64 tensors as attributes. TVM prints them as int64.
Expr StridedSliceInt64(const Expr& data, const Ints& begin, const Ints& end, const Ints& strides,
                       const Ints& axes);
// Without `axis`, takes from the flattened data.
Expr Take(const Expr& data, const Expr& indices, std::optional<int64_t> axis = std::nullopt,
          std::string_view mode = "clip");
Expr Gather(const Expr& data, int64_t axis, const Expr& indices);
Expr Arange(const Expr& start, const Expr& stop, const Expr& step, DataType dtype);
Expr OneHot(const Expr& indices, const Expr& on_value, const Expr& off_value, int64_t depth,
            int64_t axis, DataType dtype);
Expr OneHot(const Expr& indices, const Expr& on_value, const Expr& off_value, const Expr& depth,
            int64_t axis, DataType dtype);
// `pad_width`: [rank, 2].
Expr Pad(const Expr& data, const Expr& pad_width, const Expr& pad_value,
         std::string_view mode = "constant");
Expr Pad(const Expr& data, const std::vector<std::pair<int64_t, int64_t>>& pad_width,
         const Expr& pad_value, std::string_view mode = "constant");
// A reduction such as "sum" or "mean". Without axes it reduces all of them.
Expr Reduce(std::string_view op, const Expr& data, std::optional<Ints> axes, bool keepdims = false);
// TVM's `variance`. `with_mean` is the mean with its axes kept; null computes it.
Expr Variance(const Expr& data, const Ints& axes, bool keepdims, const Expr& with_mean);
Expr Dense(const Expr& data, const Expr& weight, std::optional<int64_t> units = std::nullopt,
           DataType out_dtype = DataType::Void());
// Makes a dense call if only `b` is transposed, as TVM does.
Expr Matmul(const Expr& a, const Expr& b, DataType out_dtype = DataType::Void(),
            bool transpose_a = false, bool transpose_b = false);
Expr BatchMatmul(const Expr& a, const Expr& b, DataType out_dtype = DataType::Void(),
                 bool transpose_a = false, bool transpose_b = true);
Expr BiasAdd(const Expr& data, const Expr& bias, int64_t axis = 1);
Expr Relu(const Expr& data);
Expr Softmax(const Expr& data, int64_t axis);
Expr Clip(const Expr& data, double a_min, double a_max);
// Padding of a convolution or pooling over `rank` axes, from one number for all, one per axis, or
// one per end of each axis. TVM's get_pad_tuple1d, 2d and 3d do the same.
Ints PadTuple(const Ints& padding, size_t rank);
// The result of pooling with `ceil_mode`, without the last windows that begin behind the data and
// its leading padding. Relay may count such windows. ONNX and PyTorch do not. `pads` has one number
// for each end of each axis.
Expr WithoutPaddedWindows(const Expr& pooled, const Expr& data, const Ints& kernel,
                          const Ints& strides, const Ints& dilations, const Ints& pads);

// --- folding

// The limits of an import of a file of `file_bytes`. Memory besides views of the file: four times
// the file and 256 MiB. Operations: 2^34, and 16 for each byte of the file.
ImportLimits LimitsOfImport(size_t file_bytes);
// The import reads another file of `file_bytes`, and its limits grow accordingly.
void AddFileToLimits(size_t file_bytes);

// Evaluates all parts that depend only on constants, as TVM's FoldConstantExpr does on an
// expression without types. So shape_of of an expression that is not constant remains a call.
Expr FoldConstant(const Expr& expr);

// The same for the expressions of a graph, one after the other. Folded expressions are not visited
// again.
class IncrementalFolder {
 public:
  Expr Fold(const Expr& expr);

 private:
  FoldMemo memo_;
};

// The value of an expression without free variables. Null if it has some or cannot be evaluated.
NDArray TryEvaluate(const Expr& expr);

}  // namespace passcope::frontend
