// Typed calls as TVM's Python functions make them.
#include "frontend/relay.h"

#include <algorithm>
#include <limits>

#include "diagnostics/diagnostic.h"
#include "frontend/model_node.h"
#include "op/attrs_nn.h"
#include "op/op.h"
#include "op/windows.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::frontend {
namespace {

bool HasType(const Expr& expr) {
  return expr->kind() == ExprKind::kOp ||
         (expr->checked_type() && !expr->checked_type()->has_incomplete());
}

// The integers of a constant; null for any other expression.
std::optional<Ints> ConstantInts(const Expr& expr) {
  NDArray data = DataOf(expr);
  if (!data) return std::nullopt;
  return IntsOf(data);
}

bool IsInt64(const Expr& expr) {
  NDArray data = DataOf(expr);
  return data && data->dtype == DataType::Int(64);
}

// A call with a shape, which is an attribute or an argument of the dynamic form.
Expr WithShape(const char* op, const char* dynamic, std::vector<Expr> args, const Expr& shape,
               DataType dtype) {
  if (std::optional<Ints> known = ConstantInts(shape)) {
    return Op(op, args, {{"shape", *known}, {".shape.int64", IsInt64(shape)}, {"dtype", dtype}});
  }
  args.push_back(shape);
  return Op(dynamic, args, {{"shape", AttrValue()}, {"dtype", dtype}});
}

// Folding may leave several new nodes without a type. If `original` is fully typed, all of them get
// one.
Expr TypedAgain(const Expr& original, const Expr& folded) {
  return original->fully_typed() ? InferTypes(folded) : Typed(folded);
}

}  // namespace

// --- types

Expr Typed(const Expr& expr) {
  if (expr->fully_typed()) return expr;
  for (const Expr& child : expr->children()) {
    if (!HasType(child)) return expr;
  }
  Expr typed = InferTypes(expr);
  // Merging types makes the whole expression again. Other calls share the arguments, so keep them.
  std::span<const Expr> given = expr->children(), made = typed->children();
  bool shared = std::equal(given.begin(), given.end(), made.begin(), made.end(),
                           [](const Expr& a, const Expr& b) { return a.get() == b.get(); });
  return shared ? typed : WithType(expr.get(), typed->checked_type());
}

const TensorTypeNode& TensorTypeOf(const Expr& expr) {
  const auto* type = As<TensorTypeNode>(expr->checked_type());
  if (!type) {
    throw DiagnosticError(DiagKind::kTypeMismatch,
                          MSG(kFrontendTensorRequired, "a tensor is needed here, not {type}",
                              TypeText(expr->checked_type())),
                          {}, expr);
  }
  return *type;
}

DataType DtypeOf(const Expr& expr) { return TensorTypeOf(expr).dtype; }

int64_t RankOf(const Expr& expr) { return static_cast<int64_t>(TensorTypeOf(expr).rank()); }

const Shape& ShapeOf(const Expr& expr) { return TensorTypeOf(expr).shape; }

Ints StaticShapeOf(const Expr& expr) {
  Ints shape;
  for (const Dim& dim : ShapeOf(expr)) {
    if (!dim.is_const()) {
      throw DiagnosticError(
          DiagKind::kUnsupported,
          MSG(kFrontendShapeUnknown, "the shape must be known here, but it is {type}",
              TypeText(expr->checked_type())),
          {MSG(kFixedInputShapesHint, "give the model's inputs fixed shapes")}, expr);
    }
    shape.push_back(dim.value());
  }
  return shape;
}

bool IsDynamic(const Expr& expr) {
  return !expr->checked_type() || expr->checked_type()->is_dynamic();
}

// --- leaves

Expr TypedVar(std::string_view name, Type type) { return InferTypes(Var(name, std::move(type))); }

Expr ConstArray(NDArray array) { return InferTypes(Constant(std::move(array))); }

Expr Const(double value, DataType dtype) { return ConstArray(ScalarNDArray(value, dtype)); }

Expr ConstInt(int64_t value, DataType dtype) { return ConstArray(ScalarIntNDArray(value, dtype)); }

Expr ConstInts(std::span<const int64_t> values, DataType dtype) {
  NDArray array = MakeNDArray({static_cast<int64_t>(values.size())}, dtype);
  for (size_t i = 0; i < values.size(); ++i) StoreInt(array, i, values[i]);
  return ConstArray(std::move(array));
}

Expr ConstReals(std::span<const double> values, DataType dtype) {
  NDArray array = MakeNDArray({static_cast<int64_t>(values.size())}, dtype);
  for (size_t i = 0; i < values.size(); ++i) StoreDouble(array, i, values[i]);
  return ConstArray(std::move(array));
}

