// Constants, copies and types.
#include <cmath>
#include <cstdint>
#include <limits>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

namespace passcope::frontend::onnx {
namespace {

Results Identity(Node& node) {
  node.TakesInputs(1, 1);
  const Expr& x = node.In(0);
  // TVM always copies, but only a tensor can be copied.
  if (!As<passcope::TensorTypeNode>(x->checked_type())) return x;
  return Op("copy", {x});
}

Results Constant(Node& node) {
  if (NDArray value = node.Tensor("value")) return ConstArray(value);
  if (node.Has("value_float")) return Const(node.Real("value_float"));
  if (node.Has("value_floats")) return ConstReals(node.Reals("value_floats"));
  if (node.Has("value_int")) return ConstInt(node.Int("value_int"), DataType::Int(64));
  if (node.Has("value_ints")) return ConstInts(node.GetInts("value_ints"), DataType::Int(64));
  node.Fail(DiagKind::kUnsupported,
            MSG(kOnnxConstantNotNumeric, "the value of this constant is not a tensor of numbers"));
}

// A 64-bit number as a 32-bit one, the type of TVM's constants, if the value remains the same.
NDArray Narrowed(NDArray scalar) {
  const DataType dtype = scalar->dtype;
  if (dtype == DataType::Int(64)) {
    int64_t value = scalar->ToInt(0);
    if (value == static_cast<int32_t>(value)) return ScalarIntNDArray(value, DataType::Int(32));
  } else if (dtype == DataType::Float(64)) {
    double value = scalar->ToDouble(0);
    if (!(std::abs(value) > std::numeric_limits<float>::max()) &&
        value == static_cast<double>(static_cast<float>(value))) {
      return ScalarNDArray(value, DataType::Float(32));
    }
  }
  return scalar;
}

Results ConstantOfShape(Node& node) {
  Expr value;
  DataType dtype = DataType::Float(32);
  if (NDArray given = node.Tensor("value")) {
    if (given->size() != 1) {
      node.Fail(DiagKind::kBadAttribute,
                MSG(kOnnxAttributeNumberCount,
                    "the attribute `{attribute}` of {operator} has {actual} numbers, but needs "
                    "{expected}",
                    "value", node.op, given->size(), 1));
    }
    dtype = given->dtype;
    value = ConstArray(Narrowed(ReshapeNDArray(given, {})));
  } else {
    value = ConstInt(0);
  }
  return Full(value, node.In(0), dtype);
}

// Up to version 5 the type is a text.
Results CastByName(Node& node) {
  std::string_view name = node.Text("to");
  std::string lower;
  for (char c : name) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  std::optional<DataType> dtype = DataType::Parse(lower == "float"    ? "float32"
                                                  : lower == "double" ? "float64"
                                                                      : lower);
  if (!dtype) node.FailAttribute("to", name);
  return Cast(node.In(0), *dtype);
}

DataType TypeAttribute(const Node& node, std::string_view attribute) {
  std::optional<DataType> dtype = ToDataType(node.Int(attribute));
  if (!dtype) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxElementTypeImpossible,
                  "{operator} needs elements of type {dtype}, which is not supported", node.op,
                  TensorTypeName(node.Int(attribute))));
  }
  return *dtype;
}

Results CastByType(Node& node) { return Cast(node.In(0), TypeAttribute(node, "to")); }

Results CastLike(Node& node) {
  node.TakesInputs(2, 2);
  return Op("cast_like", {node.In(0), node.In(1)});
}