Ints IntsOf(const NDArray& array) {
  Ints values(array->size());
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = array->ToInt(i);
  }
  return values;
}

std::vector<double> RealsOf(const NDArray& array) {
  std::vector<double> values(array->size());
  for (size_t i = 0; i < values.size(); ++i) values[i] = array->ToDouble(i);
  return values;
}

namespace {
const NDArray& NotEmpty(const NDArray& array) {
  if (array->size() > 0) return array;
  throw DiagnosticError(
      DiagKind::kShapeMismatch,
      MSG(kFrontendNumberRequired, "a number is needed here, not a tensor without elements"));
}
}  // namespace

int64_t FirstInt(const NDArray& array) { return NotEmpty(array)->ToInt(0); }
double FirstReal(const NDArray& array) { return NotEmpty(array)->ToDouble(0); }

// --- calls

Expr Op(std::string_view op, std::span<const Expr> args, std::initializer_list<AttrArg> attrs) {
  Expr callee = GetOp(op);
  const OpDecl& decl = *As<OpNode>(callee)->decl;
  Attrs made;
  if (decl.schema) {
    AttrsNode* node = decl.schema().create();
    made = Attrs(node);
    for (const AttrArg& attr : attrs) {
      const AttrField* field = node->schema()->Find(attr.name);
      PASSCOPE_CHECK(field);
      if (!node->Set(*field, attr.value)) {
        throw DiagnosticError(DiagKind::kBadAttribute,
                              MSG(kFrontendAttributeValueRejected,
                                  "the attribute `{attribute}` of {operator} has a value of the "
                                  "wrong type or out of range",
                                  attr.name, decl.name));
      }
    }
  }
  return Typed(Call(std::move(callee), args, std::move(made), {}, ModelNode::Current()));
}

Expr MakeTuple(std::span<const Expr> fields) { return Typed(Tuple(fields, ModelNode::Current())); }

Expr Field(const Expr& tuple, int index) {
  return Typed(TupleGetItem(tuple, index, ModelNode::Current()));
}

Expr Cast(const Expr& data, DataType dtype) { return Op("cast", {data}, {{"dtype", dtype}}); }

Expr ShapeOfCall(const Expr& data, DataType dtype) {
  return Op("shape_of", {data}, {{"dtype", dtype}});
}

Expr ShapeTensor(const Expr& data, DataType dtype, int64_t begin, std::optional<int64_t> end) {
  if (IsDynamic(data)) return ShapeOfCall(data, dtype);
  Ints shape = StaticShapeOf(data);
  auto size = static_cast<int64_t>(shape.size());
  auto place = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size); };
  int64_t from = place(begin);
  int64_t to = place(end.value_or(size));
  Ints cut;
  for (int64_t i = from; i < to; ++i) cut.push_back(shape[static_cast<size_t>(i)]);
  return ConstInts(cut, dtype);
}

Expr Reshape(const Expr& data, const Ints& newshape, bool allowzero) {
  return Op("reshape", {data}, {{"newshape", newshape}, {"allowzero", allowzero}});
}

Expr Reshape(const Expr& data, const Expr& newshape, bool allowzero) {
  if (std::optional<Ints> known = ConstantInts(newshape)) return Reshape(data, *known, allowzero);
  return Op("dyn.reshape", {data, newshape}, {{"allowzero", allowzero}});
}

Expr Transpose(const Expr& data, std::optional<Ints> axes) {
  return Op("transpose", {data}, {{"axes", axes}});
}

Expr ExpandDims(const Expr& data, int64_t axis, int64_t num_newaxis) {
  return Op("expand_dims", {data}, {{"axis", axis}, {"num_newaxis", num_newaxis}});
}

Expr ExpandDims(const Expr& data, const Expr& axis) {
  return Op("dyn.expand_dims", {data, axis}, {{"num_newaxis", 1}});
}

Expr Squeeze(const Expr& data, std::optional<Ints> axis) {
  return Op("squeeze", {data}, {{"axis", axis}});
}

Expr Squeeze(const Expr& data, const Expr& axis) {
  if (std::optional<Ints> known = ConstantInts(axis)) return Squeeze(data, *known);
  return Op("dyn.squeeze", {data, axis});
}

Expr BroadcastTo(const Expr& data, const Ints& shape) {
  return Op("broadcast_to", {data}, {{"shape", shape}});
}

Expr BroadcastTo(const Expr& data, const Expr& shape) {
  return WithShape("broadcast_to", "dyn.broadcast_to", {data}, shape, DataType::Void());
}

Expr Full(const Expr& fill_value, const Ints& shape, DataType dtype) {
  return Op("full", {fill_value}, {{"shape", shape}, {"dtype", dtype}});
}

Expr Full(const Expr& fill_value, const Expr& shape, DataType dtype) {
  return WithShape("full", "dyn.full", {fill_value}, shape, dtype);
}

Expr Zeros(const Ints& shape, DataType dtype) {
  return Op("zeros", {}, {{"shape", shape}, {"dtype", dtype}});
}

Expr Zeros(const Expr& shape, DataType dtype) {
  return WithShape("zeros", "dyn.zeros", {}, shape, dtype);
}

Expr Ones(const Ints& shape, DataType dtype) {
  return Op("ones", {}, {{"shape", shape}, {"dtype", dtype}});
}

Expr Ones(const Expr& shape, DataType dtype) {
  return WithShape("ones", "dyn.ones", {}, shape, dtype);
}

Expr Tile(const Expr& data, const Ints& reps) { return Op("tile", {data}, {{"reps", reps}}); }

Expr Tile(const Expr& data, const Expr& reps) {
  if (std::optional<Ints> known = ConstantInts(reps)) {
    return Op("tile", {data}, {{"reps", *known}, {".reps.int64", IsInt64(reps)}});
  }
  return Op("dyn.tile", {data, reps});
}

Expr Concatenate(std::span<const Expr> tensors, int64_t axis) {
  return Op("concatenate", {MakeTuple(tensors)}, {{"axis", axis}});
}

Expr Stack(std::span<const Expr> tensors, int64_t axis) {
  return Op("stack", {MakeTuple(tensors)}, {{"axis", axis}});
}

Expr SplitParts(const Expr& data, int64_t parts, int64_t axis) {
  return Op("split", {data}, {{"indices_or_sections", parts}, {"axis", axis}});
}

Expr SplitAt(const Expr& data, const Ints& indices, int64_t axis, bool int64) {
  return Op(
      "split", {data},
      {{"indices_or_sections", indices}, {".indices_or_sections.int64", int64}, {"axis", axis}});
}

Expr StridedSlice(const Expr& data, const Ints& begin, const Ints& end, const Ints& strides,
                  std::optional<Ints> axes, std::string_view slice_mode) {
  return Op("strided_slice", {data},
            {{"begin", begin},
             {"end", end},
             {"strides", strides},
             {"slice_mode", std::string(slice_mode)},
             {"axes", axes}});
}

Expr StridedSliceInt64(const Expr& data, const Ints& begin, const Ints& end, const Ints& strides,
                       const Ints& axes) {
  return Op("strided_slice", {data},
            {{"begin", begin},
             {".begin.int64", true},
             {"end", end},
             {".end.int64", true},
             {"strides", strides},
             {".strides.int64", true},
             {"axes", axes},
             {".axes.int64", true}});
}

Expr StridedSlice(const Expr& data, const Expr& begin, const Expr& end, const Expr& strides,
                  std::string_view slice_mode) {
  std::optional<Ints> from = ConstantInts(begin);
  std::optional<Ints> to = ConstantInts(end);
  std::optional<Ints> step = strides ? ConstantInts(strides) : Ints{1};
  if (from && to && step) {
    return Op("strided_slice", {data},
              {{"begin", *from},
               {".begin.int64", IsInt64(begin)},
               {"end", *to},
               {".end.int64", IsInt64(end)},
               {"strides", *step},
               {".strides.int64", strides && IsInt64(strides)},
               {"slice_mode", std::string(slice_mode)},
               {"axes", AttrValue()}});
  }
  // Constants that became lists become tensors of int32 again. No axis reaches the limits of int32.
  auto tensor = [](const Expr& given, std::optional<Ints>& values) {
    if (!values) return given;
    constexpr int64_t kFar = std::numeric_limits<int32_t>::max();
    for (int64_t& value : *values) value = std::clamp(value, -kFar, kFar);
    return ConstInts(*values, DataType::Int(32));
  };
  Expr first = tensor(begin, from);
  Expr last = tensor(end, to);
  Expr by = tensor(strides, step);
  // The operator counts negative positions from the end, except with sizes. TVM also counts them
  // here, so it counts those before the first element twice.
  if (slice_mode == "size") {
    Expr shape = Op("cast_like", {ShapeOfCall(data), first});
    Expr sizes = Op("slice_like", {shape, first}, {{"axes", AttrValue()}});
    first = Where(Less(first, Op("cast_like", {ConstInt(0), first})), Add(first, sizes), first);
    first = Where(GreaterEqual(first, sizes), sizes, first);
  }
  return Op("dyn.strided_slice", {data, first, last, by},
            {{"begin", AttrValue()},
             {"end", AttrValue()},
             {"strides", AttrValue()},
             {"slice_mode", std::string(slice_mode)},
             {"axes", AttrValue()}});
}