Results EyeLike(Node& node) {
  const Expr& x = node.In(0);
  DataType dtype = node.Has("dtype") ? TypeAttribute(node, "dtype") : DtypeOf(x);
  DataType int32 = DataType::Int(32);
  int64_t offset = node.Int("k", 0);
  CheckMeasure(node, "k", {offset});
  if (RankOf(x) != 2) {
    node.Fail(DiagKind::kBadRank,
              MSG(kOnnxInputNotMatrix, "input {index} of {operator} must be a matrix, not {type}",
                  0, node.op, TypeText(x->checked_type())));
  }
  const Shape& sizes = ShapeOf(x);
  if (IsDynamic(x) || offset < 0 || sizes[0].value() > sizes[1].value() - offset) {
    // TVM writes outside of the matrix if the diagonal leaves it.
    auto numbers = [&](int64_t axis) {
      Expr size = Take(ShapeTensor(x, int32), ConstInt(axis));
      return ExpandDims(Arange(ConstInt(0), FoldConstant(size), ConstInt(1), int32), 1 - axis);
    };
    return Cast(Op("equal", {Add(numbers(0), ConstInt(offset)), numbers(1)}), dtype);
  }
  Expr shape = ShapeOfCall(x);
  Expr zeros = Zeros(shape, dtype);
  Expr dim = Take(shape, ConstInt(0));
  Expr indices = Arange(ConstInt(0), dim, ConstInt(1), int32);
  Expr ones = Full(ConstInt(1), Reshape(dim, Ints{1}), dtype);
  Expr k = ConstInt(offset, int32);
  return Op("scatter_nd", {zeros, Stack({indices, Add(indices, k)}, 0), ones},
            {{"mode", "update"}});
}

Results Size(Node& node) {
  return Op("ndarray_size", {node.In(0)}, {{"dtype", DataType::Int(64)}});
}

Results Range(Node& node) {
  node.TakesInputs(3, 3);
  return Arange(node.In(0), node.In(1), node.In(2), DtypeOf(node.In(0)));
}

Results Trilu(Node& node) {
  Expr k = node.Maybe(1) ? node.In(1) : ConstInt(0);
  return Op("trilu", {node.In(0), k}, {{"upper", node.Int("upper", 1) != 0}});
}

// Dropout only acts if the node asks for training.
Results Dropout(Node& node) {
  const Expr& x = node.In(0);
  double ratio = node.Real("ratio", 0.5);
  bool training = false;
  if (node.opset >= 12) {
    if (node.Maybe(2)) training = FirstInt(node.NeedValueOf(2)) != 0;
    if (NDArray given = node.ValueOf(1)) {
      ratio = FirstReal(given);
    } else if (training && node.Maybe(1)) {
      ratio = FirstReal(node.NeedValueOf(1));
    }
  }
  if (training && ratio > 0) {
    int64_t seed = node.Int("seed", 0);
    Expr mask = Greater(UniformOf(seed, StaticShapeOf(x), DataType::Float(32)), Const(ratio));
    DataType dtype = DtypeOf(x);
    Expr kept = Mul(Mul(x, Cast(mask, dtype)), Const(1 / (1 - ratio), dtype));
    return node.num_outputs() > 1 ? Results::Of({kept, mask}) : kept;
  }
  Expr out = Field(Op("nn.dropout", {x}, {{"rate", ratio}}), 0);
  if (node.num_outputs() < 2 || node.outputs[1].empty()) return out;
  return Results::Of(
      {out, Cast(Op("ones_like", {x}), node.opset >= 10 ? DataType::Bool() : DtypeOf(x))});
}

}  // namespace

void AddMiscConverters(ConverterTable& table) {
  table.Add("Identity", {{1, Identity}});
  table.Add("Constant", {{1, Constant}});
  table.Add("ConstantOfShape", {{9, ConstantOfShape}});
  table.Add("Cast", {{1, CastByName}, {6, CastByType}});
  table.Add("CastLike", {{15, CastLike}});
  table.Add("EyeLike", {{9, EyeLike}});
  table.Add("Size", {{1, Size}});
  table.Add("Range", {{1, Range}});
  table.Add("Trilu", {{14, Trilu}});
  table.Add("Dropout", {{1, Dropout}});
}

}  // namespace passcope::frontend::onnx