Expr Take(const Expr& data, const Expr& indices, std::optional<int64_t> axis,
          std::string_view mode) {
  return Op("take", {data, indices}, {{"axis", axis}, {"mode", std::string(mode)}});
}

Expr Gather(const Expr& data, int64_t axis, const Expr& indices) {
  return Op("gather", {data, indices}, {{"axis", axis}});
}

Expr Arange(const Expr& start, const Expr& stop, const Expr& step, DataType dtype) {
  return Op("arange", {start, stop, step},
            {{"start", AttrValue(AttrValue::Object(start))},
             {"stop", AttrValue(AttrValue::Object(stop))},
             {"step", AttrValue(AttrValue::Object(step))},
             {"dtype", dtype}});
}

Expr OneHot(const Expr& indices, const Expr& on_value, const Expr& off_value, int64_t depth,
            int64_t axis, DataType dtype) {
  return Op("one_hot", {indices, on_value, off_value},
            {{"depth", depth}, {"axis", axis}, {"dtype", dtype}});
}

Expr OneHot(const Expr& indices, const Expr& on_value, const Expr& off_value, const Expr& depth,
            int64_t axis, DataType dtype) {
  std::optional<Ints> known = ConstantInts(depth);
  if (known && known->size() == 1) {
    return OneHot(indices, on_value, off_value, (*known)[0], axis, dtype);
  }
  return Op("dyn.one_hot", {indices, on_value, off_value, depth},
            {{"axis", axis}, {"dtype", dtype}});
}

Expr Pad(const Expr& data, const std::vector<std::pair<int64_t, int64_t>>& pad_width,
         const Expr& pad_value, std::string_view mode) {
  return Op("nn.pad", {data, pad_value},
            {{"pad_width", FromPadPairs(pad_width)}, {"pad_mode", std::string(mode)}});
}

Expr Pad(const Expr& data, const Expr& pad_width, const Expr& pad_value, std::string_view mode) {
  std::optional<Ints> known = ConstantInts(pad_width);
  if (!known) {
    return Op("dyn.nn.pad", {data, pad_width, pad_value}, {{"pad_mode", std::string(mode)}});
  }
  PadPairs pairs;
  for (size_t i = 0; i + 1 < known->size(); i += 2) {
    pairs.emplace_back((*known)[i], (*known)[i + 1]);
  }
  return Op("nn.pad", {data, pad_value},
            {{"pad_width", FromPadPairs(pairs)},
             {".pad_width.int64", IsInt64(pad_width)},
             {"pad_mode", std::string(mode)}});
}

Expr Reduce(std::string_view op, const Expr& data, std::optional<Ints> axes, bool keepdims) {
  return Op(op, {data}, {{"axis", axes}, {"keepdims", keepdims}});
}

Expr Variance(const Expr& data, const Ints& axes, bool keepdims, const Expr& with_mean) {
  Expr mean = with_mean ? with_mean : Reduce("mean", data, axes, true);
  return Op("variance", {data, mean}, {{"axis", axes}, {"keepdims", keepdims}});
}

Expr Dense(const Expr& data, const Expr& weight, std::optional<int64_t> units, DataType out_dtype) {
  return Op("nn.dense", {data, weight}, {{"units", units}, {"out_dtype", out_dtype}});
}

Expr Matmul(const Expr& a, const Expr& b, DataType out_dtype, bool transpose_a, bool transpose_b) {
  if (!transpose_a && transpose_b) return Dense(a, b, std::nullopt, out_dtype);
  return Op("nn.matmul", {a, b},
            {{"units", AttrValue()},
             {"out_dtype", out_dtype},
             {"transpose_a", transpose_a},
             {"transpose_b", transpose_b}});
}

Expr BatchMatmul(const Expr& a, const Expr& b, DataType out_dtype, bool transpose_a,
                 bool transpose_b) {
  return Op("nn.batch_matmul", {a, b},
            {{"out_dtype", out_dtype}, {"transpose_a", transpose_a}, {"transpose_b", transpose_b}});
}

Expr BiasAdd(const Expr& data, const Expr& bias, int64_t axis) {
  return Op("nn.bias_add", {data, bias}, {{"axis", axis}});
}

Expr Relu(const Expr& data) { return Op("nn.relu", {data}); }

Expr Softmax(const Expr& data, int64_t axis) { return Op("nn.softmax", {data}, {{"axis", axis}}); }

Expr Clip(const Expr& data, double a_min, double a_max) {
  return Op("clip", {data}, {{"a_min", a_min}, {"a_max", a_max}});
}

Ints PadTuple(const Ints& padding, size_t rank) {
  if (padding.size() == 2 * rank) return padding;
  if (padding.size() != rank && padding.size() != 1) {
    throw DiagnosticError(
        DiagKind::kBadAttribute,
        MSG(kFrontendPaddingCount, "padding takes {one} or {two} numbers, not {actual}", rank,
            2 * rank, padding.size()));
  }
  Ints both;
  for (int side = 0; side < 2; ++side) {
    for (size_t i = 0; i < rank; ++i) both.push_back(padding[padding.size() == 1 ? 0 : i]);
  }
  return both;
}

Expr WithoutPaddedWindows(const Expr& pooled, const Expr& data, const Ints& kernel,
                          const Ints& strides, const Ints& dilations, const Ints& pads) {
  constexpr DataType kLong = DataType::Int(64);
  constexpr int64_t kFar = std::numeric_limits<int32_t>::max(), kHuge = int64_t{1} << 62;
  const size_t rank = kernel.size();
  std::vector<Expr> ends = {ConstInts(Ints{kFar, kFar}, kLong)};
  bool cuts = false;
  for (size_t i = 0; i < rank; ++i) {
    auto axis = static_cast<int64_t>(i) + 2;
    Expr size = StridedSlice(ShapeTensor(data), Ints{axis}, Ints{axis + 1});
    Expr last =
        Op("floor_divide", {Add(size, ConstInt(pads[i] - 1, kLong)), ConstInt(strides[i], kLong)});
    ends.push_back(Add(last, ConstInt(1, kLong)));
    const Dim& known = ShapeOf(data)[i + 2];
    const Dim& count = ShapeOf(pooled)[i + 2];
    bool may_cut = pads[rank + i] + strides[i] > WindowSpan(kernel[i], dilations[i]);
    if (known.is_const() && count.is_const() && known.value() < kHuge) {
      may_cut = (count.value() - 1) * strides[i] >= known.value() + pads[i];
    }
    cuts = cuts || may_cut;
  }
  if (!cuts) return pooled;
  Expr begins = ConstInts(Ints(rank + 2, 0), kLong);
  return StridedSlice(pooled, begins, FoldConstant(Concatenate(ends, 0)), nullptr);
}

// --- folding

namespace {
constexpr int64_t kCopiesOfFile = 4, kOperationsPerByte = 16;
}  // namespace

ImportLimits LimitsOfImport(size_t file_bytes) {
  auto bytes = static_cast<int64_t>(file_bytes);
  return {{.operations = kOperationsPerByte * bytes + (int64_t{1} << 34),
           .bytes = kCopiesOfFile * bytes + (int64_t{256} << 20)}};
}

void AddFileToLimits(size_t file_bytes) {
  auto bytes = static_cast<int64_t>(file_bytes);
  WidenWork(kOperationsPerByte * bytes, kCopiesOfFile * bytes);
}

Expr FoldConstant(const Expr& expr) {
  return TypedAgain(expr, FoldConstants(expr, {.fold_qnn = false, .fold_typed_shapes = false}));
}

Expr IncrementalFolder::Fold(const Expr& expr) {
  Expr folded =
      FoldConstants(expr, {.fold_qnn = false, .fold_typed_shapes = false, .memo = &memo_});
  // Folding can leave several calls without types above the folded part.
  if (!folded->fully_typed()) folded = InferTypes(folded);
  // Projections are still resolved at their uses, and tuples and constants are inspected. So mark
  // only calls, ifs and lets as done.
  auto mark = [&](const Expr& each) {
    ExprKind kind = each->kind();
    bool whole = kind == ExprKind::kCall || kind == ExprKind::kIf || kind == ExprKind::kLet;
    if (whole) memo_.Add(each.get());
  };
  mark(folded);
  if (folded->kind() == ExprKind::kTuple) {
    for (const Expr& field : folded->children()) mark(field);
  }
  return folded;
}

NDArray TryEvaluate(const Expr& expr) {
  if (NDArray data = DataOf(expr)) return data;
  try {
    return DataOf(FoldConstants(expr, true));
  } catch (const DiagnosticError&) {
    return nullptr;
  }
}

}  // namespace passcope::frontend
